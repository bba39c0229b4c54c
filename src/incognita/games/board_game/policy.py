"""The hand-written player of the board game: the first real opponent, and the playout policy of search.

It thinks in expected points. The *outlook* of a path is what its stones and tiles will still bring, weighed by the
chance that there will be a card for each step. Whatever can be done is worth what it brings at once and the change that
it makes to the outlook of its path. Cards in hand make an outlook better, gaps make it worse, a late hour makes it
worse: so low cards come first, nothing hopeless is begun, and useless cards go.

Rounds always end. A discard is taken only if it can be laid, and only while fewer than MOST_TAKEN taken cards are in
hand; and a taken card is not thrown away while it can be laid. So the cards taken leave the hand onto a column, or
because another card was laid there. Between two cards laid, then, this player takes at most MOST_TAKEN discards, and
draws from the pile in all other turns; cards laid never come back, and the pile is finite.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, kernel
from incognita.core.rules import Worths
from incognita.games.board_game.components import (
    ACTIONS_OF_A_COLOUR,
    ARROW,
    ARTIFACT,
    BEYOND_THE_BRIDGE,
    CONTINUE,
    CROSSINGS_THAT_END,
    DISCARD,
    DRAW_PILE,
    FIRST_OF_COLOURS,
    KINDS,
    NO_TILE,
    PATHS,
    STATE,
    STEP_ON,
    STONES,
    TAKE,
    VALUES,
    VIEW,
    WAYS,
    WITH_RESEARCHER,
)
from incognita.games.board_game.kernel import artifact_points, kind_of, net, path_of, value_of

# These numbers were found by playing versions against each other over thousands of mirrored deals.

# Of the cards that one will draw, the share that comes in time to be laid.
LUCK = 0.9
# How fast the chance of a further step falls with the cards that are missing for it.
DOUBT = 0.35
# Points of laying a card now rather than later, and how much less for every turn to come: there is time to wait for a
# better card early on, later there is none.
TEMPO, PATIENCE = 6.0, 0.15
# What the promise of a path not yet begun is worth against one begun.
WAITING = 0.9
# Points that a path must promise beyond nothing before it is begun.
CAUTION = 6.0
# A tile some steps ahead, for every step: another may be there first, and plans change.
TILES_AHEAD = 0.63
# An arrow, in average steps: one chooses the best.
ARROW_STEPS = 1.75
# How many more artifacts one may hope for: in this round, and in each later one.
MORE_ARTIFACTS, ARTIFACTS_A_ROUND = 2, 3
# Points given away with a discard: one that exactly continues another's column; the lowest card of a path not begun by
# them; how much less it counts with every seat further away.
GIFT, GIFT_TO_BEGIN, FURTHER_AWAY = 8.6, 1.5, 0.7
# Points of a card from the draw pile, which nobody has seen; a discard has to be better.
FRESH_CARD = 5.0
# Steps on one path in a turn: hardly more than one, with arrows.
STEPS_A_TURN = 1.4
# The turns to come are those in which the nearest explorers could reach the bridges, and this share of those that the
# pile allows, but not more than the pile allows: nobody runs straight for the bridges.
PILE_CLOCK = 0.65
# Ending the round: points for doing it, average steps lost with each turn given up …
LAST_STEP, GIVEN_UP = 10.0, 0.27
# … and for each point ahead of the best other: more of it in the last round, when nothing counts but to win.
AHEAD, AHEAD_AT_LAST = 0.2, 0.8

# Taken cards in one's hand that still can be laid: more are seldom of use, and without a limit discards could go round.
MOST_TAKEN = 4
# Less than anything that can happen in a round, with whatever numbers.
UNTHINKABLE = -1e6

# A tally is cards of one colour in one number: five bits for each value v, saying how many are of v or higher.
BITS = 5
TALLY_OF_ONE = (1 << BITS) - 1


class Plan(NamedTuple):
    """What is reckoned once for a decision."""

    turns: float
    """Own turns after this one."""
    luck: float
    """The chance that an unseen card comes into one's hand in time."""
    haste: float
    """The share of one's cards for which there will be time."""
    artifact: float
    """Points of one more artifact."""


class Trail(NamedTuple):
    """A path as the seat that decides sees it."""

    path: Int
    stone: Int
    """Where its explorer stands; 0 before the path is begun."""
    first: Int
    last: Int
    times: float
    """2 for the researcher."""
    hand: Int
    """The tally of the cards of this colour in hand …"""
    unseen: Int
    """… and of those nobody has seen."""


@rules.weigh.implement(STATE, VIEW)
@kernel
def weigh(view: Row, rng: Random, worths: Worths) -> None:
    plan = make_plan(view)
    trail, promised = nowhere(), 0.0
    for i in range(view.choices):
        action = np.int64(view.legal[i])
        worth = FRESH_CARD if action == DRAW_PILE else 0.0
        if action >= FIRST_OF_COLOURS:
            path, what = divmod(action - FIRST_OF_COLOURS, np.int64(ACTIONS_OF_A_COLOUR))
            if path != trail.path:  # they are sorted by path
                trail = look_at(view, path)
                promised = promise(view, plan, trail)
            worth = worth_of(view, plan, trail, what, promised)
        worths[i] = worth


@kernel
def worth_of(view: Row, plan: Plan, trail: Trail, what: Int, promised: float) -> float:
    """Points to be expected from an action on a path, beyond what the path promises anyway."""
    if not is_thinkable(view, trail, what):
        return UNTHINKABLE
    after = trail_after(view, trail, what)
    if after.stone > trail.stone and ends_the_round(view, after):
        return worth_of_ending(view, plan, after)
    return brought_at_once(view, plan, trail, what, after) + promise(view, plan, after) - promised


@kernel
def is_thinkable(view: Row, trail: Trail, what: Int) -> bool:
    """What keeps rounds from lasting for ever, as said above. Whatever may not be thrown away can be laid instead."""
    if what == TAKE:
        return can_be_laid(view, trail, card_of(view, trail, what)) and taken_cards(view) < MOST_TAKEN
    if is_discard(what):
        value = card_of(view, trail, what)
        taken = view.known[view.viewer, kind_of(trail.path, value)] > 0
        return not (taken and can_be_laid(view, trail, value))
    return True


@kernel
def is_discard(what: Int) -> bool:
    return what < TAKE and what % WAYS == DISCARD


@kernel
def can_be_laid(view: Row, trail: Trail, value: Int) -> bool:
    return trail.stone == 0 or closeness(view, view.viewer, trail.path, value) >= 0.0


@kernel
def taken_cards(view: Row) -> Int:
    n = 0
    for kind in range(KINDS):
        n += np.int64(view.known[view.viewer, kind])
    return n


@kernel
def card_of(view: Row, trail: Trail, what: Int) -> Int:
    """The value of the card that is played or taken."""
    return np.int64(view.piles[trail.path, view.heights[trail.path] - 1]) if what == TAKE else what // WAYS


# --- what an action does


@kernel
def trail_after(view: Row, trail: Trail, what: Int) -> Trail:
    """The path after an action, apart from tiles."""
    path, stone, first, last, times, hand, unseen = trail
    if what == TAKE:
        hand += one_card(card_of(view, trail, what))
    elif what == STEP_ON:
        stone += 1
    else:
        value, way = what // WAYS, what % WAYS
        hand -= one_card(value)
        if way != DISCARD:
            stone = min(stone + 1, STONES)
            first = value if way != CONTINUE else first
            last = value
            times = 2.0 if way == WITH_RESEARCHER else times
    return Trail(path, stone, first, last, times, hand, unseen)


@kernel
def brought_at_once(view: Row, plan: Plan, trail: Trail, what: Int, after: Trail) -> float:
    """Points of the step and its tile; of a discard, what is given away with it."""
    if what == TAKE:
        return 0.0
    if is_discard(what):
        return -gift(view, trail.path, what // WAYS)
    gain = average_step(view)  # 3.5
    if after.stone > trail.stone:
        gain = stone_gain(view, after.stone, after.times) + tile_worth(view, plan, after.path, after.stone)
    if what == STEP_ON:
        return gain
    return gain + TEMPO - PATIENCE * plan.turns - (CAUTION if trail.stone == 0 else 0.0)


@kernel
def ends_the_round(view: Row, after: Trail) -> bool:
    return after.stone == BEYOND_THE_BRIDGE and view.crossed + 1 == CROSSINGS_THAT_END


@kernel
def worth_of_ending(view: Row, plan: Plan, after: Trail) -> float:
    """7.1: nothing comes after this step, for anybody: good for whoever is ahead, and late rather than early."""
    gain = stone_gain(view, after.stone, after.times)
    weight = AHEAD_AT_LAST if view.round_number == view.rounds else AHEAD
    given_up = GIVEN_UP * plan.turns * average_step(view)
    return gain + LAST_STEP + weight * (gain + lead(view)) - given_up


@kernel
def lead(view: Row) -> float:
    """Points ahead of the best other, as things stand."""
    own, best_other = 0.0, 2 * UNTHINKABLE
    for seat in range(view.players):
        points = float(view.holdings[seat]) + float(net(view, seat))
        points += float(artifact_points(view, np.int64(view.tokens[seat]) + np.int64(view.artifacts[seat])))
        if seat == view.viewer:
            own = points
        else:
            best_other = max(best_other, points)
    return own - best_other


# --- what others may do with a card


@kernel
def gift(view: Row, path: Int, value: Int) -> float:
    """Points that a discard is worth to the others, the next one first."""
    total, weight = 0.0, 1.0
    seat = np.int64(view.viewer)
    for _ in range(np.int64(view.players) - 1):
        seat = seat + 1 if seat + 1 < view.players else np.int64(0)
        if view.standing[seat, path] == 0:
            total += weight * GIFT_TO_BEGIN * max(0.0, 1.0 - from_the_end(view, value) / (VALUES // 2))
        else:
            total += weight * GIFT * max(0.0, closeness(view, seat, path, value) / VALUES)
        weight *= FURTHER_AWAY
    return total


@kernel
def from_the_end(view: Row, value: Int) -> float:
    """How far a card is from the best one to begin a path with; 9.1: there are two of those."""
    return float(min(value, np.int64(view.ranks) - 1 - value) if view.up_or_down else value)


@kernel
def closeness(view: Row, seat: Int, path: Int, value: Int) -> float:
    """How closely a card follows a seat's last one: VALUES if equal, less for every value between, -1 if not at all."""
    first, last = np.int64(view.first[seat, path]), np.int64(view.last[seat, path])
    if value >= last and (view.up_or_down == 0 or last >= first):
        return float(VALUES - (value - last))
    if value <= last and view.up_or_down == 1 and last <= first:
        return float(VALUES - (last - value))
    return -1.0


# --- what a path promises


@kernel
def nowhere() -> Trail:
    return Trail(np.int64(-1), np.int64(0), np.int64(0), np.int64(0), 1.0, np.int64(0), np.int64(0))


@kernel
def look_at(view: Row, path: Int) -> Trail:
    me = view.viewer
    hand = tally_hand(view, path)
    return Trail(
        path,
        np.int64(view.standing[me, path]),
        np.int64(view.first[me, path]),
        np.int64(view.last[me, path]),
        2.0 if view.researcher[me] == path else 1.0,
        hand,
        tally_unseen(view, path) - hand,
    )


@kernel
def promise(view: Row, plan: Plan, trail: Trail) -> float:
    """Points still to come from a path. One not yet begun counts as if begun with the best card for it, or nothing."""
    if trail.stone > 0:
        cards = supply(view, plan, trail, trail.first, trail.last)
        return outlook(view, plan, trail.path, trail.stone, trail.times, cards)
    if trail.hand == 0:
        return 0.0
    cards = supply_to_begin(view, plan, trail) - plan.haste
    start = stone_gain(view, np.int64(1), trail.times) + tile_worth(view, plan, trail.path, np.int64(1))
    further = outlook(view, plan, trail.path, np.int64(1), trail.times, cards)
    return WAITING * max(0.0, start + further)


@kernel
def supply_to_begin(view: Row, plan: Plan, trail: Trail) -> float:
    """With the lowest card in hand; 9.1: or the highest."""
    low, high = np.int64(0), np.int64(VALUES - 1)
    while at_most(trail.hand, low) == 0:
        low += 1
    if view.up_or_down == 0:
        return supply(view, plan, trail, low, low)
    while at_least(trail.hand, high) == 0:
        high -= 1
    return max(supply(view, plan, trail, low, low), supply(view, plan, trail, high, high))


@kernel
def outlook(view: Row, plan: Plan, path: Int, stone: Int, times: float, cards: float) -> float:
    """What an explorer on `stone` will still gain with so many cards to be expected."""
    total, nearness = 0.0, 1.0
    for further in range(stone + 1, STONES + 1):
        cards -= 1.0
        chance = min(1.0, 0.5 + DOUBT * cards)
        if chance <= 0.0:
            break
        total += chance * (stone_gain(view, further, times) + nearness * tile_worth(view, plan, path, further))
        nearness *= TILES_AHEAD
    return total


@kernel
def supply(view: Row, plan: Plan, trail: Trail, first: Int, last: Int) -> float:
    """Cards that can follow in a column, as many as there will be time for: those in hand, and those to come."""
    rising = float(at_least(trail.hand, last)) + plan.luck * float(at_least(trail.unseen, last))
    falling = float(at_most(trail.hand, last)) + plan.luck * float(at_most(trail.unseen, last))
    cards = rising
    if view.up_or_down and last <= first:
        cards = falling if last < first else max(rising, falling)
    return min(plan.haste * cards, STEPS_A_TURN * plan.turns)


@kernel
def stone_gain(view: Row, stone: Int, times: float) -> float:
    """Of the step onto a stone; the first one is reached from nothing. The researcher's counts twice."""
    before = np.int64(view.stones[stone - 2]) if stone > 1 else np.int64(0)
    return times * float(np.int64(view.stones[stone - 1]) - before)


@kernel
def average_step(view: Row) -> float:
    return float(np.int64(view.stones[STONES - 1]) - np.int64(view.stones[0])) / (STONES - 1)


@kernel
def tile_worth(view: Row, plan: Plan, path: Int, stone: Int) -> float:
    tile = view.board[path, stone - 1]
    if tile == NO_TILE:
        return 0.0
    if tile == ARTIFACT:
        return plan.artifact
    if tile == ARROW:
        return ARROW_STEPS * average_step(view)
    return float(tile - ARROW)


# --- what is reckoned once


@kernel
def make_plan(view: Row) -> Plan:
    turns = turns_left(view)
    return Plan(
        turns,
        LUCK * turns / max(1.0, float(count_unseen(view))),
        min(1.0, (turns + 1.0) / max(1.0, turns + float(useful_cards(view)))),
        artifact_worth(view),
    )


@kernel
def turns_left(view: Row) -> float:
    """Own turns after this one: until the pile is empty, or until the fifth explorer crosses a bridge."""
    by_pile = float((np.int64(view.left) - 1) // np.int64(view.players))
    by_bridges = float(steps_to_the_end(view)) / float(view.players)
    return min(by_pile, by_bridges + PILE_CLOCK * by_pile)


@kernel
def steps_to_the_end(view: Row) -> Int:
    """Steps that the explorers nearest to a bridge, as many as are missing to end the round, have to go."""
    missing = np.int64(CROSSINGS_THAT_END) - np.int64(view.crossed)
    total = 0
    for stone in range(BEYOND_THE_BRIDGE - 1, -1, -1):
        here = min(missing, explorers_on(view, stone))
        missing -= here
        total += here * (np.int64(BEYOND_THE_BRIDGE) - stone)
    return total


@kernel
def explorers_on(view: Row, stone: Int) -> Int:
    """Of all players; 0 for those not yet on a path."""
    n = 0
    for seat in range(view.players):
        for path in range(PATHS):
            n += np.int64(view.standing[seat, path] == stone)
    return n


@kernel
def count_unseen(view: Row) -> Int:
    n = np.int64(view.left) + np.int64(view.removed)
    for seat in range(view.players):
        if seat != view.viewer:
            n += np.int64(view.held[seat])
    return n


@kernel
def useful_cards(view: Row) -> Int:
    """Cards in hand that continue a path."""
    n = 0
    for i in range(view.held[view.viewer]):
        path, value = np.int64(path_of(view.hand[i])), np.int64(value_of(view.hand[i]))
        begun = view.standing[view.viewer, path] > 0
        n += np.int64(begun and closeness(view, view.viewer, path, value) >= 0.0)
    return n


@kernel
def artifact_worth(view: Row) -> float:
    """What one more artifact brings on the average of those one may hope for: the track has steps, hopes have none."""
    tokens = np.int64(view.tokens[view.viewer]) + np.int64(view.artifacts[view.viewer])
    more = MORE_ARTIFACTS + ARTIFACTS_A_ROUND * (np.int64(view.rounds) - np.int64(view.round_number))
    return float(artifact_points(view, tokens + more) - artifact_points(view, tokens)) / more


# --- tallies


@kernel
def one_card(value: Int) -> Int:
    """It is of v or higher for every v up to its value: a one in each of these places."""
    return ((np.int64(1) << (BITS * (np.int64(value) + 1))) - 1) // TALLY_OF_ONE


@kernel
def at_least(tally: Int, value: Int) -> Int:
    return (tally >> (BITS * value)) & TALLY_OF_ONE


@kernel
def at_most(tally: Int, value: Int) -> Int:
    return at_least(tally, np.int64(0)) - at_least(tally, value + 1)


@kernel
def tally_hand(view: Row, path: Int) -> Int:
    tally = np.int64(0)
    for i in range(view.held[view.viewer]):
        if path_of(view.hand[i]) == path:
            tally += one_card(value_of(view.hand[i]))
    return tally


@kernel
def tally_unseen(view: Row, path: Int) -> Int:
    """All cards of a colour that lie on no column or pile and that nobody else took openly."""
    tally = np.int64(0)
    for value in range(view.ranks):
        n = np.int64(view.copies)
        for seat in range(view.players):
            kind = kind_of(path, value)
            n -= np.int64(view.columns[seat, kind])
            if seat != view.viewer:
                n -= np.int64(view.known[seat, kind])
        tally += n * one_card(value)
    for i in range(view.heights[path]):
        tally -= one_card(view.piles[path, i])
    return tally
