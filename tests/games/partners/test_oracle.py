"""The kernel and the oracle, action by action: views, logs, scores."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.games.lost_cities.notation import card_text
from incognita.games.partners import Partners
from tests.lockstep import assert_in_lockstep
from tests.oracle.partners import Partners as Oracle
from tests.variants import TINY_PARTNERS

TINY = {
    "hands of three": TINY_PARTNERS,
    "hands of four": {"colours": 3, "ranks": 4, "investments": 2, "hand": 4, "cost": 5},
    "hands of two": {"colours": 2, "ranks": 2, "investments": 1, "hand": 2},
    "hands of one": {"colours": 1, "ranks": 3, "investments": 0, "hand": 1, "cost": 0},
}


def oracle_of(match: Match) -> Oracle:
    assert isinstance(match.game, Partners)
    cards = match.game.cards
    decks = [[card_text(int(kind)) for kind in deal["deck"][0, :cards]] for deal in match.deals]
    return Oracle(decks, starter=match.first_starter, **match.game.options)


@pytest.mark.parametrize("part", range(4))
def test_kernel_and_oracle_agree(part: int) -> None:
    game = incognita.load("partners")
    for seed in range(5 * part, 5 * part + 5):
        match = game.match(rounds=4, seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


@pytest.mark.parametrize("options", TINY.values(), ids=TINY)
def test_kernel_and_oracle_agree_on_tiny_variants(options: dict[str, Any]) -> None:
    game = incognita.load("partners", **options)
    for seed in range(20):
        match = game.match(rounds=5, seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


@pytest.mark.slow
def test_kernel_and_oracle_agree_for_longer() -> None:
    game = incognita.load("partners")
    for seed in range(1000, 2500):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)
