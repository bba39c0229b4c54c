"""What a program sees of the board game, piece by piece; from the view alone."""

from __future__ import annotations

from incognita.core.pieces import Piece
from incognita.games.board_game.components import (
    LOST_CITY,
    MOST_TILE_POINTS,
    PATHS,
    PHASES,
    STONES,
    VALUES,
)

TILES = (
    (0.0, 0.0, 0.0),
    (1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    *((0.0, 0.0, points / 10) for points in range(1, MOST_TILE_POINTS + 54)),
)
"""An artifact, an arrow, or victory points in tens, for every number that can lie on a stone."""


def pieces(players: int, colours: int, ranks: int, copies: int) -> tuple[Piece, ...]:
    """For so many players and paths, with so many cards of each of the lowest values."""
    paths, cards = (players, colours), (colours, ranks)
    split = stride = int(VALUES)
    return (
        Piece("hand", "hand", "kinds", cards, "cards of each kind in the hand", stride=stride),
        Piece(
            "columns",
            "columns",
            "number",
            (players, *cards),
            "cards of each kind in each seat's columns",
            of="seat",
            split=split,
        ),
        Piece("first", "first", "number", paths, "tenths of the first card's value", scale=0.1, of="seat"),
        Piece("last", "last", "number", paths, "tenths of the last card's value", scale=0.1, of="seat"),
        Piece(
            "standing", "standing", "number", paths, "ninths of a path, for explorers", 1 / int(LOST_CITY), of="seat"
        ),
        Piece("researcher", "researcher", "one of", paths, "the path of each seat's researcher", of="seat"),
        Piece("begun", "begun", "number", (players,), "fifths of the paths, begun", 1 / int(PATHS), of="seat"),
        Piece("points", "holdings", "number", (players,), "hundreds of victory points", scale=0.01, of="seat"),
        Piece("artifacts", "artifacts", "number", (players,), "tenths of artifacts of this round", 0.1, of="seat"),
        Piece("tokens", "tokens", "number", (players,), "tenths of artifacts of earlier rounds", scale=0.1, of="seat"),
        Piece(
            "tiles",
            "board",
            "table",
            (colours * STONES, 3),
            "what lies on each stone: an artifact, an arrow, tens of points",
            table=TILES,
        ),
        Piece("top discards", "piles", "top of", cards, "the value on each pile", length="heights"),
        Piece(
            "discards",
            "piles",
            "from the top",
            (colours, ranks * copies),
            "all values in each discard pile, the top one first: (value + 1) / 10, 0 behind the last",
            scale=0.1,
            length="heights",
        ),
        Piece(
            "known",
            "known",
            "number",
            (players, *cards),
            "cards that everybody knows a seat holds",
            of="seat",
            split=split,
        ),
        Piece("held", "held", "number", (players,), "eighths of a hand that each seat holds", scale=1 / 8, of="seat"),
        Piece("to act", "seat", "seat", (players,), "who must decide"),
        Piece("phase", "phase", "one of", (len(PHASES),), "lay a card, step, draw, nothing more"),
        Piece("closed", "closed", "one of", (colours,), "the colour discarded in this turn, not to be drawn from"),
        Piece("crossed", "crossed", "number", (1,), "fifths of the crossings that end the round", scale=0.2),
        Piece(
            "left",
            "left",
            "number",
            (1,),
            "the part of the deck still to be drawn",
            scale=1 / (colours * ranks * copies),
        ),
        Piece("round", "round_number", "number", (1,), "the round, in tenths", scale=0.1),
    )
