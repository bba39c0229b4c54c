"""Card games of OpenSpiel as peers of `incognita bench`, played from a Python loop.

A move is a decision of a player. The deal is not timed, for them and for us; chance nodes later in a game are timed but
not counted as moves. Tensors are written into a NumPy buffer by OpenSpiel's own observer, its fastest way: what the
player to move knows, as observation_tensor, or as information_state_tensor for hearts, which has no other.

Its search, `ISMCTSBot`, is measured on those of its card games that it can play: they must resample hidden cards. It
does not tell how many moves it simulated, so that is the number of simulations times the mean length of a random game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from incognita.cli.measures import PYTHON_LOOP, PYTHON_LOOP_VIEWS, SEED, Subject, per_second
from incognita.cli.search_measures import SEARCHED_MOVES

GAMES = ("hearts", "crazy_eights", "skat")
SEARCHED_GAMES = ("euchre", "gin_rummy", "leduc_poker")

Observer = Callable[[Any], None]


class Missing(Exception):
    """OpenSpiel is not installed."""


def subjects(quick: bool) -> dict[str, list[Subject]]:
    """The rows of OpenSpiel, by group."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        raise Missing("OpenSpiel, which is not installed; install it with: pip install open_spiel") from None
    rows = []
    for name in GAMES:
        game = pyspiel.load_game(name)
        deals = [deal(game, random.Random(seed)) for seed in range(1 if quick else 20)]
        plain = f"OpenSpiel {name}, Python loop"
        rows += [
            Subject(plain, "moves/s", timed(deals, lambda state: None), PYTHON_LOOP),
            Subject(f"{plain}, with tensors", "moves/s", timed(deals, observer(game)), PYTHON_LOOP_VIEWS),
        ]
    return {"python": rows, "search": [searched(name, quick) for name in SEARCHED_GAMES]}


def searched(name: str, quick: bool) -> Subject:
    """Think about the first decision of a deal, with a new bot each time: a bot keeps its tree."""
    import pyspiel

    state = deal(pyspiel.load_game(name), random.Random(SEED))
    simulations = 10 if quick else 1000
    moves = simulations * mean_length(state, 1 if quick else 200)

    def think() -> int:
        rollouts = pyspiel.RandomRolloutEvaluator(1, SEED)
        choice = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        pyspiel.ISMCTSBot(SEED, rollouts, 1.0, simulations, -1, choice, False, True).step(state)
        return round(moves)

    return Subject(f"OpenSpiel {name}, ISMCTSBot", "moves/s", lambda: per_second(think), SEARCHED_MOVES)


def mean_length(state: Any, games: int) -> float:
    choose = random.Random(SEED)
    return sum(play(state.clone(), lambda _: None, choose) for _ in range(games)) / games


def deal(game: Any, choose: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        apply_chance(state, choose)
    return state


def apply_chance(state: Any, choose: random.Random) -> None:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(choose.choices(outcomes, weights)[0])


def observer(game: Any) -> Observer:
    import pyspiel
    from open_spiel.python.observation import make_observation

    kind = pyspiel.IIGObservationType(
        perfect_recall=not game.get_type().provides_observation_tensor,
        public_info=True,
        private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER,
    )
    observation = make_observation(game, kind)
    return lambda state: observation.set_from(state, state.current_player())


def timed(deals: list[Any], observe: Observer) -> Callable[[], float]:
    def once() -> float:
        states, choose = [state.clone() for state in deals], random.Random(SEED)
        return per_second(lambda: sum(play(state, observe, choose) for state in states))

    return once


def play(state: Any, observe: Observer, choose: random.Random) -> int:
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            apply_chance(state, choose)
            continue
        observe(state)
        state.apply_action(choose.choice(state.legal_actions()))
        moves += 1
    return moves
