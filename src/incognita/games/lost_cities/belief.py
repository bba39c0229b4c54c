"""What the other player probably holds.

Cards that nobody has seen are not all as likely to be in a hand: one keeps what one will lay and what the other side
could use, and gets rid of the rest. Search that deals them out evenly plays against hands that nobody has.

The table was counted in 20,000 rounds of the hand-written player against itself (`python tools/belief.py`): how many
times as likely as an average one is a card in hand rather than in the draw pile?
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, kernel
from incognita.core.rng import fraction, shuffle
from incognita.core.rules import NONE, Odds
from incognita.games.lost_cities.components import KINDS, RANKS, STATE, VIEW
from incognita.games.lost_cities.kernel import lay_out_unseen, restore_hands

# How a card stands to the expedition of its colour: of the one who may hold it …
NOT_BEGUN, TOO_LOW, NEXT, FURTHER = 0, 1, 2, 5  # between: one number, two numbers are missing
# … and of the viewer.
FITS = 2

# By the quarter of the draw pile that is being drawn, by how the card stands to their expedition (rows), to mine (not
# begun, too low, fits), and by its number: investment, 2 to 4, 5 to 7, 8 to 10.
LIKELY = np.array(
    [
        [  # the last quarter of the draw pile
            [[1.55, 0.77, 1.13, 1.15], [1.00, 1.19, 1.40, 1.52], [2.60, 1.48, 1.47, 1.42]],  # not begun
            [[0.69, 0.64, 0.62, 0.53], [0.72, 0.68, 0.58, 0.50], [1.20, 0.91, 0.70, 0.61]],  # too low
            [[1.00, 0.56, 1.16, 1.01], [1.00, 0.41, 0.66, 0.60], [1.00, 0.41, 0.87, 0.96]],  # next
            [[1.00, 0.83, 1.43, 1.70], [1.00, 0.51, 0.87, 0.83], [1.00, 0.47, 1.06, 1.33]],  # one is missing
            [[1.00, 1.46, 2.15, 2.70], [1.00, 0.81, 1.18, 1.27], [1.00, 0.75, 1.38, 1.98]],  # two are missing
            [[0.65, 1.00, 2.60, 3.35], [0.88, 1.00, 2.17, 3.25], [1.24, 1.00, 2.21, 3.73]],  # further
        ],
        [  # the third
            [[1.29, 0.77, 1.06, 1.12], [0.41, 0.51, 0.60, 0.67], [2.13, 1.12, 1.11, 0.99]],  # not begun
            [[0.38, 0.34, 0.43, 0.37], [0.33, 0.33, 0.31, 0.27], [0.91, 0.64, 0.58, 0.52]],  # too low
            [[1.00, 0.43, 0.52, 0.49], [1.00, 0.28, 0.38, 0.38], [1.00, 0.30, 0.58, 0.70]],  # next
            [[1.00, 1.01, 0.99, 1.06], [1.00, 0.52, 0.75, 0.73], [1.00, 0.47, 0.86, 1.19]],  # one is missing
            [[1.00, 1.98, 1.78, 1.95], [1.00, 1.10, 1.27, 1.40], [1.00, 1.09, 1.35, 1.91]],  # two are missing
            [[0.22, 1.00, 2.95, 3.15], [0.25, 1.00, 2.70, 4.19], [0.39, 1.00, 2.67, 3.80]],  # further
        ],
        [  # the second
            [[0.97, 0.84, 1.22, 1.24], [0.24, 0.37, 0.49, 0.53], [1.23, 0.83, 1.05, 1.06]],  # not begun
            [[0.29, 0.22, 0.25, 0.24], [0.20, 0.19, 0.18, 0.17], [0.60, 0.38, 0.35, 0.32]],  # too low
            [[1.00, 0.34, 0.42, 0.43], [1.00, 0.24, 0.34, 0.38], [1.00, 0.32, 0.60, 0.73]],  # next
            [[1.00, 0.85, 0.76, 0.77], [1.00, 0.55, 0.67, 0.66], [1.00, 0.50, 0.84, 1.13]],  # one is missing
            [[1.00, 1.62, 1.33, 1.24], [1.00, 1.09, 1.12, 1.30], [1.00, 1.09, 1.25, 1.57]],  # two are missing
            [[0.21, 1.00, 2.32, 2.47], [0.17, 1.00, 2.34, 3.70], [0.25, 1.00, 2.33, 3.04]],  # further
        ],
        [  # the first
            [[0.83, 0.93, 1.05, 1.04], [0.29, 0.50, 0.62, 0.63], [0.89, 0.85, 1.07, 1.07]],  # not begun
            [[0.24, 0.16, 0.16, 0.18], [0.18, 0.16, 0.18, 0.41], [0.42, 0.23, 0.20, 0.17]],  # too low
            [[1.00, 0.61, 0.64, 0.56], [1.00, 0.34, 0.52, 0.49], [1.00, 0.52, 0.91, 0.94]],  # next
            [[1.00, 0.97, 0.88, 0.73], [1.00, 0.63, 0.75, 0.61], [1.00, 0.67, 1.06, 1.15]],  # one is missing
            [[1.00, 1.40, 1.23, 0.91], [1.00, 1.06, 1.21, 0.82], [1.00, 1.11, 1.34, 1.37]],  # two are missing
            [[0.32, 1.00, 1.90, 2.00], [0.19, 1.00, 2.06, 3.11], [0.29, 1.00, 2.04, 2.50]],  # further
        ],
    ]
)


@rules.expect.implement(STATE, VIEW)
@kernel
def expect(view: Row, odds: Odds) -> None:
    for seat in range(np.int64(view.players)):
        for kind in range(np.int64(view.colours) * np.int64(RANKS)):
            odds[seat, kind] = likelihood(view, seat, kind)


@rules.imagine.implement(STATE, VIEW)
@kernel
def imagine(state: Row, view: Row, odds: Odds, rng: Random) -> None:
    start = lay_out_unseen(state, view)
    shuffle(rng, state.deck, start, state.cards)
    if view.viewer != NONE:
        other = 1 - np.int64(view.viewer)
        put_likely_first(state, odds[other], start, unknown_cards(view, other), rng)
    restore_hands(state, view, start)


@kernel
def put_likely_first(state: Row, odds: Odds, start: Int, unknown: Int, rng: Random) -> None:
    """Draw the unknown cards of a hand, each as likely as it is to be kept, to the front of the unseen ones."""
    stop = np.int64(state.cards)
    total = 0.0
    for i in range(start, stop):
        total += odds[state.deck[i]]
    for i in range(start, start + unknown):
        total -= draw_likely(state, odds, i, stop, total * fraction(rng))


@kernel
def unknown_cards(view: Row, seat: Int) -> Int:
    n = np.int64(view.held[seat])
    for kind in range(KINDS):
        n -= np.int64(view.known[seat, kind])
    return n


@kernel
def draw_likely(state: Row, odds: Odds, i: Int, stop: Int, ticket: float) -> float:
    """Exchange card i for the one at which the ticket is used up; return what that one counted."""
    j = i
    while ticket >= odds[state.deck[j]] and j + 1 < stop:
        ticket -= odds[state.deck[j]]
        j += 1
    card = state.deck[i]
    state.deck[i] = state.deck[j]
    state.deck[j] = card
    return float(odds[state.deck[i]])


@kernel
def likelihood(view: Row, seat: Int, kind: Int) -> float:
    """How many times as likely as an average card one of this kind is in the hand of a seat."""
    colour = kind // np.int64(RANKS)
    rank = kind - colour * np.int64(RANKS)
    theirs = standing(view, seat, colour, rank)
    mine = min(FITS, standing(view, 1 - seat, colour, rank))
    return LIKELY[quarter(view), theirs, mine, (rank + 2) // 3]


@kernel
def quarter(view: Row) -> Int:
    pile = np.int64(view.cards) - np.int64(view.players) * np.int64(view.hand_size)
    return min(3, 4 * np.int64(view.left) // pile)


@kernel
def standing(view: Row, side: Int, colour: Int, rank: Int) -> Int:
    """How a card stands to an expedition."""
    top = np.int64(view.tops[side, colour])
    if top == 0 and view.expeditions[side, colour, 0] == 0:
        return NOT_BEGUN
    if rank < top or (rank == 0 and top > 0):
        return TOO_LOW
    return FURTHER if rank == 0 else min(FURTHER, NEXT + rank - top - 1)
