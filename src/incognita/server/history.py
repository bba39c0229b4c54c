"""What the log of a table says: entries folded into seats, match, clocks and result. Nothing else does that.

No I/O, no time of its own, no choice: the same entries always give the same history.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from incognita.core.game import Game
from incognita.core.match import Deal, Match
from incognita.games import load
from incognita.server import entries
from incognita.server.clock import Clock, Outages
from incognita.store.store import Entry


@dataclass
class Chair:
    """A seat, and who decides there."""

    guest: str | None = None
    level: str | None = None
    """Of a bot, or of the one who stands in for the guest."""
    since: int = 0
    """The entry with which the guest sat down."""
    fallen: str | None = None

    @property
    def open(self) -> bool:
        return self.guest is None and self.level is None

    @property
    def by_bot(self) -> bool:
        return self.level is not None


@dataclass
class Request:
    """Somebody asked to go back to a ply."""

    seat: int
    ply: int
    agreed: set[int]


@lru_cache(maxsize=64)
def game_of(name: str, options: str) -> Game:
    """A game with its options as JSON. Games are never changed, so tables share them."""
    return load(name, **json.loads(options))


def find_game(name: str, options: Mapping[str, Any]) -> Game:
    return game_of(name, json.dumps(options, sort_keys=True))


def read_deals(game: Game, written: Iterable[Mapping[str, str]]) -> list[Deal]:
    """Decks as a record writes them."""
    deals: list[Deal] = []
    for fields in written:
        states = game.blank()
        for name, text in fields.items():
            game.read_dealt(name, text, states)
        deals.append({name: states[name].copy() for name in fields})
    return deals


class History:
    """A table so far. `add` is the only way in which it changes."""

    game: Game
    setup: entries.Created

    def __init__(self, table: str, outages: Outages = ()) -> None:
        self.table, self.outages = table, outages
        self.seq = self.position = self.at = self.made = 0
        self.chairs: list[Chair] = []
        self.match: Match | None = None
        self.decided: list[tuple[int, int, int]] = []
        """For every ply: who decided, how many cards the pile had, and the round."""
        self.clock: Clock | None = None
        self.asked: Request | None = None
        self.marked = False
        self.next: str | None = None
        self.keys: dict[str, int] = {}
        """The entries that answered a request with a key."""
        self.last: entries.Fact | None = None

    @classmethod
    def told(cls, table: str, log: Iterable[Entry], outages: Outages = ()) -> History:
        history = cls(table, outages)
        for entry in log:
            history.add(entry)
        return history

    def add(self, entry: Entry) -> None:
        assert entry.seq == self.seq + 1, "a log has no gaps"
        fact = entries.read(entry.kind, entry.body)
        self.seq, self.at, self.last = entry.seq, entry.at, fact
        if entry.key:
            self.keys[entry.key] = entry.seq
        FOLDS[type(fact)](self, fact)

    # --- what one may ask

    @property
    def state(self) -> str:
        if self.match is None:
            return "open"
        return "over" if self.match.over or self.lost_sides() else "running"

    @property
    def running(self) -> bool:
        return self.state == "running"

    @property
    def seat(self) -> int | None:
        """Who must decide now."""
        return self.match.seat if self.match and self.running else None

    @property
    def people(self) -> list[int]:
        """The seats on which people decide."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.guest and not chair.by_bot]

    @property
    def host(self) -> int | None:
        """The person who has been here longest."""
        seats = [seat for seat, chair in enumerate(self.chairs) if chair.guest]
        return min(seats, key=lambda seat: self.chairs[seat].since, default=None)

    @property
    def partners(self) -> bool:
        return any(len(side) > 1 for side in self.game.sides)

    def seat_of(self, guest: str | None) -> int | None:
        return next((i for i, chair in enumerate(self.chairs) if guest and chair.guest == guest), None)

    def lost_sides(self) -> list[int]:
        """With two sides, a side of which somebody fell has lost the match."""
        if len(self.game.sides) > 2:
            return []
        return sorted({self.game.side_of(seat) for seat, chair in enumerate(self.chairs) if chair.fallen})

    def fallen(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.fallen]

    def may_undo(self, seat: int | None) -> bool:
        """No card left the pile, nobody else decided or was asked, no round ended, and no partner saw anything."""
        if seat is None or seat != self.seat or not self.decided or self.shows_partner(seat):
            return False
        return self.decided[-1] == (seat, *self.pile())

    def shows_partner(self, seat: int) -> bool:
        """Whether a person is told by a card that is laid and taken back what a partner holds."""
        side = self.game.sides[self.game.side_of(seat)]
        return any(other in self.people for other in side if other != seat)

    def last_decision(self, seat: int | None) -> int | None:
        """The ply at which a seat last decided."""
        plies = range(len(self.decided) - 1, -1, -1)
        return next((ply for ply in plies if self.decided[ply][0] == seat), None)

    def pile(self) -> tuple[int, int]:
        assert self.match
        return int(self.match.view_row(None)["left"][0]), self.match.round

    # --- how entries change it

    def create(self, fact: entries.Created) -> None:
        self.setup, self.made = fact, self.at
        self.game = find_game(fact.game, fact.options)
        self.chairs = [Chair(level=level) for level in fact.seats]
        if fact.clock:
            self.clock = Clock(fact.clock["seconds"], fact.clock["increment"], self.game.players, self.outages)

    def sit(self, fact: entries.Seated) -> None:
        self.chairs[fact.seat] = Chair(guest=fact.guest, since=self.seq)

    def free(self, fact: entries.Freed) -> None:
        self.chairs[fact.seat] = Chair(level=fact.level)

    def deal(self, fact: entries.Dealt) -> None:
        self.match = Match(self.game, fact.starter, read_deals(self.game, fact.deals))
        self.moved(None)

    def act(self, fact: entries.Acted) -> None:
        assert self.match and self.match.seat == fact.seat
        before = self.pile()
        self.match.play(fact.action)
        self.decided.append((fact.seat, *before))
        self.moved(fact.seat)

    def go_back(self, fact: entries.Back) -> None:
        assert self.match
        played = [action for actions in self.match.actions for action in actions]
        self.match = Match(self.game, self.match.first_starter, self.match.deals)
        for action in played[: fact.ply]:
            self.match.play(action)
        del self.decided[fact.ply :]
        self.marked |= fact.marked
        self.moved(None)

    def ask_back(self, fact: entries.AskedBack) -> None:
        self.asked = Request(fact.seat, fact.ply, {fact.seat})

    def answer(self, fact: entries.Answered) -> None:
        if not fact.agree:
            self.asked = None
        elif self.asked:
            self.asked.agreed.add(fact.seat)

    def fall(self, fact: entries.Fell) -> None:
        self.chairs[fact.seat].fallen = fact.how
        self.chairs[fact.seat].level = fact.level
        self.moved(None)

    def stand_in(self, fact: entries.StoodIn) -> None:
        self.chairs[fact.seat].level = fact.level
        self.press(None)

    def come_back(self, fact: entries.Returned) -> None:
        self.chairs[fact.seat].level = None
        self.press(None)

    def speak(self, fact: entries.Spoke) -> None:
        pass

    def follow(self, fact: entries.Followed) -> None:
        self.next = fact.table

    def moved(self, by: int | None) -> None:
        """Whatever was asked about another position is void."""
        self.position, self.asked = self.seq, None
        self.press(by)

    def press(self, by: int | None) -> None:
        """The clock of the person who must decide runs; `by` gains time if that ended a turn."""
        if self.clock:
            seat = self.seat
            person = seat if seat is not None and not self.chairs[seat].by_bot else None
            gains = by if by != seat and self.clock.running == by else None
            self.clock.press(person, self.at, gains=gains)

    def due(self) -> int | None:
        """When the table has to act by itself: 0 if a bot must decide, else when a clock runs out."""
        seat = self.seat
        if seat is None:
            return None
        if self.chairs[seat].by_bot:
            return 0
        return self.clock.due() if self.clock else None


Fold = Callable[[History, Any], None]
FOLDS: dict[type[entries.Fact], Fold] = {
    entries.Created: cast(Fold, History.create),
    entries.Seated: cast(Fold, History.sit),
    entries.Freed: cast(Fold, History.free),
    entries.Dealt: cast(Fold, History.deal),
    entries.Acted: cast(Fold, History.act),
    entries.Back: cast(Fold, History.go_back),
    entries.AskedBack: cast(Fold, History.ask_back),
    entries.Answered: cast(Fold, History.answer),
    entries.Fell: cast(Fold, History.fall),
    entries.StoodIn: cast(Fold, History.stand_in),
    entries.Returned: cast(Fold, History.come_back),
    entries.Spoke: cast(Fold, History.speak),
    entries.Followed: cast(Fold, History.follow),
}
