"""The terminal boards of all games: every position fits, and nothing is on them that a seat may not know."""

from __future__ import annotations

import re
from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.cli.parts import board_of
from incognita.core.rng import below, generator
from tests.hidden import redeal_of
from tests.screens import choices, drawn, names_of, screens, table
from tests.variants import TINY_BOARD, TINY_PARTNERS, TINY_TOURS

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("lost-cities", {"colours": 3, "ranks": 5, "copies": 2, "hand": 5}),
    ("partners", {}),
    ("partners", TINY_PARTNERS),
    ("board-game", {"short": True}),
    ("board-game", {"short": True, "players": 3, "up_or_down": True}),
    ("board-game", {"players": 4}),
    ("board-game", TINY_BOARD),
    ("adventure-tours", {}),
    ("adventure-tours", TINY_TOURS),
    ("adventure-tours", {"players": 6, "expert": True, "boards": "chosen"}),
]
WIDEST = {"adventure-tours": 100}
"""Boards that use a wide terminal; all others have 80 columns."""
LONGEST = {"adventure-tours": 2 * 78}
"""Questions that may need a second line."""
EVERY = 11
"""Plies between two looks: no multiple of a turn, so that all questions come up."""


def name_of(variant: object) -> str:
    return "-".join(f"{name}={value}" for name, value in variant.items()) if isinstance(variant, dict) else str(variant)


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=name_of)
def test_every_position_fits_and_tells_no_secrets(name: str, options: dict[str, Any]) -> None:
    match, rng = incognita.load(name, **options).match(seed=4), generator(4)
    while not match.over and match.ply < 300:
        if match.ply % EVERY == 0:
            check_screens(match)
            check_secrets(match)
        actions = match.legal()
        match.play(actions[int(below(rng, len(actions)))])


def check_screens(match: Match) -> None:
    recent = [(i % match.game.players, action) for i, action in enumerate(match.log(None)[-6:]) if match.round == 1]
    for screen in screens(match, recent):
        assert max(len(line) for line in screen.splitlines()) <= WIDEST.get(match.game.name, 80), screen
    assert match.seat is not None
    question = board_of(match.game.name).question(match.view(match.seat), names_of(match))
    assert len(question) <= LONGEST.get(match.game.name, 78), question
    numbers = re.findall(r"(?<!\S)\d+(?!\S)", choices(match, match.seat))
    assert set(range(1, len(match.legal()) + 1)) <= {int(number) for number in numbers}, "every action has its number"


def check_secrets(match: Match) -> None:
    """Whatever a seat never learns is dealt anew: its screen must not change by a letter."""
    truth, redeal, board = match._state, redeal_of(match.game.name), board_of(match.game.name)
    for seat in [match.seat, match.game.players - 1, None]:
        seen = table(match, seat), drawn(board.choices(match.view(seat)))
        match._state = redeal(truth, seat, match.ply)
        assert (table(match, seat), drawn(board.choices(match.view(seat)))) == seen
        match._state = truth


@pytest.mark.parametrize("name", ["partners", "board-game", "adventure-tours"])
def test_a_low_screen_gets_no_more_lines(name: str) -> None:
    match = incognita.load(name).match(seed=1, starter=0)
    assert table(match, 0, compact=True).count("\n") <= table(match, 0).count("\n")
