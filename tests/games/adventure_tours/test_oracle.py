"""The kernel and the oracle, action by action."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.games.adventure_tours import AdventureTours as Game
from incognita.games.adventure_tours.notation import card_text
from tests.lockstep import assert_in_lockstep
from tests.oracle.adventure_tours import AdventureTours
from tests.variants import TINY_TOURS

VARIANTS = [
    {"players": players, **options}
    for players in (3, 4, 5, 6)
    for options in (
        {},
        {"expert": True},
        {"expert": True, "boards": "dealt"},
        {"expert": True, "boards": "chosen"},
    )
]

TINY: dict[str, dict[str, Any]] = {
    "six adventurers": TINY_TOURS,
    "one colour": {"players": 3, "hand": 1, "colours": 1, "adventurers": 2},
    "four cards": {"players": 3, "hand": 1, "colours": 1, "adventurers": 4, "copies": 1},
    "two copies": {"players": 4, "hand": 3, "colours": 2, "copies": 2},
    "expert": {"players": 3, "hand": 2, "colours": 1, "copies": 1, "expert": True, "boards": "chosen"},
}


class Oracle(AdventureTours):
    """The oracle does not know what is written on the cards besides the rules; the game tells that of itself."""

    told: dict[str, Any]

    def view(self, seat: int | None) -> dict[str, Any]:
        seen = super().view(seat)
        return {**seen, **self.told, "sheets": [self.sheet_told(sheet) for sheet in seen["sheets"]]}

    def sheet_told(self, sheet: dict[str, Any]) -> dict[str, Any]:
        cards = self.told["card_data"]
        money = [[cards[card[1]]["money"]["RBY".index(card[0])] for card in row] for row in sheet["members"]]
        ours = [code for code, said in cards.items() if "money" in said["house"]]
        return {**sheet, "house": self.told["house"], "house_money": ours, "money": money}


def oracle_of(match: Match) -> Oracle:
    assert isinstance(match.game, Game)
    cards = match.game.data.cards
    decks = [[card_text(int(kind)) for kind in deal["deck"][0, :cards]] for deal in match.deals]
    boards = [deal["boards"][0].tolist() if "boards" in deal else None for deal in match.deals]
    options = match.game.options
    oracle = Oracle(
        decks,
        boards,
        players=options["players"],
        expert=options["expert"],
        variant=options["boards"],
        starter=match.first_starter,
        **{name: options[name] for name in ("hand", "colours", "adventurers", "copies")},
    )
    seen = match.view(None)
    oracle.told = {field: seen[field] for field in ("house", "card_data", "board_data")}
    return oracle


def name_of(options: dict[str, Any]) -> str:
    return "-".join(str(value) for value in options.values())


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_kernel_and_oracle_agree(options: dict[str, Any]) -> None:
    game = incognita.load("adventure-tours", **options)
    for seed in range(12):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


@pytest.mark.parametrize("options", TINY.values(), ids=TINY)
def test_kernel_and_oracle_agree_on_tiny_variants(options: dict[str, Any]) -> None:
    game = incognita.load("adventure-tours", **options)
    for seed in range(20):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed)


LONG = {"basic": 10_000, "kept": 4000, "dealt": 3000, "chosen": 3000}
"""Ten thousand games for each number of players, basic and expert."""


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_kernel_and_oracle_agree_for_longer(options: dict[str, Any]) -> None:
    game = incognita.load("adventure-tours", **options)
    games = LONG[game.options["boards"] if game.options["expert"] else "basic"]
    for seed in range(1000, 1000 + games):
        match = game.match(seed=seed)
        assert_in_lockstep(match, oracle_of(match), seed, views_every=100)
