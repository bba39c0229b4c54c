"""The scorer: the reckoning of a real table, and everything that cannot lie on one."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

import incognita
from incognita.games.lost_cities.kernel import expedition_value
from incognita.games.lost_cities.scorer import Round, sheet_lines, sum_text
from tests.games.lost_cities.table import finish, match_with, play

rule = pytest.mark.rule


def table(*lines: str, **options: Any) -> Round:
    """A round of Anna and Bo; the lines are Anna's."""
    laid = Round(incognita.load("lost-cities", **options), ["Anna", "Bo"])
    for line in lines:
        laid.enter(0, line)
    return laid


def points(*lines: str, **options: Any) -> int:
    return int(table(*lines, **options).sheet(None)["points"][0])


@rule("lost-cities 5.2", "lost-cities 5.3", "lost-cities 5.4", "lost-cities 5.5")
def test_the_example_of_eighteen_points() -> None:
    """Sum 23; none; one investment alone; 15 with one investment; 35 with two and eight cards or more."""
    lines = ["Y: 3 5 7 8", "W: I", "G: I 4 5 6", "R: I I 2 3 4 5 6 7 8"]
    assert [points(line) for line in lines] == [3, -40, -10, 65]
    assert points(*lines) == 18


@rule("lost-cities 5.7")
def test_the_example_of_the_rule_page() -> None:
    assert points("Y: 3 5 8 10", "B: I I 4 6", "G: I 2 3 4 5 6 7 9", "R: I") == -12


@rule("lost-cities 5.6")
@pytest.mark.parametrize(("cards", "value"), [("I I I", -80), ("I I I 2 3 4 5 6 7 8 9 10", 156)])
def test_the_limits(cards: str, value: int) -> None:
    assert points(f"R: {cards}") == value


@pytest.mark.parametrize(
    "line",
    [
        "R: I I 4 10",
        "r: i i 4 10",
        "R:I,I,4,10",
        "RI RI R4 R10",
        "ri, ri; r4 10",
        "R I I 4 10",
        "red: inv investment 4 10",
        "Volcanoes: I I R4 R10",
        "the volcanoes : I I 4 10",
    ],
)
def test_the_ways_to_write_an_expedition(line: str) -> None:
    assert table(line).laid[0] == {"R": ["I", "I", "4", "10"]}


@pytest.mark.parametrize(
    ("text", "letter"),
    [("yellow", "Y"), ("Neptune's realm", "B"), ("Himalayas", "W"), ("rain forest", "G"), ("purple", "P")],
)
def test_colours_have_names(text: str, letter: str) -> None:
    assert list(table(f"{text}: 5", colours=6).laid[0]) == [letter]


def test_a_player_may_have_nothing() -> None:
    assert table("none").laid[0] == {}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("R: 4 7 7", "R7 twice, but there is only 1 in the deck", marks=rule("lost-cities 1.2")),
        pytest.param("R: 4 7 5", "R5 after R7: numbers must rise (lost-cities 3.3)", marks=rule("lost-cities 3.3")),
        pytest.param(
            "R: 4 I 5", "RI after R4: investments come before the first number", marks=rule("lost-cities 3.4")
        ),
        pytest.param("R: I I I I", "4 red investments, but there are only 3", marks=rule("lost-cities 1.2")),
        ("R: 1", "'1' is not a card; cards are numbers from 2 to 10, or I for an investment"),
        ("R: 11", "'11' is not a card"),
        ("R: G5", "G5 cannot lie in the red expedition"),
        ("RI G5", "G5 cannot lie in the red expedition"),
        ("X: 5", "'X' is not a colour; the colours are Y (yellow), B (blue)"),
        ("P: 5", "purple is not in play; it is with the option colours=6"),
        ("R:", "R: no cards"),
        ("red seven", "'red seven' is not an expedition"),
    ],
)
def test_impossible_expeditions_are_named(line: str, reason: str) -> None:
    laid = table()
    with pytest.raises(ValueError, match=re.escape(reason)):
        laid.enter(0, line)
    assert laid.laid == [{}, {}], "nothing was laid"


@rule("lost-cities 1.2")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("R: 7", "R7 twice, but there is only 1 in the deck (lost-cities 1.2): Anna has it already"),
        ("R: I I", "4 red investments, but there are only 3 of each colour (lost-cities 1.2): Anna has 2 already"),
    ],
)
def test_no_card_lies_before_two_players(line: str, reason: str) -> None:
    laid = table("R: I I 7")
    with pytest.raises(ValueError, match=re.escape(reason)):
        laid.enter(1, line)
    laid.enter(1, "R: I 8")


def test_an_expedition_is_entered_once_but_may_be_taken_back() -> None:
    laid = table("R: 7")
    with pytest.raises(ValueError, match="the red expedition of Anna was already entered: 7"):
        laid.enter(0, "R: 8")
    assert laid.take_back(0) == "R: 7"
    assert laid.take_back(0) == ""
    laid.enter(0, "R: 8")


@rule("lost-cities 7.1")
def test_variants_have_their_own_cards() -> None:
    assert points("R: I 2 3", cost=5, ranks=2) == 0
    with pytest.raises(ValueError, match="cards are numbers from 2 to 3"):
        points("R: 4", cost=5, ranks=2)


def test_a_played_round_and_a_real_table_give_the_same_sheet() -> None:
    match = finish(play(match_with("R7 R8 RI", "G2 B3"), "RI *", "G2 *", "R7 *", "B3 *"))
    (played,) = match.sheets()
    real = table("R: I 7")
    for line in ("B: 3", "G: 2"):
        real.enter(1, line)
    starter = {"starter": played["starter"]}
    assert real.sheet(None) | starter == played


def test_the_parts_of_a_reckoning_come_to_what_the_rules_say() -> None:
    chance = random.Random(1)
    for _ in range(200):
        ranks = chance.sample(range(1, 10), chance.randint(0, 9))
        counts = np.zeros(10, np.uint8)
        counts[ranks], counts[0] = 1, chance.randint(0, 3)
        texts = ["I"] * counts[0] + [str(rank + 1) for rank in sorted(ranks)]
        parts = table().reckon(texts)
        assert parts["points"] == expedition_value(counts, 20)
        assert (parts["sum"] - parts["cost"]) * parts["factor"] + parts["bonus"] == parts["points"]
        assert parts["bonus"] == (20 if len(texts) >= 8 else 0)
        assert eval(sum_text(parts).replace("x", "*")) == parts["points"]


def test_a_sheet_fits_on_a_page() -> None:
    full = [f"{letter}: I I I 2 3 4 5 6 7 8 9 10" for letter in "YBWGRP"]
    lines = sheet_lines(table(*full, colours=6).sheet({"round": 8, "totals": [-1200, 300]}), ["Anna", "Bo"])
    assert max(len(line) for line in lines) <= 80
    assert "in all  -1200+936 = -264" in lines[9]
