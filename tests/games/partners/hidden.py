"""Changing what a seat cannot know, written against the state's fields and not with the kernels."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from incognita.core.rules import NONE
from tests.games.lost_cities.hidden import hand_of, known_cards, without


def redeal_hidden(states: Any, viewer: int | None, seed: int) -> Any:
    """A copy of the first row in which every card hidden from `viewer` lies somewhere else."""
    changed, chance = states[:1].copy(), random.Random(seed)
    row = changed[0]
    others = [seat for seat in range(4) if seat != viewer]
    fixed = {seat: sure_cards(row, seat, viewer) for seat in others}
    loose = [kind for seat in others for kind in without(hand_of(row, seat), fixed[seat])]
    loose += [int(kind) for kind in row["deck"][row["drawn"] : row["cards"]]]
    aside = (
        row["handed"] != NONE
        and row["seat"] != viewer
        and int(row["handed"]) not in noted(row, int(row["seat"]), viewer)
    )
    loose += [int(row["handed"])] * bool(aside)
    chance.shuffle(loose)
    for seat in others:
        hand = sorted(fixed[seat] + [loose.pop() for _ in range(int(row["held"][seat]) - len(fixed[seat]))])
        row["hands"][seat] = hand + [int(NONE)] * (len(row["hands"][seat]) - len(hand))
        if viewer is None or seat % 2 != viewer % 2:  # what opponents know of each other is theirs
            row["trusted"][seat] = [chance.randrange(3) for _ in row["trusted"][seat]]
    if aside:
        row["handed"] = loose.pop()
    row["deck"][row["drawn"] : row["cards"]] = loose
    return changed


def noted(row: Any, seat: int, viewer: int | None) -> list[int]:
    """Every card that the viewer has a note about, for this seat or its side."""
    if viewer is not None and seat == viewer ^ 2:
        return known_cards(row["trusted"][seat])
    return [*known_cards(row["known"][seat]), *known_cards(row["side_known"][seat % 2])]


def sure_cards(row: Any, seat: int, viewer: int | None) -> list[int]:
    """The cards of a hand that stay where they are: all of the kinds that somebody has a note about."""
    return list((Counter(hand_of(row, seat)) & Counter(dict.fromkeys(noted(row, seat, viewer), 9))).elements())
