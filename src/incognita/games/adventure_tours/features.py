"""What a learned player of Adventure Tours looks at, from a view alone: the cards in its hand, the players, the whole.

Each kind of card in hand is a part, and so is each player; they go through the same weights, and their numbers stand in
different columns. What the hand-written player thinks of an answer, and what it reckons on the way, are among them:
the network starts from its opinion and learns where it errs.
"""

from __future__ import annotations

import numpy as np

from incognita.core import rules
from incognita.core.game import Features
from incognita.core.jit import Int, Row, kernel
from incognita.core.rules import MOST_ACTIONS, NONE, Numbers
from incognita.games.adventure_tours.choices import can_hire
from incognita.games.adventure_tours.components import (
    ACTION_NAMES,
    BOARDS,
    CATEGORIES,
    EQUIPMENT,
    FIRST_CARD,
    FIRST_SEAT,
    KINDS,
    MEMBERS,
    MOST_PLAYERS,
    PROTECTION,
    QUESTIONS,
    STATE,
    VIEW,
    WAYS,
)
from incognita.games.adventure_tours.policy import worth_of
from incognita.games.adventure_tours.rivals import Table, last_card, look_at_table, money_now, prospects
from incognita.games.adventure_tours.table import place_of
from incognita.games.adventure_tours.worth import A_COLOUR, Plan, ability_of, gap_of, make_plan, promise
from incognita.games.describing import Places, put_worths

PARTS = KINDS + MOST_PLAYERS
PART_ACTIONS = int(WAYS)
"""A card has two ways; of a player the first one means to name them."""
ABILITIES = 7

# In a row of a part: worths and legality of its actions; then a card …
CARD = 2 * PART_ACTIONS
ACTIONS_OF_CARDS = CARD + 18
# … or a player.
PLAYER = ACTIONS_OF_CARDS + len(ACTION_NAMES)
ABILITY_OF_PLAYER = PLAYER + 19
PART_FEATURES = ABILITY_OF_PLAYER + ABILITIES

# For the whole: worths and legality of decline, accept, draw, three protections, six boards; the question; the rest.
WHOLE_ACTIONS = 6 + BOARDS
QUESTION = 2 * WHOLE_ACTIONS
HELD = QUESTION + len(QUESTIONS)
MOST_HELD = 10
OWN_ABILITY = HELD + MOST_HELD
PLAYERS = OWN_ABILITY + ABILITIES
COUNTS = PLAYERS + 4
WHOLE_FEATURES = COUNTS + 24
VERSION = 1
UNIT = 5.0

# What only the judge sees of a player: the cards in hand by name; by category those that could be hired now, their
# money, and what all its cards would pay; the card that the player would draw if everybody drew one.
SECRET_CATEGORIES = int(A_COLOUR)
SECRET_CARD = SECRET_CATEGORIES + 3 * CATEGORIES
SECRETS = SECRET_CARD + 4

FEW = np.array([1, 2, 4, 8, 16, 32])
"""Cards left in the draw pile, as steps."""


def find_places() -> Places:
    """Decline, accept, draw, protections and boards belong to the whole; cards and seats are parts."""
    first, seat = int(FIRST_CARD), int(FIRST_SEAT)
    places = np.arange(first + PART_ACTIONS * KINDS, dtype=np.int64)
    places[seat + MOST_PLAYERS : first] -= MOST_PLAYERS
    places[first:] += WHOLE_ACTIONS - first  # kind by kind, way by way
    places[seat : seat + MOST_PLAYERS] = WHOLE_ACTIONS + PART_ACTIONS * np.arange(KINDS, PARTS)
    return places


PLACES = find_places()


def of() -> Features:
    variants = tuple({"players": players, "expert": expert} for expert in (False, True) for players in range(3, 7))
    return Features(
        VERSION, PARTS, PART_FEATURES, WHOLE_FEATURES, PART_ACTIONS, WHOLE_ACTIONS, SECRETS, PLACES, variants, UNIT
    )


@rules.describe.implement(STATE, VIEW)
@kernel
def describe(view: Row, parts: Numbers, whole: Numbers) -> None:
    parts[:] = np.float32(0.0)
    whole[:] = np.float32(0.0)
    plan = make_plan(view)
    table = look_at_table(view, plan)
    for kind in range(KINDS):
        if view.hand[kind] > 0:
            describe_card(view, plan, kind, parts[kind])
    for seat in range(np.int64(view.players)):
        describe_player(view, plan, table, seat, parts[KINDS + seat])
    describe_whole(view, plan, table, whole)
    worths = np.empty(MOST_ACTIONS)
    for i in range(np.int64(view.choices)):
        worths[i] = worth_of(view, plan, table, np.int64(view.to_come) - 1, np.int64(view.legal[i]))
    put_worths(view, worths, UNIT, PLACES, PART_ACTIONS, WHOLE_ACTIONS, parts, whole)


# --- cards


@kernel
def describe_card(view: Row, plan: Plan, kind: Int, row: Numbers) -> None:
    gap = gap_of(view, kind)
    top = np.int64(view.to_come) - 1
    row[CARD] = 1.0
    row[CARD + 1] = view.hand[kind]
    row[CARD + 2] = np.float64(view.demand[kind]) / 10.0
    row[CARD + 3] = np.float64(view.money[kind]) / 10.0
    row[CARD + 4] = np.float64(view.equips[kind]) / 3.0
    row[CARD + 5] = np.float64(view.equips_others[kind])
    row[CARD + 6] = max(-1.0, gap / 5.0)
    row[CARD + 7] = 1.0 if gap <= 0.0 else 0.0
    row[CARD + 8] = np.float64(view.strength[view.viewer, kind // A_COLOUR]) / 10.0
    row[CARD + 9] = promise(view, plan.reach, plan.fresh, kind) / 10.0
    row[CARD + 10] = 1.0 if top >= 0 and view.card[top] == kind else 0.0
    describe_neighbours(view, kind, row)
    row[ACTIONS_OF_CARDS + np.int64(view.action[kind])] = 1.0


@kernel
def describe_neighbours(view: Row, kind: Int, row: Numbers) -> None:
    """The other cards of its colour in hand, and what becomes possible if it is laid as equipment."""
    ready, waiting, ready_money, waiting_money, unlocked, unlocked_money, nearest = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0
    for other in range(KINDS):
        cards = np.float64(view.hand[other]) - (1.0 if other == kind else 0.0)
        if view.hand[other] == 0 or cards == 0.0:
            continue
        gap, same = gap_of(view, other), other // A_COLOUR == kind // A_COLOUR
        steps = np.float64(view.equips[kind] if same else view.equips_others[kind])
        if same and gap <= 0.0:
            ready += cards
            ready_money += cards * np.float64(view.money[other])
        elif same:
            waiting += cards
            waiting_money += cards * np.float64(view.money[other])
            nearest = min(nearest, gap)
        if gap > 0.0 and gap <= steps:
            unlocked += cards
            unlocked_money += cards * np.float64(view.money[other])
    row[CARD + 11] = ready / 3.0
    row[CARD + 12] = waiting / 3.0
    row[CARD + 13] = ready_money / 20.0
    row[CARD + 14] = waiting_money / 20.0
    row[CARD + 15] = unlocked / 2.0
    row[CARD + 16] = unlocked_money / 10.0
    row[CARD + 17] = nearest / 5.0 if waiting > 0.0 else 0.0


# --- players


@kernel
def describe_player(view: Row, plan: Plan, table: Table, seat: Int, row: Numbers) -> None:
    me, players = np.int64(view.viewer), np.int64(view.players)
    money, mine = money_now(view, seat), money_now(view, me)
    members, equipment = last_card(table.members, seat), last_card(table.equipment, seat)
    has_members, has_equipment = view.lying[place_of(seat, MEMBERS)], view.lying[place_of(seat, EQUIPMENT)]
    row[PLAYER] = 1.0
    row[PLAYER + 1] = 1.0 if seat == me else 0.0
    row[PLAYER + 2] = ((seat - me) % players) / 5.0
    row[PLAYER + 3] = 1.0 if view.turn == seat else 0.0
    row[PLAYER + 4] = np.float64(view.held[seat]) / 6.0
    row[PLAYER + 5] = 1.0 if view.held[seat] <= 1 else 0.0
    row[PLAYER + 6] = 1.0 if view.held[seat] <= 2 else 0.0
    row[PLAYER + 7] = money / 20.0
    row[PLAYER + 8] = (money - mine) / 20.0
    row[PLAYER + 9] = prospects(view, plan, seat) / 20.0
    row[PLAYER + 10] = 1.0 if table.protected >> seat & 1 else 0.0
    row[PLAYER + 11] = np.float64(has_members) / 6.0
    row[PLAYER + 12] = np.float64(has_equipment) / 6.0
    if has_members > 0:
        row[PLAYER + 13] = np.float64(view.money[members]) / 10.0
        row[PLAYER + 14] = 1.0 if view.action[members] == PROTECTION else 0.0
    if has_equipment > 0:
        row[PLAYER + 15] = np.float64(view.equips[equipment]) / 3.0
    for category in range(CATEGORIES):
        row[PLAYER + 16 + category] = np.float64(view.strength[seat, category]) / 10.0
    row[ABILITY_OF_PLAYER + np.int64(ability_of(view, seat))] = 1.0


# --- the whole


@kernel
def describe_whole(view: Row, plan: Plan, table: Table, whole: Numbers) -> None:
    me, top, held = np.int64(view.viewer), np.int64(view.to_come) - 1, np.int64(view.held[view.viewer])
    whole[OWN_ABILITY + np.int64(ability_of(view, me))] = 1.0
    whole[PLAYERS + np.int64(view.players) - 3] = 1.0
    for i in range(MOST_HELD):
        whole[HELD + i] = 1.0 if held > i else 0.0
    if top >= 0:
        whole[QUESTION + np.int64(view.what[top])] = 1.0
        whole[COUNTS] = 1.0 if view.target[top] != NONE else 0.0
        whole[COUNTS + 1] = np.float64(view.by_ability[top])
        whole[COUNTS + 2] = np.float64(view.amount[top])
        whole[COUNTS + 3] = np.float64(view.twice[top])
    whole[COUNTS + 4] = np.float64(view.ability_used)
    whole[COUNTS + 5] = np.float64(view.owed)
    whole[COUNTS + 6] = np.float64(view.expert)
    whole[COUNTS + 7] = 1.0 if view.turn == me else 0.0
    whole[COUNTS + 8] = np.float64(view.left) / 60.0
    for i in range(len(FEW)):
        whole[COUNTS + 9 + i] = 1.0 if view.left <= FEW[i] else 0.0
    whole[COUNTS + 15] = plan.turns / 10.0
    whole[COUNTS + 16] = plan.haste
    whole[COUNTS + 17] = plan.fresh / 10.0
    whole[COUNTS + 18] = plan.promised / 30.0
    whole[COUNTS + 19] = money_now(view, me) / 20.0
    whole[COUNTS + 20] = table.lead / 20.0
    whole[COUNTS + 21] = table.best / 20.0
    whole[COUNTS + 22] = table.spoiled / 20.0
    whole[COUNTS + 23] = np.float64(view.round_number) - 1.0


# --- what is hidden


@rules.reveal.implement(STATE, VIEW)
@kernel
def reveal(state: Row, apart: Int, secrets: Numbers) -> None:
    secrets[:] = np.float32(0.0)
    players, cards = np.int64(state.players), np.int64(state.cards) - np.int64(state.drawn)
    before, before_apart = 0, 0  # those who draw sooner, from either end
    for i in range(players):
        seat = (np.int64(state.seat) + i) % players
        reveal_hand(state, seat, secrets[KINDS + seat])
        is_apart = apart >> seat & 1
        soon = before_apart if is_apart else before
        before, before_apart = before + 1 - is_apart, before_apart + is_apart
        if soon < cards:
            place = np.int64(state.cards) - 1 - soon if is_apart else np.int64(state.drawn) + soon
            reveal_card(state, seat, np.int64(state.deck[place]), secrets[KINDS + seat])


@kernel
def reveal_hand(state: Row, seat: Int, row: Numbers) -> None:
    for kind in range(KINDS):
        cards, category = np.float64(state.hands[seat, kind]), kind // A_COLOUR
        if cards > 0.0:
            money, at = cards * np.float64(state.money[kind]) / 10.0, SECRET_CATEGORIES + 3 * category
            row[kind % A_COLOUR] += cards
            row[at + 2] += money
            if can_hire(state, seat, kind):
                row[at] += cards
                row[at + 1] += money


@kernel
def reveal_card(state: Row, seat: Int, kind: Int, row: Numbers) -> None:
    row[SECRET_CARD] = 1.0
    row[SECRET_CARD + 1] = np.float64(state.money[kind]) / 10.0
    row[SECRET_CARD + 2] = np.float64(state.demand[kind]) / 10.0
    row[SECRET_CARD + 3] = 1.0 if can_hire(state, seat, kind) else 0.0
