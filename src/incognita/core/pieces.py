"""What a program sees of a view: named pieces of a flat row of numbers, each made from one field of the view.

A game declares a table of `Piece`. From the table a `Layout` is worked out for one set of options: the place of every
piece, and a list of simple instructions over the bytes of a view row. One kernel, the same for all games, carries these
out; it never sees a state. A piece that belongs to seats or sides is turned so that the viewer's own part comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from incognita.core.jit import Int, Random, Rows, kernel, parallel_kernel
from incognita.core.rules import NONE, Numbers

Bytes = NDArray[np.uint8]
Runs = NDArray[np.uint64]
Flags = NDArray[np.bool_]

BLOCK = 16
"""Rows that are worked on together: enough to pay for an instruction, few enough for the nearest cache."""

# What an instruction does with the bytes it is given.
SCALED, ONE_OF, SEAT, KINDS, TOP, TOP_SEAT, TOP_SCALED, DOWN, PLACED, WIDE, SIGNED, TABLE = range(12)
HOW = {
    "number": SCALED,  # as it is, times the scale
    "one of": ONE_OF,  # 1 at the place of the value, nothing for "none"
    "seat": SEAT,  # 1 at the seat, counted from the viewer
    "kinds": KINDS,  # a list of kinds as the number of each
    "top of": TOP,  # the last entry of a list, as "one of"
    "seat on top": TOP_SEAT,  # the last entry of a list, as "seat"
    "number on top": TOP_SCALED,  # the last entry of a list, as "number"
    "from the top": DOWN,  # a list backwards, value + 1 times the scale, 0 behind its end
    "by place": PLACED,  # a list of kinds and a list of places: how many of each kind lie in each place
    "table": TABLE,  # each value replaced by the numbers a table has for it
}


class Piece(NamedTuple):
    """One piece of an observation: what it is called, what it is made from and how."""

    name: str
    field: str
    how: str
    shape: tuple[int, ...]
    """Of what is written, the viewer's own part first if it belongs to seats or sides."""
    about: str
    scale: float = 1.0
    of: str = ""
    """"seat" or "side": the first axis of the field is one of these."""
    length: str = ""
    """The field that says how long the list is."""
    places: str = ""
    """The field of places, beside a list of kinds."""
    stride: int = 0
    """Kinds of a colour in the game; those that are not in play are left out."""
    split: int = 0
    """The last axis of the field is really two, and this is the length of the second."""
    table: tuple[tuple[float, ...], ...] = ()

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Place(NamedTuple):
    """Where a piece lies in the row."""

    piece: Piece
    start: int
    stop: int


class Run(NamedTuple):
    """One instruction: what to do with neighbouring bytes of a view row, and where the outcome goes."""

    how: int
    source: int  # the byte it begins with, for the viewer's own part
    amount: int  # bytes, classes or entries
    target: int
    turn: int  # seats or sides after the viewer's
    among: int  # of how many; 0 if it belongs to nobody
    step: int  # bytes from one seat or side to the next
    length: int  # the byte that says how long the list is
    places: int  # the byte with the first place
    width: int  # kinds of a colour that are written, or numbers in a row of the table
    stride: int  # kinds of a colour in the view, seats there is room for, or bytes of a wide number
    table: int  # where its table begins


HOW_TO, SOURCE, AMOUNT, TARGET, TURN, AMONG, STEP, LENGTH, PLACES, WIDTH, STRIDE, FIRST = range(len(Run._fields))
"""The columns of the instructions, as the kernel reads them."""
ZERO, ONE, EIGHT = np.uint64(0), np.uint64(1), np.uint64(8)


@dataclass
class Layout:
    """The pieces of one game with its options in a flat row of float32."""

    view: np.dtype[Any]
    pieces: Sequence[Piece]
    players: int
    places: list[Place] = field(init=False)
    runs: Runs = field(init=False)
    scales: NDArray[np.float32] = field(init=False)
    tables: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        ends = np.cumsum([0, *(piece.size for piece in self.pieces)]).tolist()
        self.places = [Place(*each) for each in zip(self.pieces, ends, ends[1:], strict=False)]
        names = [piece.name for piece in self.pieces]
        if len(set(names)) < len(names):
            raise ValueError(f"two pieces have the same name among {', '.join(names)}")
        numbers: list[float] = [0.0]
        runs: list[tuple[Run, float]] = []
        for piece, start, _ in self.places:
            runs += [(run, piece.scale) for run in self.runs_of(piece, start, len(numbers))]
            numbers += [number for row in piece.table for number in row]
        self.runs = np.array([run for run, _ in runs], np.uint64)
        self.scales = np.array([scale for _, scale in runs], np.float32)
        self.tables = np.array(numbers, np.float32)

    @property
    def size(self) -> int:
        """Numbers in a row."""
        return self.places[-1].stop

    def __getitem__(self, name: str) -> slice:
        """Where a piece lies: `observations[:, layout["hand"]]`."""
        for piece, start, stop in self.places:
            if piece.name == name:
                return slice(start, stop)
        raise KeyError(f"there is no piece {name!r}; the pieces are {', '.join(piece.name for piece in self.pieces)}")

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Numbers that no observation is below or above."""
        low, high = np.zeros(self.size, np.float32), np.ones(self.size, np.float32)
        for piece, start, stop in self.places:
            kind, _ = self.field_type(piece.field)
            if piece.how == "table":
                low[start:stop], high[start:stop] = np.min(piece.table), np.max(piece.table)
            elif piece.how in ("kinds", "by place"):
                high[start:stop] = 255
            elif piece.how in ("number", "number on top", "from the top"):
                high[start:stop] = piece.scale * (2.0 ** (15 if kind.itemsize > 1 else 8))
                low[start:stop] = -high[start] if kind.kind == "i" else 0
        return low, high

    def offset(self, name: str) -> int:
        return int(self.view.fields[name][1])  # type: ignore[index]

    def field_type(self, name: str) -> tuple[np.dtype[Any], tuple[int, ...]]:
        """The type of a field's entries, and the shape of the field."""
        whole = self.view.fields[name][0]  # type: ignore[index]
        return (whole.subdtype[0], whole.subdtype[1]) if whole.subdtype else (whole, ())

    def runs_of(self, piece: Piece, start: int, table: int) -> list[Run]:
        """The instructions that write a piece: one for every stretch of neighbours, for every seat or side."""
        kind, shape = self.field_type(piece.field)
        if piece.split:
            shape = (*shape[:-1], shape[-1] // piece.split, piece.split)
        if piece.of:
            among = self.players if piece.of == "seat" else 2
            if piece.shape[0] > among:
                raise ValueError(f"{piece.name}: there are only {among} of {piece.of}")
            size = piece.size // piece.shape[0]
            step = int(prod(shape[1:])) * kind.itemsize
            turned = [(turn, start + turn * size) for turn in range(piece.shape[0])]
            inner = piece._replace(shape=piece.shape[1:] or (1,))
            return [
                run._replace(turn=turn, among=among, step=step)
                for turn, at in turned
                for run in self.plain_runs(inner, kind, shape[1:], at, table)
            ]
        return self.plain_runs(piece, kind, shape, start, table)

    def plain_runs(
        self, piece: Piece, kind: np.dtype[Any], shape: tuple[int, ...], start: int, table: int
    ) -> list[Run]:
        how = HOW[piece.how]
        lists = how in (TOP, TOP_SEAT, TOP_SCALED, DOWN)
        if lists:
            n = piece.shape[0] if len(piece.shape) > 1 else 1
            rows = [(i * shape[-1], i * piece.shape[-1], piece.shape[-1]) for i in range(n)]
        elif how == SCALED:
            rows = stretches(piece.shape, shape)
        else:
            rows = [(0, 0, piece.size)]
        runs = []
        for i, (source, target, count) in enumerate(rows):
            run = Run(
                how if kind.itemsize == 1 else SIGNED if kind.kind == "i" else WIDE,
                self.offset(piece.field) + source * kind.itemsize,
                shape[0] if how in (KINDS, PLACED) else count,
                start + target,
                *(0, 0, 0),
                self.offset(piece.length) + i if piece.length else 0,
                self.offset(piece.places) if piece.places else 0,
                len(piece.table[0]) if piece.table else piece.shape[-1],
                kind.itemsize if kind.itemsize > 1 else piece.stride,
                table,
            )
            runs.append(run)
        return runs


def stretches(wanted: tuple[int, ...], shape: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """How the corner of that shape is taken out of a larger table: from where, to where, how many neighbours."""
    if not shape:
        return [(0, 0, 1)]
    if wanted[1:] == shape[1:]:
        return [(0, 0, prod(wanted))]
    inner = stretches(wanted[1:], shape[1:])
    from_row, to_row = prod(shape[1:]), prod(wanted[1:])
    return [(i * from_row + s, i * to_row + t, n) for i in range(wanted[0]) for s, t, n in inner]


class Seen(NamedTuple):
    """View rows as bytes, with what the kernel has to know to read them."""

    raw: Bytes
    runs: Runs
    scales: Numbers
    tables: Numbers
    players: int
    viewer: int  # the byte that says whose view it is
    choices: int  # the bytes with the number of legal actions, and with the actions
    legal: int


def seen(layout: Layout, views: Rows) -> Seen:
    """Views for `encode`: they are read where they lie, each time anew."""
    raw = views.view(np.uint8).reshape(len(views), views.dtype.itemsize)
    places = [layout.offset(name) for name in ("viewer", "choices", "legal")]
    return Seen(raw, layout.runs, layout.scales, layout.tables, layout.players, *places)


@kernel
def encode(views: Seen, out: Numbers, mask: Flags) -> None:
    """Write rows of observations, and of flags for the legal actions."""
    raw, runs, scales, tables = views.raw, views.runs, views.scales, views.tables
    for block in range((len(raw) + BLOCK - 1) // BLOCK):
        encode_block(raw, runs, scales, tables, views.players, views.viewer, out, block)
        mask_block(raw, views.choices, views.legal, mask, block)


@parallel_kernel
def encode_on_cores(views: Seen, out: Numbers, mask: Flags) -> None:
    """The same, the rows shared out among the cores."""
    raw, runs, scales, tables = views.raw, views.runs, views.scales, views.tables
    players, viewer, choices, legal = views.players, views.viewer, views.choices, views.legal
    for block in numba.prange((len(raw) + BLOCK - 1) // BLOCK):
        encode_block(raw, runs, scales, tables, players, viewer, out, block)
        mask_block(raw, choices, legal, mask, block)


# All that indices are made of is uint64: of anything with a sign Numba asks each time whether it is negative.


@kernel
def mask_block(raw: Bytes, choices: Int, legal: Int, mask: Flags, block: Int) -> None:
    first, stop = limits(block, len(raw))
    at, actions = np.uint64(choices), np.uint64(legal)
    for i in range(first, stop):
        for action in range(mask.shape[1]):
            mask[i, action] = False
        for j in range(two_bytes(raw, i, at)):
            mask[i, two_bytes(raw, i, actions + j + j)] = True


@kernel
def two_bytes(raw: Bytes, i: Int, at: Int) -> Int:
    return np.uint64(raw[i, at]) | np.uint64(raw[i, at + ONE]) << EIGHT


@kernel
def limits(block: Int, rows: Int) -> Any:
    first = np.uint64(block) * np.uint64(BLOCK)
    return first, min(first + np.uint64(BLOCK), np.uint64(rows))


@kernel
def encode_block(
    raw: Bytes,
    runs: Runs,
    scales: Numbers,
    tables: Numbers,
    players: Int,
    viewer_at: Int,
    out: Numbers,
    block: Int,
) -> None:
    """One instruction for all rows of a block, then the next: what to do is then decided once for all of them."""
    first, stop = limits(block, len(raw))
    turns = np.empty(BLOCK, np.uint64)
    for i in range(first, stop):
        viewer = np.uint64(raw[i, np.uint64(viewer_at)])
        turns[i - first] = ZERO if viewer == NONE else viewer
        for j in range(out.shape[1]):
            out[i, j] = np.float32(0.0)
    for k in range(np.uint64(len(runs))):
        how, scale = runs[k, HOW_TO], scales[k]
        if how == SCALED:
            write_scaled(raw, runs, k, turns, first, stop, scale, out)
        elif how in (DOWN, TOP):
            write_pile(raw, runs, k, first, stop, scale, out)
        elif how == KINDS:
            write_kinds(raw, runs, k, first, stop, scale, out)
        elif how == TABLE:
            write_table(raw, runs, k, first, stop, tables, out)
        elif how == PLACED:
            write_places(raw, runs, k, turns, np.uint64(players), first, stop, scale, out)
        elif how in (WIDE, SIGNED):
            write_wide(raw, runs, k, turns, first, stop, scale, out)
        else:
            write_single(raw, runs, k, turns, np.uint64(players), first, stop, scale, out)


@kernel
def turned(place: Int, among: Int) -> Int:
    """Places go round; a division would cost as much as the rest. Where nothing goes round, `among` is 0."""
    if among == ZERO:
        return ZERO
    while place >= among:
        place -= among
    return place


@kernel
def write_scaled(
    raw: Bytes, runs: Runs, k: Int, turns: Random, first: Int, stop: Int, scale: Int, out: Numbers
) -> None:
    source, count, target = runs[k, SOURCE], runs[k, AMOUNT], runs[k, TARGET]
    turn, among, step = runs[k, TURN], runs[k, AMONG], runs[k, STEP]
    for i in range(first, stop):
        start = source + step * turned(turns[i - first] + turn, among)
        for j in range(count):
            out[i, target + j] = np.float32(raw[i, start + j]) * scale


@kernel
def write_pile(raw: Bytes, runs: Runs, k: Int, first: Int, stop: Int, scale: Int, out: Numbers) -> None:
    """A list of which only the first entries count: all of it from the top, or only which one is on top."""
    source, count, target, length_at = runs[k, SOURCE], runs[k, AMOUNT], runs[k, TARGET], runs[k, LENGTH]
    down = runs[k, HOW_TO] == DOWN
    for i in range(first, stop):
        length = np.uint64(raw[i, length_at])
        if down:
            for j in range(min(length, count)):
                out[i, target + j] = np.float32(raw[i, source + length - ONE - j] + 1) * scale
        elif length > ZERO and raw[i, source + length - ONE] < count:
            out[i, target + np.uint64(raw[i, source + length - ONE])] = np.float32(1.0)


@kernel
def write_kinds(raw: Bytes, runs: Runs, k: Int, first: Int, stop: Int, scale: Int, out: Numbers) -> None:
    """A list of kinds as the number of each. Ranks of a colour that are not in play have no place."""
    source, count, target = runs[k, SOURCE], runs[k, AMOUNT], runs[k, TARGET]
    width, stride = runs[k, WIDTH], runs[k, STRIDE]
    for i in range(first, stop):
        for j in range(count):
            kind = np.uint64(raw[i, source + j])
            if kind != NONE:
                place = kind if stride in (ZERO, width) else kind // stride * width + kind % stride
                out[i, target + place] += scale


@kernel
def write_table(raw: Bytes, runs: Runs, k: Int, first: Int, stop: Int, tables: Numbers, out: Numbers) -> None:
    source, count, target, width = runs[k, SOURCE], runs[k, AMOUNT], runs[k, TARGET], runs[k, WIDTH]
    for i in range(first, stop):
        for j in range(count // width):
            row = runs[k, FIRST] + np.uint64(raw[i, source + j]) * width
            for column in range(width):
                out[i, target + j * width + column] = tables[row + column]


@kernel
def write_places(
    raw: Bytes, runs: Runs, k: Int, turns: Random, players: Int, first: Int, stop: Int, scale: Int, out: Numbers
) -> None:
    """Two places for each seat there is room for, the viewer's first; behind them those of nobody."""
    source, target, width, seats = runs[k, SOURCE], runs[k, TARGET], runs[k, WIDTH], runs[k, STRIDE]
    for i in range(first, stop):
        ahead = players - turns[i - first]
        for j in range(np.uint64(raw[i, runs[k, LENGTH]])):
            place = np.uint64(raw[i, runs[k, PLACES] + j])
            if place < seats + seats:
                place = turned(place + ahead + ahead, players + players)
            else:
                place -= (seats - players) + (seats - players)
            out[i, target + place * width + np.uint64(raw[i, source + j])] += scale


@kernel
def write_wide(raw: Bytes, runs: Runs, k: Int, turns: Random, first: Int, stop: Int, scale: Int, out: Numbers) -> None:
    """Numbers of several bytes, the lowest first."""
    size, signed = runs[k, STRIDE], runs[k, HOW_TO] == SIGNED
    bits = np.int64(8) * np.int64(size)
    for i in range(first, stop):
        start = runs[k, SOURCE] + runs[k, STEP] * turned(turns[i - first] + runs[k, TURN], runs[k, AMONG])
        for j in range(runs[k, AMOUNT]):
            number = np.int64(0)
            for byte in range(size):
                number |= np.int64(raw[i, start + j * size + byte]) << np.int64(8) * np.int64(byte)
            if signed and number >> (bits - 1) & 1:
                number -= np.int64(1) << bits
            out[i, runs[k, TARGET] + j] = np.float32(number) * scale


@kernel
def write_single(
    raw: Bytes, runs: Runs, k: Int, turns: Random, players: Int, first: Int, stop: Int, scale: Int, out: Numbers
) -> None:
    """One value, or the last of a list: which one it is, which seat it is counted from the viewer, or its number."""
    how, count, target = runs[k, HOW_TO], runs[k, AMOUNT], runs[k, TARGET]
    for i in range(first, stop):
        at = runs[k, SOURCE] + runs[k, STEP] * turned(turns[i - first] + runs[k, TURN], runs[k, AMONG])
        if how in (TOP_SEAT, TOP_SCALED):
            if raw[i, runs[k, LENGTH]] == 0:
                continue
            at += np.uint64(raw[i, runs[k, LENGTH]]) - ONE
        value = np.uint64(raw[i, at])
        if how == TOP_SCALED:
            out[i, target] = np.float32(value) * scale
        elif value != NONE and how != ONE_OF:
            out[i, target + turned(value + players - turns[i - first], players)] = np.float32(1.0)
        elif value < count:
            out[i, target + value] = np.float32(1.0)
