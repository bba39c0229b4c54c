"""A training run for networks that read hands: one network plays, another one watches and learns what others hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from incognita.core import rules
from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.core.rng import generator
from incognita.core.rules import MOST_KINDS, NONE
from incognita.learn.hands import Hands, shape_of_hands
from incognita.learn.net import Net
from incognita.learn.network import Network
from incognita.learn.snapshots import arrays_of
from incognita.learn.training import Stage, Trainer, first_network
from incognita.learn.watching import Watching
from incognita.search.search import Expectation, usual_expectation

WORLDS = 10
"""That are imagined of each position, in a test."""
ROUNDS = 40
"""Of a test."""


class ReaderTrainer(Trainer):
    """One process of such a run. The network of the plan plays, and stays as it is."""

    def first_network(self) -> Network:
        assert self.game.features is not None
        if not self.game.features.hands:
            raise OptionError(f"hands of {self.game.title} are not described to a network yet")
        network = Network(shape_of_hands(self.game.features, self.plan.width, self.plan.layers))
        network.faith.data.zero_()  # what to do oneself says nothing about others
        return network

    def enter(self) -> Stage:
        if self.stage is None:
            player = first_network(self.game, self.plan)
            self.stage = Watching(self.variants, player, self.network, self.plan.manner, self.seed(), self.together)
        return self.stage

    def part(self) -> float:
        return self.minutes / self.plan.minutes

    def look_at_it(self) -> tuple[dict[str, float], str]:
        player = Net(self.game, Path(self.plan.begin_with[0]))
        hands = Hands(self.game, self.mean.shape, arrays_of(self.mean))
        seed = self.plan.seed + 99
        right, usual = (cards_right(self.game, player, how, seed) for how in (hands.expect, usual_expectation))
        row = {**self.learned(), "right": right, "usual": usual}
        return (
            row,
            f"of an imagined hand {right:.2f} cards are right, and {usual:.2f} by what the game knows of players",
        )


def cards_right(game: Game, player: Net, expectation: Expectation, seed: int) -> float:
    """Unknown cards of others' hands that are also in imagined ones, while the player meets hand-written ones."""
    features, rng, world = game.features, generator(seed), game.blank()
    assert features is not None
    odds = np.ones((game.players, MOST_KINDS))
    real, imagined = np.zeros((2, features.parts, features.part_secrets), np.float32)
    hands, right = len(features.hands) * features.ranks, []
    for i in range(ROUNDS):
        states, own = game.deal(1, seed=seed * 1000 + i), i % game.players
        while states["seat"][0] != NONE:
            views = game.observe(states)
            action = int(rules.policy_at(views, 0, rng))
            if states["seat"][0] == own and views["choices"][0] > 1:
                action = int(views["legal"][0, int(np.argmax(player.gains(views)))])
                expectation(views, odds)
                rules.reveal(states[0], 0, real)
                for _ in range(WORLDS):
                    rules.imagine_at(world, 0, views, 0, odds, rng)
                    rules.reveal(world[0], 0, imagined)
                    right.append(float(np.minimum(real, imagined)[:, :hands].sum()))
            rules.apply_at(states, 0, action)
    return float(np.mean(right))
