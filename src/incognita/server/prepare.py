"""Compile before somebody waits. It holds the interpreter lock, so a child process does it, into the disk cache."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from incognita.core.jit import CONFIG
from incognita.games import load
from incognita.play import levels
from incognita.server import thinking
from incognita.server.thinking import HINT, Question


async def compile_game(game: str) -> None:
    """If a game was never compiled on this machine, do it in a process of its own, so that this one only loads."""
    marker = Path(CONFIG.CACHE_DIR) / f"{game}.prepared"
    if marker.exists():
        return
    child = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, game)
    try:
        compiled = await child.wait() == 0
    finally:
        with suppress(ProcessLookupError):
            child.kill()  # whoever stops the server does not wait for it
    if compiled and marker.parent.exists():
        marker.touch()


def use(name: str) -> None:
    """Use all compiled code that a table, its bots and its hints use."""
    game = load(name)
    match = game.match(seed=1)
    match.play(match.legal()[0])
    while len(match.legal()) == 1:  # nobody thinks about that
        match.play(match.legal()[0])
    match.view(0)
    game.results(match.state)
    seat = match.seat or 0
    for spec in levels.SPECS[name]:
        thinking.decision(Question(name, "{}", spec, seat, 1, match.view_row(seat)))
    thinking.hint(Question(name, "{}", HINT, seat, 1, match.view_row(seat)))


if __name__ == "__main__":
    use(sys.argv[1])
