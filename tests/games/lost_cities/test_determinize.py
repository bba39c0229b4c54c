"""The sampled worlds have exactly the right distribution, proved by enumerating every deal of a tiny deck.

The reference is Bayes' rule over all deals: the other player is taken to choose among the physical cards in hand with
equal chances, and every deal that the viewer's history cannot rule out is weighed by how likely it was to produce it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import incognita
from incognita.core import rules
from incognita.core.rng import generator
from incognita.games.lost_cities.notation import card_text
from tests.oracle.lost_cities import LostCities as Oracle
from tests.oracle.lost_cities import deck as oracle_deck
from tests.variants import TINY

World = tuple[tuple[str, ...], tuple[str, ...]]
"""The other hand, sorted by kind, and the draw pile in order."""

# Seat 0 watches. Openly taken cards, identical cards and a card of a known kind that is laid again are all in here.
HISTORIES = {
    "nothing yet": [],
    "one turn each": ["Y2", "*", "B2", "*"],
    "an investment of two is laid": ["Y2-", "*", "BI", "*"],
    "a known card is held": ["YI-", "*", "BI-", "<Y"],
    "a card of the known kind is discarded again": ["YI-", "*", "BI-", "<Y", "Y2-", "*", "YI-", "*"],
    "nobody draws from the pile for a while": ["YI-", "*", "BI-", "<Y", "Y2-", "<B", "B2-", "<Y"],
}
HANDS = ["YI", "Y2"], ["BI", "B2"]


def distinct_orders(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every different order of cards that may be identical."""
    if not cards:
        yield ()
    for card in sorted(set(cards)):
        rest = list(cards)
        rest.remove(card)
        for order in distinct_orders(rest):
            yield (card, *order)


def likelihood(deck: Sequence[str], history: Sequence[str], seen: list[dict[str, Any]]) -> tuple[Fraction, Oracle]:
    """How likely a deal was to show seat 0 exactly these views, and where it led."""
    match = Oracle([deck], **TINY)
    weight = Fraction(match.view(0) == seen[0])
    for action, view in zip(history, seen[1:], strict=True):
        if not weight or action not in match.legal():
            return Fraction(0), match
        hand = match.view(1)["hand"]
        if match.seat == 1 and action[0] not in "*<":
            weight *= Fraction(hand.count(action.removesuffix("-")), len(hand))
        match.play(action)
        weight *= match.view(0) == view
    return weight, match


def posterior(deck: Sequence[str], history: Sequence[str]) -> dict[World, float]:
    truth = Oracle([deck], **TINY)
    seen = [truth.view(0)]
    for action in history:
        truth.play(action)
        seen.append(truth.view(0))
    weights: dict[World, Fraction] = defaultdict(Fraction)
    for order in distinct_orders(oracle_deck(2, 2, 2)):
        if sorted(order[:2]) != sorted(deck[:2]):
            continue
        weight, match = likelihood(order, history, seen)
        if weight:
            weights[world_of(match)] += weight
    total = sum(weights.values())
    return {world: float(weight / total) for world, weight in weights.items()}


def world_of(match: Oracle) -> World:
    return tuple(match.view(1)["hand"]), tuple(match._table.draw_pile)


def sampled_worlds(deck: Sequence[str], history: Sequence[str], n: int) -> Counter[World]:
    game = incognita.load("lost-cities", **TINY)
    states = game.blank()
    game.read_dealt("deck", " ".join(deck), states)
    rules.begin_at(states, 0)
    for action in history:
        game.step(states, [game.action_number(action)])
    views, rng, worlds = game.observe(states, 0), generator(5), Counter[World]()
    for _ in range(n):
        rules.determinize_at(states, 0, views, 0, rng)
        row = states[0]
        hand = tuple(card_text(int(kind)) for kind in row["hands"][1, : row["held"][1]])
        worlds[hand, tuple(card_text(int(kind)) for kind in row["deck"][row["drawn"] : row["cards"]])] += 1
    return worlds


@pytest.mark.rule("lost-cities 4.2", "lost-cities 4.3")
@pytest.mark.parametrize("name", HISTORIES)
def test_worlds_are_sampled_exactly(name: str) -> None:
    rest = list((Counter(oracle_deck(2, 2, 2)) - Counter(HANDS[0] + HANDS[1])).elements())
    deck = [*HANDS[0], *HANDS[1], *rest]
    expected = posterior(deck, HISTORIES[name])
    n = 40_000
    counts = sampled_worlds(deck, HISTORIES[name], n)
    assert set(counts) <= set(expected)
    chi2 = sum((counts[world] - n * p) ** 2 / (n * p) for world, p in expected.items())
    freedom = len(expected) - 1
    assert chi2 < freedom + 5 * np.sqrt(2 * freedom) + 5
    assert freedom >= 2
