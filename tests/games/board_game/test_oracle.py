"""The kernel and the oracle, action by action."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.games.board_game import BoardGame
from incognita.games.board_game.notation import card_text, tile_text
from tests.lockstep import assert_in_lockstep
from tests.oracle.board_game import BoardGame as Oracle
from tests.oracle.board_game import tile_spaces
from tests.variants import TINY_BOARD

VARIANTS = [
    {"players": players, "short": short, "up_or_down": up_or_down}
    for players in (2, 3, 4)
    for short in (False, True)
    for up_or_down in (False, True)
]
TINY: dict[str, dict[str, Any]] = {
    "two paths": TINY_BOARD,
    "one path": {"colours": 1, "ranks": 4, "hand": 1, "tiles": 5},
    "no tiles": {"colours": 1, "ranks": 3, "hand": 1, "tiles": 0, "short": True},
    "three paths up or down": {"players": 3, "colours": 3, "ranks": 11, "copies": 1, "hand": 3, "up_or_down": True},
    "many of a kind": {"colours": 1, "ranks": 2, "copies": 11, "hand": 2, "short": True},
    "four players": {"players": 4, "colours": 2, "ranks": 9, "hand": 2, "tiles": 3},
}


def oracle_of(match: Match) -> Oracle:
    assert isinstance(match.game, BoardGame)
    options, cards = match.game.options, match.game.cards
    decks = [[card_text(int(kind)) for kind in deal["deck"][0, :cards]] for deal in match.deals]
    spaces = tile_spaces(options["colours"], options["tiles"])
    laid = sum(len(stones) for stones in spaces.values())
    tiles = [[tile_text(int(code)) for code in deal["tiles"][0, :laid]] if laid else [] for deal in match.deals]
    told = {name: options[name] for name in ("players", "up_or_down", "colours", "ranks", "copies", "hand")}
    return Oracle(decks, tiles, tile_stones=spaces, starter=match.first_starter, **told)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(str(value) for value in options.values()))
def test_kernel_and_oracle_agree(options: dict[str, Any]) -> None:
    game = incognita.load("board-game", **options)
    for seed in range(12 if options["short"] else 4):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


@pytest.mark.parametrize("options", TINY.values(), ids=TINY)
def test_kernel_and_oracle_agree_on_tiny_variants(options: dict[str, Any]) -> None:
    game = incognita.load("board-game", **options)
    for seed in range(20):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(str(value) for value in options.values()))
def test_kernel_and_oracle_agree_for_longer(options: dict[str, Any]) -> None:
    game = incognita.load("board-game", **options)
    for seed in range(1000, 1300):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)
