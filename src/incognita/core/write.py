"""How the values of a view become numbers: one kernel for each way, called by the code that `encoder` generates.

Places and amounts in these calls are constants, and kernels are inlined: what is left of a call are a few stores.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from incognita.core.jit import CONFIG, Cards, Int, kernel
from incognita.core.rules import NONE, Numbers
from incognita.core.vectors import write_downwards, write_one_of, write_scaled

Values = NDArray[Any]

ZERO, ONE = np.uint64(0), np.uint64(1)
FULL, NOTHING = np.float32(1.0), np.float32(0.0)

# All that indices are made of is uint64: of anything with a sign Numba asks each time whether it is negative.


@kernel
def turned(place: Int, among: Int) -> Int:
    """Places go round; a division would cost as much as the rest."""
    place, among = np.uint64(place), np.uint64(among)
    while place >= among:
        place -= among
    return place


@kernel
def viewer_of(seat: Int) -> Int:
    """A spectator looks from the first seat."""
    return ZERO if seat == NONE else np.uint64(seat)


@kernel
def nothing(numbers: Numbers, target: Int, count: Int) -> None:
    for j in range(np.uint64(count)):
        numbers[np.uint64(target) + j] = NOTHING


@kernel
def number(value: Int, numbers: Numbers, target: Int, scale: Int) -> None:
    numbers[np.uint64(target)] = np.float32(value) * scale


def scaled(values: Values, source: Int, numbers: Numbers, target: Int, count: Int, scale: Int) -> None:
    """Neighbouring numbers of a table, times the scale."""
    flat = values.ravel()
    for j in range(count):
        number(flat[np.uint64(source) + np.uint64(j)], numbers, target + j, scale)


def downwards(cards: Cards, length: Int, numbers: Numbers, target: Int, count: Int, scale: Int) -> None:
    """A list backwards, value + 1 times the scale, 0 behind its end."""
    for j in range(count):
        value = np.int64(cards[np.int64(length) - j - 1]) + 1 if j < length else 0
        number(value, numbers, target + j, scale)


def one_of(value: Int, numbers: Numbers, target: Int, count: Int) -> None:
    """1 at the place of the value, nothing for "none"."""
    for j in range(count):
        number(j == value, numbers, target + j, FULL)


def compiled_as(vectors: Any, loop: Any) -> None:
    """Compiled code calls `vectors` where `loop` is written; with bounds checks it stays the loop."""

    def choose(*kinds: Any) -> Any:
        return loop if CONFIG.BOUNDSCHECK else vectors

    choose.__signature__ = inspect.signature(loop)  # type: ignore[attr-defined]
    overload(loop, prefer_literal=True)(choose)


def scaled_by_vectors(values: Values, source: Int, numbers: Numbers, target: Int, count: Int, scale: Int) -> None:
    write_scaled(values, source, numbers, target, count, scale)


def downwards_by_vectors(cards: Cards, length: Int, numbers: Numbers, target: Int, count: Int, scale: Int) -> None:
    write_downwards(cards, length, numbers, target, count, scale)


def one_of_by_vectors(value: Int, numbers: Numbers, target: Int, count: Int) -> None:
    write_one_of(value, numbers, target, count)


compiled_as(scaled_by_vectors, scaled)
compiled_as(downwards_by_vectors, downwards)
compiled_as(one_of_by_vectors, one_of)


@kernel
def seat_from(viewer: Int, value: Int, players: Int) -> Int:
    """A seat counted from the viewer; "none" stays."""
    return np.uint64(NONE) if value == NONE else turned(np.uint64(value) + np.uint64(players) - viewer, players)


@kernel
def kinds(cards: Cards, numbers: Numbers, target: Int, width: Int, stride: Int, scale: Int) -> None:
    """A list of kinds as the number of each. Ranks of a colour that are not in play have no place."""
    width, stride = np.uint64(width), np.uint64(stride)
    for j in range(np.uint64(len(cards))):
        kind = np.uint64(cards[j])
        if kind != NONE:
            place = kind if stride == width else kind // stride * width + kind % stride
            numbers[np.uint64(target) + place] += scale


@kernel
def last_of(cards: Cards, length: Int) -> Int:
    """The top of a list; "none" if there is nothing in it."""
    return cards[np.uint64(length) - ONE] if length > 0 else NONE


@kernel
def by_place(
    cards: Cards,
    places: Cards,
    laid: Int,
    viewer: Int,
    players: Int,
    room: Int,
    numbers: Numbers,
    target: Int,
    width: Int,
    scale: Int,
) -> None:
    """Two places for each seat there is room for, the viewer's first; behind them those of nobody."""
    players, room, width = np.uint64(players), np.uint64(room), np.uint64(width)
    ahead = players - viewer
    for j in range(np.uint64(laid)):
        place = np.uint64(places[j])
        if place < room + room:
            place = turned(place + ahead + ahead, players + players)
        else:
            place -= (room - players) + (room - players)
        numbers[np.uint64(target) + place * width + np.uint64(cards[j])] += scale


@kernel
def by_table(values: Values, table: Numbers, count: Int, numbers: Numbers, target: Int) -> None:
    """Each value replaced by the numbers that the table has for it."""
    width, flat = np.uint64(table.shape[1]), values.ravel()
    for j in range(np.uint64(count)):
        for column in range(width):
            numbers[np.uint64(target) + j * width + column] = table[np.uint64(flat[j]), column]
