"""A view as JSON-ready data: cards as text, the value of every board worked out, what is asked in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from incognita.core.jit import Int, Row
from incognita.core.rules import NONE
from incognita.games.adventure_tours import kernel
from incognita.games.adventure_tours.components import (
    CHOOSE_BOARD,
    DISCARDS,
    EQUIPMENT,
    MEMBERS,
    PROTECTION,
    QUESTIONS,
    SECOND_RECIPIENT,
    VARIANTS,
)
from incognita.games.adventure_tours.notation import card_text


def view_json(view: Row) -> dict[str, Any]:
    seats = range(int(view.players))
    scores = np.zeros(len(seats), np.int32)
    kernel.score(view, scores)
    lying, protecting = cards_by_place(view), cards_by_place(view, protecting=True)
    return {
        "game": "adventure-tours",
        "seat": number_or_none(view.viewer),
        "turn": number_or_none(view.seat),
        "active": number_or_none(view.turn),
        "ply": int(view.ply),
        "round": int(view.round_number),
        "rounds": int(view.rounds),
        "starter": int(view.starter),
        "players": len(seats),
        "expert": bool(view.expert),
        "variant": VARIANTS[view.variant],
        "asked": asked(view),
        "ability_used": bool(view.ability_used),
        "owed": int(view.owed),
        "hand": [card_text(kind) for kind, n in enumerate(view.hand.tolist()) for _ in range(n)],
        "hand_sizes": view.held[: len(seats)].tolist(),
        "left": int(view.left),
        "boards": [number_or_none(board) for board in view.board[: len(seats)].tolist()],
        "free_boards": [board for board, free in enumerate(view.free_boards.tolist()) if free],
        "equipment": [lying[place(seat, EQUIPMENT)] for seat in seats],
        "members": [lying[place(seat, MEMBERS)] for seat in seats],
        # members first, because they go first
        "protectors": [protecting[place(seat, MEMBERS)] + protecting[place(seat, EQUIPMENT)] for seat in seats],
        "discards": lying[int(DISCARDS)],
        "values": view.strength[: len(seats)].tolist(),
        "income": view.income[: len(seats)].tolist(),
        "totals": view.totals[: len(seats)].tolist(),
        "scores": scores.tolist(),
    }


def sheet(states: Any, scores: list[int]) -> dict[str, Any]:
    """The scoring sheet of a finished round: only what lies open."""
    state = states[0]
    seats = range(int(state.players))
    lying, before = cards_by_place(state), state.totals[: len(seats)].tolist()
    return {
        "round": int(state.round_number),
        "starter": int(state.starter),
        "ended_by": int(state.ended_by),
        "boards": state.board[: len(seats)].tolist(),
        "members": [lying[place(seat, MEMBERS)] for seat in seats],
        "income": state.income[: len(seats)].tolist(),
        "hand_sizes": state.held[: len(seats)].tolist(),
        "before": before,
        "gained": [after - money for after, money in zip(scores, before, strict=True)],
        "totals": scores,
    }


def number_or_none(number: int) -> int | None:
    return None if number == NONE else int(number)


def question(what: int, target: int) -> str:
    """What is asked: a named target is asked for protection."""
    if target != NONE and what not in (SECOND_RECIPIENT, CHOOSE_BOARD):
        return QUESTIONS[int(PROTECTION)]
    return QUESTIONS[what]


def asked(view: Row) -> dict[str, Any] | None:
    if view.seat == NONE:
        return None
    top = int(view.to_come) - 1
    what, card, target = int(view.what[top]), int(view.card[top]), int(view.target[top])
    attacked = question(what, target) == "protect"
    is_gift = QUESTIONS[what] in ("give_one", "give_two")
    return {
        "what": question(what, target),
        "card": None if card == NONE else card_text(card),
        "by_ability": bool(view.by_ability[top]),
        "against": QUESTIONS[what] if attacked else None,
        "cards": min(int(view.amount[top]), int(view.left)) if attacked and is_gift else 0,
        "named": target if what == SECOND_RECIPIENT else None,
    }


def place(seat: int, part: Int) -> int:
    return 2 * seat + int(part)


def cards_by_place(row: Row, *, protecting: bool = False) -> list[list[str]]:
    """The cards of every place in the order laid: all, or those that protect."""
    places: list[list[str]] = [[] for _ in range(1 + int(DISCARDS))]
    laid = int(row.laid)
    columns = (row.kind[:laid].tolist(), row.place[:laid].tolist(), row.protects[:laid].tolist())
    for kind, where, protects in zip(*columns, strict=True):
        if protects or not protecting:
            places[where].append(card_text(kind))
    return places
