"""Thinking about one decision: which candidates are tried how often, and what comes out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Game
from incognita.core.jit import Random
from incognita.core.rules import MOST_ACTIONS, MOST_KINDS, Odds
from incognita.search.returns import RETURNS, Sides
from incognita.search.simulate import DEEPEST, Settings, Workspace, try_candidates
from incognita.search.tree import NODE, ROOT, clear

MOST_NODES = 1 << 17
"""Room of the tree: 4 MB. When it is full it is searched on without growing."""
WORLDS_AT_ONCE = 16
"""Between two looks at the clock, or fewer if they take long."""


@dataclass(frozen=True)
class Candidate:
    """What search found out about one action."""

    action: int
    visits: int
    """Worlds it was tried in."""
    value: float
    """The mean return: points, or the chance to win the match."""
    error: float
    """One standard error of it."""
    margin: float
    """The mean margin of the match after this round, in points."""
    gain: float
    """How much better than what the policy would do, in the same worlds …"""
    gain_error: float
    """… and one standard error of that."""


@dataclass(frozen=True)
class Thought:
    """The outcome: the action to take, and all candidates, the best first."""

    action: int
    candidates: list[Candidate]
    simulations: int


Opinion = Callable[[NDArray[Any], Random], NDArray[np.float64]]
"""What somebody thinks of the legal actions of the only view, in points: where a search begins."""


def policy_opinion(views: NDArray[Any], random: Random) -> NDArray[np.float64]:
    """What the hand-written player thinks."""
    worths = np.empty(MOST_ACTIONS)
    rules.weigh_at(views, 0, random, worths)
    return worths[: int(views["choices"][0])]


Expectation = Callable[[NDArray[Any], Odds], None]
"""Says with which odds hidden cards are in hands, from the only view."""


def usual_expectation(views: NDArray[Any], odds: Odds) -> None:
    """What the game knows about players."""
    rules.expect_at(views, 0, odds)


Trial = Callable[
    [NDArray[Any], NDArray[Any], NDArray[np.uint8], Odds, Random, NDArray[np.float64], NDArray[np.float64]], None
]
"""Tries the candidates that are alive in new worlds of the only view: a row of values and of margins for each world."""


class Search:
    """A search for one game. It thinks about views; the same seed and a budget in simulations repeat exactly."""

    def __init__(
        self,
        game: Game,
        *,
        aim: str = "margin",
        ripe: int = 0,
        exploration: float = 0.5,
        doubt: float = 2.0,
        trust: float = 0.0,
        unsure: float = 0.0,
        narrow: float = 0.0,
        policy: bool = True,
        opinion: Opinion = policy_opinion,
        expectation: Expectation = usual_expectation,
        modesty: float = 0.5,
        trial: Callable[[Sides, Settings], Trial] | None = None,
    ) -> None:
        """`modesty` is the part of an opinion that counts: the policy overrates differences.

        `trust` is by how much an opinion usually errs, in spreads, and `unsure` what to add to that for what is thought
        worse: this part of the difference.
        `trial` makes another way to try candidates out than playouts by the policy or at random.
        """
        self.game, self.opinion, self.expectation, self.modesty = game, opinion, expectation, modesty
        self.sides = np.array([game.side_of(seat) for seat in range(game.players)], np.uint8)
        self.doubt, self.trust, self.unsure, self.narrow = doubt, trust, unsure, narrow
        self.points_a_value = game.spread if aim == "margin" else 1.0
        self.settings = Settings(
            RETURNS[aim], float(game.spread), (1 << game.players) - 1 if policy else 0, ripe, float(exploration)
        )
        self.work = Workspace(
            worlds=game.blank(2),
            views=np.zeros(1, game.view_dtype),
            nodes=np.zeros(MOST_NODES if ripe else MOST_ACTIONS + 1, NODE),
            used=np.ones(1, np.int64),
            actions=np.empty(MOST_ACTIONS, np.uint16),
            points=np.zeros(game.players, np.int32),
            dice=np.zeros(1, np.uint64),
            path=np.zeros(DEEPEST, np.int64),
            seats=np.zeros(DEEPEST, np.uint8),
            plies=np.zeros(1, np.int64),
        )
        self.odds = np.ones((game.players, MOST_KINDS))
        self.trial = trial(self.sides, self.settings) if trial else self.simulate

    def simulate(
        self, views: Any, candidates: Any, alive: Any, odds: Odds, random: Random, values: Any, margins: Any
    ) -> None:
        """The usual trial: down the tree if there is one, then a playout."""
        try_candidates(views, candidates, alive, odds, self.sides, self.settings, self.work, random, values, margins)

    def think(
        self, views: NDArray[Any], random: Random, *, simulations: int | None = None, seconds: float | None = None
    ) -> Thought:
        """Think about the only row of `views`, within a number of simulations, a number of seconds, or both."""
        budget = Budget(simulations, seconds)
        candidates = views["legal"][0, : int(views["choices"][0])].copy()
        gains = self.expected_gains(views, random, len(candidates))
        trials = Trials(gains, self.narrow, self.modesty, self.trust, self.unsure)
        if trials.alive.sum() > 1:
            clear(self.work.nodes[ROOT], 0)
            self.work.used[0] = 1
            self.expectation(views, self.odds)
            self.halve(views, random, candidates, trials, budget)
        return trials.thought(candidates, self.doubt, self.points_a_value)

    def expected_gains(self, views: NDArray[Any], random: Random, n: int) -> NDArray[np.float64]:
        """What one thinks of the candidates beforehand, beside the best, in spreads: nothing for that, else less."""
        if n == 1:
            return np.zeros(1)
        thought = self.opinion(views, random)
        gains: NDArray[np.float64] = (thought - thought.max()) / self.game.spread
        return gains

    def halve(self, views: NDArray[Any], random: Random, candidates: Any, trials: Trials, budget: Budget) -> None:
        """Sequential halving: the budget in equal parts, the worse half of the candidates leaves after each."""
        parts = max(1, ceil(log2(int(trials.alive.sum()))))
        for part in range(parts):
            share = budget.share((part + 1) / parts)
            while n := share.worlds(trials.tried, int(trials.alive.sum())):
                values, margins = trials.new_rows(n)
                self.trial(views, candidates, trials.alive, self.odds, random, values, margins)
                trials.add(values, margins)
            if part + 1 < parts:
                trials.drop_the_worse_half(self.points_a_value)


class Budget:
    """How long one may think."""

    def __init__(self, simulations: int | None, seconds: float | None, clock: Callable[[], float] = monotonic) -> None:
        if simulations is None and seconds is None:
            raise ValueError("a search needs a budget: simulations, seconds, or both")
        self.simulations, self.seconds, self.clock = simulations, seconds, clock
        self.start = clock()

    def share(self, part: float) -> Share:
        """All that may be spent until this part of the budget is used up."""
        limit = None if self.simulations is None else int(self.simulations * part)
        return Share(self, limit, None if self.seconds is None else self.start + self.seconds * part)


@dataclass
class Share:
    budget: Budget
    simulations: int | None
    until: float | None
    pace: float = 0.0
    """Seconds for one simulation, the slowest so far."""
    looked: float = 0.0
    done: int = 0

    def worlds(self, tried: int, candidates: int) -> int:
        """How many worlds may be tried before the next look; 0 when this share is used up."""
        n = WORLDS_AT_ONCE
        if self.simulations is not None:
            n = min(n, (self.simulations - tried) // candidates)
        if self.until is not None:
            n = min(n, self.worlds_in_time(tried, candidates))
        return max(n, 0)

    def worlds_in_time(self, tried: int, candidates: int) -> int:
        """As many as fit, at the slowest pace seen: a busy machine must not make the answer late."""
        assert self.until is not None
        now = self.budget.clock()
        if self.done < tried and self.looked:
            self.pace = max(self.pace, (now - self.looked) / (tried - self.done))
        self.looked, self.done = now, tried
        left = self.until - now
        if left <= 0:
            return 0
        return min(WORLDS_AT_ONCE, int(left / (self.pace * candidates))) if self.pace else 1


class Trials:
    """The values of all candidates in all worlds; NaN where one was not tried."""

    def __init__(
        self,
        expected_gains: NDArray[np.float64],
        narrow: float = 0.0,
        modesty: float = 1.0,
        trust: float = 0.0,
        unsure: float = 0.0,
    ) -> None:
        candidates = len(expected_gains)
        self.expected = modesty * expected_gains
        finite = np.nan_to_num(self.expected, neginf=0.0)  # nothing makes up for what is out of the question
        self.errors = trust + unsure * np.abs(finite)
        self.usual = int(np.argmax(expected_gains))
        self.alive = np.ones(candidates, np.uint8)
        if narrow:
            self.alive[expected_gains < -narrow] = 0
        self.values = np.empty((0, candidates))
        self.margins = np.empty((0, candidates))
        self.tried = 0

    def new_rows(self, n: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return np.full((n, len(self.alive)), np.nan), np.full((n, len(self.alive)), np.nan)

    def add(self, values: NDArray[np.float64], margins: NDArray[np.float64]) -> None:
        self.values = np.concatenate([self.values, values])
        self.margins = np.concatenate([self.margins, margins])
        self.tried += len(values) * int(self.alive.sum())

    def drop_the_worse_half(self, scale: float = 1.0) -> None:
        """By what is believed of them. What the policy would do stays: it is what the others are compared with."""
        gains = np.full(len(self.alive), -np.inf)
        for i in np.nonzero(self.alive)[0]:
            gains[i] = self.believed(int(i), self.candidate(int(i), 0, scale), scale)
        best = np.argsort(-gains, kind="stable")[: (int(self.alive.sum()) + 1) // 2]
        self.alive[:] = 0
        self.alive[[*best, self.usual]] = 1

    def thought(self, actions: NDArray[np.uint16], doubt: float, scale: float) -> Thought:
        """The best candidate, if it is better than the policy's choice beyond doubt; else that."""
        found = [self.candidate(i, int(action), scale) for i, action in enumerate(actions)]
        gains = [self.believed(i, one, scale) if self.alive[i] else -np.inf for i, one in enumerate(found)]
        best, usual = found[int(np.argmax(gains))], found[self.usual]
        chosen = best if max(gains) > 0 and best.gain > doubt * best.gain_error else usual
        order = sorted(found, key=lambda one: (one is not chosen, -one.visits, -one.value))
        return Thought(chosen.action, order, self.tried)

    def believed(self, i: int, one: Candidate, scale: float) -> float:
        """The gain that was found, drawn towards what was expected: the more, the larger its error."""
        if not self.errors[i] or not one.gain_error:
            return one.gain
        expected, sure = scale * self.expected[i], (scale * self.errors[i] / one.gain_error) ** 2
        return float((expected + sure * one.gain) / (1 + sure))

    def candidate(self, i: int, action: int, scale: float) -> Candidate:
        tried = ~np.isnan(self.values[:, i])
        values, margins = self.values[tried, i], self.margins[tried, i]
        gains = values - self.values[tried, self.usual]
        return Candidate(
            action=action,
            visits=len(values),
            value=scale * mean(values),
            error=scale * standard_error(values),
            margin=mean(margins),
            gain=scale * mean(gains),
            gain_error=scale * standard_error(gains),
        )


def mean(values: NDArray[np.float64]) -> float:
    return float(values.mean()) if len(values) else 0.0


def standard_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
