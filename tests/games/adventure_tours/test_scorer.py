"""The scorer: the reckoning of a real table, and everything that cannot be on one."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

import incognita
from incognita.games.adventure_tours.data import built_in
from incognita.games.adventure_tours.scorer import Round, sheet_lines
from tests.variants import play_randomly

rule = pytest.mark.rule
NAMES = ["Ann", "Bo", "Cem"]


def table(*lines: str, **options: Any) -> Round:
    """A round of three; the lines are Ann's."""
    entered = Round(incognita.load("adventure-tours", players=3, **options), NAMES)
    for line in lines:
        entered.enter(0, line)
    return entered


def total(*lines: str, before: dict[str, Any] | None = None) -> int:
    return int(table(*lines).sheet(before)["totals"][0])


@rule("adventure-tours 8.1", "adventure-tours 8.2")
def test_the_printed_example() -> None:
    """Members paying 3, 4, 2 and 5, and two cards in hand, bring ten."""
    assert total("3+4+2+5", "hand 2") == 10
    assert sheet_lines(table("3+4+2+5", "hand 2").sheet(None), NAMES)[:4] == [
        "Round 1",
        "  Ann",
        "    3 + 4 + 2 + 5                                             =   14",
        "                                      2 cards in hand  14-2x2 =   10",
    ]


@rule("adventure-tours 8.2")
def test_money_never_falls_below_nothing() -> None:
    first = table("14", "hand 2").sheet(None)
    assert total("4", "hand 3", before=first) == 8, "a loss is paid from earlier money"
    assert total("hand 20", before=first) == 0
    assert table("hand 20").sheet(first)["gained"] == [-10, 0, 0]


@pytest.mark.parametrize("lines", [("Rf Bg Ya",), ("rf", "BG, ya"), ("Rf+Bg+Ya",), ("4", "4 2"), ("10",), ("Rf 6",)])
def test_the_ways_to_write_members(lines: tuple[str, ...]) -> None:
    assert total(*lines) == 10


@pytest.mark.parametrize("line", ["hand 3", "Hand: 3", "cards 3", "cards in hand: 3", "hand3", "none, hand 3"])
def test_the_ways_to_write_a_hand(line: str) -> None:
    assert table(line).sheet(None)["hand_sizes"] == [3, 0, 0]


@rule("adventure-tours 9.1", "adventure-tours 9.2")
def test_three_rounds_and_who_starts() -> None:
    sheet = None
    for ended in ("hand 0", "hand 1, ended", "hand 0"):
        sheet = table("7", ended).sheet(sheet)
        assert sheet["ended_by"] == 0
        assert sheet["starter"] == (1 if sheet["round"] > 1 else None)
        assert "Ann has ended the round" in sheet_lines(sheet, NAMES)[-1]
    assert sheet is not None
    assert sheet["totals"] == [19, 0, 0]
    assert sheet_lines(sheet, NAMES)[-1] == "  Ann has ended the round.", "nobody starts a fourth one"
    assert sheet_lines(table("hand 0").sheet(None), NAMES)[-1] == "  Ann has ended the round; Bo starts the next one."
    assert table("7").sheet(table("7").sheet(None))["starter"] is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param(
            "Rm", "there is no card Rm; the letters are a b c d e f g h i j k l", marks=rule("adventure-tours 1.2")
        ),
        pytest.param(
            "Gf",
            "'G' is not a colour; the colours are R (red), B (blue), Y (yellow)",
            marks=rule("adventure-tours 1.1"),
        ),
        ("Rk Rk", "Rk 3 times, but the deck has 2 (adventure-tours 1.2)"),
        ("-3", "-3: a member cannot pay less than nothing"),
        ("hand -1", "-1 cards in hand: there cannot be fewer than none"),
        ("hand 2, hand 2", "the hand of Ann was already entered: 2"),
        ("hand 102", "103 members and cards in hand, but the deck has 102 cards"),
        ("Betty", "'Betty' is not understood; write members such as 'Rf Bg Ya', or 'hand 2'"),
        ("hand", "'hand' is not understood"),
        ("hand two", "'hand' is not understood"),
        ("99999", "'99999' is not understood"),
        ("Ra, Rz", "there is no card Rz"),
    ],
)
def test_impossible_entries_are_named(line: str, reason: str) -> None:
    entered = table("Rk")
    with pytest.raises(ValueError, match=re.escape(reason)):
        entered.enter(0, line)
    assert entered.entered == [["Rk"], [], []], "nothing was entered"


@rule("adventure-tours 1.2", "adventure-tours 6.3", "adventure-tours 6.4")
def test_what_all_players_share() -> None:
    entered = table("Rl", "hand 0")
    entered.enter(1, "Rl")
    with pytest.raises(ValueError, match="Rl 3 times, but the deck has 2"):
        entered.enter(2, "Rl")
    with pytest.raises(ValueError, match="Ann and Bo without cards"):
        entered.enter(1, "hand 0")
    with pytest.raises(ValueError, match="Ann has no cards and so ended the round, not Bo"):
        entered.enter(1, "ended")
    entered.enter(0, "ended")
    with pytest.raises(ValueError, match="Ann and Cem cannot both have ended the round"):
        entered.enter(2, "ended")


def test_a_line_is_told_and_may_be_taken_back() -> None:
    entered = table()
    assert entered.enter(0, "Rf Bh, 7") == "Rf pays 4, Bh pays 5, 7"
    assert entered.enter(0, "hand 2, ended") == "hand -4, ended the round"
    assert entered.standing(0) == "Ann: income 16, cards in hand -4, this round 12"
    assert entered.take_back(0) == "hand 2, ended"
    assert entered.take_back(0) == "Rf Bh, 7"
    assert entered.take_back(0) == ""
    assert entered.enter(0, "none") == "nothing"


@pytest.mark.parametrize("expert", [False, True])
def test_a_played_match_and_a_real_table_give_the_same_sheets(expert: bool) -> None:
    match = play_randomly(incognita.load("adventure-tours", players=3, expert=expert).match(seed=9), 9)
    before: dict[str, Any] | None = None
    for played in match.sheets():
        entered = table(expert=expert)
        for seat in range(3):
            entered.enter(seat, " ".join(played["members"][seat]) + f", hand {played['hand_sizes'][seat]}")
        entered.enter(played["ended_by"], "ended")
        before = entered.sheet(before)
        unknown = {"boards": played["boards"]} | ({"starter": played["starter"]} if before["round"] == 1 else {})
        assert before | unknown == played
        assert sheet_lines(before, NAMES) == sheet_lines(played, NAMES)


def test_cards_of_a_player_pay_their_own_money() -> None:
    data = copy.deepcopy(built_in())
    data["adventurers"][5] |= {"money": [4, 9, 4], "copies": [1, 1, 0]}
    entered = table("Rf Bf", data=data)
    assert entered.sheet(None)["money"][0] == [4, 9]
    with pytest.raises(ValueError, match="there is no card Yf"):
        entered.enter(0, "Yf")
    with pytest.raises(ValueError, match="Bf 2 times, but the deck has 1"):
        entered.enter(1, "Bf")


# --- writing


@rule("adventure-tours 8.2")
def test_the_addition_is_written_as_a_scorer_would() -> None:
    first = table("20").sheet(None)
    entered = table("Rf Ya 3", "hand 1")
    entered.enter(1, "hand 4")
    entered.enter(2, " ".join(f"{colour}{code}" for colour in "RBY" for code in "abcd"))
    assert sheet_lines(entered.sheet(first), NAMES) == [
        "Round 2",
        "  Ann",
        "    Rf 4 + Ya 2* + 3                                          =    9",
        "                                        1 card in hand  9-2x1 =    7",
        "                                                  money  20+7 =   27",
        "  Bo",
        "    no members                                                =    0",
        "                                       4 cards in hand  0-2x4 =   -8",
        "                                      money  0-8, not below 0 =    0",
        "  Cem",
        "    Ra 2* + Rb 1 + Rc 2* + Rd 0 + Ba 2* + Bb 1 + Bc 2* +",
        "    Bd 0 + Ya 2* + Yb 1 + Yc 2* + Yd 0                        =   15",
        "  * a house value",
    ]


def test_house_values_are_called_so_only_where_they_are_used() -> None:
    assert "house" not in "\n".join(sheet_lines(table("14").sheet(None), NAMES)), "money that was counted"
    assert "house" not in "\n".join(sheet_lines(table("Rf Rb Rk").sheet(None), NAMES)), "published"
    assert "  * a house value" in sheet_lines(table("Ra").sheet(None), NAMES)


def test_one_player_alone() -> None:
    assert sheet_lines(table("7", "hand 0").sheet(None), NAMES[:1]) == [
        "Round 1",
        "  Ann",
        "    7                                                         =    7",
    ]
