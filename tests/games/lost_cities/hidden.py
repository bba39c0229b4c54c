"""Changing what a seat cannot know, written against the state's fields and not with the kernels."""

from __future__ import annotations

import random
from typing import Any

from incognita.core.rules import NONE


def redeal_hidden(states: Any, viewer: int | None, seed: int) -> Any:
    """A copy of the first row in which every card hidden from `viewer` lies somewhere else."""
    changed = states[:1].copy()
    row = changed[0]
    others = [seat for seat in range(int(row["players"])) if seat != viewer]
    fixed = {seat: known_cards(row["known"][seat]) for seat in others}
    loose = [kind for seat in others for kind in without(hand_of(row, seat), fixed[seat])]
    loose += [int(kind) for kind in row["deck"][row["drawn"] : row["cards"]]]
    random.Random(seed).shuffle(loose)
    for seat in others:
        missing = int(row["held"][seat]) - len(fixed[seat])
        hand = sorted(fixed[seat] + [loose.pop() for _ in range(missing)])
        row["hands"][seat] = hand + [int(NONE)] * (len(row["hands"][seat]) - len(hand))
    row["deck"][row["drawn"] : row["cards"]] = loose
    return changed


def hand_of(row: Any, seat: int) -> list[int]:
    return [int(kind) for kind in row["hands"][seat][: row["held"][seat]]]


def known_cards(counts: Any) -> list[int]:
    return [kind for kind, n in enumerate(counts) for _ in range(n)]


def without(cards: list[int], taken: list[int]) -> list[int]:
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return rest
