"""What others probably hold, by a network that has watched many rounds: for the worlds that a search imagines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.game import Features, Game
from incognita.core.jit import Int, Rows, kernel
from incognita.core.rules import Odds
from incognita.learn.inference import Weights, Workspace, think, weights_of, workspace
from incognita.learn.weights import FOLDER, Arrays, Shape, check_header, read_weights


def shape_of_hands(features: Features, width: int, layers: int) -> Shape:
    """A number for every kind of card in every group of hands."""
    numbers = len(features.hands) * features.ranks
    return Shape(features.part_features, features.whole_features, numbers, 0, width, layers)


def name_of_hands(game: Game) -> str:
    return f"{game.name}-hands"


def shipped_hands(game: Game) -> Path | None:
    """The network in the package, if there is one."""
    path = FOLDER / f"{name_of_hands(game)}.npz"
    return path if path.exists() else None


def read_hands(game: Game, path: Path) -> Hands:
    assert game.features is not None
    header, arrays = read_weights(path)
    check_header(path, header, game.name, game.features.version)
    return Hands(game, header.shape, arrays)


class Hands:
    """What a network thinks of hidden cards."""

    def __init__(self, game: Game, shape: Shape, arrays: Arrays) -> None:
        features = game.features
        assert features is not None
        self.weights, self.work = weights_of(arrays), workspace(shape, features.parts)
        self.groups, self.ranks = groups_of(game), features.ranks

    def expect(self, views: NDArray[Any], odds: Odds) -> None:
        """With which odds hidden cards are in hands."""
        put_odds(views, self.weights, self.work, self.groups, self.ranks, odds)


def groups_of(game: Game) -> NDArray[np.int64]:
    """For every other seat, counted from the viewer's, the group of hands it is in; -1 where nothing is known."""
    assert game.features is not None
    groups = np.full(game.players, -1)
    for group, seats in enumerate(game.features.hands):
        groups[[seat for seat in seats if seat < game.players]] = group
    return groups


@kernel
def put_odds(views: Rows, weights: Weights, work: Workspace, groups: NDArray[np.int64], ranks: Int, odds: Odds) -> None:
    """Cards are drawn one after the other, so those that are surely held must come first: what counts is the rate at
    which a card would have come into a hand by the end, not the chance that it has."""
    rules.describe(views[0], work.parts, work.whole)
    think(work, weights)
    numbers, players = len(weights.of_parts_bias), len(groups)
    for ahead in range(1, players):
        seat = (np.int64(views[0].viewer) + ahead) % players
        for part in range(len(work.parts)):
            first = part * numbers + groups[ahead] * ranks
            for rank in range(ranks):
                odds[seat, part * ranks + rank] = np.log1p(np.exp(np.float64(work.scores[first + rank])))
