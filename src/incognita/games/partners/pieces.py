"""What a program sees of partners, piece by piece: Lost Cities, and what partners know of each other."""

from __future__ import annotations

from collections.abc import Sequence

from incognita.core.pieces import Piece
from incognita.games.lost_cities import pieces as lost_cities
from incognita.games.lost_cities.components import RANKS
from incognita.games.partners.components import PHASES, PLAYERS


def pieces(colours: int, copies: Sequence[int]) -> tuple[Piece, ...]:
    """Those of Lost Cities, with a phase of its own, and the memory of a handover."""
    shared = lost_cities.pieces(PLAYERS, colours, copies)
    return (*(piece for piece in shared if piece.name != "phase"), *own(colours * int(RANKS)))


def own(kinds: int) -> tuple[Piece, ...]:
    """What partners adds, for so many kinds of cards."""
    return (
        Piece("phase", "phase", "one of", (len(PHASES),), "lay a card, draw one, nothing more, or hand a card over"),
        Piece(
            "known of sides", "side_known", "number", (2, kinds), "cards that everybody knows a side holds", of="side"
        ),
        Piece(
            "trusted", "trusted", "number", (PLAYERS, kinds), "cards that a seat's partner knows it holds", of="seat"
        ),
        Piece("handed over", "handed", "one of", (kinds,), "the own card that lies aside, first of a handover"),
        Piece("began", "began", "seat", (2, PLAYERS), "who of each side began a round last", of="side"),
    )
