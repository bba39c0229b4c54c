"""The hand-written player of Adventure Tours: the first real opponent, and the playout policy of search.

It thinks in expected money. A card in hand *promises* what it pays as a member, weighed by the chance that its demand
will be met and that there will be a turn for it. Whatever can be done is worth what it brings at once, the change it
makes to what the hand promises, and the harm it does to the players who are ahead.
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, kernel
from incognita.core.rules import Worths
from incognita.games.adventure_tours.components import (
    ACCEPT,
    ACTS_TWICE,
    ANOTHER_TURN,
    AS_MEMBER,
    CATEGORIES,
    COST_OF_A_CARD,
    DECLINE,
    DRAW_CARD,
    EQUIPMENT_ACTS,
    EQUIPS_AGAIN,
    EXTRA_EQUIPMENT,
    EXTRA_MEMBER,
    FIRST_BOARD,
    FIRST_CARD,
    FIRST_PROTECTION,
    FIRST_SEAT,
    GIVE_TWO,
    HIRES_AGAIN,
    KINDS,
    MEMBERS,
    MOST_PLAYERS,
    MOVE_EQUIPMENT,
    NEED_NOT_DRAW,
    NO_ACTION,
    PLAY,
    PLAYS_AGAIN,
    PROTECTION,
    STATE,
    VIEW,
    WAYS,
)
from incognita.games.adventure_tours.rivals import (
    MILLER,
    Table,
    best_attack,
    ending,
    gives,
    look_at_table,
    own_loss,
    worth_of_member,
)
from incognita.games.adventure_tours.table import find_protector
from incognita.games.adventure_tours.worth import (
    A_COLOUR,
    Plan,
    ability_of,
    gap_of,
    kept_by_moving,
    less_equipment,
    make_plan,
    more_equipment,
    moving,
    one_card_less,
    one_more_card,
    promise,
    worth_of_card,
)

# Money of another turn.
TURN = 6.75
# Money of another member that may follow at once, if there is one; and of an extra equipment card.
FOLLOWER, EXTRA_CARD = 4.5, 3.4
# Money of coming nearer to going out, shared among the cards in hand.
RUSH = 0.5
# How much the second use of an action adds to the first.
TWICE = 1.0
# How much the action of a card laid as equipment counts: as a member it could use it too, and pay.
ACTING = 0.5
# A bit for every seat.
ANYBODY = np.int64((1 << MOST_PLAYERS) - 1)
# Less than anything that can happen in a round, with whatever numbers.
UNTHINKABLE = -1e6
# Boards to choose among: money of a step of equipment, and of each ability, by what boards earned against each other.
STEP = 1.0
CARAVAN, SUBMARINE, AIRSHIP, RIVER_BOAT, SLEDGE, BALLOON = 6.0, 1.0, 1.0, 3.5, 0.5, 14.0


@rules.weigh.implement(STATE, VIEW)
@kernel
def weigh(view: Row, rng: Random, worths: Worths) -> None:
    top = np.int64(view.to_come) - 1
    plan = make_plan(view)
    table = look_at_table(view, plan)
    for i in range(view.choices):
        worths[i] = worth_of(view, plan, table, top, np.int64(view.legal[i]))


@kernel
def worth_of(view: Row, plan: Plan, table: Table, top: Int, action: Int) -> float:
    """Money to be expected from an answer, beyond what is to be expected anyway."""
    if action == DECLINE:
        return 0.0
    if action >= FIRST_BOARD and action < FIRST_CARD:
        return choosing(view, action - np.int64(FIRST_BOARD) + 1)
    if action >= FIRST_PROTECTION and action < FIRST_BOARD:
        return protecting(view, plan, table, top, np.uint8(action - np.int64(FIRST_PROTECTION)))
    if action == DRAW_CARD:
        return drawing(view, plan, table)
    return acting(view, plan, table, top, action)


@kernel
def acting(view: Row, plan: Plan, table: Table, top: Int, action: Int) -> float:
    """A card that is laid, with what its action is worth; or an action that is used."""
    if action < FIRST_CARD:
        seats = ANYBODY if action == ACCEPT else np.int64(1) << (action - np.int64(FIRST_SEAT))
        return use_of(view, plan, table, view.what[top], np.int64(view.card[top]), seats)
    kind, way = divmod(action - np.int64(FIRST_CARD), np.int64(WAYS))
    use = 0.0
    if way == AS_MEMBER or equipment_acts(view, kind):
        use = max(0.0, use_of(view, plan, table, view.action[kind], kind, ANYBODY))
    if way != AS_MEMBER:
        return ACTING * use + equipping(view, plan, table, kind)
    return hiring(view, plan, table, kind, use, view.what[top] == PLAY)


# --- laying a card


@kernel
def equipping(view: Row, plan: Plan, table: Table, kind: Int) -> float:
    """3.2 and 3.3: the promises of other cards grow, its own is lost, and a fresh card comes for it."""
    lost = promise(view, plan.reach, plan.fresh, kind)
    drawn = plan.haste * (plan.fresh - lost)
    if view.left <= 1:
        drawn = ending(table, 0.0)  # 6.1
    if can_act(view, NEED_NOT_DRAW):
        drawn = max(drawn, laid_for_good(view, plan, table, lost))  # 7.3
    return drawn + more_equipment(view, plan, kind, True) + kept_by_moving(view, plan, kind)


@kernel
def laid_for_good(view: Row, plan: Plan, table: Table, lost: float) -> float:
    """No card comes for it: it goes out of the hand, maybe as the last one."""
    if view.held[view.viewer] == 1:
        return COST_OF_A_CARD + ending(table, float(COST_OF_A_CARD))
    return one_card_less(plan, lost)


@kernel
def hiring(view: Row, plan: Plan, table: Table, kind: Int, use: float, starts: bool) -> float:
    """3.4 and 3.5: its money for its promise, its action, and more time for the others."""
    held = float(view.held[view.viewer])
    if starts and can_act(view, ACTS_TWICE):
        use *= 1.0 + TWICE  # 7.6
    if held == 1.0:
        use = 0.0 if view.action[kind] == ANOTHER_TURN else use
        return use + float(view.money[kind]) + ending(table, worth_of_card(view, kind))  # 6.3
    if starts and can_act(view, HIRES_AGAIN) and has_follower(view, kind, False):
        use += FOLLOWER  # 7.5
    lost = promise(view, plan.reach, plan.fresh, kind)
    return use + float(view.money[kind]) + RUSH / held + one_card_less(plan, lost)


@kernel
def can_act(view: Row, ability: Int) -> bool:
    """7.1"""
    return ability_of(view, view.viewer) == ability and view.ability_used == 0


@kernel
def equipment_acts(view: Row, kind: Int) -> bool:
    """7.4: the card itself counts."""
    return can_act(view, EQUIPMENT_ACTS) and gap_of(view, kind) <= float(view.equips[kind])


@kernel
def use_of(view: Row, plan: Plan, table: Table, what: Int, kind: Int, seats: Int) -> float:
    """3.6: what the action of a card is worth, aimed at one of these seats, a bit for each."""
    if what in (NO_ACTION, PROTECTION):
        return 0.0
    if what == ANOTHER_TURN:
        return TURN
    if what == EXTRA_MEMBER:
        return FOLLOWER if has_follower(view, kind, True) else 0.0
    if what == EXTRA_EQUIPMENT:
        return EXTRA_CARD if view.held[view.viewer] > 1 else 0.0
    if what == MOVE_EQUIPMENT:
        return moving(view, plan, kind // A_COLOUR)
    worth = best_attack(view, plan, table, what, seats)
    return 2.0 * worth if what == GIVE_TWO else worth


@kernel
def has_follower(view: Row, kind: Int, same_colour: bool) -> bool:
    """5.7 and 7.5: whether another card could join."""
    for other in range(KINDS):
        fits = not same_colour or other // A_COLOUR == kind // A_COLOUR
        if fits and view.hand[other] > np.uint8(other == kind) and gap_of(view, other) <= 0.0:
            return True
    return False


# --- other questions


@kernel
def drawing(view: Row, plan: Plan, table: Table) -> float:
    """7.3"""
    ends = ending(table, 0.0)
    if view.left <= 1:
        return ends
    return one_more_card(plan) - (ends if view.held[view.viewer] == 0 else 0.0)


@kernel
def protecting(view: Row, plan: Plan, table: Table, top: Int, colour: Int) -> float:
    """5.11: the loss that is averted, less the Pater Miller."""
    what = view.what[top]
    cards = float(view.amount[top]) if gives(what) else 1.0
    protector = find_protector(view, view.viewer, colour)
    kind = np.int64(view.kind[protector])
    if view.place[protector] % 2 == MEMBERS:
        price = worth_of_member(view, plan, kind)
    else:
        price = less_equipment(view, plan, kind) + MILLER * plan.turns
    return cards * own_loss(view, plan, table, what) - price


@kernel
def choosing(view: Row, board: Int) -> float:
    """10.2"""
    worth = 0.0
    for category in range(CATEGORIES):
        worth += STEP * float(view.start[board, category])
    ability = view.ability[board]
    if ability == EQUIPS_AGAIN:
        worth += CARAVAN
    elif ability == NEED_NOT_DRAW:
        worth += SUBMARINE
    elif ability == EQUIPMENT_ACTS:
        worth += AIRSHIP
    elif ability == HIRES_AGAIN:
        worth += RIVER_BOAT
    elif ability == ACTS_TWICE:
        worth += SLEDGE
    elif ability == PLAYS_AGAIN:
        worth += BALLOON
    return worth
