"""The kernel and the oracle, action by action: views, logs, scores."""

from __future__ import annotations

import pytest

import incognita
from incognita import Match
from incognita.games.lost_cities.notation import card_text
from tests.lockstep import assert_in_lockstep
from tests.oracle.partners import Partners as Oracle


def oracle_of(match: Match) -> Oracle:
    decks = [[card_text(int(kind)) for kind in deal["deck"][0]] for deal in match.deals]
    return Oracle(decks, starter=match.first_starter)


@pytest.mark.parametrize("part", range(4))
def test_kernel_and_oracle_agree(part: int) -> None:
    game = incognita.load("partners")
    for seed in range(5 * part, 5 * part + 5):
        match = game.match(rounds=4, seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


@pytest.mark.slow
def test_kernel_and_oracle_agree_for_longer() -> None:
    game = incognita.load("partners")
    for seed in range(1000, 2500):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)
