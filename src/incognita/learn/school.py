"""School: lessons of all variants of a game, and learning from them how much better or worse candidates turn out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from incognita.core import rules
from incognita.core.game import Game
from incognita.core.rng import streams
from incognita.core.rules import MOST_ACTIONS
from incognita.learn.inference import POINTS
from incognita.learn.lessons import MOST_CANDIDATES, Desk, Lessons, Room, give_lessons
from incognita.learn.network import Network
from incognita.learn.together import Together, optimisers_of, set_rate
from incognita.search.returns import prize_of

ROUNDS = 64
"""Of each variant, that lessons are taken from in turn, in each process."""
LESSONS = 4096
"""Between two looks at the clock, in each process."""
MEMORY = 2_000_000_000
"""Bytes of lessons that each process learns from again: from few ones it would learn their luck by heart …"""
ENOUGH = 100_000
"""… so that with fewer lessons than these it waits for more."""
BATCH = 1024
"""In each process, for one correction."""


@dataclass(frozen=True)
class Teaching:
    """How lessons are given and learned."""

    rate: float = 2e-3
    """Of learning, at first; it falls in a straight line to nothing."""
    narrow: float = 1.0
    """Candidates are what the hand-written player thinks at most so many units worse than its choice, and some more."""
    curiosity: float = 0.15
    """How often a round goes on with any of the candidates instead."""
    attention: float = 0.15
    """The part of the positions of a round that become lessons: luck is the same in all of them."""
    repeats: int = 3
    """How often a lesson is learned from."""


class Classroom:
    """Rounds of one variant that go on and on, and the lessons from them."""

    def __init__(self, game: Game, seed: int, lessons: Lessons, prize: float | None) -> None:
        assert game.features is not None
        self.unit, self.lessons = game.features.unit, lessons
        starts = np.concatenate([game.blank(rounds=game.usual_rounds, starter=s) for s in range(game.players)])
        sides = np.array([game.side_of(seat) for seat in range(game.players)], np.uint8)
        self.room = Room(starts, sides, prize_of(game, prize), game.features.places)
        self.states, self.rngs = starts[np.arange(ROUNDS) % game.players], streams(seed, ROUNDS)
        for i in range(ROUNDS):
            rules.deal_at(self.states, i, self.rngs[i : i + 1])
        self.desk = Desk(
            world=game.blank(),
            views=np.zeros(2, game.view_dtype),
            worths=np.empty(MOST_ACTIONS),
            actions=np.empty(MOST_CANDIDATES, np.int64),
            points=np.zeros(game.players, np.int32),
            dice=np.zeros(1, np.uint64),
        )

    def teach(self, manner: Teaching) -> None:
        give_lessons(
            self.states,
            self.rngs,
            self.room,
            manner.narrow * self.unit,
            manner.curiosity,
            manner.attention,
            self.desk,
            self.lessons,
            len(self.lessons.chosen),
        )


class School:
    """The lessons of one process: more of a variant where luck is greater, and each of them counts less."""

    def __init__(self, games: Sequence[Game], seed: int, prize: float | None) -> None:
        spreads = np.array([game.spread for game in games])
        shares = np.diff(np.append(0, np.cumsum(spreads) / spreads.sum() * LESSONS).round().astype(int))
        self.lessons = [new_lessons(games, int(share)) for share in shares]
        self.counts = torch.from_numpy(np.repeat((spreads.mean() / spreads) ** 2, shares).astype(np.float32))
        rooms = zip(games, self.lessons, strict=True)
        self.rooms = [Classroom(game, seed * 100 + i, lessons, prize) for i, (game, lessons) in enumerate(rooms)]
        self.order = torch.Generator().manual_seed(seed)

    def teach(self, manner: Teaching) -> list[Tensor]:
        """New lessons, mixed: parts, whole, the places of the candidates, their margins, how much they count."""
        for room in self.rooms:
            room.teach(manner)
        order = torch.randperm(LESSONS, generator=self.order)
        columns = zip(*self.lessons, strict=True)
        told = [torch.from_numpy(np.concatenate(column)) for column in columns]
        return [column[order] for column in (*told, self.counts)]


def new_lessons(games: Sequence[Game], n: int) -> Lessons:
    """Room for n."""
    features = [game.features for game in games if game.features is not None]
    parts, first = max(one.parts for one in features), features[0]
    return Lessons(
        parts=np.zeros((n, parts, first.part_features), np.float32),
        whole=np.zeros((n, first.whole_features), np.float32),
        chosen=np.zeros((n, MOST_CANDIDATES), np.int64),
        margins=np.zeros((n, MOST_CANDIDATES), np.float32),
    )


class Memory:
    """The last lessons of a process, in half the precision: one is learned from several times."""

    def __init__(self, seed: int, size: int = MEMORY) -> None:
        self.columns: list[Tensor] = []
        self.met, self.size, self.room = 0, size, 0
        self.order = torch.Generator().manual_seed(seed)

    def keep(self, lessons: list[Tensor]) -> None:
        if not self.columns:
            self.room = self.size // sum(bytes_kept(told) for told in lessons)
            self.columns = [torch.zeros((self.room, *told.shape[1:]), dtype=kept_type(told)) for told in lessons]
        rows = torch.arange(self.met, self.met + len(lessons[0])) % self.room
        for column, told in zip(self.columns, lessons, strict=True):
            column[rows] = told.to(column.dtype)
        self.met += len(rows)

    def draw(self, n: int) -> list[Tensor]:
        rows = torch.randint(min(self.met, self.room), (n,), generator=self.order)
        parts, whole, chosen, margins, counts = (column[rows] for column in self.columns)
        return [parts.float(), whole.float(), chosen.long(), margins.float(), counts.float()]


def bytes_kept(told: Tensor) -> int:
    """For one lesson."""
    return told[0].numel() * kept_type(told).itemsize


def kept_type(told: Tensor) -> torch.dtype:
    return torch.float16 if told.is_floating_point() else torch.int16


def mistake(network: Network, lessons: list[Tensor]) -> Tensor:
    """How far the differences between candidates are from what the network thinks; what they share does not count."""
    parts, whole, chosen, margins, counts = lessons
    there = (chosen >= 0).float()
    thought = network(parts, whole).gather(1, chosen.clamp(min=0))
    errors = (centred(thought, there) - centred(margins / POINTS, there)).square().sum(1)
    return (counts * errors).mean()


def part_that_comes_true(network: Network, lessons: list[Tensor]) -> float:
    """Of how much the network expects candidates to differ: the slope of what they came to."""
    parts, whole, chosen, margins, counts = lessons
    there = (chosen >= 0).float()
    with torch.inference_mode():
        thought = centred(network(parts, whole).gather(1, chosen.clamp(min=0)), there)
    came = counts[:, None] * centred(margins / POINTS, there)
    return float((came * thought).sum() / (counts[:, None] * thought.square()).sum())


def centred(values: Tensor, there: Tensor) -> Tensor:
    mean = (values * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)
    return (values - mean) * there


class Pupil:
    """One process's share of the lessons, and a network that learns from them."""

    def __init__(
        self,
        games: Sequence[Game],
        network: Network,
        manner: Teaching,
        prize: float | None,
        seed: int,
        together: Together,
    ) -> None:
        self.network, self.manner, self.together = network, manner, together
        self.school, self.memory = School(games, seed, prize), Memory(seed)
        self.parameters = list(network.parameters())
        self.optimisers = optimisers_of(network, manner.rate)

    def go_on(self, part: float) -> int:
        """New lessons, and learning from all; `part` is how much of the time is over. Returns how many were new."""
        self.learn(self.school.teach(self.manner), part)
        return LESSONS

    def learn(self, lessons: list[Tensor], part: float) -> None:
        for optimiser in self.optimisers:
            set_rate(optimiser, self.manner.rate * max(0.01, 1 - part))
        self.memory.keep(lessons)
        if self.memory.met < ENOUGH:
            return
        for _ in range(self.manner.repeats * LESSONS // BATCH):
            error = mistake(self.network, self.memory.draw(BATCH))
            self.together.correct(error, self.parameters, self.optimisers, 1.0)

    def state(self) -> dict[str, Any]:
        return {"optimisers": [optimiser.state_dict() for optimiser in self.optimisers]}

    def load(self, kept: dict[str, Any]) -> None:
        for optimiser, state in zip(self.optimisers, kept["optimisers"], strict=True):
            optimiser.load_state_dict(state)
