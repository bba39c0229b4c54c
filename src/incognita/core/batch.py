"""What a step of many environments needs compiled."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from incognita.core import rng, rules
from incognita.core.encoder import encode
from incognita.core.jit import Int, Random, Row, Rows, kernel, parallel_kernel
from incognita.core.rules import NONE, Numbers, Points

Flags = NDArray[np.bool_]
Seats = NDArray[np.uint8]
Wanted = NDArray[np.int64]


LEAVE = -1
"""What a row can be told instead of an action."""


class Batch(NamedTuple):
    """What rounds of a batch end and begin with. Only for the few that do: Numba counts references to arrays in a tuple
    each time one is used, atomically."""

    states: Rows
    finals: Rows
    """Where an episode ended in the last step: the state it ended with."""
    starts: Rows
    """Not by row, but by the starter that is drawn: the states before a deal."""
    sides: Seats
    """Not by row: the first seat of each side."""
    rngs: Random
    plies: Wanted
    resting: Flags
    points: Points
    """Room for a count."""
    rewards: Numbers
    terminated: Flags
    truncated: Flags


class Shown(NamedTuple):
    """What the seats to act see and may do."""

    seats: Seats
    views: Rows
    numbers: Rows
    mask: Flags


class Limits(NamedTuple):
    """When an episode is over, and whether another begins at once."""

    most_plies: Int
    rounds: Int
    auto_reset: Int


@parallel_kernel
def step_rows_on_cores(batch: Batch, wanted: Wanted, limits: Limits, shown: Shown, cores: Int) -> Int:
    """A whole step, a share of the rows on every core. Nothing of it if an action is illegal.

    A core always has the same share, so that it lies in its nearest cache. Returned is what `illegal_row` says.
    """
    n = len(wanted)
    first = n
    for core in numba.prange(cores):
        first = min(first, illegal_row(batch.resting, shown.mask, wanted, n * core // cores, n * (core + 1) // cores))
    if first == n:
        for core in numba.prange(cores):
            step_share(batch, wanted, limits, shown, n * core // cores, n * (core + 1) // cores)
    return first


@kernel
def step_share(batch: Batch, wanted: Wanted, limits: Limits, shown: Shown, first: Int, stop: Int) -> None:
    rows = slice(first, stop)
    states, resting = batch.states[rows], batch.resting[rows]
    ended = play_rows(
        states,
        wanted[rows],
        resting,
        batch.plies[rows],
        limits.most_plies,
        batch.rewards[rows],
        batch.terminated[rows],
        batch.truncated[rows],
    )
    if ended:
        end_rounds(batch, first, stop, limits)
    show_rows(states, resting, shown.seats[rows], shown.views[rows], shown.numbers[rows], shown.mask[rows])


@kernel
def illegal_row(resting: Flags, mask: Flags, wanted: Wanted, first: Int, stop: Int) -> Int:
    """The first of these rows with an action that is not legal, or how many rows there are in all.

    Resting rows are left alone whatever they are told.
    """
    for i in range(first, stop):
        if resting[i]:
            wanted[i] = LEAVE
        elif wanted[i] != LEAVE and not (0 <= wanted[i] < mask.shape[1] and mask[i, np.uint64(wanted[i])]):
            return i
    return len(wanted)


@kernel
def play_rows(
    states: Rows,
    wanted: Wanted,
    resting: Flags,
    plies: Wanted,
    most_plies: Int,
    rewards: Numbers,
    terminated: Flags,
    truncated: Flags,
) -> Int:
    """Perform the actions and flag the rounds that are over; return how many. The flags of resting rows stay."""
    ended = 0
    for i in range(len(states)):
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
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


@kernel
def end_rounds(batch: Batch, first: Int, stop: Int, limits: Limits) -> None:
    """Where a round is over: go on with the next of the match, or pay and begin anew, or pay and rest."""
    terminated, truncated, resting = batch.terminated, batch.truncated, batch.resting
    for i in range(first, stop):
        if (terminated[i] or truncated[i]) and not resting[i]:
            if truncated[i] or batch.states[i].round_number >= limits.rounds:
                end_episode(batch, i)
                if limits.auto_reset:
                    begin_episode(batch, i)
            else:
                terminated[i] = False
                rules.carry(batch.states[i])
                deal_row(batch, i)


@kernel
def end_episode(batch: Batch, i: Int) -> None:
    batch.finals[i] = batch.states[i]
    pay_margins(batch.states[i], batch.points[i], batch.sides, batch.rewards[i])
    batch.resting[i] = True


@kernel
def pay_margins(state: Row, points: Points, sides: Seats, rewards: Numbers) -> None:
    """Own points minus the mean of the other sides', for every seat."""
    rules.score(state, points)
    total = np.int64(0)
    for side in range(len(sides)):
        total += points[sides[side]]
    for seat in range(len(rewards)):
        own = np.int64(points[seat])
        rewards[seat] = np.float32(own - (total - own) / (len(sides) - 1))


@kernel
def begin_episode(batch: Batch, i: Int) -> None:
    """Deal anew. A starter is drawn even if it is known: the deals stay the same."""
    batch.states[i] = batch.starts[rng.below(batch.rngs[i : i + 1], len(batch.starts))]
    deal_row(batch, i)
    batch.plies[i] = 0
    batch.resting[i] = False


@kernel
def deal_row(batch: Batch, i: Int) -> None:
    rules.deal(batch.states[i], batch.rngs[i : i + 1])


@kernel
def begin_episodes(batch: Batch, rows: Wanted) -> None:
    for k in range(len(rows)):
        begin_episode(batch, rows[k])


@kernel
def show_rows(states: Rows, resting: Flags, seats: Seats, views: Rows, numbers: Rows, mask: Flags) -> None:
    """What the seats to act see and may do: a view becomes numbers while it lies in the nearest cache."""
    for i in range(len(states)):
        seats[i] = states[i].seat
        rules.observe(states[i], states[i].seat, views[i])
        encode(numbers[i], views[i])
        for action in range(mask.shape[1]):
            mask[i, action] = False
        if not resting[i]:
            for j in range(views[i].choices):
                mask[i, views[i].legal[j]] = True


@kernel
def encode_rows(numbers: Rows, views: Rows) -> None:
    for i in range(len(views)):
        encode(numbers[i], views[i])
