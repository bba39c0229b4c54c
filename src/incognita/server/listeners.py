"""Who looks at tables: a queue for each stream, for any number of tables."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

MOST_WAITING = 64
"""Events that wait for a slow reader; beyond that only the last one of each table is kept: it has the whole view."""


@dataclass(frozen=True)
class Told:
    """An event on its way: of a table after an entry, or (without a number) of something else."""

    table: str
    seq: int | None
    data: bytes


@dataclass(eq=False)
class Listener:
    """One stream of one guest, or of somebody without a name."""

    guest: str | None
    sender: str = ""
    """By whom streams are counted: a guest or an address."""
    known: dict[str, bytes] = field(default_factory=dict)
    """What they were last told of things that are told only when they change."""
    waiting: deque[Told] = field(default_factory=deque)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False

    @property
    def who(self) -> str:
        return self.guest or self.sender

    def tell_change(self, told: Told) -> None:
        if self.known.get(told.table) != told.data:
            self.known[told.table] = told.data
            self.tell(told)

    def tell(self, told: Told) -> None:
        self.waiting.append(told)
        if len(self.waiting) > MOST_WAITING:
            self.waiting = deque({one.table: one for one in self.waiting}.values())
        self.ready.set()

    def close(self) -> None:
        self.closed = True
        self.ready.set()

    async def next(self, seconds: float) -> Told | None:
        """What comes next, or None if so many seconds pass without anything."""
        try:
            async with asyncio.timeout(seconds):
                while not self.waiting and not self.closed:
                    self.ready.clear()
                    await self.ready.wait()
        except TimeoutError:
            return None
        return self.waiting.popleft() if self.waiting else None
