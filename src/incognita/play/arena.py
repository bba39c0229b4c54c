"""Players measured against each other on mirrored deals: the same deck once from either chair.

Mirroring takes most of the luck of the deal out of the difference; the error bars are of the mean over deals, each deal
being one independent observation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from incognita.core import rng, rules
from incognita.core.game import Game
from incognita.core.jit import Random, Rows, kernel
from incognita.core.playout import play_policy

MOST_PLIES = 2000
"""A round that lasts longer is broken off and counted: discards can go round for ever."""


@dataclass(frozen=True)
class Result:
    """A measured match-up of the policy against uniform random play or against itself, per round."""

    deals: int
    own: float
    other: float
    margin: float
    error: float
    """One standard error of the margin."""
    plies: float
    broken_off: int


@kernel
def mirrored_rounds(
    states: Rows, views: Rows, rngs: Random, both: bool, points: NDArray[np.int32], plies: NDArray[np.int64]
) -> None:
    """Each deal twice, seat 0 beginning: the policy sits in seat 0 the first time, in seat 1 the second."""
    for i in range(len(states)):
        rules.deal(states[i], rngs[i : i + 1])
        for seat in range(2):
            states[i].ply = 0
            rules.begin(states[i])
            seats = 3 if both else 1 << seat
            plies[2 * i + seat] = play_policy(states[i], views[0], rngs[i : i + 1], seats, MOST_PLIES)
            rules.score(states[i], points[2 * i + seat])


def measure(
    game: Game, deals: int, *, seed: int, against_itself: bool = False, progress: Callable[[int], None] | None = None
) -> Result:
    """The game's policy over `deals` mirrored deals of one round each, against random play or itself."""
    points = np.zeros((2 * deals, game.players), np.int32)
    plies = np.zeros(2 * deals, np.int64)
    rngs = rng.streams(seed, deals)
    views = np.zeros(1, game.view_dtype)
    for start in range(0, deals, 500):
        rows = slice(start, min(start + 500, deals))
        states = game.blank(rows.stop - rows.start)
        both = slice(2 * rows.start, 2 * rows.stop)
        mirrored_rounds(states, views, rngs[rows], against_itself, points[both], plies[both])
        if progress:
            progress(rows.stop)
    return summary(points.reshape(deals, 2, game.players), plies)


def summary(points: NDArray[np.int32], plies: NDArray[np.int64]) -> Result:
    own = np.stack([points[:, 0, 0], points[:, 1, 1]], 1)
    other = np.stack([points[:, 0, 1], points[:, 1, 0]], 1)
    margins = (own - other).mean(1)
    return Result(
        deals=len(points),
        own=float(own.mean()),
        other=float(other.mean()),
        margin=float(margins.mean()),
        error=float(margins.std(ddof=1) / np.sqrt(len(margins))),
        plies=float(plies.mean()),
        broken_off=int((plies == MOST_PLIES).sum()),
    )
