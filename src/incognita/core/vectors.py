"""Neighbouring values converted together: compiled code that Numba would not write by itself.

A loop stays a loop of single numbers. Its length is constant, so the compiler unrolls it before it looks for vectors,
and it cannot know that what is written does not change what is read next. Vectors take a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

INDEX, WIDE = ir.IntType(64), ir.IntType(32)
WIDTHS = (32, 16, 8, 4, 2, 1)
"""Numbers that are written together; the compiler splits what is too wide for the machine."""
LEAST = 8
"""Rather than fewer than these at the end, some are written twice."""


def vectors(function: Callable[..., Any]) -> Any:
    """A function for kernels that writes its own instructions, for constant amounts."""
    return intrinsic(prefer_literal=True)(function)


def widths(count: int) -> Iterator[tuple[int, int]]:
    """So many numbers as vectors: where each begins, and its width."""
    start = 0
    while start < count:
        if count - start < LEAST < count:
            start = count - LEAST
        width = next(width for width in WIDTHS if width <= count - start)
        yield start, width
        start += width


def data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


def load(builder: Any, start: Any, at: Any, width: int) -> Any:
    pointer = builder.gep(start, [at])
    return builder.load(builder.bitcast(pointer, ir.VectorType(start.type.pointee, width).as_pointer()), align=1)


def store(builder: Any, vector: Any, start: Any, at: Any) -> None:
    builder.store(vector, builder.bitcast(builder.gep(start, [at]), vector.type.as_pointer()), align=4)


def filled(builder: Any, value: Any, width: int) -> Any:
    """A vector with one value everywhere."""
    vector = ir.Constant(ir.VectorType(value.type, width), ir.Undefined)
    for i in range(width):
        vector = builder.insert_element(vector, value, INDEX(i))
    return vector


def numbered(numbers: range) -> Any:
    return ir.Constant(ir.VectorType(WIDE, len(numbers)), list(numbers))


def compared(builder: Any, how: str, numbers: range, value: Any) -> Any:
    """For each of the numbers whether it is equal to the value, or less."""
    return builder.icmp_signed(how, numbered(numbers), filled(builder, builder.trunc(value, WIDE), len(numbers)))


def scaled(builder: Any, signed: bool, values: Any, scale: Any) -> Any:
    width = values.type.count
    convert = builder.sitofp if signed else builder.uitofp
    return builder.fmul(convert(values, ir.VectorType(ir.FloatType(), width)), filled(builder, scale, width))


@vectors
def write_scaled(context: Any, values: Any, source: Any, numbers: Any, target: Any, count: Any, scale: Any) -> Any:
    """`numbers[target + j] = values[source + j] * scale`, for every j below `count`."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, source, _, target, _, scale = arguments
        given, out = data(context, builder, values, arguments[0]), data(context, builder, numbers, arguments[2])
        for start, width in widths(count.literal_value):
            vector = load(builder, given, builder.add(source, INDEX(start)), width)
            outcome = scaled(builder, values.dtype.signed, vector, scale)
            store(builder, outcome, out, builder.add(target, INDEX(start)))
        return context.get_dummy_value()

    return types.void(values, types.int64, numbers, types.int64, count, types.float32), write


@vectors
def write_downwards(context: Any, cards: Any, length: Any, numbers: Any, target: Any, count: Any, scale: Any) -> Any:
    """`numbers[target + j] = (cards[length - 1 - j] + 1) * scale`, or 0 where j is not below `length`.

    As many values as are written are also read, so there must be room before the list.
    """

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, length, _, target, _, scale = arguments
        given, out = data(context, builder, cards, arguments[0]), data(context, builder, numbers, arguments[2])
        for start, width in widths(count.literal_value):
            vector = load(builder, given, builder.sub(length, INDEX(start + width)), width)
            turned = builder.shuffle_vector(vector, vector, numbered(range(width)[::-1]))
            ranks = builder.add(builder.zext(turned, ir.VectorType(WIDE, width)), filled(builder, WIDE(1), width))
            outcome = scaled(builder, True, ranks, scale)
            inside = compared(builder, "<", range(start, start + width), length)
            chosen = builder.select(inside, outcome, ir.Constant(outcome.type, None))
            store(builder, chosen, out, builder.add(target, INDEX(start)))
        return context.get_dummy_value()

    return types.void(cards, types.int64, numbers, types.int64, count, types.float32), write


@vectors
def write_one_of(context: Any, value: Any, numbers: Any, target: Any, count: Any) -> Any:
    """`numbers[target + j] = j == value`, for every j below `count`."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, _, target, _ = arguments
        out = data(context, builder, numbers, arguments[1])
        for start, width in widths(count.literal_value):
            same = compared(builder, "==", range(start, start + width), value)
            flags = builder.uitofp(same, ir.VectorType(ir.FloatType(), width))
            store(builder, flags, out, builder.add(target, INDEX(start)))
        return context.get_dummy_value()

    return types.void(types.int64, numbers, types.int64, count), write
