"""Changing what a seat cannot know, written against the state's fields and not with the kernels."""

from __future__ import annotations

import random
from typing import Any

from incognita.core.rules import NONE
from tests.games.lost_cities.hidden import hand_of, known_cards, without


def redeal_hidden(states: Any, viewer: int | None, seed: int) -> Any:
    """A copy of the first row in which every card hidden from `viewer`, removed ones too, lies somewhere else."""
    changed = states[:1].copy()
    row = changed[0]
    others = [seat for seat in range(int(row["players"])) if seat != viewer]
    fixed = {seat: known_cards(row["known"][seat]) for seat in others}
    places = [*range(int(row["removed"])), *range(int(row["drawn"]), int(row["cards"]))]
    loose = [kind for seat in others for kind in without(hand_of(row, seat), fixed[seat])]
    loose += [int(row["deck"][place]) for place in places]
    random.Random(seed).shuffle(loose)
    for seat in others:
        hand = sorted(fixed[seat] + [loose.pop() for _ in range(int(row["held"][seat]) - len(fixed[seat]))])
        row["hands"][seat] = hand + [int(NONE)] * (len(row["hands"][seat]) - len(hand))
    for place in places:
        row["deck"][place] = loose.pop()
    return changed
