"""No losses: whatever is accepted stays, nothing happens twice, and everybody ends with the same view.

A Hypothesis machine drives one table through everything that can happen to it, restarts and failing commits included.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from incognita.server import protocol
from incognita.server.house import House, rebuild
from incognita.server.listeners import Listener
from incognita.store.database import StoreError
from incognita.store.store import Store
from tests.server.houses import SMALL, Player, World, seated, settled, url

T = TypeVar("T")
GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("lost-cities", {"options": SMALL, "rounds": 2}, 2),
    ("adventure-tours", {"options": {"players": 3}}, 2),
    ("partners", {"rounds": 1}, 4),
]
PLAYERS = st.integers(0, 3)
WHAT = ["undo", "take-back", "answer", "leave", "return", "say", "resign", "stand-in", "rematch"]


class FaultyStore(Store):
    """Fails when it is told to: before a commit, or after it, so that it only seems to have failed."""

    fault = ""

    def append(self, additions: Any) -> None:
        fault, self.fault = self.fault, ""
        if fault == "before":
            raise StoreError("the disk is full, so nothing was stored")
        super().append(additions)
        if fault == "after":
            raise StoreError("the connection was lost")


class Tables(RuleBasedStateMachine):
    """One table; `accepted` is what its players were promised."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.world = World()
        self.accepted: dict[int, str] = {}
        self.keys = 0
        self.last_try: tuple[Player, dict[str, Any]] | None = None
        self.streams: dict[int, tuple[Listener, list[Any]]] = {}

    def now(self, coroutine: Coroutine[Any, Any, T]) -> T:
        async def limited() -> T:
            async with asyncio.timeout(20):
                return await coroutine

        return self.loop.run_until_complete(limited())

    async def opened(self) -> House:
        house = House(FaultyStore(url(self.folder)), self.world.bots, self.world.outside())  # type: ignore[arg-type]
        await house.open()
        return house

    @initialize(game=st.sampled_from(GAMES), clock=st.booleans())
    def begin(self, game: tuple[str, dict[str, Any], int], clock: bool) -> None:
        name, wanted, people = game
        self.house = self.now(self.opened())
        control = {"seconds": 30, "increment": 2} if clock else None
        names = ["Ann", "Bob", "Cy", "Dee"][:people]
        if name == "adventure-tours":
            wanted = {**wanted, "seats": [{"who": "me"}, {"who": "open"}, {"who": "bot", "level": "scout"}]}
        self.players = self.now(seated(self.house, name, *names, clock=control, **wanted))
        self.table = self.players[0].table

    def player(self, number: int) -> Player:
        return self.players[number % len(self.players)]

    def new_key(self) -> str:
        self.keys += 1
        return f"key{self.keys}"

    def send(self, player: Player, fields: dict[str, Any]) -> Any:
        """Ask; an accepted answer is a promise."""
        self.last_try = (player, fields)
        try:
            reply = self.now(player.ask(**fields))
        except StoreError:
            return None
        if isinstance(reply, protocol.Accepted):
            known = self.accepted.setdefault(reply.seq, fields["key"])
            assert known == fields["key"], "one entry answers one request"
        return reply

    # --- what can happen

    @rule(choice=st.integers(0, 30), fault=st.sampled_from(["", "", "", "before", "after"]))
    def act(self, choice: int, fault: str) -> None:
        self.now(settled(self.house, self.table))
        seen = self.now(self.house.look(self.table, None))
        turn = seen["view"]["turn"]
        if seen["state"] != "running" or turn >= len(self.players):
            return
        player = self.players[turn]
        legal = self.now(player.look())["view"]["legal"]
        self.house.store.fault = fault  # type: ignore[attr-defined]
        fields = {"type": "act", "position": seen["position"], "action": legal[choice % len(legal)]}
        reply = self.send(player, {**fields, "key": self.new_key()})
        self.house.store.fault = ""  # type: ignore[attr-defined]
        stands_in = seen["seats"][turn]["stands_in"]
        assert reply is None or isinstance(reply, protocol.Accepted) or stands_in or seen["clock"]

    @rule()
    def send_again(self) -> None:
        """A client that got no answer, or lost it, sends the same again."""
        if self.last_try:
            before = self.now(self.house.history(self.table)).keys
            player, fields = self.last_try
            done = f"{player.guest}:{fields['key']}" in before
            entries = len(self.house.store.log(self.table))
            reply = self.send(player, fields)
            if done:
                assert isinstance(reply, protocol.Accepted)
                assert len(self.house.store.log(self.table)) >= entries

    @rule(number=PLAYERS, behind=st.integers(1, 5))
    def stale(self, number: int, behind: int) -> None:
        position = max(0, self.now(self.house.history(self.table)).position - behind)
        fields = {"type": "act", "position": position, "action": "*", "key": self.new_key()}
        assert not isinstance(self.send(self.player(number), fields), protocol.Accepted)

    @rule(number=PLAYERS, what=st.sampled_from(WHAT), agree=st.booleans())
    def ask(self, number: int, what: str, agree: bool) -> None:
        if what == "resign" and self.keys % 5:
            return  # or every match would be a short one
        position = self.now(self.house.history(self.table)).position
        extra: dict[str, dict[str, Any]] = {
            "undo": {"position": position},
            "take-back": {"position": position},
            "answer": {"position": position, "agree": agree},
            "say": {"text": "hello"},
            "stand-in": {"seat": (number + 1) % len(self.players)},
        }
        self.send(self.player(number), {"type": what, "key": self.new_key(), **extra.get(what, {})})

    @rule(seconds=st.sampled_from([1, 5, 20, 90]))
    def time_passes(self, seconds: int) -> None:
        self.world.time += 1000 * seconds
        if self.table in self.house.tables:
            self.house.tables[self.table].tick()

    @rule(number=PLAYERS)
    def connect(self, number: int) -> None:
        """Listen, from where one stopped the last time."""
        _, heard = self.streams.pop(number, (None, []))
        after = heard[-1]["seq"] if heard else None
        self.streams[number] = (self.now(self.player(number).listen(after)), heard)

    @rule(number=PLAYERS)
    def disconnect(self, number: int) -> None:
        if number in self.streams:
            self.house.forget(self.streams[number][0])

    @rule(clean=st.booleans())
    def restart(self, clean: bool) -> None:
        """The process ends, with or without warning, and another one begins."""
        if clean:
            self.now(self.house.close())
        else:
            self.now(self.fall_over())
        self.house = self.now(self.opened())
        for player in self.players:
            player.house = self.house
        for number in list(self.streams):
            self.connect(number)

    async def fall_over(self) -> None:
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)
        self.house.journal.thread.shutdown()
        self.house.store.close()

    # --- what must always be true

    @invariant()
    def nothing_accepted_is_lost_or_doubled(self) -> None:
        if hasattr(self, "house"):
            log = self.house.store.log(self.table)
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
            keys = {entry.seq: str(entry.key).partition(":")[2] for entry in log if entry.key}
            assert self.accepted.items() <= keys.items()
            assert len(set(keys.values())) == len(keys)

    @invariant()
    def everybody_who_listens_knows_how_things_stand(self) -> None:
        if not hasattr(self, "house"):
            return
        self.now(settled(self.house, self.table))
        for number, (listener, heard) in self.streams.items():
            heard += [json.loads(told.data) for told in listener.waiting if told.seq is not None]
            listener.waiting.clear()
            assert [event["seq"] for event in heard] == sorted({event["seq"] for event in heard})
            table = self.house.tables.get(self.table)
            if table and listener in table.listeners:
                assert heard[-1] == json.loads(json.dumps(self.now(self.player(number).look())))

    @precondition(lambda self: hasattr(self, "house"))
    @rule()
    def rebuilding_changes_nothing(self) -> None:
        before = self.house.store.tables_of(self.players[0].guest), self.house.store.due()
        assert rebuild(self.house.store)[1] == []
        assert (self.house.store.tables_of(self.players[0].guest), self.house.store.due()) == before

    def teardown(self) -> None:
        if hasattr(self, "house"):
            self.now(self.house.close())
        self.loop.close()
        shutil.rmtree(self.folder)


class ManyTables(Tables):
    """The same for longer."""


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=25, stateful_step_count=35)
TestManyTables = pytest.mark.slow(ManyTables.TestCase)
TestManyTables.settings = settings(max_examples=250, stateful_step_count=50)
