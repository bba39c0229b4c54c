"""What cards, equipment and attacks are worth to the hand-written player of Adventure Tours, in money."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from incognita.core.jit import Int, Row, kernel
from incognita.games.adventure_tours.components import (
    CATEGORIES,
    COST_OF_A_CARD,
    DISCARD_EQUIPMENT,
    DISCARD_MEMBER,
    DISCARDS,
    EQUIPMENT,
    GIVE_TWO,
    KINDS,
    MEMBERS,
    MOVE_EQUIPMENT,
    PROTECTION,
    SECOND_RECIPIENT,
    TAKE_EQUIPMENT,
    TAKE_MEMBER,
)
from incognita.games.adventure_tours.table import place_of

# Turns that a player needs for every card in hand before going out, and others beside.
PACE, LAG = 1.4, 1.0
# Cards drawn in a turn of anybody.
DRAWS = 0.6
# How much a card in hand presses for time.
HURRY = 0.3
# Steps of equipment in a turn that is not needed for hiring.
REACH = 0.8
# The chance that what is within reach is reached.
DOUBT = 0.9
# Money of an action that is used later.
ACTION = 1.0
# How much of a fresh card's promise a poor one has: it can be laid as equipment for it.
SWAP = 0.7
# The promise of cards not yet drawn, when equipment grows.
HOPE = 1.0
# Harm to the leader in own money, and how far behind a player no longer counts.
HARM, SPREAD = 0.5, 20.0
# What another's card in hand promises, of the average worth.
OTHERS = 0.6
# Money that a step of another's equipment is worth to them, for each card in hand.
EQUIPMENT_OF_OTHERS = 0.3
# Money of giving a card to somebody about to go out, for each card fewer than NEARLY_OUT.
THREAT, NEARLY_OUT = 1.0, 3.0
# Money of a Pater Miller among the members, beside what he pays, for every turn to come.
MILLER = 0.2
# What being ahead adds to ending the round, for each unit of money.
AHEAD = 0.3


class Plan(NamedTuple):
    """What is reckoned once for a decision."""

    turns: float
    """Own turns after this one."""
    reach: float
    """Steps of equipment that can still be hoped for in a colour."""
    haste: float
    """The share of the promise of the hand for which there will be time …"""
    haste_of_fewer: float
    """… with one card less …"""
    haste_of_more: float
    """… and with one card more."""
    fresh: float
    """What a card from the draw pile promises."""
    promised: float
    """What the hand promises."""
    best: float
    """The prospects of the best other player."""
    equipment: Int
    """The last equipment card of every seat, eight bits each …"""
    members: Int
    """… and the last member."""
    protected: Int
    """A bit for every seat that could protect itself."""


@kernel
def make_plan(view: Row) -> Plan:
    turns, held = turns_left(view), float(view.held[view.viewer])
    reach = REACH * max(0.0, turns - held)
    plan = Plan(
        turns,
        reach,
        haste_for(turns, held),
        haste_for(turns, held - 1.0),
        haste_for(turns, held + 1.0),
        0.0,
        0.0,
        best_prospects(view, turns),
        np.int64(0),
        np.int64(0),
        np.int64(0),
    )
    fresh = fresh_promise(view, plan)
    plan = with_promises(view, plan, fresh)
    return plan


@kernel
def with_promises(view: Row, plan: Plan, fresh: float) -> Plan:
    turns, reach, haste, fewer, more, _, _, best, _, _, _ = plan
    plan = Plan(turns, reach, haste, fewer, more, fresh, 0.0, best, np.int64(0), np.int64(0), np.int64(0))
    promised = hand_promise(view, plan)
    equipment, members, protected = np.int64(0), np.int64(0), np.int64(0)
    for i in range(view.laid):
        place = np.int64(view.place[i])
        if place == DISCARDS:
            continue
        seat = place >> 1
        shift = 8 * seat
        if place & 1 == MEMBERS:
            members = (members & ~(np.int64(255) << shift)) | (np.int64(view.kind[i]) << shift)
        else:
            equipment = (equipment & ~(np.int64(255) << shift)) | (np.int64(view.kind[i]) << shift)
        protected |= np.int64(view.protects[i]) << seat
    return Plan(turns, reach, haste, fewer, more, fresh, promised, best, equipment, members, protected)


@kernel
def turns_left(view: Row) -> float:
    """Own turns after this one: until the pile is empty or another player's hand is."""
    turns = float(view.left) / (DRAWS * float(view.players))
    for seat in range(view.players):
        if seat != view.viewer:
            turns = min(turns, LAG + PACE * float(view.held[seat]))
    return turns


@kernel
def haste_for(turns: float, held: float) -> float:
    return (turns + 0.5) / (turns + 0.5 + HURRY * max(0.0, held))


# --- what cards promise


@kernel
def worth_of_card(view: Row, kind: Int) -> float:
    """What it pays and what it no longer costs."""
    return float(view.money[kind]) + COST_OF_A_CARD


@kernel
def chance(plan: Plan, gap: float) -> float:
    """Of meeting a demand that is so much higher than the equipment."""
    if gap <= 0.0:
        return 1.0
    return DOUBT * max(0.0, 1.0 - gap / (1.0 + plan.reach))


@kernel
def gap_of(view: Row, kind: Int) -> float:
    return float(np.int64(view.demand[kind]) - np.int64(view.strength[view.viewer, kind // 16]))


@kernel
def hope(view: Row, plan: Plan, kind: Int, gap: float) -> float:
    action = view.action[kind]
    acts = action != 0 and action != PROTECTION
    return (worth_of_card(view, kind) + (ACTION if acts else 0.0)) * chance(plan, gap)


@kernel
def promise(view: Row, plan: Plan, kind: Int) -> float:
    return max(hope(view, plan, kind, gap_of(view, kind)), SWAP * plan.fresh)


@kernel
def fresh_promise(view: Row, plan: Plan) -> float:
    total = 0.0
    for kind in range(KINDS):
        if view.copies[kind] > 0:
            total += float(view.copies[kind]) * hope(view, plan, kind, gap_of(view, kind))
    return total / float(view.cards)


@kernel
def hand_promise(view: Row, plan: Plan) -> float:
    total = 0.0
    for kind in range(KINDS):
        if view.hand[kind] > 0:
            total += float(view.hand[kind]) * promise(view, plan, kind)
    return total


@kernel
def one_more_card(view: Row, plan: Plan) -> float:
    """In one's own hand."""
    return plan.haste_of_more * plan.fresh - COST_OF_A_CARD - plan.promised * (plan.haste - plan.haste_of_more)


# --- equipment


@kernel
def change_of_equipment(view: Row, plan: Plan, kind: Int, sign: float) -> float:
    """What the hand promises more with a card as equipment, or less without it."""
    total = 0.0
    colour = np.int64(kind) // 16
    for category in range(CATEGORIES):
        steps = float(view.equips[kind]) if category == colour else float(view.equips_others[kind])
        if steps > 0.0:
            without = np.int64(kind) if sign > 0.0 else np.int64(-1)
            total += change_of_steps(view, plan, category, sign * steps, without)
    return total


@kernel
def change_of_steps(view: Row, plan: Plan, category: Int, steps: float, without: Int) -> float:
    total = 0.0
    unseen = HOPE * plan.turns / float(view.cards)
    for kind in range(category * 16, category * 16 + 16):
        n = float(np.int64(view.hand[kind]) - np.int64(kind == without)) + unseen * float(view.copies[kind])
        if n > 0.0:
            gap = gap_of(view, kind)
            if gap > 0.0 or gap - steps > 0.0:
                total += n * (hope(view, plan, kind, gap - steps) - hope(view, plan, kind, gap))
    return total


@kernel
def moved_worth(view: Row, plan: Plan, colour: Int) -> float:
    """5.10: what the equipment of a colour pays as members, less what the hand then promises no longer."""
    worth = 0.0
    steps = 0.0
    mine = place_of(view.viewer, EQUIPMENT)
    for i in range(view.laid):
        if view.place[i] == mine and view.kind[i] // 16 == colour:
            worth += float(view.money[view.kind[i]])
            steps += float(view.equips[view.kind[i]])
    if steps > 0.0:
        worth += plan.haste * change_of_steps(view, plan, colour, -steps, np.int64(-1))
    return worth


# --- other players


@kernel
def best_prospects(view: Row, turns: float) -> float:
    best = -1e6
    for seat in range(view.players):
        if seat != view.viewer:
            best = max(best, prospects(view, turns, seat))
    return best


@kernel
def prospects(view: Row, turns: float, seat: Int) -> float:
    """The money another player may end with."""
    return money_now(view, seat) + float(view.held[seat]) * card_of_others(view, turns, float(view.held[seat]))


@kernel
def money_now(view: Row, seat: Int) -> float:
    cost = COST_OF_A_CARD * float(view.held[seat])
    return max(0.0, float(view.totals[seat]) + float(view.income[seat]) - cost)


@kernel
def card_of_others(view: Row, turns: float, held: float) -> float:
    """What another may hope from a card in hand."""
    return OTHERS * 6.0 * haste_for(turns, held)


@kernel
def weight(view: Row, plan: Plan, seat: Int) -> float:
    """How much harm to another is worth in own money."""
    behind = plan.best - prospects(view, plan.turns, seat)
    return HARM * max(0.05, 1.0 - behind / SPREAD)


@kernel
def last_of_seat(cards: Int, seat: Int) -> Int:
    return (cards >> (8 * np.int64(seat))) & 255


@kernel
def loss_of(view: Row, plan: Plan, what: Int, seat: Int) -> float:
    """What a player loses by an attack; of gifts, by each card."""
    if what == DISCARD_MEMBER or what == TAKE_MEMBER:
        return loss_of_member(view, plan, last_of_seat(plan.members, seat))
    if what == DISCARD_EQUIPMENT or what == TAKE_EQUIPMENT:
        kind = last_of_seat(plan.equipment, seat)
        if seat == view.viewer:
            return -plan.haste * change_of_equipment(view, plan, kind, -1.0)
        steps = float(view.equips[kind]) + 2.0 * float(view.equips_others[kind])
        return steps * EQUIPMENT_OF_OTHERS * float(view.held[seat])
    if seat == view.viewer:
        return -one_more_card(view, plan)
    held = float(view.held[seat])
    threat = THREAT * max(0.0, NEARLY_OUT - held)
    return COST_OF_A_CARD - card_of_others(view, plan.turns, held + 1.0) + threat


@kernel
def loss_of_member(view: Row, plan: Plan, kind: Int) -> float:
    worth = float(view.money[kind])
    return worth + (MILLER * plan.turns if view.action[kind] == PROTECTION else 0.0)


@kernel
def miller_worth(view: Row, plan: Plan, kind: Int, member: Int) -> float:
    """What it costs to discard a Pater Miller."""
    if member:
        return loss_of_member(view, plan, kind)
    return MILLER * plan.turns - plan.haste * change_of_equipment(view, plan, kind, -1.0)


@kernel
def is_member(view: Row, i: Int) -> bool:
    return view.place[i] % 2 == MEMBERS


@kernel
def naming(view: Row, plan: Plan, what: Int, seat: Int) -> float:
    """4.1: what it is worth to aim at a player."""
    loss = loss_of(view, plan, what, seat)
    gives = what <= GIVE_TWO or what == SECOND_RECIPIENT
    if seat == view.viewer:
        worth = -0.01 if what == TAKE_EQUIPMENT or what == TAKE_MEMBER else -loss
        return worth + (ending(view, plan, 0.0) if gives and view.left <= 1 else 0.0)
    heavy = weight(view, plan, seat)
    if plan.protected >> seat & 1:
        return heavy * min(loss, 2.0)
    worth = heavy * loss
    if what == TAKE_MEMBER:
        worth += loss
    elif what == TAKE_EQUIPMENT:
        worth += plan.haste * change_of_equipment(view, plan, last_of_seat(plan.equipment, seat), 1.0)
    elif gives and view.left <= 1:
        worth += ending(view, plan, 0.0)
    return worth


@kernel
def best_attack(view: Row, plan: Plan, what: Int) -> float:
    best = 0.0
    for seat in range(view.players):
        if can_be_hit(view, what, seat):
            best = max(best, naming(view, plan, what, seat))
    return 2.0 * best if what == GIVE_TWO else best


@kernel
def can_be_hit(view: Row, what: Int, seat: Int) -> bool:
    if what == DISCARD_MEMBER or what == TAKE_MEMBER:
        return view.lying[2 * seat + 1] > 0
    if what == DISCARD_EQUIPMENT or what == TAKE_EQUIPMENT:
        return view.lying[2 * seat] > 0
    return what != 0 and what != MOVE_EQUIPMENT


@kernel
def ending(view: Row, plan: Plan, gain: float) -> float:
    """6.1, 6.3: nobody gets anything any more; good for whoever is ahead."""
    best = -1e6
    for seat in range(view.players):
        if seat != view.viewer:
            best = max(best, money_now(view, seat))
    lead = money_now(view, view.viewer) + gain - best
    return AHEAD * lead + HARM * (plan.best - best) - plan.haste * plan.promised
