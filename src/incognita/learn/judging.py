"""What a world is worth to who must decide in it, by the judge of practice, compiled.

A search imagines worlds, and in those nothing is hidden: where it breaks a playout off, the judge says what the rest of
the round will come to. It is kept like any other network, with its last layer but one in the place of the actions of
the whole, and what it says in the place of a part's.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from incognita.core import rules
from incognita.core.game import Features, Game
from incognita.core.jit import Int, Row, kernel
from incognita.core.rules import Numbers
from incognita.learn.inference import Weights, Workspace, add_product, find_parts, know, rectify, weights_of, workspace
from incognita.learn.weights import Arrays, Shape, check_header, check_shape, expected_arrays, read_weights
from incognita.search.returns import prize_of

KINDS = 2
"""Of players to meet: hand-written ones and earlier networks. If it is neither, it is the network itself."""
POLICIES, NETWORKS = (1.0, 0.0), (0.0, 1.0)
"""How the judge is told who the others are: a network at work plays as earlier ones do in practice."""


class Bench(NamedTuple):
    """A judge, and arrays that are written to whenever it is asked, made once."""

    weights: Weights
    work: Workspace
    parts: Numbers
    """What the seat sees …"""
    whole: Numbers
    secrets: Numbers
    """… and what it does not."""
    others: Numbers
    """Who the others are, a number for each kind."""
    prize: float
    """What winning the round counts besides the margin, in points."""


def shape_of_judge(features: Features, width: int, layers: int) -> Shape:
    parts, whole = features.part_features + features.part_secrets, features.whole_features + KINDS
    return Shape(parts, whole, part_actions=1, whole_actions=width, width=width, layers=layers)


def judge_beside(path: Path, game: Game) -> Path:
    """Where the judge of the network in a file lies."""
    return path.with_name(f"{game.name}-judge.npz")


def read_judge(game: Game, path: Path, others: tuple[float, float]) -> Bench:
    features = game.features
    assert features is not None
    header, arrays = read_weights(path)
    check_header(path, header, game.name, features.version)
    check_shape(path, header.shape, shape_of_judge(features, header.shape.width, header.shape.layers))
    return bench_of(features, header.shape, arrays, others, prize_of(game, header.prize))


def bench_of(features: Features, shape: Shape, arrays: Arrays, others: tuple[float, float], prize: float) -> Bench:
    return Bench(
        weights_of(arrays),
        workspace(shape, features.parts),
        np.zeros((features.parts, features.part_features), np.float32),
        np.zeros(features.whole_features, np.float32),
        np.zeros((features.parts, features.part_secrets), np.float32),
        np.array(others, np.float32),
        prize,
    )


def empty_bench(features: Features) -> Bench:
    """For a search without a judge."""
    shape = shape_of_judge(features, 1, 2)
    arrays: Arrays = {name: np.zeros(size, np.float32) for name, size in expected_arrays(shape).items()}
    return bench_of(features, shape, arrays, POLICIES, 0.0)


@kernel
def worth_of(state: Row, view: Row, apart: Int, bench: Bench) -> float:
    """What the round will come to for the viewer, who must decide, in spreads, the prize of winning included.

    Seats whose bit is set in `apart` draw from the other end of the draw pile.
    """
    rules.describe(view, bench.parts, bench.whole)
    rules.reveal(state, apart, bench.secrets)
    work, weights = bench.work, bench.weights
    seen, told = bench.parts.shape[1], len(bench.whole)
    find_parts(bench.parts, work.there)
    work.parts[:, :seen] = bench.parts
    work.parts[:, seen:] = bench.secrets
    work.whole[:told] = bench.whole
    work.whole[told:] = bench.others
    know(work, weights)
    return last_layers(work, weights)


@kernel
def last_layers(work: Workspace, weights: Weights) -> float:
    hidden = work.scores[: len(weights.of_whole_bias)]
    hidden[:] = weights.of_whole_bias
    add_product(work.pool, weights.of_whole, work.rows, hidden)
    rectify(hidden)
    worth = np.float64(weights.of_parts_bias[0])
    for i in range(len(hidden)):
        worth += np.float64(hidden[i]) * np.float64(weights.of_parts[i, 0])
    return worth
