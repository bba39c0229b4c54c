"""The cards on the table, all in one line in the order laid; each has a place, or lies on the discard pile.

Numbers are paragraphs of docs/rules/adventure-tours.md.
"""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Int, Row, kernel
from incognita.core.rules import NONE
from incognita.games.adventure_tours.components import (
    ADVENTURERS,
    CATEGORIES,
    DISCARDS,
    EQUIPMENT,
    EQUIPMENT_ACTS,
    MEMBERS,
    PROTECTION,
)

ZERO, ONE, TWO = np.uint8(0), np.uint8(1), np.uint8(2)


@kernel
def colour_of(kind: Int) -> Int:
    """NONE has none."""
    return NONE if kind == NONE else np.uint8(kind // ADVENTURERS)


@kernel
def place_of(seat: Int, part: Int) -> Int:
    """Where the equipment or the members of a seat lie."""
    return np.uint8(TWO * np.uint8(seat) + part)


@kernel
def is_airship(state: Row, seat: Int) -> Int:
    """7.4: whether Pater Millers protect in the equipment of a seat."""
    return np.uint8(state.ability[state.board[seat]] == EQUIPMENT_ACTS)


@kernel
def is_protected(state: Row, seat: Int) -> bool:
    for i in range(state.laid):
        if state.protects[i] and state.place[i] // TWO == seat:
            return True
    return False


@kernel
def find_protector(state: Row, seat: Int, colour: Int) -> Int:
    """5.11: where the Pater Miller of a colour lies that would go first, NONE if there is none."""
    found = NONE
    for i in range(state.laid):
        if state.protects[i] and state.place[i] // TWO == seat and colour_of(state.kind[i]) == colour:
            is_member = state.place[i] % TWO == MEMBERS
            if found == NONE or (is_member and state.place[found] % TWO != MEMBERS):
                found = np.uint8(i)
    return found


@kernel
def lay(state: Row, seat: Int, part: Int, kind: Int, protects: Int) -> None:
    append(state, place_of(seat, part), kind, protects)
    reckon(state, place_of(seat, part), kind, 1)


@kernel
def append(state: Row, place: Int, kind: Int, protects: Int) -> None:
    state.kind[state.laid] = kind
    state.place[state.laid] = place
    state.protects[state.laid] = protects
    state.laid += ONE


@kernel
def reckon(state: Row, place: Int, kind: Int, sign: Int) -> None:
    """3.2 and 8.1: what a card is worth where it comes to lie, or was worth where it leaves."""
    if place == DISCARDS:
        return
    seat = place // TWO
    state.lying[place] = np.int64(state.lying[place]) + sign
    if place % TWO == MEMBERS:
        state.income[seat] = np.int64(state.income[seat]) + sign * np.int64(state.money[kind])
        return
    for category in range(CATEGORIES):
        own = category == colour_of(kind)
        value = np.int64(state.equips[kind]) if own else np.int64(state.equips_others[kind])
        state.strength[seat, category] = np.int64(state.strength[seat, category]) + sign * value


@kernel
def move_card(state: Row, i: Int, place: Int) -> None:
    """4.3: from anywhere in the line to its end."""
    kind = state.kind[i]
    reckon(state, state.place[i], kind, -1)
    reckon(state, place, kind, 1)
    for j in range(np.int64(i), np.int64(state.laid) - 1):
        state.kind[j] = state.kind[j + 1]
        state.place[j] = state.place[j + 1]
        state.protects[j] = state.protects[j + 1]
    state.laid -= ONE
    append(state, place, kind, protects_there(state, kind, place))


@kernel
def protects_there(state: Row, kind: Int, place: Int) -> Int:
    """5.12 and 7.4: whether a card that was taken or moved to a place protects."""
    if place == DISCARDS or state.action[kind] != PROTECTION:
        return ZERO
    return ONE if place % TWO == MEMBERS else is_airship(state, place // TWO)


@kernel
def last_of(state: Row, place: Int) -> Int:
    """4.3: where the last card of a place lies."""
    i = state.laid - ONE
    while state.place[i] != place:
        i -= ONE
    return i


@kernel
def has_equipment_of(state: Row, seat: Int, colour: Int) -> bool:
    for i in range(state.laid):
        if state.place[i] == place_of(seat, EQUIPMENT) and colour_of(state.kind[i]) == colour:
            return True
    return False


@kernel
def move_equipment(state: Row, seat: Int, colour: Int) -> None:
    """5.10: in the order in which they lie; each goes to the end, and the next one comes to where it was."""
    i = ZERO
    for _ in range(state.laid):
        if state.place[i] == place_of(seat, EQUIPMENT) and colour_of(state.kind[i]) == colour:
            move_card(state, i, place_of(seat, MEMBERS))
        else:
            i += ONE
