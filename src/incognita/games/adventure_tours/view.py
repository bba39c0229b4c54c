"""A view as JSON-ready data: cards as text, the value of every board worked out, what is asked in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from incognita.core.jit import Int, Row
from incognita.core.rules import NONE
from incognita.games.adventure_tours import kernel
from incognita.games.adventure_tours.components import (
    BOARDS,
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
        "hand": [card_text(kind) for kind, n in enumerate(view.hand) for _ in range(n)],
        "hand_sizes": [int(view.held[seat]) for seat in seats],
        "left": int(view.left),
        "boards": [number_or_none(view.board[seat]) for seat in seats],
        "free_boards": [board for board in range(1 + BOARDS) if view.free_boards[board]] if view.seat != NONE else [],
        "equipment": [cards_in(view, place(seat, EQUIPMENT)) for seat in seats],
        "members": [cards_in(view, place(seat, MEMBERS)) for seat in seats],
        "protectors": [protectors(view, seat) for seat in seats],
        "discards": cards_in(view, int(DISCARDS)),
        "values": [view.strength[seat].tolist() for seat in seats],
        "income": [int(view.income[seat]) for seat in seats],
        "totals": [int(view.totals[seat]) for seat in seats],
        "scores": scores.tolist(),
    }


def sheet(states: Any, scores: list[int]) -> dict[str, Any]:
    """The scoring sheet of a finished round: only what lies open."""
    state = states[0]
    seats = range(int(state.players))
    before = [int(state.totals[seat]) for seat in seats]
    return {
        "round": int(state.round_number),
        "starter": int(state.starter),
        "ended_by": int(state.ended_by),
        "boards": [int(state.board[seat]) for seat in seats],
        "members": [cards_in(state, place(seat, MEMBERS)) for seat in seats],
        "income": [int(state.income[seat]) for seat in seats],
        "hand_sizes": [int(state.held[seat]) for seat in seats],
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


def cards_in(row: Row, where: int) -> list[str]:
    return [card_text(int(row.kind[i])) for i in range(int(row.laid)) if row.place[i] == where]


def protectors(row: Row, seat: int) -> list[str]:
    """Members first, because they go first."""
    parts = (place(seat, MEMBERS), place(seat, EQUIPMENT))
    laid = range(int(row.laid))
    return [card_text(int(row.kind[i])) for part in parts for i in laid if row.place[i] == part and row.protects[i]]
