"""A trained network at work, compiled: from a view to what every legal action will gain, in points.

Most features are 0, and after a layer about half of the numbers are, so a layer adds up the rows of its weights that
belong to the others, four at a time: the sums are then read and written a quarter as often.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.jit import Int, Rows, kernel
from incognita.core.rules import FAR, Numbers, Worths
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
    of_parts: Numbers
    of_parts_bias: Numbers
    of_whole: Numbers
    of_whole_bias: Numbers
    faith: Numbers


class Workspace(NamedTuple):
    """Arrays that are written to for every decision, made once."""

    narrow: NDArray[np.bool_]
    """One: whether actions that the hand-written player thinks very little of are left out. It stays as it is."""
    parts: Numbers
    there: NDArray[np.bool_]
    """Which parts are there."""
    whole: Numbers
    known: Numbers
    following: Numbers
    pool: Numbers
    shared: Numbers
    scores: Numbers
    """By place: those of the whole, then part by part."""
    rows: NDArray[np.int64]
    """Which rows of some weights count."""


def weights_of(arrays: Arrays) -> Weights:
    return Weights(**{name: np.ascontiguousarray(arrays[name]) for name in Weights._fields})


def workspace(shape: Shape, parts: int, narrow: bool = False) -> Workspace:
    assert set(expected_arrays(shape)) == set(Weights._fields)
    return Workspace(
        narrow=np.array([narrow]),
        parts=np.zeros((parts, shape.part_features), np.float32),
        there=np.zeros(parts, np.bool_),
        whole=np.zeros(shape.whole_features, np.float32),
        known=np.zeros((parts, shape.width), np.float32),
        following=np.zeros((parts, shape.width), np.float32),
        pool=np.zeros(2 * shape.width, np.float32),
        shared=np.zeros(shape.width, np.float32),
        scores=np.zeros(shape.whole_actions + parts * shape.part_actions, np.float32),
        rows=np.zeros(max(shape.part_features, shape.whole_features, 2 * shape.width), np.int64),
    )


@kernel
def judge(views: Rows, places: NDArray[np.int64], weights: Weights, work: Workspace, gains: Worths) -> None:
    """What each legal action of the only view will gain, but for what is common to all of them.

    Minus infinity for what it does not consider.
    """
    rules.describe(views[0], work.parts, work.whole)
    think(work, weights)
    of_whole, of_part = len(weights.of_whole_bias), len(weights.of_parts_bias)
    for i in range(np.int64(views[0].choices)):
        place = places[np.int64(views[0].legal[i])]
        considered = is_considered(place, of_whole, of_part, work.parts, work.whole)
        if work.narrow[0]:
            considered = considered and is_near(place, of_whole, of_part, work.parts, work.whole)
        gains[i] = POINTS * np.float64(work.scores[place]) if considered else -np.inf


@kernel
def is_considered(place: Int, whole_actions: Int, part_actions: Int, parts: Numbers, whole: Numbers) -> bool:
    """Unless an action is ruled out: nothing was learned about those."""
    return bool(feature_of(1, place, whole_actions, part_actions, parts, whole) > 0.0)


@kernel
def is_near(place: Int, whole_actions: Int, part_actions: Int, parts: Numbers, whole: Numbers) -> bool:
    """Whether the hand-written player thinks more of an action than very little."""
    return bool(feature_of(0, place, whole_actions, part_actions, parts, whole) > FAR)


@kernel
def feature_of(block: Int, place: Int, whole_actions: Int, part_actions: Int, parts: Numbers, whole: Numbers) -> float:
    """Of an action: features begin with a block of opinions of the hand-written player and one of what is possible."""
    if place < whole_actions:
        return float(whole[block * whole_actions + place])
    part, slot = divmod(place - whole_actions, part_actions)
    return float(parts[part, block * part_actions + slot])


@kernel
def think(work: Workspace, weights: Weights) -> None:
    """What the network says of the features in the workspace, into its scores."""
    find_parts(work.parts, work.there)
    put_scores(work, weights, know(work, weights))


@kernel
def find_parts(parts: Numbers, there: NDArray[np.bool_]) -> None:
    for part in range(len(parts)):
        there[part] = is_there(parts[part])


@kernel
def know(work: Workspace, weights: Weights) -> Numbers:
    """All layers, over the parts that are there: what each of them knows. What they have together is in the pool."""
    known, following = work.known, work.following
    zero(work.shared)
    add_product(work.whole, weights.whole, work.rows, work.shared)
    for part in range(len(known)):
        if work.there[part]:
            put_sum(weights.own_bias, work.shared, known[part])
            add_product(work.parts[part], weights.own, work.rows, known[part])
            rectify(known[part])
    for layer in range(len(weights.owns)):
        pool_parts(known, work.there, work.pool)
        zero(work.shared)
        add_product(work.pool, weights.pools[layer], work.rows, work.shared)
        for part in range(len(known)):
            if work.there[part]:
                put_sum(weights.own_biases[layer], work.shared, following[part])
                add_product(known[part], weights.owns[layer], work.rows, following[part])
                rectify(following[part])
        known, following = following, known
    pool_parts(known, work.there, work.pool)
    return known


@kernel
def is_there(features: Numbers) -> bool:
    for i in range(len(features)):
        if features[i] != np.float32(0.0):
            return True
    return False


@kernel
def put_scores(work: Workspace, weights: Weights, known: Numbers) -> None:
    """What the network says, and a part of what the hand-written player thinks."""
    of_whole, of_part, faith = len(weights.of_whole_bias), len(weights.of_parts_bias), weights.faith[0]
    scores = work.scores[:of_whole]
    put_trust(weights.of_whole_bias, faith, work.whole, scores)
    add_product(work.pool, weights.of_whole, work.rows, scores)
    for part in range(len(known)):
        if work.there[part]:
            start = of_whole + part * of_part
            scores = work.scores[start : start + of_part]
            put_trust(weights.of_parts_bias, faith, work.parts[part], scores)
            add_product(known[part], weights.of_parts, work.rows, scores)


@kernel
def put_trust(bias: Numbers, faith: Int, features: Numbers, scores: Numbers) -> None:
    for i in range(len(scores)):
        scores[i] = bias[i] + faith * features[i]


@kernel
def zero(numbers: Numbers) -> None:
    for i in range(len(numbers)):
        numbers[i] = np.float32(0.0)


@kernel
def put_sum(one: Numbers, other: Numbers, numbers: Numbers) -> None:
    for i in range(len(numbers)):
        numbers[i] = one[i] + other[i]


@kernel
def add_product(inputs: Numbers, weights: Numbers, rows: NDArray[np.int64], outputs: Numbers) -> None:
    n = find_rows(inputs, rows)
    for k in range(0, n - 3, 4):
        a, b, c, d = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        of_a, of_b, of_c, of_d = weights[a], weights[b], weights[c], weights[d]
        x, y, z, w = inputs[a], inputs[b], inputs[c], inputs[d]
        for i in range(len(outputs)):
            outputs[i] += (x * of_a[i] + y * of_b[i]) + (z * of_c[i] + w * of_d[i])
    for k in range(n - n % 4, n):
        j = rows[k]
        for i in range(len(outputs)):
            outputs[i] += inputs[j] * weights[j, i]


@kernel
def find_rows(inputs: Numbers, rows: NDArray[np.int64]) -> Int:
    """Where the inputs are not 0; returns how many."""
    n = 0
    for j in range(len(inputs)):
        rows[n] = j
        n += np.int64(inputs[j] != np.float32(0.0))
    return n


@kernel
def rectify(numbers: Numbers) -> None:
    for i in range(len(numbers)):
        numbers[i] = max(numbers[i], np.float32(0.0))


@kernel
def pool_parts(known: Numbers, there: NDArray[np.bool_], pool: Numbers) -> None:
    """The mean over the parts that are there, then the maximum."""
    zero(pool)
    width, n = known.shape[1], np.float32(0.0)
    for part in range(len(known)):
        if there[part]:
            n += np.float32(1.0)
            for i in range(width):
                pool[i] += known[part, i]
                pool[width + i] = max(pool[width + i], known[part, i])  # nothing is below 0
    for i in range(width):
        pool[i] /= max(n, np.float32(1.0))
