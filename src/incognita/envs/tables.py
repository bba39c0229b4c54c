"""The tables of actions and observations in docs/environment-tables.md, made from the code."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from incognita.core.game import Game
from incognita.games import GAMES, load


def tables(trees: Mapping[str, Any]) -> str:
    """Actions and pieces of every game as it is usually played, and how large the trees of small games are."""
    parts = [
        "# Actions and observations\n\nMade from the code by `make docs`. Places count from 0, the last is excluded.\n"
    ]
    for name in GAMES:
        game = load(name)
        parts.append(f"## {game.title}\n\n`{game!r}`: {game.actions} actions, {game.layout().size} numbers.\n")
        parts.append(f"### Actions\n\n```text\n{actions(game)}```\n")
        parts.append(f"### Observation\n\n{pieces(game)}")
    return "\n".join([*parts, "## Trees of small games\n", tree_table(trees)])


def actions(game: Game) -> str:
    """Ten to a line, as text by number."""
    lines = [
        f"{first * 10:4d}  " + " ".join(f"{game.action_text(action):>5}" for action in group)
        for first, group in groupby(range(game.actions), lambda action: action // 10)
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def pieces(game: Game) -> str:
    rows = [
        f"| {piece.name} | {start} to {stop} | {' x '.join(map(str, piece.shape))} | {piece.about} |"
        for piece, start, stop in game.layout().places
    ]
    return "\n".join(["| piece | place | shape | what it is |", "|---|---|---|---|", *rows]) + "\n"


def tree_table(trees: Mapping[str, Any]) -> str:
    rows = [
        f"| `{name}` | {size['histories']:,} | {size['finished']:,} "
        f"| {' + '.join(map(str, size['information states']))} |"
        for name, size in trees.items()
    ]
    return "\n".join(["| game | histories | finished | information states |", "|---|--:|--:|--:|", *rows]) + "\n"
