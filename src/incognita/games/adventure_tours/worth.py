"""What the hand-written player of Adventure Tours expects of its own hand and equipment, in money."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from incognita.core.jit import Int, Row, kernel
from incognita.games.adventure_tours.components import (
    ADVENTURERS,
    CATEGORIES,
    COST_OF_A_CARD,
    EQUIPMENT,
    EQUIPS_AGAIN,
    HIRES_AGAIN,
    KINDS,
    MOVE_EQUIPMENT,
    NO_ACTION,
    PLAYS_AGAIN,
    PROTECTION,
)
from incognita.games.adventure_tours.table import place_of

A_COLOUR = int(ADVENTURERS)
"""Kinds of one colour."""

# These numbers, and those of `rivals` and `policy`, were found by playing versions against each other over thousands of
# mirrored deals; where neither more nor less helped, a first guess stayed.

# Turns that others need for each card in hand before they go out, and one for the road.
PACE, LAG = 1.4, 0.44
# Cards drawn in a turn, whoever's.
DRAWS = 0.9
# How much faster a board is that lets two cards be laid in a turn.
QUICK = 0.3
# How much every card in hand presses for time.
HURRY = 0.45
# Steps of equipment in every turn that is not needed for hiring, and how many more with an extra equipment card.
REACH, TINKER = 0.53, 0.5
# The chance of meeting a demand that is within reach.
DOUBT = 0.9
# Money of an action that can be used later.
ACTION = 0.67
# A poor card can be laid as equipment for a fresh one: how much of that one's promise it has.
SWAP = 0.7
# How much cards not yet drawn count when equipment grows, for every turn.
HOPE = 0.67
# Equipment that a card in hand could move to the members: how much of its money is not lost.
MOVED = 0.5


class Plan(NamedTuple):
    """What is reckoned once for a decision."""

    turns: float
    """Own turns after this one."""
    reach: float
    """Steps by which equipment of a colour may still grow."""
    haste: float
    """The share of what the hand promises for which there will be time …"""
    haste_of_fewer: float
    """… with a card less …"""
    haste_of_more: float
    """… and with a card more."""
    average: float
    """What a card of the deck pays as a member, and saves."""
    fresh: float
    """What a card from the draw pile promises."""
    promised: float
    """What the hand promises."""


@kernel
def make_plan(view: Row) -> Plan:
    turns, held = turns_left(view), float(view.held[view.viewer])
    reach = REACH * max(0.0, turns - held)
    if ability_of(view, view.viewer) == EQUIPS_AGAIN:
        reach *= 1.0 + TINKER
    average, fresh = expected_of_deck(view, reach)
    return Plan(
        turns,
        reach,
        haste_for(turns, held),
        haste_for(turns, held - 1.0),
        haste_for(turns, held + 1.0),
        average,
        fresh,
        promise_of_hand(view, reach, fresh),
    )


@kernel
def turns_left(view: Row) -> float:
    """Own turns after this one, until the pile is empty or another player's hand is."""
    turns = float(view.left) / (DRAWS * float(view.players))
    for seat in range(view.players):
        if seat != view.viewer:
            turns = min(turns, LAG + PACE * float(view.held[seat]) / quickness(view, seat))
    return turns * quickness(view, view.viewer)


@kernel
def quickness(view: Row, seat: Int) -> float:
    ability = ability_of(view, seat)
    return 1.0 + QUICK if ability in (PLAYS_AGAIN, HIRES_AGAIN) else 1.0


@kernel
def ability_of(view: Row, seat: Int) -> Int:
    """None before there is a board."""
    board = view.board[seat]
    return view.ability[board] if board < len(view.ability) else np.uint8(0)


@kernel
def haste_for(turns: float, held: float) -> float:
    """The share of a hand that can be laid in time."""
    time = turns + 0.5  # the turn that is being played counts too, but a part of it is gone
    return time / (time + HURRY * max(0.0, held))


# --- what cards promise


@kernel
def worth_of_card(view: Row, kind: Int) -> float:
    """8.1 and 8.2: what a member pays, and no longer costs."""
    return float(view.money[kind]) + COST_OF_A_CARD


@kernel
def gap_of(view: Row, kind: Int) -> float:
    """3.4: steps of equipment missing for a card."""
    return float(np.int64(view.demand[kind]) - np.int64(view.strength[view.viewer, kind // A_COLOUR]))


@kernel
def hope(view: Row, reach: float, kind: Int, gap: float) -> float:
    """What a card is worth, by the chance that its demand will be met."""
    if gap >= 1.0 + reach and gap > 0.0:
        return 0.0
    has_action = view.action[kind] != NO_ACTION and view.action[kind] != PROTECTION
    worth = worth_of_card(view, kind) + (ACTION if has_action else 0.0)
    return worth if gap <= 0.0 else worth * DOUBT * (1.0 - gap / (1.0 + reach))


@kernel
def promise(view: Row, reach: float, fresh: float, kind: Int) -> float:
    """As a member, or as equipment for which a fresh card comes."""
    return max(hope(view, reach, kind, gap_of(view, kind)), SWAP * fresh)


@kernel
def promise_of_hand(view: Row, reach: float, fresh: float) -> float:
    total = 0.0
    for kind in range(KINDS):
        if view.hand[kind] > 0:
            total += float(view.hand[kind]) * promise(view, reach, fresh, kind)
    return total


@kernel
def expected_of_deck(view: Row, reach: float) -> tuple[float, float]:
    """What a card of the deck is worth, and what it promises on this board."""
    worth, promised = 0.0, 0.0
    for kind in range(KINDS):
        if view.copies[kind] > 0:
            copies = float(view.copies[kind])
            worth += copies * worth_of_card(view, kind)
            promised += copies * hope(view, reach, kind, gap_of(view, kind))
    return worth / float(view.cards), promised / float(view.cards)


@kernel
def one_more_card(plan: Plan) -> float:
    """In one's own hand, where it costs if there is no time for it."""
    less_time = plan.promised * (plan.haste - plan.haste_of_more)
    return plan.haste_of_more * plan.fresh - COST_OF_A_CARD - less_time


@kernel
def one_card_less(plan: Plan, promised: float) -> float:
    """Out of one's own hand: it costs nothing, and there is more time for the others."""
    more_time = (plan.promised - promised) * (plan.haste_of_fewer - plan.haste)
    return COST_OF_A_CARD - plan.haste * promised + more_time


# --- equipment


@kernel
def more_equipment(view: Row, plan: Plan, kind: Int, from_hand: bool) -> float:
    """What the hand promises more with a card as equipment, which may come from the hand itself."""
    without = np.int64(kind) if from_hand else np.int64(-1)
    return change(view, plan, kind // A_COLOUR, float(view.equips[kind]), float(view.equips_others[kind]), without)


@kernel
def less_equipment(view: Row, plan: Plan, kind: Int) -> float:
    """What the hand promises less without a card as equipment."""
    own, others = float(view.equips[kind]), float(view.equips_others[kind])
    return -change(view, plan, kind // A_COLOUR, -own, -others, np.int64(-1))


@kernel
def change(view: Row, plan: Plan, colour: Int, own: float, others: float, without: Int) -> float:
    """What the hand promises more or less if the value of a colour, and that of each other one, changes."""
    total = 0.0
    for category in range(CATEGORIES):
        steps = own if category == colour else others
        if steps != 0.0:
            total += change_of_steps(view, plan, category, steps, without)
    return plan.haste * total


@kernel
def change_of_steps(view: Row, plan: Plan, category: Int, steps: float, without: Int) -> float:
    """What the hand, without a card that is laid, and cards to come promise more with so many steps in a category."""
    total = 0.0
    to_come = HOPE * plan.turns / float(view.cards)
    for kind in range(category * A_COLOUR, (category + 1) * A_COLOUR):
        gap = gap_of(view, kind)
        if view.copies[kind] > 0 and (gap > 0.0 or gap > steps):
            cards = float(np.int64(view.hand[kind]) - np.int64(kind == without)) + to_come * float(view.copies[kind])
            total += cards * (hope(view, plan.reach, kind, gap - steps) - hope(view, plan.reach, kind, gap))
    return total


@kernel
def moving(view: Row, plan: Plan, colour: Int) -> float:
    """5.10: what the equipment of a colour pays as members, less what the hand then promises no longer."""
    worth, own, others = 0.0, 0.0, 0.0
    mine = place_of(view.viewer, EQUIPMENT)
    for i in range(view.laid):
        if view.place[i] == mine and view.kind[i] // A_COLOUR == colour:
            worth += float(view.money[view.kind[i]])
            own += float(view.equips[view.kind[i]])
            others += float(view.equips_others[view.kind[i]])
    return worth + change(view, plan, colour, -own, -others, np.int64(-1))


@kernel
def kept_by_moving(view: Row, plan: Plan, kind: Int) -> float:
    """Of a card laid as equipment: what it may still pay, if a card in hand could move it to the members."""
    colour = kind // A_COLOUR
    for mover in range(colour * A_COLOUR, (colour + 1) * A_COLOUR):
        if view.action[mover] == MOVE_EQUIPMENT and view.hand[mover] > np.uint8(mover == kind):
            likely = hope(view, plan.reach, mover, gap_of(view, mover)) / (worth_of_card(view, mover) + ACTION)
            return MOVED * plan.haste * likely * float(view.money[kind])
    return 0.0
