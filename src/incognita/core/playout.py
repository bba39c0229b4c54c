"""Whole rounds of random play and of the policy, compiled once for every game."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

from incognita.core.jit import Actions, Int, Random, Row, Rows, kernel, parallel_kernel
from incognita.core.rng import below
from incognita.core.rules import MOST_ACTIONS, NONE, Points, apply, deal, legal, observe, policy, sample, score

Cards = NDArray[np.uint8]


@kernel
def play_listed(state: Row, rng: Random, actions: Actions) -> Int:
    """Play the round to its end, every move drawn from the list of legal actions; return the plies played."""
    plies = 0
    n = legal(state, actions)
    while n > 0:
        apply(state, actions[below(rng, n)])
        plies += 1
        n = legal(state, actions)
    return plies


@kernel
def play_sampled(state: Row, rng: Random) -> Int:
    """The same distribution of play, with no list: guess a move until one is legal."""
    plies = 0
    while state.seat != NONE:
        apply(state, sample(state, rng))
        plies += 1
    return plies


@kernel
def listed_rounds(states: Rows, i: Int, rng: Random, rounds: Int, actions: Actions) -> Int:
    plies = 0
    for _ in range(rounds):
        deal(states[i], rng)
        plies += play_listed(states[i], rng, actions)
    return plies


@kernel
def sampled_rounds(states: Rows, i: Int, rng: Random, rounds: Int) -> Int:
    plies = 0
    for _ in range(rounds):
        deal(states[i], rng)
        plies += play_sampled(states[i], rng)
    return plies


@parallel_kernel
def listed_rounds_on_all_cores(states: Rows, rngs: Random, rounds: Int) -> Int:
    """`rounds` rounds in each row of `states`, the rows shared out among the cores."""
    plies = 0
    for i in numba.prange(len(states)):
        actions = np.empty(MOST_ACTIONS, np.uint16)
        plies += listed_rounds(states, i, rngs[i : i + 1], rounds, actions)
    return plies


@kernel
def apply_apart(state: Row, action: Int, apart: Int) -> None:
    """Perform an action; seats whose bit is set in `apart` draw from the other end of the draw pile.

    Nobody knows what lies where in it, so that is as good. But what others draw then no longer depends on how often one
    draws oneself, and two playouts that begin differently meet much the same luck.
    """
    if state.seat != NONE and apart >> state.seat & 1 and state.drawn < state.cards:
        drawn = state.drawn
        put_last_on_top(state.deck, np.int64(drawn), np.int64(state.cards))
        apply(state, action)
        if state.drawn == drawn:
            put_top_last(state.deck, np.int64(drawn), np.int64(state.cards))
    else:
        apply(state, action)


@kernel
def put_last_on_top(deck: Cards, top: Int, end: Int) -> None:
    card = deck[end - 1]
    for i in range(end - 1, top, -1):
        deck[i] = deck[i - 1]
    deck[top] = card


@kernel
def put_top_last(deck: Cards, top: Int, end: Int) -> None:
    card = deck[top]
    for i in range(top, end - 1):
        deck[i] = deck[i + 1]
    deck[end - 1] = card


@kernel
def play_policy(state: Row, view: Row, rng: Random, policy_seats: Int, apart: Int, most_plies: Int) -> Int:
    """Play a round: seats whose bit is set in `policy_seats` follow the policy, the others play at random."""
    plies = 0
    while state.seat != NONE and plies < most_plies:
        if policy_seats >> state.seat & 1:
            observe(state, state.seat, view)
            action = np.int64(policy(view, rng))
        else:
            action = np.int64(sample(state, rng))
        apply_apart(state, action, apart)
        plies += 1
    return plies


@kernel
def play_seated(state: Row, view: Row, rngs: Random, policy_seats: Int, actions: Actions, most_plies: Int) -> Int:
    """The same, but every seat has a generator of its own and uses it as the agents `policy` and `random` do.

    So it is the very round that those agents play, hundreds of times as fast.
    """
    plies = 0
    while state.seat != NONE and plies < most_plies:
        seat = np.int64(state.seat)
        if policy_seats >> seat & 1:
            observe(state, state.seat, view)
            action = np.int64(policy(view, rngs[seat : seat + 1]))
        else:
            action = np.int64(actions[below(rngs[seat : seat + 1], legal(state, actions))])
        apply(state, action)
        plies += 1
    return plies


@kernel
def score_rows(states: Rows, points: Points) -> None:
    for i in range(len(states)):
        score(states[i], points[i])
