"""Why an action is refused: the paragraph of the rule page, and the values for its sentence."""

from __future__ import annotations

from incognita.core.errors import Refusal
from incognita.core.jit import Row
from incognita.core.rules import NONE
from incognita.games.adventure_tours.components import (
    ADVENTURERS,
    ANOTHER_TURN,
    AS_MEMBER,
    CHOOSE_BOARD,
    COLOURS,
    DRAW,
    EXTRA_EQUIPMENT,
    EXTRA_MEMBER,
    FIRST_BOARD,
    FIRST_CARD,
    FIRST_PROTECTION,
    FIRST_SEAT,
    MOVE_EQUIPMENT,
    PLAY,
    SECOND_RECIPIENT,
    WAYS,
)
from incognita.games.adventure_tours.notation import card_text
from incognita.games.adventure_tours.view import question

ASKED_WITHOUT_SEATS = (EXTRA_EQUIPMENT, EXTRA_MEMBER, ANOTHER_TURN, MOVE_EQUIPMENT)
ENGLISH = {
    "3.1": "a card must be laid now, as equipment or as a member",
    "3.4": "{card} demands {demand}, and the equipment is worth {value}",
    "3.6": "what is asked now is: {question}",
    "4.1": "there is no seat {seat}; the seats are 0 to {last}",
    "4.2": "seat {seat} has nothing that could be lost",
    "4.5": "an attack must be answered now, with a Pater Miller or by declining",
    "5.2": "the second recipient must be named",
    "5.3": "the extra card is laid as equipment",
    "5.7": "the extra member must be of the colour {colour}",
    "5.11": "no Pater Miller of the colour {colour} protects here",
    "7.3": "it must be decided now whether to draw",
    "7.5": "the extra card is laid as a member",
    "10.2": "one of the boards {boards} must be chosen now",
    "11.1": "{card} is not in the hand",
}


def refusal(view: Row, action: int) -> Refusal:
    """The first paragraph that forbids this to the seat that must decide. Only its own view is asked."""
    top = int(view.to_come) - 1
    what, asked = int(view.what[top]), question(int(view.what[top]), int(view.target[top]))
    if asked == "protect":
        return refused_protection(action)
    if what in (PLAY, EXTRA_EQUIPMENT, EXTRA_MEMBER) and action >= FIRST_CARD:
        return refused_card(view, what, top, action)
    if what == PLAY:
        return refused("3.1")
    if what == CHOOSE_BOARD:
        boards = [board for board, free in enumerate(view.free_boards) if free]
        return refused("10.2", boards=", ".join(str(board) for board in boards))
    if what == DRAW:
        return refused("7.3")
    if FIRST_SEAT <= action < FIRST_PROTECTION and what not in ASKED_WITHOUT_SEATS:
        return refused_seat(view, action - int(FIRST_SEAT))
    if what == SECOND_RECIPIENT:
        return refused("5.2")
    return refused("3.6", question=asked.replace("_", " "))


def refused_protection(action: int) -> Refusal:
    if FIRST_PROTECTION <= action < FIRST_BOARD:
        return refused("5.11", colour=COLOURS[action - int(FIRST_PROTECTION)])
    return refused("4.5")


def refused(paragraph: str, **values: str | int) -> Refusal:
    return Refusal(f"adventure-tours {paragraph}", values, ENGLISH[paragraph].format(**values))


def refused_seat(view: Row, seat: int) -> Refusal:
    if seat >= view.players:
        return refused("4.1", seat=seat, last=int(view.players) - 1)
    return refused("4.2", seat=seat)


def refused_card(view: Row, what: int, top: int, action: int) -> Refusal:
    kind, way = divmod(action - int(FIRST_CARD), int(WAYS))
    colour = kind // int(ADVENTURERS)
    if not view.hand[kind]:
        return refused("11.1", card=card_text(kind))
    if what == EXTRA_EQUIPMENT and way == AS_MEMBER:
        return refused("5.3")
    if what == EXTRA_MEMBER and way != AS_MEMBER:
        return refused("7.5")
    acting = int(view.card[top])
    if what == EXTRA_MEMBER and acting != NONE and acting // int(ADVENTURERS) != colour:
        return refused("5.7", colour=COLOURS[acting // int(ADVENTURERS)])
    value = int(view.strength[int(view.viewer), colour])
    return refused("3.4", card=card_text(kind), demand=int(view.demand[kind]), value=value)
