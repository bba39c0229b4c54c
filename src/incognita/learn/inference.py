"""A trained network at work, compiled: from a view to what every legal action will gain, in points.

Most features are 0, and after a layer about half of the numbers are, so a layer adds up the rows of its weights that
belong to the others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.jit import Int, Rows, kernel
from incognita.core.rules import Numbers, Worths
from incognita.learn.weights import Arrays, Shape, expected_arrays

POINTS = 10.0
"""What the number 1 means at the end of the network."""


class Weights(NamedTuple):
    """The arrays of `expected_arrays`, in single precision."""

    own: Numbers
    own_bias: Numbers
    whole: Numbers
    owns: Numbers
    own_biases: Numbers
    pools: Numbers
    of_colours: Numbers
    of_colours_bias: Numbers
    of_whole: Numbers
    of_whole_bias: Numbers
    faith: Numbers


class Workspace(NamedTuple):
    """Arrays that are written to for every decision, made once."""

    colours: Numbers
    whole: Numbers
    known: Numbers
    following: Numbers
    pool: Numbers
    shared: Numbers
    scores: Numbers
    """By place: those of the whole, then colour by colour."""


def weights_of(arrays: Arrays) -> Weights:
    return Weights(**{name: np.ascontiguousarray(arrays[name]) for name in Weights._fields})


def workspace(shape: Shape, colours: int) -> Workspace:
    assert set(expected_arrays(shape)) == set(Weights._fields)
    return Workspace(
        colours=np.zeros((colours, shape.colour_features), np.float32),
        whole=np.zeros(shape.whole_features, np.float32),
        known=np.zeros((colours, shape.width), np.float32),
        following=np.zeros((colours, shape.width), np.float32),
        pool=np.zeros(2 * shape.width, np.float32),
        shared=np.zeros(shape.width, np.float32),
        scores=np.zeros(shape.whole_actions + colours * shape.colour_actions, np.float32),
    )


@kernel
def judge(views: Rows, places: NDArray[np.int64], weights: Weights, work: Workspace, gains: Worths) -> None:
    """What each legal action of the only view will gain, but for what is common to all of them."""
    rules.describe(views[0], work.colours, work.whole)
    n = np.int64(views[0].colours)
    think(work, weights, n)
    for i in range(np.int64(views[0].choices)):
        gains[i] = POINTS * np.float64(work.scores[places[np.int64(views[0].legal[i])]])


@kernel
def think(work: Workspace, weights: Weights, n: Int) -> None:
    """All layers, over n colours."""
    known, following = work.known, work.following
    zero(work.shared)
    add_product(work.whole, weights.whole, work.shared)
    for c in range(n):
        put_sum(weights.own_bias, work.shared, known[c])
        add_product(work.colours[c], weights.own, known[c])
        rectify(known[c])
    for layer in range(len(weights.owns)):
        pool_colours(known, n, work.pool)
        zero(work.shared)
        add_product(work.pool, weights.pools[layer], work.shared)
        for c in range(n):
            put_sum(weights.own_biases[layer], work.shared, following[c])
            add_product(known[c], weights.owns[layer], following[c])
            rectify(following[c])
        known, following = following, known
    pool_colours(known, n, work.pool)
    put_scores(work, weights, known, n)


@kernel
def put_scores(work: Workspace, weights: Weights, known: Numbers, n: Int) -> None:
    of_whole, of_colour = len(weights.of_whole_bias), len(weights.of_colours_bias)
    put_score(work.pool, weights.of_whole, weights.of_whole_bias, work.whole, weights.faith[0], work.scores[:of_whole])
    for c in range(n):
        start = of_whole + c * of_colour
        scores = work.scores[start : start + of_colour]
        put_score(known[c], weights.of_colours, weights.of_colours_bias, work.colours[c], weights.faith[0], scores)


@kernel
def put_score(known: Numbers, weights: Numbers, bias: Numbers, features: Numbers, faith: Int, scores: Numbers) -> None:
    """What the network says, and a part of what the hand-written player thinks."""
    for i in range(len(scores)):
        scores[i] = bias[i] + faith * features[i]
    add_product(known, weights, scores)


@kernel
def zero(numbers: Numbers) -> None:
    for i in range(len(numbers)):
        numbers[i] = np.float32(0.0)


@kernel
def put_sum(one: Numbers, other: Numbers, numbers: Numbers) -> None:
    for i in range(len(numbers)):
        numbers[i] = one[i] + other[i]


@kernel
def add_product(inputs: Numbers, weights: Numbers, outputs: Numbers) -> None:
    for j in range(len(inputs)):
        if inputs[j] != np.float32(0.0):
            for i in range(len(outputs)):
                outputs[i] += inputs[j] * weights[j, i]


@kernel
def rectify(numbers: Numbers) -> None:
    for i in range(len(numbers)):
        numbers[i] = max(numbers[i], np.float32(0.0))


@kernel
def pool_colours(known: Numbers, n: Int, pool: Numbers) -> None:
    """The mean over the colours, then the maximum."""
    width = known.shape[1]
    for i in range(width):
        total, most = np.float32(0.0), np.float32(0.0)  # nothing is below 0
        for c in range(n):
            total += known[c, i]
            most = max(most, known[c, i])
        pool[i], pool[width + i] = total / np.float32(n), most
