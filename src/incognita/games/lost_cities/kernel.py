"""The rules of Lost Cities. Numbers in comments are paragraphs of docs/rules/lost-cities.md."""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Actions, Cards, Int, Random, Row, copier, kernel
from incognita.core.rng import below, shuffle
from incognita.core.rules import NONE, Points
from incognita.games.hands import forget, leave_hand, take_into_hand
from incognita.games.lost_cities.components import (
    ACTIONS_OF_A_COLOUR,
    BONUS,
    BONUS_CARDS,
    DRAW,
    DRAW_PILE,
    INVESTMENT,
    OVER,
    PLAY,
    RANKS,
    SETUP,
    STATE,
    TAKE,
    VIEW,
    open_fields,
)

ONE, TWO = np.uint8(1), np.uint8(2)

copy_open = copier([*SETUP, *open_fields(2)])

# --- the deal


@rules.deal.implement(STATE, VIEW)
@kernel
def deal(state: Row, rng: Random) -> None:
    unshuffled(state)
    shuffle(rng, state.deck, 0, state.cards)
    begin(state)


@kernel
def unshuffled(state: Row) -> None:
    n = 0
    for colour in range(state.colours):
        for rank in range(RANKS):
            for _ in range(state.copies[rank]):
                state.deck[n] = kind_of(colour, rank)
                n += 1


@rules.begin.implement(STATE, VIEW)
@kernel
def begin(state: Row) -> None:
    clear_table(state)
    for seat in range(state.players):  # 2.2; the same slice of the deck whoever starts
        for _ in range(state.hand_size):
            take_into_hand(state, seat, state.deck[state.drawn])
            state.drawn += ONE
    state.seat = state.starter
    state.phase = PLAY


@kernel
def clear_table(state: Row) -> None:
    state.expeditions[:] = 0
    state.tops[:] = 0
    state.piles[:] = 0
    state.heights[:] = 0
    state.held[:] = 0
    state.known[:] = 0
    state.hands[:] = NONE
    state.closed = NONE
    state.drawn = 0


@rules.carry.implement(STATE, VIEW)
@kernel
def carry(state: Row) -> None:
    for side in range(2):
        state.totals[side] += points_of(state, side)  # 6.1
    state.round_number += ONE
    state.starter = leader(state)


@kernel
def leader(state: Row) -> Int:
    """6.2: who has more points in all begins; on a tie, who began the first round."""
    if state.totals[0] == state.totals[1]:
        return state.first_starter
    return np.uint8(state.totals[1] > state.totals[0])


# --- a turn


@rules.legal.implement(STATE, VIEW)
@kernel
def legal(state: Row, actions: Actions) -> Int:
    if state.phase == PLAY:
        return legal_cards(state, actions)
    if state.phase == DRAW:
        return legal_draws(state, actions)
    return np.uint64(0)  # not 0: Numba would make int and uint64 a float


@kernel
def legal_cards(state: Row, actions: Actions) -> Int:
    """3.2: every card may be discarded, some may be added. Identical cards lie side by side: one choice, not two."""
    hand, tops = state.hands[state.seat], state.tops[side_of(state.seat)]
    n = np.uint64(0)
    last = NONE
    for i in range(state.held[state.seat]):
        kind = hand[i]
        new = np.uint64(kind != last)
        # Written first and counted after: branches here would cost half the speed.
        actions[n] = addition(kind)
        n += new & np.uint64(advances(tops, kind))
        actions[n] = addition(kind) + ONE
        n += new
        last = kind
    return n


@kernel
def side_of(seat: Int) -> Int:
    """Two players are two sides; of four, those opposite each other are one."""
    return seat & ONE


@kernel
def colour_of(kind: Int) -> Int:
    return np.uint8(kind // RANKS)


@kernel
def rank_of(kind: Int) -> Int:
    return np.uint8(kind - colour_of(kind) * RANKS)


@kernel
def addition(kind: Int) -> Int:
    """The action that adds this card to its expedition; the next higher one discards it."""
    return np.uint8(ONE + kind * TWO + colour_of(kind))  # colour x 21 + rank x 2, and 1 for the draw pile


@kernel
def advances(tops: Cards, kind: Int) -> bool:
    """3.3 and 3.4: numbers rise; before the first number anything goes, investments included."""
    top = tops[colour_of(kind)]
    return (top == INVESTMENT) | (rank_of(kind) > top)


@kernel
def legal_draws(state: Row, actions: Actions) -> Int:
    """3.6: the draw pile, or the top of any discard pile."""
    actions[0] = DRAW_PILE
    n = np.uint64(1)
    for colour in range(state.colours):
        actions[n] = taking(colour)
        n += np.uint64(is_open(state, colour))
    return n


@kernel
def taking(colour: Int) -> Int:
    return np.uint8(ONE + colour * ACTIONS_OF_A_COLOUR + TAKE)


@kernel
def is_open(state: Row, colour: Int) -> bool:
    """3.7: not the pile discarded to in this turn."""
    return (state.heights[colour] > 0) & (colour != state.closed)


@rules.sample.implement(STATE, VIEW)
@kernel
def sample(state: Row, rng: Random) -> Int:
    if state.phase == PLAY:
        return sample_card(state, rng)
    return sample_draw(state, rng)


@kernel
def sample_card(state: Row, rng: Random) -> Int:
    hand, tops = state.hands[state.seat], state.tops[side_of(state.seat)]
    while True:
        ticket = below(rng, TWO * state.held[state.seat])
        i, discards = ticket >> np.uint64(1), ticket & np.uint64(1)
        new = (i == 0) or hand[i] != hand[i - np.uint64(1)]
        if new and (discards or advances(tops, hand[i])):
            return addition(hand[i]) + discards


@kernel
def sample_draw(state: Row, rng: Random) -> Int:
    while True:
        ticket = below(rng, state.colours + ONE)
        if ticket == 0:
            return DRAW_PILE
        if is_open(state, ticket - np.uint64(1)):
            return taking(ticket - np.uint64(1))


@rules.apply.implement(STATE, VIEW)
@kernel
def apply(state: Row, action: Int) -> None:
    state.ply += np.uint32(1)
    if action == DRAW_PILE:
        draw_from_pile(state)
        return
    code = np.uint8(action) - ONE
    colour = np.uint8(code // ACTIONS_OF_A_COLOUR)
    what = np.uint8(code - colour * ACTIONS_OF_A_COLOUR)
    rank = np.uint8(what // TWO)
    if what == TAKE:
        take(state, colour)
    elif what == rank * TWO:
        add(state, colour, rank)
    else:
        discard(state, colour, rank)


@kernel
def add(state: Row, colour: Int, rank: Int) -> None:
    play_from_hand(state, kind_of(colour, rank))
    side = side_of(state.seat)
    state.expeditions[side, colour, rank] += ONE
    state.tops[side, colour] = rank
    state.phase = DRAW


@kernel
def kind_of(colour: Int, rank: Int) -> Int:
    return np.uint8(colour * RANKS + rank)


@kernel
def discard(state: Row, colour: Int, rank: Int) -> None:
    play_from_hand(state, kind_of(colour, rank))
    state.piles[colour, state.heights[colour]] = rank  # 3.5
    state.heights[colour] += ONE
    state.closed = colour
    state.phase = DRAW


@kernel
def draw_from_pile(state: Row) -> None:
    take_into_hand(state, state.seat, state.deck[state.drawn])
    state.drawn += ONE
    end_turn(state)
    if state.drawn == state.cards:  # 5.1
        state.seat = NONE
        state.phase = OVER


@kernel
def take(state: Row, colour: Int) -> None:
    state.heights[colour] -= ONE
    kind = kind_of(colour, state.piles[colour, state.heights[colour]])
    take_into_hand(state, state.seat, kind)
    state.known[state.seat, kind] += ONE  # 4.3: everyone saw it
    end_turn(state)


@kernel
def end_turn(state: Row) -> None:
    state.closed = NONE
    state.seat = np.uint8(0) if state.seat + ONE == state.players else np.uint8(state.seat + ONE)
    state.phase = PLAY


@kernel
def play_from_hand(state: Row, kind: Int) -> None:
    leave_hand(state, state.seat, kind)
    forget(state.known[state.seat], kind)  # 4.3


# --- the scores


@rules.score.implement(STATE, VIEW)
@kernel
def score(state: Row, points: Points) -> None:
    for side in range(2):
        total = state.totals[side] + points_of(state, side)
        for seat in range(side, state.players, 2):
            points[seat] = total


rules.foresee.implement(STATE, VIEW)(score)  # nothing but points is carried over


@kernel
def points_of(state: Row, side: Int) -> Int:
    points = 0
    for colour in range(state.colours):
        points += expedition_value(state.expeditions[side, colour], state.cost)
    return points


@kernel
def expedition_value(expedition: Cards, cost: Int) -> Int:
    cards = 0
    total = 0
    for rank in range(RANKS):
        cards += np.int64(expedition[rank])
        if rank > 0:
            total += np.int64(expedition[rank]) * (rank + 1)
    if cards == 0:
        return 0  # 5.2
    value = (total - cost) * (1 + np.int64(expedition[0]))  # 5.3, 5.4
    return value + BONUS if cards >= BONUS_CARDS else value  # 5.5


# --- what a seat may know, and the worlds it cannot tell apart


@rules.observe.implement(STATE, VIEW)
@kernel
def observe(state: Row, seat: Int, view: Row) -> None:
    copy_open(state, view)
    view.viewer = seat
    view.hand[:] = NONE
    if seat != NONE:
        view.hand[:] = state.hands[seat]
    view.left = state.cards - state.drawn
    view.legal[:] = 0
    view.choices = 0
    if seat == state.seat and seat != NONE:
        view.choices = legal(state, view.legal)


@rules.determinize.implement(STATE, VIEW)
@kernel
def determinize(state: Row, view: Row, rng: Random) -> None:
    """4.2 and 4.3: the viewer's hand and the known cards stay, every other card could be anywhere."""
    start = lay_out_unseen(state, view)
    shuffle(rng, state.deck, start, state.cards)
    restore_hands(state, view, start)


@kernel
def lay_out_unseen(state: Row, view: Row) -> Int:
    """What lies open, and all cards that are not in sight at the end of the deck; return where they begin."""
    copy_open(view, state)
    state.drawn = state.cards - view.left
    state.deck[:] = NONE
    start = np.int64(state.cards)
    for colour in range(state.colours):
        for rank in range(RANKS):
            for _ in range(unseen(view, colour, rank)):
                start -= 1
                state.deck[start] = kind_of(colour, rank)
    return start


@kernel
def unseen(view: Row, colour: Int, rank: Int) -> Int:
    """Cards of a kind that lie in the draw pile or unknown in another hand."""
    n = np.int64(view.copies[rank])
    kind = kind_of(colour, rank)
    for side in range(2):
        n -= np.int64(view.expeditions[side, colour, rank])
    for i in range(view.heights[colour]):
        n -= view.piles[colour, i] == rank
    for seat in range(view.players):
        if seat == view.viewer:
            for i in range(view.held[seat]):
                n -= view.hand[i] == kind
        else:
            n -= np.int64(view.known[seat, kind])
    return n


@kernel
def restore_hands(state: Row, view: Row, start: Int) -> None:
    """Take up all hands; who lacks cards takes them from the unseen ones, from `start` on."""
    state.held[:] = 0
    state.hands[:] = NONE
    for seat in range(state.players):
        start = restore_hand(state, view, seat, start)
    state.deck[: state.drawn] = NONE


@kernel
def restore_hand(state: Row, view: Row, seat: Int, start: Int) -> Int:
    """The viewer's own cards; for others the known ones, then unseen ones from the front of the shuffled rest."""
    if seat == view.viewer:
        for i in range(view.held[seat]):
            take_into_hand(state, seat, view.hand[i])
        return start
    for kind in range(state.colours * RANKS):
        for _ in range(view.known[seat, kind]):
            take_into_hand(state, seat, np.uint8(kind))
    while state.held[seat] < view.held[seat]:
        take_into_hand(state, seat, state.deck[start])
        start += 1
    return start


@rules.conceal.implement(STATE, VIEW)
@kernel
def conceal(state: Row, action: Int, seat: Int) -> Int:
    """4.1: cards are laid and piles are chosen in the open; what was drawn is not part of the action."""
    return action
