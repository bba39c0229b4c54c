"""Hands of cards, for every game that has them: ascending rows of kinds, padded with 255.

Sorted, so that the order of a hand tells nothing and identical cards lie side by side. Cards enter and leave by running
through the whole row: a loop that stopped early would cost a mispredicted branch each time.
"""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Cards, Int, Row, kernel
from incognita.core.rules import NONE, Odds


@kernel
def take_into_hand(state: Row, seat: Int, kind: Int) -> None:
    hand = state.hands[seat]
    card = kind
    for i in range(len(hand)):
        other = hand[i]
        hand[i] = min(other, card)
        card = max(other, card)
    state.held[seat] += np.uint8(1)


@kernel
def leave_hand(state: Row, seat: Int, kind: Int) -> None:
    hand = state.hands[seat]
    for i in range(len(hand) - 1):  # from the card that leaves onwards all move down
        hand[i] = hand[i + np.uint8(hand[i] >= kind)]
    hand[len(hand) - 1] = NONE
    state.held[seat] -= np.uint8(1)


@kernel
def forget(counts: Cards, kind: Int) -> None:
    """A card of the kind was played, so one fewer is surely held."""
    counts[kind] -= np.uint8(counts[kind] > 0)


@kernel
def all_alike(view: Row, odds: Odds) -> None:
    """What is expected of hidden cards in games in which nobody looked into what players keep."""
    odds[:] = 1.0
