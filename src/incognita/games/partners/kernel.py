"""The rules of partners, on top of those of Lost Cities. Numbers are paragraphs of docs/rules/partners.md."""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Actions, Int, Random, Row, kernel
from incognita.core.rng import below, shuffle
from incognita.core.rules import NONE, Odds
from incognita.games.hands import all_alike, forget, leave_hand, take_into_hand
from incognita.games.lost_cities import kernel as lost_cities
from incognita.games.lost_cities.components import ACTIONS_OF_A_COLOUR, DRAW_PILE, RANKS, TAKE
from incognita.games.lost_cities.kernel import (
    ONE,
    TWO,
    colour_of,
    copy_open,
    end_turn,
    kind_of,
    points_of,
    rank_of,
    side_of,
    unshuffled,
)
from incognita.games.partners.components import (
    FACE_DOWN,
    HANDOVER,
    LEAST_TO_HAND_OVER,
    PASS,
    PLAY,
    STATE,
    VIEW,
)

rules.score.implement(STATE, VIEW)(lost_cities.score)  # 5.1
rules.foresee.implement(STATE, VIEW)(lost_cities.score)

# --- the deal


@rules.deal.implement(STATE, VIEW)
@kernel
def deal(state: Row, rng: Random) -> None:
    unshuffled(state)
    shuffle(rng, state.deck, 0, state.cards)
    begin(state)


@rules.begin.implement(STATE, VIEW)
@kernel
def begin(state: Row) -> None:
    if state.round_number == ONE:
        state.began[:] = NONE
    state.began[side_of(state.starter)] = state.starter
    state.side_known[:] = 0
    state.trusted[:] = 0
    state.handed = NONE
    lost_cities.begin(state)


@rules.carry.implement(STATE, VIEW)
@kernel
def carry(state: Row) -> None:
    for side in range(2):
        state.totals[side] += points_of(state, side)
    state.round_number += ONE
    state.starter = next_starter(state)


@kernel
def next_starter(state: Row) -> Int:
    """6.2 and 6.3: the side with more points begins, its members in turn; on a tie the first starter."""
    if state.totals[0] == state.totals[1]:
        return state.first_starter
    last = state.began[np.uint8(state.totals[1] > state.totals[0])]
    if last == NONE:
        return np.uint8((state.first_starter + ONE) & np.uint8(3))
    return partner_of(last)


@kernel
def partner_of(seat: Int) -> Int:
    """2.1: who sits opposite."""
    return np.uint8(seat ^ TWO)


# --- a turn


@rules.legal.implement(STATE, VIEW)
@kernel
def legal(state: Row, actions: Actions) -> Int:
    if state.phase == PASS:
        return list_handovers(state, actions, np.uint64(0))
    n = lost_cities.legal(state, actions)
    if may_hand_over(state):
        n = list_handovers(state, actions, n)
    return n


@kernel
def may_hand_over(state: Row) -> bool:
    """3.3: instead of a turn."""
    return state.phase == PLAY and state.held[state.seat] >= least_to_hand_over(state)


@kernel
def least_to_hand_over(state: Row) -> Int:
    """3.4: as many cards as were dealt, eight, so that six are left; 7.1: with tiny hands three."""
    return max(LEAST_TO_HAND_OVER, state.hand_size)


@kernel
def list_handovers(state: Row, actions: Actions, n: Int) -> Int:
    hand = state.hands[state.seat]
    last = NONE
    for i in range(state.held[state.seat]):
        actions[n] = HANDOVER + hand[i]
        n += np.uint64(hand[i] != last)
        last = hand[i]
    return n


@rules.sample.implement(STATE, VIEW)
@kernel
def sample(state: Row, rng: Random) -> Int:
    """Every ticket is a card and what to do with it: add, discard or hand over."""
    if state.phase != PLAY and state.phase != PASS:
        return lost_cities.sample_draw(state, rng)
    hand, tops = state.hands[state.seat], state.tops[side_of(state.seat)]
    ways = np.uint8(2 + may_hand_over(state)) if state.phase == PLAY else ONE
    while True:
        ticket = below(rng, ways * state.held[state.seat])
        i, way = ticket // ways, ticket % ways
        if i > 0 and hand[i] == hand[i - np.uint64(1)]:
            continue
        if state.phase == PASS or way == 2:
            return HANDOVER + hand[i]
        if way == 1 or lost_cities.advances(tops, hand[i]):
            return lost_cities.addition(hand[i]) + way


@rules.apply.implement(STATE, VIEW)
@kernel
def apply(state: Row, action: Int) -> None:
    if action >= HANDOVER:
        state.ply += np.uint32(1)
        hand_over(state, np.uint8(action - HANDOVER))
    else:
        remember(state, action)
        lost_cities.apply(state, action)


@kernel
def remember(state: Row, action: Int) -> None:
    """4.3: what an action in the open tells about a hand and a side."""
    if action == DRAW_PILE:
        return
    code = np.uint8(action) - ONE
    colour = np.uint8(code // ACTIONS_OF_A_COLOUR)
    what = np.uint8(code - colour * ACTIONS_OF_A_COLOUR)
    held_by_side, held_by_seat = state.side_known[side_of(state.seat)], state.trusted[state.seat]
    if what == TAKE:
        kind = kind_of(colour, state.piles[colour, state.heights[colour] - ONE])
        held_by_side[kind] += ONE
        held_by_seat[kind] += ONE
    else:
        forget(held_by_side, kind_of(colour, np.uint8(what // TWO)))
        forget(held_by_seat, kind_of(colour, np.uint8(what // TWO)))


@kernel
def hand_over(state: Row, kind: Int) -> None:
    leave_hand(state, state.seat, kind)
    if state.phase == PLAY:
        state.handed = kind  # 3.5
        state.phase = PASS
        return
    receive(state, state.handed)
    receive(state, kind)
    state.handed = NONE
    for other in range(state.colours * RANKS):  # 4.4: any two cards may have gone
        forget(state.known[state.seat], np.uint8(other))
        forget(state.known[state.seat], np.uint8(other))
    end_turn(state)


@kernel
def receive(state: Row, kind: Int) -> None:
    """4.5: both partners know where the card was and where it is."""
    partner = partner_of(state.seat)
    take_into_hand(state, partner, kind)
    state.trusted[partner, kind] += ONE
    forget(state.trusted[state.seat], kind)


# --- what a seat may know


@rules.observe.implement(STATE, VIEW)
@kernel
def observe(state: Row, seat: Int, view: Row) -> None:
    copy_open(state, view)
    view.began[:] = state.began
    view.side_known[:] = state.side_known
    view.viewer = seat
    view.left = state.cards - state.drawn
    view.hand[:] = NONE
    view.trusted[:] = 0
    view.handed = FACE_DOWN if state.phase == PASS and seat != state.seat else state.handed  # 4.1
    if seat != NONE:
        partner = partner_of(np.uint8(seat))
        view.hand[:] = state.hands[seat]
        view.trusted[seat] = state.trusted[seat]
        view.trusted[partner] = state.trusted[partner]
    view.legal[:] = 0
    view.choices = 0
    if seat == state.seat and seat != NONE:
        view.choices = legal(state, view.legal)


@rules.conceal.implement(STATE, VIEW)
@kernel
def conceal(state: Row, action: Int, seat: Int) -> Int:
    """4.1: the giver sees the cards, the partner once the second is named, nobody else ever."""
    if action < HANDOVER or seat == state.seat:
        return action
    if state.phase == PASS and seat == partner_of(state.seat):
        return action
    return np.int64(FACE_DOWN)


# --- the worlds a seat cannot tell apart: 4.6


@rules.determinize.implement(STATE, VIEW)
@kernel
def determinize(state: Row, view: Row, rng: Random) -> None:
    copy_open(view, state)
    state.began[:] = view.began
    state.side_known[:] = view.side_known
    state.trusted[:] = view.trusted
    state.handed = view.handed
    for seat in range(state.players):  # what the other side tells itself nobody else knows
        if view.viewer == NONE or side_of(np.uint8(seat)) != side_of(view.viewer):
            state.trusted[seat] = view.known[seat]
    state.drawn = state.cards - view.left
    lay_out(state, view, rng)
    while not accepted(state, view, rng):
        lay_out(state, view, rng)
    if view.handed == FACE_DOWN:
        lay_aside(state, rng)


rules.expect.implement(STATE, VIEW)(all_alike)


@rules.imagine.implement(STATE, VIEW)
@kernel
def imagine(state: Row, view: Row, odds: Odds, rng: Random) -> None:
    determinize(state, view, rng)


@kernel
def lay_out(state: Row, view: Row, rng: Random) -> None:
    """Put the cards that are known where they are known to be, and all others anywhere."""
    state.held[:] = 0
    state.hands[:] = NONE
    state.deck[:] = NONE
    if view.viewer != NONE:
        for i in range(view.held[view.viewer]):
            take_into_hand(state, view.viewer, view.hand[i])
    for kind in range(state.colours * RANKS):
        for seat in range(state.players):
            for _ in range(surely_held(view, seat, kind)):
                take_into_hand(state, seat, np.uint8(kind))
    for kind in range(state.colours * RANKS):
        for side in range(2):
            for _ in range(held_by_either(view, side, kind)):
                take_into_hand(state, either_member(state, view, side, rng), np.uint8(kind))
    deal_out_rest(state, view, rng)


@kernel
def surely_held(view: Row, seat: Int, kind: Int) -> Int:
    """Cards of a kind that the viewer is sure are in another hand."""
    if view.viewer == NONE:
        return np.int64(view.known[seat, kind])
    if seat == view.viewer:
        return 0
    if seat == partner_of(view.viewer):
        return np.int64(view.trusted[seat, kind])
    return np.int64(view.known[seat, kind])


@kernel
def held_by_either(view: Row, side: Int, kind: Int) -> Int:
    """Cards of a kind that the viewer is sure the other side holds, without being sure who of the two does."""
    if view.viewer != NONE and side == side_of(view.viewer):
        return 0
    sure = np.int64(view.known[side, kind]) + np.int64(view.known[side + 2, kind])
    return max(0, np.int64(view.side_known[side, kind]) - sure)


@kernel
def hand_size(view: Row, seat: Int) -> Int:
    """A card that lies aside is dealt out as one of its giver's hand, and taken from it at the end."""
    return np.int64(view.held[seat]) + np.int64(view.handed == FACE_DOWN and seat == view.seat)


@kernel
def either_member(state: Row, view: Row, side: Int, rng: Random) -> Int:
    """One of two hands, with a chance in proportion to its free places."""
    free = hand_size(view, side) - np.int64(state.held[side])
    free_of_both = free + hand_size(view, side + 2) - np.int64(state.held[side + 2])
    return side if np.int64(below(rng, free_of_both)) < free else side + 2


@kernel
def deal_out_rest(state: Row, view: Row, rng: Random) -> None:
    start = np.int64(state.cards)
    for kind in range(state.colours * RANKS):
        for _ in range(unplaced(state, view, np.uint8(kind))):
            start -= 1
            state.deck[start] = kind
    shuffle(rng, state.deck, start, state.cards)
    for seat in range(state.players):
        while state.held[seat] < hand_size(view, seat):
            take_into_hand(state, seat, state.deck[start])
            start += 1
    state.deck[: state.drawn] = NONE


@kernel
def unplaced(state: Row, view: Row, kind: Int) -> Int:
    """Cards of a kind that neither lie open nor have been put into a hand yet."""
    colour, rank = colour_of(kind), rank_of(kind)
    n = np.int64(view.copies[rank]) - np.int64(view.handed == kind)
    for side in range(2):
        n -= np.int64(view.expeditions[side, colour, rank])
    for i in range(view.heights[colour]):
        n -= np.int64(view.piles[colour, i] == rank)
    for seat in range(view.players):
        n -= held_of(state, seat, kind)
    return n


@kernel
def held_of(state: Row, seat: Int, kind: Int) -> Int:
    n = 0
    for i in range(state.held[seat]):
        n += np.int64(state.hands[seat, i] == kind)
    return n


@kernel
def accepted(state: Row, view: Row, rng: Random) -> bool:
    """A world comes up once for every way to say which of its identical cards were the sure ones. Thin that out."""
    ways = 1
    for kind in range(state.colours * RANKS):
        for side in range(2):
            ways *= ways_of(state, view, side, kind)
    return ways == 1 or below(rng, ways) == 0


@kernel
def ways_of(state: Row, view: Row, side: Int, kind: Int) -> Int:
    either = held_by_either(view, side, kind)
    ways, rest = 1, 0
    for seat in range(side, state.players, 2):
        sure = surely_held(view, seat, kind)
        if sure + either > 0:
            held = held_of(state, seat, kind)
            ways *= choices(held, sure)
            rest += held - sure
    return ways * choices(rest, either)


@kernel
def choices(n: Int, k: Int) -> Int:
    """n over k."""
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


@kernel
def lay_aside(state: Row, rng: Random) -> None:
    """Any card of the giver's may be the one that lies face down."""
    hand = state.hands[state.seat]
    state.handed = hand[below(rng, state.held[state.seat])]
    leave_hand(state, state.seat, state.handed)
