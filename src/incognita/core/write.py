"""How the values of a view become numbers: one kernel for each way, called by the code that `encoder` generates.

Places and amounts in these calls are constants, and kernels are inlined: what is left of a call are a few stores.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from incognita.core.jit import CONFIG, Cards, Int, kernel
from incognita.core.rules import NONE, Numbers

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
    """Neighbouring numbers, times the scale."""
    for j in range(count):
        numbers[np.uint64(target + j)] = np.float32(values[np.uint64(source) + np.uint64(j)]) * scale


@overload(scaled, prefer_literal=True)
def choose_scaled(values: Any, source: Any, numbers: Any, target: Any, count: Any, scale: Any) -> Any:
    if CONFIG.BOUNDSCHECK or not isinstance(count, types.IntegerLiteral):
        return scaled
    return lambda values, source, numbers, target, count, scale: convert(values, source, numbers, target, count, scale)


choose_scaled.__annotations__ = {}
WIDTHS = (32, 16, 8, 4, 2, 1)
"""Values that are converted together; the machine splits what is too wide for it."""


def parts(count: int) -> list[tuple[int, int]]:
    """So many values as stretches of these widths: where each begins, and its width."""
    found, start = [], 0
    while start < count:
        width = next(width for width in WIDTHS if width <= count - start)
        found.append((start, width))
        start += width
    return found


def write_conversion(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Vectors, because a loop would stay one: it is unrolled before it could become vectors, and takes four times as long."""
    values, _, numbers, _, count, _ = signature.args
    source, target = (
        builder.gep(context.make_array(kind)(context, builder, array).data, [at])
        for kind, array, at in ((values, arguments[0], arguments[1]), (numbers, arguments[2], arguments[3]))
    )
    to_float = builder.sitofp if values.dtype.signed else builder.uitofp
    for start, width in parts(count.literal_value):
        at = [ir.Constant(ir.IntType(64), start)]
        wanted = ir.VectorType(ir.IntType(values.dtype.bitwidth), width)
        given = builder.load(builder.bitcast(builder.gep(source, at), wanted.as_pointer()), align=1)
        floats = ir.VectorType(ir.FloatType(), width)
        scale = splat(builder, arguments[5], width)
        outcome = builder.fmul(to_float(given, floats), scale)
        builder.store(outcome, builder.bitcast(builder.gep(target, at), floats.as_pointer()), align=4)
    return context.get_dummy_value()


def splat(builder: Any, value: Any, width: int) -> Any:
    """A vector with the same value everywhere."""
    vector = ir.Constant(ir.VectorType(value.type, width), ir.Undefined)
    for i in range(width):
        vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), i))
    return vector


@intrinsic(prefer_literal=True)
def convert(context: Any, values: Any, source: Any, numbers: Any, target: Any, count: Any, scale: Any) -> Any:
    return types.void(values, types.uint64, numbers, types.uint64, count, types.float32), write_conversion


@kernel
def one_of(value: Int, numbers: Numbers, target: Int, count: Int) -> None:
    """1 at the place of the value, nothing for "none"."""
    if value < count:
        numbers[np.uint64(target) + np.uint64(value)] = FULL


@kernel
def seat(value: Int, viewer: Int, players: Int, numbers: Numbers, target: Int) -> None:
    """1 at the seat, counted from the viewer."""
    if value != NONE:
        numbers[np.uint64(target) + turned(np.uint64(value) + np.uint64(players) - viewer, players)] = FULL


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
def top(values: Cards, source: Int, length: Int, numbers: Numbers, target: Int, count: Int) -> None:
    """The last entry of a list, as `one_of`."""
    if length > 0:
        one_of(values[np.uint64(source) + np.uint64(length) - ONE], numbers, target, count)


@kernel
def top_seat(values: Cards, length: Int, viewer: Int, players: Int, numbers: Numbers, target: Int) -> None:
    if length > 0:
        seat(values[np.uint64(length) - ONE], viewer, players, numbers, target)


@kernel
def top_number(values: Cards, length: Int, numbers: Numbers, target: Int, scale: Int) -> None:
    if length > 0:
        number(values[np.uint64(length) - ONE], numbers, target, scale)


@kernel
def downwards(values: Cards, source: Int, length: Int, numbers: Numbers, target: Int, count: Int, scale: Int) -> None:
    """A list backwards, value + 1 times the scale."""
    length = np.uint64(length)
    last = np.uint64(source) + length - ONE
    for j in range(min(length, np.uint64(count))):
        numbers[np.uint64(target) + j] = np.float32(values[last - j] + 1) * scale


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
def by_table(values: Cards, table: Numbers, count: Int, numbers: Numbers, target: Int) -> None:
    """Each value replaced by the numbers that the table has for it."""
    width = np.uint64(table.shape[1])
    for j in range(np.uint64(count)):
        for column in range(width):
            numbers[np.uint64(target) + j * width + column] = table[np.uint64(values[j]), column]
