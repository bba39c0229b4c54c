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
    cards = (colours, ranks)
    return (
        Piece("hand", "hand", "kinds", cards, "cards of each kind in the hand", stride=int(VALUES)),
        cards_of_seats("columns", (players, *cards), "cards of each kind in each seat's columns"),
        *of_paths((players, colours)),
        *possessions(players),
        tiles(colours),
        *discards(cards, ranks * copies),
        cards_of_seats("known", (players, *cards), "cards that everybody knows a seat holds"),
        Piece("held", "held", "number", (players,), "eighths of a hand that each seat holds", scale=1 / 8, of="seat"),
        *of_the_turn(players, colours),
        *of_the_round(colours * ranks * copies),
    )


def cards_of_seats(name: str, shape: tuple[int, ...], about: str) -> Piece:
    return Piece(name, name, "number", shape, about, of="seat", split=int(VALUES))


def of_paths(paths: tuple[int, int]) -> tuple[Piece, ...]:
    part = 1 / int(LOST_CITY)
    return (
        Piece("first", "first", "number", paths, "tenths of the first card's value", scale=0.1, of="seat"),
        Piece("last", "last", "number", paths, "tenths of the last card's value", scale=0.1, of="seat"),
        Piece("standing", "standing", "number", paths, "ninths of a path, for explorers", scale=part, of="seat"),
        Piece("researcher", "researcher", "one of", paths, "the path of each seat's researcher", of="seat"),
    )


def possessions(players: int) -> tuple[Piece, ...]:
    return (
        Piece("begun", "begun", "number", (players,), "fifths of the paths, begun", 1 / int(PATHS), of="seat"),
        Piece("points", "holdings", "number", (players,), "hundreds of victory points", scale=0.01, of="seat"),
        Piece("artifacts", "artifacts", "number", (players,), "tenths of artifacts of this round", 0.1, of="seat"),
        Piece("tokens", "tokens", "number", (players,), "tenths of artifacts of earlier rounds", scale=0.1, of="seat"),
    )


def tiles(colours: int) -> Piece:
    about = "what lies on each stone: an artifact, an arrow, tens of points"
    return Piece("tiles", "board", "table", (colours * STONES, 3), about, table=TILES)


def discards(cards: tuple[int, int], most: int) -> tuple[Piece, ...]:
    about = "all values in each discard pile, the top one first: (value + 1) / 10, 0 behind the last"
    return (
        Piece("top discards", "piles", "top of", cards, "the value on each pile", length="heights"),
        Piece("discards", "piles", "from the top", (cards[0], most), about, scale=0.1, length="heights"),
    )


def of_the_turn(players: int, colours: int) -> tuple[Piece, ...]:
    return (
        Piece("to act", "seat", "seat", (players,), "who must decide"),
        Piece("phase", "phase", "one of", (len(PHASES),), "lay a card, step, draw, nothing more"),
        Piece("closed", "closed", "one of", (colours,), "the colour discarded in this turn, not to be drawn from"),
    )


def of_the_round(cards: int) -> tuple[Piece, ...]:
    return (
        Piece("crossed", "crossed", "number", (1,), "fifths of the crossings that end the round", scale=0.2),
        Piece("left", "left", "number", (1,), "the part of the deck still to be drawn", scale=1 / cards),
        Piece("round", "round_number", "number", (1,), "the round, in tenths", scale=0.1),
    )
