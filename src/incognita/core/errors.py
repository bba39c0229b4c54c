"""What is said when something from outside is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Refusal(NamedTuple):
    """Why an action is refused: the paragraph of the rule page, and the values that fill the sentence about it.

    The words are made where they are shown, in the reader's language; `english` is the sentence for Python and the
    terminal.
    """

    rule: str
    values: Mapping[str, str | int]
    english: str


class IllegalAction(ValueError):
    """An action that the rules do not allow now."""

    def __init__(self, ply: int, action: str, refusal: Refusal) -> None:
        super().__init__(f"ply {ply}: {action} is refused by {refusal.rule}: {refusal.english}")
        self.ply = ply
        self.action = action
        self.refusal = refusal


class NotationError(ValueError):
    """A text that means no card or no action of this game."""


class RecordError(ValueError):
    """A record that cannot be replayed."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class OptionError(ValueError):
    """An option that the game does not have, or a value it cannot take."""
