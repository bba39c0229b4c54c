"""What a program sees of partners, piece by piece: Lost Cities, and what partners know of each other."""

from __future__ import annotations

from incognita.core.pieces import Piece
from incognita.games.lost_cities import pieces as lost_cities
from incognita.games.partners.components import COLOURS, COPIES, PHASES, PLAYERS

KINDS = COLOURS * len(COPIES)
OWN = (
    Piece("phase", "phase", "one of", (len(PHASES),), "lay a card, draw one, nothing more, or hand a card over"),
    Piece("known of sides", "side_known", "number", (2, KINDS), "cards that everybody knows a side holds", of="side"),
    Piece("trusted", "trusted", "number", (PLAYERS, KINDS), "cards that a seat's partner knows it holds", of="seat"),
    Piece("handed over", "handed", "one of", (KINDS,), "the own card that lies aside, first of a handover"),
    Piece("began", "began", "seat", (2, PLAYERS), "who of each side began a round last", of="side"),
)


def pieces() -> tuple[Piece, ...]:
    """Those of Lost Cities, with a phase of its own, and the memory of a handover."""
    shared = lost_cities.pieces(PLAYERS, COLOURS, COPIES)
    return (*(piece for piece in shared if piece.name != "phase"), *OWN)
