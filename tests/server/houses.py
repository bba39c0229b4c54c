"""A house for tests: its time, tokens and decks are the test's, its bots think here and now."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import TypeAdapter

from incognita.core.game import Game
from incognita.server import protocol, thinking
from incognita.server.bots import Bots
from incognita.server.deals import live_deal
from incognita.server.entries import Dealt
from incognita.server.house import House, Outside
from incognita.server.limits import Limits, Rate
from incognita.server.listeners import Listener
from incognita.server.requests import Asker
from incognita.store.store import Store

ASKED: TypeAdapter[Any] = TypeAdapter(protocol.Asked)
SMALL = {"colours": 2, "ranks": 3, "investments": 1, "hand": 2, "cost": 5}


class BotsHere:
    """Think in this process, at once."""

    def __init__(self) -> None:
        self.asked: list[thinking.Question] = []

    async def decide(self, question: thinking.Question) -> int:
        self.asked.append(question)
        return thinking.decision(question)

    async def ask(self, question: thinking.Question) -> Any:
        return thinking.answer(question)

    def close(self) -> None:
        pass


class World:
    """What tests decide: the time, the tokens, the decks."""

    def __init__(self, deal: Callable[[Game, int], Dealt] | None = None) -> None:
        self.time = 1_000_000_000
        self.deal = deal or dealt_with(7)
        self.tokens: Iterator[int] = itertools.count(1)
        self.bots = BotsHere()
        self.limits = Limits(requests=Rate(10**6, 10**6), newcomers=Rate(10**6, 10**6))

    def outside(self) -> Outside:
        return Outside(now=lambda: self.time, token=lambda: f"token{next(self.tokens):04}", deal=self.deal)


def dealt_with(seed: int, starter: int = 0) -> Callable[[Game, int], Dealt]:
    import random

    def deal(game: Game, rounds: int) -> Dealt:
        return Dealt(starter, live_deal(game, rounds, random.Random(seed)).deals)

    return deal


POSTGRESQL = os.environ.get("INCOGNITA_TEST_POSTGRESQL", "")
"""The address of a PostgreSQL in which databases can be made: the tests then run on it instead of SQLite."""
sqlite_only = pytest.mark.skipif(bool(POSTGRESQL), reason="about a file of SQLite")


def url(folder: Path) -> str:
    """The database of a folder."""
    if not POSTGRESQL:
        return f"sqlite:///{folder}/tables.sqlite"
    name = f"test_{hashlib.sha256(str(folder).encode()).hexdigest()[:24]}"
    make_database(name)
    return f"{POSTGRESQL}/{name}"


@cache
def make_database(name: str) -> None:
    import psycopg

    with psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")


@asynccontextmanager
async def open_house(
    folder: Path,
    world: World | None = None,
    patience: float = 5.0,
    prepare: Callable[[str], Awaitable[None]] | None = None,
) -> AsyncIterator[House]:
    world = world or World()
    house = House(Store(url(folder), patience=patience), cast(Bots, world.bots), world.outside(), prepare)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def run(coroutine: Awaitable[None]) -> None:
    """Run a test. Nothing in it takes a minute, but the first one that meets a game compiles."""

    async def limited() -> None:
        async with asyncio.timeout(300):
            await coroutine

    asyncio.run(limited())


async def settled(house: House, table: str) -> dict[str, Any]:
    """The table as a spectator sees it, once bots have nothing more to do."""
    while True:
        await asyncio.sleep(0)
        history = await house.history(table)
        if history.due() != 0:
            return await house.look(table, None)
        await asyncio.sleep(0.002)


class Player:
    """Somebody with a name, at one table."""

    def __init__(self, house: House, guest: str, table: str = "") -> None:
        self.house, self.guest, self.table = house, guest, table

    async def ask(self, type: str, **fields: Any) -> Any:
        request = ASKED.validate_python({"type": type, **fields})
        return await self.house.ask(self.table, Asker(self.guest), request)

    async def do(self, type: str, **fields: Any) -> Any:
        """Ask for something that must be granted."""
        reply = await self.ask(type, **fields)
        assert isinstance(reply, protocol.Accepted), reply
        return reply

    async def refused(self, type: str, **fields: Any) -> str:
        """The rule by which something is refused."""
        reply = await self.ask(type, **fields)
        assert isinstance(reply, protocol.Refused), reply
        return reply.rule

    async def look(self) -> dict[str, Any]:
        return await self.house.look(self.table, self.guest)

    async def act(self, action: str | None = None, **fields: Any) -> Any:
        """An action at the present position, the first legal one unless it is named."""
        seen = await self.look()
        return await self.ask("act", position=seen["position"], action=action or seen["view"]["legal"][0], **fields)

    async def here(self, type: str, **fields: Any) -> Any:
        """Something that names the present position."""
        return await self.ask(type, position=(await self.look())["position"], **fields)

    async def listen(self, after: int | None = None) -> Listener:
        listener = Listener(self.guest)
        await self.house.listen(self.table, listener, after)
        return listener


async def guests(house: House, *names: str) -> list[Player]:
    return [Player(house, (await house.add_guest(name))[0].id) for name in names]


async def seated(house: House, game: str, *names: str, start: bool = True, **wanted: Any) -> list[Player]:
    """A table with these people on its first seats, in order; the match has begun."""
    players = await guests(house, *names)
    new = protocol.NewTable.model_validate({"game": game, "seats": [{"who": "me"}], **wanted})
    table = await house.create(players[0].guest, new)
    for player in players:
        player.table = table
    for player in players[1:]:
        await player.do("join")
    if start:
        await players[0].do("start")
    return players


async def on_turn(players: list[Player]) -> Player:
    turn: int = (await players[0].look())["view"]["turn"]
    return players[turn]
