"""Simulated people for the load of a server: as light as they can be, because they share the machine with it."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any

PACE = 1.0
"""Seconds between two moves at a table."""


class NotDone(Exception):
    """The server did not do what it was asked."""


class Wire:
    """A connection that stays open. HTTP by hand: a library would need more time than the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int) -> Wire:
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**20))

    async def ask(self, method: str, path: str, body: Any = None, cookie: str = "") -> Any:
        sent = b"" if body is None else json.dumps(body).encode()
        await self.send(method, path, cookie, sent)
        status, headers = await self.head()
        told = await self.reader.readexactly(int(headers[b"content-length"]))
        if status != 200:
            raise NotDone(f"{method} {path}: {status} {told.decode()}")
        return json.loads(told)

    async def lines(self, path: str, cookie: str) -> AsyncIterator[Any]:
        """The messages of a stream; the server sends each as one chunk."""
        await self.send("GET", path, cookie, b"")
        await self.head()
        while size := int(await self.reader.readline(), 16):
            chunk = await self.reader.readexactly(size + 2)
            if chunk.strip():
                yield json.loads(chunk)

    async def send(self, method: str, path: str, cookie: str, body: bytes) -> None:
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/x-ndjson\r\n"
            f"cookie: incognita={cookie}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        await self.writer.drain()

    async def head(self) -> tuple[int, dict[bytes, bytes]]:
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        pairs = (line.partition(b": ") for line in lines if line)
        return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}

    def close(self) -> None:
        self.writer.close()


class Pair:
    """A table with two people; what one does, the other hears of, and `heard` how long that took."""

    def __init__(self, port: int, number: int, cookies: Sequence[str]) -> None:
        self.port, self.cookies = port, cookies
        self.events: list[dict[str, Any]] = [{}, {}]
        self.sent: dict[int, float] = {}
        self.heard: list[float] = []
        self.chance = random.Random(number)
        self.wires: list[Wire] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        wire, *streams = self.wires = [await Wire.open(self.port) for _ in range(3)]
        ann, bob = self.cookies
        wanted = {"game": "lost-cities", "rounds": 9, "seats": [{"who": "me"}]}
        self.path = f"/api/tables/{(await wire.ask('POST', '/api/tables', wanted, ann))['table']}"
        await wire.ask("POST", self.path, {"type": "join"}, bob)
        await wire.ask("POST", self.path, {"type": "start"}, ann)
        listening = [self.listen(seat, stream) for seat, stream in enumerate(streams)]
        self.tasks = [asyncio.create_task(one) for one in (*listening, self.play(wire))]

    async def listen(self, seat: int, stream: Wire) -> None:
        async for event in stream.lines(f"{self.path}/events", self.cookies[seat]):
            if event["type"] == "table":
                self.events[seat] = event
                if event["happened"]["seat"] != seat and (begun := self.sent.pop(event["seq"], None)):
                    self.heard.append(time.perf_counter() - begun)

    async def play(self, wire: Wire) -> None:
        await asyncio.sleep(PACE * self.chance.random())
        while True:
            begun = time.perf_counter()
            with suppress(NotDone):  # a server that is too slow has not told yet that the match has moved on
                await self.move(wire)
            await asyncio.sleep(max(0.0, begun + PACE - time.perf_counter()))

    async def move(self, wire: Wire) -> None:
        """Whoever must decide does something."""
        for seat, event in enumerate(self.events):
            if event and event["view"]["legal"]:
                position, action = event["position"], self.chance.choice(event["view"]["legal"])
                self.sent[position + 1] = time.perf_counter()
                body = {"type": "act", "position": position, "action": action}
                await wire.ask("POST", self.path, body, self.cookies[seat])
                return

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        ended = await asyncio.gather(*self.tasks, return_exceptions=True)
        for wire in self.wires:
            wire.close()
        for error in ended:
            if isinstance(error, Exception):
                raise error
