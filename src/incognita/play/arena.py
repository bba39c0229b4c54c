"""Players measured against each other on mirrored deals: the same deck once from every chair.

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

MOST_PLIES = 4000
"""A round that lasts longer is broken off and counted: discards can go round for ever."""
AT_ONCE = 500


@dataclass(frozen=True)
class Result:
    """The policy on one side against uniform random play, or itself, on all others: means per round."""

    deals: int
    own: float
    other: float
    """The mean of the other sides."""
    margin: float
    error: float
    """One standard error of the margin."""
    wins: float
    """The share of rounds won; one that k sides win together counts 1/k for each."""
    plies: float
    broken_off: int


@kernel
def mirrored_rounds(
    states: Rows,
    views: Rows,
    rngs: Random,
    masks: NDArray[np.int64],
    points: NDArray[np.int32],
    plies: NDArray[np.int64],
) -> None:
    """Each deal once for every mask of seats that follow the policy; the same seat begins every time."""
    n = len(masks)
    for i in range(len(states)):
        rules.deal(states[i], rngs[i : i + 1])
        for k in range(n):
            states[i].ply = 0
            rules.begin(states[i])
            plies[n * i + k] = play_policy(states[i], views[0], rngs[i : i + 1], masks[k], MOST_PLIES)
            rules.score(states[i], points[n * i + k])


def measure(
    game: Game, deals: int, *, seed: int, against_itself: bool = False, progress: Callable[[int], None] | None = None
) -> Result:
    """The game's policy over `deals` mirrored deals of one round each, on every side in turn."""
    sides = [sum(1 << seat for seat in side) for side in game.sides]
    masks = np.array([sum(sides)] * len(sides) if against_itself else sides, np.int64)
    points = np.zeros((deals * len(masks), game.players), np.int32)
    plies = np.zeros(deals * len(masks), np.int64)
    rngs, views = rng.streams(seed, deals), np.zeros(1, game.view_dtype)
    for start in range(0, deals, AT_ONCE):
        stop = min(start + AT_ONCE, deals)
        rows = slice(start * len(masks), stop * len(masks))
        mirrored_rounds(game.blank(stop - start), views, rngs[start:stop], masks, points[rows], plies[rows])
        if progress:
            progress(stop)
    return summary(game, points.reshape(deals, len(masks), game.players), plies)


def summary(game: Game, points: NDArray[np.int32], plies: NDArray[np.int64]) -> Result:
    """`points` by deal, by the side that followed the policy, by seat."""
    by_side = np.stack([points[:, :, side[0]] for side in game.sides], 2).astype(float)
    n = len(game.sides)
    own = np.stack([by_side[:, k, k] for k in range(n)], 1)
    others = np.stack([np.delete(by_side[:, k], k, 1) for k in range(n)], 1)
    margins = (own - others.mean(2)).mean(1)
    won = (own >= others.max(2)) / (1 + (others == own[:, :, None]).sum(2))
    return Result(
        deals=len(points),
        own=float(own.mean()),
        other=float(others.mean()),
        margin=float(margins.mean()),
        error=float(margins.std(ddof=1) / np.sqrt(len(margins))),
        wins=float(won.mean()),
        plies=float(plies.mean()),
        broken_off=int((plies == MOST_PLIES).sum()),
    )
