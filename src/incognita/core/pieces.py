"""What a program sees of a view: named pieces of a flat row of numbers, each made from one field of the view.

A game declares a table of `Piece`. From the table a `Layout` is worked out for one set of options: the place of every
piece. `encoder` makes code of it that writes the numbers, and that never sees a state. A piece that belongs to seats or
sides is turned so that the viewer's own part comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Piece(NamedTuple):
    """One piece of an observation: what it is called, what it is made from and how."""

    name: str
    field: str
    how: str
    """The table `HOW` of `encoder` says which ways there are."""
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


@dataclass
class Layout:
    """The pieces of one game with its options in a flat row of float32."""

    view: np.dtype[Any]
    pieces: Sequence[Piece]
    players: int
    places: list[Place] = field(init=False)

    def __post_init__(self) -> None:
        ends = np.cumsum([0, *(piece.size for piece in self.pieces)]).tolist()
        self.places = [Place(*each) for each in zip(self.pieces, ends, ends[1:], strict=False)]
        names = [piece.name for piece in self.pieces]
        if len(set(names)) < len(names):
            raise ValueError(f"two pieces have the same name among {', '.join(names)}")
        for piece in self.pieces:
            if piece.of and piece.shape[0] > self.among(piece.of):
                raise ValueError(f"{piece.name}: there are only {self.among(piece.of)} of {piece.of}")

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

    def among(self, of: str) -> int:
        """How many seats or sides there are."""
        return self.players if of == "seat" else 2

    def offset(self, name: str) -> int:
        """The byte of the view that a field begins with."""
        return int(self.view.fields[name][1])  # type: ignore[index]

    def field_type(self, name: str) -> tuple[np.dtype[Any], tuple[int, ...]]:
        """The type of a field's entries, and the shape of the field."""
        whole = self.view.fields[name][0]  # type: ignore[index]
        return (whole.subdtype[0], whole.subdtype[1]) if whole.subdtype else (whole, ())


def stretches(wanted: tuple[int, ...], shape: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """How the corner of that shape is taken out of a larger table: from where, to where, how many neighbours."""
    if not shape:
        return [(0, 0, 1)]
    if wanted[1:] == shape[1:]:
        return [(0, 0, prod(wanted))]
    inner = stretches(wanted[1:], shape[1:])
    from_row, to_row = prod(shape[1:]), prod(wanted[1:])
    return [(i * from_row + s, i * to_row + t, n) for i in range(wanted[0]) for s, t, n in inner]
