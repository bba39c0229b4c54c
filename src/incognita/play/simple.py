"""Agents that need no thought: uniform random play, and the game's hand-written policy."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Game
from incognita.core.rng import below, generator
from incognita.play.agent import read_told


class Random:
    """Every legal action is equally likely."""

    def __init__(self, game: Game, told: str = "") -> None:
        read_told("random", told, {})
        self.begin(0, 0)

    def begin(self, seat: int, seed: int) -> None:
        self.rng = generator(seed)

    def decide(self, views: NDArray[Any]) -> int:
        return int(views["legal"][0, int(below(self.rng, int(views["choices"][0])))])

    def close(self) -> None:
        pass


class Policy:
    """The game's hand-written player."""

    def __init__(self, game: Game, told: str = "") -> None:
        read_told("policy", told, {})
        self.begin(0, 0)

    def begin(self, seat: int, seed: int) -> None:
        self.rng = generator(seed)

    def decide(self, views: NDArray[Any]) -> int:
        return int(rules.policy_at(views, 0, self.rng))

    def close(self) -> None:
        pass
