"""The rules of the board game. Numbers are paragraphs of docs/rules/board-game.md."""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Actions, Int, Random, Row, copier, kernel
from incognita.core.rng import below, shuffle
from incognita.core.rules import NONE, Odds, Points
from incognita.games.board_game.components import (
    ACTIONS_OF_A_COLOUR,
    ADVENTURERS,
    ARROW,
    ARTIFACT,
    BEYOND_THE_BRIDGE,
    CONTINUE,
    CROSSINGS_THAT_END,
    DECLINE,
    DISCARD,
    DRAW,
    DRAW_PILE,
    FIRST_OF_COLOURS,
    KINDS,
    LOST_CITY,
    NO_TILE,
    OPEN,
    OVER,
    PATHS,
    PLAY,
    STATE,
    STEP,
    STEP_ON,
    STONES,
    TAKE,
    VALUES,
    VIEW,
    WAYS,
    WITH_ADVENTURER,
    WITH_RESEARCHER,
)
from incognita.games.hands import all_alike, forget, leave_hand, take_into_hand

ONE = np.uint8(1)

copy_open = copier(OPEN)

# --- the deal


@rules.deal.implement(STATE, VIEW)
@kernel
def deal(state: Row, rng: Random) -> None:
    unshuffled(state)
    shuffle(rng, state.deck, 0, state.cards)
    state.tiles[:] = state.tile_set
    shuffle(rng, state.tiles, 0, count_spaces(state))
    begin(state)


@kernel
def unshuffled(state: Row) -> None:
    n = 0
    for path in range(state.colours):
        for value in range(state.ranks):
            for _ in range(state.copies):
                state.deck[n] = kind_of(path, value)
                n += 1


@kernel
def count_spaces(state: Row) -> Int:
    n = 0
    for path in range(PATHS):
        for stone in range(STONES):
            n += np.int64(state.spaces[path, stone])
    return n


@rules.begin.implement(STATE, VIEW)
@kernel
def begin(state: Row) -> None:
    clear_table(state)
    lay_out_tiles(state)
    state.drawn = state.removed  # 2.2
    for seat in range(state.players):  # the same slice of the deck whoever starts
        for _ in range(state.hand_size):
            take_into_hand(state, seat, state.deck[state.drawn])
            state.drawn += ONE
    state.seat = state.starter
    state.phase = PLAY


@kernel
def clear_table(state: Row) -> None:
    state.holdings[:] = state.totals
    state.artifacts[:] = 0
    state.standing[:] = 0
    state.researcher[:] = NONE
    state.begun[:] = 0
    state.crossed = 0
    state.columns[:] = 0
    state.first[:] = NONE
    state.last[:] = NONE
    state.piles[:] = 0
    state.heights[:] = 0
    state.held[:] = 0
    state.known[:] = 0
    state.hands[:] = NONE
    state.closed = NONE
    state.last_player = NONE


@kernel
def lay_out_tiles(state: Row) -> None:
    """2.1: the shuffled tiles, path by path, onto the stones that have a space."""
    n = 0
    for path in range(PATHS):
        for stone in range(STONES):
            state.board[path, stone] = NO_TILE
            if state.spaces[path, stone]:
                state.board[path, stone] = state.tiles[n]
                n += 1


@rules.carry.implement(STATE, VIEW)
@kernel
def carry(state: Row) -> None:
    for seat in range(state.players):
        state.totals[seat] = max(0, state.holdings[seat] + net(state, seat))  # 7.3
        state.tokens[seat] += state.artifacts[seat]  # 7.4
    state.round_number += ONE
    state.starter = following(state, state.last_player)  # 7.5


@kernel
def following(state: Row, seat: Int) -> Int:
    return np.uint8(0) if seat + ONE == state.players else np.uint8(seat + ONE)


# --- what is legal


@rules.legal.implement(STATE, VIEW)
@kernel
def legal(state: Row, actions: Actions) -> Int:
    if state.phase == PLAY:
        return legal_cards(state, actions)
    if state.phase == DRAW:
        return legal_draws(state, actions)
    if state.phase == STEP:
        return legal_steps(state, actions)
    return np.uint64(0)


@kernel
def legal_cards(state: Row, actions: Actions) -> Int:
    """3.1: a card begins a path, continues one, or is discarded."""
    seat = state.seat
    hand, standing = state.hands[seat], state.standing[seat]
    adventurer, researcher = np.uint64(has_adventurer(state)), np.uint64(has_researcher(state))
    n = np.uint64(0)
    last = NONE
    for i in range(state.held[seat]):
        kind = hand[i]
        path, value = path_of(kind), value_of(kind)
        new = np.uint64(kind != last)
        free = new & np.uint64(standing[path] == 0)
        # Written first and counted after: branches here would cost half the speed.
        action = first_action(path) + value * WAYS
        actions[n] = action
        n += new & np.uint64(continues(state, path, value))
        actions[n] = action + WITH_ADVENTURER
        n += free & adventurer
        actions[n] = action + WITH_RESEARCHER
        n += free & researcher
        actions[n] = action + DISCARD
        n += new
        last = kind
    return n


@kernel
def path_of(kind: Int) -> Int:
    return np.uint8(kind // VALUES)


@kernel
def value_of(kind: Int) -> Int:
    return np.uint8(kind - path_of(kind) * VALUES)


@kernel
def kind_of(path: Int, value: Int) -> Int:
    return np.uint8(path * VALUES + value)


@kernel
def first_action(path: Int) -> Int:
    return np.uint8(FIRST_OF_COLOURS + path * ACTIONS_OF_A_COLOUR)


@kernel
def has_researcher(state: Row) -> bool:
    """1.3 and 3.2: there is one."""
    return state.researcher[state.seat] == NONE


@kernel
def has_adventurer(state: Row) -> bool:
    """1.3 and 3.2: there are four."""
    researchers = np.uint8(state.researcher[state.seat] != NONE)
    return state.begun[state.seat] - researchers < ADVENTURERS


@kernel
def continues(state: Row, path: Int, value: Int) -> bool:
    """3.4: the same value or a higher one; 9.1: or a lower one, in a column that falls or is still open."""
    first, last = state.first[state.seat, path], state.last[state.seat, path]
    rises = (value >= last) & ((state.up_or_down == 0) | (last >= first))
    falls = (value <= last) & (state.up_or_down == 1) & (last <= first)
    return (state.standing[state.seat, path] > 0) & (rises | falls)


@kernel
def legal_steps(state: Row, actions: Actions) -> Int:
    """4.5: any of one's explorers that can step, or none."""
    actions[0] = DECLINE
    n = np.uint64(1)
    for path in range(PATHS):
        actions[n] = first_action(path) + STEP_ON
        n += np.uint64(can_step(state, path))
    return n


@kernel
def can_step(state: Row, path: Int) -> bool:
    stone = state.standing[state.seat, path]
    return (stone > 0) & (stone < LOST_CITY)


@kernel
def legal_draws(state: Row, actions: Actions) -> Int:
    """5.1: the draw pile, or the top of a discard pile."""
    actions[0] = DRAW_PILE
    n = np.uint64(1)
    for path in range(PATHS):
        actions[n] = first_action(path) + TAKE
        n += np.uint64(is_open(state, path))
    return n


@kernel
def is_open(state: Row, path: Int) -> bool:
    """5.2: not the pile discarded to in this turn."""
    return (state.heights[path] > 0) & (path != state.closed)


@rules.sample.implement(STATE, VIEW)
@kernel
def sample(state: Row, rng: Random) -> Int:
    if state.phase == PLAY:
        return sample_card(state, rng)
    while True:
        ticket = below(rng, PATHS + ONE)
        if ticket == 0:
            return DRAW_PILE if state.phase == DRAW else DECLINE
        path = np.uint8(ticket) - ONE
        if state.phase == DRAW and is_open(state, path):
            return first_action(path) + TAKE
        if state.phase == STEP and can_step(state, path):
            return first_action(path) + STEP_ON


@kernel
def sample_card(state: Row, rng: Random) -> Int:
    hand = state.hands[state.seat]
    while True:
        ticket = below(rng, WAYS * state.held[state.seat])
        i, way = ticket // WAYS, ticket % WAYS
        kind = hand[i]
        if (i == 0 or kind != hand[i - np.uint64(1)]) and is_possible(state, kind, way):
            return first_action(path_of(kind)) + value_of(kind) * WAYS + way


@kernel
def is_possible(state: Row, kind: Int, way: Int) -> bool:
    path = path_of(kind)
    if way == DISCARD:
        return True
    if way == CONTINUE:
        return continues(state, path, value_of(kind))
    if state.standing[state.seat, path] > 0:
        return False
    return has_adventurer(state) if way == WITH_ADVENTURER else has_researcher(state)


# --- a turn


@rules.apply.implement(STATE, VIEW)
@kernel
def apply(state: Row, action: Int) -> None:
    state.ply += np.uint32(1)
    if action == DRAW_PILE:
        draw_from_pile(state)
        return
    if action == DECLINE:
        state.phase = DRAW
        return
    code = np.uint8(action) - FIRST_OF_COLOURS
    path = np.uint8(code // ACTIONS_OF_A_COLOUR)
    what = np.uint8(code - path * ACTIONS_OF_A_COLOUR)
    if what == TAKE:
        take(state, path)
    elif what == STEP_ON:
        step(state, path)
    else:
        play_card(state, path, np.uint8(what // WAYS), np.uint8(what % WAYS))


@kernel
def play_card(state: Row, path: Int, value: Int, way: Int) -> None:
    leave_hand(state, state.seat, kind_of(path, value))
    forget(state.known[state.seat], kind_of(path, value))
    if way == DISCARD:
        discard(state, path, value)
        return
    state.columns[state.seat, kind_of(path, value)] += ONE
    state.last[state.seat, path] = value
    if way == CONTINUE:
        continue_path(state, path)
    else:
        begin_path(state, path, value, way)


@kernel
def discard(state: Row, path: Int, value: Int) -> None:
    state.piles[path, state.heights[path]] = value  # 3.6
    state.heights[path] += ONE
    state.closed = path
    state.phase = DRAW


@kernel
def begin_path(state: Row, path: Int, value: Int, way: Int) -> None:
    """3.2: one's explorer on the first stone."""
    state.first[state.seat, path] = value
    state.begun[state.seat] += ONE
    if way == WITH_RESEARCHER:
        state.researcher[state.seat] = path
    state.standing[state.seat, path] = ONE
    perform_tile(state, path)


@kernel
def continue_path(state: Row, path: Int) -> None:
    if state.standing[state.seat, path] < LOST_CITY:
        step(state, path)  # 3.4
    else:
        ask_for_step(state)  # 3.5


@kernel
def step(state: Row, path: Int) -> None:
    state.standing[state.seat, path] += ONE
    if state.standing[state.seat, path] == BEYOND_THE_BRIDGE:
        state.crossed += ONE
        if state.crossed == CROSSINGS_THAT_END:  # 7.1
            end_round(state)
            return
    perform_tile(state, path)


@kernel
def perform_tile(state: Row, path: Int) -> None:
    """4.1: at once; then the turn goes on with the draw, unless the tile asks something."""
    stone = state.standing[state.seat, path] - ONE
    tile = state.board[path, stone]
    state.phase = DRAW
    if tile == ARTIFACT:
        state.artifacts[state.seat] += ONE  # 4.2
        state.board[path, stone] = NO_TILE
    elif tile == ARROW:
        ask_for_step(state)  # 4.4
    elif tile > ARROW:
        state.holdings[state.seat] += np.int32(tile - ARROW)  # 4.3


@kernel
def ask_for_step(state: Row) -> None:
    """4.5: nothing is asked if no explorer can step."""
    state.phase = DRAW
    for path in range(PATHS):
        if can_step(state, path):
            state.phase = STEP


@kernel
def draw_from_pile(state: Row) -> None:
    take_into_hand(state, state.seat, state.deck[state.drawn])
    state.drawn += ONE
    if state.drawn == state.cards:  # 7.2
        end_round(state)
    else:
        end_turn(state)


@kernel
def take(state: Row, path: Int) -> None:
    state.heights[path] -= ONE
    kind = kind_of(path, state.piles[path, state.heights[path]])
    take_into_hand(state, state.seat, kind)
    state.known[state.seat, kind] += ONE  # 6.2: everyone saw it
    end_turn(state)


@kernel
def end_turn(state: Row) -> None:
    state.closed = NONE
    state.seat = following(state, state.seat)
    state.phase = PLAY


@kernel
def end_round(state: Row) -> None:
    state.last_player = state.seat
    state.closed = NONE
    state.seat = NONE
    state.phase = OVER


# --- the scores


@rules.score.implement(STATE, VIEW)
@kernel
def score(state: Row, points: Points) -> None:
    for seat in range(state.players):
        total = max(0, state.holdings[seat] + net(state, seat))  # 7.3
        if state.round_number == state.rounds:
            total = max(0, total + artifact_points(state, state.tokens[seat] + state.artifacts[seat]))  # 8.1, 8.2
        points[seat] = total


@kernel
def net(state: Row, seat: Int) -> Int:
    """7.3: what all explorers of a seat bring where they stand."""
    total = 0
    for path in range(PATHS):
        total += explorer_value(state, seat, path)
    return total


@kernel
def explorer_value(state: Row, seat: Int, path: Int) -> Int:
    stone = state.standing[seat, path]
    if stone == 0:
        return 0
    value = np.int64(state.stones[stone - ONE])
    return 2 * value if state.researcher[seat] == path else value


@kernel
def artifact_points(state: Row, tokens: Int) -> Int:
    points = 0
    for i in range(state.track_steps):
        if tokens >= state.track_from[i]:
            points = np.int64(state.track_points[i])
    return points


@rules.foresee.implement(STATE, VIEW)
@kernel
def foresee(state: Row, points: Points) -> None:
    """Artifacts are scored after the last round only, yet who ends an earlier one with many of them has gained."""
    score(state, points)
    if state.round_number < state.rounds:
        to_come = artifacts_a_round(state) * (np.int64(state.rounds) - np.int64(state.round_number))
        for seat in range(state.players):
            tokens = np.int64(state.tokens[seat]) + np.int64(state.artifacts[seat])
            points[seat] += np.int32(round(expected_artifact_points(state, tokens, to_come)))


@kernel
def artifacts_a_round(state: Row) -> Int:
    n = 0
    for i in range(len(state.tile_set)):
        n += np.int64(state.tile_set[i] == ARTIFACT)
    return n


@kernel
def expected_artifact_points(state: Row, tokens: Int, to_come: Int) -> float:
    """If each artifact to come is as likely everybody's: the binomial law."""
    odds = 1.0 / (np.float64(state.players) - 1.0)
    chance, total = (np.float64(state.players) / (np.float64(state.players) - 1.0)) ** -to_come, 0.0
    for more in range(to_come + 1):
        total += chance * artifact_points(state, tokens + more)
        chance *= odds * (to_come - more) / (more + 1.0)
    return total


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
    """The viewer's hand and the known cards stay; every other card could be anywhere, also among the removed ones."""
    copy_open(view, state)
    state.held[:] = 0
    state.hands[:] = NONE
    state.deck[:] = NONE
    state.drawn = state.cards - view.left
    start = lay_out_unseen(state, view)
    shuffle(rng, state.deck, start, state.cards)
    for seat in range(state.players):
        start = restore_hand(state, view, seat, start)
    for i in range(state.removed):
        state.deck[i] = state.deck[start]
        start += 1
    state.deck[state.removed : state.drawn] = NONE


rules.expect.implement(STATE, VIEW)(all_alike)


@rules.imagine.implement(STATE, VIEW)
@kernel
def imagine(state: Row, view: Row, odds: Odds, rng: Random) -> None:
    determinize(state, view, rng)


@kernel
def lay_out_unseen(state: Row, view: Row) -> Int:
    """Put all cards that are not in sight at the end of the deck; return where they begin."""
    start = np.int64(state.cards)
    for path in range(state.colours):
        for value in range(state.ranks):
            for _ in range(unseen(view, path, value)):
                start -= 1
                state.deck[start] = kind_of(path, value)
    return start


@kernel
def unseen(view: Row, path: Int, value: Int) -> Int:
    kind = kind_of(path, value)
    n = np.int64(view.copies)
    for i in range(view.heights[path]):
        n -= np.int64(view.piles[path, i] == value)
    for seat in range(view.players):
        n -= np.int64(view.columns[seat, kind])
        if seat == view.viewer:
            for i in range(view.held[seat]):
                n -= np.int64(view.hand[i] == kind)
        else:
            n -= np.int64(view.known[seat, kind])
    return n


@kernel
def restore_hand(state: Row, view: Row, seat: Int, start: Int) -> Int:
    """The viewer's own cards; for others the known ones, then unseen ones from the front of the shuffled rest."""
    if seat == view.viewer:
        for i in range(view.held[seat]):
            take_into_hand(state, seat, view.hand[i])
        return start
    for kind in range(KINDS):
        for _ in range(view.known[seat, kind]):
            take_into_hand(state, seat, np.uint8(kind))
    while state.held[seat] < view.held[seat]:
        take_into_hand(state, seat, state.deck[start])
        start += 1
    return start


@rules.conceal.implement(STATE, VIEW)
@kernel
def conceal(state: Row, action: Int, seat: Int) -> Int:
    """6.1: all actions are open; what was drawn is not part of the action."""
    return action
