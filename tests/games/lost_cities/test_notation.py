"""Cards and actions as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognita import NotationError
from incognita.games.lost_cities.notation import action_number, action_text, card_kind, card_text


def test_the_numbers_of_actions_are_pinned() -> None:
    expected = {0: "*", 1: "YI", 2: "YI-", 3: "Y2", 20: "Y10-", 21: "<Y", 22: "BI", 105: "<R", 106: "PI", 126: "<P"}
    assert {number: action_text(number) for number in expected} == expected
    assert {action_number(text) for text in expected.values()} == set(expected)


def test_every_card_round_trips() -> None:
    assert [card_kind(card_text(kind)) for kind in range(60)] == list(range(60))
    assert (card_text(0), card_text(9), card_text(46)) == ("YI", "Y10", "R7")


@given(st.text(max_size=6) | st.text("YBWGRPI0123456789-*<", max_size=5))
def test_any_text_is_an_action_or_is_refused(text: str) -> None:
    try:
        number = action_number(text)
    except NotationError as error:
        assert "actions look like" in str(error)
    else:
        assert action_text(number) == text


@pytest.mark.parametrize("text", ["", "R", "R1", "R11", "r7", "R7 ", "RII", "<", "<X", "**", "-R7", "R07", "R７"])
def test_near_misses_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        action_number(text)


@pytest.mark.parametrize("number", [-1, 127, 1000])
def test_numbers_without_an_action_are_refused(number: int) -> None:
    with pytest.raises(NotationError, match=f"no action number {number}"):
        action_text(number)
