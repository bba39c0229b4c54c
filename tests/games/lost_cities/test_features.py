"""What a learned player looks at: numbers that a person can check on the table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import incognita
from incognita.core import rules
from incognita.core.jit import kernel
from incognita.games.lost_cities import features
from tests.games.lost_cities.table import match_with, play

B, R = 1, 4
"""Places of colours."""


@kernel
def describe_rows(views: Any, parts: Any, whole: Any) -> None:
    rules.describe(views[0], parts, whole)


@pytest.fixture(scope="module")
def described() -> tuple[Any, Any]:
    """I laid the red 2, they the blue 3; the rest of my hand fits or it does not."""
    match = match_with("R2 R5 R9 B2 B4 Y2 W2 G2", "B3 Y3 W3 G3 Y4 W4 G4 Y5", "Y6 W5")
    play(match, "R2 *", "B3 *")
    views = match.view_row(0)
    parts = np.ones((5, features.COLOUR_FEATURES), np.float32)
    whole = np.ones(features.WHOLE_FEATURES, np.float32)
    describe_rows(views, parts, whole)
    return parts, whole


def ranks(row: Any, first: int) -> dict[int, float]:
    """The numbers of the cards that count, and what they count."""
    return {rank + 1: round(float(row[first + rank]), 3) for rank in range(10) if row[first + rank]}


def test_what_fits_my_expedition_and_what_laying_it_passes_over(described: tuple[Any, Any]) -> None:
    red = described[0][R]
    assert ranks(red, features.FITS_MINE) == {5: 1, 9: 1}
    assert ranks(red, features.SKIPPED) == {5: 0.7, 9: 3.3}, "3 and 4; then 5, 6, 7 and 8 too"


def test_what_they_could_lay_if_they_got_it(described: tuple[Any, Any]) -> None:
    parts, _ = described
    assert ranks(parts[B], features.FITS_THEIRS) == {4: 0.5}, "not the 2, which is too low"
    assert ranks(parts[R], features.FITS_THEIRS) == {}, "they have not begun"


def test_what_lies_and_what_could_be_laid(described: tuple[Any, Any]) -> None:
    red, blue = described[0][R, features.RECKONED :], described[0][B, features.RECKONED :]
    assert red[4] == pytest.approx((2 - 20) / 20) and red[6] == pytest.approx((2 + 5 + 9 - 20) / 20)
    assert blue[5] == pytest.approx((3 - 20) / 20) and blue[4] == 0
    assert red[9] == pytest.approx(2 / 3) and blue[9] == pytest.approx(2 / 3)


def test_the_whole_adds_up_the_colours(described: tuple[Any, Any]) -> None:
    parts, whole = described
    mine, theirs = parts[:, features.RECKONED].sum(), parts[:, features.RECKONED + 1].sum()
    at = features.WHOLE_RECKONED
    assert whole[at : at + 3] == pytest.approx([0.4 * mine, 0.4 * theirs, 0.4 * (mine - theirs)], abs=1e-5)


def test_nothing_is_left_from_the_view_before(described: tuple[Any, Any]) -> None:
    """The arrays held ones; unused places are wiped."""
    parts, whole = described
    assert set(np.unique(parts[:, features.KNOWN : features.KNOWN + 10])) == {0}
    assert np.isfinite(parts).all() and np.isfinite(whole).all()
    assert len(whole) == incognita.load("lost-cities").features.whole_features  # type: ignore[union-attr]
