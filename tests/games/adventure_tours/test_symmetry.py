"""Nothing depends on which seat is which or what a colour is called."""

from __future__ import annotations

import re
from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.core.rng import below, generator
from tests.variants import play_randomly

PLAYERS = 4
OPTIONS: dict[str, dict[str, Any]] = {
    "basic": {},
    "expert": {"expert": True},
    "chosen": {"expert": True, "boards": "chosen"},
}
RENAMINGS = {"rotated": "BYR", "swapped": "BRY"}
SEATED = ("equipment", "members", "protectors", "values", "income", "hand_sizes", "scores", "boards")


def rewritten(match: Match, starter: int, changed: Any) -> Match:
    """The same deals with every line changed, as a match of its own."""
    deals = []
    for i, deal in enumerate(match.deals):
        states = match.game.blank()
        for field, value in deal.items():
            states[field] = value
            text = match.game.dealt_text(field, states)
            match.game.read_dealt(field, changed(field, text.split(), i), states)
        deals.append({field: states[field].copy() for field in deal})
    return Match(match.game, starter, deals)


@pytest.mark.parametrize("renaming", RENAMINGS.values(), ids=RENAMINGS)
def test_colours_can_be_renamed_in_the_basic_game(renaming: str) -> None:
    """All colours have the same cards, and the desert is worth the same in all."""
    table = str.maketrans("RBY", renaming)
    match = incognita.load("adventure-tours", players=PLAYERS).match(seed=8)
    other = rewritten(match, match.first_starter, lambda field, words, i: " ".join(words).translate(table))
    rng = generator(1)
    while match.seat is not None:
        actions = match.legal()
        assert sorted(action.translate(table) for action in actions) == sorted(other.legal())
        assert (match.seat, match.scores) == (other.seat, other.scores)
        action = actions[int(below(rng, len(actions)))]
        match.play(action)
        other.play(action.translate(table))
    assert match.scores == other.scores


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_seats_can_be_rotated(options: dict[str, Any]) -> None:
    match = incognita.load("adventure-tours", players=PLAYERS, **options).match(seed=9)
    other = rewritten(match, (match.first_starter + 1) % PLAYERS, rotated)
    rng = generator(2)
    while match.seat is not None:
        assert other.seat == (match.seat + 1) % PLAYERS
        assert_rotated(match, other)
        actions = match.legal()
        assert [named_next(action) for action in actions if action[0] != "@"] == [
            action for action in other.legal() if action[0] != "@"
        ]
        action = actions[int(below(rng, len(actions)))]
        match.play(action)
        other.play(named_next(action))
    assert_rotated(match, other)


def rotated(field: str, words: list[str], i: int) -> str:
    """Everything that seat s was dealt is dealt to seat s + 1."""
    size = 6 if field == "deck" else 1
    dealt, rest = words[: PLAYERS * size], words[PLAYERS * size :]
    return " ".join([*dealt[-size:], *dealt[:-size], *rest])


def named_next(action: str) -> str:
    found = re.fullmatch(r"@(\d)", action)
    return f"@{(int(found[1]) + 1) % PLAYERS}" if found else action


def assert_rotated(match: Match, other: Match) -> None:
    left, right = match.view(None), other.view(None)
    for key in SEATED:
        assert left[key] == [*right[key][1:], right[key][0]]
    for seat in range(PLAYERS):
        assert match.view(seat)["hand"] == other.view((seat + 1) % PLAYERS)["hand"]


def test_the_rotation_is_not_trivial() -> None:
    match = play_randomly(incognita.load("adventure-tours", players=PLAYERS).match(seed=9), 9)
    assert len(set(match.scores)) > 1
