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
from incognita.core.rules import NONE, RULED_OUT, Numbers, Points, Worths
from incognita.learn.playouts import MOST_PLIES
from incognita.search.returns import Sides, margin, seats_of_others, share_of

MOST_CANDIDATES = 6
BY_LOT = 2
"""Of them, any others: the hand-written player may err about what it would not think of, too."""
ALL_SEATS = 0xFF


class Lessons(NamedTuple):
    """What is learned from, a row for each position."""

    parts: Numbers
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


class Room(NamedTuple):
    """What stays the same for all lessons of a variant."""

    starts: Rows
    """Matches before the first deal, by starter."""
    sides: Sides
    prize: float
    """What winning a round counts besides the margin, in points."""
    places: NDArray[np.int64]
    """Of the actions, among the outputs of a network."""


@kernel
def give_lessons(
    states: Rows,
    rngs: Random,
    room: Room,
    narrow: float,
    curiosity: float,
    attention: float,
    desk: Desk,
    lessons: Lessons,
    wanted: Int,
) -> None:
    """One lesson after the other, from the rounds in turn; `attention` is the part of the positions that become one."""
    n, i = 0, 0
    while n < wanted:
        i = i + 1 if i + 1 < len(states) else 0
        state, view, rng = states[i], desk.views[0], rngs[i : i + 1]
        rules.observe(state, state.seat, view)
        rules.weigh(view, rng, desk.worths)
        near = pick_candidates(view, desk.worths, np.int64(view.choices), narrow, desk.actions)
        pick = np.int64(desk.actions[0])
        if fraction(rng) < curiosity:  # so that positions come up that the player would avoid
            pick = np.int64(desk.actions[np.int64(below(rng, np.uint64(near)))])
        count = add_others(view, desk.worths, np.int64(view.choices), rng, desk.actions, near)
        if count > 1 and fraction(rng) < attention:
            rules.describe(view, lessons.parts[n], lessons.whole[n])
            try_all(state, rng, room, desk, count, lessons.chosen[n], lessons.margins[n])
            n += 1
        rules.apply(state, pick)
        if state.seat == NONE or state.ply > MOST_PLIES:
            begin_again(states, i, room.starts, rng)


@kernel
def begin_again(states: Rows, i: Int, starts: Rows, rng: Random) -> None:
    """The next round of the match; or a fresh match, the starter by lot."""
    state: Row = states[i]
    if state.seat == NONE and state.round_number < state.rounds:
        rules.carry(state)
    else:
        states[i] = starts[np.int64(below(rng, np.uint64(len(starts))))]
    rules.deal(states[i], rng)


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
    room: Room,
    desk: Desk,
    count: Int,
    chosen: NDArray[np.int64],
    margins: Numbers,
) -> None:
    """What each candidate comes to: its margin, and the prize or a share of it."""
    seat = np.int64(state.seat)
    others = seats_of_others(room.sides, seat)
    seed = following(rng)
    for c in range(MOST_CANDIDATES):
        chosen[c], margins[c] = -1, np.float32(0.0)
    for c in range(count):
        desk.world[0] = state
        desk.dice[0] = seed
        rules.apply(desk.world[0], desk.actions[c])
        play_policy(desk.world[0], desk.views[1], desk.dice, ALL_SEATS, others, MOST_PLIES)
        rules.foresee(desk.world[0], desk.points)
        won = room.prize * share_of(desk.points, room.sides, seat)
        chosen[c], margins[c] = room.places[desk.actions[c]], margin(desk.points, room.sides, seat) + won


@kernel
def pick_candidates(view: Row, worths: Worths, n: Int, narrow: float, actions: NDArray[np.int64]) -> Int:
    """The actions worth most, down to `narrow` points below the best."""
    best = best_worth(worths, n)
    count = 0
    last, last_i = np.inf, -1
    while count < MOST_CANDIDATES - BY_LOT:
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
def add_others(view: Row, worths: Worths, n: Int, rng: Random, actions: NDArray[np.int64], near: Int) -> Int:
    """Behind those near the best some by lot, of all that are not ruled out."""
    best, met = best_worth(worths, n), 0
    for i in range(n):
        action = np.int64(view.legal[i])
        if worths[i] <= best - RULED_OUT or is_among(action, actions, near):
            continue
        met += 1
        place = near + (met - 1 if met <= BY_LOT else np.int64(below(rng, np.uint64(met))))
        if place < near + BY_LOT:
            actions[place] = action
    return near + min(met, BY_LOT)


@kernel
def is_among(action: Int, actions: NDArray[np.int64], n: Int) -> bool:
    for i in range(n):
        if actions[i] == action:
            return True
    return False
