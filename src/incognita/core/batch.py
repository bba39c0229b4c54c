"""What a step of many environments needs compiled; all but the last do not depend on the game."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from incognita.core import rng, rules
from incognita.core.jit import Int, Random, Rows, kernel, parallel_kernel
from incognita.core.pieces import Flags
from incognita.core.rules import NONE, Numbers, Points

Seats = NDArray[np.uint8]
Wanted = NDArray[np.int64]


LEAVE = -1
"""What a row can be told instead of an action."""


@kernel
def illegal_row(resting: Flags, mask: Flags, wanted: Wanted) -> Int:
    """The first row with an action that is not legal, or -1. Resting rows are left alone whatever they are told."""
    for i in range(len(wanted)):
        if resting[i]:
            wanted[i] = LEAVE
        elif wanted[i] != LEAVE and not (0 <= wanted[i] < mask.shape[1] and mask[i, wanted[i]]):
            return i
    return -1


@kernel
def play_rows(
    states: Rows, wanted: Wanted, resting: Flags, plies: Wanted, most_plies: Int, terminated: Flags, truncated: Flags
) -> Int:
    """Perform the actions and flag the rounds that are over; return how many. The flags of resting rows stay."""
    ended = 0
    for i in range(len(states)):
        if not resting[i]:
            ended += play_row(states, i, wanted, plies, most_plies, terminated, truncated)
    return ended


@parallel_kernel
def play_rows_on_cores(
    states: Rows, wanted: Wanted, resting: Flags, plies: Wanted, most_plies: Int, terminated: Flags, truncated: Flags
) -> Int:
    ended = 0
    for i in numba.prange(len(states)):
        if not resting[i]:
            ended += play_row(states, i, wanted, plies, most_plies, terminated, truncated)
    return ended


@kernel
def play_row(
    states: Rows, i: Int, wanted: Wanted, plies: Wanted, most_plies: Int, terminated: Flags, truncated: Flags
) -> Int:
    acted = wanted[i] != LEAVE
    if acted:
        rules.apply(states[i], wanted[i])
        plies[i] += 1
    over = states[i].seat == NONE
    terminated[i] = acted and over
    truncated[i] = acted and not over and plies[i] >= most_plies
    return np.int64(terminated[i] or truncated[i])


class Episodes(NamedTuple):
    """What an episode begins with and ends with, beside its rows."""

    starts: Rows
    """States before the deal, by the starter that is drawn."""
    finals: Rows
    """Where an episode ended in the last step: the state it ended with."""
    rngs: Random
    plies: Wanted
    resting: Flags
    points: Points
    """Room for the points of every seat."""
    sides: Seats
    """The first seat of each side."""


@kernel
def end_rounds(
    states: Rows,
    episodes: Episodes,
    rounds: Int,
    terminated: Flags,
    truncated: Flags,
    rewards: Numbers,
    ended: Wanted,
) -> Int:
    """Go on with the next round of a match, or pay and let the row rest. List the rows that rest now, return how many."""
    resting, n = episodes.resting, 0
    for i in range(len(states)):
        if (terminated[i] or truncated[i]) and not resting[i]:
            if truncated[i] or states[i].round_number >= rounds:
                episodes.finals[i] = states[i]
                pay_margins(states, i, episodes.points, episodes.sides, rewards)
                resting[i] = True
                ended[n] = i
                n += 1
            else:
                terminated[i] = False
                rules.carry(states[i])
                rules.deal(states[i], episodes.rngs[i : i + 1])
    return n


@kernel
def pay_margins(states: Rows, i: Int, points: Points, sides: Seats, rewards: Numbers) -> None:
    """Own points minus the mean of the other sides', for every seat."""
    rules.score(states[i], points[i])
    total = np.int64(0)
    for side in range(len(sides)):
        total += points[i, sides[side]]
    for seat in range(rewards.shape[1]):
        own = np.int64(points[i, seat])
        rewards[i, seat] = np.float32(own - (total - own) / (len(sides) - 1))


@kernel
def begin_episodes(states: Rows, episodes: Episodes, rows: Wanted) -> None:
    """Deal anew in these rows. A starter is drawn even if it is known: the deals stay the same."""
    for k in range(len(rows)):
        i = rows[k]
        drawn = rng.below(episodes.rngs[i : i + 1], len(episodes.starts))
        states[i] = episodes.starts[drawn]
        rules.deal(states[i], episodes.rngs[i : i + 1])
        episodes.plies[i] = 0
        episodes.resting[i] = False


@parallel_kernel
def observe_rows_on_cores(states: Rows, seats: Seats, views: Rows) -> None:
    for i in numba.prange(len(states)):
        rules.observe(states[i], seats[i], views[i])
