"""Rounds that a network plays against itself, as it is and as it was, and against hand-written players, many side by
side, and what of them is kept: every decision, with what its seat knew, what was hidden, and what the round came to.

The decisions of a seat in a round are a chain: each is graded by what the judge thinks of the ones behind it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Game
from incognita.core.jit import Int, Random, Row, Rows, kernel
from incognita.core.playout import apply_apart
from incognita.core.rng import fraction, streams
from incognita.core.rules import NONE, Numbers, Points
from incognita.learn.inference import is_considered, is_near, is_there
from incognita.learn.lessons import begin_again
from incognita.learn.playouts import MOST_PLIES
from incognita.search.patience import has_lasted
from incognita.search.returns import Sides, margin, prize_of, seats_of_others, share_of

END, OPEN = -2, -1
"""What follows a decision: the end of the round, or something that has not happened yet."""
SURELY = 1e4
"""Times as far apart, nothing but the best is left."""

Places = NDArray[np.int64]


class Decisions(NamedTuple):
    """A row for each decision, in the order in which they were made."""

    parts: Numbers
    there: NDArray[np.bool_]
    whole: Numbers
    secrets: Numbers
    legal: NDArray[np.bool_]
    """By place."""
    chosen: Places
    chances: Numbers
    """The logarithms of the chances with which the actions were chosen."""
    sure: Numbers
    """The chance of the likeliest action."""
    tried: NDArray[np.bool_]
    """Where the action is one of all by lot, to see what comes of it."""
    following: NDArray[np.int64]
    """The next decision of the same seat in the same round; END or OPEN."""
    results: Numbers
    """Where the round ended: what it came to for the seat."""
    former: NDArray[np.bool_]
    """Made by a network that does not learn, an earlier one: it has no chain, and so no grade."""


class Scene(NamedTuple):
    """What stays the same for all rounds of a variant, and arrays that are written to, made once."""

    starts: Rows
    """Matches before the first deal, by starter."""
    sides: Sides
    prize: float
    """What winning a round counts besides the margin, in points …"""
    spread: float
    """… and how many of them results are counted in."""
    apart: int
    """The bits of the seats that draw from the other end of the draw pile, so that luck depends less on decisions."""
    places: Places
    actions: Places
    """The other way round."""
    whole_actions: int
    part_actions: int
    views: Rows
    points: Points


def new_decisions(games: list[Game], n: int) -> Decisions:
    features = [game.features for game in games if game.features is not None]
    parts, one = max(each.parts for each in features), features[0]
    places = one.whole_actions + parts * one.part_actions
    return Decisions(
        parts=np.zeros((n, parts, one.part_features), np.float32),
        there=np.zeros((n, parts), np.bool_),
        whole=np.zeros((n, one.whole_features), np.float32),
        secrets=np.zeros((n, parts, one.part_secrets), np.float32),
        legal=np.zeros((n, places), np.bool_),
        chosen=np.zeros(n, np.int64),
        chances=np.zeros(n, np.float32),
        sure=np.zeros(n, np.float32),
        tried=np.zeros(n, np.bool_),
        following=np.zeros(n, np.int64),
        results=np.zeros(n, np.float32),
        former=np.zeros(n, np.bool_),
    )


class Rounds:
    """Rounds of one variant that go on and on."""

    def __init__(self, game: Game, n: int, seed: int, scripted: float, former: float, prize: float | None) -> None:
        """In these parts of the rounds one side is the network, all others hand-written players or earlier networks."""
        features = game.features
        assert features is not None
        starts = np.concatenate([game.blank(rounds=game.usual_rounds, starter=s) for s in range(game.players)])
        self.scene = Scene(
            starts=starts,
            sides=np.array([game.side_of(seat) for seat in range(game.players)], np.uint8),
            prize=prize_of(game, prize),
            spread=game.spread,
            apart=sum(1 << seat for seat in range(game.players) if game.side_of(seat) % 2),
            places=features.places,
            actions=inverse(features.places),
            whole_actions=features.whole_actions,
            part_actions=features.part_actions,
            views=np.zeros(1, game.view_dtype),
            points=np.zeros(game.players, np.int32),
        )
        self.states, self.rngs = starts[np.arange(n) % game.players], streams(seed, n)
        self.before = np.zeros((n, game.players))
        self.last = np.zeros((n, game.players), np.int64)
        self.scripted, self.former = np.zeros(n, np.int64), np.zeros(n, np.int64)
        for i in range(n):
            rules.deal_at(self.states, i, self.rngs[i : i + 1])
            look_ahead(self.scene, self.states, i, self.before[i])
            others = int(seats_of_others(self.scene.sides, i % game.players))
            if i < scripted * n:
                self.scripted[i] = others
            elif i < (scripted + former) * n:
                self.former[i] = others

    def forget(self) -> None:
        """Decisions to come are written over those before."""
        self.last[:] = OPEN

    def go_on(self, decisions: Decisions, first: int, narrow: bool = False, former_narrow: bool = False) -> None:
        """Every round to the next decision of the network: rows from `first` on."""
        seats, are_narrow = (self.scripted, self.former), (narrow, former_narrow)
        to_decisions(self.scene, self.states, self.rngs, *seats, self.before, self.last, decisions, first, are_narrow)

    def act(
        self, decisions: Decisions, first: int, scores: Numbers, curious: float = 0.0, boldness: float = 0.0
    ) -> None:
        """Choose by the network's scores, or now and then by scores so many times as far apart, and do it."""
        choose(self.scene, self.states, self.rngs, decisions, first, scores, curious, boldness)


def inverse(places: Places) -> Places:
    actions = np.zeros(int(places.max()) + 1, np.int64)
    actions[places] = np.arange(len(places))
    return actions


@kernel
def look_ahead(scene: Scene, states: Rows, i: Int, before: NDArray[np.float64]) -> None:
    """The margin of each seat that a round begins with."""
    rules.foresee(states[i], scene.points)
    for seat in range(len(before)):
        before[seat] = margin(scene.points, scene.sides, seat)


@kernel
def to_decisions(
    scene: Scene,
    states: Rows,
    rngs: Random,
    scripted: NDArray[np.int64],
    former: NDArray[np.int64],
    before: NDArray[np.float64],
    last: NDArray[np.int64],
    decisions: Decisions,
    first: Int,
    are_narrow: tuple[bool, bool],
) -> None:
    """`are_narrow`: the network and the earlier one."""
    for i in range(len(states)):
        rng, view, row = rngs[i : i + 1], scene.views[0], first + i
        while True:
            state = states[i]
            if state.seat == NONE or state.ply > MOST_PLIES * np.int64(state.round_number):
                end_chains(scene, state, before[i], last[i], decisions)
                begin_again(states, i, scene.starts, rng)
                look_ahead(scene, states, i, before[i])
                continue
            rules.observe(state, state.seat, view)
            is_own = not (scripted[i] >> np.int64(state.seat) & 1 or has_lasted(view))
            is_former = bool(former[i] >> np.int64(state.seat) & 1)
            narrow = are_narrow[1] if is_former else are_narrow[0]
            if is_own and view.choices > 1 and describe_decision(scene, state, view, narrow, decisions, row):
                break
            apply_apart(state, np.int64(rules.policy(view, rng)), scene.apart)
        decisions.former[row] = is_former
        decisions.following[row] = OPEN
        if not decisions.former[row]:
            link(np.int64(states[i].seat), row, last[i], decisions.following)


@kernel
def end_chains(
    scene: Scene, state: Row, before: NDArray[np.float64], last: NDArray[np.int64], decisions: Decisions
) -> None:
    """What the round came to belongs to the last decisions of each seat."""
    rules.foresee(state, scene.points)
    for seat in range(len(last)):
        if last[seat] >= 0:
            won = scene.prize * share_of(scene.points, scene.sides, seat)
            gained = margin(scene.points, scene.sides, seat) - before[seat] + won
            decisions.following[last[seat]], decisions.results[last[seat]] = END, gained / scene.spread
            last[seat] = OPEN


@kernel
def describe_decision(scene: Scene, state: Row, view: Row, narrow: bool, decisions: Decisions, row: Int) -> bool:
    """What the seat knows, what it does not, and what it may do; False if only one action is worth a thought.

    If the network is narrow, what the hand-written player thinks very little of is not.
    """
    parts, whole, legal = decisions.parts[row], decisions.whole[row], decisions.legal[row]
    # Arrays have room for the parts of all variants; a variant writes its own.
    rules.describe(view, parts, whole)
    considered = 0
    legal[:] = False
    for j in range(np.int64(view.choices)):
        place = scene.places[np.int64(view.legal[j])]
        legal[place] = is_considered(place, scene.whole_actions, scene.part_actions, parts, whole)
        if narrow:
            legal[place] &= is_near(place, scene.whole_actions, scene.part_actions, parts, whole)
        considered += np.int64(legal[place])
    if considered < 2:
        return False
    rules.reveal(state, scene.apart, decisions.secrets[row])
    for part in range(len(parts)):
        decisions.there[row, part] = is_there(parts[part])
    return True


@kernel
def link(seat: Int, row: Int, last: NDArray[np.int64], following: NDArray[np.int64]) -> None:
    if last[seat] >= 0:
        following[last[seat]] = row
    last[seat] = row


@kernel
def choose(
    scene: Scene,
    states: Rows,
    rngs: Random,
    decisions: Decisions,
    first: Int,
    scores: Numbers,
    curious: float,
    boldness: float,
) -> None:
    """An action by lot, by the chances that follow from the scores of the legal ones.

    Whoever is `curious` draws it in this part of the decisions as if the scores were only so many times as far apart
    as `boldness` says: anything, if that is 0. An earlier network does what it likes best, as at work: whoever plays by
    lot is easy to beat, and to beat that is not what has to be learned.
    """
    for i in range(len(states)):
        row, rng = first + i, rngs[i : i + 1]
        legal, of_places = decisions.legal[row], scores[i]
        top, total = top_and_total(legal, of_places, 1.0)
        tried = not decisions.former[row] and fraction(rng) < curious
        distance = boldness if tried else SURELY if decisions.former[row] else 1.0
        lot = fraction(rng) * top_and_total(legal, of_places, distance)[1]
        chosen = -1
        for place in range(len(legal)):
            if legal[place] and (chosen < 0 or lot >= 0.0):
                chosen = place
                lot -= np.exp(distance * (np.float64(of_places[place]) - top))
        decisions.tried[row], decisions.chosen[row] = tried, chosen
        decisions.chances[row] = np.float64(of_places[chosen]) - top - np.log(total)
        decisions.sure[row] = 1.0 / total
        apply_apart(states[i], scene.actions[chosen], scene.apart)


@kernel
def top_and_total(legal: NDArray[np.bool_], scores: Numbers, distance: float) -> tuple[float, float]:
    """The best score, and what the chances of all are parts of if that of the best is 1."""
    top, total = np.float64(-np.inf), 0.0
    for place in range(len(legal)):
        if legal[place]:
            top = max(top, np.float64(scores[place]))
    for place in range(len(legal)):
        if legal[place]:
            total += np.exp(distance * (np.float64(scores[place]) - top))
    return top, total


@kernel
def grade(
    values: Numbers,
    following: NDArray[np.int64],
    tried: NDArray[np.bool_],
    results: Numbers,
    foresight: float,
    grades: Numbers,
    graded: NDArray[np.bool_],
) -> None:
    """How much better or worse than expected each decision turned out, by what the judge thought afterwards.

    The nearer what came later, the more it counts: `foresight` is what remains from one decision to the next. What
    comes of a trial says nothing about the decisions before it. The last decisions of rounds that still go on have no
    grade.
    """
    for row in range(len(values) - 1, -1, -1):
        then = following[row]
        graded[row] = then != OPEN
        grades[row] = np.float32(0.0)
        if then == END:
            grades[row] = results[row] - values[row]
        elif then != OPEN:
            grades[row] = values[then] - values[row]
            if not tried[then]:
                grades[row] += foresight * grades[then]
