"""The house: all tables of a server, found or read from the store; its guests; its journal, bots and lobby."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.games import GAMES
from incognita.play import levels
from incognita.server import deals, entries, keys, protocol, shown
from incognita.server.bots import Bots
from incognita.server.history import History, find_game
from incognita.server.journal import Journal
from incognita.server.keys import Signer, digest
from incognita.server.limits import Limits
from incognita.server.listeners import Listener, Told
from incognita.server.requests import Asker, check_running, own_seat, refused
from incognita.server.table import Ask, Listen, Look, Read, Table, encoded, new_log, summary_of
from incognita.store.database import StoreError
from incognita.store.store import Entry, Guest, Store

log = logging.getLogger("incognita.house")

BEAT = 5.0
"""Seconds between two notes that the server is alive."""
LOBBY = "lobby"
MOST_LISTED = 200
LISTED_FOR = 24 * 3600 * 1000
"""Milliseconds after its last change for which a table stays in the lobby."""
MOST_UNFINISHED = 50
"""Tables that are not over at which one guest can sit."""


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Outside:
    """What a house takes from the world; tests put in their own."""

    now: Callable[[], int] = wall_clock
    token: Callable[[], str] = keys.new_token
    deal: Callable[[Game, int], entries.Dealt] = deals.live_deal


class NoSuchTable(LookupError):
    """There is no table of that name."""


def checked_id(text: str) -> str:
    """What could be the name of a table; a database need not be asked about anything else."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text):
        raise NoSuchTable(text)
    return text


class House:
    def __init__(
        self,
        store: Store,
        bots: Bots,
        outside: Outside | None = None,
        prepare: Callable[[str], Awaitable[None]] | None = None,
        limits: Limits | None = None,
        addresses: Sequence[str] = (),
    ) -> None:
        outside = outside or Outside()
        self.now, self.token, self.deal = outside.now, outside.token, outside.deal
        self.store, self.bots, self.limits = store, bots, limits or Limits()
        self.addresses = addresses
        """Under which others in the house find it."""
        self.journal = Journal(store)
        self.tables: dict[str, Table] = {}
        self.arriving: dict[str, asyncio.Task[Table]] = {}
        self.names: dict[str, str | None] = {}
        self.lobby_listeners: set[Listener] = set()
        self.hinted: set[str] = set()
        """The guests for whom a hint is being thought about."""
        self.streams: set[Listener] = set()
        self.alarms: list[asyncio.TimerHandle] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.prepare = prepare
        self.prepared = {game: asyncio.Event() for game in GAMES}
        self.wanted: set[str] = set()
        """The games for which somebody waits, or did."""
        self.signer = Signer(self.secret())
        self.outages = self.note_outage()

    # --- beginning and end

    def secret(self) -> str:
        known = self.store.setting(keys.SECRET)
        if known is None:
            known = self.token() + self.token()
            self.store.set(keys.SECRET, known)
        return known

    def note_outage(self) -> list[tuple[int, int]]:
        """The time since the last sign of life, a beat or an entry, is nobody's."""
        now, beat = self.now(), self.store.setting("beat")
        alive = max(int(beat or now), self.store.last_change())
        if alive < now:
            self.store.add_outage(alive, now)
        self.store.set("beat", str(now))
        return self.store.outages()

    async def open(self) -> None:
        """Look after the tables that have to act by themselves; all others are read when somebody comes."""
        loop = asyncio.get_running_loop()
        for table, due in await asyncio.to_thread(self.store.due):
            delay = max(0, due - self.now()) / 1000
            self.alarms.append(loop.call_later(delay, self.wake, table))
        self.tasks = [asyncio.create_task(self.beat()), asyncio.create_task(self.prepare_games())]

    async def prepare_games(self) -> None:
        """One after the other, if they were never compiled here; what somebody waits for comes first."""
        while waiting := [game for game, prepared in self.prepared.items() if not prepared.is_set()]:
            game = next((one for one in waiting if one in self.wanted), waiting[0])
            if self.prepare:
                await self.prepare(game)
            self.prepared[game].set()

    async def ready(self, game: str) -> None:
        """Wait until a game can be played without compiling anything."""
        self.wanted.add(game)
        await self.prepared[game].wait()

    def wake(self, table: str) -> None:
        task = asyncio.create_task(self.table(table))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await asyncio.to_thread(self.store.set, "beat", str(self.now()))
            except StoreError as error:
                log.error("no beat", extra={"told": {"why": str(error)}})

    async def close(self) -> None:
        for alarm in self.alarms:
            alarm.cancel()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for listener in list(self.streams):
            listener.close()
        await asyncio.gather(*(table.close() for table in list(self.tables.values())))
        await self.journal.close()
        await asyncio.to_thread(self.bots.close)
        self.store.close()

    async def database_state(self) -> str:
        """`well`, or what is wrong with the database."""
        try:
            await asyncio.to_thread(self.store.setting, "beat")
        except StoreError as error:
            return str(error)
        return "well"

    # --- tables

    async def table(self, table: str) -> Table:
        """A table in memory, read from its log if it has to be."""
        while table not in self.tables:
            if table not in self.arriving:
                self.arriving[table] = asyncio.create_task(self.bring(table))
                self.arriving[table].add_done_callback(look_at_error)
            await asyncio.shield(self.arriving[table])
        return self.tables[table]

    async def bring(self, table: str) -> Table:
        try:
            history, said = await self.read(table)
            self.tables[table] = Table(self, history, said)
            return self.tables[table]
        finally:
            del self.arriving[table]

    async def read(self, table: str) -> tuple[History, dict[int, str]]:
        written = await asyncio.to_thread(self.store.log, checked_id(table))
        if not written:
            raise NoSuchTable(table)
        await self.ready(written[0].body["game"])
        return await asyncio.to_thread(self.retold, table, written)

    def retold(self, table: str, written: list[Entry]) -> tuple[History, dict[int, str]]:
        """In a thread: a long match takes a while to replay."""
        self.learn_names(entry.body["guest"] for entry in written if "guest" in entry.body)
        return History.told(table, written, self.outages), self.store.said(table)

    async def log_of(self, table: str) -> list[Entry]:
        return await asyncio.to_thread(self.store.log, table)

    def drop(self, table: Table) -> None:
        self.tables.pop(table.id, None)

    async def ask(self, table: str, asker: Asker, request: Any) -> protocol.Reply:
        reply: protocol.Reply = await (await self.table(table)).send(Ask(asker=asker, request=request))
        return reply

    async def look(self, table: str, guest: str | None) -> dict[str, Any]:
        event: dict[str, Any] = await (await self.table(table)).send(Look(guest=guest))
        return event

    async def history(self, table: str) -> History:
        """For those who only read, and at once."""
        history: History = await (await self.table(table)).send(Read())
        return history

    async def create(self, guest: str, wanted: protocol.NewTable) -> str:
        if wanted.game in self.prepared:
            await self.ready(wanted.game)
        facts = first_facts(guest, wanted)
        if await asyncio.to_thread(self.store.unfinished_of, guest) >= MOST_UNFINISHED:
            raise refused("tables", most=MOST_UNFINISHED)
        table = self.token()
        addition = new_log(table, facts, self.now())
        await self.journal.append([addition])
        if wanted.listed:
            self.tell_lobby(shown.with_names(addition.summary.shown, self.name))
        return table

    async def tables_of(self, guest: str) -> list[dict[str, Any]]:
        stored = await asyncio.to_thread(self.store.tables_of, guest)
        await asyncio.to_thread(self.learn_names, guests_in(stored))
        return [shown.with_names(one, self.name) for one in stored]

    async def hint(self, table: str, guest: str) -> protocol.Hint:
        """What a search would do on a guest's seat; only against bots, and one at a time."""
        place = await self.table(table)
        history = await place.send(Read())
        seat = hinted_seat(history, guest)
        if guest in self.hinted:
            raise refused("hinted")
        question, position = place.question(seat), history.position
        self.hinted.add(guest)
        try:
            candidates = await self.bots.ask(question)
        finally:
            self.hinted.discard(guest)
        return protocol.Hint(position=position, candidates=candidates)

    # --- listening

    async def listen(self, table: str, listener: Listener, after: int | None) -> None:
        await (await self.table(table)).send(Listen(listener=listener, after=after))

    def forget(self, listener: Listener) -> None:
        self.streams.discard(listener)
        self.lobby_listeners.discard(listener)
        for table in self.tables.values():
            if listener in table.listeners:
                table.forget(listener)

    async def lobby(self) -> dict[str, Any]:
        since = self.now() - LISTED_FOR
        stored = await asyncio.to_thread(self.store.lobby, ["open", "running"], since, MOST_LISTED)
        await asyncio.to_thread(self.learn_names, guests_in(stored))
        return {"type": LOBBY, "tables": [shown.with_names(one, self.name) for one in stored]}

    async def listen_to_lobby(self, listener: Listener) -> None:
        """What changes while the lobby is read is told behind it."""
        meanwhile = Listener(None)
        self.lobby_listeners.add(meanwhile)
        try:
            lobby = await self.lobby()
        finally:
            self.lobby_listeners.discard(meanwhile)
        for told in (Told(LOBBY, None, encoded(lobby)), *meanwhile.waiting):
            listener.tell(told)
        self.lobby_listeners.add(listener)

    def tell_lobby(self, line: dict[str, Any]) -> None:
        """The name of the table keeps what a slow reader missed of others apart."""
        told = Told(f"{LOBBY} {line['id']}", None, encoded({"type": LOBBY, "tables": [line]}))
        for listener in self.lobby_listeners:
            listener.tell(told)

    # --- guests

    def name(self, guest: str) -> str | None:
        return self.names.get(guest)

    def learn_names(self, guests: Iterable[str]) -> None:
        for guest in set(guests) - set(self.names):
            found = self.store.guest(guest)
            self.names[guest] = found.name if found else None

    async def add_guest(self, name: str) -> tuple[Guest, str]:
        """A new guest, and the secret of their link."""
        guest, secret = Guest(self.token(), name), self.token()
        await asyncio.to_thread(self.store.add_guest, guest.id, name, digest(secret), self.now())
        self.names[guest.id] = name
        return guest, secret

    async def new_link(self, guest: str) -> str:
        secret = self.token()
        await asyncio.to_thread(self.store.set_link, guest, digest(secret))
        return secret

    async def enter(self, secret: str) -> Guest | None:
        guest = await asyncio.to_thread(self.store.guest_with_link, digest(secret))
        if guest:
            self.names[guest.id] = guest.name
        return guest

    async def known(self, guest: str) -> Guest | None:
        """A guest who is still one."""
        if guest not in self.names:
            await asyncio.to_thread(self.learn_names, [guest])
        name = self.names[guest]
        return None if name is None else Guest(guest, name)

    async def rename(self, guest: str, name: str) -> None:
        await asyncio.to_thread(self.store.rename_guest, guest, name)
        self.names[guest] = name

    async def delete(self, guest: str) -> None:
        await asyncio.to_thread(self.store.delete_guest, guest)
        self.names[guest] = None

    def keyed_number(self, text: str) -> int:
        return self.signer.number(text)


def look_at_error(arrived: asyncio.Task[Table]) -> None:
    """Whoever asked for a table may be gone by now; the next who asks is told what is wrong with it."""
    if not arrived.cancelled():
        arrived.exception()


def hinted_seat(history: History, guest: str) -> int:
    """The seat that must decide, if it is this guest's and all others are played by bots."""
    seat = own_seat(history, Asker(guest))
    check_running(history)
    if history.people != [seat]:
        raise refused("people")
    if history.seat != seat:
        raise refused("turn", seat=-1 if history.seat is None else history.seat)
    return seat


def guests_in(summaries: Iterable[dict[str, Any]]) -> list[str]:
    return [seat["name"] for summary in summaries for seat in summary["seats"] if seat["name"]]


def first_facts(guest: str, wanted: protocol.NewTable) -> list[entries.Fact]:
    """The first entries of a new table; NotDone says what is wrong with what was wanted."""
    game, rounds = checked_game(wanted)
    if len(wanted.seats) > game.players:
        raise refused("table", why=f"{game.name} has {game.players} seats here, not {len(wanted.seats)}")
    chairs = [*wanted.seats, *[protocol.Chair(who="open")] * (game.players - len(wanted.seats))]
    mine = [seat for seat, chair in enumerate(chairs) if chair.who == "me"]
    if len(mine) > 1:
        raise refused("table", why="you can sit on one seat only")
    clock = wanted.clock.model_dump() if wanted.clock else None
    places = [(chair.level or levels.USUAL) if chair.who == "bot" else None for chair in chairs]
    created = entries.Created(game.name, game.changed_options(), rounds, places, clock, wanted.listed)
    return [created, *(entries.Seated(seat, guest) for seat in mine)]


def checked_game(wanted: protocol.NewTable) -> tuple[Game, int]:
    try:
        game = find_game(wanted.game, wanted.options)
        return game, game.check_rounds(wanted.rounds)
    except (OptionError, TypeError) as error:
        raise refused("table", why=str(error)) from None


def rebuild(store: Store) -> tuple[int, list[str]]:
    """Make everything that can be made from the logs anew: how many tables, and what is wrong with the others."""
    summaries, wrong = [], []
    outages = store.outages()
    for table in store.table_ids():
        try:
            summaries.append(summary_of(History.told(table, store.log(table), outages)))
        except Exception as error:
            wrong.append(f"table {table}: {type(error).__name__}: {error}")
    store.replace_derived(summaries)
    return len(summaries), wrong
