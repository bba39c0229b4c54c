"""A view as JSON-ready data: cards as text, and the value of every expedition worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incognita.core.jit import Row
from incognita.core.rules import NONE
from incognita.games.lost_cities.components import COLOURS, PHASES, RANKS
from incognita.games.lost_cities.notation import card_text


def view_json(view: Row, name: str, phases: Sequence[str] = PHASES) -> dict[str, Any]:
    seats = range(int(view.players))
    values = [expedition_values(view, side) for side in range(2)]
    totals = [int(view.totals[seat % 2]) for seat in seats]
    return {
        "game": name,
        "seat": seat_or_none(view.viewer),
        "turn": seat_or_none(view.seat),
        "phase": phases[view.phase],
        "ply": int(view.ply),
        "round": int(view.round_number),
        "rounds": int(view.rounds),
        "starter": int(view.starter),
        "hand": [card_text(int(kind)) for kind in view.hand if kind != NONE],
        "hand_sizes": [int(view.held[seat]) for seat in seats],
        "known": [counted_cards(view.known[seat]) for seat in seats],
        "expeditions": [expeditions(view, side) for side in range(2)],
        "piles": piles(view),
        "closed": None if view.closed == NONE else COLOURS[view.closed],
        "left": int(view.left),
        "totals": totals,
        "scores": [totals[seat] + sum(values[seat % 2].values()) for seat in seats],
        "values": values,
    }


def sheet(state: Row) -> dict[str, Any]:
    """The scoring sheet of a finished round: only what lies open."""
    values = [expedition_values(state, side) for side in range(2)]
    seats = range(int(state.players))
    points = [sum(values[seat % 2].values()) for seat in seats]
    return {
        "round": int(state.round_number),
        "starter": int(state.starter),
        "expeditions": [expeditions(state, side) for side in range(2)],
        "values": values,
        "points": points,
        "totals": [int(state.totals[seat % 2]) + points[seat] for seat in seats],
    }


def seat_or_none(seat: int) -> int | None:
    return None if seat == NONE else int(seat)


def counted_cards(counts: Any) -> list[str]:
    return [card_text(kind) for kind, n in enumerate(counts) for _ in range(n)]


def colours_of(row: Row) -> str:
    return COLOURS[: int(row.colours)]


def expeditions(row: Row, side: int) -> dict[str, list[str]]:
    ranks = row.expeditions[side]
    return {
        letter: [card_text(colour * int(RANKS) + rank) for rank, n in enumerate(ranks[colour]) for _ in range(n)]
        for colour, letter in enumerate(colours_of(row))
    }


def piles(row: Row) -> dict[str, list[str]]:
    return {
        letter: [card_text(colour * int(RANKS) + int(rank)) for rank in row.piles[colour][: row.heights[colour]]]
        for colour, letter in enumerate(colours_of(row))
    }


def expedition_values(row: Row, side: int) -> dict[str, int]:
    from incognita.games.lost_cities.kernel import expedition_value

    return {
        letter: int(expedition_value(row.expeditions[side, colour], row.cost))
        for colour, letter in enumerate(colours_of(row))
    }
