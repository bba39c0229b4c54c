"""`incognita replay`: stepping, telling, and damaged files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from incognita import Match
from tests.cli.conftest import Command
from tests.games.lost_cities.table import finish, match_with, play


def begun(rounds: int = 1) -> Match:
    match = match_with("R7 R8 RI Y2", "B2 B3 WI G10", "W2 W3 W4 W5", rounds=rounds)
    return play(match, "R7 *", "B2- *", "RI- <B", "WI *")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.record"
    path.write_text(begun().record())
    return path


def test_a_record_is_told_in_sentences_where_nobody_can_be_asked(command: Command, record: Path) -> None:
    outcome = command("replay", record)
    assert outcome.code == 0
    assert "   1  Seat 0 sets out for the volcanoes with R7 and draws from the pile (W2).\n" in outcome.out
    assert "   5  Seat 0 discards RI and takes B2 from the discards.\n" in outcome.out
    assert "Seat 1 holds " in outcome.out
    assert outcome.out.endswith("The record ends here, unfinished, in round 1; Seat 0 is to decide.\n")


def test_a_finished_match_ends_with_its_sheet(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    match = begun(rounds=2)
    path.write_text(finish(finish(match)).record())
    lines = command("replay", path).out.splitlines()
    assert "    R  volcanoes        7                                7-20 =  -13" in lines
    assert lines[-1] == "Seat 0 has won, -13 to -40."


@pytest.mark.rule("lost-cities 4.2")
def test_a_seat_sees_its_own_cards_only(command: Command, record: Path) -> None:
    outcome = command("replay", record, "--seat", 0)
    assert "Seat 0 holds" in outcome.out
    assert "Seat 1 holds" not in outcome.out
    assert "(W2)" in outcome.out, "the own draw"
    assert "G10" not in outcome.out
    assert "(W3)" not in outcome.out, "the draw of the other"
    spectator = command("replay", record, "--seat", "none").out
    assert "holds" not in spectator
    assert "(" not in spectator


def steps(command: Command, record: Path, typed: str, *words: str) -> list[str]:
    """The screens of a session, from the first position on."""
    outcome = command("replay", record, *words, typed=typed, terminal=True)
    assert outcome.code == 0
    return outcome.out.split("Lost Cities   round")[1:]


def places(screens: list[str]) -> list[int]:
    return [int(found[1]) for screen in screens if (found := re.search(r"Ply (\d+) of 8", screen))]


def test_stepping(command: Command, record: Path) -> None:
    assert places(steps(command, record, "\nn\nb\n6\n99\nb\n0\nb\nx\nq\n")) == [0, 1, 2, 1, 6, 8, 7, 0, 0, 0]


def test_the_end_of_the_input_leaves(command: Command, record: Path) -> None:
    assert places(steps(command, record, "")) == [0]


def test_changing_the_seat(command: Command, record: Path) -> None:
    screens = steps(command, record, "s\ns\ns 1\ns 0\nq\n")
    eyes = ["all hands open", "as a spectator", "as seat 0", "as seat 1", "as seat 0"]
    assert [next(words for words in eyes if words in screen) for screen in screens] == eyes
    assert ["G10" in screen for screen in screens] == [True, False, False, True, False]


def test_the_last_move_is_told_and_marked(command: Command, record: Path) -> None:
    screens = steps(command, record, "3\nq\n")
    assert "Seat 1 discards B2." in screens[1]
    assert re.search(r"B2 +←", screens[1])


def test_a_finished_round_shows_its_sheet(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    path.write_text(finish(begun()).record())
    screens = steps(command, path, "999\nq\n")
    assert "Round 1\n  Seat 0" in screens[1]
    assert "Seat 0 has won" in screens[1]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("incognita record 1", "a letter", "line 1: a record begins with 'incognita record 1'"),
        ("starter: 0", "starter: 5", "line 4: lost-cities: starter must be a seat from 0 to 1, not 5"),
        ("deck: R7", "deck: R8", "line 7: the deck is not complete: R8 is too many, R7 is missing"),
        ("1: B2- *", "1: B2- <Y", "line 9: ply 3: <Y is refused by lost-cities 3.6: the Y discard pile is empty"),
        ("1: B2- *", "0: B2- *", "line 9: seat 1 must decide here, not seat 0"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(
    command: Command, record: Path, old: str, new: str, reason: str
) -> None:
    text = record.read_text()
    assert old in text
    record.write_text(text.replace(old, new))
    outcome = command("replay", record)
    assert outcome.code == 2
    assert f"incognita replay: {record}, {reason}\n" in outcome.err


def test_what_is_no_text_is_no_record(command: Command, record: Path) -> None:
    record.write_bytes(b"\xff\xfe\x00\x01")
    outcome = command("replay", record)
    assert outcome.code == 2
    assert "not a record" in outcome.err


def test_an_unknown_seat(command: Command, record: Path) -> None:
    outcome = command("replay", record, "--seat", 2)
    assert outcome.code == 2
    assert "choose one of 0, 1, all, none" in outcome.err
