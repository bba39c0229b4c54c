"""Positions for tests, written as cards and tiles."""

from __future__ import annotations

from collections import Counter
from typing import Any

import incognita
from incognita import Match
from incognita.games.board_game import BoardGame
from incognita.games.board_game.components import COLOURS
from incognita.games.board_game.notation import card_kind, card_text, tile_code, tile_text
from tests.games.turns import finish, pass_time, play, until

__all__ = ["finish", "match_with", "pass_time", "place", "play", "until"]


def match_with(
    *hands: str, pile: str = "", tiles: dict[str, str] | None = None, starter: int = 0, **options: Any
) -> Match:
    """A match whose every round is dealt like this; `tiles` maps a stone ("R4") to the tile there.

    Hands and pile are filled up with cards that nobody asked for; other tiles lie where they happen to.
    """
    game = incognita.load("board-game", **{"short": True, **options})
    assert isinstance(game, BoardGame)
    states = game.blank()
    game.read_dealt("deck", " ".join(card_text(kind) for kind in deck_of(game, hands, pile)), states)
    game.read_dealt("tiles", " ".join(tile_text(code) for code in tiles_of(game, tiles or {})), states)
    deal = {field: states[field].copy() for field in game.dealt_in(0)}
    return Match(game, starter, [deal] * game.usual_rounds)


def deck_of(game: BoardGame, hands: tuple[str, ...], pile: str) -> list[int]:
    dealt = [[card_kind(card) for card in hand.split()] for hand in (*hands, *[""] * (game.players - len(hands)))]
    first = [card_kind(card) for card in pile.split()]
    asked = Counter([kind for hand in dealt for kind in hand] + first)
    spare = list((Counter(game.full_deck()) - asked).elements())
    for hand in dealt:
        hand += [spare.pop() for _ in range(game.hand - len(hand))]
    removed = [spare.pop() for _ in range(game.removed)]
    return [*removed, *(kind for hand in dealt for kind in hand), *first, *spare]


def tiles_of(game: BoardGame, wanted: dict[str, str]) -> list[int]:
    """The tiles space by space: the wanted ones in their places, artifacts and points before arrows elsewhere."""
    spaces = [f"{colour}{stone}" for colour, stones in game.data.tile_stones.items() for stone in stones]
    assert set(wanted) <= set(spaces), "there is no space for a tile"
    codes = {space: tile_code(tile) for space, tile in wanted.items()}
    spare = sorted((Counter(game.data.tiles) - Counter(codes.values())).elements())
    return [codes[space] if space in codes else spare.pop(0) for space in spaces]


def place(match: Match, seat: int, **stones: int) -> Match:
    """Put explorers of a seat on stones as if they had walked there; the columns end in a 0, so anything continues."""
    row = match._state[0]
    for colour, stone in stones.items():
        path = COLOURS.index(colour)
        row["standing"][seat, path] = stone
        row["first"][seat, path] = row["last"][seat, path] = 0
        row["begun"][seat] += 1
        row["crossed"] += stone >= 7
    match._legal = match.game.legal(match._state)
    return match
