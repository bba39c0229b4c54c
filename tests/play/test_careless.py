"""Careless players: weak as people are, never hopeless."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import incognita
from incognita import Game
from incognita.core import rules
from incognita.core.rng import generator
from incognita.core.rules import MOST_ACTIONS, NONE
from incognita.games import GAMES
from incognita.games.adventure_tours.components import DISCARD_MEMBER, FIRST_SEAT
from incognita.games.board_game.components import (
    ACTIONS_OF_A_COLOUR,
    COPIES,
    DISCARD,
    FIRST_OF_COLOURS,
    PATHS,
    TAKE,
    VALUES,
    WAYS,
)
from incognita.games.lost_cities.components import INVESTMENT, PLAY, RANKS
from incognita.play import levels
from incognita.play.agent import Agent, make_agent
from incognita.play.careless import rows_of_others

LOST_CITIES = incognita.load("lost-cities")


def decisions(game: Game, spec: str, deals: int) -> Iterator[tuple[NDArray[Any], int]]:
    """Rounds among players of one kind: every view somebody decided from, and the decision."""
    agents: list[Agent] = [make_agent(spec, game) for _ in range(game.players)]
    for deal in range(deals):
        states = game.deal(1, seed=deal)
        for seat, agent in enumerate(agents):
            agent.begin(seat, 100 * deal + seat)
        while (seat := int(states["seat"][0])) != NONE:
            views = game.observe(states)
            action = agents[seat].decide(views)
            yield views, action
            game.step(states, [action])


def worths_of(views: NDArray[Any], seed: int = 0) -> dict[int, float]:
    worths = np.empty(MOST_ACTIONS)
    rules.weigh_at(views, 0, generator(seed), worths)
    return dict(zip(views["legal"][0, : int(views["choices"][0])].tolist(), worths.tolist(), strict=False))


# --- what it is told


def test_without_slips_it_is_the_hand_written_player() -> None:
    for views, action in decisions(LOST_CITIES, "careless:slip=0", 2):
        worths = worths_of(views)
        if views["phase"][0] == PLAY:  # drawing, that player has a die of its own
            assert worths[action] == max(worths.values())


def test_the_same_seed_gives_the_same_play_and_another_another() -> None:
    spec = levels.spec(incognita.load("lost-cities"), "stroller")
    first, again = ([action for _, action in decisions(LOST_CITIES, spec, 1)] for _ in range(2))
    assert first == again
    views = LOST_CITIES.observe(LOST_CITIES.deal(1, seed=3))
    agent, decided = make_agent(spec, LOST_CITIES), set()
    for seed in range(30):
        agent.begin(0, seed)
        decided.add(agent.decide(views))
    assert len(decided) > 1


@pytest.mark.parametrize("game", GAMES)
def test_it_lets_chances_pass_but_does_itself_no_harm(game: str) -> None:
    loaded = incognita.load(game)
    harmed, missed = 0.0, 0.0
    for views, action in decisions(loaded, "careless:slip=50,harm=2", 4):
        if views["choices"][0] == 1 or (game in ("lost-cities", "partners") and views["phase"][0] != PLAY):
            continue
        worths = worths_of(views)
        assert worths[action] >= min(-2, max(worths.values())), "or the least of all evils"
        harmed = min(harmed, worths[action])
        missed = max(missed, max(worths.values()) - worths[action])
    assert harmed < -1, "a little harm is done"
    assert missed > 5


def test_who_overlooks_the_others_judges_as_if_they_had_nothing() -> None:
    """Three investments of theirs make a card a gift; whoever does not look throws it away like any other."""
    views = LOST_CITIES.observe(LOST_CITIES.deal(1, seed=5))
    colour, rank = divmod(int(views["hand"][0, 7]), int(RANKS))
    discard = LOST_CITIES.action_number(f"{'YBWGR'[colour]}{rank + 1}-")
    views["expeditions"][0, 1, colour, INVESTMENT] = 3
    views["left"] = 10
    agent: Any = make_agent("careless:overlooks=expeditions+tops", LOST_CITIES)
    i = views["legal"][0].tolist().index(discard)
    assert agent.worths(agent.glance(views))[i] > agent.worths(views)[i] + 5
    assert views["expeditions"][0, 1, colour, INVESTMENT] == 3, "the view itself is left alone"


def test_the_own_side_is_never_overlooked() -> None:
    assert rows_of_others(LOST_CITIES, 1, 2) == [0]
    assert rows_of_others(incognita.load("partners"), 3, 2) == [0], "a row for each side"
    assert rows_of_others(incognita.load("partners"), 3, 4) == [0, 2], "a row for each seat"
    assert rows_of_others(incognita.load("board-game", players=3), 1, 4) == [0, 2], "a seat that is not played"


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("slip=-1", "careless: slip and harm are points, 0 or more"),
        ("harm=inf", "careless: slip and harm are points, 0 or more"),
        ("overlooks=tops+hats", r"nobody can overlook 'hats', only totals\+expeditions\+tops\+held\+known"),
        ("haste=3", r"it can be told slip=2\.0, harm=3\.0, overlooks="),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(told: str, message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        make_agent(f"careless:{told}", LOST_CITIES)


# --- even the weakest opens nothing hopeless in the last third of the pile

CLEARLY = -8.0
"""Points that an expedition is expected to lose by, reckoned below, to be called hopeless."""


def begins_expedition(view: Any, action: int) -> tuple[int, int] | None:
    """The colour and rank of a card that begins an expedition of the side."""
    colour, what = divmod(action - 1, 2 * int(RANKS) + 1)
    if action == 0 or colour >= view.colours or what % 2 or what == 2 * int(RANKS):
        return None
    begun = view.expeditions[view.viewer % 2, colour].any()
    return None if begun else (colour, what // 2)


def expected(view: Any, colour: int, rank: int) -> float:
    """What a person would reckon: my cards of the colour for which I have turns, my side's share of the unseen ones,
    half of the discard on top; less the cost; times two with an investment. No number of the player's own is in it.
    """
    hand = [int(kind) % int(RANKS) for kind in view.hand[: view.held[view.viewer]] if int(kind) // int(RANKS) == colour]
    turns = int(view.left) // int(view.players)
    mine = sum(sorted((other + 1 for other in hand if other > rank), reverse=True)[:turns])
    unseen = unseen_cards(view)
    above = sum((other + 1) * int(unseen[colour, other]) for other in range(rank + 1, int(RANKS)))
    to_us = int(view.left) / 2 + sum(int(view.held[seat]) for seat in range(view.players) if seat == view.viewer ^ 2)
    top = int(view.piles[colour, view.heights[colour] - 1]) + 1 if view.heights[colour] else 0
    total = mine + above * min(1.0, to_us / max(1, unseen.sum())) + (top / 2 if top > rank + 1 else 0)
    return float(total + (rank + 1 if rank != INVESTMENT else 0) - int(view.cost)) * (2 if rank == INVESTMENT else 1)


def unseen_cards(view: Any) -> NDArray[np.int64]:
    """By colour and rank: neither laid, nor discarded, nor in my hand."""
    left: NDArray[np.int64] = np.tile(view.copies.astype(np.int64), (len(view.heights), 1)) - view.expeditions.sum(0)
    for kind in view.hand[: view.held[view.viewer]]:
        left[divmod(int(kind), int(RANKS))] -= 1
    for colour in range(view.colours):
        for rank in view.piles[colour, : view.heights[colour]]:
            left[colour, int(rank)] -= 1
    return left[: view.colours]


def loses_expedition(view: Any, action: int) -> bool:
    card = begins_expedition(view, action)
    return card is not None and expected(view, *card) < CLEARLY


def loses_path(view: Any, action: int) -> bool:
    """In the board game: a path begun that will not get beyond the stones that cost something."""
    path, what = divmod(action - int(FIRST_OF_COLOURS), int(ACTIONS_OF_A_COLOUR))
    value, way = divmod(what, int(WAYS))
    if action < FIRST_OF_COLOURS or what >= TAKE or way == DISCARD or view.standing[view.viewer, path]:
        return False
    turns = int(view.left) // int(view.players)
    mine = sum(int(kind) // VALUES == path and int(kind) % VALUES >= value for kind in view.hand if kind != NONE) - 1
    lying = view.columns.sum(0).reshape(PATHS, VALUES)[path, value:].sum() + mine + 1
    lying += sum(int(other) >= value for other in view.piles[path, : view.heights[path]])
    unseen = int(view.left) + sum(int(view.held[seat]) for seat in range(view.players) if seat != view.viewer)
    to_come = (COPIES * (VALUES - value) - int(lying)) * turns / max(1, unseen)
    return bool(1 + min(turns, mine + to_come) < 3)  # on the second stone, or not even there


def discards_own_member(view: Any, action: int) -> bool:
    """In Adventure Tours, where rounds end before the pile does: the own member is named to be discarded."""
    asked = view.what[int(view.to_come) - 1] == DISCARD_MEMBER
    return bool(asked and action == int(FIRST_SEAT) + int(view.viewer))


HOPELESS = {
    "lost-cities": loses_expedition,
    "partners": loses_expedition,
    "board-game": loses_path,
    "adventure-tours": discards_own_member,
}


def hopeless_decisions(game: Game, spec: str, deals: int) -> tuple[int, int]:
    """In rounds among scouts: how often something hopeless could be done, and how often this player would."""
    full = int(game.observe(game.deal(1, seed=0))["left"][0])
    agent, is_hopeless = make_agent(spec, game), HOPELESS[game.name]
    possible = done = 0
    for views, _ in decisions(game, "policy", deals):
        if views["left"][0] > full / 3 and game.name != "adventure-tours":
            continue
        legal = views["legal"][0, : int(views["choices"][0])].tolist()
        hopeless = [action for action in legal if is_hopeless(views[0], action)]
        possible += bool(hopeless)
        done += agent.decide(views) in hopeless
    return possible, done


@pytest.mark.parametrize("name", ["stroller", "traveller"])
@pytest.mark.parametrize("game", HOPELESS)
def test_even_the_weakest_does_nothing_hopeless_late_in_a_round(game: str, name: str) -> None:
    possible, done = hopeless_decisions(incognita.load(game), levels.spec(incognita.load(game), name), 150)
    assert possible > 300, "it often could"
    assert done == 0


@pytest.mark.parametrize("game", HOPELESS)
def test_a_player_who_minds_no_harm_would(game: str) -> None:
    """So the test above is about that limit, and would notice if it were gone."""
    possible, done = hopeless_decisions(incognita.load(game), "careless:slip=20,harm=1000", 50)
    assert done > possible / 20
