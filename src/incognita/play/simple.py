"""Agents that need no thought: uniform random play, and the game's hand-written policy."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Game
from incognita.core.rng import below, generator


class Random:
    """Every legal action is equally likely."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = generator(seed)

    def decide(self, views: NDArray[Any]) -> int:
        return int(views["legal"][0, int(below(self.rng, int(views["choices"][0])))])


class Policy:
    """The game's hand-written player."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = generator(seed)

    def decide(self, views: NDArray[Any]) -> int:
        return int(rules.policy_at(views, 0, self.rng))
