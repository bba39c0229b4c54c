"""Whether a bot keeps to the protocol: short matches of every game on every seat against random play."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from incognita.core.game import Game
from incognita.games import load
from incognita.play import messages
from incognita.play.agent import Agent, Forfeit
from incognita.play.bot import Bot
from incognita.play.process import Process
from incognita.play.simple import Random

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("lost-cities", {}),
    ("lost-cities", {"colours": 6}),
    ("lost-cities", {"colours": 2, "ranks": 2, "investments": 2, "hand": 2}),
    ("partners", {}),
    ("board-game", {}),
    ("board-game", {"players": 3, "short": True}),
    ("board-game", {"players": 4, "up_or_down": True}),
    ("adventure-tours", {}),
    ("adventure-tours", {"players": 3, "expert": True, "boards": "chosen"}),
    ("adventure-tours", {"players": 6, "expert": True, "boards": "dealt"}),
]
MOST_PLIES = 300
"""A match is broken off then: the next one begins without an end, as happens in tournaments."""
TIME_TO_LEAVE = 2.0
UNKNOWN = {"from_a_later_version": {"of": ["this", "protocol"]}}


class Tested(Bot):
    """Notes how long the bot took."""

    def __init__(self, game: Game, told: str) -> None:
        super().__init__(game, told)
        self.start_over()

    def start_over(self) -> None:
        self.decisions, self.slowest = 0, 0.0

    def decide(self, views: Any) -> int:
        running, start = self.process is not None, time.monotonic()
        action = super().decide(views)
        self.decisions += 1
        if running:
            self.slowest = max(self.slowest, time.monotonic() - start)
        return action

    def talk_of_the_future(self) -> None:
        """What a later version of the protocol might send."""
        self.added = UNKNOWN
        if self.process:
            self.process.send(messages.line({"type": "from_a_later_version"}))


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong."""

    reason: str
    sent: str = ""
    heard: str = ""
    stderr: str = ""


@dataclass(frozen=True)
class Checked:
    """One thing that was tried."""

    game: str
    what: str
    decisions: int = 0
    slowest: float = 0.0
    """Seconds, the first decision of a process left out."""
    fault: Fault | None = None


def check(told: str, games: Sequence[str], *, seed: int) -> Iterator[Checked]:
    """Play with `exec:` and these words; the outcomes as they come."""
    for number, (name, options) in enumerate(VARIANTS):
        if name in games:
            yield from check_game(load(name, **options), told, seed + number)


def check_game(game: Game, told: str, seed: int) -> Iterator[Checked]:
    """One process plays from every seat in turn, then is told things it cannot know, then has to leave."""
    bot = Tested(game, told)
    try:
        for seat in range(game.players):
            yield checked_match(bot, seat, seed, f"seat {seat}")
        bot.talk_of_the_future()
        yield checked_match(bot, 0, seed, "with unknown messages and fields")
        if bot.process:
            yield checked_end(bot, bot.process)
    finally:
        bot.close()


def checked_match(bot: Tested, seat: int, seed: int, what: str) -> Checked:
    bot.start_over()
    try:
        play(bot, seat, seed)
    except Forfeit as forfeit:
        fault = Fault(forfeit.reason, bot.sent, bot.heard, bot.last_words)
        return Checked(title(bot.game), what, bot.decisions, bot.slowest, fault)
    return Checked(title(bot.game), what, bot.decisions, bot.slowest)


def play(bot: Tested, seat: int, seed: int) -> None:
    """One match, the bot beginning."""
    game = bot.game
    players: list[Agent] = [bot if other == seat else Random(game) for other in range(game.players)]
    for other, agent in enumerate(players):
        agent.begin(other, seed + other)
    match = game.match(seed=seed, starter=seat)
    while match.seat is not None and match.ply < MOST_PLIES:
        match.play(players[match.seat].decide(match.view_row(match.seat)))
    if match.over:
        bot.end(match.scores, match.winners)


def checked_end(bot: Tested, process: Process) -> Checked:
    """A bot leaves when its input ends."""
    bot.process = None
    left = process.close(TIME_TO_LEAVE)
    fault = None if left else Fault(f"it was still there after {TIME_TO_LEAVE:g} s", stderr=process.last_words())
    return Checked(title(bot.game), "leaves when its input ends", fault=fault)


def title(game: Game) -> str:
    """The game as one would write it on the command line."""
    options = [f"{name}={str(value).lower()}" for name, value in game.changed_options().items()]
    return " ".join([game.name, *options])
