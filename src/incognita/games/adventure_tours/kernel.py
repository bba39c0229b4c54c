"""The rules of Adventure Tours. Numbers are paragraphs of docs/rules/adventure-tours.md.

How a turn runs is in `turn`, what may be answered in `choices`, the cards on the table in `table`.
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Cards, Int, Random, Row, copier, kernel
from incognita.core.rng import shuffle
from incognita.core.rules import NONE, Odds, Points
from incognita.games.adventure_tours.choices import legal
from incognita.games.adventure_tours.components import (
    BOARDS,
    CHOOSE_BOARD,
    CHOSEN,
    COST_OF_A_CARD,
    DEAL_HANDS,
    DEALT,
    DESERT,
    KINDS,
    OPEN,
    STATE,
    VIEW,
)
from incognita.games.adventure_tours.turn import answer, following, go_on, take_board, to_come
from incognita.games.hands import all_alike

ONE = np.uint8(1)

copy_open = copier(OPEN)

# --- the deal


@rules.deal.implement(STATE, VIEW)
@kernel
def deal(state: Row, rng: Random) -> None:
    n = 0
    for kind in range(KINDS):
        for _ in range(state.copies[kind]):
            state.deck[n] = kind
            n += 1
    shuffle(rng, state.deck, 0, n)
    for i in range(BOARDS):
        state.boards[i] = i + 1
    shuffle(rng, state.boards, 0, BOARDS)
    begin(state)


@rules.begin.implement(STATE, VIEW)
@kernel
def begin(state: Row) -> None:
    clear_table(state)
    to_come(state, DEAL_HANDS)
    if state.variant == CHOSEN and state.round_number > 1:
        ask_for_boards(state)
    elif state.variant == DEALT or state.round_number == 1:
        for seat in range(state.players):
            take_board(state, np.uint8(seat), state.boards[seat] if state.expert else DESERT)  # 1.3, 2.1, 10.1
    else:
        for seat in range(state.players):
            take_board(state, np.uint8(seat), state.board[seat])  # 2.1
    go_on(state)


@kernel
def clear_table(state: Row) -> None:
    state.turn = NONE
    state.ability_used = 0
    state.owed = 0
    state.ended_by = NONE
    state.free_boards[:] = 0
    state.to_come = 0
    state.laid = 0
    state.lying[:] = 0
    state.strength[:] = 0
    state.income[:] = 0
    state.held[:] = 0
    state.hands[:] = 0
    state.drawn = 0


@kernel
def ask_for_boards(state: Row) -> None:
    """10.2: who gained least chooses first, so who gained most goes onto the stack first."""
    for seat in range(state.players):
        state.free_boards[state.board[seat]] = ONE
    state.board[:] = NONE
    asked = 0
    for _ in range(state.players):
        latest = NONE
        for i in range(state.players):  # clockwise from the starter: of equals the later one
            seat = clockwise(state, i)
            if asked >> seat & 1 == 0 and (latest == NONE or state.gained[seat] >= state.gained[latest]):
                latest = seat
        asked |= 1 << np.int64(latest)
        to_come(state, CHOOSE_BOARD, target=latest)


@kernel
def clockwise(state: Row, places: Int) -> Int:
    """The seat so many places after the starter."""
    return np.uint8((np.int64(state.starter) + places) % np.int64(state.players))


@rules.carry.implement(STATE, VIEW)
@kernel
def carry(state: Row) -> None:
    for seat in range(state.players):
        money = money_of(state, seat)
        state.gained[seat] = money - state.totals[seat]
        state.totals[seat] = money
    state.round_number += ONE
    state.starter = following(state, state.ended_by)  # 9.2


# --- a turn


@rules.apply.implement(STATE, VIEW)
@kernel
def apply(state: Row, action: Int) -> None:
    """Take the question off the stack and put on what follows from the answer."""
    state.ply += np.uint32(1)
    state.to_come -= ONE
    answer(state, state.to_come, np.uint8(action))
    go_on(state)


# --- the scores


@rules.score.implement(STATE, VIEW)
@kernel
def score(state: Row, points: Points) -> None:
    for seat in range(state.players):
        points[seat] = money_of(state, seat)


rules.foresee.implement(STATE, VIEW)(score)  # boards are dealt or chosen anew, or stay with everybody


@kernel
def money_of(state: Row, seat: Int) -> Int:
    """8.1 and 8.2"""
    cost = COST_OF_A_CARD * np.int64(state.held[seat])
    return max(np.int64(0), np.int64(state.totals[seat]) + np.int64(state.income[seat]) - cost)


# --- what a seat may know, and the worlds it cannot tell apart


@rules.observe.implement(STATE, VIEW)
@kernel
def observe(state: Row, seat: Int, view: Row) -> None:
    copy_open(state, view)
    view.viewer = seat
    view.hand[:] = 0
    if seat != NONE:
        copy_hand(state.hands[seat], view.hand)
    view.left = state.cards - state.drawn
    view.legal[:] = 0
    view.choices = 0
    if seat == state.seat and seat != NONE:
        view.choices = legal(state, view.legal)


@kernel
def copy_hand(source: Cards, target: Cards) -> None:
    for kind in range(KINDS):
        target[kind] = source[kind]


@rules.determinize.implement(STATE, VIEW)
@kernel
def determinize(state: Row, view: Row, rng: Random) -> None:
    """11.1: the viewer's hand and what lies open stay; every other card could be anywhere."""
    copy_open(view, state)
    state.boards[:] = 0
    state.hands[:] = 0
    state.deck[:] = NONE
    state.drawn = state.cards - view.left
    start = lay_out_unseen(state, view)
    shuffle(rng, state.deck, start, state.cards)
    for seat in range(state.players):
        if seat == view.viewer:
            copy_hand(view.hand, state.hands[seat])
            continue
        for _ in range(state.held[seat]):
            state.hands[seat, state.deck[start]] += ONE
            start += 1
    state.deck[: state.drawn] = NONE


rules.expect.implement(STATE, VIEW)(all_alike)


@rules.imagine.implement(STATE, VIEW)
@kernel
def imagine(state: Row, view: Row, odds: Odds, rng: Random) -> None:
    determinize(state, view, rng)


@kernel
def lay_out_unseen(state: Row, view: Row) -> Int:
    """Put all cards that are not in sight at the end of the deck; return where they begin."""
    unseen = state.hands[0]  # a place to count that is not used yet
    for kind in range(KINDS):
        unseen[kind] = view.copies[kind] - view.hand[kind]
    for i in range(view.laid):
        unseen[view.kind[i]] -= ONE
    start = np.int64(state.cards)
    for kind in range(KINDS):
        for _ in range(unseen[kind]):
            start -= 1
            state.deck[start] = kind
    unseen[:] = 0
    return start


@rules.conceal.implement(STATE, VIEW)
@kernel
def conceal(state: Row, action: Int, seat: Int) -> Int:
    """11.2: all actions are open; what was drawn is not part of the action."""
    return action
