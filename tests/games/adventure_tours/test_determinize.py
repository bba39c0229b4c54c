"""The sampled worlds have exactly the right distribution, proved by counting every world of a tiny deck."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import incognita
from incognita.core import rules
from incognita.core.rng import generator
from incognita.games.adventure_tours.data import built_in
from incognita.games.adventure_tours.notation import card_text

World = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""The hands of seats 1 and 2, sorted, and the draw pile in order."""

HISTORIES = {
    "nothing yet": [],
    "a card is laid and one drawn": ["Ra"],
    "a card is given to seat 1": ["Ra^", "@1"],
}


def tiny() -> dict[str, Any]:
    """Nine cards, of which some are alike; two are dealt to each of three players."""
    copies = {"a": [2, 2, 1], "c": [2, 1, 1]}
    adventurers = [{**one, "copies": copies[one["code"]]} for one in built_in()["adventurers"] if one["code"] in copies]
    return {**built_in(), "hand": 2, "adventurers": adventurers}


def worlds_by_counting(unseen: list[str], sizes: tuple[int, int]) -> dict[World, float]:
    """Every order of the unseen cards is equally likely."""
    first, second = sizes
    worlds = Counter(
        (tuple(sorted(order[:first])), tuple(sorted(order[first : first + second])), order[first + second :])
        for order in permutations(unseen)
    )
    return {world: n / worlds.total() for world, n in worlds.items()}


@pytest.mark.rule("adventure-tours 11.1", "adventure-tours 11.2")
@pytest.mark.parametrize("name", HISTORIES)
def test_worlds_are_sampled_exactly(name: str) -> None:
    game = incognita.load("adventure-tours", players=3, data=tiny())
    states = game.blank()
    game.read_dealt("deck", "Ra Rc Ra Ba Ba Rc Bc Ya Yc", states)
    rules.begin_at(states, 0)
    for action in HISTORIES[name]:
        game.step(states, [game.action_number(action)])
    views = game.observe(states, 0)
    expected = worlds_by_counting(unseen_by_seat_0(states), (int(states["held"][0, 1]), int(states["held"][0, 2])))
    n, rng, counts = 40_000, generator(5), Counter[World]()
    for _ in range(n):
        rules.determinize_at(states, 0, views, 0, rng)
        counts[world_of(states[0])] += 1
    assert set(counts) <= set(expected)
    chi2 = sum((counts[world] - n * p) ** 2 / (n * p) for world, p in expected.items())
    freedom = len(expected) - 1
    assert freedom > 20
    assert chi2 < freedom + 5 * np.sqrt(2 * freedom) + 5


def unseen_by_seat_0(states: Any) -> list[str]:
    row = states[0]
    pile = [card_text(int(kind)) for kind in row["deck"][row["drawn"] : row["cards"]]]
    return [*hand_of(row, 1), *hand_of(row, 2), *pile]


def world_of(row: Any) -> World:
    pile = tuple(card_text(int(kind)) for kind in row["deck"][row["drawn"] : row["cards"]])
    return tuple(sorted(hand_of(row, 1))), tuple(sorted(hand_of(row, 2))), pile


def hand_of(row: Any, seat: int) -> list[str]:
    return [card_text(kind) for kind, n in enumerate(row["hands"][seat]) for _ in range(int(n))]
