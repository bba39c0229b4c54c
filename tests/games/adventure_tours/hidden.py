"""Changing what a seat cannot know, written against the state's fields and not with the kernels."""

from __future__ import annotations

import random
from typing import Any

import numpy as np


def redeal_hidden(states: Any, viewer: int | None, seed: int) -> Any:
    """A copy of the first row in which every card hidden from `viewer` lies somewhere else."""
    changed = states[:1].copy()
    row = changed[0]
    others = [seat for seat in range(int(row["players"])) if seat != viewer]
    pile = slice(int(row["drawn"]), int(row["cards"]))
    loose = [kind for seat in others for kind in cards_of(row["hands"][seat])] + row["deck"][pile].tolist()
    random.Random(seed).shuffle(loose)
    for seat in others:
        hand = [loose.pop() for _ in range(int(row["held"][seat]))]
        row["hands"][seat] = np.bincount(hand, minlength=len(row["hands"][seat])) if hand else 0
    row["deck"][pile] = loose
    return changed


def cards_of(counts: Any) -> list[int]:
    return [kind for kind, n in enumerate(counts) for _ in range(int(n))]
