"""The games in OpenSpiel, by its own tests and its own algorithms."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts
from open_spiel.python.algorithms.cfr import CFRPlusSolver

import incognita.envs.openspiel as adapter
from incognita.core import rules
from incognita.games import GAMES

TINY = "incognita_lost_cities(colours=2,ranks=2,investments=0,hand=1,cost=3,max_length=6)"
SMALL = "incognita_lost_cities(colours=2,ranks=3,investments=1,hand=2,max_length=60)"
SMALL_OF_EACH = [
    "incognita_partners(colours=2,ranks=3,investments=1,hand=3,max_length=60)",
    "incognita_board_game(short=true,colours=2,ranks=3,hand=2,tiles=2,max_length=60)",
    "incognita_adventure_tours(players=3,colours=2,adventurers=6,copies=1,hand=2,max_length=60)",
]
FIRST = [SMALL, *SMALL_OF_EACH, "incognita_lost_cities()", "incognita_partners()"]
TREES = json.loads((Path(__file__).parents[1] / "data" / "trees.json").read_text())
OTHERS = [
    "incognita_board_game()",
    "incognita_board_game(players=4,short=true)",
    "incognita_adventure_tours(players=3)",
    "incognita_adventure_tours(players=6,expert=true,boards=dealt)",
]


def games() -> list[Any]:
    return [*FIRST, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]


def played(name: str, seed: int, plies: int) -> Any:
    """A state in the middle of a random round."""
    state, choose = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (state.is_chance_node() or state.length < plies):
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(choose.choice(actions))
    return state


@pytest.mark.parametrize("name", games())
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", games())
def test_resampling_agrees_with_the_information_state(name: str) -> None:
    for seed in range(3):
        state = played(name, seed, 9)
        for player in range(state.num_players()):
            other = state.resampled(player, seed)
            for tell in ("information_state_string", "information_state_tensor", "observation_string"):
                assert getattr(other, tell)(player) == getattr(state, tell)(player)
            assert other.legal_actions() == state.legal_actions() or state.current_player() != player


def test_cards_come_one_by_one_and_equally_likely() -> None:
    state = pyspiel.load_game(SMALL).new_initial_state()
    for dealt in range(4):
        outcomes = state.chance_outcomes()
        assert np.isclose(sum(chance for _, chance in outcomes), 1)
        left = sum(round(chance * (8 - dealt)) for _, chance in outcomes)
        assert left == 8 - dealt
        state.apply_action(outcomes[0][0])
    assert not state.is_chance_node()


def test_rounds_are_those_of_the_engine() -> None:
    """The same deck and the same actions give the same points."""
    state = played(SMALL, 4, 100)
    game = state.shared.game
    rows = game.blank()
    rows["deck"][0] = state.rows["deck"][0]
    rules.begin_at(rows, 0)
    for action in [entry.action for entry in state.full_history() if entry.player >= 0]:
        game.step(rows, [action])
    points = game.scores(rows)[0].tolist()
    assert state.returns() == [points[0] - points[1], points[1] - points[0]]


def test_a_long_round_is_cut() -> None:
    state = played("incognita_lost_cities(max_length=10)", 1, 100)
    assert state.is_terminal() and state.length == 10
    assert sum(state.returns()) == 0


def test_ismcts_plays() -> None:
    state = played(SMALL, 2, 2)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=10.0,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        max_simulations=30,
        random_state=np.random.RandomState(1),
    )
    bot.set_resampler(adapter.resample)
    assert bot.step(state) in state.legal_actions()


def test_cfr_becomes_harder_to_exploit() -> None:
    game = pyspiel.load_game(TINY)
    solver = CFRPlusSolver(game)
    values = []
    for iterations in (1, 2, 4):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        values.append(exploitability.exploitability(game, solver.average_policy()))
    assert values[0] > values[1] > values[2] >= 0


def counted(state: Any, seats: list[set[str]]) -> tuple[int, int]:
    """Histories in all and finished ones from here on, and into `seats` the information states of each."""
    if state.is_terminal():
        return 1, 1
    if not state.is_chance_node():
        seats[state.current_player()].add(state.information_state_string())
    nodes, ends = 1, 0
    for action in state.legal_actions():
        more, finished = counted(state.child(action), seats)
        nodes, ends = nodes + more, ends + finished
    return nodes, ends


def test_every_game_has_a_tree() -> None:
    assert {name.partition("(")[0].removeprefix("incognita_") for name in TREES} == {
        name.replace("-", "_") for name in GAMES
    }


@pytest.mark.parametrize("name", [name for name in TREES if TREES[name]["histories"] < 3000])
def test_the_trees_are_as_large_as_published(name: str) -> None:
    game = pyspiel.load_game(name)
    seats: list[set[str]] = [set() for _ in range(game.num_players())]
    nodes, ends = counted(game.new_initial_state(), seats)
    found = {"histories": nodes, "finished": ends, "information states": [len(seat) for seat in seats]}
    assert found == TREES[name]


def test_sampling_cfr_runs() -> None:
    solver = external_sampling_mccfr.ExternalSamplingSolver(pyspiel.load_game(TINY))
    for _ in range(5):
        solver.iteration()
    assert solver.average_policy()
