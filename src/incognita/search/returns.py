"""What search tries to make large: one number for each seat at the end of a round."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from incognita.core.game import Game
from incognita.core.jit import Int, Row, kernel
from incognita.core.rules import Points

MARGIN, WIN = 0, 1
RETURNS = {"margin": MARGIN, "win": WIN}

Sides = NDArray[np.uint8]
"""The side of each seat."""

# A match that is decided is still played on: a point more is worth this part of a won match, in spreads of a round.
TIDINESS = 0.001


def prize_of(game: Game, told: float | None) -> float:
    """What winning a round counts besides the margin, in points; `told` is in spreads of the game."""
    return game.spread * (float(len(game.sides) > 2) if told is None else told)


@kernel
def seats_of_others(sides: Sides, seat: Int) -> Int:
    """The bits of all seats that are not on the seat's side."""
    bits = np.int64(0)
    for other in range(len(sides)):
        if sides[other] != sides[seat]:
            bits |= np.int64(1) << other
    return bits


@kernel
def margin(points: Points, sides: Sides, seat: Int) -> float:
    """Points of the seat's side less the mean of the others."""
    others, n = 0.0, 0.0
    for other in range(len(sides)):
        if sides[other] != sides[seat]:
            others += np.float64(points[other])
            n += 1.0
    return np.float64(points[seat]) - others / n


@kernel
def lead(points: Points, sides: Sides, seat: Int) -> float:
    """Points of the seat's side less those of the best other."""
    ahead = 1e9
    for other in range(len(sides)):
        if sides[other] != sides[seat]:
            ahead = min(ahead, np.float64(points[seat]) - np.float64(points[other]))
    return ahead


@kernel
def share_of(points: Points, sides: Sides, seat: Int) -> float:
    """The share of a round's win, which all sides with the most points have together."""
    mine, winners = np.float64(0.0), np.float64(0.0)
    for other in range(len(points)):
        if points[other] > points[seat]:
            return 0.0
        if points[other] == points[seat]:
            winners += 1.0
            mine += 1.0 if sides[other] == sides[seat] else 0.0
    return mine / winners


@kernel
def win(state: Row, points: Points, sides: Sides, seat: Int, spread: float) -> float:
    """The chance to win the match from a finished round: certain in the last, else a normal law of rounds to come."""
    ahead = lead(points, sides, seat)
    rounds_left = np.float64(state.rounds) - np.float64(state.round_number)
    if rounds_left > 0.0:
        chance = 0.5 * (1.0 + math.erf(ahead / (spread * math.sqrt(2.0 * rounds_left))))
    else:
        chance = 0.5 if ahead == 0.0 else 1.0 if ahead > 0.0 else 0.0
    return chance + TIDINESS * margin(points, sides, seat) / spread
