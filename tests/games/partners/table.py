"""Positions for tests, written as cards."""

from __future__ import annotations

from collections import Counter

import incognita
from incognita import Match
from incognita.games.lost_cities.notation import card_kind, card_text
from incognita.games.partners import Partners
from tests.games.turns import finish, pass_time, play, until

__all__ = ["finish", "match_with", "pass_time", "play", "until"]


def match_with(*hands: str, pile: str = "", starter: int = 0, rounds: int = 1, **options: int) -> Match:
    """A match whose every round is dealt like this; what is not said is filled up with cards nobody asked for."""
    game = incognita.load("partners", **options)
    assert isinstance(game, Partners)
    dealt = [[card_kind(card) for card in hand.split()] for hand in (*hands, *[""] * (4 - len(hands)))]
    first = [card_kind(card) for card in pile.split()]
    spare = list((Counter(game.full_deck()) - Counter([kind for hand in dealt for kind in hand] + first)).elements())
    for hand in dealt:
        hand += [spare.pop() for _ in range(game.hand - len(hand))]
    deck = [*(kind for hand in dealt for kind in hand), *first, *spare]
    states = game.blank()
    game.read_dealt("deck", " ".join(card_text(kind) for kind in deck), states)
    return Match(game, starter, [{"deck": states["deck"].copy()} for _ in range(rounds)])
