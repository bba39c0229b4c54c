"""A browser of our own that talks ASGI to the application: every byte it receives is kept, streams too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from fastapi import FastAPI

from incognita.server.app import make_app
from incognita.server.bots import Bots
from incognita.server.house import House
from incognita.store.store import Store
from tests.server.houses import World, url

HOST = "127.0.0.1:8000"


HOUSES: list[House] = []
APP = make_app(HOUSES.pop)
"""One application for all tests: to make it takes longer than most of them."""


@asynccontextmanager
async def open_app(folder: Path, world: World, patience: float = 5.0) -> AsyncIterator[FastAPI]:
    store = Store(url(folder), patience=patience)
    HOUSES.append(House(store, cast(Bots, world.bots), world.outside(), limits=world.limits))
    async with APP.router.lifespan_context(APP):
        yield APP


@dataclass
class Received:
    """An answer, or as much of it as has come."""

    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""
    done: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str:
        return next((value.decode() for key, value in self.headers if key.decode() == name), "")

    def raw(self) -> bytes:
        """Everything that went over the wire, of a stream as far as it got."""
        lines = [f"{self.status}".encode(), *(key + b": " + value for key, value in self.headers)]
        return b"\n".join([*lines, b"", self.body])

    async def until(self, found: Callable[[bytes], bool]) -> None:
        while not found(self.body):
            self.changed.clear()
            await self.changed.wait()


class Browser:
    """Keeps cookies, and all that it ever received."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.cookies: dict[str, str] = {}
        self.received: list[Received] = []
        self.tasks: list[tuple[asyncio.Task[None], asyncio.Event]] = []

    def scope(self, method: str, path: str, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        split = urlsplit(path)
        sent = {"host": HOST, **headers}
        if body:
            sent = {"content-type": "application/json", "content-length": str(len(body)), **sent}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": split.path,
            "raw_path": split.path.encode(),
            "query_string": split.query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 1234),
            "server": ("127.0.0.1", 8000),
            "app": self.app,
        }

    def send(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Received:
        received, gone = Received(), asyncio.Event()
        self.received.append(received)
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def take(message: Any) -> None:
            if message["type"] == "http.response.start":
                received.status, received.headers = message["status"], list(message["headers"])
            else:
                received.body += message.get("body", b"")
                received.done = not message.get("more_body", False)
            received.changed.set()

        async def call() -> None:
            await self.app(self.scope(method, path, headers, body), receive, take)

        self.tasks.append((asyncio.create_task(call()), gone))
        return received

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Received:
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        received = self.send(method, path, {name.replace("_", "-"): value for name, value in headers.items()}, raw)
        task, gone = self.tasks.pop()
        gone.set()
        await task
        self.keep_cookies(received)
        return received

    def keep_cookies(self, received: Received) -> None:
        for name, value in received.headers:
            if name == b"set-cookie":
                cookie, _, content = value.decode().split(";")[0].partition("=")
                self.cookies[cookie] = content

    async def get(self, path: str, **headers: str) -> Received:
        return await self.ask("GET", path, **headers)

    async def post(self, path: str, body: Any = None, **headers: str) -> Received:
        return await self.ask("POST", path, {} if body is None else body, **headers)

    def stream(self, path: str, **headers: str) -> Received:
        return self.send("GET", path, {name.replace("_", "-"): value for name, value in headers.items()}, b"")

    async def be(self, name: str) -> Any:
        return (await self.post("/api/guests", {"name": name})).json()

    async def close(self) -> None:
        for task, gone in self.tasks:
            gone.set()
            task.cancel()
        await asyncio.gather(*(task for task, _ in self.tasks), return_exceptions=True)

    def bytes_received(self) -> list[bytes]:
        return [received.raw() for received in self.received]


def events_in(stream: Received) -> list[Any]:
    """The messages of a stream of server-sent events."""
    lines = [line for line in stream.body.decode().split("\n") if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]
