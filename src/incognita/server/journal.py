"""Commits of many tables in one transaction: waiting for the disk once serves everybody who came meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from incognita.store.database import Conflict, StoreError
from incognita.store.store import Addition, Store

Waiting = tuple[Sequence[Addition], asyncio.Future[None]]


class Journal:
    """The one writer of logs."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.waiting: list[Waiting] = []
        self.writing: asyncio.Task[None] | None = None
        self.thread = ThreadPoolExecutor(1, "journal")

    async def append(self, additions: Sequence[Addition]) -> None:
        """When this returns, the additions are on the disk; StoreError if they are not, or may not be."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((additions, done))
        if self.writing is None or self.writing.done():
            self.writing = asyncio.create_task(self.write_all())
        await done

    async def write_all(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting, []
            await self.write(batch)

    async def write(self, batch: list[Waiting]) -> None:
        try:
            await self.store_all(batch)
        except Conflict as conflict:
            await self.write_apart(batch, conflict)
        except Exception as error:
            settle(batch, error)
        else:
            settle(batch, None)

    async def write_apart(self, batch: list[Waiting], conflict: Conflict) -> None:
        """One of them was in the way of all."""
        if len(batch) == 1:
            settle(batch, conflict)
            return
        for one in batch:
            await self.write([one])

    async def store_all(self, batch: list[Waiting]) -> None:
        additions = [addition for some, _ in batch for addition in some]
        await asyncio.get_running_loop().run_in_executor(self.thread, self.store.append, additions)

    async def close(self) -> None:
        if self.writing:
            await self.writing
        self.thread.shutdown()


def settle(batch: list[Waiting], error: Exception | None) -> None:
    for _, done in batch:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error if isinstance(error, StoreError) else StoreError(str(error)))
