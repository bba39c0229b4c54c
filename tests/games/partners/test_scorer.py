"""The scorer of partners: two sides, the larger deck, and the sheet of a played round."""

from __future__ import annotations

import re

import pytest

import incognita
from incognita.games.partners.scorer import Round, sheet_lines
from tests.variants import play_randomly

rule = pytest.mark.rule


def table(*lines: str) -> Round:
    """A round of two sides; the lines are the first one's."""
    laid = Round(incognita.load("partners"), ["Anna + Cem", "Bo + Dora"])
    for line in lines:
        laid.enter(0, line)
    return laid


@rule("partners 5.1")
def test_a_side_is_scored_once_and_both_partners_have_its_points() -> None:
    laid = table("R: I 2 3 4 5 6 7 8", "Y: I")
    laid.enter(1, "R: 2 3 4 9 10")
    sheet = laid.sheet(None)
    assert sheet["points"] == [10, 8, 10, 8]
    assert laid.sheet(sheet)["totals"] == [20, 16, 20, 16]
    assert laid.sheet(sheet)["round"] == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("R: 2 2", "R2 after R2: numbers must rise (partners 3.2)", marks=rule("partners 3.2")),
        pytest.param("R: 2 2 2", "R2 3 times, but there are only 2 in the deck", marks=rule("partners 1.1")),
        pytest.param("R: 5 5", "R5 twice, but there is only 1 in the deck", marks=rule("partners 1.1")),
        ("R: I I I I", "4 red investments, but there are only 3 of each colour (partners 1.1)"),
        ("R: 4 I", "RI after R4: investments come before the first number (lost-cities 3.4)"),
        ("P: 4", "purple is not in play; partners have five colours (partners 1.1)"),
    ],
)
def test_impossible_expeditions_are_named(line: str, reason: str) -> None:
    laid = table()
    with pytest.raises(ValueError, match=re.escape(reason)):
        laid.enter(0, line)
    assert laid.laid == [{}, {}]


@rule("partners 1.1")
def test_the_deck_is_shared_by_both_sides() -> None:
    laid = table("R: I I 2 5")
    with pytest.raises(ValueError, match=r"R5 twice.*: Anna \+ Cem have it already"):
        laid.enter(1, "R: 2 5")
    with pytest.raises(ValueError, match=r"4 red investments.*: Anna \+ Cem have 2 already"):
        laid.enter(1, "R: I I 2")
    laid.enter(1, "R: I 2 6")


def test_a_played_round_and_a_real_table_give_the_same_sheets() -> None:
    match = play_randomly(incognita.load("partners").match(rounds=2, seed=6), 6)
    before = None
    for played in match.sheets():
        laid = table()
        for side, expeditions in enumerate(played["expeditions"]):
            for cards in expeditions.values():
                if cards:
                    laid.enter(side, " ".join(cards))
        before = laid.sheet(before)
        assert before | {"starter": played["starter"]} == played


def test_a_sheet_names_the_sides() -> None:
    lines = sheet_lines(table("R: 5 6").sheet(None), ["Anna + Cem", "Bo + Dora"])
    assert lines[1] == "  Anna + Cem"
    assert lines[2].endswith("11-20 =   -9")
