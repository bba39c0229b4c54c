"""Compile the rules of all games into the disk cache, on all cores: otherwise every process of the tests does it anew.

The longest first, so that no core is left with it at the end.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from incognita.games import GAMES
from incognita.server.prepare import compile_game

with ThreadPoolExecutor(os.cpu_count()) as workers:
    list(workers.map(compile_game, reversed(GAMES)))
