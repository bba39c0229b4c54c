"""Cards and actions as text: `R7`, `R10`, `RI` are cards; `R7` adds, `R7-` discards, `*` draws, `<R` takes."""

from __future__ import annotations

import re
from functools import cache

from incognita.core.errors import NotationError
from incognita.games.lost_cities.components import ACTIONS_OF_A_COLOUR, COLOURS, DRAW_PILE, RANKS, TAKE

RANK_TEXTS = ("I", *(str(number) for number in range(2, 11)))
CARD = re.compile(r"([YBWGRP])(I|10|[2-9])")
ACTION = re.compile(r"(?P<pile>\*)|<(?P<take>[YBWGRP])|(?P<card>[YBWGRP](?:I|10|[2-9]))(?P<discard>-?)")
HOW = "actions look like R7 (add it), R7- (discard it), RI (an investment), * (draw) or <R (take the red discard)"


def card_text(kind: int) -> str:
    return COLOURS[kind // int(RANKS)] + RANK_TEXTS[kind % int(RANKS)]


def card_kind(text: str) -> int:
    found = CARD.fullmatch(text)
    if not found:
        raise NotationError(f"{text!r} is not a card; cards are a colour of {COLOURS} and I or a number from 2 to 10")
    return COLOURS.index(found[1]) * int(RANKS) + RANK_TEXTS.index(found[2])


@cache
def action_text(action: int) -> str:
    if not 0 <= action <= len(COLOURS) * int(ACTIONS_OF_A_COLOUR):
        raise NotationError(f"there is no action number {action}")
    if action == DRAW_PILE:
        return "*"
    colour, what = divmod(action - 1, int(ACTIONS_OF_A_COLOUR))
    if what == TAKE:
        return "<" + COLOURS[colour]
    rank, discarded = divmod(what, 2)
    return COLOURS[colour] + RANK_TEXTS[rank] + "-" * discarded


def action_number(text: str) -> int:
    found = ACTION.fullmatch(text)
    if not found:
        raise NotationError(f"{text!r} is not an action; {HOW}")
    if found["pile"]:
        return int(DRAW_PILE)
    if found["take"]:
        return 1 + COLOURS.index(found["take"]) * int(ACTIONS_OF_A_COLOUR) + int(TAKE)
    colour, rank = divmod(card_kind(found["card"]), int(RANKS))
    return 1 + colour * int(ACTIONS_OF_A_COLOUR) + 2 * rank + len(found["discard"])
