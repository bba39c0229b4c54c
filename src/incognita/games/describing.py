"""What the descriptions of all games for learned players begin with: the opinion of the hand-written player."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incognita.core.jit import Int, Row, kernel
from incognita.core.rules import FAR, RULED_OUT, Numbers, Worths

Places = NDArray[np.int64]


@kernel
def put_worths(
    view: Row,
    worths: Worths,
    unit: float,
    places: Places,
    part_actions: Int,
    whole_actions: Int,
    parts: Numbers,
    whole: Numbers,
) -> None:
    """The worth of every legal action against the best one, and behind the worths a 1 for what is not ruled out."""
    n = np.int64(view.choices)
    best = -np.inf
    for i in range(n):
        best = max(best, worths[i])
    for i in range(n):
        place = places[np.int64(view.legal[i])]
        worth, thinkable = max(FAR, (worths[i] - best) / unit), np.float32(worths[i] > best - RULED_OUT)
        if place < whole_actions:
            whole[place], whole[whole_actions + place] = worth, thinkable
        else:
            part, slot = divmod(place - whole_actions, part_actions)
            parts[part, slot], parts[part, part_actions + slot] = worth, thinkable


@kernel
def pile_of_ends(state: Row, apart: Int) -> tuple[Int, Int]:
    """The cards of the draw pile, and how many of them belong to those who draw where the seat to decide does."""
    same, mine = 0, apart >> np.int64(state.seat) & 1
    for seat in range(np.int64(state.players)):
        same += np.int64((apart >> seat & 1) == mine)
    cards = np.int64(state.cards) - np.int64(state.drawn)
    return cards, (cards * same + np.int64(state.players) - 1) // np.int64(state.players)


@kernel
def card_of_end(state: Row, apart: Int, i: Int) -> Int:
    """The kind of card i of the draw pile, from the end at which the seat to decide draws."""
    if apart >> np.int64(state.seat) & 1:
        return np.int64(state.deck[np.int64(state.cards) - 1 - i])
    return np.int64(state.deck[np.int64(state.drawn) + i])
