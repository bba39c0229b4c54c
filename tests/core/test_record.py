"""Records: what is damaged is refused with its line and the reason; nothing crashes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import incognita
from incognita import RecordError
from tests.variants import play_randomly

FINISHED = play_randomly(incognita.load("lost-cities").match(seed=1, rounds=2), 1).record()
LINES = FINISHED.splitlines()
DECK = next(i for i, line in enumerate(LINES) if line.startswith("deck: "))
SECOND_ROUND = LINES.index("round 2")


def changed(line: int, text: str | None) -> str:
    """The record with one line (counted from 0) replaced or left out."""
    lines = list(LINES)
    lines[line : line + 1] = [] if text is None else [text]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "a record begins with 'incognita record 1'"),
        ("hello\n", 1, "a record begins with"),
        ("incognita record 1\n", 1, "ends before 'round 1'"),
        (changed(1, "game: chess"), 2, "there is no game 'chess'"),
        (changed(1, "game: lost-cities\noptions: colours=nine"), 3, "colours must be a whole number"),
        (changed(1, "game: lost-cities\noptions: colours"), 3, "options are written name=value"),
        (changed(1, None), 5, "the line 'game: …' is missing"),
        (changed(2, "rounds: many"), 3, "rounds must be a whole number, not 'many'"),
        (changed(2, "rounds: 12"), 3, "rounds must be a whole number from 1 to 9"),
        (changed(2, "rounds: 1"), SECOND_ROUND + 1, "the match has only 1 rounds"),
        (changed(3, "starter: 2"), 4, "starter must be a seat from 0 to 1"),
        (changed(3, "colour: 2"), 4, "expected one of game, options, data, rounds, starter"),
        (changed(DECK, None), DECK, "round without the line 'deck: …'"),
        (changed(DECK, LINES[DECK].rsplit(" ", 1)[0]), DECK + 1, "the deck is not complete: .* is missing"),
        (changed(DECK, LINES[DECK] + " R7"), DECK + 1, "the deck is not complete: R7 is too many"),
        (changed(DECK, LINES[DECK] + " X7"), DECK + 1, "'X7' is not a card"),
        (changed(DECK, "tiles: 1"), DECK + 1, "expected deck, not 'tiles'"),
        (changed(DECK + 1, "7: R7 *"), DECK + 2, "seat . must decide here, not seat 7"),
        (changed(DECK + 1, "hello"), DECK + 2, "expected 'name: value', not 'hello'"),
        (changed(DECK + 3, "deck: R7"), DECK + 4, "expected 'SEAT: actions' or 'scores: …'"),
        (changed(SECOND_ROUND, "round 3"), SECOND_ROUND + 1, "expected 'round 2', not 'round 3'"),
        (changed(SECOND_ROUND - 2, None), 6, "its line 'scores: …' is missing"),
        (changed(SECOND_ROUND - 2, "scores: 1 2"), SECOND_ROUND - 1, "the round ended with .*, not 1 2"),
        (changed(SECOND_ROUND - 3, None), SECOND_ROUND - 2, "scores are written down, but the round is not finished"),
        (FINISHED + "0: *\n", len(LINES) + 1, "nothing can follow the scores"),
        ("\n".join(LINES[:-1]) + "\n0: R7\n", len(LINES), "the round was over before R7"),
    ],
)
def test_damage_is_named_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as caught:
        incognita.replay(text)
    assert caught.value.line == line


def test_an_illegal_action_is_named_with_line_ply_and_rule() -> None:
    line = LINES[DECK + 1]
    with pytest.raises(RecordError, match=rf"line {DECK + 2}: ply 1: .* is refused by lost-cities 3\.1"):
        incognita.replay(changed(DECK + 1, line.rsplit(" ", 1)[0] + " R7"))


def test_comments_and_blank_lines_are_passed_over() -> None:
    commented = "\n# a fine match\n\n".join(line + "   # indeed" if line else line for line in LINES)
    commented = commented[commented.index("incognita") :]
    assert incognita.replay(commented).record() == FINISHED


@given(st.text(max_size=400))
def test_any_text_is_replayed_or_refused(text: str) -> None:
    for candidate in (text, "incognita record 1\n" + text):
        with pytest.raises(RecordError):
            incognita.replay(candidate)


@given(st.data())
def test_any_change_of_a_record_is_replayed_or_refused(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(FINISHED)))
    stop = data.draw(st.integers(start, min(start + 30, len(FINISHED))))
    middle = data.draw(st.text("YBWGRPI0123456789 -*<:#\n=ascdegkmnorstu", max_size=12))
    text = FINISHED[:start] + middle + FINISHED[stop:]
    try:
        match = incognita.replay(text)
    except RecordError as error:
        assert 1 <= error.line <= text.count("\n") + 1
    else:
        assert incognita.replay(match.record()).record() == match.record()
