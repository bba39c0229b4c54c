"""Lessons from playouts: what every candidate of a position comes to when the hand-written player plays on.

The position is a real one, hidden cards included, so no guess about them goes into the lesson; the pupil only sees the
view. All candidates are tried in the same world with the same dice, which takes most of the luck out of a comparison.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, Rows, kernel
from incognita.core.playout import play_policy
from incognita.core.rng import below, following, fraction
from incognita.core.rules import NONE, Numbers, Points, Worths
from incognita.search.returns import Sides, margin

MOST_CANDIDATES = 6
ALL_SEATS = 0xFF
MOST_PLIES = 1000


class Lessons(NamedTuple):
    """What is learned from, a row for each position."""

    colours: Numbers
    whole: Numbers
    chosen: NDArray[np.int64]
    """The places of the candidates, -1 where there are no more …"""
    margins: Numbers
    """… and what they came to."""


class Desk(NamedTuple):
    """Arrays that are written to for every lesson, made once."""

    world: Rows
    views: Rows
    """That of who decides, and those that the playouts need."""
    worths: Worths
    actions: NDArray[np.int64]
    points: Points
    dice: Random


@kernel
def give_lessons(
    states: Rows,
    rngs: Random,
    sides: Sides,
    places: NDArray[np.int64],
    narrow: float,
    curiosity: float,
    desk: Desk,
    lessons: Lessons,
    wanted: Int,
) -> None:
    """One lesson after the other, from the games in turn."""
    n, game = 0, 0
    while n < wanted:
        game = game + 1 if game + 1 < len(states) else 0
        state, view, rng = states[game], desk.views[0], rngs[game : game + 1]
        rules.observe(state, state.seat, view)
        pick = np.int64(rules.policy(view, rng))
        if view.choices > 1:
            rules.describe(view, lessons.colours[n], lessons.whole[n])
            rules.weigh(view, rng, desk.worths)
            count = pick_candidates(view, desk.worths, np.int64(view.choices), narrow, desk.actions)
            if count > 1:
                try_all(state, rng, sides, places, desk, count, lessons.chosen[n], lessons.margins[n])
                n += 1
            if fraction(rng) < curiosity:  # so that positions come up that the hand-written player would avoid
                pick = np.int64(desk.actions[np.int64(below(rng, np.uint64(count)))])
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
    rng: Random,
    sides: Sides,
    places: NDArray[np.int64],
    desk: Desk,
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
        desk.world[0] = state
        desk.dice[0] = seed
        rules.apply(desk.world[0], desk.actions[c])
        play_policy(desk.world[0], desk.views[1], desk.dice, ALL_SEATS, MOST_PLIES)
        rules.score(desk.world[0], desk.points)
        chosen[c], margins[c] = places[desk.actions[c]], margin(desk.points, sides, seat)


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
