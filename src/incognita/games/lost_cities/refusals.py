"""Why an action is refused: the paragraph of the rule page, and the values for its sentence."""

from __future__ import annotations

from incognita.core.errors import Refusal
from incognita.core.jit import Row
from incognita.games.lost_cities.components import (
    ACTIONS_OF_A_COLOUR,
    COLOURS,
    DRAW_PILE,
    INVESTMENT,
    PLAY,
    RANKS,
    TAKE,
)
from incognita.games.lost_cities.notation import card_text

ENGLISH = {
    "1.1": "the colour {colour} is not in play; the colours are {colours}",
    "1.2": "{card} is not in play",
    "3.1": "first a card is played, then one is drawn",
    "3.2": "{card} is not in the hand",
    "3.3": "numbers must rise: {card} cannot follow {last}",
    "3.4": "investments come before the first number: {card} cannot follow {last}",
    "3.6": "the {colour} discard pile is empty",
    "3.7": "the card just discarded may not be taken back in the same turn: pile {colour} is closed",
}


def refusal(view: Row, action: int) -> Refusal:
    """The first paragraph that forbids this to the seat on turn. Only its own view is asked."""
    colour, what = divmod(int(action) - 1, int(ACTIONS_OF_A_COLOUR))
    draws = action == DRAW_PILE or what == TAKE
    if draws == (view.phase == PLAY):
        return refused("3.1")
    if action != DRAW_PILE and colour >= view.colours:
        return refused("1.1", colour=COLOURS[colour], colours=COLOURS[: int(view.colours)])
    if draws:
        return refused_draw(view, colour)
    return refused_card(view, colour, what // 2)


def refused(paragraph: str, **values: str | int) -> Refusal:
    return Refusal(f"lost-cities {paragraph}", values, ENGLISH[paragraph].format(**values))


def refused_draw(view: Row, colour: int) -> Refusal:
    letter = COLOURS[colour]
    return refused("3.7" if colour == view.closed else "3.6", colour=letter)


def refused_card(view: Row, colour: int, rank: int) -> Refusal:
    card = card_text(colour * int(RANKS) + rank)
    if not view.copies[rank]:
        return refused("1.2", card=card)
    if colour * int(RANKS) + rank not in view.hand[: view.held[view.viewer]]:
        return refused("3.2", card=card)
    last = card_text(colour * int(RANKS) + int(view.tops[view.viewer % 2, colour]))
    return refused("3.4" if rank == INVESTMENT else "3.3", card=card, last=last)
