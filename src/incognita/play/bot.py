"""The agent `exec:COMMAND LINE`: somebody's program, in any language, that speaks the bot protocol in lines.

`exec:[seconds=2,startup=30] node bot.js` sets its time limits.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.play import messages
from incognita.play.agent import Forfeit, read_told
from incognita.play.process import Process

LIMITS = {"seconds": 5.0, "startup": 20.0}
"""For a decision, and for the first one of a process, which has yet to start."""


class Bot:
    """A program behind pipes. It starts with the first decision and plays match after match."""

    added: Mapping[str, Any] = {}
    """Fields put into every message, for a check that a bot passes over what it does not know."""

    def __init__(self, game: Game, told: str = "") -> None:
        if os.name != "posix":
            raise OptionError("exec needs process groups to end what a bot started: Linux or macOS")
        limits, self.command = read_command(told)
        self.game, self.seconds, self.startup = game, limits["seconds"], limits["startup"]
        self.process: Process | None = None
        self.sent = self.heard = self.last_words = ""
        """The last message, the answer to it, and, after a forfeit, what the process wrote to stderr."""
        self.begin(0, 0)

    def begin(self, seat: int, seed: int) -> None:
        """A bot is not told the seed, which could be that of the deal."""
        self.beginning: messages.Begin | None = messages.begin(self.game, seat)
        self.lost: str | None = None

    def decide(self, views: NDArray[Any]) -> int:
        if self.lost is not None:
            raise Forfeit(self.lost)
        try:
            return self.ask(views)
        except (Forfeit, messages.WrongAnswer) as error:
            self.forfeit(str(error))
            raise Forfeit(str(error)) from error

    def ask(self, views: NDArray[Any]) -> int:
        self.sent = self.heard = ""
        limit = self.seconds if self.process else max(self.seconds, self.startup)
        process = self.process = self.process or Process(self.command)
        if self.beginning:
            self.tell(self.beginning)
            self.beginning = None
        line = messages.line({**messages.decide(self.game, views, limit), **self.added})
        self.sent = line.decode().rstrip()
        answer = process.ask(line, limit)
        self.heard = answer.decode(errors="replace")
        return messages.read_action(self.game, views, answer)

    def tell(self, message: messages.Message) -> None:
        if self.process:
            self.process.send(messages.line({**message, **self.added}))

    def end(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """Tell how the match has ended, for those who know."""
        if not self.beginning:
            self.tell(messages.end(scores, winners))

    def forfeit(self, reason: str) -> None:
        self.lost = reason
        self.tell(messages.refused(reason))
        self.close()

    def close(self) -> None:
        """Its process ends; the next `begin` leads to a fresh one."""
        if self.process:
            self.process.close()
            self.last_words = self.process.last_words()
        self.process = None


def read_command(told: str) -> tuple[dict[str, float], list[str]]:
    """Time limits and the words of the command."""
    found = re.fullmatch(r"\s*(?:\[([^]]*)\])?(.*)", told, re.DOTALL)
    assert found
    limits = read_told("exec", (found[1] or "").replace(" ", ""), LIMITS)
    for name, seconds in limits.items():
        if not (math.isfinite(seconds) and seconds > 0):
            raise OptionError(f"exec: {name} must be more than 0, not {seconds:g}")
    return limits, command_words(found[2])


def command_words(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise OptionError(f"exec: {error}: {text.strip()}") from error
    if not words:
        raise OptionError("exec needs a command line, such as exec:node bot.js")
    if not shutil.which(words[0]):
        raise OptionError(f"exec: there is no program {words[0]!r}")
    return words
