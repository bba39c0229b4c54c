"""Adventure Tours as data: the cards, the actions, and the rows that hold a state and a view.

A card is its *kind*, 16 x colour + the place of its adventurer's code in the alphabet. An action is one number:

    0        decline                       `.`
    1        accept                        `&`
    2        draw                          `*`
    3 .. 8   name seat 0 .. 5              `@0` ..
    9 .. 11  protect, red, blue, yellow    `!R` ..
    12 .. 17 choose board 1 .. 6           `#1` ..
    18 ..    for each kind: lay the card as equipment, lay it as a member
"""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Field, row_dtype

COLOURS = "RBY"
"""Technology, provisions, clothing."""
CATEGORIES = 3
CODES = "abcdefghijklmnop"
ADVENTURERS = np.uint8(16)
KINDS = 48
MOST_CARDS = 128
MOST_PLAYERS = 6
COST_OF_A_CARD = 2
"""8.2: what a card left in hand costs."""

# What a card's action can be. The same numbers name what is still to come in a turn, below.
NO_ACTION, GIVE_ONE, GIVE_TWO = np.uint8(0), np.uint8(1), np.uint8(2)
EXTRA_EQUIPMENT, DISCARD_EQUIPMENT, TAKE_EQUIPMENT = np.uint8(3), np.uint8(4), np.uint8(5)
ANOTHER_TURN, EXTRA_MEMBER = np.uint8(6), np.uint8(7)
DISCARD_MEMBER, TAKE_MEMBER, MOVE_EQUIPMENT = np.uint8(8), np.uint8(9), np.uint8(10)
PROTECTION = np.uint8(11)
ACTION_NAMES = (
    "none",
    "give one",
    "give two",
    "extra equipment card",
    "discard equipment",
    "take equipment",
    "another turn",
    "extra member",
    "discard member",
    "take member",
    "move equipment",
    "protection",
)

# What else can be to come.
PLAY, SECOND_RECIPIENT, DRAW = np.uint8(12), np.uint8(13), np.uint8(14)
CHOOSE_BOARD, DEAL_HANDS, END_TURN = np.uint8(15), np.uint8(16), np.uint8(17)
QUESTIONS = (
    "",
    "give_one",
    "give_two",
    "extra_equipment",
    "discard_equipment",
    "take_equipment",
    "another_turn",
    "extra_member",
    "discard_member",
    "take_member",
    "move_equipment",
    "protect",
    "play",
    "second_recipient",
    "draw",
    "choose_board",
    "",
    "",
)
MOST_TO_COME = 12

# What a board's special ability can be; the desert has none.
NO_ABILITY, EQUIPS_AGAIN, NEED_NOT_DRAW, EQUIPMENT_ACTS = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)
HIRES_AGAIN, ACTS_TWICE, PLAYS_AGAIN = np.uint8(4), np.uint8(5), np.uint8(6)
ABILITY_NAMES = (
    "none",
    "extra equipment card",
    "optional draw and gift",
    "action of equipment",
    "extra member",
    "action twice",
    "another turn",
)
BOARDS = 6
DESERT = np.uint8(0)

KEPT, DEALT, CHOSEN = np.uint8(0), np.uint8(1), np.uint8(2)
VARIANTS = ("kept", "dealt", "chosen")

# Where a card can lie when it has left the hand: seat x 2 + one of the first two, or the discard pile.
EQUIPMENT, MEMBERS = np.uint8(0), np.uint8(1)
DISCARDS = np.uint8(2 * MOST_PLAYERS)

DECLINE, ACCEPT, DRAW_CARD = np.uint8(0), np.uint8(1), np.uint8(2)
FIRST_SEAT, FIRST_PROTECTION, FIRST_BOARD, FIRST_CARD = np.uint8(3), np.uint8(9), np.uint8(12), np.uint8(18)
AS_EQUIPMENT, AS_MEMBER = np.uint8(0), np.uint8(1)
WAYS = np.uint8(2)

OPEN: list[Field] = [
    # what is played, with numbers that a player can replace
    ("players", "u1"),
    ("rounds", "u1"),
    ("round_number", "u1"),
    ("first_starter", "u1"),
    ("starter", "u1"),
    ("expert", "u1"),
    ("variant", "u1"),
    ("hand_size", "u1"),  # cards dealt to each
    ("cards", "u1"),  # in the whole deck
    ("copies", "u1", (KINDS,)),
    ("demand", "u1", (KINDS,)),
    ("money", "u1", (KINDS,)),
    ("equips", "u1", (KINDS,)),  # what it adds to the category of its colour …
    ("equips_others", "u1", (KINDS,)),  # … and to the two others
    ("action", "u1", (KINDS,)),
    ("start", "u1", (1 + BOARDS, CATEGORIES)),  # of each board, the desert first
    ("ability", "u1", (1 + BOARDS,)),
    # what is carried from round to round
    ("totals", "i4", (MOST_PLAYERS,)),  # money at the start of this round
    ("gained", "i4", (MOST_PLAYERS,)),  # money of the round before
    ("board", "u1", (MOST_PLAYERS,)),  # of each seat
    # who decides, and what is still to come: a stack, the next thing on top
    ("seat", "u1"),  # who must decide
    ("turn", "u1"),  # whose turn it is
    ("ply", "u4"),
    ("ability_used", "u1"),  # in this complete turn
    ("owed", "u1"),  # further turns earned by cards
    ("ended_by", "u1"),  # whose turn it was when the round ended
    ("free_boards", "u1", (1 + BOARDS,)),  # 1 for those still to be chosen
    ("to_come", "u1"),  # how many things are
    ("what", "u1", (MOST_TO_COME,)),  # an action of a card, or one of the others
    ("card", "u1", (MOST_TO_COME,)),  # whose action it is
    ("target", "u1", (MOST_TO_COME,)),  # the seat it is aimed at, once that is named
    ("amount", "u1", (MOST_TO_COME,)),  # cards the target is given
    ("twice", "u1", (MOST_TO_COME,)),  # 1 if a second use may follow
    ("by_ability", "u1", (MOST_TO_COME,)),  # 1 if it comes from the special ability
    # what lies on the table: all cards that have left the hands, in the order laid
    ("laid", "u1"),  # how many
    ("kind", "u1", (MOST_CARDS,)),
    ("place", "u1", (MOST_CARDS,)),  # whose equipment or members, or the discard pile
    ("protects", "u1", (MOST_CARDS,)),  # 1 if it can be used against an attack
    ("lying", "u1", (2 * MOST_PLAYERS,)),  # cards in each place
    ("strength", "u2", (MOST_PLAYERS, CATEGORIES)),  # what the equipment is worth
    ("income", "u2", (MOST_PLAYERS,)),  # what the members pay
    ("held", "u1", (MOST_PLAYERS,)),  # cards in each hand
]

STATE = row_dtype(
    [
        *OPEN,
        ("hands", "u1", (MOST_PLAYERS, KINDS)),  # cards of each kind
        ("drawn", "u1"),  # cards that have left the deck
        ("deck", "u1", (MOST_CARDS,)),
        ("boards", "u1", (BOARDS,)),  # shuffled; seat 0 gets the first
    ]
)

VIEW = row_dtype(
    [
        *OPEN,
        ("viewer", "u1"),
        ("hand", "u1", (KINDS,)),
        ("left", "u1"),  # cards in the draw pile
        ("choices", "u2"),
        ("legal", "u2", (2 * KINDS + 8,)),
    ]
)
