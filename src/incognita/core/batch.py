"""What a step of many environments needs compiled."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from incognita.core import rng, rules
from incognita.core.encoder import encode
from incognita.core.jit import Int, Random, Rows, kernel, parallel_kernel
from incognita.core.rules import NONE, Numbers, Points

Flags = NDArray[np.bool_]
Seats = NDArray[np.uint8]
Wanted = NDArray[np.int64]


BLOCK = 64
"""Rows that a core works on before it asks for more."""
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
        if wanted[i] != LEAVE:
            rules.apply(states[i], wanted[i])
            plies[i] += 1
            over = states[i].seat == NONE
            terminated[i] = over
            truncated[i] = plies[i] >= most_plies and not over
            ended += terminated[i] | truncated[i]
        elif not resting[i]:
            terminated[i] = truncated[i] = False
    return ended


@parallel_kernel
def play_rows_on_cores(
    states: Rows, wanted: Wanted, resting: Flags, plies: Wanted, most_plies: Int, terminated: Flags, truncated: Flags
) -> Int:
    """The same, blocks of rows shared out among the cores."""
    ended = 0
    for block in numba.prange(blocks(len(states))):
        b = slice(block * BLOCK, (block + 1) * BLOCK)
        ended += play_rows(states[b], wanted[b], resting[b], plies[b], most_plies, terminated[b], truncated[b])
    return ended


@kernel
def blocks(rows: Int) -> Int:
    return (rows + BLOCK - 1) // BLOCK


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


@kernel
def show_rows(states: Rows, resting: Flags, seats: Seats, views: Rows, numbers: Rows, mask: Flags) -> None:
    """What the seats to act see and may do, row by row: a view is encoded while it lies in the nearest cache."""
    for i in range(len(states)):
        seats[i] = states[i].seat
        rules.observe(states[i], states[i].seat, views[i])
        encode(numbers[i], views[i])
        for action in range(mask.shape[1]):
            mask[i, action] = False
        if not resting[i]:
            for j in range(views[i].choices):
                mask[i, views[i].legal[j]] = True


@parallel_kernel
def show_rows_on_cores(states: Rows, resting: Flags, seats: Seats, views: Rows, numbers: Rows, mask: Flags) -> None:
    for block in numba.prange(blocks(len(states))):
        b = slice(block * BLOCK, (block + 1) * BLOCK)
        show_rows(states[b], resting[b], seats[b], views[b], numbers[b], mask[b])


@kernel
def encode_rows(numbers: Rows, views: Rows) -> None:
    for i in range(len(views)):
        encode(numbers[i], views[i])
