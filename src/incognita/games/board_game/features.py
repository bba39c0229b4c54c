"""What a learned player of the board game looks at: numbers for each path and for the whole, from a view alone.

What the hand-written player thinks of an action, and what it reckons on the way, are among them: the network starts
from its opinion and learns where it errs.
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.game import Features
from incognita.core.jit import Int, Row, kernel
from incognita.core.rules import MOST_ACTIONS, NONE, Numbers
from incognita.games.board_game.components import (
    ACTIONS_OF_A_COLOUR,
    ARROW,
    ARTIFACT,
    BEYOND_THE_BRIDGE,
    COLOURS,
    CROSSINGS_THAT_END,
    FIRST_OF_COLOURS,
    MOST_PLAYERS,
    NO_TILE,
    PATHS,
    PHASES,
    STATE,
    STONES,
    VALUES,
    VIEW,
)
from incognita.games.board_game.kernel import artifact_points, kind_of, net
from incognita.games.board_game.policy import (
    Plan,
    Trail,
    can_be_laid,
    closeness,
    gift,
    lead,
    look_at,
    make_plan,
    promise,
    steps_to_the_end,
    stone_gain,
    taken_cards,
)
from incognita.games.describing import card_of_end, pile_of_ends, put_worths

UNIT = 12.0
OTHERS = MOST_PLAYERS - 1
A_PATH = int(ACTIONS_OF_A_COLOUR)
N = int(VALUES)

# In a row of a path: the worths of its actions, which of them are legal; cards by their value; the top of the discard
# pile, one of twelve; where the own explorer stands, one of ten; the tiles ahead of it; counts; the others, in turn.
HAND = 2 * A_PATH
UNSEEN, PILE, KNOWN = HAND + N, HAND + 2 * N, HAND + 3 * N
TOP = HAND + 4 * N
STONE = TOP + N + 1
ARTIFACTS = STONE + 1 + STONES
ARROWS, POINTS = ARTIFACTS + STONES, ARTIFACTS + 2 * STONES
COUNTS = POINTS + STONES
PROMISED = COUNTS + 3
RIVALS = COUNTS + 10
A_RIVAL = 5
# Came later, behind the others so that networks from before can go on: by value the cards that can be laid, in hand and
# to come, and what a card would be worth to others; more counts; more of the others.
FITTING = RIVALS + OTHERS * A_RIVAL
TO_COME, GIFTS = FITTING + N, FITTING + 2 * N
MORE_COUNTS = GIFTS + N
MORE_RIVALS = MORE_COUNTS + 3
MORE_OF_A_RIVAL = 7
PATH_FEATURES = MORE_RIVALS + OTHERS * MORE_OF_A_RIVAL

# For the whole: worth and legality of drawing and declining; the phase; crossings; players; counts; the others; and,
# later, more of both.
WHOLE_ACTIONS = int(FIRST_OF_COLOURS)
PHASE = 2 * WHOLE_ACTIONS
CROSSED = PHASE + len(PHASES)
PLAYERS = CROSSED + int(CROSSINGS_THAT_END)
WHOLE_COUNTS = PLAYERS + 3
WHOLE_RIVALS = WHOLE_COUNTS + 21
MORE_WHOLE_COUNTS = WHOLE_RIVALS + 2 * OTHERS
MORE_WHOLE_RIVALS = MORE_WHOLE_COUNTS + 8
MORE_OF_A_WHOLE_RIVAL = 4
WHOLE_FEATURES = MORE_WHOLE_RIVALS + MORE_OF_A_WHOLE_RIVAL * OTHERS
VERSION = 2

# What only the judge sees of a path: the hands of the others, in turn; the draw pile, my end of it and the other; and
# how many of these cards continue a column: theirs of each hand, mine of my end, and how soon, theirs of the other.
SECRET_DECK = OTHERS * N
THEIR_FITTING = SECRET_DECK + 4 * N
MINE_TO_COME = THEIR_FITTING + OTHERS
THEIRS_TO_COME = MINE_TO_COME + 2
SECRETS = THEIRS_TO_COME + OTHERS

STEPS = np.array([2, 4, 6, 9, 12, 16, 20, 26, 32, 40])
"""Cards left in the draw pile."""


PLACES = np.arange(WHOLE_ACTIONS + len(COLOURS) * A_PATH, dtype=np.int64)
"""Actions already have the order of the outputs."""


def of() -> Features:
    variants = tuple(
        {"players": players, "short": short, "up_or_down": up_or_down}
        for up_or_down in (False, True)
        for short in (False, True)
        for players in range(2, MOST_PLAYERS + 1)
    )
    # Who learns the short game learns most of the long one, too; and hardly anybody plays up or down.
    often = (2, 1, 1, 14, 6, 4, 1, 1, 1, 1, 1, 1)
    return Features(
        version=VERSION,
        parts=len(COLOURS),
        part_features=PATH_FEATURES,
        whole_features=WHOLE_FEATURES,
        part_actions=A_PATH,
        whole_actions=WHOLE_ACTIONS,
        part_secrets=SECRETS,
        places=PLACES,
        variants=variants,
        often=often,
        unit=UNIT,
        grown_from=1,
    )


@rules.describe.implement(STATE, VIEW)
@kernel
def describe(view: Row, parts: Numbers, whole: Numbers) -> None:
    parts[:] = np.float32(0.0)
    whole[:] = np.float32(0.0)
    plan = make_plan(view)
    for i in range(np.int64(view.held[view.viewer])):
        kind = np.int64(view.hand[i])
        parts[kind // N, HAND + kind % N] += np.float32(1.0)
    promised = 0.0
    for path in range(np.int64(PATHS)):
        trail = look_at(view, path)
        describe_cards(view, path, parts[path])
        describe_fitting(view, trail, parts[path])
        describe_way(view, path, parts[path])
        describe_counts(view, plan, trail, parts[path])
        describe_rivals(view, path, parts[path])
        promised += 50.0 * parts[path, PROMISED]
    describe_whole(view, plan, promised, whole)
    worths = np.empty(MOST_ACTIONS)
    rules.weigh(view, np.zeros(1, np.uint64), worths)
    put_worths(view, worths, UNIT, PLACES, A_PATH, WHOLE_ACTIONS, parts, whole)


@kernel
def describe_cards(view: Row, path: Int, row: Numbers) -> None:
    height = np.int64(view.heights[path])
    for i in range(height):
        row[PILE + np.int64(view.piles[path, i])] += np.float32(1.0)
    row[TOP + (np.int64(view.piles[path, height - 1]) if height > 0 else N)] = np.float32(1.0)
    for value in range(np.int64(view.ranks)):
        kind = kind_of(path, value)
        unseen = np.float32(view.copies) - row[HAND + value] - row[PILE + value]
        for seat in range(np.int64(view.players)):
            unseen -= np.float32(view.columns[seat, kind])
            if seat != view.viewer:
                row[KNOWN + value] += np.float32(view.known[seat, kind])
        row[UNSEEN + value] = unseen - row[KNOWN + value]


@kernel
def describe_way(view: Row, path: Int, row: Numbers) -> None:
    """Where the explorer stands, and the tiles on the stones that follow."""
    stone = np.int64(view.standing[view.viewer, path])
    row[STONE + stone] = 1.0
    for ahead in range(STONES - stone):
        tile = view.board[path, stone + ahead]
        if tile == ARTIFACT:
            row[ARTIFACTS + ahead] = 1.0
        elif tile == ARROW:
            row[ARROWS + ahead] = 1.0
        elif tile != NO_TILE:
            row[POINTS + ahead] = np.float64(tile - ARROW) / 10.0


@kernel
def describe_fitting(view: Row, trail: Trail, row: Numbers) -> None:
    """By value: the cards that can be laid, in hand and to come, and what others would give for such a card."""
    for value in range(np.int64(view.ranks)):
        row[GIFTS + value] = gift(view, trail.path, value) / 10.0
        if can_be_laid(view, trail, value):
            row[FITTING + value] = row[HAND + value]
            row[TO_COME + value] = row[UNSEEN + value]


@kernel
def describe_counts(view: Row, plan: Plan, trail: Trail, row: Numbers) -> None:
    me, path = np.int64(view.viewer), trail.path
    height = np.int64(view.heights[path])
    row[COUNTS] = 1.0 if view.researcher[me] == path else 0.0
    row[COUNTS + 1] = 1.0 if view.researcher[me] == NONE else 0.0
    row[COUNTS + 2] = 1.0 if view.closed == path else 0.0
    row[PROMISED] = promise(view, plan, trail) / 50.0
    row[COUNTS + 4] = total(row, FITTING) / 3.0
    row[COUNTS + 5] = total(row, HAND) / 3.0
    row[COUNTS + 6] = height / 5.0
    if trail.stone > 0:
        row[COUNTS + 7] = np.float64(trail.last) / 10.0
        row[COUNTS + 8] = np.float64(trail.first) / 10.0
        row[COUNTS + 9] = 1.0 if trail.last < trail.first else 0.0
    if trail.stone < STONES:
        row[MORE_COUNTS] = stone_gain(view, trail.stone + 1, trail.times) / 20.0
    row[MORE_COUNTS + 1] = total(row, TO_COME) / 6.0
    if height > 0:
        row[MORE_COUNTS + 2] = 1.0 if can_be_laid(view, trail, np.int64(view.piles[path, height - 1])) else 0.0


@kernel
def total(row: Numbers, first: Int) -> float:
    """Of the numbers of all values."""
    cards = 0.0
    for value in range(N):
        cards += row[first + value]
    return cards


@kernel
def describe_rivals(view: Row, path: Int, row: Numbers) -> None:
    seat = np.int64(view.viewer)
    for i in range(np.int64(view.players) - 1):
        seat = seat + 1 if seat + 1 < view.players else np.int64(0)
        at, stone = RIVALS + i * A_RIVAL, np.int64(view.standing[seat, path])
        if stone > 0:
            row[at] = 1.0
            row[at + 1] = stone / 9.0
            row[at + 2] = np.float64(view.last[seat, path]) / 10.0
            row[at + 3] = 1.0 if view.researcher[seat] == path else 0.0
            row[at + 4] = 1.0 if view.last[seat, path] < view.first[seat, path] else 0.0
            describe_their_way(view, path, seat, row, row[MORE_RIVALS + i * MORE_OF_A_RIVAL :])


@kernel
def describe_their_way(view: Row, path: Int, seat: Int, row: Numbers, more: Numbers) -> None:
    """What lies before the explorer of another, and the cards that would take it further."""
    stone, height = np.int64(view.standing[seat, path]), np.int64(view.heights[path])
    more[0] = 1.0 if stone + 1 == BEYOND_THE_BRIDGE else 0.0
    more[1] = 1.0 if stone >= BEYOND_THE_BRIDGE else 0.0
    tile = view.board[path, stone] if stone < STONES else NO_TILE
    more[2] = 1.0 if tile == ARTIFACT else 0.0
    more[3] = 1.0 if tile == ARROW else 0.0
    more[4] = np.float64(tile - ARROW) / 10.0 if tile > ARROW else 0.0
    for value in range(np.int64(view.ranks)):
        if closeness(view, seat, path, value) >= 0.0:
            more[5] += (row[UNSEEN + value] + row[KNOWN + value]) / 6.0
    if height > 0:
        more[6] = 1.0 if closeness(view, seat, path, np.int64(view.piles[path, height - 1])) >= 0.0 else 0.0


@kernel
def describe_whole(view: Row, plan: Plan, promised: float, whole: Numbers) -> None:
    me = np.int64(view.viewer)
    whole[PHASE + np.int64(view.phase)] = 1.0
    for i in range(np.int64(CROSSINGS_THAT_END)):
        whole[CROSSED + i] = 1.0 if view.crossed > i else 0.0
    whole[PLAYERS + np.int64(view.players) - 2] = 1.0
    at = WHOLE_COUNTS
    whole[at] = np.float64(view.left) / 60.0
    whole[at + 1] = plan.turns / 20.0
    whole[at + 2] = plan.luck
    whole[at + 3] = plan.haste
    whole[at + 4] = plan.artifact / 10.0
    whole[at + 5] = lead(view) / 100.0
    whole[at + 6] = np.float64(view.begun[me]) / 5.0
    whole[at + 7] = 1.0 if view.researcher[me] == NONE else 0.0
    whole[at + 8] = np.float64(taken_cards(view)) / 4.0
    whole[at + 9] = np.float64(np.int64(view.rounds) - np.int64(view.round_number)) / 2.0
    whole[at + 10] = np.float64(view.up_or_down)
    for i in range(len(STEPS)):
        whole[at + 11 + i] = 1.0 if view.left <= STEPS[i] else 0.0
    at = MORE_WHOLE_COUNTS
    describe_artifacts(view, whole[at:])
    whole[at + 4] = promised / 100.0
    whole[at + 5] = np.float64(steps_to_the_end(view)) / 20.0
    whole[at + 6] = on_or_beyond(view, me, BEYOND_THE_BRIDGE - 1) / 3.0
    whole[at + 7] = on_or_beyond(view, me, BEYOND_THE_BRIDGE) / 3.0
    describe_standing(view, whole)


@kernel
def describe_standing(view: Row, whole: Numbers) -> None:
    """How far behind each of the others is, and how near to the end."""
    me, seat = np.int64(view.viewer), np.int64(view.viewer)
    points, of_artifacts = points_of(view, me), artifact_points(view, tokens_of(view, me))
    for i in range(np.int64(view.players) - 1):
        seat = seat + 1 if seat + 1 < view.players else np.int64(0)
        whole[WHOLE_RIVALS + 2 * i] = (points - points_of(view, seat)) / 100.0
        whole[WHOLE_RIVALS + 2 * i + 1] = np.float64(view.begun[seat]) / 5.0
        more = whole[MORE_WHOLE_RIVALS + MORE_OF_A_WHOLE_RIVAL * i :]
        more[0] = tokens_of(view, seat) / 5.0
        more[1] = (of_artifacts - artifact_points(view, tokens_of(view, seat))) / 50.0
        more[2] = on_or_beyond(view, seat, BEYOND_THE_BRIDGE - 1) / 3.0
        more[3] = on_or_beyond(view, seat, BEYOND_THE_BRIDGE) / 3.0


@kernel
def describe_artifacts(view: Row, whole: Numbers) -> None:
    """How many, and what they and the next ones bring at once."""
    tokens = tokens_of(view, np.int64(view.viewer))
    points = artifact_points(view, tokens)
    whole[0] = tokens / 5.0
    whole[1] = points / 50.0
    whole[2] = (artifact_points(view, tokens + 1) - points) / 20.0
    whole[3] = (artifact_points(view, tokens + 2) - points) / 40.0


@kernel
def tokens_of(view: Row, seat: Int) -> Int:
    return np.int64(view.tokens[seat]) + np.int64(view.artifacts[seat])


@kernel
def points_of(view: Row, seat: Int) -> float:
    """As things stand, without artifacts."""
    return float(view.holdings[seat]) + float(net(view, seat))


@kernel
def on_or_beyond(view: Row, seat: Int, stone: Int) -> Int:
    """How many explorers."""
    n = 0
    for path in range(PATHS):
        n += np.int64(view.standing[seat, path] >= stone)
    return n


# --- what is hidden


@rules.reveal.implement(STATE, VIEW)
@kernel
def reveal(state: Row, apart: Int, secrets: Numbers) -> None:
    secrets[:] = np.float32(0.0)
    players, seat = np.int64(state.players), np.int64(state.seat)
    for i in range(players - 1):
        seat = seat + 1 if seat + 1 < players else np.int64(0)
        for j in range(np.int64(state.held[seat])):
            path, value = divmod(np.int64(state.hands[seat, j]), N)
            secrets[path, i * N + value] += np.float32(1.0)
            secrets[path, THEIR_FITTING + i] += continues(state, seat, path, value) / 3.0
    cards, near = pile_of_ends(state, apart)
    for i in range(cards):
        path, value = divmod(card_of_end(state, apart, i), N)
        soon = 1.0 - (i if i < near else cards - 1 - i) / 50.0
        at = SECRET_DECK + (0 if i < near else 2 * N) + value
        secrets[path, at] += np.float32(1.0)
        secrets[path, at + N] += np.float32(soon)
        reveal_use(state, path, value, i < near, soon, secrets[path])


@kernel
def reveal_use(state: Row, path: Int, value: Int, is_near: bool, soon: float, row: Numbers) -> None:
    """Of a card to come: whether it continues a column of those who will probably draw it."""
    players, seat = np.int64(state.players), np.int64(state.seat)
    if is_near:
        fits = continues(state, seat, path, value)
        row[MINE_TO_COME] += fits / 6.0
        row[MINE_TO_COME + 1] += fits * soon / 6.0
        return
    for i in range(players - 1):
        seat = seat + 1 if seat + 1 < players else np.int64(0)
        row[THEIRS_TO_COME + i] += continues(state, seat, path, value) / 6.0


@kernel
def continues(state: Row, seat: Int, path: Int, value: Int) -> float:
    """1 if a card continues the column of a seat."""
    return 1.0 if state.standing[seat, path] > 0 and closeness(state, seat, path, value) >= 0.0 else 0.0
