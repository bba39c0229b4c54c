"""How a network in training does against others, its former self too: many mirrored deals at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Features, Game
from incognita.core.jit import Int, Random, Row, Rows, kernel
from incognita.core.rng import below, streams
from incognita.core.rules import NONE, Numbers, Points
from incognita.learn.inference import is_considered
from incognita.learn.network import Network
from incognita.search.patience import has_lasted
from incognita.search.returns import margin, share_of

MOST_PLIES = 1000

POLICY, RANDOM, NETWORK = 0, 1, 2
"""Who sits on the other sides."""
OWN, OTHER = 1, 2
"""Which network is asked about a round, if any."""

Choose = Callable[[NDArray[np.int64]], NDArray[np.int64]]
"""The places of the actions for some of the rounds."""


class Hall:
    """Rounds side by side, the network on one side of each, rivals of one kind on all others."""

    def __init__(self, game: Game, features: Features, deals: int, seed: int, rival: int) -> None:
        n = deals * len(game.sides)
        self.game, self.features, self.rival = game, features, rival
        self.states, self.rngs = game.blank(n), np.tile(streams(seed, deals), len(game.sides))
        self.own = np.repeat(np.arange(len(game.sides)), deals).astype(np.uint8)
        for i in range(n):
            self.states["starter"][i] = i % deals % game.players
            rules.deal_at(self.states, i, self.rngs[i : i + 1])
        self.sides = np.array([game.side_of(seat) for seat in range(game.players)], np.uint8)
        self.views = np.zeros(1, game.view_dtype)
        self.parts = np.zeros((n, features.parts, features.part_features), np.float32)
        self.whole = np.zeros((n, features.whole_features), np.float32)
        self.legal = np.zeros((n, features.whole_actions + features.parts * features.part_actions), np.uint8)
        self.asked = np.zeros(n, np.uint8)

    def go_on(self, own: Choose, other: Choose) -> bool:
        """Every round by one action; `own` is asked where the network must decide. False when all are over."""
        look(
            self.states,
            self.views,
            self.rngs,
            self.own,
            self.sides,
            self.rival,
            self.features.places,
            self.features.whole_actions,
            self.features.part_actions,
            self.parts,
            self.whole,
            self.legal,
            self.asked,
        )
        for asked, choose in ((OWN, own), (OTHER, other)):
            rows = np.nonzero(self.asked == asked)[0]
            if len(rows):
                act(self.states, rows, self.features.places, choose(rows))
        return bool(((self.states["seat"] != NONE) & (self.states["ply"] < MOST_PLIES)).any())

    def choose(self, network: Network) -> Choose:
        """What a network thinks is best, in rounds that were just looked at."""

        def best(rows: NDArray[np.int64]) -> NDArray[np.int64]:
            with torch.no_grad():
                thought = network(torch.from_numpy(self.parts[rows]), torch.from_numpy(self.whole[rows]))
            legal = torch.from_numpy(self.legal[rows] != 0)
            places: NDArray[np.int64] = thought.masked_fill(~legal, -torch.inf).argmax(1).numpy()
            return places

        return best

    def outcome(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Margins, and shares of won rounds: a row for each side the network sat on, a column for each deal."""
        margins, shares = np.zeros(len(self.states)), np.zeros(len(self.states))
        reckon(self.states, self.own, self.sides, np.zeros(self.game.players, np.int32), margins, shares)
        return margins.reshape(len(self.game.sides), -1), shares.reshape(len(self.game.sides), -1)


@kernel
def look(
    states: Rows,
    views: Rows,
    rngs: Random,
    own: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    rival: Int,
    places: NDArray[np.int64],
    whole_actions: Int,
    part_actions: Int,
    parts: Numbers,
    whole: Numbers,
    legal: NDArray[np.uint8],
    asked: NDArray[np.uint8],
) -> None:
    """Let rivals act that need no network; elsewhere write down what a network must know."""
    for i in range(len(states)):
        asked[i] = np.uint8(0)
        if states[i].seat == NONE or states[i].ply >= MOST_PLIES:
            continue
        rules.observe(states[i], states[i].seat, views[0])
        is_own = sides[np.int64(states[i].seat)] == own[i]
        if has_lasted(views[0]):
            rules.apply(states[i], rules.policy(views[0], rngs[i : i + 1]))
            continue
        if not is_own and rival != NETWORK:
            rules.apply(states[i], rival_action(views[0], rival, rngs[i : i + 1]))
            continue
        asked[i] = np.uint8(OWN if is_own else OTHER)
        rules.describe(views[0], parts[i], whole[i])
        legal[i] = np.uint8(0)
        for j in range(np.int64(views[0].choices)):
            place = places[np.int64(views[0].legal[j])]
            legal[i, place] = np.uint8(is_considered(place, whole_actions, part_actions, parts[i], whole[i]))


@kernel
def rival_action(view: Row, rival: Int, rng: Random) -> Int:
    if rival == POLICY:
        return np.int64(rules.policy(view, rng))
    return np.int64(view.legal[np.int64(below(rng, np.uint64(view.choices)))])


@kernel
def act(states: Rows, rows: NDArray[np.int64], places: NDArray[np.int64], chosen: NDArray[np.int64]) -> None:
    """Perform the actions that have these places."""
    for j in range(len(rows)):
        action = 0
        while places[action] != chosen[j]:
            action += 1
        rules.apply(states[rows[j]], action)


@kernel
def reckon(
    states: Rows,
    own: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    points: Points,
    margins: NDArray[np.float64],
    shares: NDArray[np.float64],
) -> None:
    for i in range(len(states)):
        seat = 0
        while sides[seat] != own[i]:
            seat += 1
        rules.score(states[i], points)
        margins[i] = margin(points, sides, seat)
        shares[i] = share_of(points, sides, seat)


@dataclass(frozen=True)
class Test:
    """What mirrored deals came to."""

    margin: float
    error: float
    share: float
    """Of rounds won, in fair shares."""
    broken_off: float
    """The share of rounds that were."""


def measure(network: Network, game: Game, deals: int, seed: int, rival: int | Network = POLICY) -> Test:
    """One side is the network, all others are the rival: the hand-written player, random play or another network."""
    assert game.features is not None
    hall = Hall(game, game.features, deals, seed, rival if isinstance(rival, int) else NETWORK)
    own = hall.choose(network)
    other = own if isinstance(rival, int) else hall.choose(rival)
    while hall.go_on(own, other):
        pass
    margins, shares = hall.outcome()
    of_deals = margins.mean(0)
    return Test(
        float(of_deals.mean()),
        float(of_deals.std(ddof=1) / len(of_deals) ** 0.5),
        float(shares.mean() * len(game.sides)),
        float((hall.states["seat"] != NONE).mean()),
    )


def mean_of(tests: Sequence[Test]) -> Test:
    """Of several variants, each counting the same."""
    n = len(tests)
    error = sum(test.error**2 for test in tests) ** 0.5 / n
    return Test(
        margin=sum(test.margin for test in tests) / n,
        error=error,
        share=sum(test.share for test in tests) / n,
        broken_off=sum(test.broken_off for test in tests) / n,
    )
