"""The scorer: the reckoning of a real board, and everything that cannot be on one."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

import incognita
from incognita.games.board_game.data import built_in
from incognita.games.board_game.scorer import Round, sheet_lines
from tests.variants import play_randomly

rule = pytest.mark.rule
NAMES = ["Anna", "Bo"]


def table(*lines: str, **options: Any) -> Round:
    """A round of Anna and Bo; the lines are Anna's."""
    entered = Round(incognita.load("board-game", **options), NAMES)
    for line in lines:
        entered.enter(0, line)
    return entered


def total(*lines: str, **options: Any) -> int:
    return int(table(*lines, **options).sheet(None)["totals"][0])


@rule("board-game 7.3")
def test_explorers_are_summed_and_the_researcher_counts_twice() -> None:
    assert total("R 7", "W 4 r", "points 25") == 65
    assert total("R 9", "W 1 r") == 10
    assert total("R 1", "W 2") == 0, "never below zero"


@rule("board-game 7.4", "board-game 8.1")
def test_artifacts_are_kept_and_scored_after_the_third_round() -> None:
    sheet = None
    for _ in range(3):
        sheet = table("R 9", "artifacts 2").sheet(sheet)
    assert sheet is not None
    assert sheet["artifacts"] == [6, 0]
    assert sheet["artifact_points"] == [30, -60]
    assert sheet["totals"] == [180, 0]


@rule("board-game 8.2")
def test_the_short_game_has_its_own_track() -> None:
    sheet = table("R 9", "artifacts 5", short=True).sheet(None)
    assert sheet["artifact_points"] == [50, -20]
    assert sheet["totals"] == [100, 0]


@pytest.mark.parametrize(
    "line", ["W 4 r", "w4r", "W: 4 researcher", "white 4 r", "Himalayas 4 r", "the Himalayas: 4 R", "W 4 r, R 1"]
)
def test_the_ways_to_write_an_explorer(line: str) -> None:
    assert table(line).sheet(None)["explorers"][0]["W"] == {"stone": 4, "researcher": True}


@pytest.mark.parametrize("line", ["points 25", "vp 25", "victory points: 25", "Points:25"])
def test_the_ways_to_write_points(line: str) -> None:
    assert table(line).sheet(None)["holdings"] == [25, 0]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("R 10", "stone 10: a path has the stones 1 to 9 (board-game 1.1)", marks=rule("board-game 1.1")),
        ("R 0", "stone 0: a path has the stones 1 to 9"),
        pytest.param(
            "Y 5",
            "two explorers of Anna on the yellow path: one is on stone 3 already (board-game 3.2)",
            marks=rule("board-game 3.2"),
        ),
        pytest.param(
            "R 2 r", "two researchers: that of Anna is on the yellow path already", marks=rule("board-game 1.3")
        ),
        ("X 3", "'X' is not a path; the paths are Y (yellow), B (blue)"),
        ("P 3", "'P' is not a path"),
        ("R 3 q", "'q' is not an explorer; r is the researcher"),
        ("seven", "'seven' is not understood; write an explorer's path and stone, 'W 4 r'"),
        pytest.param("artifacts 10", "10 artifacts in all, but a round has 9", marks=rule("board-game 1.6")),
        pytest.param("points 75", "75 victory points, but all tiles together have 70", marks=rule("board-game 4.3")),
        ("points 7", "7 victory points cannot come from tiles of 5 5 10 10 10 15 15"),
        ("points 5, points 5", "the points of Anna were already entered: 5"),
        ("R 5, G 77", "stone 77"),
    ],
)
def test_impossible_entries_are_named(line: str, reason: str) -> None:
    entered = table("Y 3 r")
    with pytest.raises(ValueError, match=re.escape(reason)):
        entered.enter(0, line)
    assert entered.entered == [["Y 3 r"], []], "nothing was entered"


@rule("board-game 1.3")
def test_a_fifth_adventurer() -> None:
    entered = table("Y 1", "B 1", "W 1", "G 1")
    with pytest.raises(ValueError, match=re.escape("a fifth adventurer: Anna has four")):
        entered.enter(0, "R 1")
    entered.enter(0, "R 1 r")


@rule("board-game 1.6", "board-game 7.1")
def test_what_all_players_share() -> None:
    entered = table("Y 7", "B 8", "W 9", "artifacts 5")
    entered.enter(1, "R 7, G 7")
    with pytest.raises(ValueError, match=re.escape("6 explorers beyond the bridges, but the round ends with the fi")):
        entered.enter(1, "W 7")
    with pytest.raises(ValueError, match="10 artifacts in all, but a round has 9"):
        entered.enter(1, "artifacts 5")


def test_a_line_is_told_and_may_be_taken_back() -> None:
    entered = table()
    assert entered.enter(0, "R 7, W 4 r") == "R 30, W 5x2 = 10"
    assert entered.enter(0, "artifacts 2") == "artifacts 2"
    assert entered.standing(0) == "Anna: stones 40, points 0, artifacts 2"
    assert entered.take_back(0) == "artifacts 2"
    assert entered.take_back(0) == "R 7, W 4 r"
    assert entered.take_back(0) == ""
    assert entered.enter(0, "none") == "nothing"


@pytest.mark.parametrize("options", [{}, {"short": True}])
def test_a_played_match_and_a_real_board_give_the_same_sheets(options: dict[str, Any]) -> None:
    match = play_randomly(incognita.load("board-game", **options).match(seed=9), 9)
    before: dict[str, Any] | None = None
    for played in match.sheets():
        entered = table(**options)
        for seat in range(2):
            for line in lines_of(played, seat, before):
                entered.enter(seat, line)
        before = entered.sheet(before)
        assert before | {"starter": played["starter"]} == played


def lines_of(sheet: dict[str, Any], seat: int, before: dict[str, Any] | None) -> list[str]:
    explorers = [
        f"{letter} {explorer['stone']} {'r' * explorer['researcher']}"
        for letter, explorer in sheet["explorers"][seat].items()
        if explorer
    ]
    kept = before["artifacts"][seat] if before else 0
    return [
        *explorers,
        f"points {sheet['holdings'][seat] - sheet['before'][seat]}",
        f"artifacts {sheet['artifacts'][seat] - kept}",
    ]


# --- writing


@rule("board-game 7.3", "board-game 8.1")
def test_the_addition_is_written_as_a_scorer_would() -> None:
    entered = table("R 7", "W 4 r", "points 25", "artifacts 3")
    entered.enter(1, "Y 1")
    before = {"round": 2, "totals": [40, 15], "artifacts": [2, 1]}
    assert sheet_lines(entered.sheet(before), NAMES) == [
        "Round 3",
        "  Anna",
        "    W  Himalayas        stone 4, researcher               5x2 =   10",
        "    R  volcanoes        stone 7                               =   30",
        "                              with the points of tiles  40+25 =   65",
        "                                    with the explorers  65+40 =  105",
        "                       with 5 artifacts (house value)  105-45 =   60",
        "  Bo",
        "    Y  desert           stone 1                               =  -20",
        "                       with the explorers  15-20, not below 0 =    0",
        "             with 1 artifact (house value)  0-60, not below 0 =    0",
    ]


def test_house_values_are_called_so_where_the_long_track_is_used() -> None:
    text = "\n".join(sheet_lines(table("R 9", short=True).sheet(None), NAMES))
    assert "house" not in text
    first = "\n".join(sheet_lines(table("R 9", "artifacts 2").sheet(None), NAMES))
    assert "artifacts kept =    2" in first
    assert "house" not in first, "no track is used yet"
    data = {**copy.deepcopy(built_in()), "artifact_track": {"short": [[0, 1]], "long": [[0, 7]]}}
    last = table("R 9", data=data).sheet({"round": 2, "totals": [0, 0], "artifacts": [0, 0]})
    assert "with 0 artifacts  50+7 =   57" in "\n".join(sheet_lines(last, NAMES))


@rule("board-game 8.3")
def test_a_tie_is_told() -> None:
    entered = table("R 9", "artifacts 3", short=True)
    entered.enter(1, "Y 9, points 15, artifacts 2")
    assert entered.sheet(None)["totals"] == [65, 75]
    level = table("R 9, artifacts 1", short=True)
    level.enter(1, "Y 9, points 5")
    assert sheet_lines(level.sheet(None), NAMES)[-1] == "  Anna and Bo are level; Anna has more artifacts."
    shared = table("R 9", short=True)
    shared.enter(1, "Y 9")
    assert sheet_lines(shared.sheet(None), NAMES)[-1] == "  Anna and Bo are level; Anna and Bo also in artifacts."


@pytest.mark.rule("board-game 10.1")
def test_variants_have_their_own_paths() -> None:
    assert list(table("B 4", colours=2).sheet(None)["values"][0]) == ["Y", "B"]
    with pytest.raises(ValueError, match=r"'R' is not a path; the paths are Y \(yellow\), B \(blue\)"):
        table("R 4", colours=2)
