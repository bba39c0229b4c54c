"""The board game as data: the cards, the actions, the tiles, and the rows that hold a state and a view.

A card is its *kind*, 11 x colour + value. An action is one number: 0 draws from the pile, 1 declines a step, then each
colour has 46 in this order:

    4 x value      play the card of that value on the own column
    4 x value + 1  begin the path with it and an adventurer
    4 x value + 2  begin the path with it and the researcher
    4 x value + 3  discard it
    44             take the top of the colour's discard pile
    45             step with the explorer on that path
"""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Field, row_dtype

COLOURS = "YBWGR"
PATHS = np.uint8(5)
VALUES = np.uint8(11)
KINDS = 55
COPIES = 2
CARDS = 110
HAND = 8
REMOVED_FOR_TWO = 30
MOST_PLAYERS = 4
MOST_OF_A_COLOUR = 22

STONES = 9
LOST_CITY = np.uint8(9)
BEYOND_THE_BRIDGE = np.uint8(7)
CROSSINGS_THAT_END = np.uint8(5)
ADVENTURERS = np.uint8(4)
MOST_TILES = 45
MOST_TRACK_STEPS = 16

# What lies on a stone: nothing, an artifact, an arrow, or victory points (2 + their number).
NO_TILE, ARTIFACT, ARROW = np.uint8(0), np.uint8(1), np.uint8(2)
MOST_TILE_POINTS = 200

PLAY, STEP, DRAW, OVER = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)
PHASES = ("play", "step", "draw", "over")

DRAW_PILE, DECLINE = np.uint8(0), np.uint8(1)
FIRST_OF_COLOURS = np.uint8(2)
ACTIONS_OF_A_COLOUR = np.uint8(46)
CONTINUE, WITH_ADVENTURER, WITH_RESEARCHER, DISCARD = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)
WAYS = np.uint8(4)
TAKE, STEP_ON = np.uint8(44), np.uint8(45)

OPEN: list[Field] = [
    # what is played, with numbers that a player can replace
    ("players", "u1"),
    ("rounds", "u1"),
    ("round_number", "u1"),
    ("first_starter", "u1"),
    ("starter", "u1"),
    ("up_or_down", "u1"),
    ("colours", "u1"),  # paths in play
    ("ranks", "u1"),  # values in play: 0 .. ranks - 1
    ("copies", "u1"),  # of each card
    ("cards", "u1"),  # in the whole deck
    ("hand_size", "u1"),
    ("removed", "u1"),  # cards that left the game unseen
    ("stones", "i2", (STONES,)),
    ("spaces", "u1", (5, STONES)),  # 1 where a tile belongs
    ("tile_set", "u1", (MOST_TILES,)),  # all tiles there are
    ("tiles", "u1", (MOST_TILES,)),  # as laid out at the start, path by path
    ("track_from", "u1", (MOST_TRACK_STEPS,)),  # artifact track: from this many tokens on …
    ("track_points", "i2", (MOST_TRACK_STEPS,)),  # … these points
    ("track_steps", "u1"),
    # what is carried from round to round
    ("totals", "i4", (MOST_PLAYERS,)),  # victory points at the start of this round
    ("tokens", "u1", (MOST_PLAYERS,)),  # artifacts of earlier rounds
    # what lies on the table
    ("seat", "u1"),  # who must decide
    ("phase", "u1"),
    ("closed", "u1"),  # the colour discarded this turn, whose pile may not be drawn from
    ("ply", "u4"),
    ("last_player", "u1"),  # whose turn it was when the round ended
    ("holdings", "i4", (MOST_PLAYERS,)),  # victory points now
    ("artifacts", "u1", (MOST_PLAYERS,)),  # tiles taken this round
    ("board", "u1", (5, STONES)),  # the tiles
    ("standing", "u1", (MOST_PLAYERS, 5)),  # the stone of each explorer, 0 if there is none
    ("researcher", "u1", (MOST_PLAYERS,)),  # the path of the researcher
    ("begun", "u1", (MOST_PLAYERS,)),  # paths begun
    ("crossed", "u1"),  # explorers beyond a bridge, of all players
    ("columns", "u1", (MOST_PLAYERS, KINDS)),  # cards of each kind laid
    ("first", "u1", (MOST_PLAYERS, 5)),  # value of a column's first card
    ("last", "u1", (MOST_PLAYERS, 5)),  # and of its last
    ("piles", "u1", (5, MOST_OF_A_COLOUR)),  # values, bottom first
    ("heights", "u1", (5,)),  # of the piles
    ("held", "u1", (MOST_PLAYERS,)),  # cards in each hand
    ("known", "u1", (MOST_PLAYERS, KINDS)),  # cards of each kind that everyone knows a seat holds
]

STATE = row_dtype(
    [
        *OPEN,
        ("hands", "u1", (MOST_PLAYERS, HAND)),  # kinds, ascending
        ("drawn", "u1"),  # cards that have left the deck, removed ones included
        ("deck", "u1", (CARDS,)),
    ]
)

VIEW = row_dtype(
    [
        *OPEN,
        ("viewer", "u1"),
        ("hand", "u1", (HAND,)),
        ("left", "u1"),  # cards in the draw pile
        ("choices", "u2"),
        ("legal", "u2", (4 * HAND,)),
    ]
)
