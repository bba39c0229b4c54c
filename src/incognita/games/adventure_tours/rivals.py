"""What the hand-written player of Adventure Tours thinks of the others: who is ahead, and what an attack does."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from incognita.core.jit import Int, Row, kernel
from incognita.games.adventure_tours.choices import can_be_named
from incognita.games.adventure_tours.components import (
    COST_OF_A_CARD,
    DISCARD_EQUIPMENT,
    DISCARD_MEMBER,
    DISCARDS,
    GIVE_TWO,
    MEMBERS,
    PROTECTION,
    SECOND_RECIPIENT,
    TAKE_EQUIPMENT,
    TAKE_MEMBER,
)
from incognita.games.adventure_tours.worth import (
    Plan,
    haste_for,
    less_equipment,
    more_equipment,
    one_more_card,
)

# What harm to the leader is worth in own money, and how far behind the leader a player hardly counts.
HARM, SPREAD = 0.75, 13.3
# The least that harm counts, against that to the leader.
LEAST = 0.05
# What others make of a card in hand, against what it is worth.
OTHERS = 0.93
# What a step of another's equipment is worth to them, for each card in hand.
STEP_OF_OTHERS = 0.45
# Money of a gift to somebody who could go out soon, for each card fewer in hand than SOON.
THREAT, SOON = 1.0, 5.85
# A Pater Miller among the members, beside what he pays, for every turn to come.
MILLER = 0.26
# The most that an attack is worth that can be parried.
PARRIED = 3.0
# Ending the round, for each unit of money ahead of the best other; and for being ahead at all, by CLEARLY or more.
AHEAD, WIN, CLEARLY = 0.45, 1.0, 4.0
# Less than anybody's money.
NOTHING = -1e6


class Table(NamedTuple):
    """What lies open, and whoever is ahead, reckoned once for a decision. A number holds eight bits for every seat."""

    equipment: Int
    """The last equipment card of each seat …"""
    members: Int
    """… and the last member."""
    protected: Int
    """Who could parry an attack, one bit for every seat."""
    best: float
    """What the best of the others may end with."""
    lead: float
    """Own money beyond that of the best other, if the round ended now …"""
    spoiled: float
    """… and what the end would spoil of others' plans, less that of one's own."""


@kernel
def look_at_table(view: Row, plan: Plan) -> Table:
    equipment, members, protected = np.int64(0), np.int64(0), np.int64(0)
    for i in range(view.laid):
        place = np.int64(view.place[i])
        if place == DISCARDS:
            continue
        seat = place >> 1
        if place & 1 == MEMBERS:
            members = with_last(members, seat, np.int64(view.kind[i]))
        else:
            equipment = with_last(equipment, seat, np.int64(view.kind[i]))
        protected |= np.int64(view.protects[i]) << seat
    best, best_now = best_of_others(view, plan)
    spoiled = HARM * (best - best_now) - plan.haste * plan.promised
    return Table(equipment, members, protected, best, money_now(view, view.viewer) - best_now, spoiled)


@kernel
def with_last(cards: Int, seat: Int, kind: Int) -> Int:
    return (cards & ~(np.int64(255) << (8 * seat))) | (kind << (8 * seat))


@kernel
def last_card(cards: Int, seat: Int) -> Int:
    return (cards >> (8 * np.int64(seat))) & 255


# --- who is ahead


@kernel
def money_now(view: Row, seat: Int) -> float:
    """8.2"""
    cost = COST_OF_A_CARD * float(view.held[seat])
    return max(0.0, float(view.totals[seat]) + float(view.income[seat]) - cost)


@kernel
def prospects(view: Row, plan: Plan, seat: Int) -> float:
    """The money another player may end with."""
    held = float(view.held[seat])
    return money_now(view, seat) + held * card_of_others(plan, held)


@kernel
def card_of_others(plan: Plan, held: float) -> float:
    return OTHERS * plan.average * haste_for(plan.turns, held)


@kernel
def best_of_others(view: Row, plan: Plan) -> tuple[float, float]:
    """The most that another may end with, and the most that another has."""
    best, best_now = NOTHING, NOTHING
    for seat in range(view.players):
        if seat != view.viewer:
            best = max(best, prospects(view, plan, seat))
            best_now = max(best_now, money_now(view, seat))
    return best, best_now


@kernel
def importance(view: Row, plan: Plan, table: Table, seat: Int) -> float:
    """What harm to another player is worth in own money."""
    behind = table.best - prospects(view, plan, seat)
    return HARM * max(LEAST, 1.0 - behind / SPREAD)


@kernel
def ending(table: Table, gain: float) -> float:
    """6.1 and 6.3: nobody gets anything any more, after this gain; good for whoever is ahead."""
    lead = table.lead + gain
    return table.spoiled + AHEAD * lead + WIN * max(-1.0, min(1.0, lead / CLEARLY))


# --- attacks


@kernel
def gives(what: Int) -> bool:
    return what <= GIVE_TWO or what == SECOND_RECIPIENT


@kernel
def own_loss(view: Row, plan: Plan, table: Table, what: Int) -> float:
    """What one loses oneself by an attack; of gifts, by each card."""
    if what in (DISCARD_MEMBER, TAKE_MEMBER):
        return worth_of_member(view, plan, last_card(table.members, view.viewer))
    if what in (DISCARD_EQUIPMENT, TAKE_EQUIPMENT):
        return less_equipment(view, plan, last_card(table.equipment, view.viewer))
    worth = one_more_card(plan)
    if view.held[view.viewer] == 0 and view.turn == view.viewer:
        worth -= ending(table, 0.0)  # 6.3: one would go out without it
    return -worth


@kernel
def loss_of(view: Row, plan: Plan, table: Table, what: Int, seat: Int) -> float:
    """What another player loses by an attack; of gifts, by each card."""
    held = float(view.held[seat])
    if what in (DISCARD_MEMBER, TAKE_MEMBER):
        return worth_of_member(view, plan, last_card(table.members, seat))
    if what in (DISCARD_EQUIPMENT, TAKE_EQUIPMENT):
        kind = last_card(table.equipment, seat)
        steps = float(view.equips[kind]) + 2.0 * float(view.equips_others[kind])
        return STEP_OF_OTHERS * steps * held
    threat = THREAT * max(0.0, SOON - held)
    return COST_OF_A_CARD - card_of_others(plan, held + 1.0) + threat


@kernel
def worth_of_member(view: Row, plan: Plan, kind: Int) -> float:
    protection = MILLER * plan.turns if view.action[kind] == PROTECTION else 0.0
    return float(view.money[kind]) + protection


@kernel
def naming(view: Row, plan: Plan, table: Table, what: Int, seat: Int) -> float:
    """4.1: what it is worth to aim at a player."""
    ends = ending(table, 0.0) if gives(what) and view.left <= 1 else 0.0  # 6.1
    if seat == view.viewer:
        changes_nothing = what in (TAKE_EQUIPMENT, TAKE_MEMBER)
        return ends - (0.01 if changes_nothing else own_loss(view, plan, table, what))
    loss = loss_of(view, plan, table, what, seat)
    harm = importance(view, plan, table, seat)
    if table.protected >> seat & 1:
        return harm * min(loss, PARRIED)
    return ends + harm * loss + taken(view, plan, table, what, seat)


@kernel
def taken(view: Row, plan: Plan, table: Table, what: Int, seat: Int) -> float:
    """5.5 and 5.9: what another's card brings oneself."""
    if what == TAKE_MEMBER:
        return worth_of_member(view, plan, last_card(table.members, seat))
    if what == TAKE_EQUIPMENT:
        return more_equipment(view, plan, last_card(table.equipment, seat), False)
    return 0.0


@kernel
def best_attack(view: Row, plan: Plan, table: Table, what: Int, seats: Int) -> float:
    """What an action is worth, aimed at whomever of these seats, a bit for each, it fits best."""
    best = NOTHING
    for seat in range(view.players):
        if seats >> seat & 1 and can_be_named(view, seat, what):
            best = max(best, naming(view, plan, table, what, seat))
    return best
