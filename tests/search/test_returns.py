"""Margins and the chance to win the match."""

from __future__ import annotations

import numpy as np
import pytest

import incognita
from incognita.search.returns import margin, win

TWO, FOUR, TEAMS = (np.array(sides, np.uint8) for sides in ([0, 1], [0, 1, 2, 3], [0, 1, 0, 1]))


def points(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int32)


def test_the_margin_is_over_the_mean_of_the_other_sides() -> None:
    assert margin(points(30, 10), TWO, 0) == 20
    assert margin(points(30, 10), TWO, 1) == -20
    assert margin(points(30, 10, 20, 0), FOUR, 0) == 20
    assert margin(points(50, 20, 50, 20), TEAMS, 2) == 30


def chance(rounds_left: int, *numbers: int) -> float:
    states = incognita.load("lost-cities").blank(rounds=3)
    states["round_number"] = 3 - rounds_left
    return float(win(states[0], points(*numbers), TWO if len(numbers) == 2 else FOUR, 0, 36.0))


def test_the_last_round_decides() -> None:
    assert chance(0, 51, 50) == pytest.approx(1.0, abs=0.01)
    assert chance(0, 50, 50) == pytest.approx(0.5)
    assert chance(0, 49, 50) == pytest.approx(0.0, abs=0.01)
    assert chance(0, 50, 10, 49, 51) < 0.1


def test_before_it_a_lead_is_worth_more_the_fewer_rounds_are_left() -> None:
    assert 0.5 < chance(2, 60, 30) < chance(1, 60, 30) < chance(0, 60, 30)
    assert chance(1, 30, 60) == pytest.approx(1 - chance(1, 60, 30))


def test_a_point_more_is_still_worth_something_when_all_is_decided() -> None:
    assert chance(0, 200, 10) > chance(0, 199, 10)
