"""Rounds that a network plays on, its side against hand-written players or all sides: in the worlds of a search.

After some decisions the hand-written player goes on to the end, or the judge of practice says what it will come to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Game
from incognita.core.jit import Actions, Int, Random, Row, Rows, kernel
from incognita.core.playout import apply_apart
from incognita.core.rng import following
from incognita.core.rules import NONE, Odds, Points, Worths
from incognita.learn.inference import Weights, Workspace, judge
from incognita.learn.judging import Bench, worth_of
from incognita.search.patience import has_lasted
from incognita.search.returns import Sides, margin, seats_of_others, share_of
from incognita.search.simulate import Settings, value_of

MOST_PLIES = 1000


class Player(NamedTuple):
    """A network and what it needs to decide."""

    weights: Weights
    work: Workspace
    gains: Worths
    places: NDArray[np.int64]
    deep: int
    """How many decisions of a playout are its own; then the hand-written player goes on, which is much quicker …"""
    judged: bool
    """… or, when its side must decide next, the judge says what the round will come to."""
    bench: Bench
    alone: bool
    """Whether all other sides are hand-written players."""


class Stage(NamedTuple):
    """Arrays that playouts write to, made once."""

    worlds: Rows
    """The sampled world, and the one that is played out."""
    views: Rows
    points: Points
    dice: Random


def new_stage(game: Game) -> Stage:
    return Stage(
        worlds=game.blank(2),
        views=np.zeros(1, game.view_dtype),
        points=np.zeros(game.players, np.int32),
        dice=np.zeros(1, np.uint64),
    )


@kernel
def favourite(views: Rows, player: Player) -> Int:
    """What the network would do in the only view."""
    judge(views, player.places, player.weights, player.work, player.gains)
    best = 0
    for i in range(1, np.int64(views[0].choices)):
        if player.gains[i] > player.gains[best]:
            best = i
    return np.int64(views[0].legal[best])


@kernel
def play_on(state: Row, views: Rows, rng: Random, others: Int, player: Player) -> bool:
    """To the end of the round, or to where the judge is asked, with what is seen there as the only view: then False.

    The seats whose bits are set in `others` draw from the other end of the draw pile.
    """
    before, own = np.int64(state.ply), 0
    scripted = others if player.alone else 0
    while state.seat != NONE and state.ply < before + MOST_PLIES:
        rules.observe(state, state.seat, views[0])
        decides = views[0].choices > 1 and not (scripted >> state.seat & 1 or has_lasted(views[0]))
        has_done = own >= player.deep
        if player.judged and has_done and decides and not others >> state.seat & 1:
            return False
        if not decides or (has_done and not player.judged):
            action = np.int64(rules.policy(views[0], rng))
        else:
            action = favourite(views, player)
            own += 1
        apply_apart(state, action, others)
    return True


@kernel
def try_with_network(
    views: Rows,
    candidates: Actions,
    alive: NDArray[np.uint8],
    odds: Odds,
    sides: Sides,
    settings: Settings,
    stage: Stage,
    player: Player,
    rng: Random,
    values: NDArray[np.float64],
    margins: NDArray[np.float64],
) -> None:
    """What `search.simulate.try_candidates` does without a tree, but the network plays on."""
    seat = np.int64(views[0].viewer)
    for i in range(len(values)):
        rules.imagine(stage.worlds[0], views[0], odds, rng)
        before = margin_before(stage, sides, seat) if player.judged else 0.0
        dice = following(rng)
        for c in range(len(candidates)):
            if alive[c]:
                state = stage.worlds[1]
                stage.worlds[1] = stage.worlds[0]
                stage.dice[0] = dice
                rules.apply(state, candidates[c])
                values[i, c], margins[i, c] = outcome(state, sides, seat, settings, stage, player, before)


@kernel
def outcome(
    state: Row, sides: Sides, seat: Int, settings: Settings, stage: Stage, player: Player, before: float
) -> tuple[float, float]:
    """The value and the margin that a world comes to, or that the judge expects of it."""
    others = seats_of_others(sides, seat)
    if not play_on(state, stage.views, stage.dice, others, player):
        expected = before / settings.spread + worth_of(state, stage.views[0], others, player.bench)
        return expected, settings.spread * expected
    rules.foresee(state, stage.points)
    value = value_of(state, stage.points, sides, seat, settings)
    if player.judged:
        value += player.bench.prize * share_of(stage.points, sides, seat) / settings.spread
    return value, margin(stage.points, sides, seat)


@kernel
def margin_before(stage: Stage, sides: Sides, seat: Int) -> float:
    """That the round of the sampled world began with: a judge says what the round adds to it."""
    state = stage.worlds[1]
    stage.worlds[1] = stage.worlds[0]
    rules.begin(state)
    rules.foresee(state, stage.points)
    return margin(stage.points, sides, seat)
