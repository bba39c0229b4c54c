"""How a network in training does against the hand-written player: many mirrored deals at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Features, Game
from incognita.core.jit import Random, Rows, kernel
from incognita.core.rng import streams
from incognita.core.rules import NONE, Numbers, Points
from incognita.learn.network import Network
from incognita.search.returns import margin

MOST_PLIES = 1000


class Hall:
    """Rounds side by side, the network on one side of each."""

    def __init__(self, game: Game, features: Features, deals: int, seed: int) -> None:
        n = deals * len(game.sides)
        self.game, self.places = game, features.places
        self.states, self.rngs = game.blank(n), np.tile(streams(seed, deals), len(game.sides))
        self.own = np.repeat(np.arange(len(game.sides)), deals).astype(np.uint8)
        for i in range(n):
            self.states["starter"][i] = i % deals % game.players
            rules.deal_at(self.states, i, self.rngs[i : i + 1])
        self.sides = np.array([game.side_of(seat) for seat in range(game.players)], np.uint8)
        self.views = np.zeros(1, game.view_dtype)
        self.colours = np.zeros((n, features.colours, features.colour_features), np.float32)
        self.whole = np.zeros((n, features.whole_features), np.float32)
        self.legal = np.zeros((n, features.whole_actions + features.colours * features.colour_actions), np.uint8)
        self.asked = np.zeros(n, np.uint8)

    def go_on(self, choose: Any) -> bool:
        """Every round by one action; `choose` is asked where the network must decide. False when all are over."""
        look(
            self.states,
            self.views,
            self.rngs,
            self.own,
            self.sides,
            self.places,
            self.colours,
            self.whole,
            self.legal,
            self.asked,
        )
        rows = np.nonzero(self.asked)[0]
        if len(rows):
            act(self.states, rows, self.places, choose(rows))
        return bool(((self.states["seat"] != NONE) & (self.states["ply"] < MOST_PLIES)).any())

    def margins(self) -> NDArray[np.float64]:
        """One row for each side the network sat on, one column for each deal."""
        margins = np.zeros(len(self.states))
        reckon(self.states, self.own, self.sides, np.zeros(self.game.players, np.int32), margins)
        return margins.reshape(len(self.game.sides), -1)


@kernel
def look(
    states: Rows,
    views: Rows,
    rngs: Random,
    own: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    places: NDArray[np.int64],
    colours: Numbers,
    whole: Numbers,
    legal: NDArray[np.uint8],
    asked: NDArray[np.uint8],
) -> None:
    """Let the hand-written player act where it is its turn; elsewhere write down what the network must know."""
    for i in range(len(states)):
        asked[i] = np.uint8(0)
        if states[i].seat == NONE or states[i].ply >= MOST_PLIES:
            continue
        rules.observe(states[i], states[i].seat, views[0])
        if sides[np.int64(states[i].seat)] != own[i]:
            rules.apply(states[i], rules.policy(views[0], rngs[i : i + 1]))
            continue
        asked[i] = np.uint8(1)
        rules.describe(views[0], colours[i], whole[i])
        legal[i] = np.uint8(0)
        for j in range(np.int64(views[0].choices)):
            legal[i, places[np.int64(views[0].legal[j])]] = np.uint8(1)


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
    states: Rows, own: NDArray[np.uint8], sides: NDArray[np.uint8], points: Points, margins: NDArray[np.float64]
) -> None:
    for i in range(len(states)):
        seat = 0
        while sides[seat] != own[i]:
            seat += 1
        rules.score(states[i], points)
        margins[i] = margin(points, sides, seat)


def against_policy(network: Network, game: Game, deals: int, seed: int) -> tuple[float, float, float]:
    """The margin on mirrored deals, its standard error, and the share of rounds that were broken off."""
    assert game.features is not None
    hall = Hall(game, game.features, deals, seed)

    def choose(rows: NDArray[np.int64]) -> NDArray[np.int64]:
        with torch.no_grad():
            thought = network(torch.from_numpy(hall.colours[rows]), torch.from_numpy(hall.whole[rows]))
        best: NDArray[np.int64] = thought.masked_fill(torch.from_numpy(hall.legal[rows] == 0), -1e9).argmax(1).numpy()
        return best

    while hall.go_on(choose):
        pass
    of_deals = hall.margins().mean(0)
    broken = float((hall.states["seat"] != NONE).mean())
    return float(of_deals.mean()), float(of_deals.std(ddof=1) / len(of_deals) ** 0.5), broken
