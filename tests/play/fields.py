"""Measurements for tests: rounds written down by hand, agents that misbehave."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from incognita.core.game import Game
from incognita.play import agent
from incognita.play.agent import Forfeit
from incognita.play.arena import Rounds

MIRRORED = ((0, 1), (1, 0))


def rounds_of(points: Sequence[Any], plies: int = 10) -> Rounds:
    """Rounds with these points, by deal, seating and side."""
    array = np.array(points, np.int32)
    shape = array.shape[:2]
    return Rounds(0, array, np.full(shape, plies, np.int32), np.zeros(shape, np.bool_))


class Scripted:
    """Plays the first legal action, unless its script says otherwise: `dies` at its third decision, `cheats` then, or
    `tires` in the second round.
    """

    made = 0
    closed = 0
    begun: list[tuple[int, int]] = []
    ended: list[tuple[list[int], list[int]]] = []

    def __init__(self, game: Game, told: str = "") -> None:
        self.told, self.decisions = told, 0
        Scripted.made += 1

    def begin(self, seat: int, seed: int) -> None:
        Scripted.begun.append((seat, seed))
        if self.told == "absent":
            raise Forfeit("it did not come")

    def decide(self, views: NDArray[Any]) -> int:
        self.decisions += 1
        if self.told == "dies" and self.decisions == 3:
            raise Forfeit("it died")
        if self.told == "cheats" and self.decisions == 3:
            return 9999
        if self.told == "tires" and views["round_number"][0] == 2:
            raise Forfeit("it is tired")
        return int(views["legal"][0, 0])

    def end(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        Scripted.ended.append((list(scores), list(winners)))

    def close(self) -> None:
        Scripted.closed += 1


class Entry:
    def __init__(self, name: str, factory: Any) -> None:
        self.name, self.factory = name, factory

    def load(self) -> Any:
        return self.factory


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripted agents can be named, in this process."""
    Scripted.made = Scripted.closed = 0
    Scripted.begun, Scripted.ended = [], []

    def entries(**named: str) -> Any:
        return [Entry("scripted", Scripted)] if named.get("name") == "scripted" else entry_points(**named)

    monkeypatch.setattr(agent, "entry_points", entries)
