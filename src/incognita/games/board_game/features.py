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
from incognita.games.board_game.kernel import kind_of, net
from incognita.games.board_game.policy import Plan, can_be_laid, lead, look_at, make_plan, promise, taken_cards
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
RIVALS = COUNTS + 10
A_RIVAL = 5
PATH_FEATURES = RIVALS + OTHERS * A_RIVAL

# For the whole: worth and legality of drawing and declining; the phase; crossings; players; counts; the others.
WHOLE_ACTIONS = int(FIRST_OF_COLOURS)
PHASE = 2 * WHOLE_ACTIONS
CROSSED = PHASE + len(PHASES)
PLAYERS = CROSSED + int(CROSSINGS_THAT_END)
WHOLE_COUNTS = PLAYERS + 3
WHOLE_RIVALS = WHOLE_COUNTS + 21
WHOLE_FEATURES = WHOLE_RIVALS + 2 * OTHERS
VERSION = 1

# What only the judge sees of a path: the hands of the others, in turn; the draw pile, my end of it and the other.
SECRET_DECK = OTHERS * N
SECRETS = SECRET_DECK + 4 * N

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
    return Features(
        VERSION, len(COLOURS), PATH_FEATURES, WHOLE_FEATURES, A_PATH, WHOLE_ACTIONS, SECRETS, PLACES, variants, UNIT
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
    for path in range(np.int64(PATHS)):
        describe_cards(view, path, parts[path])
        describe_way(view, path, parts[path])
        describe_counts(view, plan, path, parts[path])
        describe_rivals(view, path, parts[path])
    describe_whole(view, plan, whole)
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
def describe_counts(view: Row, plan: Plan, path: Int, row: Numbers) -> None:
    me, trail = np.int64(view.viewer), look_at(view, path)
    playable, cards = 0.0, 0.0
    for value in range(N):
        cards += row[HAND + value]
        if can_be_laid(view, trail, value):
            playable += row[HAND + value]
    row[COUNTS] = 1.0 if view.researcher[me] == path else 0.0
    row[COUNTS + 1] = 1.0 if view.researcher[me] == NONE else 0.0
    row[COUNTS + 2] = 1.0 if view.closed == path else 0.0
    row[COUNTS + 3] = promise(view, plan, trail) / 50.0
    row[COUNTS + 4] = playable / 3.0
    row[COUNTS + 5] = cards / 3.0
    row[COUNTS + 6] = np.float64(view.heights[path]) / 5.0
    if trail.stone > 0:
        row[COUNTS + 7] = np.float64(trail.last) / 10.0
        row[COUNTS + 8] = np.float64(trail.first) / 10.0
        row[COUNTS + 9] = 1.0 if trail.last < trail.first else 0.0


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


@kernel
def describe_whole(view: Row, plan: Plan, whole: Numbers) -> None:
    me = np.int64(view.viewer)
    whole[PHASE + np.int64(view.phase)] = 1.0
    for i in range(np.int64(CROSSINGS_THAT_END)):
        whole[CROSSED + i] = 1.0 if view.crossed > i else 0.0
    whole[PLAYERS + np.int64(view.players) - 2] = 1.0
    mine = np.float64(view.holdings[me]) + np.float64(net(view, me))
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
    seat = me
    for i in range(np.int64(view.players) - 1):
        seat = seat + 1 if seat + 1 < view.players else np.int64(0)
        whole[WHOLE_RIVALS + 2 * i] = (mine - np.float64(view.holdings[seat]) - np.float64(net(view, seat))) / 100.0
        whole[WHOLE_RIVALS + 2 * i + 1] = np.float64(view.begun[seat]) / 5.0


# --- what is hidden


@rules.reveal.implement(STATE, VIEW)
@kernel
def reveal(state: Row, apart: Int, secrets: Numbers) -> None:
    secrets[:] = np.float32(0.0)
    players, seat = np.int64(state.players), np.int64(state.seat)
    for i in range(players - 1):
        seat = seat + 1 if seat + 1 < players else np.int64(0)
        for j in range(np.int64(state.held[seat])):
            kind = np.int64(state.hands[seat, j])
            secrets[kind // N, i * N + kind % N] += np.float32(1.0)
    cards, near = pile_of_ends(state, apart)
    for i in range(cards):
        kind, soon = card_of_end(state, apart, i), i if i < near else cards - 1 - i
        at = SECRET_DECK + (0 if i < near else 2 * N) + kind % N
        secrets[kind // N, at] += np.float32(1.0)
        secrets[kind // N, at + N] += np.float32(1.0 - soon / 50.0)
