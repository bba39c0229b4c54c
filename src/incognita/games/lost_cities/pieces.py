"""What a program sees of Lost Cities, piece by piece; from the view alone."""

from __future__ import annotations

from collections.abc import Sequence

from incognita.core.pieces import Piece
from incognita.games.lost_cities.components import DRAW, PHASES, RANKS


def pieces(players: int, colours: int, copies: Sequence[int]) -> tuple[Piece, ...]:
    """For so many colours, with as many cards of each rank."""
    ranks = max(rank for rank in range(int(RANKS)) if copies[rank]) + 1
    cards = (colours, ranks)
    deck = colours * sum(copies)
    stride = int(RANKS)
    return (
        Piece("hand", "hand", "kinds", cards, "cards of each kind in the hand", stride=stride),
        Piece("expeditions", "expeditions", "number", (2, *cards), "cards in the expeditions of each side", of="side"),
        Piece("top discards", "piles", "top of", cards, "the rank on top of each discard pile", length="heights"),
        Piece(
            "discards",
            "piles",
            "from the top",
            (colours, sum(copies)),
            "all ranks in each discard pile, the top one first: (rank + 1) / 10, 0 behind the last",
            scale=0.1,
            length="heights",
        ),
        known(players, colours, ranks),
        Piece("held", "held", "number", (players,), "eighths of a hand that each seat holds", scale=1 / 8, of="seat"),
        Piece("to act", "seat", "seat", (players,), "who must decide"),
        Piece("phase", "phase", "one of", (len(PHASES[: DRAW + 1]),), "lay a card, or draw one"),
        Piece("closed", "closed", "one of", (colours,), "the colour discarded in this turn, not to be drawn from"),
        Piece("left", "left", "number", (1,), "the part of the deck still to be drawn", scale=1 / deck),
        Piece("totals", "totals", "number", (2,), "hundreds of points of earlier rounds", scale=0.01, of="side"),
        Piece("round", "round_number", "number", (1,), "the round, in tenths", scale=0.1),
    )


def known(players: int, colours: int, ranks: int) -> Piece:
    return Piece(
        "known",
        "known",
        "number",
        (players, colours, ranks),
        "cards that everybody knows a seat holds, taken from a discard pile",
        of="seat",
        split=int(RANKS),
    )
