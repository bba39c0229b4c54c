"""Generated code: what it writes is what the table of pieces says, however wide a piece is."""

from __future__ import annotations

import numpy as np
import pytest

from incognita.core.batch import encode_rows
from incognita.core.encoder import numbers_dtype, source_of
from incognita.core.jit import Field, row_dtype
from incognita.core.pieces import Layout, Piece
from incognita.core.rules import NONE

WIDTHS = (1, 2, 3, 7, 8, 9, 12, 15, 16, 17, 31, 33, 50, 70)
LIST: list[Field] = [("bytes", "u1", (70,)), ("height", "u1"), ("viewer", "u1")]
VIEW = row_dtype([("wide", "i2", (70,)), ("which", "u1"), *LIST])
ROWS = 100


@pytest.fixture
def views() -> np.ndarray:
    random, views = np.random.default_rng(3), np.zeros(ROWS, VIEW)
    views["bytes"] = random.integers(0, 256, (ROWS, 70))
    views["wide"] = random.integers(-30000, 30000, (ROWS, 70))
    views["height"] = np.arange(ROWS) % 71
    views["which"] = np.where(np.arange(ROWS) < 80, np.arange(ROWS), NONE)
    return views


def numbers(views: np.ndarray, *pieces: Piece) -> list[np.ndarray]:
    """Each piece as a table of its own."""
    layout = Layout(VIEW, pieces, players=2)
    rows = np.full((ROWS, layout.size), np.nan, np.float32)
    encode_rows(rows.view(numbers_dtype(layout)).reshape(ROWS), views)
    return [rows[:, layout[piece.name]] for piece in pieces]


def test_numbers_of_any_width(views: np.ndarray) -> None:
    for field in ("bytes", "wide"):
        pieces = [Piece(f"{width}", field, "number", (width,), "", scale=0.1) for width in WIDTHS]
        for width, found in zip(WIDTHS, numbers(views, *pieces), strict=True):
            assert (found == views[field][:, :width].astype(np.float32) * np.float32(0.1)).all()


def test_one_of_any_width(views: np.ndarray) -> None:
    pieces = [Piece(f"{width}", "which", "one of", (width,), "") for width in WIDTHS]
    for width, found in zip(WIDTHS, numbers(views, *pieces), strict=True):
        assert (found == (views["which"][:, None] == np.arange(width))).all()


def test_lists_from_the_top(views: np.ndarray) -> None:
    widths = WIDTHS[1:]
    pieces = [Piece(f"{width}", "bytes", "from the top", (width,), "", scale=0.1, length="height") for width in widths]
    found = numbers(views, *pieces)
    for row, height in enumerate(views["height"].tolist()):
        expected = np.zeros(2 * 70, np.float32)
        expected[:height] = (views["bytes"][row, :height][::-1] + np.float32(1)) * np.float32(0.1)
        for width, outcome in zip(widths, found, strict=True):
            assert (outcome[row] == expected[:width]).all()


def test_nothing_is_read_that_is_not_of_the_view() -> None:
    """A list is read as vectors that begin before it; there must be as much of the row."""
    piece = Piece("list", "bytes", "from the top", (12,), "", length="height")
    with pytest.raises(ValueError, match="list: so many bytes are read before bytes"):
        source_of(Layout(row_dtype(LIST), [piece], players=2))


def test_the_same_pieces_of_another_view_are_another_layout() -> None:
    pieces = [Piece("which", "which", "one of", (3,), "")]
    other = row_dtype([("which", "u1"), ("viewer", "u1"), ("more", "u1")])
    assert numbers_dtype(Layout(VIEW, pieces, players=2)) != numbers_dtype(Layout(other, pieces, players=2))
