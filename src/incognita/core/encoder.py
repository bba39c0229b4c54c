"""From a table of pieces to code that writes them: a function with all places and amounts as constants.

What is generated is a list of calls of `write`, in Python, so that it also runs uncompiled; `print(source_of(layout))`
shows it. Carrying out the table itself, instruction by instruction, took five times as long. An observation has a row
dtype of its own, named by a digest of the code: as everywhere, the dtype picks the body, and Numba finds what it has
compiled before in its cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np

from incognita.core import write
from incognita.core.jit import Row, generic, row_dtype
from incognita.core.pieces import Layout, Piece, Place, stretches


@generic
def encode(numbers: Row, view: Row) -> None:
    """Write a view as the numbers of a layout."""


def numbers_dtype(layout: Layout) -> np.dtype[Any]:
    """The dtype of an observation as a row; `encode` knows it from now on."""
    source = source_of(layout)
    # The same code may read the views of two games.
    name = "numbers_" + hashlib.sha256(f"{source}{layout.view.descr}".encode()).hexdigest()[:16]
    dtype = row_dtype([(name, "f4", (layout.size,))])
    place: dict[str, Any] = {"np": np, "write": write}
    exec(compile(source.replace("NUMBERS", name), f"<{name}>", "exec"), place)
    encode.implement_for({"numbers": dtype, "view": layout.view})(place["encode"])
    return dtype


def source_of(layout: Layout) -> str:
    """The code that writes all pieces of a layout."""
    lines = [
        *tables(layout),
        "def encode(numbers: Row, view: Row) -> None:",
        "    numbers = numbers.NUMBERS",
        "    viewer = write.viewer_of(view.viewer)",
        *("    " + line for line in [*turns(layout), *fields(layout), *blanks(layout)]),
        *("    " + line for place in layout.places for line in HOW[place.piece.how](layout, place)),
    ]
    return "\n".join(lines) + "\n"


def tables(layout: Layout) -> Iterator[str]:
    for piece, start, _ in layout.places:
        if piece.table:
            yield f"TABLE_{start} = np.array({piece.table}, np.float32)"


def turns(layout: Layout) -> Iterator[str]:
    """Seats and sides, counted from the viewer."""
    for of in sorted({piece.of for piece in layout.pieces if piece.of}):
        for turn in range(layout.among(of)):
            yield f"{of}_{turn} = write.turned(viewer + {turn}, {layout.among(of)})"


def fields(layout: Layout) -> Iterator[str]:
    """What is read of the view."""
    for name in sorted({name for piece in layout.pieces for name in (piece.field, piece.length, piece.places) if name}):
        yield f"{name} = view.{name}"


def blanks(layout: Layout) -> Iterator[str]:
    """Only what is written here and there has to be empty before; neighbours are emptied together."""
    spans: list[tuple[int, int]] = []
    for piece, start, stop in layout.places:
        if piece.how in ("kinds", "by place", "number on top"):
            before = spans.pop() if spans and spans[-1][1] == start else (start, start)
            spans.append((before[0], stop))
    for start, stop in spans:
        yield f"write.nothing(numbers, {start}, {stop - start})"


class Part(NamedTuple):
    """A piece, or the part of it that belongs to one seat or side."""

    shape: tuple[int, ...]
    """Of what is written."""
    target: int
    field: tuple[int, ...]
    """The shape of the values in the field."""
    source: str
    """Where they begin in the field."""


def parts(layout: Layout, place: Place) -> Iterator[Part]:
    piece = place.piece
    _, shape = layout.field_type(piece.field)
    if piece.split:
        shape = (*shape[:-1], shape[-1] // piece.split, piece.split)
    if not piece.of:
        yield Part(piece.shape, place.start, shape, "0")
        return
    size = piece.size // piece.shape[0]
    for turn in range(piece.shape[0]):
        source = times(prod(shape[1:]), f"{piece.of}_{turn}")
        yield Part(piece.shape[1:] or (1,), place.start + turn * size, shape[1:], source)


def times(step: int, turn: str) -> str:
    return turn if step == 1 else f"{step} * {turn}"


def plus(source: str, offset: int) -> str:
    return source if offset == 0 else f"{source} + {offset}"


def lists(layout: Layout, place: Place) -> Iterator[tuple[str, str, int]]:
    """The lists of a field, one for each row of the piece: the list, its length, and where it is written."""
    piece = place.piece
    if not layout.field_type(piece.length)[1]:
        yield piece.field, piece.length, place.start
        return
    for i in range(piece.shape[0]):
        yield f"{piece.field}[{i}]", f"{piece.length}[{i}]", place.start + i * piece.shape[-1]


def value(piece: Piece, part: Part) -> str:
    """The single value of a part."""
    return f"{piece.field}[{part.source}]" if piece.of else piece.field


def scale(piece: Piece) -> str:
    return f"np.float32({piece.scale!r})"


def number(layout: Layout, place: Place) -> Iterator[str]:
    piece = place.piece
    for part in parts(layout, place):
        if not layout.field_type(piece.field)[1]:
            yield f"write.number({piece.field}, numbers, {part.target}, {scale(piece)})"
            continue
        for source, target, count in stretches(part.shape, part.field):
            start = plus(part.source, source)
            yield f"write.scaled({piece.field}, {start}, numbers, {part.target + target}, {count}, {scale(piece)})"


def one_of(layout: Layout, place: Place) -> Iterator[str]:
    for part in parts(layout, place):
        yield f"write.one_of({value(place.piece, part)}, numbers, {part.target}, {prod(part.shape)})"


def seat(layout: Layout, place: Place) -> Iterator[str]:
    for part in parts(layout, place):
        yield one_seat(layout, value(place.piece, part), part.target)


def one_seat(layout: Layout, seat: str, target: int) -> str:
    players = layout.players
    return f"write.one_of(write.seat_from(viewer, {seat}, {players}), numbers, {target}, {players})"


def kinds(layout: Layout, place: Place) -> Iterator[str]:
    piece = place.piece
    yield (
        f"write.kinds({piece.field}, numbers, {place.start}, {piece.shape[-1]}, "
        f"{piece.stride or piece.shape[-1]}, {scale(piece)})"
    )


def top(layout: Layout, place: Place) -> Iterator[str]:
    for cards, length, target in lists(layout, place):
        yield f"write.one_of(write.last_of({cards}, {length}), numbers, {target}, {place.piece.shape[-1]})"


def top_seat(layout: Layout, place: Place) -> Iterator[str]:
    for cards, length, target in lists(layout, place):
        yield one_seat(layout, f"write.last_of({cards}, {length})", target)


def top_number(layout: Layout, place: Place) -> Iterator[str]:
    piece = place.piece
    yield f"if {piece.length} > 0:"
    yield f"    write.number({piece.field}[{piece.length} - 1], numbers, {place.start}, {scale(piece)})"


def downwards(layout: Layout, place: Place) -> Iterator[str]:
    piece = place.piece
    if layout.offset(piece.field) < piece.shape[-1]:
        raise ValueError(f"{piece.name}: so many bytes are read before {piece.field} that they are not of the view")
    for cards, length, target in lists(layout, place):
        yield f"write.downwards({cards}, {length}, numbers, {target}, {piece.shape[-1]}, {scale(piece)})"


def by_place(layout: Layout, place: Place) -> Iterator[str]:
    piece = place.piece
    yield (
        f"write.by_place({piece.field}, {piece.places}, {piece.length}, viewer, {layout.players}, {piece.stride}, "
        f"numbers, {place.start}, {piece.shape[-1]}, {scale(piece)})"
    )


def by_table(layout: Layout, place: Place) -> Iterator[str]:
    piece = place.piece
    yield f"write.by_table({piece.field}, TABLE_{place.start}, {piece.shape[0]}, numbers, {place.start})"


HOW: dict[str, Callable[[Layout, Place], Iterator[str]]] = {
    "number": number,  # as it is, times the scale
    "one of": one_of,  # 1 at the place of the value, nothing for "none"
    "seat": seat,  # 1 at the seat, counted from the viewer
    "kinds": kinds,  # a list of kinds as the number of each
    "top of": top,  # the last entry of a list, as "one of"
    "seat on top": top_seat,  # the last entry of a list, as "seat"
    "number on top": top_number,  # the last entry of a list, as "number"
    "from the top": downwards,  # a list backwards, value + 1 times the scale, 0 behind its end
    "by place": by_place,  # a list of kinds and a list of places: how many of each kind lie in each place
    "table": by_table,  # each value replaced by the numbers a table has for it
}
