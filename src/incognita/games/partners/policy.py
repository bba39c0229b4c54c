"""The hand-written player of partners: that of Lost Cities, which also counts on its partner.

The side's expeditions are its own, so it plays to whatever the partner has begun; hidden cards are worth more to it,
because some of them are in the partner's hand; its own turns are only half of the side's. When it holds more cards to
lay than it has turns for, it hands two of them over.
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, kernel
from incognita.core.rules import Worths
from incognita.games.lost_cities.components import RANKS
from incognita.games.lost_cities.policy import (
    ABOVE,
    COUNT,
    DRAWN,
    ME,
    take_stock,
    weigh_cards,
    weigh_draws,
)
from incognita.games.partners.components import DRAW, HANDOVER, PASS, STATE, VIEW

PARTNERS_HAND = 0.3  # chance that the partner lays a card that is in the partner's hand and fits
PARTNERS_DRAWN = 0.8  # … that the partner will draw
# More than anything can be worth: cards when two are handed over, handovers when a card is played.
OUT_OF_THE_QUESTION = 1e3
SURPLUS = 3  # cards that I have no turn for, and …
IDLE = 1.5  # … turns that my partner has no card for, to make a handover worth its turn
LATE = 28  # cards in the draw pile; before that nobody can count the turns


@rules.weigh.implement(STATE, VIEW)
@kernel
def weigh(view: Row, rng: Random, worths: Worths) -> None:
    notes, chances, unseen = take_stock(view)
    count_on_partner(view, unseen, chances[ME])
    if view.phase == DRAW:
        weigh_draws(view, notes, chances, unseen, rng, worths)
        return
    cards = 0 if view.phase == PASS else count_cards(view)
    weigh_cards(view, notes, chances, cards, worths)
    weigh_handovers(view, notes, cards, worths)
    hands_over = view.phase == PASS or should_hand_over(view, notes, unseen)
    for i in range(np.int64(view.choices)):
        if (i >= cards) != hands_over:
            worths[i] -= OUT_OF_THE_QUESTION


@kernel
def count_on_partner(view: Row, unseen: Int, chance: Row) -> None:
    held = np.int64(view.held[np.int64(view.viewer) ^ 2])
    draws = np.int64(view.left) // np.int64(view.players)
    chance.unseen += (PARTNERS_HAND * held + PARTNERS_DRAWN * DRAWN * draws) / unseen
    chance.unseen = min(1.0, chance.unseen)


@kernel
def count_cards(view: Row) -> Int:
    """How many of the legal actions play a card: the handovers come behind them."""
    n = np.int64(view.choices)
    while view.legal[n - 1] >= HANDOVER:
        n -= 1
    return n


@kernel
def should_hand_over(view: Row, notes: Row, unseen: Int) -> bool:
    """If I cannot lay all I have, but my partner probably could lay two more: it costs me a turn.

    Only between full hands: then nothing is handed to and fro, and every round ends.
    """
    viewer, full = np.int64(view.viewer), np.int64(view.hand_size)
    if view.held[viewer] != full or view.held[viewer ^ 2] != full or view.left > LATE:
        return False
    turns = np.int64(view.left) // np.int64(view.players)
    theirs = full * count_unseen(view, notes) / unseen
    return waiting(view, notes) - turns >= SURPLUS and turns - theirs >= IDLE


@kernel
def waiting(view: Row, notes: Row) -> Int:
    """Cards in my hand that continue an expedition of the side."""
    n = 0
    for i in range(np.int64(view.held[view.viewer])):
        n += np.int64(fits(notes, np.int64(view.hand[i])))
    return n


@kernel
def count_unseen(view: Row, notes: Row) -> Int:
    """Unseen cards that continue an expedition of the side."""
    n = 0
    for colour in range(np.int64(view.colours)):
        note = notes[colour]
        if note.cards[ME] > 0:
            n += COUNT[note.unseen & ABOVE[note.tops[ME]]]
    return n


@kernel
def fits(notes: Row, kind: Int) -> bool:
    note = notes[kind // np.int64(RANKS)]
    return note.cards[ME] > 0 and ABOVE[note.tops[ME]] >> kind % np.int64(RANKS) & 1 == 1


@kernel
def weigh_handovers(view: Row, notes: Row, first: Int, worths: Worths) -> None:
    """The card that brings most if somebody still lays it; high numbers come last, so the partner has time."""
    for i in range(first, np.int64(view.choices)):
        worths[i] = np.float64(overdue_value(view, notes, np.int64(view.legal[i])))


@kernel
def overdue_value(view: Row, notes: Row, action: Int) -> Int:
    """The points of a card that continues an expedition, nothing for any other."""
    kind = action - np.int64(HANDOVER)
    note = notes[kind // np.int64(RANKS)]
    return (1 + note.investments[ME]) * (kind % np.int64(RANKS) + 1) if fits(notes, kind) else 0
