"""What a step of many environments needs compiled; all but the last do not depend on the game."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

from incognita.core import rng, rules
from incognita.core.jit import Int, Random, Rows, kernel, parallel_kernel
from incognita.core.pieces import Flags
from incognita.core.rules import NONE

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
def note_ends(
    wanted: Wanted,
    seats: Seats,
    resting: Flags,
    plies: Wanted,
    most_plies: Int,
    terminated: Flags,
    truncated: Flags,
) -> Int:
    """Count a ply and flag the rounds that are over; return how many. The flags of resting rows stay."""
    ended = 0
    for i in range(len(plies)):
        if not resting[i]:
            acted = wanted[i] != LEAVE
            plies[i] += acted
            terminated[i] = acted and seats[i] == NONE
            truncated[i] = acted and seats[i] != NONE and plies[i] >= most_plies
            ended += terminated[i] or truncated[i]
    return ended


@kernel
def draw_starters(rngs: Random, players: Int, starters: Wanted) -> None:
    for i in range(len(starters)):
        starters[i] = rng.below(rngs[i : i + 1], players)


@parallel_kernel
def observe_rows_on_cores(states: Rows, seats: Seats, views: Rows) -> None:
    for i in numba.prange(len(states)):
        rules.observe(states[i], seats[i], views[i])
