"""What a learned player of partners looks at: that of Lost Cities by sides, and what it knows of its partner."""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.game import Features
from incognita.core.jit import Int, Row, kernel
from incognita.core.rules import MOST_ACTIONS, Numbers, Worths
from incognita.games.describing import Places, put_worths
from incognita.games.lost_cities import features as lost_cities
from incognita.games.lost_cities.components import ACTIONS_OF_A_COLOUR, RANKS
from incognita.games.lost_cities.features import (
    CALM,
    DECK_OF_SIDES,
    describe_cards,
    describe_counts,
    put_deck,
    put_hand,
    put_hidden_hand,
)
from incognita.games.lost_cities.kernel import expedition_value
from incognita.games.partners.components import COLOURS, FACE_DOWN, HANDOVER, PASS, STATE, VIEW
from incognita.games.partners.policy import OUT_OF_THE_QUESTION

# A colour has the actions of Lost Cities and the handovers of its cards. Behind the worths of its actions, and which of
# them are legal, a row has the numbers of Lost Cities but for what is reckoned with, which did not help here; then what
# the partner is known to hold.
OF_LOST_CITIES = int(ACTIONS_OF_A_COLOUR)
A_COLOUR = OF_LOST_CITIES + int(RANKS)
SHIFT = 2 * int(RANKS)
PARTNER = SHIFT + lost_cities.RECKONED
COLOUR_FEATURES = PARTNER + int(RANKS)
HAND, UNSEEN = SHIFT + lost_cities.HAND, SHIFT + lost_cities.UNSEEN

# For the whole: worth and legality of the draw pile, then counts.
WHOLE_ACTIONS = 1
COUNTS = 2 * WHOLE_ACTIONS
STEPS = np.array([1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 28, 36, 44])
"""Cards left in the draw pile."""
WHOLE_FEATURES = COUNTS + 10 + len(STEPS)
VERSION = 1
UNIT = 5.0
RESOLVE = 10.0
"""Points by which what the hand-written player decided on, a card or a handover, comes before the other here."""

# What only the judge sees of a colour: the partner's hand, those of the others together, the draw pile by sides.
SECRETS = 2 * int(RANKS) + DECK_OF_SIDES


def find_places() -> Places:
    """Colour by colour: the actions of Lost Cities, then the handovers."""
    places = np.zeros(int(FACE_DOWN), np.int64)
    for colour in range(COLOURS):
        first = WHOLE_ACTIONS + colour * A_COLOUR
        actions, handovers = 1 + colour * OF_LOST_CITIES, int(HANDOVER) + colour * int(RANKS)
        places[actions : actions + OF_LOST_CITIES] = np.arange(first, first + OF_LOST_CITIES)
        places[handovers : handovers + int(RANKS)] = np.arange(first + OF_LOST_CITIES, first + A_COLOUR)
    return places


PLACES = find_places()


def of() -> Features:
    return Features(
        VERSION, COLOURS, COLOUR_FEATURES, WHOLE_FEATURES, A_COLOUR, WHOLE_ACTIONS, SECRETS, PLACES, ({},), UNIT
    )


@rules.describe.implement(STATE, VIEW)
@kernel
def describe(view: Row, parts: Numbers, whole: Numbers) -> None:
    parts[:] = np.float32(0.0)
    whole[:] = np.float32(0.0)
    side = np.int64(view.viewer) % 2
    put_hand(view, HAND, parts)
    mine, theirs = 0, 0
    for colour in range(np.int64(view.colours)):
        row = parts[colour, SHIFT:]
        describe_cards(view, colour, side, view.side_known[1 - side], row)
        describe_partner(view, colour, parts[colour])
        my_value = expedition_value(view.expeditions[side, colour], view.cost)
        their_value = expedition_value(view.expeditions[1 - side, colour], view.cost)
        describe_counts(view, colour, side, my_value, their_value, row)
        mine += my_value
        theirs += their_value
    describe_whole(view, mine, theirs, whole)
    worths = np.empty(MOST_ACTIONS)
    rules.weigh(view, np.full(1, CALM, np.uint64), worths)
    bring_near(worths, np.int64(view.choices))
    put_worths(view, worths, UNIT, PLACES, A_COLOUR, WHOLE_ACTIONS, parts, whole)


@kernel
def bring_near(worths: Worths, n: Int) -> None:
    """What the hand-written player decided against, all by as much: whoever learns may find that it was wrong."""
    best, second = np.max(worths[:n]), -np.inf
    far = best - OUT_OF_THE_QUESTION / 2
    for i in range(n):
        if worths[i] < far:
            second = max(second, worths[i])
    for i in range(n):
        if worths[i] < far:
            worths[i] += best - RESOLVE - second


@kernel
def describe_partner(view: Row, colour: Int, row: Numbers) -> None:
    """What the partner is known to hold, by everybody or by this seat alone, is not unseen."""
    partner = np.int64(view.viewer) ^ 2
    for rank in range(np.int64(RANKS)):
        row[PARTNER + rank] = view.trusted[partner, 10 * colour + rank]
        row[UNSEEN + rank] -= row[PARTNER + rank]


@kernel
def describe_whole(view: Row, mine: Int, theirs: Int, whole: Numbers) -> None:
    left, me = np.int64(view.left), np.int64(view.viewer)
    whole[COUNTS] = left / 60.0
    whole[COUNTS + 1] = mine / 50.0
    whole[COUNTS + 2] = theirs / 50.0
    whole[COUNTS + 3] = (mine - theirs) / 50.0
    whole[COUNTS + 4 + (3 if view.phase == PASS else np.int64(view.phase))] = 1.0
    whole[COUNTS + 8] = np.float64(view.held[me]) / 8.0
    whole[COUNTS + 9] = np.float64(view.held[me ^ 2]) / 8.0
    for i in range(len(STEPS)):
        whole[COUNTS + 10 + i] = 1.0 if left <= STEPS[i] else 0.0


@rules.reveal.implement(STATE, VIEW)
@kernel
def reveal(state: Row, apart: Int, secrets: Numbers) -> None:
    secrets[:] = np.float32(0.0)
    me = np.int64(state.seat)
    put_hidden_hand(state, me ^ 2, 0, secrets)
    put_hidden_hand(state, me ^ 1, int(RANKS), secrets)
    put_hidden_hand(state, me ^ 3, int(RANKS), secrets)
    put_deck(state, apart, 2 * int(RANKS), secrets)
