"""What may be answered to the question on top of the stack. Numbers are paragraphs of docs/rules/adventure-tours.md."""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Actions, Int, Random, Row, kernel
from incognita.core.rng import below
from incognita.core.rules import NONE
from incognita.games.adventure_tours.components import (
    ACCEPT,
    ADVENTURERS,
    ANOTHER_TURN,
    AS_MEMBER,
    BOARDS,
    CATEGORIES,
    CHOOSE_BOARD,
    DECLINE,
    DISCARD_EQUIPMENT,
    DISCARD_MEMBER,
    DRAW,
    DRAW_CARD,
    EQUIPMENT,
    EXTRA_EQUIPMENT,
    EXTRA_MEMBER,
    FIRST_BOARD,
    FIRST_CARD,
    FIRST_PROTECTION,
    FIRST_SEAT,
    KINDS,
    MEMBERS,
    MOVE_EQUIPMENT,
    PLAY,
    SECOND_RECIPIENT,
    STATE,
    TAKE_EQUIPMENT,
    TAKE_MEMBER,
    VIEW,
    WAYS,
)
from incognita.games.adventure_tours.table import colour_of, find_protector, place_of

ZERO, ONE, TWO = np.uint8(0), np.uint8(1), np.uint8(2)
NO, YES = np.uint64(0), np.uint64(1)


@rules.legal.implement(STATE, VIEW)
@kernel
def legal(state: Row, actions: Actions) -> Int:
    if state.seat == NONE:
        return np.uint64(0)
    top = state.to_come - ONE
    what = state.what[top]
    if what == PLAY:
        return legal_cards(state, actions, np.uint64(0), YES, YES, NONE)
    if what == SECOND_RECIPIENT:
        return legal_seats(state, actions, np.uint64(0), what)
    if what == CHOOSE_BOARD:
        return legal_boards(state, actions)
    actions[0] = DECLINE
    n = np.uint64(1)
    if state.target[top] != NONE:
        return legal_protections(state, actions, n)
    if what == EXTRA_EQUIPMENT:
        return legal_cards(state, actions, n, YES, NO, NONE)
    if what == EXTRA_MEMBER:
        return legal_cards(state, actions, n, NO, YES, colour_of(state.card[top]))
    if what in (DRAW, ANOTHER_TURN, MOVE_EQUIPMENT):
        actions[1] = DRAW_CARD if what == DRAW else ACCEPT
        return np.uint64(2)
    return legal_seats(state, actions, n, what)


@kernel
def legal_cards(state: Row, actions: Actions, n: Int, equips: Int, hires: Int, colour: Int) -> Int:
    """3.2 and 3.4: the cards of the hand, of one colour or of any (NONE)."""
    hand, strength = state.hands[state.seat], state.strength[state.seat]
    kind = ZERO
    for category in range(CATEGORIES):
        if colour != NONE and colour != category:
            kind += ADVENTURERS
            continue
        for _ in range(ADVENTURERS):
            # Written first and counted after: branches here would cost half the speed.
            held = np.uint64(hand[kind] > 0)
            actions[n] = FIRST_CARD + kind * WAYS
            n += held & equips
            actions[n] = FIRST_CARD + kind * WAYS + AS_MEMBER
            n += held & hires & np.uint64(state.demand[kind] <= strength[category])
            kind += ONE
    return n


@kernel
def legal_seats(state: Row, actions: Actions, n: Int, what: Int) -> Int:
    for seat in range(state.players):
        actions[n] = FIRST_SEAT + seat
        n += np.uint64(can_be_named(state, seat, what))
    return n


@kernel
def legal_boards(state: Row, actions: Actions) -> Int:
    n = np.uint64(0)
    for board in range(1, 1 + BOARDS):
        actions[n] = FIRST_BOARD + board - 1
        n += np.uint64(state.free_boards[board])
    return n


@kernel
def legal_protections(state: Row, actions: Actions, n: Int) -> Int:
    for colour in range(CATEGORIES):
        actions[n] = FIRST_PROTECTION + colour
        n += np.uint64(find_protector(state, state.seat, np.uint8(colour)) != NONE)
    return n


@kernel
def can_be_named(state: Row, seat: Int, what: Int) -> bool:
    """4.1: anyone, but 4.2: nobody who has nothing to lose."""
    if what in (DISCARD_EQUIPMENT, TAKE_EQUIPMENT):
        return state.lying[place_of(seat, EQUIPMENT)] > 0
    if what in (DISCARD_MEMBER, TAKE_MEMBER):
        return state.lying[place_of(seat, MEMBERS)] > 0
    return True


@kernel
def has_target(state: Row, what: Int) -> bool:
    for seat in range(state.players):
        if can_be_named(state, seat, what):
            return True
    return False


@kernel
def can_hire(state: Row, seat: Int, kind: Int) -> bool:
    return state.demand[kind] <= state.strength[seat, colour_of(kind)]


@rules.sample.implement(STATE, VIEW)
@kernel
def sample(state: Row, rng: Random) -> Int:
    top = state.to_come - ONE
    what = state.what[top]
    while True:
        if what == PLAY:
            action = FIRST_CARD + np.uint8(below(rng, TWO * np.uint8(KINDS)))
        elif what == CHOOSE_BOARD:
            action = FIRST_BOARD + np.uint8(below(rng, BOARDS))
        elif state.target[top] != NONE and what != SECOND_RECIPIENT:
            action = sample_or_decline(rng, FIRST_PROTECTION, CATEGORIES)
        elif what in (EXTRA_EQUIPMENT, EXTRA_MEMBER):
            action = sample_or_decline(rng, FIRST_CARD, TWO * np.uint8(KINDS))
        elif what in (DRAW, ANOTHER_TURN, MOVE_EQUIPMENT):
            action = sample_or_decline(rng, DRAW_CARD if what == DRAW else ACCEPT, ONE)
        else:
            action = sample_or_decline(rng, FIRST_SEAT, state.players)
        if is_possible(state, top, action):
            return action


@kernel
def sample_or_decline(rng: Random, first: Int, count: Int) -> Int:
    ticket = np.uint8(below(rng, count + ONE))
    return DECLINE if ticket == 0 else np.uint8(first + ticket - ONE)


@kernel
def is_possible(state: Row, top: Int, action: Int) -> bool:
    """Whether an action that `sample` may propose is legal."""
    what = state.what[top]
    if action == DECLINE:
        return what != SECOND_RECIPIENT
    if action >= FIRST_CARD:
        kind, way = np.uint8((action - FIRST_CARD) // WAYS), np.uint8((action - FIRST_CARD) % WAYS)
        return is_possible_card(state, what, state.card[top], kind, way)
    if action >= FIRST_BOARD:
        return state.free_boards[action - FIRST_BOARD + ONE] == ONE
    if action >= FIRST_PROTECTION:
        return find_protector(state, state.seat, np.uint8(action - FIRST_PROTECTION)) != NONE
    if action >= FIRST_SEAT:
        return can_be_named(state, action - FIRST_SEAT, what)
    return True


@kernel
def is_possible_card(state: Row, what: Int, acting: Int, kind: Int, way: Int) -> bool:
    if state.hands[state.seat, kind] == 0:
        return False
    if way != AS_MEMBER:
        return what != EXTRA_MEMBER
    same_colour = what == PLAY or acting == NONE or colour_of(acting) == colour_of(kind)
    return what != EXTRA_EQUIPMENT and same_colour and can_hire(state, state.seat, kind)
