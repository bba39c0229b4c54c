"""Compile the rules of all games into the disk cache, on all cores: otherwise every process of the tests does it anew.

The longest first, so that no core is left with it at the end.
"""

from __future__ import annotations

import asyncio
import os

from incognita.games import GAMES
from incognita.server.prepare import compile_game


async def main() -> None:
    cores = asyncio.Semaphore(os.cpu_count() or 1)

    async def compiled(game: str) -> None:
        async with cores:
            await compile_game(game)

    await asyncio.gather(*(compiled(game) for game in reversed(GAMES)))


if __name__ == "__main__":
    asyncio.run(main())
