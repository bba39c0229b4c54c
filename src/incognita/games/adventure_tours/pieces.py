"""What a program sees of Adventure Tours, piece by piece; from the view alone."""

from __future__ import annotations

from incognita.core.pieces import Piece
from incognita.games.adventure_tours.components import BOARDS, CATEGORIES, KINDS, MOST_PLAYERS, QUESTIONS


def pieces(players: int) -> tuple[Piece, ...]:
    """For so many players. The question that must be answered is the top of what is still to come."""
    return (
        Piece("hand", "hand", "number", (KINDS,), "cards of each kind in the hand"),
        Piece(
            "laid",
            "kind",
            "by place",
            (2 * players + 1, KINDS),
            "cards of each kind: equipment and members of each seat in turn, then the discard pile",
            length="laid",
            places="place",
            stride=MOST_PLAYERS,
        ),
        Piece("strength", "strength", "number", (players, CATEGORIES), "tenths of equipment", scale=0.1, of="seat"),
        Piece("income", "income", "number", (players,), "what the members pay, in tens", scale=0.1, of="seat"),
        Piece("held", "held", "number", (players,), "tenths of cards in each hand", scale=0.1, of="seat"),
        Piece("board", "board", "one of", (players, 1 + BOARDS), "the board of each seat, the desert first", of="seat"),
        Piece("free boards", "free_boards", "number", (1 + BOARDS,), "boards still to be chosen"),
        Piece("to act", "seat", "seat", (players,), "who must decide"),
        Piece("turn", "turn", "seat", (players,), "whose turn it is"),
        Piece("question", "what", "top of", (len(QUESTIONS),), "what must be decided", length="to_come"),
        Piece("card", "card", "top of", (KINDS,), "the card that asks", length="to_come"),
        Piece("target", "target", "seat on top", (players,), "the seat it is aimed at", length="to_come"),
        Piece("amount", "amount", "number on top", (1,), "cards the target is given", length="to_come"),
        Piece("twice", "twice", "number on top", (1,), "1 if a second use may follow", length="to_come"),
        Piece("by ability", "by_ability", "number on top", (1,), "1 if a board asks", length="to_come"),
        Piece("ability used", "ability_used", "number", (1,), "in this complete turn"),
        Piece("owed", "owed", "number", (1,), "further turns earned"),
        Piece("left", "left", "number", (1,), "hundreds of cards to be drawn", scale=0.01),
        Piece("totals", "totals", "number", (players,), "tens of money of earlier rounds", scale=0.1, of="seat"),
        Piece("gained", "gained", "number", (players,), "tens of money of the round before", scale=0.1, of="seat"),
        Piece("round", "round_number", "number", (1,), "the round, in tenths", scale=0.1),
    )
