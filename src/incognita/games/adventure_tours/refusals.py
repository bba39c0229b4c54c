"""Why an action is refused: the paragraph of the rule page, and the values for its sentence."""

from __future__ import annotations

from incognita.core.errors import Refusal
from incognita.core.jit import Row
from incognita.games.adventure_tours.components import (
    ACCEPT,
    ADVENTURERS,
    AS_MEMBER,
    CHOOSE_BOARD,
    COLOURS,
    DECLINE,
    DRAW,
    DRAW_CARD,
    EXTRA_EQUIPMENT,
    EXTRA_MEMBER,
    FIRST_BOARD,
    FIRST_CARD,
    FIRST_PROTECTION,
    FIRST_SEAT,
    PLAY,
    SECOND_RECIPIENT,
    WAYS,
)
from incognita.games.adventure_tours.notation import card_text
from incognita.games.adventure_tours.view import question

ENGLISH = {
    "3.1": "a card must be laid now, as equipment or as a member",
    "3.4": "{card} demands {demand}, and the equipment is worth {value}",
    "4.2": "seat {seat} has nothing that could be lost",
    "5.2": "the second recipient must be named",
    "5.3": "the extra card is laid as equipment",
    "5.7": "the extra member must be {colour}",
    "5.11": "no Pater Miller of colour {colour} protects here",
    "7.5": "the extra card is laid as a member",
    "10.2": "board {board} cannot be chosen",
    "11.1": "{card} is not in the hand",
    "asked": "what is asked now is: {question}",
    "seats": "there is no seat {seat}; the seats are 0 to {last}",
}
WITHOUT_PARAGRAPH = {"asked": "4.2", "seats": "4.1"}


def refusal(view: Row, action: int) -> Refusal:
    """The first paragraph that forbids this to the seat that must decide. Only its own view is asked."""
    top = int(view.to_come) - 1
    what, target = int(view.what[top]), int(view.target[top])
    if what in (PLAY, EXTRA_EQUIPMENT, EXTRA_MEMBER) and action >= FIRST_CARD:
        return refused_card(view, what, top, action)
    if what == PLAY:
        return refused("3.1")
    if what == CHOOSE_BOARD and FIRST_BOARD <= action < FIRST_CARD:
        return refused("10.2", board=action - int(FIRST_BOARD) + 1)
    if what == SECOND_RECIPIENT and action == DECLINE:
        return refused("5.2")
    if FIRST_PROTECTION <= action < FIRST_BOARD and question(what, target) == "protect":
        return refused("5.11", colour=COLOURS[action - int(FIRST_PROTECTION)])
    if FIRST_SEAT <= action < FIRST_PROTECTION and is_about_seats(view, what, target):
        return refused_seat(view, action - int(FIRST_SEAT))
    return refused("asked", question=question(what, target).replace("_", " "))


def is_about_seats(view: Row, what: int, target: int) -> bool:
    asks_something_else = (DRAW, CHOOSE_BOARD, EXTRA_EQUIPMENT, EXTRA_MEMBER)
    accepted = {int(action) for action in view.legal[: view.choices]} & {int(ACCEPT), int(DRAW_CARD)}
    return question(what, target) != "protect" and what not in asks_something_else and not accepted


def refused(key: str, **values: str | int) -> Refusal:
    paragraph = WITHOUT_PARAGRAPH.get(key, key)
    return Refusal(f"adventure-tours {paragraph}", values, ENGLISH[key].format(**values))


def refused_seat(view: Row, seat: int) -> Refusal:
    if seat >= view.players:
        return refused("seats", seat=seat, last=int(view.players) - 1)
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
    if what == EXTRA_MEMBER and int(view.card[top]) // int(ADVENTURERS) not in (colour, 255 // int(ADVENTURERS)):
        return refused("5.7", colour=COLOURS[int(view.card[top]) // int(ADVENTURERS)])
    value = int(view.strength[int(view.viewer), colour])
    return refused("3.4", card=card_text(kind), demand=int(view.demand[kind]), value=value)
