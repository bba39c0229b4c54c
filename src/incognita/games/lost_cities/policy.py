"""The hand-written player of Lost Cities: the playout policy of search, and the first real opponent.

It looks one decision ahead. `worth` estimates what a colour will be worth to a side when the round ends: the cards that
lie count in full, cards in hand by the chance that there is a turn left to lay them, unseen cards by the chance that they
come and are still usable, the top of the discard pile by the chance of getting it. Every action is judged by what it
changes in the worth of its colour, for me and against the opponent; laying a 7 on a 3 so gains the 7 for certain
and gives up the hopes on 4, 5 and 6. A colour that is not begun is worth at least nothing, because it may be left alone.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.jit import Random, Row, kernel
from incognita.core.rules import NONE
from incognita.games.lost_cities.components import (
    ACTIONS_OF_A_COLOUR,
    BONUS,
    BONUS_CARDS,
    DRAW_PILE,
    MOST_COLOURS,
    PLAY,
    RANKS,
    STATE,
    TAKE,
    VIEW,
)

# tuned constants begin
HAND = 0.86  # chance to lay a card in hand while turns are plenty
HASTE = 0.984  # turns a card in hand needs before that chance falls
DRAWN = 0.84  # chance that an unseen card which comes to me can still be laid, while turns are plenty
CROWD = 0.296  # how much cards in hand take away the turns for cards that are yet to come
LOW = 0.009  # what each hoped-for card counts less or more, whatever its number: low ones are often passed over
HOPE = -0.002  # uncertainty about a colour not begun, per turn left: it may get better
NERVE = 0.144  # what the beginning of an expedition must promise
MULTIPLY_HAND = 0.861  # chance to lay an investment in hand
MULTIPLY_DRAWN = 0.132  # an unseen investment
TOP = 0.631  # chance to get and use the top of a discard pile
TOP_BACK = 0.146  # the same for the card I put there myself: the opponent comes first
THEIR_HELD = 1.02  # chance that they lay a card they are known to hold
THEIR_HAND = 0.995  # chance that they lay an unseen card if it is in their hand
THEIR_DRAWN = 0.373  # and if they will draw it
THEIR_HOPE = 1.64
THEIR_TOP = 0.609  # chance that they take and lay a card I leave on a pile
THEIR_LOW = 0.129
AGAINST = 0.935  # their points against mine
EIGHTH = 4.43  # expected cards from which the bonus for eight comes into sight
EIGHTH_RATE = 0.171
NEW_CARD = 0.103  # what a card from the draw pile is worth beside its number: it may be anything
TEMPO = 0.697  # what a turn gained by not drawing from the draw pile is worth of the estimate
THEIR_TEMPO = 0.56
PATIENCE = 0.345  # each draw from a discard pile makes the next one less attractive, so that no round lasts for ever
THEIR_CROWD = 1.47
# tuned constants end

Notes: TypeAlias = NDArray[np.int64]
Weights: TypeAlias = NDArray[np.float64]

MASKS = 1 << int(RANKS)
NUMBERS = MASKS - 2


def sums() -> Notes:
    """For each set of ranks, the sum of its numbers."""
    return np.array([sum(rank + 1 for rank in range(1, 10) if mask >> rank & 1) for mask in range(MASKS)], np.int64)


def counts() -> Notes:
    """For each set of ranks, how many numbers it has."""
    return np.array([(mask & NUMBERS).bit_count() for mask in range(MASKS)], np.int64)


SUM, COUNT = sums(), counts()
ABOVE = np.array([NUMBERS & ~((2 << rank) - 1) for rank in range(int(RANKS))], np.int64)

# The columns of the notes on a colour.
HELD, HELD_INVESTMENTS, UNSEEN, UNSEEN_INVESTMENTS, KNOWN, KNOWN_INVESTMENTS, UNDER, OVER_IT, MINE = range(9)
SIDE_COLUMNS = 4
LAID_TOP, LAID_SUM, LAID_INVESTMENTS, LAID_CARDS = range(4)
COLUMNS = 9 + 2 * SIDE_COLUMNS


@rules.policy.implement(STATE, VIEW)
@kernel
def policy(view: Row, rng: Random) -> int:
    if view.choices == 1:
        return np.int64(view.legal[0])
    notes = np.empty((MOST_COLOURS, COLUMNS), np.int64)
    unseen = take_notes(view, notes)
    if view.phase == PLAY:
        return choose_card(view, notes, unseen)
    return choose_draw(view, notes, unseen)


# --- what can be seen


@kernel
def take_notes(view: Row, notes: Notes) -> int:
    """Write down what is where in each colour; return the number of unseen cards."""
    side = np.int64(view.viewer) % 2
    hand_at = 0
    unseen = 0
    for colour in range(np.int64(view.colours)):
        note = notes[colour]
        gone = 0  # cards of each rank in hand and pile, four bits a rank
        held = 0
        first = hand_at
        while hand_at < np.int64(view.held[view.viewer]) and np.int64(view.hand[hand_at]) < 10 * (colour + 1):
            rank = np.int64(view.hand[hand_at]) - 10 * colour
            gone += 1 << (4 * rank)
            held |= 1 << rank
            hand_at += 1
        height = np.int64(view.heights[colour])
        for i in range(height):
            gone += 1 << (4 * np.int64(view.piles[colour, i]))
        note[HELD] = held & NUMBERS
        note[HELD_INVESTMENTS] = 0
        if held & 1:
            while first < hand_at and np.int64(view.hand[first]) == 10 * colour:
                note[HELD_INVESTMENTS] += 1
                first += 1
        note[OVER_IT] = np.int64(view.piles[colour, height - 1]) if height > 0 else -1
        note[UNDER] = np.int64(view.piles[colour, height - 2]) if height > 1 else -1
        unseen += note_unseen(view, note, colour, side, gone)
    return unseen


@kernel
def note_unseen(view: Row, note: Notes, colour: int, side: int, gone: int) -> int:
    """The rest of the notes on a colour, rank by rank; returns its number of unseen cards."""
    other = 1 - side
    unseen = 0
    total = 0
    known_mask = 0
    sum_me = 0
    sum_them = 0
    cards_me = 0
    cards_them = 0
    for rank in range(10):
        me = np.int64(view.expeditions[side, colour, rank])
        them = np.int64(view.expeditions[other, colour, rank])
        known = np.int64(view.known[other, 10 * colour + rank])
        left = np.int64(view.copies[rank]) - me - them - known - (gone >> (4 * rank) & 15)
        total += left
        if rank == 0:
            note[UNSEEN_INVESTMENTS] = left
            note[KNOWN_INVESTMENTS] = known
        else:
            unseen |= np.int64(left > 0) << rank
            known_mask |= np.int64(known > 0) << rank
            sum_me += me * (rank + 1)
            sum_them += them * (rank + 1)
        cards_me += me
        cards_them += them
    note[UNSEEN] = unseen
    note[KNOWN] = known_mask
    mine = note[MINE:]
    theirs = note[MINE + SIDE_COLUMNS :]
    mine[LAID_TOP] = np.int64(view.tops[side, colour])
    mine[LAID_SUM] = sum_me
    mine[LAID_INVESTMENTS] = np.int64(view.expeditions[side, colour, 0])
    mine[LAID_CARDS] = cards_me
    theirs[LAID_TOP] = np.int64(view.tops[other, colour])
    theirs[LAID_SUM] = sum_them
    theirs[LAID_INVESTMENTS] = np.int64(view.expeditions[other, colour, 0])
    theirs[LAID_CARDS] = cards_them
    return total


# --- what a colour will be worth


@kernel
def worth(
    top: int,
    total: float,
    investments: float,
    cards: float,
    begun: bool,
    hand: int,
    held_investments: float,
    unseen: int,
    unseen_investments: float,
    pile: int,
    cost: int,
    hand_chance: float,
    multiply: float,
    unseen_chance: float,
    low: float,
    unseen_multiply: float,
    pile_chance: float,
    hope: float,
) -> float:
    """Expected points of one colour for one side at the end of the round."""
    above = ABOVE[top]
    hand &= above
    unseen &= above
    total += hand_chance * SUM[hand] + unseen_chance * (SUM[unseen] + low * COUNT[unseen])
    cards += hand_chance * COUNT[hand] + unseen_chance * COUNT[unseen]
    factor = 1.0 + investments
    more = 0.0
    if top == 0:
        more = multiply * held_investments + unseen_multiply * unseen_investments
        if pile == 0:
            more += pile_chance
    if pile > top:
        total += pile_chance * (pile + 1)
        cards += pile_chance
    if total > cost:
        factor += more
    cards += more
    value = (total - cost) * factor
    value += BONUS * min(1.0, max(0.0, (cards - EIGHTH) * EIGHTH_RATE))
    if begun:
        return value
    value -= NERVE
    return 0.5 * (value + math.sqrt(value * value + hope * hope))


@kernel
def my_worth(
    note: Notes, hand: int, held_investments: int, pile: int, pile_chance: float, cost: int, chances: Weights
) -> float:
    mine = note[MINE:]
    return worth(
        mine[LAID_TOP],
        float(mine[LAID_SUM]),
        float(mine[LAID_INVESTMENTS]),
        float(mine[LAID_CARDS]),
        mine[LAID_CARDS] > 0,
        hand,
        float(held_investments),
        note[UNSEEN],
        float(note[UNSEEN_INVESTMENTS]),
        pile,
        cost,
        chances[0],
        MULTIPLY_HAND * chances[0],
        chances[1],
        LOW,
        MULTIPLY_DRAWN,
        pile_chance,
        chances[2],
    )


@kernel
def my_worth_after(note: Notes, hand: int, held_investments: int, rank: int, cost: int, chances: Weights) -> float:
    """After laying the card of this rank."""
    mine = note[MINE:]
    value = rank + 1 if rank > 0 else 0
    return worth(
        rank,
        float(mine[LAID_SUM] + value),
        float(mine[LAID_INVESTMENTS] + (1 if rank == 0 else 0)),
        float(mine[LAID_CARDS] + 1),
        True,
        hand,
        float(held_investments),
        note[UNSEEN],
        float(note[UNSEEN_INVESTMENTS]),
        note[OVER_IT],
        cost,
        chances[0],
        MULTIPLY_HAND * chances[0],
        chances[1],
        LOW,
        MULTIPLY_DRAWN,
        TOP * chances[0],
        chances[2],
    )


@kernel
def their_worth(note: Notes, pile: int, cost: int, chances: Weights) -> float:
    theirs = note[MINE + SIDE_COLUMNS :]
    return worth(
        theirs[LAID_TOP],
        float(theirs[LAID_SUM]),
        float(theirs[LAID_INVESTMENTS]),
        float(theirs[LAID_CARDS]),
        theirs[LAID_CARDS] > 0,
        note[KNOWN],
        float(note[KNOWN_INVESTMENTS]),
        note[UNSEEN],
        float(note[UNSEEN_INVESTMENTS]),
        pile,
        cost,
        chances[3],
        chances[3],
        chances[4],
        THEIR_LOW,
        chances[4],
        chances[5],
        chances[6],
    )


@kernel
def count_turns(view: Row, notes: Notes, unseen: int, turns: float, their_turns: float, chances: Weights) -> None:
    cost = np.int64(view.cost)
    waiting = 0.0  # my cards that want to be laid
    stake = 0.0
    their_stake = 0.0
    their_waiting = 0.0
    drawn = turns / max(1, unseen)
    hope = HOPE * turns
    their_hand = float(np.int64(view.held[(np.int64(view.viewer) + 1) % np.int64(view.players)]))
    their_share = (their_hand * THEIR_HAND) / max(1, unseen)
    for colour in range(np.int64(view.colours)):
        note = notes[colour]
        mine = note[MINE:]
        hand = note[HELD] & ABOVE[mine[LAID_TOP]]
        n = COUNT[hand] + (note[HELD_INVESTMENTS] if mine[LAID_TOP] == 0 else 0)
        want = 1.0
        if mine[LAID_CARDS] == 0:
            value = float(SUM[hand]) + drawn * DRAWN * SUM[note[UNSEEN]] - cost - NERVE
            want = 0.5 + 0.5 * value / math.sqrt(value * value + hope * hope + 1.0)
        waiting += want * n
        stake += want * SUM[hand] * (1 + mine[LAID_INVESTMENTS])
        theirs = note[MINE + SIDE_COLUMNS :]
        if theirs[LAID_CARDS] > 0:
            usable = note[UNSEEN] & ABOVE[theirs[LAID_TOP]]
            known = note[KNOWN] & ABOVE[theirs[LAID_TOP]]
            their_waiting += COUNT[known] + their_share * COUNT[usable]
            their_stake += (SUM[known] + their_share * SUM[usable]) * (1 + theirs[LAID_INVESTMENTS])
    chances[0] = HAND * enough(turns, waiting * HASTE)
    chances[1] = drawn * DRAWN * enough(max(0.0, turns - CROWD * waiting), turns)
    chances[2] = hope
    their_enough = enough(their_turns, their_waiting * THEIR_CROWD)
    chances[3] = THEIR_HELD * their_enough
    chances[4] = (their_share + THEIR_DRAWN * their_turns / max(1, unseen)) * their_enough
    chances[5] = THEIR_TOP * min(1.0, their_turns)
    chances[6] = THEIR_HOPE * their_turns
    chances[7] = waiting
    chances[8] = stake
    chances[9] = their_waiting
    chances[10] = their_stake


@kernel
def enough(turns: float, needed: float) -> float:
    """The share of the needed turns that there will be."""
    if turns >= needed:
        return 1.0
    return turns / needed


# --- the two decisions of a turn


@kernel
def choose_card(view: Row, notes: Notes, unseen: int) -> int:
    left = np.int64(view.left)
    turns = float((left - 1) // 2)  # mine after this one
    chances = np.empty(11, np.float64)
    count_turns(view, notes, unseen, turns, float(left // 2), chances)
    cost = np.int64(view.cost)
    best = -1e9
    choice = 0
    for i in range(np.int64(view.choices)):
        action = np.int64(view.legal[i])
        value = card_value(notes, action, cost, chances)
        if value > best:
            best = value
            choice = action
    return choice


@kernel
def card_value(notes: Notes, action: int, cost: int, chances: Weights) -> float:
    colour = (action - 1) // 21
    rank = (action - 1 - 21 * colour) // 2
    laid = (action - 1 - 21 * colour) == 2 * rank
    note = notes[colour]
    before = my_worth(note, note[HELD], note[HELD_INVESTMENTS], note[OVER_IT], TOP * chances[0], cost, chances)
    hand = note[HELD] & ~(1 << rank)
    investments = note[HELD_INVESTMENTS] - (1 if rank == 0 else 0)
    if laid:
        return my_worth_after(note, hand, investments, rank, cost, chances) - before
    mine = my_worth(note, hand, investments, rank, TOP_BACK * chances[0], cost, chances) - before
    theirs = their_worth(note, rank, cost, chances) - their_worth(note, note[OVER_IT], cost, chances)
    return mine - AGAINST * theirs


@kernel
def choose_draw(view: Row, notes: Notes, unseen: int) -> int:
    left = np.int64(view.left)
    turns = float((left - 1) // 2)
    chances = np.empty(11, np.float64)
    count_turns(view, notes, unseen, turns, float(left // 2), chances)
    cost = np.int64(view.cost)
    best = pile_value(view, notes, unseen, chances)
    choice = np.int64(DRAW_PILE)
    for i in range(1, np.int64(view.choices)):
        action = np.int64(view.legal[i])
        value = take_value(notes[(action - 1) // 21], cost, chances)
        if value > best:
            best = value
            choice = action
    return choice


@kernel
def take_value(note: Notes, cost: int, chances: Weights) -> float:
    rank = note[OVER_IT]
    before = my_worth(note, note[HELD], note[HELD_INVESTMENTS], rank, TOP_BACK * chances[0], cost, chances)
    hand = note[HELD] | (1 << rank) & NUMBERS
    investments = note[HELD_INVESTMENTS] + (1 if rank == 0 else 0)
    mine = my_worth(note, hand, investments, note[UNDER], TOP_BACK * chances[0], cost, chances) - before
    theirs = their_worth(note, note[UNDER], cost, chances) - their_worth(note, rank, cost, chances)
    return mine - AGAINST * theirs


@kernel
def pile_value(view: Row, notes: Notes, unseen: int, chances: Weights) -> float:
    """What an unknown card brings, and the turns that it takes away."""
    left = float(np.int64(view.left))
    value = 0.0
    for colour in range(np.int64(view.colours)):
        note = notes[colour]
        mine = note[MINE:]
        usable = note[UNSEEN] & ABOVE[mine[LAID_TOP]]
        want = 1.0 if mine[LAID_CARDS] > 0 else 0.3
        value += want * (1 + mine[LAID_INVESTMENTS]) * SUM[usable]
    value *= max(0.0, chances[0] - chances[1]) / max(1, unseen)
    gain = chances[8] * (enough(left / 2, chances[7] * HASTE) - enough(left / 2 - 0.5, chances[7] * HASTE))
    theirs = chances[10] * (
        enough(left / 2 + 0.5, chances[9] * THEIR_CROWD) - enough(left / 2, chances[9] * THEIR_CROWD)
    )
    taken = float(
        np.int64(view.ply) // 2
        - (np.int64(view.cards) - np.int64(view.hand_size) * np.int64(view.players) - np.int64(view.left))
    )
    return value + NEW_CARD - TEMPO * gain + THEIR_TEMPO * theirs + PATIENCE * max(0.0, taken)
