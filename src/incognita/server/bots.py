"""A bounded number of child processes that think. One that is late or dies is replaced; nobody else notices."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from incognita.server import thinking
from incognita.server.thinking import Question

log = logging.getLogger("incognita.bots")

SECONDS = 10.0
"""For a decision …"""
STARTUP = 60.0
"""… and for the first one of a process, which may have to compile."""
FALLBACK = "policy"

Target = Callable[[Connection], None]


class BotFailed(Exception):
    """No answer; the sentence says why."""


class Worker:
    """A child process behind a pipe, started when it is first asked. Its methods wait: call them in a thread."""

    def __init__(self, target: Target, seconds: float, startup: float) -> None:
        self.target, self.seconds, self.startup = target, seconds, startup
        self.process: Any = None
        self.pipe: Connection | None = None
        self.warm = False

    def ask(self, question: Question) -> Any:
        pipe = self.pipe or self.start()
        limit = self.seconds if self.warm else self.startup
        try:
            pipe.send(question)
            if not pipe.poll(limit):
                raise BotFailed(f"no answer within {limit:g} s")
            answer = pipe.recv()
        except (BotFailed, EOFError, OSError) as error:
            self.stop()
            raise error if isinstance(error, BotFailed) else BotFailed("its process ended") from error
        self.warm = True
        if isinstance(answer, Exception):
            raise BotFailed(f"{type(answer).__name__}: {answer}")
        return answer

    def start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.process = context.Process(target=self.target, args=(theirs,), daemon=True, name="incognita bot")
        self.process.start()
        theirs.close()
        self.pipe, self.warm = ours, False
        return ours

    def stop(self) -> None:
        if self.pipe:
            self.pipe.close()
        if self.process:
            self.process.kill()
            self.process.join()
        self.pipe = self.process = None


class Bots:
    """All that think on this server."""

    def __init__(
        self,
        workers: int,
        *,
        seconds: float = SECONDS,
        startup: float = STARTUP,
        target: Target = thinking.answer_questions,
    ) -> None:
        self.workers = [Worker(target, seconds, startup) for _ in range(workers)]
        self.idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self.idle.put_nowait(worker)
        self.threads = ThreadPoolExecutor(workers, "bots")

    async def ask(self, question: Question) -> Any:
        """The answer of the next worker that is free; BotFailed if there is none."""
        worker = await self.idle.get()
        asked = asyncio.get_running_loop().run_in_executor(self.threads, worker.ask, question)
        asked.add_done_callback(lambda _: self.idle.put_nowait(worker))
        return await asyncio.shield(asked)

    async def decide(self, question: Question) -> int:
        """A legal action, whatever happens: that of the agent, else of the policy, else the first."""
        legal = question.views["legal"][0, : int(question.views["choices"][0])].tolist()
        for spec in dict.fromkeys((question.spec, FALLBACK)):
            with suppress(BotFailed):
                action = await self.tried(replace(question, spec=spec))
                if action in legal:
                    return action
        return int(legal[0])

    async def tried(self, question: Question) -> int:
        try:
            return int(await self.ask(question))
        except BotFailed as error:
            log.warning(
                "a bot failed", extra={"told": {"spec": question.spec, "game": question.game, "why": str(error)}}
            )
            raise

    def close(self) -> None:
        for worker in self.workers:
            if worker.process:
                worker.process.kill()  # a thread that waits for it gets an end of file
        self.threads.shutdown()
        for worker in self.workers:
            worker.stop()
