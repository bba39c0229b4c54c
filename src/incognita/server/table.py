"""A live table: one task with one inbox, the only writer of its match.

A request is decided against the history, its entries are folded in and committed, and only then somebody is told.
Everything that reads the history comes through the inbox as well, so nobody can see what is not stored yet; when a
commit fails, the log is read anew.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from incognita.play import levels
from incognita.server import entries, protocol, requests, shown
from incognita.server.entries import Fact
from incognita.server.history import History
from incognita.server.listeners import Listener, Told
from incognita.server.requests import AWAY, Asker, Circumstances, NotDone
from incognita.server.thinking import HINT, Question
from incognita.store.database import StoreError
from incognita.store.store import Addition, Entry, Said, Summary

if TYPE_CHECKING:
    from incognita.server.house import House

log = logging.getLogger("incognita.table")

MOST_LETTERS = 100
MOST_ANSWERS = 64
"""Answers that are remembered by key although they changed nothing."""
MOST_MISSED = 100
"""Events that are told again after a pause; who missed more gets the last one, which has the whole view."""
IDLE = 300_000
"""Milliseconds without anybody after which a table leaves the memory."""
LINGER = 5_000
"""Milliseconds for which somebody who stopped looking is still here: a page that is opened anew was never away."""
RETRY = 1_000
"""Milliseconds after which a table tries again what could not be stored."""


class Busy(Exception):
    """The inbox is full."""


# --- what comes into the inbox


@dataclass
class Letter:
    """Somebody waits for the answer."""

    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass
class Ask(Letter):
    asker: Asker = field(default_factory=lambda: Asker(""))
    request: Any = None


@dataclass
class Listen(Letter):
    """Tell a listener everything after an entry, and from now on; with None only how things stand."""

    listener: Listener = field(default_factory=lambda: Listener(None))
    after: int | None = None


@dataclass
class Look(Letter):
    """The last event as a guest sees it."""

    guest: str | None = None


@dataclass
class Read(Letter):
    """The history itself, for what only reads; it must not be kept."""


@dataclass
class BotAnswer:
    position: int
    action: int


class Tick:
    """Time has passed."""


class Table:
    def __init__(self, house: House, history: History, said: dict[int, str]) -> None:
        self.house, self.id = house, history.table
        self.history: History | None = history
        self.said = said
        self.told_until = history.seq
        """The last entry that listeners know of."""
        self.inbox: asyncio.Queue[Letter | BotAnswer | Tick] = asyncio.Queue(MOST_LETTERS)
        self.listeners: set[Listener] = set()
        self.seen: dict[str, int] = {}
        """When somebody last stopped looking."""
        self.loaded = self.used = house.now()
        self.answers: dict[str, protocol.Reply] = {}
        self.thinking: int | None = None
        """The position that a bot thinks about."""
        self.thought: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.lobby_line = self.summary_shown()
        self.task = asyncio.create_task(self.run(), name=f"table {self.id}")

    # --- the outside

    async def send(self, letter: Letter) -> Any:
        if self.inbox.full():
            raise Busy
        self.inbox.put_nowait(letter)
        return await letter.answer

    def tick(self) -> None:
        if not self.inbox.full():
            self.inbox.put_nowait(Tick())

    def forget(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.seen[listener.who] = self.house.now()
        self.tick()

    async def close(self) -> None:
        if self.alarm:
            self.alarm.cancel()
        for task in (self.task, self.thought):
            if task:
                task.cancel()
        await asyncio.gather(*(task for task in (self.task, self.thought) if task), return_exceptions=True)

    # --- the task

    async def run(self) -> None:
        self.go_on()
        while True:
            letter = await self.inbox.get()
            await self.open(letter)
            if self.idle():
                self.house.drop(self)
                return
            self.go_on()

    async def open(self, letter: Letter | BotAnswer | Tick) -> None:
        """Whatever goes wrong goes to the one who waits for an answer, and nowhere else."""
        try:
            if self.history is None:
                await self.read_anew()
            await self.flag()
            answer = await self.handle(letter)
        except NotDone as reason:
            settle(letter, reason.reply)
        except Exception as error:
            self.history = None
            self.report(error)
            settle(letter, error)
        else:
            settle(letter, answer)

    async def handle(self, letter: Letter | BotAnswer | Tick) -> Any:
        if not isinstance(letter, Tick | BotAnswer):
            self.used = self.house.now()
        if isinstance(letter, Ask):
            return await self.ask(letter.asker, letter.request)
        if isinstance(letter, Listen):
            return await self.listen(letter.listener, letter.after)
        if isinstance(letter, Look):
            return self.event(self.present(), self.present().seat_of(letter.guest))
        if isinstance(letter, BotAnswer):
            return await self.take_bot_answer(letter)
        return self.present()

    def present(self) -> History:
        assert self.history
        return self.history

    def report(self, error: Exception) -> None:
        if isinstance(error, StoreError):
            log.error("not stored", extra={"told": {"table": self.id, "why": str(error)}})
        else:
            log.exception("a request failed", extra={"told": {"table": self.id}})

    async def read_anew(self) -> None:
        """A commit that was reported as failed may have happened: then those who listen have yet to be told."""
        self.history, self.said = await self.house.read(self.id)
        self.thinking = None
        for listener in self.listeners:
            for told in await self.missed(listener.guest, self.told_until):
                listener.tell(told)
        self.told_until = self.history.seq
        self.tell_lobby()

    # --- requests

    async def ask(self, asker: Asker, request: Any) -> protocol.Reply:
        key = f"{asker.guest}:{request.key}" if request.key else None
        if key and (first := self.first_answer(key)):
            return first
        try:
            facts = requests.decide(self.present(), asker, request, self.circumstances())
        except NotDone as reason:
            self.remember(key, reason.reply)
            raise
        await self.write(facts, key, words=getattr(request, "text", None))
        return self.accepted(self.present().seq)

    def first_answer(self, key: str) -> protocol.Reply | None:
        seq = self.present().keys.get(key)
        return self.accepted(seq) if seq else self.answers.get(key)

    def accepted(self, seq: int) -> protocol.Accepted:
        return protocol.Accepted(seq=seq, table=self.present().next)

    def remember(self, key: str | None, reply: protocol.Reply) -> None:
        if key:
            self.answers[key] = reply
            if len(self.answers) > MOST_ANSWERS:
                del self.answers[next(iter(self.answers))]

    def circumstances(self) -> Circumstances:
        history = self.present()
        return Circumstances(
            deal=lambda: self.house.deal(history.game, history.setup.rounds),
            new_table=self.house.token,
            away=self.away(),
        )

    def away(self) -> set[str]:
        guests = {chair.guest for chair in self.present().chairs if chair.guest}
        looking = {listener.guest for listener in self.listeners}
        long_ago = self.house.now() - 1000 * AWAY
        return {guest for guest in guests - looking if self.seen.get(guest, self.loaded) <= long_ago}

    async def flag(self) -> None:
        """Somebody's time has run out, before whatever comes next."""
        history = self.present()
        due, clock = history.due(), history.clock
        if due and clock and clock.running is not None and due <= self.house.now():
            await self.write([requests.fall(history, clock.running, "flag")])

    # --- writing, then telling

    async def write(self, facts: Sequence[Fact], key: str | None = None, words: str | None = None) -> None:
        """Fold entries in and commit them; then tell. If the commit fails, the history is read anew."""
        history, now = self.present(), self.house.now()
        told, written = [], []
        for i, fact in enumerate(facts):
            last = i + 1 == len(facts)
            entry = Entry(self.id, history.seq + 1, now, fact.kind, fact.body(), key if last else None)
            if isinstance(fact, entries.Spoke) and words:
                self.said[entry.seq] = words
            history.add(entry)
            written.append(entry)
            told.append(self.letters_to_listeners())
        await self.house.journal.append([self.addition(written), *self.following(facts)])
        for letters in told:
            for listener, event in letters:
                listener.tell(event)
        self.told_until = history.seq
        self.tell_lobby()

    def addition(self, written: Sequence[Entry]) -> Addition:
        said = [
            Said(self.id, entry.seq, entry.body["guest"], self.said[entry.seq])
            for entry in written
            if entry.kind == entries.Spoke.kind
        ]
        return Addition(written, summary_of(self.present()), said)

    def following(self, facts: Sequence[Fact]) -> list[Addition]:
        """The table of a rematch begins in the same transaction."""
        return [
            new_log(fact.table, requests.rematch_facts(self.present()), self.house.now())
            for fact in facts
            if isinstance(fact, entries.Followed)
        ]

    def letters_to_listeners(self) -> list[tuple[Listener, Told]]:
        """An event for everyone who looks, made once for each seat."""
        history = self.present()
        seats = {listener: history.seat_of(listener.guest) for listener in self.listeners}
        events = {seat: self.told(history, seat) for seat in set(seats.values())}
        return [(listener, events[seat]) for listener, seat in seats.items()]

    def event(self, history: History, viewer: shown.Viewer) -> dict[str, Any]:
        return shown.event(history, viewer, self.house.name, self.said)

    def told(self, history: History, viewer: shown.Viewer) -> Told:
        return Told(self.id, history.seq, encoded(self.event(history, viewer)))

    def summary_shown(self) -> dict[str, Any] | None:
        history = self.history
        return shown.summary(history, self.house.name) if history and history.setup.listed else None

    def tell_lobby(self) -> None:
        line = self.summary_shown()
        if line and line != self.lobby_line:
            self.lobby_line = line
            self.house.tell_lobby(line)

    # --- listeners

    async def listen(self, listener: Listener, after: int | None) -> None:
        for told in await self.missed(listener.guest, after):
            listener.tell(told)
        self.listeners.add(listener)

    async def missed(self, guest: str | None, after: int | None) -> list[Told]:
        """Everything after an entry, as it was told when it happened: read from the log."""
        history = self.present()
        if after == history.seq:
            return []
        if after is None or not 0 < history.seq - after <= MOST_MISSED:
            return [self.told(history, history.seat_of(guest))]
        past, events = History(self.id, history.outages), []
        for entry in await self.house.log_of(self.id):
            past.add(entry)
            if entry.seq > after:
                events.append(self.told(past, past.seat_of(guest)))
        return events

    def here(self) -> set[str]:
        """Who looks, or did a moment ago."""
        return {listener.who for listener in self.listeners} | set(self.lingering())

    def lingering(self) -> dict[str, int]:
        """Who stopped looking a moment ago, and when they will have gone."""
        now = self.house.now()
        return {who: at + LINGER for who, at in self.seen.items() if at + LINGER > now}

    def tell_presence(self) -> None:
        here = Told(f"presence {self.id}", None, encoded(shown.presence(self.present(), self.here())))
        for listener in self.listeners:
            listener.tell_change(here)

    # --- what it does by itself

    def go_on(self) -> None:
        """Let a bot think, or wait for the next moment at which something changes although nobody does anything."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        if self.history is None:
            self.wake_at(self.house.now() + RETRY)
            return
        self.tell_presence()
        if self.history.due() == 0:
            self.let_bot_think()
        if moments := self.moments():
            self.wake_at(min(moments))

    def moments(self) -> list[int]:
        """When a clock runs out, when somebody has really gone, when nobody has been here for long."""
        due = self.present().due()
        moments = list(self.lingering().values()) if self.listeners else []
        if due:
            moments.append(due)
        elif due is None and not self.listeners:
            moments.append(self.house.now() + IDLE)
        return moments

    def wake_at(self, moment: int) -> None:
        seconds = max(0, moment - self.house.now()) / 1000 + 0.001
        self.alarm = asyncio.get_running_loop().call_later(seconds, self.tick)

    # --- bots

    def let_bot_think(self) -> None:
        history = self.present()
        seat = history.seat
        assert seat is not None
        if self.thinking != history.position:
            self.thinking = history.position
            level = history.chairs[seat].level or levels.USUAL
            question = self.question(seat, levels.spec(history.game, level))
            self.thought = asyncio.create_task(self.think(history.position, question))

    def question(self, seat: int, spec: str = HINT) -> Question:
        """All that a bot is told: the view of its seat. Nobody can foresee its dice."""
        history = self.present()
        assert history.match
        game = history.game
        return Question(
            game=game.name,
            options=json.dumps(game.options, sort_keys=True),
            spec=spec,
            seat=seat,
            seed=self.house.keyed_number(f"{self.id} {history.position}"),
            views=history.match.view_row(seat),
        )

    async def think(self, position: int, question: Question) -> None:
        action = await self.house.bots.decide(question)
        await self.inbox.put(BotAnswer(position, action))

    async def take_bot_answer(self, answer: BotAnswer) -> None:
        """Through the same door as a person's action; dropped if the match has moved on."""
        history = self.present()
        seat = history.seat
        if answer.position != history.position or seat is None or not history.chairs[seat].by_bot:
            return
        await self.write([entries.Acted(seat, history.game.action_text(answer.action))])

    def idle(self) -> bool:
        """Nobody looks, nothing waits, and there is nothing to do."""
        quiet = not self.listeners and self.inbox.empty() and self.history is not None
        return quiet and self.present().due() is None and self.house.now() - self.used >= IDLE


def settle(letter: Letter | BotAnswer | Tick, answer: Any) -> None:
    """Give the answer to the one who waits, if they still do."""
    if not isinstance(letter, Letter) or letter.answer.done():
        return
    if isinstance(answer, Exception):
        letter.answer.set_exception(answer)
    else:
        letter.answer.set_result(answer)


def encoded(event: Any) -> bytes:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()


def summary_of(history: History) -> Summary:
    """What is kept of a table. Guests stand in it by number, as in the log."""
    guests = {seat: chair.guest for seat, chair in enumerate(history.chairs) if chair.guest}
    stored = shown.summary(history, lambda guest: guest)
    return Summary(history.table, history.state, history.setup.listed, history.at, history.due(), stored, guests)


def new_log(table: str, facts: Sequence[Fact], now: int) -> Addition:
    """The first entries of a table."""
    written = [Entry(table, i, now, fact.kind, fact.body()) for i, fact in enumerate(facts, 1)]
    return Addition(written, summary_of(History.told(table, written)))
