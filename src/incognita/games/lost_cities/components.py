"""Lost Cities as data: the cards, the actions, and the rows that hold a state and a view.

A card is its *kind*, 10 x colour + rank; rank 0 is the investment, ranks 1 to 9 are the numbers 2 to 10. Identical
cards share a kind. An action is one number: 0 draws from the pile, then each colour has 21 in this order:

    2 x rank      add the card of that rank to the expedition
    2 x rank + 1  discard it
    20            take the top of the colour's discard pile

so that the actions of five colours (106) are a prefix of those of six (127).
"""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Field, row_dtype

COLOURS = "YBWGRP"
DESTINATIONS = {
    "Y": "desert",
    "B": "Neptune's realm",
    "W": "Himalayas",
    "G": "rain forest",
    "R": "volcanoes",
    "P": "the sixth expedition",
}

# The largest sizes a row has room for; what is in play is in the row.
MOST_COLOURS = 6
KINDS = 60
MOST_OF_A_COLOUR = 15
MOST_CARDS = 75
MOST_IN_HAND = np.uint8(10)
RANKS = np.uint8(10)
INVESTMENT = np.uint8(0)

PLAY, DRAW, OVER = np.uint8(0), np.uint8(1), np.uint8(2)
PHASES = ("play", "draw", "over")

DRAW_PILE = np.uint8(0)
ACTIONS_OF_A_COLOUR = np.uint8(21)
TAKE = np.uint8(20)

HAND = 8
COST = 20
BONUS = 20
BONUS_CARDS = 8

SETUP: list[Field] = [
    ("players", "u1"),
    ("colours", "u1"),
    ("ranks", "u1"),  # numbers in play: 2 .. ranks + 1
    ("copies", "u1", (10,)),  # how many of each rank there are in a colour
    ("cards", "u1"),  # in the whole deck
    ("hand_size", "u1"),
    ("cost", "i2"),
    ("rounds", "u1"),
    ("round_number", "u1"),  # 1 is the first
    ("first_starter", "u1"),
    ("starter", "u1"),
    ("totals", "i4", (2,)),  # of the rounds before this one
]


def open_fields(players: int) -> list[Field]:
    """What lies open to everybody, for that many seats."""
    return [
        ("seat", "u1"),  # who must decide
        ("phase", "u1"),
        ("closed", "u1"),  # the colour discarded this turn, whose pile may not be drawn from
        ("ply", "u4"),
        ("expeditions", "u1", (2, MOST_COLOURS, 10)),  # cards of each rank, by side
        ("tops", "u1", (2, MOST_COLOURS)),  # rank of the last card, 0 while there is no number
        ("piles", "u1", (MOST_COLOURS, MOST_OF_A_COLOUR)),  # ranks, bottom first
        ("heights", "u1", (MOST_COLOURS,)),  # of the piles
        ("held", "u1", (players,)),  # cards in each hand
        ("known", "u1", (players, KINDS)),  # cards of each kind that everyone knows a seat holds
    ]


def hidden_fields(players: int) -> list[Field]:
    """What only the whole truth holds."""
    return [
        ("hands", "u1", (players, int(MOST_IN_HAND))),  # kinds, ascending
        ("drawn", "u1"),  # cards that have left the deck; deck[drawn] is the next one
        ("deck", "u1", (MOST_CARDS,)),
    ]


def viewer_fields(choices: int) -> list[Field]:
    """What a view adds: whose it is and what that seat may do."""
    return [
        ("viewer", "u1"),
        ("hand", "u1", (int(MOST_IN_HAND),)),
        ("left", "u1"),  # cards in the draw pile
        ("choices", "u2"),
        ("legal", "u2", (choices,)),
    ]


STATE = row_dtype([*SETUP, *open_fields(2), *hidden_fields(2)])
VIEW = row_dtype([*SETUP, *open_fields(2), *viewer_fields(2 * int(MOST_IN_HAND))])
