"""Watching: while a network plays, another one learns what others probably hold, from what a seat may know.

For every card that is not in sight it learns the chance to be in a hand rather than in the draw pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from incognita.core.game import Features, Game
from incognita.learn.network import Network, Positions
from incognita.learn.practice import Manner, Playing
from incognita.learn.together import Together, optimisers_of, set_rate

RATE = 4e-3
"""Of learning, at first; it falls in a straight line to nothing."""
BATCH = 1024
"""Positions for one correction, in each process."""
READ = 0.25
"""The part of the positions that is learned from: consecutive ones are much alike."""


class Watching(Playing):
    """One process's share of it."""

    def __init__(
        self, games: Sequence[Game], player: Network, hands: Network, manner: Manner, seed: int, together: Together
    ) -> None:
        super().__init__(games, player, manner, None, seed, together)
        features = games[0].features
        assert features is not None
        self.features, self.hands = features, hands
        self.parameters, self.optimisers = list(hands.parameters()), optimisers_of(hands, RATE)

    def go_on(self, part: float) -> int:
        """Watch, and learn from it; `part` is how much of the time is over. Returns the positions of this process."""
        self.play(bool(self.network.narrow))
        for optimiser in self.optimisers:
            set_rate(optimiser, RATE * max(0.02, 1 - part))
        n = len(self.decisions.chosen)
        for batch in self.batches(torch.arange(n), READ, BATCH):
            surprise = surprise_of(self.hands, *self.seen(batch), self.features)
            self.together.correct(surprise, self.parameters, self.optimisers, 1.0)
        return n

    def state(self) -> dict[str, Any]:
        return {"optimisers": [optimiser.state_dict() for optimiser in self.optimisers]}

    def load(self, kept: dict[str, Any]) -> None:
        for optimiser, state in zip(self.optimisers, kept["optimisers"], strict=True):
            optimiser.load_state_dict(state)


def surprise_of(hands: Network, positions: Positions, secrets: Tensor, features: Features) -> Tensor:
    """Of finding hidden cards where they are, in nats a position."""
    held, elsewhere = hidden_cards(secrets, features)
    thought = hands.of_rows(positions)[1]
    return -(held * logsigmoid(thought) + elsewhere * logsigmoid(-thought)).sum() / len(positions.whole)


def hidden_cards(secrets: Tensor, features: Features) -> tuple[Tensor, Tensor]:
    """Of every kind and group of hands, by rows: how many are there, and how many in other places out of sight.

    Secrets begin with the hands; then comes the draw pile, near end and far end, of each two numbers a kind, of which
    the first is how many there are.
    """
    groups, ranks = len(features.hands), features.ranks
    held, pile = secrets[:, : groups * ranks].reshape(-1, groups, ranks), secrets[:, groups * ranks :]
    near, far = pile[:, :ranks], pile[:, 2 * ranks : 3 * ranks]
    everywhere = held.sum(1) + near + far
    return held.flatten(1), (everywhere[:, None] - held).flatten(1)
