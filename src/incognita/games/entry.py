"""A real table entered line by line, for the scorers of games in which a player's place is made of several lines."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

P = TypeVar("P")
"""What one player has at the end of a round."""


class EnteredTable(ABC, Generic[P]):
    """The lines of every player. A place is always read anew from its lines, so taking one back is forgetting it."""

    def __init__(self, players: Sequence[str]) -> None:
        self.names = players
        self.entered: list[list[str]] = [[] for _ in players]

    def enter(self, player: int, line: str) -> str:
        """Take a line for a player and tell what it brings; ValueError says why it cannot be, and nothing changes."""
        before = self.place(player)
        self.entered[player].append(line.strip())
        try:
            after = self.place(player)
            self.check_table()
        except ValueError:
            self.entered[player].pop()
            raise
        return ", ".join(self.brought(before, after)) or "nothing"

    def take_back(self, player: int) -> str:
        """Forget the last line of a player and tell it; empty if there was none."""
        return self.entered[player].pop() if self.entered[player] else ""

    def place(self, player: int) -> P:
        place = self.empty_place()
        for line in self.entered[player]:
            for text in re.split(r"[,;]", line):
                self.read(place, text.strip(), self.names[player])
        return place

    def places(self) -> list[P]:
        return [self.place(player) for player in range(len(self.names))]

    @abstractmethod
    def empty_place(self) -> P:
        """What a player has before anything is entered."""

    @abstractmethod
    def read(self, place: P, text: str, name: str) -> None:
        """Add one entry to a place; ValueError says what is wrong with it."""

    @abstractmethod
    def check_table(self) -> None:
        """ValueError says what cannot be on one table together."""

    @abstractmethod
    def brought(self, before: P, after: P) -> Iterator[str]:
        """What a line has added to a place."""
