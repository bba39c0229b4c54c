"""Servers that start in no time: one process imports and loads everything, and each server is a fork of it.

Every line on standard input is an order: how to serve, as JSON, or nothing, to kill the server that runs without any
warning. It is answered with a line when it is done. The last server ends with whoever gave the orders.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

import uvicorn.lifespan.on
import uvicorn.protocols.http.h11_impl
from sqlalchemy import create_engine

import incognita
from incognita.cli import command_parser, serve
from incognita.server import app, prepare
from incognita.store.database import read_url

PRELOADED = (app, uvicorn)
"""Imported late by those who use it, so here it is imported before."""


def load(database: str) -> None:
    """Get everything that a table of Lost Cities needs into this process."""
    match = incognita.load("lost-cities").match(seed=1)
    match.play(match.legal()[0])
    match.view(0)
    create_engine(read_url(database))


def begin(port: int, database: str, log: str) -> int:
    """A new process that serves; its number."""
    child = os.fork()
    if child == 0:
        os.close(0)
        with open(log, "ab") as lines:
            os.dup2(lines.fileno(), 1)
            os.dup2(lines.fileno(), 2)
        words = ["--port", str(port), "--bots", "1", "--database", database]
        serve.run(command_parser("serve").parse_args(words))
        os._exit(0)
    return child


def kill(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


async def nothing(game: str) -> None:
    """Instead of compiling."""


def main() -> None:
    # Whoever is killed while it lets somebody compile leaves that process behind, and so does the next one.
    setattr(prepare, "compile_game", nothing)  # noqa: B010
    load(sys.argv[1])
    child = 0
    for line in sys.stdin:
        wanted: dict[str, Any] = json.loads(line)
        if child:
            kill(child)
        child = begin(**wanted) if wanted else 0
        print(child, flush=True)
    if child:
        kill(child)


if __name__ == "__main__":
    main()
