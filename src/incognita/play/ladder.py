"""A round robin of agents: everyone meets everyone on the same deals, and gets a rating.

Ratings are those of OpenSkill, model of Plackett and Luce. A round is a game: its sides are ranked by points, and sides
with as many points share a rank. A side of several seats is played by one agent and counts as one player. Where a game
has three sides or more, each agent in turn sits among copies of each other one; what the copies learn from a round is
averaged. Agents do not change, so ratings are not made uncertain again with time (`tau` is 0).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import NormalDist, fmean
from typing import Any

import numpy as np

from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.play.measurement import Measurement, new
from incognita.play.results import SURE, Estimate, Interval, Numbers, deal_margins, deal_wins, estimate, share_interval
from incognita.play.workers import Players, Task, play_here

REACH = NormalDist().inv_cdf((1 + SURE) / 2)


@dataclass(frozen=True)
class Standing:
    """Where an agent stands."""

    spec: str
    rating: float
    rating_interval: Interval
    wins: float
    """The share of rounds won, against all others alike."""
    wins_interval: Interval
    margin: Estimate
    """Over deals; what a deal brought is the mean over all opponents."""
    forfeits: int


def round_robin(game: Game, specs: Sequence[str], deals: int, *, seed: int = 1) -> list[Measurement]:
    """The contests of a ladder, nothing of them played. All have the same seed, so all have the same deals."""
    if len(set(specs)) < max(2, len(specs)):
        raise OptionError("a ladder needs two agents or more, all different")
    two_sides = len(game.sides) == 2
    pairs = combinations(specs, 2) if two_sides else permutations(specs, 2)
    return [new(game, pair, deals, seed=seed) for pair in pairs]


def play_all(
    measurements: Sequence[Measurement],
    play: Players = play_here,
    progress: Callable[[Measurement], None] | None = None,
) -> None:
    """Play what is left of all contests, by the same players."""
    asked: deque[Measurement] = deque()
    with closing(play(tasks_of(measurements, asked))) as chunks:
        for chunk in chunks:
            measurement = asked.popleft()  # chunks come in the order in which they were asked for
            if measurement.finished:  # it stopped while this one was on its way
                continue
            measurement.add(chunk)
            if progress:
                progress(measurement)


def tasks_of(measurements: Sequence[Measurement], asked: deque[Measurement]) -> Iterator[Task]:
    """The chunks that are left of all of them; whose each is, is written down."""
    for measurement in measurements:
        for task in measurement.tasks():
            if measurement.finished:
                break
            asked.append(measurement)
            yield task


def standings(measurements: Sequence[Measurement]) -> list[Standing]:
    """All agents, the best first."""
    rated = ratings(measurements)
    rows = [standing(spec, measurements, *rated[spec]) for spec in rated]
    return sorted(rows, key=lambda row: -row.rating)


def standing(spec: str, measurements: Sequence[Measurement], rating: float, sigma: float) -> Standing:
    met = [measurement for measurement in measurements if spec in measurement.contest.specs]
    wins = np.mean([deal_wins(one.rounds, one.seatings, one.contest.specs.index(spec)) for one in met], axis=0)
    return Standing(
        spec=spec,
        rating=rating,
        rating_interval=(rating - REACH * sigma, rating + REACH * sigma),
        wins=float(wins.mean()),
        wins_interval=share_interval(wins),
        margin=estimate(np.mean([margins_of(spec, one) for one in met if counts_for(spec, one)], axis=0)),
        forfeits=sum(one.result.entrants[one.contest.specs.index(spec)].forfeits for one in met),
    )


def counts_for(spec: str, measurement: Measurement) -> bool:
    """The margin of one among copies is not that of a copy; between two sides it is, turned round."""
    return measurement.contest.specs[0] == spec or len(measurement.seatings) == 2


def margins_of(spec: str, measurement: Measurement) -> Numbers:
    margins = deal_margins(measurement.rounds, measurement.seatings)
    return margins if measurement.contest.specs[0] == spec else -margins


# --- ratings


def ratings(measurements: Sequence[Measurement]) -> dict[str, tuple[float, float]]:
    """The rating of every agent and its standard deviation."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    specs = dict.fromkeys(spec for measurement in measurements for spec in measurement.contest.specs)
    rated: dict[str, Any] = {spec: model.rating(name=spec) for spec in specs}
    for sides, points in played_rounds(measurements):
        rate_round(model, rated, sides, points)
    return {spec: (float(rating.mu), float(rating.sigma)) for spec, rating in rated.items()}


def played_rounds(measurements: Sequence[Measurement]) -> Iterator[tuple[list[str], list[int]]]:
    """Who had which side and how many points each got: deal by deal through all contests, so that none comes last."""
    for deal in range(min(len(measurement.rounds) for measurement in measurements)):
        for measurement in measurements:
            for seating, points in zip(measurement.seatings, measurement.rounds.points[deal], strict=True):
                yield [measurement.contest.specs[entrant] for entrant in seating], points.tolist()


def rate_round(model: Any, rated: dict[str, Any], sides: Sequence[str], points: Sequence[int]) -> None:
    """One round: every side is a team of one."""
    after = model.rate([[rated[spec]] for spec in sides], scores=points)
    for spec in set(sides):
        new = [team[0] for team, name in zip(after, sides, strict=True) if name == spec]
        rated[spec] = model.rating(fmean(one.mu for one in new), fmean(one.sigma for one in new), spec)
