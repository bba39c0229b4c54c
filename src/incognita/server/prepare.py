"""Compile before somebody waits. It holds the interpreter lock, so a child process does it, into the disk cache."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from incognita.core.jit import CONFIG
from incognita.core.rng import generator
from incognita.games import load
from incognita.play.agent import make_agent
from incognita.search.search import Search


def compile_game(game: str) -> None:
    """If a game was never compiled on this machine, do it in a process of its own, so that this one only loads."""
    marker = Path(CONFIG.CACHE_DIR) / f"{game}.prepared"
    if not marker.exists():
        compiled = subprocess.run([sys.executable, "-m", __name__, game], check=False)
        if compiled.returncode == 0 and marker.parent.exists():
            marker.touch()


def use(name: str) -> None:
    """Use all compiled code that a table, its bots and its hints use."""
    game = load(name)
    match = game.match(seed=1)
    for _ in range(2):
        match.play(match.legal()[0])
    match.view(0)
    game.results(match.state)
    views = match.view_row(match.seat)
    for agent in ("careless", "policy"):
        make_agent(agent, game).decide(views)
    Search(game).think(views, generator(1), simulations=256, seconds=60)  # enough to get to its last stage


if __name__ == "__main__":
    use(sys.argv[1])
