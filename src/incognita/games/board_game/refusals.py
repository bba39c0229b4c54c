"""Why an action is refused: the paragraph of the rule page, and the values for its sentence."""

from __future__ import annotations

from incognita.core.errors import Refusal
from incognita.core.jit import Row
from incognita.core.rules import NONE
from incognita.games.board_game.components import (
    ACTIONS_OF_A_COLOUR,
    COLOURS,
    CONTINUE,
    DECLINE,
    DRAW,
    DRAW_PILE,
    FIRST_OF_COLOURS,
    PLAY,
    STEP,
    STEP_ON,
    TAKE,
    VALUES,
    WAYS,
    WITH_RESEARCHER,
)
from incognita.games.board_game.notation import card_text

ENGLISH = {
    "1.3": "no {piece} is left",
    "3.1": "a turn is a card first, then a draw",
    "3.2": "the path {colour} is begun already; {card} alone continues it",
    "3.4": "the path {colour} is not begun; say {card}a or {card}r to begin it",
    "4.5": "no explorer can step on the path {colour} now",
    "5.1": "the {colour} discard pile is empty",
    "5.2": "the card just discarded may not be taken back in the same turn: pile {colour} is closed",
    "6.1": "{card} is not in the hand",
    "9.1": "{card} does not continue the column, which goes from {first} to {last}",
}


def refusal(view: Row, action: int) -> Refusal:
    """The first paragraph that forbids this to the seat on turn. Only its own view is asked."""
    path, what = divmod(int(action) - int(FIRST_OF_COLOURS), int(ACTIONS_OF_A_COLOUR))
    if action in (DRAW_PILE, DECLINE) or phase_of(what) != view.phase:
        return refused("3.1")
    colour = COLOURS[path]
    if what == STEP_ON:
        return refused("4.5", colour=colour)
    if what == TAKE:
        return refused("5.2" if path == view.closed else "5.1", colour=colour)
    return refused_card(view, path, *divmod(what, int(WAYS)))


def phase_of(what: int) -> int:
    if what == STEP_ON:
        return int(STEP)
    return int(DRAW if what == TAKE else PLAY)


def refused(paragraph: str, **values: str | int) -> Refusal:
    return Refusal(f"board-game {paragraph}", values, ENGLISH[paragraph].format(**values))


def refused_card(view: Row, path: int, value: int, way: int) -> Refusal:
    kind, seat = path * int(VALUES) + value, int(view.viewer)
    card, colour = card_text(kind), COLOURS[path]
    if kind not in view.hand[: view.held[seat]]:
        return refused("6.1", card=card)
    if view.standing[seat, path] == 0:
        if way == CONTINUE:
            return refused("3.4", card=card, colour=colour)
        return refused("1.3", piece="researcher" if way == WITH_RESEARCHER else "adventurer")
    if way != CONTINUE:
        return refused("3.2", card=card, colour=colour)
    first, last = int(view.first[seat, path]), int(view.last[seat, path])
    assert last != NONE
    return refused("9.1", card=card, first=first, last=last)
