"""How much of what a network expects of its actions comes true when it plays on itself.

A network that practises likes more and more what it likes. A search that begins with its opinion has to know how much
of a difference is really there, and so tries some candidates of some positions out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Game
from incognita.core.rng import generator
from incognita.core.rules import NONE
from incognita.learn.net import Net
from incognita.learn.network import Network
from incognita.learn.playouts import MOST_PLIES, new_stage, try_with_network
from incognita.learn.snapshots import arrays_of, header_of
from incognita.search.search import Search, usual_expectation

POSITIONS = 64
"""Of all variants together."""
CANDIDATES = 4
"""Of each position, those that the network likes best."""
WORLDS = 50
ATTENTION = 0.1
"""The part of the decisions that are looked at: in a round they are much alike."""

Values = NDArray[np.float64]


def own_modesty(games: Sequence[Game], network: Network, seed: int) -> float:
    """The slope of what candidates came to, over what the network thought of them, both beside its choice."""
    thought, came = zip(*(differences(game, network, seed, POSITIONS // len(games)) for game in games), strict=True)
    expected, found = np.concatenate(thought), np.concatenate(came)
    return float((expected * found).sum() / (expected**2).sum())


def differences(game: Game, network: Network, seed: int, n: int) -> tuple[Values, Values]:
    """Between candidates and the network's choice, in spreads: what it thinks, and what they come to."""
    net = Net(game, (header_of(game, network.shape, "", {}), arrays_of(network)))
    search, stage, player, random = Search(game), new_stage(game), net.player(MOST_PLIES), generator(seed)
    thought, came = [], []
    for _, (views, gains) in zip(range(n), decisions_of(game, net, seed), strict=False):
        likes = np.argsort(-gains, kind="stable")[:CANDIDATES]
        likes = likes[np.isfinite(gains[likes])]
        candidates, values = views["legal"][0, likes], np.zeros((WORLDS, len(likes)))
        alive = np.ones(len(likes), np.uint8)
        usual_expectation(views, search.odds)
        try_with_network(
            views,
            candidates,
            alive,
            search.odds,
            search.sides,
            search.settings,
            stage,
            player,
            random,
            values,
            np.zeros_like(values),
        )
        thought.append((gains[likes[1:]] - gains[likes[0]]) / game.spread)
        came.append((values[:, 1:] - values[:, :1]).mean(0))
    return np.concatenate(thought), np.concatenate(came)


def decisions_of(game: Game, net: Net, seed: int) -> Iterator[tuple[Any, Values]]:
    """Views of rounds of the network among hand-written players, and what it thinks of the actions; without end."""
    dice, rng, i = np.random.default_rng(seed), generator(seed), 0
    while True:
        states, own = game.deal(1, seed=seed * 1000 + i), game.side_of(i % game.players)
        while states["seat"][0] != NONE:
            views = game.observe(states)
            action = int(rules.policy_at(views, 0, rng))
            if game.side_of(int(states["seat"][0])) == own and views["choices"][0] > 1:
                gains = net.gains(views)
                if dice.random() < ATTENTION and np.isfinite(gains).sum() > 1:
                    yield views, gains.copy()
                action = int(views["legal"][0, int(np.argmax(gains))])
            rules.apply_at(states, 0, action)
        i += 1
