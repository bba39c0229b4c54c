"""Positions for tests, written as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import incognita
from incognita import Match
from incognita.core.rng import generator
from incognita.games.adventure_tours import AdventureTours
from incognita.games.adventure_tours.components import COLOURS, DISCARDS, EQUIPMENT, MEMBERS, PROTECTION
from incognita.games.adventure_tours.notation import card_kind, card_text
from incognita.games.adventure_tours.turn import begin_turn, go_on
from tests.games.turns import play

__all__ = ["game_of", "match_with", "play", "question", "turn_of_equipment"]

Cards = Mapping[int, str]


def game_of(**options: Any) -> AdventureTours:
    game = incognita.load("adventure-tours", **{"players": 3, **options})
    assert isinstance(game, AdventureTours)
    return game


def match_with(
    *hands: str,
    equipment: Cards | None = None,
    members: Cards | None = None,
    pile: str = "",
    left: int | None = None,
    tableaus: Sequence[int] | None = None,
    starter: int = 0,
    **options: Any,
) -> Match:
    """A match whose first round stands like this; the starter is on turn.

    Hands are exactly these cards; a seat that is left out has six of those nobody asked for. `pile` comes first in the
    draw pile; `left` is its size, what is too many lies on the discard pile. With `tableaus`, the boards
    of the first seats, it is the expert game.
    """
    game = game_of(**({"expert": True, **options} if tableaus else options))
    match = Match(game, starter, game.draw_deals(3, generator(1)))
    row = match._state[0]
    lying = [(EQUIPMENT, equipment or {}), (MEMBERS, members or {})]
    asked = [card for _, cards in lying for text in cards.values() for card in text.split()]
    spare = spare_cards(game, [*asked, *pile.split(), *(card for hand in hands for card in hand.split())])
    row["hands"], row["laid"], row["lying"], row["income"] = 0, 0, 0, 0
    give_boards(row, game, [*(tableaus or ())])
    for seat in range(game.players):
        put_in_hand(row, seat, hands[seat].split() if seat < len(hands) else [spare.pop() for _ in range(6)])
    for part, cards in lying:
        for seat, text in cards.items():
            lay(row, game, seat, int(part), text.split())
    fill_pile(row, pile.split(), spare, left)
    return begun_anew(match)


def spare_cards(game: AdventureTours, asked: Sequence[str]) -> list[str]:
    """The rest of the deck; the harmless Roy Nobleman last, so that he is dealt first."""
    deck = Counter(card_text(kind) for kind in game.all_cards())
    assert not Counter(asked) - deck, "there are not so many of these cards"
    return sorted((deck - Counter(asked)).elements(), key=lambda card: (card[1] == "h", card))


def give_boards(row: Any, game: AdventureTours, boards: list[int]) -> None:
    unused = [board for board in range(1, 7) if board not in boards]
    for seat in range(game.players):
        number = 0 if not boards else boards[seat] if seat < len(boards) else unused.pop(0)
        row["board"][seat] = number
        row["strength"][seat] = game.data.boards[number].start


def put_in_hand(row: Any, seat: int, cards: Sequence[str]) -> None:
    for card in cards:
        row["hands"][seat, card_kind(card)] += 1
    row["held"][seat] = len(cards)


def lay(row: Any, game: AdventureTours, seat: int, part: int, cards: Sequence[str]) -> None:
    """Cards in front of a seat as if they had been laid one by one."""
    adventurers = {one.code: one for one in game.data.adventurers}
    for card in cards:
        one, colour = adventurers[card[1]], COLOURS.index(card[0])
        protects = one.action == PROTECTION and (part == MEMBERS or row["board"][seat] == 3)
        append(row, card, 2 * seat + part, int(protects))
        row["lying"][2 * seat + part] += 1
        if part == MEMBERS:
            row["income"][seat] += one.money[colour]
            continue
        for category in range(3):
            row["strength"][seat, category] += one.equipment[colour] if category == colour else one.others[colour]


def append(row: Any, card: str, place: int, protects: int) -> None:
    i = int(row["laid"])
    row["kind"][i], row["place"][i], row["protects"][i] = card_kind(card), place, protects
    row["laid"] += 1


def fill_pile(row: Any, first: list[str], spare: list[str], left: int | None) -> None:
    size = len(first) + len(spare) if left is None else left
    pile = [*first, *spare][:size]
    for card in [*first, *spare][size:]:
        append(row, card, int(DISCARDS), 0)
    cards = int(row["cards"])
    row["drawn"] = cards - len(pile)
    row["deck"][: cards - len(pile)] = 255
    row["deck"][cards - len(pile) : cards] = [card_kind(card) for card in pile]


def begun_anew(match: Match) -> Match:
    """Begin the turn of whoever is on turn with what lies there now."""
    row = match._state[0]
    row["to_come"] = 0
    begin_turn(row, row["turn"])
    go_on(row)
    match._legal = match.game.legal(match._state)
    return match


def question(match: Match) -> tuple[int | None, str | None]:
    """Who is asked, and what."""
    asked = match.view(None)["asked"]
    return match.seat, asked and asked["what"]


def turn_of_equipment(match: Match) -> Match:
    """A turn that does nothing but lay equipment and draw, with whatever the board asks declined."""
    seat = match.seat
    match.play(next(action for action in match.legal() if len(action) == 2 and action[0] in COLOURS))
    while match.seat == seat and "." in match.legal():
        match.play("*" if "*" in match.legal() else ".")
    return match
