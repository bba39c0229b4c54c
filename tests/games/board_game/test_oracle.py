"""The kernel and the oracle, action by action."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.games.board_game.notation import card_text, tile_text
from tests.lockstep import assert_in_lockstep
from tests.oracle.board_game import BoardGame as Oracle

VARIANTS = [
    {"players": players, "short": short, "up_or_down": up_or_down}
    for players in (2, 3, 4)
    for short in (False, True)
    for up_or_down in (False, True)
]


def oracle_of(match: Match) -> Oracle:
    decks = [[card_text(int(kind)) for kind in deal["deck"][0]] for deal in match.deals]
    tiles = [[tile_text(int(code)) for code in deal["tiles"][0, :25]] for deal in match.deals]
    options = match.game.options
    return Oracle(
        decks, tiles, players=options["players"], up_or_down=options["up_or_down"], starter=match.first_starter
    )


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(str(value) for value in options.values()))
def test_kernel_and_oracle_agree(options: dict[str, Any]) -> None:
    game = incognita.load("board-game", **options)
    for seed in range(12 if options["short"] else 4):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(str(value) for value in options.values()))
def test_kernel_and_oracle_agree_for_longer(options: dict[str, Any]) -> None:
    game = incognita.load("board-game", **options)
    for seed in range(1000, 1300):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)
