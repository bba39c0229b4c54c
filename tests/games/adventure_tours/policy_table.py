"""Positions for the tests of the player, written as cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import incognita
from incognita import Match
from incognita.core.jit import Int
from incognita.core.rng import generator
from incognita.core.rules import policy_at
from incognita.games.adventure_tours import AdventureTours
from incognita.games.adventure_tours.components import CATEGORIES, EQUIPMENT, MEMBERS, PROTECTION
from incognita.games.adventure_tours.kernel import clear_table
from incognita.games.adventure_tours.notation import card_kind
from incognita.games.adventure_tours.table import lay
from incognita.games.adventure_tours.turn import begin_turn, go_on, take_board

Cards = dict[int, str]
"""Cards of some seats, as text."""


def table(**options: Any) -> AdventureTours:
    game = incognita.load("adventure-tours", **options)
    assert isinstance(game, AdventureTours)
    return game


def decide(match: Match) -> str:
    """What the player would do, which is always legal."""
    assert match.seat is not None
    action = match.game.action_text(int(policy_at(match.view_row(match.seat), 0, generator(1))))
    assert action in match.legal()
    return action


def position(
    hands: Cards,
    *,
    turn: int = 0,
    held: dict[int, int] | None = None,
    equipment: Cards | None = None,
    members: Cards | None = None,
    board: int | None = None,
    left: int | None = None,
    **options: Any,
) -> Match:
    """It is the turn of a seat, of which `board` is the board. Other seats have `held` cards that nobody asked for."""
    game = table(expert=board is not None, **options)
    match = game.match(seed=1, starter=turn)
    row = match._state[0]
    clear_table(row)
    deal_boards(match, turn, board)
    lie(match, MEMBERS, members or {})
    lie(match, EQUIPMENT, equipment or {})
    hold(match, hands, dict.fromkeys(range(game.players), 6) | (held or {}))
    if left is not None:
        row["drawn"] = game.data.cards - left
    begin_turn(row, turn)
    go_on(row)
    match._legal = game.legal(match._state)
    return match


def deal_boards(match: Match, turn: int, board: int | None) -> None:
    """The others have whatever boards are left."""
    spare = [number for number in range(1, 7) if number != board]
    for seat in range(match.game.players):
        number = 0 if board is None else board if seat == turn else spare.pop()
        take_board(match._state[0], seat, number)


def lie(match: Match, part: Int, cards: Cards) -> None:
    """Equipment or members, in the order laid."""
    row = match._state[0]
    for seat, texts in cards.items():
        for kind in map(card_kind, texts.split()):
            lay(row, seat, part, kind, int(part == MEMBERS and row["action"][kind] == PROTECTION))


def hold(match: Match, hands: Cards, held: dict[int, int]) -> None:
    """Cards in hand, and what is left in the pile; the cards of others are those that come last."""
    row, game = match._state[0], match.game
    assert isinstance(game, AdventureTours)
    spare = Counter(game.all_cards()) - Counter(row["kind"][: row["laid"]].tolist())
    asked = {seat: [card_kind(card) for card in cards.split()] for seat, cards in hands.items()}
    spare -= Counter(kind for kinds in asked.values() for kind in kinds)
    rest = list(spare.elements())
    for seat in range(game.players):
        for kind in asked[seat] if seat in asked else [rest.pop() for _ in range(held[seat])]:
            row["hands"][seat, kind] += 1
            row["held"][seat] += 1
    row["drawn"] = game.data.cards - len(rest)
    row["deck"][row["drawn"] : game.data.cards] = rest


def strengthen(match: Match, seat: int, values: tuple[int, int, int]) -> Match:
    """Set what the equipment of a seat is worth, whatever lies there."""
    for category in range(CATEGORIES):
        match._state["strength"][0, seat, category] = values[category]
    match._legal = match.game.legal(match._state)
    return match
