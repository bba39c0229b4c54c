"""Replays the examples of docs/protocol.md: who asks what, and what the server answers.

    python -m tests.server.examples    write the answers of the page anew (look at the difference before you commit it)

A block `http` begins with who asks, the method and the path; the block `json` after it is the answer.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.browser import Browser, events_in, open_app
from tests.server.houses import World, dealt_with

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLE = re.compile(r"```http\n(?P<asked>.*?)```\n\n```json\n(?P<answer>.*?)```", re.DOTALL)
WIDTH = 118


@dataclass(frozen=True)
class Example:
    """A request of the page, and its answer."""

    who: str
    method: str
    path: str
    body: Any
    answer: str


def read(match: re.Match[str]) -> Example:
    first, _, body = match["asked"].partition("\n")
    who, method, path = first.split()
    return Example(who, method, path, json.loads(body) if body.strip() else None, match["answer"])


def examples(page: str) -> list[Example]:
    return [read(match) for match in EXAMPLE.finditer(page)]


def wrapped(value: Any) -> str:
    """JSON on lines of a readable width; lines are never broken inside a text."""
    words = re.findall(r'"(?:[^"\\]|\\.)*"[:,]?|[^\s"]+', json.dumps(value, ensure_ascii=False))
    lines = [""]
    for word in glued(words):
        if len(lines[-1]) + len(word) + 1 > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def glued(words: list[str]) -> list[str]:
    """Brackets stay with what they enclose."""
    parts: list[str] = []
    for word in words:
        if parts and (parts[-1][-1] in "[{" or word[0] in "]}"):
            parts[-1] += word
        else:
            parts.append(word)
    return parts


class Session:
    """The house of the page, with everybody who asks in it."""

    def __init__(self, app: Any, world: World) -> None:
        self.app, self.world = app, world
        self.browsers: dict[str, Browser] = {}

    async def answer(self, example: Example) -> Any:
        browser = self.browsers.setdefault(example.who, Browser(self.app))
        special: dict[str, Callable[[], Any]] = {
            "WAIT": lambda: self.wait(example),
            "STREAM": lambda: self.stream(example),
        }
        if example.method in special:
            return await special[example.method]()
        received = await browser.ask(example.method, example.path, example.body)
        return received.json() if received.body else {}

    async def wait(self, example: Example) -> Any:
        """Time passes: `Clock WAIT 61`."""
        self.world.time += 1000 * int(example.path)
        return {}

    async def stream(self, example: Example) -> Any:
        """The messages of a stream until all tables have said something."""
        browser = self.browsers[example.who]
        received = browser.stream(example.path)
        wanted = example.path.count("table=") + example.path.count("lobby=") + 1
        await received.until(lambda body: body.count(b"data: ") >= wanted)
        await browser.close()
        return events_in(received)


async def answers(asked: list[Example]) -> list[Any]:
    world = World(deal=dealt_with(3))
    with tempfile.TemporaryDirectory() as folder:
        async with open_app(Path(folder), world) as app:
            session = Session(app, world)
            return [await session.answer(example) for example in asked]


def write() -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = iter(asyncio.run(answers(examples(page))))

    def filled(match: re.Match[str]) -> str:
        return f"```http\n{match['asked']}```\n\n```json\n{wrapped(next(found))}\n```"

    PAGE.write_text(EXAMPLE.sub(filled, page), encoding="utf-8")


if __name__ == "__main__":
    write()
