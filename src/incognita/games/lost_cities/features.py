"""What a learned player of Lost Cities looks at: numbers for each colour and for the whole, from a view alone.

A card of each rank counts once, so a set of cards is ten numbers. The worth that the hand-written player sees in an
action is among them: the network starts from its opinion and learns where it errs. What that player reckons on the way,
what a colour will bring either side and how the turns will do, saves the network from finding it out by itself.
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.game import Features
from incognita.core.jit import Cards, Int, Row, kernel
from incognita.core.rules import MOST_ACTIONS, Numbers
from incognita.games.describing import card_of_end, pile_of_ends, put_worths
from incognita.games.lost_cities.components import ACTIONS_OF_A_COLOUR, DRAW, MOST_COLOURS, PLAY, RANKS, STATE, VIEW
from incognita.games.lost_cities.kernel import expedition_value
from incognita.games.lost_cities.policy import (
    ABOVE,
    COUNT,
    ME,
    NO_CARD,
    SUM,
    THEM,
    my_worth,
    take_stock,
    their_worth,
    turn_value,
    unknown_card_value,
    weigh_stock,
)
from incognita.games.lost_cities.policy import TOP as TOP_CHANCE

# In a row of a colour: the worths of its actions, which of them are legal, sets of cards, the discard pile, counts.
WORTHS = 0
LEGAL = int(ACTIONS_OF_A_COLOUR)
HAND = 2 * int(ACTIONS_OF_A_COLOUR)
MINE, THEIRS, PILE, KNOWN, UNSEEN = HAND + 10, HAND + 20, HAND + 30, HAND + 40, HAND + 50
TOP = HAND + 60  # the top of the discard pile, one of eleven …
UNDER = TOP + 11  # … and the card below it
COUNTS = UNDER + 11
RECKONED = COUNTS + 18  # what the hand-written player reckons with …
FITS_MINE, SKIPPED, FITS_THEIRS = RECKONED + 10, RECKONED + 20, RECKONED + 30  # … and three numbers a rank
COLOUR_FEATURES = FITS_THEIRS + 10
# For the whole: worth and legality of the draw pile, then counts, then how near the end is, then what is reckoned with.
STEPS = np.array([1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30])
WHOLE_RECKONED = 9 + len(STEPS)
WAITING = 8  # cards in hand that want to be laid, the best first
WHOLE_RECKONINGS = 16 + WAITING
WHOLE_FEATURES = WHOLE_RECKONED + WHOLE_RECKONINGS
VERSION = 2
UNIT = 5.0

# What only the judge sees of a colour: unknown cards of their hand, then the draw pile, cards that I shall draw before
# those that they will.
DECK_OF_SIDES = 4 * int(RANKS)
SECRETS = int(RANKS) + DECK_OF_SIDES

PLACES = np.arange(1 + MOST_COLOURS * int(ACTIONS_OF_A_COLOUR), dtype=np.int64)

# A generator that never loses patience: the worths of draws must be the same each time one looks.
CALM = 1


def of(colours: int) -> Features:
    """The layout, for so many colours: actions already have the order of the outputs."""
    places = PLACES[: 1 + colours * int(ACTIONS_OF_A_COLOUR)]
    variants: tuple[dict[str, int], ...] = ({}, {"colours": 6})
    return Features(
        version=VERSION,
        parts=colours,
        part_features=COLOUR_FEATURES,
        whole_features=WHOLE_FEATURES,
        part_actions=int(ACTIONS_OF_A_COLOUR),
        whole_actions=1,
        part_secrets=SECRETS,
        places=places,
        variants=variants,
        often=(5, 1),
        unit=UNIT,
        hands=((1,),),
        ranks=int(RANKS),
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
    notes, chances, unseen = take_stock(view)
    describe_reckoning(view, notes, chances, unseen, RECKONED, parts, whole[WHOLE_RECKONED:])
    worths = np.empty(MOST_ACTIONS)
    weigh_stock(view, notes, chances, unseen, np.full(1, CALM, np.uint64), worths)
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


# --- what the hand-written player reckons with


@kernel
def describe_reckoning(
    view: Row, notes: Row, chances: Row, unseen: Int, first: Int, parts: Numbers, whole: Numbers
) -> None:
    """In the rows of colours from `first` on; `whole` begins where it belongs."""
    mine, theirs = 0.0, 0.0
    for colour in range(np.int64(view.colours)):
        row = parts[colour, first:]
        describe_prospects(notes[colour], chances, row)
        describe_fitting(notes[colour], row[FITS_MINE - RECKONED :])
        mine += row[0]
        theirs += row[1]
    whole[0] = 0.4 * mine
    whole[1] = 0.4 * theirs
    whole[2] = 0.4 * (mine - theirs)
    describe_turns(view, notes, chances, unseen, whole[3:])


@kernel
def describe_prospects(note: Row, chances: Row, row: Numbers) -> None:
    """What a colour will bring either side, with the top of the discard pile and without it, and what lies."""
    mine, theirs = chances[ME], chances[THEM]
    hand, investments, cost = note.hands[ME], note.hand_investments[ME], mine.cost
    to_lay, to_come = hand & ABOVE[note.tops[ME]], (hand | note.unseen) & ABOVE[note.tops[ME]]
    my_now = my_worth(note, mine, hand, investments, note.pile, TOP_CHANCE)
    their_now = their_worth(note, theirs, note.pile)
    row[0] = my_now / 20.0
    row[1] = their_now / 20.0
    row[2] = (my_worth(note, mine, hand, investments, NO_CARD, TOP_CHANCE) - my_now) / 20.0
    row[3] = (their_worth(note, theirs, NO_CARD) - their_now) / 20.0
    row[4] = (note.totals[ME] - (cost if note.cards[ME] > 0 else 0.0)) / 20.0
    row[5] = (note.totals[THEM] - (cost if note.cards[THEM] > 0 else 0.0)) / 20.0
    row[6] = (note.totals[ME] + SUM[to_lay] - cost) / 20.0
    row[7] = (note.totals[THEM] + SUM[note.hands[THEM] & ABOVE[note.tops[THEM]]] - cost) / 20.0
    row[8] = (note.totals[ME] + SUM[to_come] - cost) / 20.0
    row[9] = COUNT[to_lay] / 3.0


@kernel
def describe_fitting(note: Row, row: Numbers) -> None:
    """By rank: what I can lay, the points that laying it would pass over, and what they could lay if they got it."""
    to_come = (note.unseen | note.hands[ME]) & ABOVE[note.tops[ME]]
    for rank in range(1, np.int64(RANKS)):
        in_hand = note.hands[ME] >> rank & 1
        if rank > note.tops[ME] and in_hand:
            row[rank] = 1.0
            row[10 + rank] = SUM[to_come & ((1 << rank) - 1)] / 10.0
        if rank > note.tops[THEM] and note.cards[THEM] > 0 and (in_hand or note.pile == rank):
            row[20 + rank] = (1.0 + note.investments[THEM]) / 2.0


@kernel
def describe_turns(view: Row, notes: Row, chances: Row, unseen: Int, whole: Numbers) -> None:
    """The turns that are left, what they are needed for, and what they are worth."""
    mine, theirs = chances[ME], chances[THEM]
    whole[0] = mine.turns / 10.0
    whole[1] = mine.hand
    whole[2] = mine.unseen * 4.0
    whole[3] = mine.price / 5.0
    whole[4] = mine.needed / 5.0
    whole[5] = mine.waiting / 5.0
    whole[6] = (mine.turns - mine.needed) / 5.0
    whole[7] = theirs.hand
    whole[8] = theirs.unseen * 4.0
    whole[9] = theirs.needed / 5.0
    whole[10] = theirs.stake / 50.0
    whole[11] = turn_value(view, chances) / 10.0
    whole[12] = unknown_card_value(view, notes, mine, unseen) / 10.0
    for i in range(min(WAITING, mine.waiting)):
        whole[13 + i] = mine.values[i] / 10.0


# --- what is hidden


@rules.reveal.implement(STATE, VIEW)
@kernel
def reveal(state: Row, apart: Int, secrets: Numbers) -> None:
    secrets[:] = np.float32(0.0)
    other = 1 - np.int64(state.seat)
    put_hidden_hand(state, other, 0, secrets)
    for kind in range(np.int64(state.colours) * np.int64(RANKS)):
        secrets[kind // 10, kind % 10] -= np.float32(state.known[other, kind])
    put_deck(state, apart, int(RANKS), secrets)


@kernel
def put_hidden_hand(state: Row, seat: Int, first: Int, secrets: Numbers) -> None:
    for i in range(np.int64(state.held[seat])):
        kind = np.int64(state.hands[seat, i])
        secrets[kind // 10, first + kind % 10] += np.float32(1.0)


@kernel
def put_deck(state: Row, apart: Int, first: Int, secrets: Numbers) -> None:
    """By rank: the cards that a side will draw if nobody takes discards, and how soon."""
    cards, mine = pile_of_ends(state, apart)
    for i in range(cards):
        kind, soon = card_of_end(state, apart, i), i if i < mine else cards - 1 - i
        row, at = secrets[kind // 10], first + (0 if i < mine else 2 * np.int64(RANKS)) + kind % 10
        row[at] += np.float32(1.0)
        row[at + np.int64(RANKS)] += np.float32(1.0 - soon / 30.0)
