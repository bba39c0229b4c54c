"""`incognita play`, by typing."""

from __future__ import annotations

import builtins
import os
import re
from pathlib import Path

import pytest

import incognita
from incognita import Match
from incognita.cli.story import position
from incognita.play import levels
from tests.cli.conftest import Command
from tests.games.lost_cities.table import match_with, play

CARD = re.compile(r"\b[YBWGR](?:10|[2-9])\b")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Seat 0 to play, with R7 laid and some difficult cards in hand."""
    match = match_with("R7 R4 RI R8 Y2 Y3 G2 W5", "R2 B3 B4 B5 B6 B7 B8 B9", "W2 W3 W4 W6 W7 W8 W9", rounds=2)
    return save(play(match, "R7 *", "R2- *"), tmp_path)


def save(match: Match, folder: Path) -> Path:
    path = folder / "match.record"
    path.write_text(match.record())
    return path


def test_a_whole_match_against_an_agent(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    typed = "1 1\n" * 120
    small = ("-o", "colours=2", "-o", "hand=4", "--rounds", 2)
    outcome = command("play", *small, "--against", "random", "--seed", 5, "--save", path, typed=typed)
    assert outcome.code == 0
    match = incognita.replay(path.read_text())
    assert match.over
    for text in ("Round 1\n  You\n", "Round 2\n", "Points after each round", f"incognita replay {path}"):
        assert text in outcome.out
    assert re.search(r"(You have|random has) won, -?\d+ to -?\d+\.|share the win", outcome.out)


def test_what_the_other_did_is_told_and_marked(command: Command, saved: Path) -> None:
    outcome = command("play", "--continue", saved, typed="")
    assert "scout discards R2 and draws from the pile." in outcome.out
    assert re.search(r"R2 +←", outcome.out)
    assert re.search(r"43 ←|42 ←", outcome.out)
    assert re.search(r"W2 +←", outcome.out), "the card drawn last"


def test_small_letters_numbers_and_two_actions_in_a_line(command: Command, tmp_path: Path, saved: Path) -> None:
    command("play", "--continue", saved, "--against", "nobody", typed="\nr8 <r\n")
    assert incognita.replay(saved.read_text()).log(None)[-2:] == ["R8", "<R"]


def test_a_number_from_the_list(command: Command, saved: Path) -> None:
    legal = incognita.replay(saved.read_text()).legal()
    outcome = command("play", "--continue", saved, "--against", "nobody", typed=f"\n{legal.index('Y2-') + 1}\n99\n0\n")
    assert incognita.replay(saved.read_text()).log(None)[-1] == "Y2-"
    assert "99 is not in the list, which goes from 1 to 2." in outcome.out
    assert "0 is not in the list" in outcome.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("r4", "R4 is not allowed: numbers must rise: R4 cannot follow R7 (lost-cities 3.3)."),
        ("RI", "RI is not allowed: investments come before the first number: RI cannot follow R7 (lost-cities 3.4)."),
        ("B3", "B3 is not allowed: B3 is not in the hand (lost-cities 3.2)."),
        ("P3", "P3 is not allowed: the colour P is not in play; the colours are YBWGR (lost-cities 1.1)."),
        ("*", "* is not allowed: first a card is played, then one is drawn (lost-cities 3.1)."),
        ("Y2 <G", "<G is not allowed: the G discard pile is empty (lost-cities 3.6). Nothing of this line was played."),
        ("R8- <r", "<R is not allowed: the card just discarded may not be taken back in the same turn"),
        ("red seven", "'red' is not an action; actions look like R7"),
    ],
)
def test_an_illegal_action_is_answered_with_the_rule(command: Command, saved: Path, typed: str, answer: str) -> None:
    before = saved.read_text()
    outcome = command("play", "--continue", saved, typed=f"{typed}\n")
    assert answer in unwrapped(outcome.out)
    assert outcome.code == 0
    assert saved.read_text() == before


def unwrapped(text: str) -> str:
    """A sentence as it was before it was broken into lines."""
    return " ".join(text.split())


def test_a_line_that_is_longer_than_the_turn(command: Command, saved: Path) -> None:
    outcome = command("play", "--continue", saved, typed="Y2 * Y3\n")
    assert "Your turn ended with *; Y3 was not played." in outcome.out
    assert incognita.replay(saved.read_text()).log(None)[4:6] == ["Y2", "*"]


def test_help_explains_the_choices(command: Command, saved: Path) -> None:
    outcome = command("play", "--continue", saved, typed="?\n")
    for text in ("take back what you did", "discard it", "add R8 in the volcanoes", "set out for the desert with Y2"):
        assert text in outcome.out


@pytest.mark.parametrize("asked", ["??", "rules"])
def test_the_player_aid_is_at_hand(command: Command, saved: Path, asked: str) -> None:
    assert "The least is -80, the most is 156." in command("play", "--continue", saved, typed=f"{asked}\n").out


def test_a_level_is_chosen_by_name(command: Command, saved: Path) -> None:
    assert "stroller discards R2" in command("play", "--continue", saved, "--level", "stroller").out
    outcome = command("play", "--level", "beginner")
    assert outcome.code == 2
    assert all(name in outcome.err for name in levels.names())
    outcome = command("play", "--level", "scout", "--against", "policy")
    assert "say --level or --against, not both; --against may name level:scout" in outcome.err


def test_a_hint_shows_three_candidates_with_what_they_may_bring(command: Command, saved: Path) -> None:
    before = saved.read_text()
    outcome = command("play", "--continue", saved, typed="hint\n")
    shown = re.findall(r"^  (\S+) +(\w.*?)  +(-?\d+\.\d) ± +(\d+\.\d)  [ ░]*│█*$", outcome.out, re.MULTILINE)
    assert len(shown) == 3
    legal = incognita.replay(before).legal()
    assert {action for action, *_ in shown} <= set(legal)
    assert f"Search would {shown[0][1]}.\n" in outcome.out
    assert saved.read_text() == before, "a hint plays nothing"
    assert "hint " in command("play", "--continue", saved, typed="?\n").out


def test_undo_takes_back_a_card_before_the_draw(command: Command, saved: Path) -> None:
    before = saved.read_text()
    outcome = command("play", "--continue", saved, typed="Y2\nundo\n")
    assert outcome.out.count("play a card, then draw one") == 2
    assert saved.read_text() == before


def test_undo_is_refused_after_a_draw(command: Command, saved: Path) -> None:
    outcome = command("play", "--continue", saved, typed="undo\nY2 *\nundo\n")
    assert outcome.out.count("There is nothing to take back") == 2
    assert incognita.replay(saved.read_text()).log(None)[4:6] == ["Y2", "*"]


def test_save_and_continue(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "evening.record"
    first = command("play", "--seed", 3, "--starter", 0, typed=f"1 1\nsave {path}\nquit\n")
    assert f"go on with: incognita play --continue {path}" in first.out
    assert "hidden cards" in first.out
    begun = incognita.replay(path.read_text())
    assert begun.ply == 4
    assert path.read_text().count("deck:") == 1, "the decks of rounds to come are not told"
    command("play", "--continue", path, typed="1 1\n")
    assert incognita.replay(path.read_text()).log(0)[:4] == begun.log(0)


def test_a_match_does_not_overwrite_a_file(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna")
    assert "exists already" in command("play", "--save", path).err
    assert "Not saved" in command("play", typed=f"save {path}\nsave\nquit\nno\n").out
    assert path.read_text() == "Dear Anna"


def test_quit_offers_to_keep_the_match(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("play", "--seed", 3, typed="quit\nno\n").code == 0
    assert list(tmp_path.iterdir()) == []
    outcome = command("play", "--seed", 3, typed="quit\n\n")
    (path,) = tmp_path.iterdir()
    assert f"--continue {path.name}" in outcome.out
    assert incognita.replay(path.read_text()).rounds == 3


def test_the_end_of_the_input_is_polite(command: Command) -> None:
    outcome = command("play", "--seed", 3, typed="")
    assert outcome.code == 0
    assert "Goodbye. The match was not saved" in outcome.out


def test_ctrl_c_says_where_the_match_is(command: Command, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ctrl_c(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", ctrl_c)
    outcome = command("play", "--continue", saved)
    assert outcome.code == 130
    assert f"The match is in {saved}" in outcome.out


def test_ctrl_c_while_saving_leaves_the_file_whole(
    command: Command, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    before = saved.read_text()
    monkeypatch.setattr(os, "replace", ctrl_c)
    assert command("play", "--continue", saved, typed="Y2 *\n").code == 130
    assert saved.read_text() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_only_an_unfinished_match_goes_on(command: Command, saved: Path, tmp_path: Path) -> None:
    assert "--rounds cannot be changed with --continue" in command("play", "--continue", saved, "--rounds", 1).err
    finished = incognita.load("lost-cities").match(rounds=1, seed=1)
    while not finished.over:
        finished.play(finished.legal()[0])
    outcome = command("play", "--continue", save(finished, tmp_path))
    assert outcome.code == 2
    assert "is over" in outcome.err


@pytest.mark.rule("lost-cities 4.2")
def test_hot_seat_never_shows_the_other_hand(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    typed = "\n2 1\n\n" * 200  # look, discard and draw, hide
    outcome = command("play", "--against", "nobody", "--rounds", 1, "--seed", 8, "--save", path, typed=typed)
    match = incognita.replay(path.read_text())
    assert match.over
    looks = re.split(r"Seat (\d): press Enter when seat \d has looked away\. ", outcome.out)
    assert len(looks) == 1 + match.ply
    for i, (seat, shown) in enumerate(zip(looks[1::2], looks[2::2], strict=True)):
        before = position(match, 2 * i)
        assert before.seat == int(seat)
        assert set(before.view(int(seat))["hand"]) <= set(re.findall(r"[YBWGR](?:10|[2-9]|I)", shown))
        hidden = set(before.view(1 - int(seat))["hand"]) - set(before.view(int(seat))["hand"])
        leaked = set(CARD.findall(shown.split("Round 1\n")[0])) & hidden
        assert not leaked, f"look {i}"


def test_hot_seat_tells_what_was_drawn_before_it_is_hidden(command: Command, saved: Path) -> None:
    outcome = command("play", "--continue", saved, "--against", "nobody", typed="\nY2 *\n\n")
    assert "You drew W4. Press Enter to hide your hand. " in outcome.out


def test_hands_on_a_terminal_are_wiped_from_the_screen_and_from_what_scrolled_by(
    command: Command, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    outcome = command("play", "--continue", saved, "--against", "nobody", typed="\nY2 *\n\n", terminal=True)
    _, after = outcome.out.split("Press Enter to hide your hand. ")
    assert after.startswith("\033[H\033[2J\033[3J")
