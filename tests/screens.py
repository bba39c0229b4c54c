"""What a terminal shows, as plain text."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console, RenderableType

from incognita import Match
from incognita.cli.parts import board_of
from incognita.games.terminal import Moves


def drawn(renderable: RenderableType, *, width: int = 200) -> str:
    """What a terminal without colours shows."""
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def names_of(match: Match) -> list[str]:
    return ["You", *(f"policy {seat}" for seat in range(1, match.game.players))]


def table(match: Match, seat: int | None, recent: Moves = (), *, compact: bool = False) -> str:
    board = board_of(match.game.name)
    return drawn(board.table(match.view(seat), names_of(match), {}, recent, compact=compact))


def choices(match: Match, seat: int) -> str:
    return drawn(board_of(match.game.name).choices(match.view(seat), match.view(seat)["hand"]))


def screens(match: Match, recent: Moves = ()) -> Iterator[str]:
    """What may lie on a screen in this position: of who is to decide, of the next one, of a spectator."""
    board, seats = board_of(match.game.name), range(match.game.players)
    hands = {seat: match.view(seat)["hand"] for seat in seats}
    for seat in [match.seat, ((match.seat or 0) + 1) % len(seats), None]:
        view, names = match.view(seat), ["A name much too long"] * len(seats)
        yield drawn(board.table(view, names_of(match), {}, recent))
        yield drawn(board.table(view, names, {}, recent, compact=True))
        yield drawn(board.table(view, names, hands, recent))
        yield drawn(board.choices(view, view["hand"]))
