"""`incognita score`, from a text and by interview; test_scorer.py of each game proves the reckoning itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

EXAMPLE = """\
# the example of the rulebook
player Anna
Y: 3 5 7 8
G: I
B: I 4 5 6
R: I I 2 3 4 5 6 7 8    # eight cards and one more
player Bo
none
"""


@pytest.mark.rule("lost-cities 5.3", "lost-cities 5.4", "lost-cities 5.5")
def test_the_addition_is_written_as_a_scorer_would(command: Command) -> None:
    outcome = command("score", typed=EXAMPLE)
    assert outcome.code == 0
    assert (
        outcome.out
        == """\
Round 1
  Anna
    Y  desert           3 5 7 8                         23-20 =    3
    B  Neptune's realm  I 4 5 6                     (15-20)x2 =  -10
    G  rain forest      I                            (0-20)x2 =  -40
    R  volcanoes        I I 2 3 4 5 6 7 8        (35-20)x3+20 =   65
                                                   this round =   18
  Bo
                                                   this round =    0

In all: Anna 18, Bo 0.
"""
    )


@pytest.mark.parametrize(
    "text",
    [
        "player A\nR: 2\nplayer B\nG: 3\nplayer A\nR: 4\nplayer B\nG: 5\n",
        "player A\nR: 2\n\nplayer B\nG: 3\n\nround\n\nplayer A\nR: 4\nplayer B\nG: 5\n",
        "player A\nR: 2\n\nG: 3\n\nR: 4\n---\nG: 5\n",
        "round 1\n\nR: 2\n---\n\n---\nG: 3\nround 2\nR: 4\n\n\nG: 5\n\n",
    ],
)
def test_players_and_rounds(command: Command, text: str) -> None:
    found = json.loads(command("score", "--json", typed=text).out)
    assert [sheet["points"] for sheet in found["rounds"]] == [[-18, -17], [-16, -15]]
    assert found["totals"] == [-34, -32]


def test_running_totals_are_a_picture(command: Command) -> None:
    text = "player A\nR: 8 9 10\nplayer B\nG: 3\nround\nplayer B\nY: 9 10\nW: 9 10\n"
    lines = command("score", typed=text).out.splitlines()
    place = lines.index("Points after each round")
    assert lines[place + 1].startswith("  round 1  A     7 ")
    assert "█" in lines[place + 1]
    assert "░" in lines[place + 2]
    assert lines[-1] == "In all: A 7, B -19."


def test_one_player_alone(command: Command) -> None:
    assert command("score", typed="R: 8 9 10\n").out.endswith("In all: Player 1 7.\n")
    assert command("score", typed="player Anna\nR: 8 9 10\n").out.endswith("In all: Anna 7.\n")


def test_a_file_and_json(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text(EXAMPLE)
    found = json.loads(command("score", path, "--json").out)
    assert found["players"] == ["Anna", "Bo"]
    assert found["totals"] == [18, 0]
    assert found["rounds"][0]["reckonings"][0]["R"] == {"sum": 35, "cost": 20, "factor": 3, "bonus": 20, "points": 65}


@pytest.mark.rule("lost-cities 1.3")
def test_purple_is_an_option(command: Command) -> None:
    assert "In all: Player 1 -17." in command("score", "-o", "colours=6", typed="P: 3\n").out
    refused = command("score", typed="P: 3\n")
    assert refused.code == 2
    assert refused.err == "incognita score: line 1: purple is not in play; it is with the option colours=6\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("player A\nR: 7\nR: 8", "line 3: the red expedition of A was already entered: 7"),
        ("player A\nplayer B\nplayer C", "line 3: C would be one too many: A and B play already"),
        ("player", "line 1: a player needs a name"),
        ("player A\nR: 7\nplayer B\nR: 7", "line 4: R7 twice, but there is only 1 in the deck"),
        ("hello", "line 1: 'hello' is not an expedition"),
        ("", "nothing to reckon up"),
        ("# only a remark\n\n", "nothing to reckon up"),
    ],
)
def test_impossible_texts_are_refused_with_their_line(command: Command, text: str, reason: str) -> None:
    outcome = command("score", typed=text)
    assert outcome.code == 2
    assert reason in outcome.err
    assert outcome.out == ""


def test_what_is_no_text(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_bytes(b"\xff\xfe")
    assert "is not a text" in command("score", path).err


# --- by interview


def test_an_interview_explains_mistakes_and_loses_nothing(command: Command) -> None:
    typed = "Anna\nBo\nR: I 7\nY: 5 4\nY: 4 5\n?\n\nR: 7\nR: 8\n\nend\n"
    outcome = command("score", typed=typed, terminal=True)
    assert outcome.code == 0
    assert "(7-20)x2 = -26   Anna has -26 in this round" in outcome.out
    assert "Y4 after Y5: numbers must rise (lost-cities 3.3). Once more, please." in outcome.out
    assert "Anna has it already. Once more, please." in outcome.out
    assert outcome.out.count("a player without any expedition") == 2
    assert outcome.out.endswith("In all: Anna -37, Bo -12.\n")
    assert "Round 2\n" not in outcome.out


def test_an_interview_takes_back_the_last_entry(command: Command) -> None:
    typed = "\n\nundo\nR: 7\n\nundo\nR: 8\n\nG: 2\nundo\nG: 3\nend\n"
    out = command("score", typed=typed, terminal=True).out
    assert "nothing to take back" in out
    assert "taken back: Player 1, R: 7" in out
    assert "taken back: Player 2, G: 2" in out
    assert out.endswith("In all: Player 1 -12, Player 2 -17.\n")


def test_an_interview_over_two_rounds(command: Command) -> None:
    out = command("score", typed="A\nB\nR: 7\n\n\nR: 8\n\nY: 3\n", terminal=True).out
    assert "Points after each round" in out
    assert out.endswith("In all: A -25, B -17.\n")


def test_an_interview_without_answers(command: Command) -> None:
    assert "In all" not in command("score", typed="A\nB\n", terminal=True).out


# --- other games


def test_partners_are_reckoned_up_by_sides(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("side Anna + Cem\nR: I 2 3 4 5\nside Bo + Dora\nR: I 2 3 10\nround\nside Bo + Dora\nY: 9 10\n")
    for words in (["partners", path], [path, "--game", "partners"]):
        outcome = command("score", *words)
        assert outcome.code == 0
        assert outcome.out.endswith("In all: Anna + Cem -12, Bo + Dora -11.\n")
    found = json.loads(command("score", "partners", path, "--json").out)
    assert found["totals"] == [-12, -11]
    assert found["rounds"][1]["totals"] == [-12, -11, -12, -11], "one number for each seat, as in a played round"
    assert "Side 1" in command("score", "partners", typed="R: 7\n").out


def test_the_board_game_is_reckoned_up(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("player A\nR 7, W 4 r, points 25\nplayer B\nY 9\nartifacts 6\n---\nnone\nround\nplayer B\nB 1\n")
    outcome = command("score", "board-game", "-o", "players=3", path)
    assert outcome.out.endswith("In all: A 65, B 30, Player 3 0.\n")


@pytest.mark.rule("adventure-tours 8.1", "adventure-tours 8.2")
def test_adventure_tours_are_reckoned_up(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("player A\n3+4+2+5, hand 2\nplayer B\nRf Rh, hand 0\nplayer C\nhand 1\nround\nplayer C\n7\n")
    outcome = command("score", "adventure-tours", "-o", "players=3", path)
    assert outcome.code == 0
    assert "  B has ended the round; C starts the next one." in outcome.out
    assert outcome.out.endswith("In all: A 10, B 9, C 7.\n")
    found = json.loads(command("score", "adventure-tours", "-o", "players=3", "--json", path).out)
    assert found["rounds"][1]["starter"] == 2


@pytest.mark.parametrize(
    ("words", "text", "reason"),
    [
        (["board-game"], "player A\nR 1\nplayer B\nplayer C\n", "for more say -o players=3"),
        (["board-game", "-o", "short=true"], "R 1\nround\nR 1\n", "line 2: one round too many: board-game has at most"),
        (["adventure-tours"], "Ra\nRz\n", "line 2: there is no card Rz"),
        (["adventure-tours"], "1\nround\n1\nround\n1\nround\n", "line 6: one round too many"),
        (["partners"], "side\n", "a side needs a name: side Anna"),
    ],
)
def test_what_other_games_cannot_have(command: Command, words: list[str], text: str, reason: str) -> None:
    outcome = command("score", *words, typed=text)
    assert outcome.code == 2
    assert reason in outcome.err


def test_an_interview_about_the_board_game_ends_with_its_last_round(command: Command) -> None:
    typed = "Anna\nBo\nR 7\nR 8\nW 4 r\nundo\npoints 25\n\nY 9\n\n"
    outcome = command("score", "board-game", "-o", "short=true", typed=typed, terminal=True)
    assert outcome.code == 0
    assert "two explorers of Anna on the red path: one is on stone 7 already (board-game 3.2). Once more" in outcome.out
    assert "taken back: Anna, W 4 r" in outcome.out
    assert "Anna: stones 30, points 25, artifacts 0" in outcome.out
    assert outcome.out.endswith("In all: Anna 35, Bo 30.\n")


def test_an_interview_about_adventure_tours(command: Command) -> None:
    typed = "Ann\nBo\nCem\nRf Rk Rk Rk\nRf Rk\n9\nundo\nhand 2\n\nhand 0\n\n14\nend\n"
    outcome = command("score", "adventure-tours", "-o", "players=3", typed=typed, terminal=True)
    assert outcome.code == 0
    assert "Rk 3 times, but the deck has 2 (adventure-tours 1.2). Once more" in outcome.out
    assert "taken back: Ann, 9" in outcome.out
    assert "Rf pays 4, Rk pays 7   Ann: income 11, cards in hand 0, this round 11" in outcome.out
    assert outcome.out.endswith("In all: Ann 7, Bo 0, Cem 14.\n")
