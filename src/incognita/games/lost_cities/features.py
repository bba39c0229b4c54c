"""What a learned player of Lost Cities looks at: numbers for each colour and for the whole, from a view alone.

A card of each rank counts once, so a set of cards is ten numbers. The worth that the hand-written player sees in an
action is among them: the network starts from its opinion and learns where it errs.
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.game import Features
from incognita.core.jit import Cards, Int, Row, kernel
from incognita.core.rules import MOST_ACTIONS, Numbers
from incognita.games.describing import put_worths
from incognita.games.lost_cities.components import ACTIONS_OF_A_COLOUR, DRAW, MOST_COLOURS, PLAY, RANKS, STATE, VIEW
from incognita.games.lost_cities.kernel import expedition_value

# In a row of a colour: the worths of its actions, which of them are legal, sets of cards, the discard pile, counts.
WORTHS = 0
LEGAL = int(ACTIONS_OF_A_COLOUR)
HAND = 2 * int(ACTIONS_OF_A_COLOUR)
MINE, THEIRS, PILE, KNOWN, UNSEEN = HAND + 10, HAND + 20, HAND + 30, HAND + 40, HAND + 50
TOP = HAND + 60  # the top of the discard pile, one of eleven …
UNDER = TOP + 11  # … and the card below it
COUNTS = UNDER + 11
COLOUR_FEATURES = COUNTS + 18
# For the whole: worth and legality of the draw pile, then counts, then how near the end is.
STEPS = np.array([1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30])
WHOLE_FEATURES = 9 + len(STEPS)
VERSION = 1
UNIT = 5.0

PLACES = np.arange(1 + MOST_COLOURS * int(ACTIONS_OF_A_COLOUR), dtype=np.int64)

# A generator that never loses patience: the worths of draws must be the same each time one looks.
CALM = 1


def of(colours: int) -> Features:
    """The layout, for so many colours: actions already have the order of the outputs."""
    places = PLACES[: 1 + colours * int(ACTIONS_OF_A_COLOUR)]
    variants: tuple[dict[str, int], ...] = ({}, {"colours": 6})
    return Features(
        VERSION, colours, COLOUR_FEATURES, WHOLE_FEATURES, int(ACTIONS_OF_A_COLOUR), 1, places, variants, UNIT
    )


@rules.describe.implement(STATE, VIEW)
@kernel
def describe(view: Row, parts: Numbers, whole: Numbers) -> None:
    parts[:] = np.float32(0.0)
    whole[:] = np.float32(0.0)
    me = np.int64(view.viewer)
    put_hand(view, HAND, parts)
    mine, theirs = 0, 0
    for colour in range(np.int64(view.colours)):
        describe_cards(view, colour, me, view.known[1 - me], parts[colour])
        my_value = expedition_value(view.expeditions[me, colour], view.cost)
        their_value = expedition_value(view.expeditions[1 - me, colour], view.cost)
        describe_counts(view, colour, me, my_value, their_value, parts[colour])
        mine += my_value
        theirs += their_value
    describe_whole(view, mine, theirs, whole)
    worths = np.empty(MOST_ACTIONS)
    rules.weigh(view, np.full(1, CALM, np.uint64), worths)
    put_worths(view, worths, UNIT, PLACES, int(ACTIONS_OF_A_COLOUR), 1, parts, whole)


@kernel
def put_hand(view: Row, first: Int, parts: Numbers) -> None:
    for i in range(np.int64(view.held[view.viewer])):
        kind = np.int64(view.hand[i])
        parts[kind // 10, first + kind % 10] += np.float32(1.0)


@kernel
def describe_cards(view: Row, colour: Int, me: Int, known: Cards, row: Numbers) -> None:
    height = np.int64(view.heights[colour])
    for i in range(height):
        row[PILE + np.int64(view.piles[colour, i])] += np.float32(1.0)
    for rank in range(np.int64(RANKS)):
        row[MINE + rank] = view.expeditions[me, colour, rank]
        row[THEIRS + rank] = view.expeditions[1 - me, colour, rank]
        row[KNOWN + rank] = known[10 * colour + rank]
        row[UNSEEN + rank] = np.float32(view.copies[rank]) - row[HAND + rank] - row[MINE + rank] - row[THEIRS + rank]
        row[UNSEEN + rank] -= row[PILE + rank] + row[KNOWN + rank]
    row[TOP + (np.int64(view.piles[colour, height - 1]) if height > 0 else 10)] = np.float32(1.0)
    row[UNDER + (np.int64(view.piles[colour, height - 2]) if height > 1 else 10)] = np.float32(1.0)


@kernel
def describe_counts(view: Row, colour: Int, me: Int, my_value: Int, their_value: Int, row: Numbers) -> None:
    my_top, their_top = np.int64(view.tops[me, colour]), np.int64(view.tops[1 - me, colour])
    my_cards, their_cards, playable, playable_sum = 0.0, 0.0, 0.0, 0.0
    mine_to_come, theirs_to_come, in_hand = 0.0, 0.0, 0.0
    for rank in range(np.int64(RANKS)):
        my_cards += row[MINE + rank]
        their_cards += row[THEIRS + rank]
        in_hand += row[HAND + rank]
        if rank > my_top or my_top == 0:
            playable += row[HAND + rank]
            playable_sum += (rank + 1.0) * row[HAND + rank]
            mine_to_come += (rank + 1.0) * row[UNSEEN + rank]
        if rank > their_top or their_top == 0:
            theirs_to_come += (rank + 1.0) * row[UNSEEN + rank]
    row[COUNTS + 0] = my_cards / 4.0
    row[COUNTS + 1] = their_cards / 4.0
    row[COUNTS + 2] = 1.0 if my_cards > 0.0 else 0.0
    row[COUNTS + 3] = 1.0 if their_cards > 0.0 else 0.0
    row[COUNTS + 4] = my_top / 9.0
    row[COUNTS + 5] = their_top / 9.0
    row[COUNTS + 6] = my_value / 30.0
    row[COUNTS + 7] = their_value / 30.0
    row[COUNTS + 8] = playable / 3.0
    row[COUNTS + 9] = playable_sum / 20.0
    row[COUNTS + 10] = mine_to_come / 20.0
    row[COUNTS + 11] = theirs_to_come / 20.0
    row[COUNTS + 12] = in_hand / 3.0
    row[COUNTS + 13] = np.float32(view.heights[colour]) / 4.0
    row[COUNTS + 14] = 1.0 if view.closed == colour else 0.0
    row[COUNTS + 15] = np.float32(view.expeditions[me, colour, 0])
    row[COUNTS + 16] = np.float32(view.expeditions[1 - me, colour, 0])
    row[COUNTS + 17] = 1.0 if view.phase == DRAW else 0.0


@kernel
def describe_whole(view: Row, mine: Int, theirs: Int, whole: Numbers) -> None:
    left = np.int64(view.left)
    whole[2] = left / 44.0
    whole[3] = mine / 50.0
    whole[4] = theirs / 50.0
    whole[5] = (mine - theirs) / 50.0
    whole[6] = 1.0 if view.phase == PLAY else 0.0
    whole[7] = 1.0 if view.phase == DRAW else 0.0
    whole[8] = np.float32(view.colours) - 5.0
    for i in range(len(STEPS)):
        whole[9 + i] = 1.0 if left <= STEPS[i] else 0.0
