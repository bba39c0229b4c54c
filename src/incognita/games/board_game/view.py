"""A view as JSON-ready data: cards and tiles as text, and the value of every explorer worked out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from incognita.core.jit import Row
from incognita.core.rules import NONE
from incognita.games.board_game import kernel
from incognita.games.board_game.components import COLOURS, PHASES, VALUES
from incognita.games.board_game.notation import card_text, tile_text


def view_json(view: Row) -> dict[str, Any]:
    seats = range(int(view.players))
    scores = np.zeros(len(seats), np.int32)
    kernel.score(view, scores)
    return {
        "game": "board-game",
        "seat": seat_or_none(view.viewer),
        "turn": seat_or_none(view.seat),
        "phase": PHASES[view.phase],
        "ply": int(view.ply),
        "round": int(view.round_number),
        "rounds": int(view.rounds),
        "starter": int(view.starter),
        "players": len(seats),
        "hand": [card_text(int(kind)) for kind in view.hand if kind != NONE],
        "hand_sizes": [int(view.held[seat]) for seat in seats],
        "known": [counted_cards(view.known[seat]) for seat in seats],
        "columns": [by_colour(view, partial(column, view, seat)) for seat in seats],
        "directions": [by_colour(view, partial(direction, view, seat)) for seat in seats],
        "explorers": explorers(view),
        "piles": by_colour(view, partial(pile, view)),
        "closed": None if view.closed == NONE else COLOURS[view.closed],
        "left": int(view.left),
        "removed": int(view.removed),
        "up_or_down": bool(view.up_or_down),
        "stones": [int(value) for value in view.stones],
        "tiles": by_colour(view, partial(tiles, view)),
        "track": track(view),
        "crossed": int(view.crossed),
        "holdings": [int(view.holdings[seat]) for seat in seats],
        "artifacts": [{"tiles": int(view.artifacts[seat]), "tokens": int(view.tokens[seat])} for seat in seats],
        "values": values(view),
        "totals": [int(view.totals[seat]) for seat in seats],
        "scores": scores.tolist(),
    }


def sheet(states: Any, scores: list[int]) -> dict[str, Any]:
    """The scoring sheet of a finished round: only what lies open."""
    state = states[0]
    seats = range(int(state.players))
    last = state.round_number == state.rounds
    tokens = [int(state.tokens[seat]) + int(state.artifacts[seat]) for seat in seats]
    worth = values(state)
    return {
        "round": int(state.round_number),
        "starter": int(state.starter),
        "explorers": explorers(state),
        "values": worth,
        "before": [int(state.totals[seat]) for seat in seats],
        "holdings": [int(state.holdings[seat]) for seat in seats],
        "net": [sum(worth[seat].values()) for seat in seats],
        "artifacts": tokens,
        "artifact_points": [int(kernel.artifact_points(state, n)) for n in tokens] if last else None,
        "totals": scores,
    }


def by_colour(row: Row, value_of: Callable[[int], Any]) -> dict[str, Any]:
    return {colour: value_of(path) for path, colour in enumerate(COLOURS[: row.colours])}


def seat_or_none(seat: int) -> int | None:
    return None if seat == NONE else int(seat)


def counted_cards(counts: Any) -> list[str]:
    return [card_text(kind) for kind, n in enumerate(counts) for _ in range(n)]


def column(view: Row, seat: int, path: int) -> list[str]:
    """The cards in the order laid: columns rise, or fall throughout."""
    counts = view.columns[seat, path * int(VALUES) : (path + 1) * int(VALUES)]
    cards = [f"{COLOURS[path]}{value}" for value, n in enumerate(counts) for _ in range(n)]
    return cards[::-1] if view.last[seat, path] < view.first[seat, path] else cards


def direction(view: Row, seat: int, path: int) -> str | None:
    first, last = int(view.first[seat, path]), int(view.last[seat, path])
    if view.standing[seat, path] == 0:
        return None
    if not view.up_or_down:
        return "up"
    return "open" if first == last else "up" if last > first else "down"


def explorers(row: Row) -> list[dict[str, dict[str, Any] | None]]:
    return [by_colour(row, partial(explorer, row, seat)) for seat in range(int(row.players))]


def explorer(row: Row, seat: int, path: int) -> dict[str, Any] | None:
    stone = int(row.standing[seat, path])
    return {"stone": stone, "researcher": bool(row.researcher[seat] == path)} if stone else None


def pile(view: Row, path: int) -> list[str]:
    return [card_text(path * int(VALUES) + int(value)) for value in view.piles[path][: view.heights[path]]]


def tiles(view: Row, path: int) -> list[str | None]:
    return [tile_text(int(code)) if code else None for code in view.board[path]]


def track(row: Row) -> list[list[int]]:
    """The artifact track of this match: from so many tokens on, so many points."""
    steps = range(int(row.track_steps))
    return [[int(row.track_from[i]), int(row.track_points[i])] for i in steps]


def values(row: Row) -> list[dict[str, int]]:
    return [by_colour(row, partial(worth, row, seat)) for seat in range(int(row.players))]


def worth(row: Row, seat: int, path: int) -> int:
    """Asked of the kernel, uncompiled, because it takes states and views alike."""
    compute = getattr(kernel.explorer_value, "py_func", kernel.explorer_value)
    return int(compute(row, seat, path))
