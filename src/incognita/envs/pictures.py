"""A position as text, for people who watch an environment."""

from __future__ import annotations

from importlib import import_module

import numpy as np

from incognita.core.game import Game, States
from incognita.core.rules import NONE
from incognita.envs.extras import needed

MODES = ("ansi", "human")
WIDTH = 100


def picture(game: Game, states: States, seat: int | None = None) -> str:
    """What a seat sees of the first row, as the terminal shows it; None is a spectator."""
    console = needed("rich.console").Console(width=WIDTH, record=True, file=open_nowhere(), color_system=None)
    board = import_module(f"incognita.games.{game.name.replace('-', '_')}.board")
    view = game.observe(states, int(NONE) if seat is None else seat)[0]
    legal = [game.action_text(int(action)) for action in np.asarray(view.legal[: view.choices])]
    names = [f"player {number}" for number in range(game.players)]
    console.print(board.table({**game.view_json(view), "legal": legal, "sheets": []}, names, {}, [], compact=False))
    return str(console.export_text())


def open_nowhere() -> object:
    import io

    return io.StringIO()
