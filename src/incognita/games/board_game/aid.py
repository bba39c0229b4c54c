"""What the player aid takes from the numbers in use, so that replaced ones are in it too.

The texts `aid.md`, `aid.de.md` and so on have places for the stones, what they are worth, and the two tracks of
artifacts. A star stands at house values.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from incognita.core.game import Game
from incognita.games.board_game import BoardGame
from incognita.games.board_game.data import Data

WIDTH = 65
"""Of a track; the texts put it at the fourteenth column."""
BRIDGE = 6
"""The last stone before it."""


def values(game: Game, language: str) -> dict[str, str]:
    """What the places of the text are filled with; numbers are the same in every language."""
    assert isinstance(game, BoardGame)
    return {
        "stones": stone_row(range(1, len(game.data.stones) + 1)),
        "points": stone_row(game.data.stones) + star(game.data, "stones"),
        "long": track(game.data.long) + star(game.data, "artifact_track.long"),
        "short": track(game.data.short) + star(game.data, "artifact_track.short"),
    }


def stone_row(numbers: Sequence[int]) -> str:
    cells = [f"{number:5}" for number in numbers]
    return "".join([*cells[:BRIDGE], " |", *cells[BRIDGE:]])


def track(steps: Sequence[tuple[int, int]]) -> str:
    """`0-2 -60   3-5 -45 …`, never broken between tokens and points."""
    texts = [f"{tokens(i, steps)}~{points}" for i, (_, points) in enumerate(steps)]
    return "\n".join(textwrap.wrap("   ".join(texts), WIDTH - 2, break_on_hyphens=False)).replace("~", " ")


def tokens(i: int, steps: Sequence[tuple[int, int]]) -> str:
    first = steps[i][0]
    if i + 1 == len(steps):
        return f"{first}+"
    last = steps[i + 1][0] - 1
    return str(first) if last == first else f"{first}-{last}"


def star(data: Data, field: str) -> str:
    return " *" if data.house(field) else ""
