"""Positions for tests, written as cards."""

from __future__ import annotations

from collections import Counter

import incognita
from incognita import Match
from incognita.games.lost_cities.notation import card_kind, card_text
from incognita.games.partners import Partners


def match_with(*hands: str, pile: str = "", starter: int = 0, rounds: int = 1) -> Match:
    """A match whose every round is dealt like this; what is not said is filled up with cards nobody asked for."""
    game = incognita.load("partners")
    assert isinstance(game, Partners)
    dealt = [[card_kind(card) for card in hand.split()] for hand in (*hands, *[""] * (4 - len(hands)))]
    first = [card_kind(card) for card in pile.split()]
    spare = list((Counter(game.full_deck()) - Counter([kind for hand in dealt for kind in hand] + first)).elements())
    for hand in dealt:
        hand += [spare.pop() for _ in range(8 - len(hand))]
    deck = [*(kind for hand in dealt for kind in hand), *first, *spare]
    states = game.blank()
    game.read_dealt("deck", " ".join(card_text(kind) for kind in deck), states)
    return Match(game, starter, [{"deck": states["deck"].copy()} for _ in range(rounds)])


def play(match: Match, *turns: str) -> Match:
    """Actions, several to a text."""
    for turn in turns:
        for action in turn.split():
            match.play(action)
    return match


def pass_time(match: Match) -> Match:
    """A turn that changes nothing that matters: discard and draw."""
    match.play(next(action for action in match.legal() if action.endswith("-")))
    match.play("*")
    return match


def until(match: Match, seat: int) -> Match:
    """Let others pass the time until it is this seat's turn."""
    while match.seat != seat:
        pass_time(match)
    return match


def finish(match: Match) -> Match:
    """Pass the time until the round is over."""
    number = match.round
    while match.seat is not None and match.round == number:
        pass_time(match)
    return match
