"""Why an action is refused, where partners differs from Lost Cities."""

from __future__ import annotations

from incognita.core.errors import Refusal
from incognita.core.jit import Row
from incognita.games.lost_cities import refusals
from incognita.games.lost_cities.notation import card_text
from incognita.games.partners import kernel
from incognita.games.partners.components import DRAW, FACE_DOWN, HANDOVER, PASS

ENGLISH = {
    "3.1": "a card was played, so one is drawn now",
    "3.3": "{card} is not in the hand",
    "3.4": "a handover needs {least} cards in the hand, and there are {held}",
    "3.5": "one card is handed over, now a second must follow",
    "4.1": "say which card is handed over; only others see it as ?>",
}


def refusal(view: Row, action: int) -> Refusal:
    """The first paragraph that forbids this to the seat on turn. Only its own view is asked."""
    if action < HANDOVER:
        return refused("3.5") if view.phase == PASS else refusals.refusal(view, action)
    if action == FACE_DOWN:
        return refused("4.1")
    if view.phase == DRAW:
        return refused("3.1")
    held, least = int(view.held[view.viewer]), least_to_hand_over(view)
    if view.phase != PASS and held < least:
        return refused("3.4", held=held, least=least)
    return refused("3.3", card=card_text(action - int(HANDOVER)))


def least_to_hand_over(view: Row) -> int:
    """Asked of the kernel, uncompiled, because it takes states and views alike."""
    compute = getattr(kernel.least_to_hand_over, "py_func", kernel.least_to_hand_over)
    return int(compute(view))


def refused(paragraph: str, **values: str | int) -> Refusal:
    return Refusal(f"partners {paragraph}", values, ENGLISH[paragraph].format(**values))
