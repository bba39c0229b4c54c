"""Lessons from playouts: what every candidate of a position comes to when the hand-written player plays on.

The position is a real one, hidden cards included, so no guess about them goes into the lesson; the pupil only sees the
view. All candidates are tried in the same world with the same dice, which takes most of the luck out of a comparison.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, Rows, kernel
from incognita.core.playout import play_policy
from incognita.core.rng import below, following, fraction
from incognita.core.rules import NONE, Numbers, Points, Worths
from incognita.search.returns import margin

MOST_CANDIDATES = 6
ALL_SEATS = 0xFF
MOST_PLIES = 1000


@kernel
def give_lessons(
    states: Rows,
    world: Rows,
    views: Rows,
    rngs: Random,
    sides: NDArray[np.uint8],
    places: NDArray[np.int64],
    narrow: float,
    curiosity: float,
    worths: Worths,
    points: Points,
    dice: Random,
    colours: Numbers,
    whole: Numbers,
    chosen: NDArray[np.int64],
    margins: Numbers,
    n_lessons: Int,
) -> None:
    """One lesson after the other, from the games in turn; `chosen` holds the places of the candidates, -1 for none."""
    actions = np.empty(MOST_CANDIDATES, np.int64)
    n, game = 0, 0
    while n < n_lessons:
        game = game + 1 if game + 1 < len(states) else 0
        state, rng = states[game], rngs[game : game + 1]
        rules.observe(state, state.seat, views[0])
        pick = np.int64(rules.policy(views[0], rng))
        if views[0].choices > 1:
            rules.describe(views[0], colours[n], whole[n])
            rules.weigh(views[0], rng, worths)
            count = pick_candidates(views[0], worths, np.int64(views[0].choices), narrow, actions)
            if count > 1:
                try_all(state, world, views, rng, sides, places, points, dice, actions, count, chosen[n], margins[n])
            n += np.int64(count > 1)
            if fraction(rng) < curiosity:  # so that positions come up that the hand-written player would avoid
                pick = np.int64(actions[np.int64(below(rng, np.uint64(count)))])
        rules.apply(state, pick)
        if state.seat == NONE or state.ply > MOST_PLIES:
            begin_again(state, rng)


@kernel
def best_worth(worths: Worths, n: Int) -> float:
    best = worths[0]
    for i in range(1, n):
        best = max(best, worths[i])
    return best


@kernel
def try_all(
    state: Row,
    world: Rows,
    views: Rows,
    rng: Random,
    sides: NDArray[np.uint8],
    places: NDArray[np.int64],
    points: Points,
    dice: Random,
    actions: NDArray[np.int64],
    count: Int,
    chosen: NDArray[np.int64],
    margins: Numbers,
) -> None:
    """The margin that each candidate comes to."""
    seat = np.int64(state.seat)
    seed = following(rng)
    for c in range(MOST_CANDIDATES):
        chosen[c], margins[c] = -1, np.float32(0.0)
    for c in range(count):
        world[0] = state
        dice[0] = seed
        rules.apply(world[0], actions[c])
        play_policy(world[0], views[1], dice, ALL_SEATS, MOST_PLIES)
        rules.score(world[0], points)
        chosen[c], margins[c] = places[actions[c]], margin(points, sides, seat)


@kernel
def pick_candidates(view: Row, worths: Worths, n: Int, narrow: float, actions: NDArray[np.int64]) -> Int:
    """The actions worth most, down to `narrow` points below the best."""
    best = best_worth(worths, n)
    count = 0
    last, last_i = np.inf, -1
    while count < MOST_CANDIDATES:
        found, high = -1, -np.inf
        for i in range(n):
            follows = worths[i] < last or (worths[i] == last and i > last_i)
            if follows and worths[i] > high:
                found, high = i, worths[i]
        if found < 0 or high < best - narrow:
            break
        actions[count] = np.int64(view.legal[found])
        last, last_i = high, found
        count += 1
    return count


@kernel
def begin_again(state: Row, rng: Random) -> None:
    """A fresh round from the same set-up, the starter by lot."""
    state.ply = np.uint32(0)
    state.starter = np.uint8(below(rng, np.uint64(state.players)))
    rules.deal(state, rng)
