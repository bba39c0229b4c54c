"""Positions for tests, written as cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import incognita
from incognita import Match
from incognita.games.lost_cities import LostCities
from incognita.games.lost_cities.notation import card_kind, card_text


def match_with(
    mine: str = "", theirs: str = "", pile: str = "", /, *, starter: int = 0, rounds: int = 1, **options: Any
) -> Match:
    """A match whose every round is dealt like this; hands and pile are filled up with cards that nobody asked for."""
    game = incognita.load("lost-cities", **options)
    assert isinstance(game, LostCities)
    wanted = [card_kind(card) for card in f"{mine} {theirs} {pile}".split()]
    spare = list((Counter(game.full_deck()) - Counter(wanted)).elements())
    size = game.options["hand"]
    hands = [[card_kind(card) for card in cards.split()] for cards in (mine, theirs)]
    for cards in hands:
        cards += [spare.pop() for _ in range(size - len(cards))]
    deck = [*hands[0], *hands[1], *(card_kind(card) for card in pile.split()), *spare]
    states = game.blank()
    game.read_dealt("deck", " ".join(card_text(kind) for kind in deck), states)
    return Match(game, starter, [{"deck": states["deck"].copy()} for _ in range(rounds)])


def play(match: Match, *turns: str) -> Match:
    """Actions, several to a text."""
    for turn in turns:
        for action in turn.split():
            match.play(action)
    return match


def lay_out(expeditions: str, *, side: int = 0, **options: Any) -> Any:
    """State rows in which a side has laid these cards, to be scored."""
    game = incognita.load("lost-cities", **options)
    states = game.blank()
    for card in expeditions.split():
        colour, rank = divmod(card_kind(card), 10)
        states["expeditions"][0, side, colour, rank] += 1
    return states


def points_of(expeditions: str, **options: Any) -> int:
    states = lay_out(expeditions, **options)
    return int(incognita.load("lost-cities", **options).scores(states)[0, 0])


def finish(match: Match) -> Match:
    """Let everybody discard and draw from the pile until the round is over."""
    round_number = match.round
    while match.seat is not None and match.round == round_number:
        match.play(next(action for action in match.legal() if action.endswith("-") or action == "*"))
    return match
