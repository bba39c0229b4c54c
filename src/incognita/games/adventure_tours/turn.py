"""How a turn runs. Numbers are paragraphs of docs/rules/adventure-tours.md.

A turn is a stack of things still to come, the next one on top. Each has a name (`what`), the card whose action it is,
and the player it is aimed at, once one is named. `go_on` works it off from the top: what nobody has to decide happens,
and the first thing that somebody has to decide is asked. `apply` takes it off the stack and puts on what follows from
the answer. For example, when seat 0 hires Amelia Airhead and aims her at seat 2, who has a Pater Miller:

    answer   the stack then, top first                          asked
             PLAY, END_TURN                                     seat 0: which card?
    Rk^      TAKE_MEMBER of Rk, END_TURN                        seat 0: whom?
    @2       TAKE_MEMBER of Rk from seat 2, END_TURN            seat 2: do you protect yourself?
    .        (the member is taken, the turn ends) PLAY, …       seat 1: which card?
"""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Int, Row, kernel
from incognita.core.rules import NONE
from incognita.games.adventure_tours.choices import can_hire, has_target
from incognita.games.adventure_tours.components import (
    ACTS_TWICE,
    ANOTHER_TURN,
    AS_MEMBER,
    BOARDS,
    CATEGORIES,
    CHOOSE_BOARD,
    DEAL_HANDS,
    DECLINE,
    DISCARD_EQUIPMENT,
    DISCARD_MEMBER,
    DISCARDS,
    DRAW,
    DRAW_CARD,
    END_TURN,
    EQUIPMENT,
    EQUIPMENT_ACTS,
    EQUIPS_AGAIN,
    EXTRA_EQUIPMENT,
    EXTRA_MEMBER,
    FIRST_BOARD,
    FIRST_CARD,
    FIRST_PROTECTION,
    FIRST_SEAT,
    GIVE_ONE,
    GIVE_TWO,
    HIRES_AGAIN,
    MEMBERS,
    MOVE_EQUIPMENT,
    NEED_NOT_DRAW,
    NO_ACTION,
    PLAY,
    PLAYS_AGAIN,
    PROTECTION,
    SECOND_RECIPIENT,
    TAKE_EQUIPMENT,
    WAYS,
)
from incognita.games.adventure_tours.table import (
    colour_of,
    find_protector,
    has_equipment_of,
    is_airship,
    is_protected,
    last_of,
    lay,
    move_card,
    move_equipment,
    place_of,
)

ZERO, ONE, TWO = np.uint8(0), np.uint8(1), np.uint8(2)


# --- before the first turn


@kernel
def take_board(state: Row, seat: Int, board: Int) -> None:
    state.board[seat] = board
    for category in range(CATEGORIES):
        state.strength[seat, category] = state.start[board, category]


@kernel
def deal_hands(state: Row) -> None:
    """2.2: the same slice of the deck whoever starts."""
    for seat in range(state.players):
        for _ in range(state.hand_size):
            take_card(state, np.uint8(seat))
    begin_turn(state, state.starter)


@kernel
def following(state: Row, seat: Int) -> Int:
    return ZERO if seat + ONE == state.players else np.uint8(seat + ONE)


# --- what is still to come


@kernel
def to_come(
    state: Row, what: Int, card: Int = NONE, target: Int = NONE, amount: Int = ZERO, by_ability: Int = ZERO
) -> None:
    """Put something onto the stack: it comes before all that is there already."""
    top = state.to_come
    state.what[top] = what
    state.card[top] = card
    state.target[top] = target
    state.amount[top] = amount
    state.twice[top] = ZERO
    state.by_ability[top] = by_ability
    state.to_come = top + ONE


@kernel
def go_on(state: Row) -> None:
    """Do what comes next until somebody has something to decide, or the round is over."""
    state.seat = NONE
    while state.to_come > 0:
        if is_asked(state):
            state.seat = who_is_asked(state)
            return
        state.to_come -= ONE
        happen(state, state.to_come)


@kernel
def who_is_asked(state: Row) -> Int:
    """The player on turn, but a named target is asked for protection, and each player for their own board."""
    top = state.to_come - ONE
    if state.target[top] == NONE or state.what[top] == SECOND_RECIPIENT:
        return state.turn
    return state.target[top]


@kernel
def is_asked(state: Row) -> bool:
    """4.2: whether somebody has to decide about what comes next, as far as everybody can see."""
    top = state.to_come - ONE
    what, target = state.what[top], state.target[top]
    if what in (PLAY, SECOND_RECIPIENT):
        return True
    if what in (END_TURN, DEAL_HANDS):
        return False
    if what == DRAW:
        return state.by_ability[top] == ONE  # 7.3
    if what == CHOOSE_BOARD:
        return count_free_boards(state) > 1
    if target != NONE:
        return target != state.turn and is_protected(state, target)  # 4.4, 4.5
    if what == ANOTHER_TURN and state.card[top] != NONE:
        return True  # 5.6
    if what in (EXTRA_EQUIPMENT, EXTRA_MEMBER, ANOTHER_TURN):
        return state.held[state.turn] > 0  # 7.2, 7.7
    if what == MOVE_EQUIPMENT:
        return has_equipment_of(state, state.turn, colour_of(state.card[top]))  # 5.10
    return has_target(state, what)


@kernel
def happen(state: Row, top: Int) -> None:
    """What comes next, if nobody decides about it. A question that is not asked falls away."""
    what, target = state.what[top], state.target[top]
    if what == END_TURN:
        end_turn(state)
    elif what == DRAW:
        take_card(state, state.turn)
    elif what == DEAL_HANDS:
        deal_hands(state)
    elif what == CHOOSE_BOARD:
        take_last_board(state, target)
    elif target != NONE:
        strike(state, what, target, state.amount[top])


# --- a turn


@kernel
def begin_turn(state: Row, seat: Int) -> None:
    """A complete turn: a card, then the abilities that come after it, then the end."""
    state.turn = seat
    state.ability_used = 0
    to_come(state, END_TURN)
    if has_ability(state, EQUIPS_AGAIN):
        to_come(state, EXTRA_EQUIPMENT, by_ability=ONE)  # 7.2
    if has_ability(state, PLAYS_AGAIN):
        to_come(state, ANOTHER_TURN, by_ability=ONE)  # 7.7
    to_come(state, PLAY)


@kernel
def has_ability(state: Row, ability: Int) -> bool:
    """7.1: and has not used it in this complete turn."""
    return state.ability[state.board[state.turn]] == ability and state.ability_used == 0


@kernel
def end_turn(state: Row) -> None:
    if state.held[state.turn] == 0:
        end_round(state)  # 6.3
    elif state.owed > 0:
        state.owed -= ONE
        begin_turn(state, state.turn)  # 5.6
    else:
        begin_turn(state, following(state, state.turn))


@kernel
def end_round(state: Row) -> None:
    state.ended_by = state.turn  # 6.4
    state.turn = NONE
    state.to_come = 0
    state.owed = 0
    state.ability_used = 0


@kernel
def answer(state: Row, top: Int, action: Int) -> None:
    what, target = state.what[top], state.target[top]
    if what == PLAY:
        play_card(state, action)
    elif what == CHOOSE_BOARD:
        choose_board(state, target, np.uint8(action - FIRST_BOARD + ONE))
    elif what == DRAW:
        answer_draw(state, action)
    elif what == SECOND_RECIPIENT:
        name_second(state, state.card[top], target, np.uint8(action - FIRST_SEAT), state.by_ability[top])
    elif target != NONE:
        answer_attack(state, what, target, state.amount[top], action)
    elif action != DECLINE:
        use(state, top, action)


@kernel
def use(state: Row, top: Int, action: Int) -> None:
    """3.6: an action or ability that was offered is used."""
    what, card, by_ability = state.what[top], state.card[top], state.by_ability[top]
    state.ability_used |= by_ability
    if state.twice[top]:
        to_come(state, what, card, by_ability=ONE)  # 7.6
    if what == EXTRA_EQUIPMENT:
        equip(state, kind_named(action))
    elif what == EXTRA_MEMBER:
        hire(state, kind_named(action))
    elif what == MOVE_EQUIPMENT:
        move_equipment(state, state.turn, colour_of(card))
    elif what == ANOTHER_TURN and card == NONE:
        to_come(state, PLAY)  # 7.7
    elif what == ANOTHER_TURN:
        state.owed += ONE  # 5.6
    elif what == GIVE_TWO:
        to_come(state, SECOND_RECIPIENT, card, np.uint8(action - FIRST_SEAT), by_ability=by_ability)
    else:
        to_come(state, what, card, np.uint8(action - FIRST_SEAT), ONE, by_ability)


@kernel
def kind_named(action: Int) -> Int:
    return np.uint8((action - FIRST_CARD) // WAYS)


@kernel
def play_card(state: Row, action: Int) -> None:
    """3.1"""
    kind = kind_named(action)
    if (action - FIRST_CARD) % WAYS != AS_MEMBER:
        equip(state, kind)
        return
    if has_ability(state, HIRES_AGAIN):
        to_come(state, EXTRA_MEMBER, by_ability=ONE)  # 7.5
    before = state.to_come
    hire(state, kind)
    if state.to_come > before and has_ability(state, ACTS_TWICE):
        state.twice[before] = ONE  # 7.6


@kernel
def hire(state: Row, kind: Int) -> None:
    """3.4 to 3.6"""
    leave_hand(state, kind)
    lay(state, state.turn, MEMBERS, kind, np.uint8(state.action[kind] == PROTECTION))
    if state.action[kind] != NO_ACTION and state.action[kind] != PROTECTION:
        to_come(state, state.action[kind], kind)


@kernel
def equip(state: Row, kind: Int) -> None:
    """3.2 and 3.3"""
    leave_hand(state, kind)
    lay(state, state.turn, EQUIPMENT, kind, ZERO)
    if has_ability(state, NEED_NOT_DRAW):
        to_come(state, GIVE_ONE, by_ability=ONE)  # 7.3
        to_come(state, DRAW, by_ability=ONE)
    else:
        to_come(state, DRAW)
    if can_hire(state, state.turn, kind):
        let_equipment_act(state, kind)


@kernel
def let_equipment_act(state: Row, kind: Int) -> None:
    """7.4"""
    if state.action[kind] == PROTECTION:
        state.protects[state.laid - ONE] = is_airship(state, state.turn)
    elif state.action[kind] != NO_ACTION and has_ability(state, EQUIPMENT_ACTS):
        to_come(state, state.action[kind], kind, by_ability=ONE)


@kernel
def leave_hand(state: Row, kind: Int) -> None:
    state.hands[state.turn, kind] -= ONE
    state.held[state.turn] -= ONE


@kernel
def take_card(state: Row, seat: Int) -> None:
    state.hands[seat, state.deck[state.drawn]] += ONE
    state.held[seat] += ONE
    state.drawn += ONE
    if state.drawn == state.cards:
        end_round(state)  # 6.1


@kernel
def answer_draw(state: Row, action: Int) -> None:
    """7.3"""
    if action == DRAW_CARD:
        take_card(state, state.turn)
    else:
        state.ability_used = ONE


@kernel
def name_second(state: Row, card: Int, first: Int, second: Int, by_ability: Int) -> None:
    """5.2: two cards for one player are one attack; a split is two, the first-named player's before the other's."""
    if first == second:
        to_come(state, GIVE_TWO, card, first, TWO, by_ability)
    else:
        to_come(state, GIVE_TWO, card, second, ONE, by_ability)
        to_come(state, GIVE_TWO, card, first, ONE, by_ability)


@kernel
def choose_board(state: Row, seat: Int, board: Int) -> None:
    """10.2"""
    state.free_boards[board] = ZERO
    take_board(state, seat, board)


@kernel
def count_free_boards(state: Row) -> Int:
    n = 0
    for board in range(1 + BOARDS):
        n += np.int64(state.free_boards[board])
    return n


@kernel
def take_last_board(state: Row, seat: Int) -> None:
    for board in range(1 + BOARDS):
        if state.free_boards[board]:
            choose_board(state, seat, np.uint8(board))


# --- what is done to a player


@kernel
def answer_attack(state: Row, what: Int, target: Int, amount: Int, action: Int) -> None:
    if action == DECLINE:
        strike(state, what, target, amount)
    else:
        protector = find_protector(state, target, np.uint8(action - FIRST_PROTECTION))
        move_card(state, protector, DISCARDS)  # 5.11


@kernel
def strike(state: Row, what: Int, target: Int, amount: Int) -> None:
    """What an action does to the player named."""
    if what in (GIVE_ONE, GIVE_TWO):
        give(state, target, amount)
    elif what == DISCARD_EQUIPMENT:
        move_card(state, last_of(state, place_of(target, EQUIPMENT)), DISCARDS)
    elif what == DISCARD_MEMBER:
        move_card(state, last_of(state, place_of(target, MEMBERS)), DISCARDS)
    elif target != state.turn:  # 5.5, 5.9: taking one's own changes nothing
        part = EQUIPMENT if what == TAKE_EQUIPMENT else MEMBERS
        move_card(state, last_of(state, place_of(target, part)), place_of(state.turn, part))


@kernel
def give(state: Row, target: Int, amount: Int) -> None:
    for _ in range(amount):
        if state.drawn < state.cards:  # 6.2
            take_card(state, target)
