"""What a measurement says, and how sure one may be of it. Every deal is one observation: the mean over its seatings.

What is said of a round here is said of a match where whole matches were played.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incognita.play.arena import Rounds, Seatings

SURE = 0.95
"""Intervals hold the true value this often."""
TUNED_TO = 1000
"""The interval for many looks is narrowest, next to the ordinary one, after this many deals."""

Numbers = NDArray[np.float64]
Interval = tuple[float, float]


@dataclass(frozen=True)
class Estimate:
    """A mean over deals."""

    deals: int
    mean: float
    error: float
    """One standard error."""
    interval: Interval


@dataclass(frozen=True)
class Entrant:
    """What an entrant got per round and side it played."""

    points: float
    wins: float
    forfeits: int


@dataclass(frozen=True)
class Result:
    """The first entrant against the others: means per round."""

    deals: int
    own: float
    others: float
    """The mean of the other sides."""
    margin: float
    error: float
    """One standard error of the margin."""
    interval: Interval
    """Of the margin, 95 %, for one look at the end."""
    interval_for_all_looks: Interval
    """Of the margin, 95 %, however often one looks and whenever one stops."""
    wins: float
    """The share of rounds won; one that k sides win together counts 1/k for each."""
    wins_interval: Interval
    plies: float
    rounds: int
    broken_off: int
    without_broken_off: Estimate | None
    """The margin over the deals of which no round was broken off, if one was."""
    forfeits: dict[str, int]
    """How often for which reason."""
    entrants: list[Entrant]


def summary(rounds: Rounds, seatings: Seatings) -> Result:
    """The result of what was played so far."""
    margins, wins = deal_margins(rounds, seatings), deal_wins(rounds, seatings)
    margin = estimate(margins)
    entrants = [entrant_result(rounds, seatings, number) for number in range(max(map(max, seatings)) + 1)]
    whole = ~rounds.broken_off.any(axis=1)
    return Result(
        deals=len(rounds),
        own=entrants[0].points,
        others=entrants[0].points - margin.mean,
        margin=margin.mean,
        error=margin.error,
        interval=margin.interval,
        interval_for_all_looks=interval_for_all_looks(margins),
        wins=float(wins.mean()),
        wins_interval=share_interval(wins),
        plies=float(rounds.plies.mean()),
        rounds=rounds.plies.size,
        broken_off=int(rounds.broken_off.sum()),
        without_broken_off=None if whole.all() else estimate(margins[whole]),
        forfeits=dict(sorted(Counter(forfeit.reason for forfeit in rounds.forfeits).items())),
        entrants=entrants,
    )


# --- from rounds to deals


def deal_margins(rounds: Rounds, seatings: Seatings) -> Numbers:
    """By deal: own points less the mean of the other sides, over the seatings. The first entrant has one side."""
    own = held_by(seatings, 0)
    others = own.shape[1] - 1
    sums = np.where(own, others, -1) * rounds.points.astype(np.int64)
    return np.asarray(sums.sum((1, 2)) / (others * len(seatings)), np.float64)  # divided last, so that 0 is 0


def deal_wins(rounds: Rounds, seatings: Seatings, entrant: int = 0) -> Numbers:
    """By deal: the share of its rounds that a side of the entrant won."""
    own = held_by(seatings, entrant)
    return np.asarray(((win_shares(rounds.points) * own).sum(2) / own.sum(1)).mean(1), np.float64)


def win_shares(points: NDArray[np.int32]) -> Numbers:
    """What every side gets of a round won: one, shared by those that have the most points."""
    best = points == points.max(axis=-1, keepdims=True)
    return np.asarray(best / best.sum(axis=-1, keepdims=True), np.float64)


def held_by(seatings: Seatings, entrant: int) -> NDArray[np.bool_]:
    """By seating and side: whether this entrant has it."""
    return np.asarray(np.array(seatings) == entrant, np.bool_)


def entrant_result(rounds: Rounds, seatings: Seatings, entrant: int) -> Entrant:
    own = held_by(seatings, entrant)
    return Entrant(
        points=float(rounds.points[:, own].mean()),
        wins=float(deal_wins(rounds, seatings, entrant).mean()),
        forfeits=sum(forfeit.entrant == entrant for forfeit in rounds.forfeits),
    )


# --- from deals to intervals


def estimate(values: Numbers) -> Estimate:
    """Mean, standard error and Student's interval; without two observations nothing is known of the error."""
    n = len(values)
    mean = float(values.mean()) if n else math.nan
    error = float(values.std(ddof=1) / math.sqrt(n)) if n > 1 else math.nan
    reach = student(n - 1) * error if n > 1 else math.nan
    return Estimate(n, mean, error, (mean - reach, mean + reach))


def student(freedom: int, sure: float = SURE) -> float:
    """How many standard errors an interval reaches: Student's t, by the series of Abramowitz and Stegun 26.7.5.

    It is right to a thousandth from six degrees of freedom on.
    """
    z, n = NormalDist().inv_cdf((1 + sure) / 2), freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def share_interval(shares: Numbers, sure: float = SURE) -> Interval:
    """Wilson's interval for a mean of numbers from 0 to 1, which is honest near both ends.

    Shares of mirrored deals vary less or more than coin tosses do; the number of deals is corrected by that ratio.
    Where all deals are 0 or all are 1 nothing can be said about it, and they count as tosses.
    """
    mean, z = float(shares.mean()), NormalDist().inv_cdf((1 + sure) / 2)
    tosses = mean * (1 - mean)
    ratio = float(shares.var(ddof=1)) / tosses if tosses > 0 and len(shares) > 1 else 1.0
    spread = z * z * ratio / len(shares)
    middle = (mean + spread / 2) / (1 + spread)
    reach = math.sqrt(spread * tosses + spread * spread / 4) / (1 + spread)
    return round(middle - reach, 12) + 0.0, round(middle + reach, 12)  # 0 and 1 themselves, where they are meant


def interval_for_all_looks(values: Numbers, sure: float = SURE) -> Interval:
    """An interval that may be looked at after every deal: with 95 % it holds the true mean at all those times together.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics, 2024):
    a mixture of normal distributions over the means there could be. Half as wide again as the ordinary one, or more.
    """
    n, wrong = len(values), 1 - sure
    if n < 2:
        return -math.inf, math.inf
    spent = -2 * math.log(wrong)
    grown = 1 + n * (spent + math.log(spent) + 1) / TUNED_TO
    reach = math.sqrt(2 * grown / (n * (grown - 1)) * math.log(math.sqrt(grown) / wrong)) * float(values.std(ddof=1))
    mean = float(values.mean())
    return mean - reach, mean + reach


def running(values: Numbers) -> tuple[Numbers, Numbers]:
    """The mean after every number of deals, and how far its 95 % interval reaches (nothing is known after one)."""
    n = np.arange(1, len(values) + 1)
    means = np.cumsum(values) / n
    squares = np.cumsum((values - values.mean()) ** 2) - n * (means - values.mean()) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = np.sqrt(np.maximum(squares, 0) / (n - 1) / n)
    factors = np.array([math.nan, *(student(count) for count in range(1, len(values)))])
    return means, factors * errors


def jsonable(value: Any) -> Any:
    """NaN and infinity are not JSON; they mean that nothing is known."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: jsonable(item) for key, item in value.items()}
    return [jsonable(item) for item in value] if isinstance(value, list | tuple) else value
