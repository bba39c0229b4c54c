"""Nothing depends on which seat is which or what a colour is called."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.core.rng import below, generator
from incognita.games.lost_cities import LostCities
from incognita.games.lost_cities.notation import card_text

RENAMINGS = {"rotated": "BWGRY", "swapped": "YBWRG", "reversed": "RGWBY"}


def match_of(decks: list[list[str]], starter: int) -> Match:
    game = incognita.load("lost-cities")
    deals = []
    for deck in decks:
        states = game.blank()
        game.read_dealt("deck", " ".join(deck), states)
        deals.append({"deck": states["deck"].copy()})
    return Match(game, starter, deals)


def decks_of(match: Match) -> list[list[str]]:
    assert isinstance(match.game, LostCities)
    return [[card_text(int(kind)) for kind in deal["deck"][0, : match.game.cards]] for deal in match.deals]


def pairs_of_views(match: Match, other: Match, action_of: Any) -> Any:
    """Play both matches with corresponding actions; yield after each."""
    rng = generator(1)
    while match.seat is not None:
        actions = match.legal()
        action = actions[int(below(rng, len(actions)))]
        match.play(action)
        other.play(action_of(action))
        yield match, other


@pytest.mark.parametrize("renaming", RENAMINGS.values(), ids=RENAMINGS)
def test_colours_can_be_renamed(renaming: str) -> None:
    table = str.maketrans("YBWGR", renaming)
    match = incognita.load("lost-cities").match(seed=8, rounds=2)
    other = match_of([[card.translate(table) for card in deck] for deck in decks_of(match)], match.first_starter)
    for left, right in pairs_of_views(match, other, lambda action: action.translate(table)):
        assert sorted(action.translate(table) for action in left.legal()) == sorted(right.legal())
        assert left.scores == right.scores
        for seat in (0, 1):
            view, renamed = left.view(seat), right.view(seat)
            assert sorted(card.translate(table) for card in view["hand"]) == sorted(renamed["hand"])
            assert {colour.translate(table): value for colour, value in view["values"][seat].items()} == renamed[
                "values"
            ][seat]


def test_seats_can_be_exchanged() -> None:
    match = incognita.load("lost-cities").match(seed=9, rounds=2, starter=0)
    decks = [[*deck[8:16], *deck[:8], *deck[16:]] for deck in decks_of(match)]
    other = match_of(decks, 1)
    for left, right in pairs_of_views(match, other, lambda action: action):
        if left.round != right.round or left.over:
            break
        assert left.scores == right.scores[::-1]
        assert left.legal() == right.legal()
        for seat in (0, 1):
            view, exchanged = left.view(seat), right.view(1 - seat)
            assert view["hand"] == exchanged["hand"]
            assert view["expeditions"] == exchanged["expeditions"][::-1]
            assert view["known"] == exchanged["known"][::-1]
    assert left.over
    assert left.scores == right.scores[::-1]
