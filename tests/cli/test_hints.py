"""Hints: in every game, from what the seat may know."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from numpy.typing import NDArray

import incognita
from incognita.cli import hints
from incognita.cli.hints import Adviser, hint_lines
from incognita.games import GAMES
from incognita.search.search import Candidate, Thought
from tests.cli.conftest import Command
from tests.variants import play_randomly


def words(action: int) -> tuple[str, str]:
    return f"A{action}", f"do {action}"


def candidate(action: int, margin: float, visits: int = 10) -> Candidate:
    return Candidate(action, visits, margin, 1.5, margin, 0.0, 0.0)


def test_the_best_three_with_bars_from_nothing() -> None:
    found = [candidate(1, 12.0), candidate(22, -6.0), candidate(3, 0.0), candidate(4, -9.0), candidate(5, 0.0, 0)]
    lines = list(hint_lines(Thought(1, found, 1234), 2, words))
    assert lines == [
        "Search would do 1.",
        "1,234 rounds were played out, the hidden cards dealt by lot. Expected points",
        "ahead of the other side after this round, ± one standard error:",
        "  A1   do 1     12.0 ±  1.5          │████████████████",
        "  A22  do 22    -6.0 ±  1.5  ░░░░░░░░│",
        "  A3   do 3      0.0 ±  1.5          │",
    ]
    assert "the others' mean" in list(hint_lines(Thought(1, found, 1234), 4, words))[2]


def test_a_choice_that_has_not_the_largest_number_is_explained() -> None:
    found = [candidate(1, 2.0), candidate(2, 2.5)]
    assert "not beyond doubt" in list(hint_lines(Thought(1, found, 99), 2, words))[-1]


def test_one_action_needs_no_thought() -> None:
    assert list(hint_lines(Thought(7, [candidate(7, 0.0, 0)], 0), 2, words)) == ["There is no choice: A7 do 7."]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_hints_in_about_a_second(game: str) -> None:
    match = play_randomly(incognita.load(game).match(seed=3), 4, most=12)
    while len(match.legal()) < 2:
        match.play(match.legal()[0])
    assert match.seat is not None
    adviser = Adviser(match.game)
    adviser.think(match.view_row(match.seat))
    start = monotonic()
    thought = adviser.think(match.view_row(match.seat))
    assert monotonic() - start < 2 * hints.SECONDS
    assert match.game.action_text(thought.action) in match.legal()
    assert thought.simulations > 50


def test_a_hint_is_asked_of_the_seat_s_own_view(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing else is handed over, so nothing else can be told; what a view holds is tested with the games."""
    shown: list[NDArray[Any]] = []

    def think(self: Adviser, views: NDArray[Any]) -> Thought:
        shown.append(views)
        return Thought(int(views["legal"][0, 0]), [], 0)

    monkeypatch.setattr(Adviser, "think", think)
    path = tmp_path / "match.record"
    match = incognita.load("partners").match(seed=3, starter=2)
    path.write_text(match.record())
    command("play", "--continue", path, "--seat", 2, typed="hint\n")
    (views,) = shown
    assert views.dtype == match.game.view_dtype
    assert views.tobytes() == match.view_row(2).tobytes()
