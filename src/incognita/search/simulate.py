"""Simulations: a world is sampled, every candidate is tried in it, and the round is played out.

All candidates are tried in the same worlds, with the same dice, and others draw the same cards however often one draws
oneself. What is compared is then what the candidates do and not the cards they met, which takes most of the noise out
of the difference between two of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.jit import Actions, Int, Random, Row, Rows, kernel
from incognita.core.playout import play_policy
from incognita.core.rng import below, following
from incognita.core.rules import NONE, Odds, Points
from incognita.search.returns import MARGIN, Sides, margin, seats_of_others, win
from incognita.search.tree import ROOT, Nodes, add_child, best_child, count_children, find_child, update

MOST_PLIES = 2000
"""A playout that lasts longer is broken off and counted as it stands: discards can go round for ever."""
DEEPEST = 24
"""Actions of one simulation inside the tree."""


class Settings(NamedTuple):
    """How a search thinks."""

    aim: int
    """Which return."""
    spread: float
    """Points by which the margin of a round varies."""
    policy_seats: int
    """Bits of the seats that follow the policy in playouts; the others play at random."""
    ripe: int
    """Visits of a node before the tree grows below it; 0 for no tree at all."""
    exploration: float
    """Of the upper bound, in spreads."""


class Workspace(NamedTuple):
    """Arrays that simulations write to, made once."""

    worlds: Rows
    """The sampled world, and the one that is played out."""
    views: Rows
    nodes: Nodes
    used: NDArray[np.int64]
    """How many nodes are."""
    actions: Actions
    points: Points
    dice: Random
    path: NDArray[np.int64]
    """The nodes of a simulation …"""
    seats: NDArray[np.uint8]
    """… and who chose them."""
    plies: NDArray[np.int64]
    """All actions ever simulated, for measuring."""


@kernel
def try_candidates(
    views: Rows,
    candidates: Actions,
    alive: NDArray[np.uint8],
    odds: Odds,
    sides: Sides,
    settings: Settings,
    work: Workspace,
    rng: Random,
    values: NDArray[np.float64],
    margins: NDArray[np.float64],
) -> None:
    """A row of values and margins for each new world, a column for each candidate that is alive.

    Hidden cards are in hands with these odds.
    """
    seat = views[0].viewer
    for i in range(len(values)):
        rules.imagine(work.worlds[0], views[0], odds, rng)
        dice = following(rng)
        for c in range(len(candidates)):
            if alive[c]:
                work.worlds[1] = work.worlds[0]
                work.dice[0] = dice
                simulate(work.worlds[1], candidates[c], sides, settings, work)
                values[i, c] = value_of(work.worlds[1], work.points, sides, seat, settings)
                margins[i, c] = margin(work.points, sides, seat)


@kernel
def value_of(state: Row, points: Points, sides: Sides, seat: Int, settings: Settings) -> float:
    """The return of a seat, in spreads of a round or as a chance to win."""
    if settings.aim == MARGIN:
        return margin(points, sides, seat) / settings.spread
    return win(state, points, sides, seat, settings.spread)


@kernel
def simulate(state: Row, candidate: Int, sides: Sides, settings: Settings, work: Workspace) -> None:
    """One candidate in one world: down the tree, then to the end by the playout policy, then back up."""
    work.seats[0] = state.seat
    work.path[0] = child_of(work, ROOT, candidate)
    rules.apply(state, candidate)
    depth = 1
    while settings.ripe > 0 and can_go_down(state, settings, work, depth):
        work.seats[depth] = state.seat
        work.path[depth] = step_down(state, settings, work, work.path[depth - 1])
        rules.apply(state, work.nodes[work.path[depth]].action)
        depth += 1
    others = seats_of_others(sides, np.int64(work.seats[0]))
    work.plies[0] += depth + play_policy(state, work.views[0], work.dice, settings.policy_seats, others, MOST_PLIES)
    rules.foresee(state, work.points)
    for i in range(depth):
        update(work.nodes[work.path[i]], value_of(state, work.points, sides, work.seats[i], settings))


@kernel
def can_go_down(state: Row, settings: Settings, work: Workspace, depth: Int) -> bool:
    """Below a node that was visited often enough, while there is room."""
    has_room = depth < DEEPEST and work.used[0] < len(work.nodes)
    return has_room and state.seat != NONE and work.nodes[work.path[depth - 1]].visits >= settings.ripe


@kernel
def step_down(state: Row, settings: Settings, work: Workspace, node: Int) -> Int:
    """A child of the node that is legal in this world: a new one while there are few, else the most promising."""
    n = np.int64(rules.legal(state, work.actions))
    known = count_children(work.nodes, node, work.actions, n)
    if known < min(n, wanted_children(np.int64(work.nodes[node].visits), settings)):
        action = new_action(state, settings, work, node, n, known)
        return child_of(work, node, action)
    return best_child(work.nodes, node, work.actions, n, settings.exploration)


@kernel
def wanted_children(visits: Int, settings: Settings) -> Int:
    """A node gets wider as it is visited: one child for as many visits as made it ripe, then ever slower."""
    wanted = 1
    while wanted * wanted * settings.ripe <= visits:
        wanted += 1
    return wanted


@kernel
def new_action(state: Row, settings: Settings, work: Workspace, node: Int, n: Int, known: Int) -> Int:
    """What the policy would do, if that is new here; else one of the others by lot."""
    rules.observe(state, state.seat, work.views[0])
    first = np.int64(rules.policy(work.views[0], work.dice))
    if find_child(work.nodes, node, first) == 0:
        return first
    ticket = np.int64(below(work.dice, np.uint64(n - known)))
    for i in range(n):
        if find_child(work.nodes, node, work.actions[i]) == 0:
            if ticket == 0:
                return np.int64(work.actions[i])
            ticket -= 1
    return first


@kernel
def child_of(work: Workspace, node: Int, action: Int) -> Int:
    """The child for an action, a new one if need be."""
    found = find_child(work.nodes, node, action)
    if found != 0:
        return found
    work.used[0] += 1
    return add_child(work.nodes, work.used[0] - 1, node, action)
