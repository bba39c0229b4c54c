"""A view as JSON-ready data: cards as text, and the value of every expedition worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from incognita.core.jit import Row
from incognita.core.rules import NONE
from incognita.games.lost_cities.components import COLOURS, PHASES, RANKS
from incognita.games.lost_cities.notation import card_text

Reckoning: TypeAlias = dict[str, int]
"""`sum`, `cost`, `factor`, `bonus` and the `points` they come to."""


def view_json(view: Row, name: str, phases: Sequence[str] = PHASES) -> dict[str, Any]:
    seats = range(int(view.players))
    reckoned = [reckonings(view, side) for side in range(2)]
    values = [points_of(side) for side in reckoned]
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
        "reckonings": reckoned,
    }


def sheet(state: Row) -> dict[str, Any]:
    """The scoring sheet of a finished round: only what lies open."""
    reckoned = [reckonings(state, side) for side in range(2)]
    values = [points_of(side) for side in reckoned]
    seats = range(int(state.players))
    points = [sum(values[seat % 2].values()) for seat in seats]
    return {
        "round": int(state.round_number),
        "starter": int(state.starter),
        "expeditions": [expeditions(state, side) for side in range(2)],
        "values": values,
        "reckonings": reckoned,
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


def reckonings(row: Row, side: int) -> dict[str, Reckoning]:
    from incognita.games.lost_cities.kernel import expedition_value

    return {
        letter: reckoning(ranks.tolist(), int(row.cost), int(expedition_value(ranks, row.cost)))
        for letter, ranks in zip(colours_of(row), row.expeditions[side], strict=False)
    }


def reckoning(ranks: list[int], cost: int, points: int) -> Reckoning:
    """How an expedition of so many cards of each rank comes to its points: (sum - cost) x factor + bonus."""
    if not any(ranks):
        return {"sum": 0, "cost": 0, "factor": 1, "bonus": 0, "points": points}
    total = sum(n * (rank + 1) for rank, n in enumerate(ranks) if rank)
    factor = 1 + ranks[0]
    bonus = points - (total - cost) * factor  # whatever the rules put on top, so that they are not written twice
    return {"sum": total, "cost": cost, "factor": factor, "bonus": bonus, "points": points}


def points_of(reckoned: dict[str, Reckoning]) -> dict[str, int]:
    return {letter: parts["points"] for letter, parts in reckoned.items()}
