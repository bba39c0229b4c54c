"""The table of partners in the terminal: what one knows of three other hands."""

from __future__ import annotations

import re

import pytest

from incognita.cli.screen import seat_scene
from incognita.cli.story import Story
from incognita.games.partners import board
from tests.games.partners.table import match_with, pass_time, play
from tests.screens import choices, drawn, names_of, table

rule = pytest.mark.rule


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if name in line and "cards" in line)


@rule("partners 2.1")
def test_both_partners_stand_beside_their_expeditions() -> None:
    match = play(match_with("R5 R9", "B3", "R7", "G2"), "R5 *", "B3 *", "R7 *", "G2- *")
    text = table(match, 0)
    rows = [next(i for i, line in enumerate(text.splitlines()) if re.search(rf"\b{c}\b", line)) for c in ("R5", "R7")]
    assert rows[1] == rows[0] + 1, "one column for both"
    assert re.search(r"You .*\n.*policy 2 .*\n.*round +-8", text)
    assert re.search(r"policy 1 .*\n.*policy 3 .*\n.*round +-17", text)


@rule("partners 3.3", "partners 3.5")
def test_handing_over_is_offered_and_shown_to_the_giver() -> None:
    match = match_with("R7 Y2")
    assert board.question(match.view(0), names_of(match)).endswith("Or hand two cards to policy 2.")
    assert re.search(r"hand over .*R7>", choices(match, 0))
    play(match, "R7>")
    assert "aside       R7    goes over with the second card" in choices(match, 0)
    assert "name the second card for policy 2" in board.question(match.view(0), names_of(match))
    assert "discard" not in choices(match, 0)


@rule("partners 4.1")
def test_others_see_that_a_card_lies_aside_but_not_which() -> None:
    match = play(match_with("R7 Y2", "B3", "G4", "W5"), "R7>")
    for seat in (1, 2, 3):
        text = table(match, seat) + choices(match, seat)
        assert "one aside" in line_of(text, "You")
        assert "R7" not in text.replace("your", "")


@rule("partners 4.1", "partners 4.5")
def test_the_partner_sees_the_cards_and_remembers_the_giver_knows() -> None:
    match = play(match_with("R7 Y2", "B3", "G4", "W5"), "R7> Y2>")
    assert re.search(r"your partner policy 2 +10 cards← +Y2 +R7 +and 8 unseen", table(match, 0, [(0, "R7>")]))
    assert "Y2" not in line_of(table(match, 1), "policy 2")


@rule("partners 4.3", "partners 4.4")
def test_cards_taken_openly_are_remembered_and_after_a_handover_those_of_the_side() -> None:
    match = play(match_with("R7 Y2", "B3", "G4 G5", "W5"), "R7- *", "B3- *", "G4- <R", "W5- *")
    assert re.search(r"policy 2 +8 cards +R7 +and 7 unseen", table(match, 1))
    play(match, "Y2- *", match.legal()[1] + " *", "G5> R7>")
    text = table(match, 1)
    assert "R7" not in line_of(text, "policy 2")
    assert "one of the two holds  R7" in text


def test_what_happened_tells_handovers_as_one_may_know_them() -> None:
    match = play(match_with("R7 Y2", "B3", "G4", "W5"), "R7> Y2>", "B3- *")
    names = [f"Seat {seat}" for seat in range(4)]
    for seat, told in [(2, "Seat 0 hands R7 and Y2 to the partner."), (3, "Seat 0 hands two cards to the partner.")]:
        scene = drawn(seat_scene(Story.retold(match), seat, names), width=80)
        assert told in scene


def test_a_line_of_words_for_every_part_of_a_handover() -> None:
    match = match_with("R7 Y2")
    assert board.words(match.view(0), "R7>") == "lays R7 aside for the partner"
    assert board.words(match.view(1), "?>") == "lays a card aside for the partner"
    play(match, "R7>")
    assert board.words(match.view(0), "Y2>") == "hands over Y2 too"
    assert board.words(match.view(1), "?>") == "hands over a second card"


def test_ten_different_cards_fit_with_their_numbers() -> None:
    match = match_with("R7 R10", "", "YI Y2 Y3 Y4 Y5 Y6 Y7 Y10", "")
    pass_time(play(match, "R7> R10>"))
    text = choices(match, 2)
    assert max(len(line) for line in text.splitlines()) <= 80
    for card in ("YI", "Y10", "R7", "R10"):
        assert re.search(rf" {card} ", text)
    assert [int(n) for n in re.findall(r"\d+", text.splitlines()[-1])] == list(range(21, 31))
