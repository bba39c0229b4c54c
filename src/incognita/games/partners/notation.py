"""Actions as text: those of Lost Cities, and `R7>` hands a card to the partner; `?>` is how others see that."""

from __future__ import annotations

from functools import cache

from incognita.core.errors import NotationError
from incognita.games.lost_cities import notation
from incognita.games.lost_cities.notation import card_kind, card_text
from incognita.games.partners.components import COLOURS, FACE_DOWN, HANDOVER

HOW = f"{notation.HOW}, R7> (hand it to the partner)"
HIDDEN = "?>"


@cache
def action_text(action: int) -> str:
    if action < HANDOVER:
        return notation.action_text(action)
    if action == FACE_DOWN:
        return HIDDEN
    if action > FACE_DOWN:
        raise NotationError(f"there is no action number {action}")
    return card_text(action - int(HANDOVER)) + ">"


def action_number(text: str) -> int:
    try:
        if text == HIDDEN:
            return int(FACE_DOWN)
        if text.endswith(">"):
            return int(HANDOVER) + five_coloured(card_kind(text[:-1]))
        number = notation.action_number(text)
    except NotationError as error:
        raise NotationError(f"{text!r} is not an action; {HOW}") from error
    if number >= HANDOVER:
        raise NotationError(f"{text!r} is not an action: partners have five colours")
    return number


def five_coloured(kind: int) -> int:
    if kind >= 10 * COLOURS:
        raise NotationError("partners have five colours")
    return kind
