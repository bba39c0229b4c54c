"""The terminal board: 80 columns in every position, and never a colour as the only cue."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator

import pytest
from rich.color import Color
from rich.console import Console

import incognita
from incognita import Match
from incognita.games import terminal
from incognita.games.lost_cities import board
from tests.games.lost_cities.table import match_with, play
from tests.screens import drawn

NAMES = ["You", "policy"]
rule = pytest.mark.rule


def table(match: Match, seat: int | None, recent: terminal.Moves = (), *, compact: bool = False) -> str:
    return drawn(board.table(match.view(seat), NAMES, {}, recent, compact=compact))


def screens(match: Match) -> Iterator[str]:
    """Everything that may be on a screen in this position."""
    hands = {seat: match.view(seat)["hand"] for seat in (0, 1)}
    log = match.log(None)
    recent = [(i % 2, action) for i, action in enumerate(log[-4:])]
    for seat in (0, 1, None):
        view = match.view(seat)
        for compact in (False, True):
            yield drawn(board.table(view, NAMES, {}, recent, compact=compact))
        yield drawn(board.table(view, ["A name much too long"] * 2, hands, recent))
        yield drawn(board.choices(view, view["hand"]))
        yield drawn(board.question(view, NAMES))


@pytest.mark.parametrize("colours", [5, 6])
def test_every_position_fits_in_80_columns(colours: int) -> None:
    chance = random.Random(colours)
    match = incognita.load("lost-cities", colours=colours).match(rounds=2, seed=colours, starter=0)
    while not match.over:
        if match.ply % 3 == 0:
            for screen in screens(match):
                assert max(len(line) for line in screen.splitlines()) <= 80
        check_complete(match, table(match, 0, compact=match.ply % 2 == 0))
        match.play(likely(match, chance))


def check_complete(match: Match, text: str) -> None:
    """Nothing was cut off to make it fit."""
    view = match.view(0)
    for side in (0, 1):
        for letter, cards in view["expeditions"][side].items():
            numbers = [card for card in cards if card[1:] != "I"]
            investments = letter + "I" * (len(cards) - len(numbers))
            assert all(re.search(rf"\b{card}\b", text) for card in numbers)
            assert investments == letter or re.search(rf"\b{investments}\b", text)
            assert not cards or re.search(rf"= {view['values'][side][letter]}(?!\S)", text)


def likely(match: Match, chance: random.Random) -> str:
    """Adds cards more often than not and draws from the pile, so that columns grow long."""
    adding = [action for action in match.legal() if action == "*" or action[-1] not in "-YBWGRP"]
    return chance.choice(adding or match.legal()) if chance.random() < 0.9 else chance.choice(match.legal())


@rule("lost-cities 4.1")
def test_all_that_lies_open_can_be_read_without_colours() -> None:
    match = match_with("RI R7 R8 Y2", "B3 B4 G5 W2")
    play(match, "RI *", "B3 *", "R7 *", "B4 *", "R8 *", "G5- *", "Y2- *", "W2- <Y")
    text = table(match, 0)
    for card in ("RI", "R7", "R8", "B3", "B4", "G5", "W2"):
        assert re.search(rf"\b{card}\b", text), card
    assert "policy holds  Y2  and 7 unseen cards" in text
    assert re.search(r"draw pile\s+\n.* 37 ", text)


@rule("lost-cities 5.3", "lost-cities 5.4", "lost-cities 5.5")
def test_every_expedition_has_its_worked_out_value() -> None:
    own = "RI RI R2 R3 R4 R5 R6 R7"
    match = match_with(own, "G9 G10", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 W2 W3 W4 W5 W6 W7")
    theirs = iter(["G9 *", "G10 *", "Y3- *", "Y5- *", "Y7- *", "Y9- *", "W2- *", "W4- *"])
    for card in own.split():
        play(match, f"{card} *", next(theirs))
    text = table(match, 0)
    assert re.search(r"\(27-20\)x3\s*\n.*\+20 = 41", text)
    assert re.search(r"19-20 .*\n.*= -1", text)
    assert re.search(r"You .*\n.*round +41", text)


def test_columns_grow_away_from_the_camp() -> None:
    match = play(match_with("R2 R3 R4", "B2 B3 B4"), "R2 *", "B2 *", "R3 *", "B3 *", "R4 *", "B4 *")
    lines = table(match, 0).splitlines()
    rows = [next(i for i, line in enumerate(lines) if card in line) for card in ["B4", "B3", "B2", "R2", "R3", "R4"]]
    assert rows == sorted(rows)
    lines = table(match, 1).splitlines()
    rows = [next(i for i, line in enumerate(lines) if card in line) for card in ["R4", "R3", "R2", "B2", "B3", "B4"]]
    assert rows == sorted(rows)


def test_what_happened_last_is_marked() -> None:
    match = play(match_with("R7 Y2", "B3 G4"), "R7 *", "B3 *", "Y2- *", "G4- <Y")
    assert re.search(r"B3 +←", table(match, 0, [(1, "B3"), (1, "*")]))
    assert re.search(r"\d ←", table(match, 0, [(1, "B3"), (1, "*")]))
    later = table(match, 0, [(1, "G4-"), (1, "<Y")])
    assert re.search(r"· +← .*G4 +←", later)
    assert "←" not in table(match, 0)


@rule("lost-cities 3.7")
def test_the_pile_just_discarded_to_is_marked_as_shut() -> None:
    match = play(match_with("R7", "B3"), "R7-")
    assert "R7   shut" in table(match, 0)


def test_the_hand_carries_the_numbers_of_the_actions() -> None:
    match = match_with("RI RI R7 Y2 Y3 Y4 Y5 Y6", "B3")
    view = match.view(0)
    text = drawn(board.choices(view, ["R7"]))
    for number, action in enumerate(view["legal"], 1):
        assert re.search(rf"\b{number} {re.escape(action)}(?!\S)", text), action
    assert "RI  x2" in text
    assert re.search(r"R7 +←", text)


def test_draws_are_numbered_with_the_card_that_would_come() -> None:
    match = play(match_with("R7 Y2", "B3 G4"), "R7 *", "B3- *", "Y2")
    assert re.search(r"1 \* pile +2 <B B3", drawn(board.choices(match.view(0))))


def test_the_question_is_a_sentence() -> None:
    match = match_with("R7", "B3")
    assert board.question(match.view(0), NAMES) == "Your turn: play a card, then draw one."
    assert (
        board.question(match.view(1), ["Seat 0", "Seat 1"]) == "It is the turn of Seat 0: play a card, then draw one."
    )
    play(match, "R7")
    assert board.question(match.view(0), NAMES).startswith("Your turn: draw, ")


def test_a_low_screen_gets_fewer_lines() -> None:
    match = play(
        match_with("R2 R3 R4 R5", "B3 B4 B5 B6"), "R2 *", "B3 *", "R3 *", "B4 *", "R4 *", "B5 *", "R5 *", "B6 *"
    )
    assert table(match, 0, compact=True).count("\n") == table(match, 0).count("\n") - 4


@pytest.mark.parametrize("ink", [*terminal.INKS.values(), terminal.PAPER])
def test_cards_can_be_read_on_their_paint(ink: str) -> None:
    front, back = (luminance(colour) for colour in ink.split(" on "))
    assert (max(front, back) + 0.05) / (min(front, back) + 0.05) >= 4.5


def luminance(colour: str) -> float:
    """As WCAG defines it."""
    channels = [value / 255 for value in Color.parse(colour).get_truecolor()]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    file = io.StringIO()
    Console(file=file, force_terminal=True, width=80).print(board.table(match_with("R7").view(0), NAMES, {}))
    codes = set(re.findall(r"\033\[([\d;]*)m", file.getvalue()))
    assert all(code in ("", "0", "1", "2", "7", "1;7") for code in codes), "bold, dim and reverse, but no colour"
