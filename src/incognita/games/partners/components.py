"""Partners as data: what it adds to Lost Cities.

Actions 0 to 105 are those of Lost Cities with five colours. Behind them:

    106 + kind  hand the card of that kind to the partner
    156         a card is handed over face down, as others see it
"""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Field, row_dtype
from incognita.games.lost_cities.components import (
    KINDS,
    MOST_IN_HAND,
    SETUP,
    hidden_fields,
    open_fields,
    viewer_fields,
)

PLAYERS = 4
COLOURS = 5
COPIES = (3, 2, 2, 2, 1, 1, 1, 1, 1, 1)
LEAST_TO_HAND_OVER = np.uint8(3)
"""However few cards are dealt: two go and one must be left for the next turn."""

HANDOVER = np.uint8(106)
FACE_DOWN = np.uint8(156)
"""Somebody else's handover; in a view, the card lying aside."""

PLAY, DRAW, OVER, PASS = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)
PHASES = ("play", "draw", "over", "pass")

MEMORY: list[Field] = [
    ("began", "u1", (2,)),  # the member who began last, for each side
    ("side_known", "u1", (2, KINDS)),  # cards of each kind that everyone knows a side holds
    # Cards of each kind that a seat's partner knows it holds; a view has only the rows of its own side. While a
    # handover is under way, these and the known cards still count the card that lies aside as the giver's.
    ("trusted", "u1", (PLAYERS, KINDS)),
    ("handed", "u1"),  # the first card of a handover; FACE_DOWN in the views of others than the giver
]

STATE = row_dtype([*SETUP, *open_fields(PLAYERS), *MEMORY, *hidden_fields(PLAYERS)])
VIEW = row_dtype([*SETUP, *open_fields(PLAYERS), *MEMORY, *viewer_fields(3 * int(MOST_IN_HAND))])
