"""The hand-written player of Adventure Tours: the first real opponent, and the playout policy of search.

It thinks in expected money. A card in hand *promises* what it pays as a member, weighed by the chance that its demand
will be met and that there will be a turn for it. Whatever can be done is worth what it brings at once, the change it
makes to what the hand promises, and the harm it does to the players who are ahead.
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, kernel
from incognita.games.adventure_tours.components import (
    ACTS_TWICE,
    ANOTHER_TURN,
    AS_MEMBER,
    CATEGORIES,
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
    HIRES_AGAIN,
    MOVE_EQUIPMENT,
    NEED_NOT_DRAW,
    PLAY,
    PLAYS_AGAIN,
    PROTECTION,
    STATE,
    VIEW,
    WAYS,
)
from incognita.games.adventure_tours.table import colour_of, find_protector
from incognita.games.adventure_tours.worth import (
    Plan,
    best_attack,
    change_of_equipment,
    ending,
    is_member,
    loss_of,
    make_plan,
    miller_worth,
    moved_worth,
    naming,
    one_more_card,
    promise,
    worth_of_card,
)

# These numbers were found by playing versions against each other over thousands of mirrored deals.

# Money of a further turn, whoever offers it.
TURN = 3.0
# Money of another member that may follow at once, if there is one.
FOLLOWER = 2.0
# How much of an action is still to be had when the card is hired later.
LATER = 0.8
# Less than anything that can happen in a round, with whatever numbers.
UNTHINKABLE = -1e6
# Boards to choose among: money of a step of equipment, and of each ability.
STEP = 1.0
CARAVAN, SUBMARINE, AIRSHIP, RIVER_BOAT, SLEDGE, BALLOON = 4.0, 2.0, 3.0, 4.0, 2.0, 6.0


@rules.policy.implement(STATE, VIEW)
@kernel
def policy(view: Row, rng: Random) -> Int:
    """The legal action that is worth most."""
    top = np.int64(view.to_come) - 1
    plan = make_plan(view)
    best, chosen = 2 * UNTHINKABLE, np.int64(view.legal[0])
    for i in range(view.choices):
        action = np.int64(view.legal[i])
        worth = worth_of(view, plan, top, action)
        if worth > best:
            best, chosen = worth, action
    return chosen


@kernel
def worth_of(view: Row, plan: Plan, top: Int, action: Int) -> float:
    """Money to be expected from an answer, beyond that of declining."""
    if action == DECLINE:
        return 0.0
    if action >= FIRST_CARD:
        kind, way = divmod(action - np.int64(FIRST_CARD), np.int64(WAYS))
        return hiring(view, plan, top, kind) if way == AS_MEMBER else equipping(view, plan, top, kind)
    if action >= FIRST_BOARD:
        return choosing(view, action - np.int64(FIRST_BOARD) + 1)
    if action >= FIRST_PROTECTION:
        return protecting(view, plan, top, action - np.int64(FIRST_PROTECTION))
    if action >= FIRST_SEAT:
        return naming(view, plan, view.what[top], action - np.int64(FIRST_SEAT))
    if action == DRAW_CARD:
        return drawing(view, plan)
    if view.what[top] == MOVE_EQUIPMENT:
        return moved_worth(view, plan, np.int64(colour_of(view.card[top])))
    return TURN


# --- laying a card


@kernel
def equipping(view: Row, plan: Plan, top: Int, kind: Int) -> float:
    """3.2: its own promise is lost, that of others grows, and a card comes for it."""
    worth = plan.haste * (change_of_equipment(view, plan, kind, 1.0) - promise(view, plan, kind))
    if view.left <= 1:
        return worth + ending(view, plan, 0.0)
    worth += plan.haste * plan.fresh
    acts = view.ability[view.board[view.viewer]] == EQUIPMENT_ACTS and view.ability_used == 0
    if acts and view.demand[kind] <= view.strength[view.viewer, kind // 16]:
        worth += use_of(view, plan, top, kind)  # 7.4
    return worth


@kernel
def hiring(view: Row, plan: Plan, top: Int, kind: Int) -> float:
    """3.4: its money for its promise, its action, and more time for the others."""
    at_once = worth_of_card(view, kind) + use_of(view, plan, top, kind)
    lost = promise(view, plan, kind)
    worth = at_once - plan.haste * lost + (plan.promised - lost) * (plan.haste_of_fewer - plan.haste)
    if view.held[view.viewer] == 1:
        worth += ending(view, plan, float(view.money[kind]) + 2.0)
    return worth


@kernel
def use_of(view: Row, plan: Plan, top: Int, kind: Int) -> float:
    """3.6: what the action of a card is worth now."""
    what = view.action[kind]
    worth = 0.0
    if what == ANOTHER_TURN:
        worth = TURN
    elif what == EXTRA_MEMBER:
        worth = FOLLOWER if has_follower(view, kind) else 0.0
    elif what == EXTRA_EQUIPMENT:
        worth = TURN / 2 if view.held[view.viewer] > 1 else 0.0
    elif what == MOVE_EQUIPMENT:
        worth = max(0.0, moved_worth(view, plan, kind // 16))
    elif what != PROTECTION:
        worth = max(0.0, best_attack(view, plan, what))
        if view.what[top] == PLAY and view.ability[view.board[view.viewer]] == ACTS_TWICE:
            worth *= 2.0  # 7.6
    return worth


@kernel
def has_follower(view: Row, kind: Int) -> bool:
    """5.7: whether another card of the same colour could join."""
    colour = kind // 16
    for other in range(colour * 16, colour * 16 + 16):
        more = np.int64(view.hand[other]) - np.int64(other == kind)
        if more > 0 and view.demand[other] <= view.strength[view.viewer, colour]:
            return True
    return False


# --- other questions


@kernel
def drawing(view: Row, plan: Plan) -> float:
    """7.3"""
    return ending(view, plan, 0.0) if view.left <= 1 else one_more_card(view, plan)


@kernel
def protecting(view: Row, plan: Plan, top: Int, colour: Int) -> float:
    """5.11: the loss that is averted, less the Pater Miller."""
    averted = loss_of(view, plan, view.what[top], np.int64(view.viewer)) * (
        1.0 if view.what[top] > 2 else float(view.amount[top])
    )
    protector = find_protector(view, view.viewer, np.uint8(colour))
    return averted - miller_worth(view, plan, np.int64(view.kind[protector]), is_member(view, protector))


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
