"""The kernel and the oracle, action by action, over thousands of random rounds."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.games.lost_cities import LostCities
from incognita.games.lost_cities.notation import card_text
from tests.lockstep import assert_in_lockstep
from tests.oracle.lost_cities import LostCities as Oracle
from tests.variants import TINY

ROUNDS = [
    ("standard", {}, 3, 40),
    ("six colours", {"colours": 6}, 3, 20),
    ("tiny", TINY, 9, 200),
    ("two of each", {"colours": 3, "ranks": 5, "copies": 2, "hand": 5}, 3, 60),
    ("no investments", {"colours": 3, "ranks": 9, "investments": 0, "hand": 8, "cost": 5}, 3, 60),
    ("one colour", {"colours": 1, "ranks": 4, "investments": 3, "hand": 2, "cost": 0}, 9, 200),
]
"""Name, options, rounds in a match, matches: some four thousand rounds in all, with the longer runs thousands more."""


def oracle_of(match: Match) -> Oracle:
    """The same match in the oracle: the same decks, as texts."""
    assert isinstance(match.game, LostCities)
    cards = match.game.cards
    decks = [[card_text(int(kind)) for kind in deal["deck"][0, :cards]] for deal in match.deals]
    return Oracle(decks, starter=match.first_starter, **match.game.options)


@pytest.mark.parametrize(("options", "rounds", "matches"), [row[1:] for row in ROUNDS], ids=[row[0] for row in ROUNDS])
def test_kernel_and_oracle_agree(options: dict[str, Any], rounds: int, matches: int) -> None:
    game = incognita.load("lost-cities", **options)
    for seed in range(matches):
        match = game.match(rounds=rounds, seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"colours": 6}, TINY], ids=["standard", "six colours", "tiny"])
def test_kernel_and_oracle_agree_for_longer(options: dict[str, Any]) -> None:
    game = incognita.load("lost-cities", **options)
    for seed in range(1_000, 3_000):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)
