"""Cards and actions as text.

`Rf` lays the card as equipment, `Rf^` as a member, `@2` names a seat, `!R` protects with the red Pater Miller, `#3`
chooses a board, `*` draws, `&` accepts, `.` declines.
"""

from __future__ import annotations

import re
from functools import cache

from incognita.core.errors import NotationError
from incognita.games.adventure_tours.components import (
    ACCEPT,
    ADVENTURERS,
    BOARDS,
    CODES,
    COLOURS,
    DECLINE,
    DRAW_CARD,
    FIRST_BOARD,
    FIRST_CARD,
    FIRST_PROTECTION,
    FIRST_SEAT,
    KINDS,
    MOST_PLAYERS,
    WAYS,
)

CARD = re.compile(r"([RBY])([a-p])")
SINGLE = {int(DECLINE): ".", int(ACCEPT): "&", int(DRAW_CARD): "*"}
WAY_TEXTS = ("", "^")
HOW = (
    "actions look like Rf (lay the card as equipment), Rf^ (as a member), @2 (name seat 2), !R (protect with the red "
    "Pater Miller), #3 (choose board 3), * (draw), & (yes) or . (no)"
)


def card_text(kind: int) -> str:
    colour, adventurer = divmod(kind, int(ADVENTURERS))
    return COLOURS[colour] + CODES[adventurer]


def card_kind(text: str) -> int:
    found = CARD.fullmatch(text)
    if not found:
        raise NotationError(f"{text!r} is not a card; cards are a colour of {COLOURS} and a letter from a to p")
    return COLOURS.index(found[1]) * int(ADVENTURERS) + CODES.index(found[2])


def numbered() -> dict[int, str]:
    """The texts of all actions."""
    texts = dict(SINGLE)
    texts |= {int(FIRST_SEAT) + seat: f"@{seat}" for seat in range(MOST_PLAYERS)}
    texts |= {int(FIRST_PROTECTION) + i: f"!{colour}" for i, colour in enumerate(COLOURS)}
    texts |= {int(FIRST_BOARD) + i: f"#{i + 1}" for i in range(BOARDS)}
    for kind in range(KINDS):
        for way, mark in enumerate(WAY_TEXTS):
            texts[int(FIRST_CARD) + kind * int(WAYS) + way] = card_text(kind) + mark
    return texts


TEXTS = numbered()
NUMBERS = {text: number for number, text in TEXTS.items()}


@cache
def action_text(action: int) -> str:
    if action not in TEXTS:
        raise NotationError(f"there is no action number {action}")
    return TEXTS[action]


def action_number(text: str) -> int:
    if text not in NUMBERS:
        raise NotationError(f"{text!r} is not an action; {HOW}")
    return NUMBERS[text]
