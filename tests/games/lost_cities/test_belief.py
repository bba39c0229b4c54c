"""The hands that search imagines are like those that players have."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

import incognita
from incognita.core import rules
from incognita.core.rng import generator
from incognita.core.rules import MOST_KINDS
from incognita.games.lost_cities.belief import likelihood
from incognita.games.lost_cities.components import PLAY


def hidden_kinds(states: Any, seat: int) -> Counter[int]:
    return Counter(int(kind) for kind in states["hands"][0, seat] if kind != 255)


def overlap(ours: Counter[int], theirs: Counter[int]) -> int:
    return (ours & theirs).total()


def test_imagined_hands_have_more_in_common_with_real_ones_than_even_deals() -> None:
    """In rounds of the policy against itself, with seeds that the table was not counted on."""
    game = incognita.load("lost-cities")
    likely = evenly = 0
    world, views, odds, rng = game.blank(), np.zeros(1, game.view_dtype), np.zeros((2, MOST_KINDS)), generator(1)
    for seed in range(12):
        states = game.deal(1, seed=seed)
        while states["seat"][0] != 255:
            viewer = int(states["seat"][0])
            rules.observe_at(states, 0, viewer, views, 0)
            if views["phase"][0] == PLAY and 4 < views["left"][0] < 36:
                truth = hidden_kinds(states, 1 - viewer)
                rules.expect_at(views, 0, odds)
                rules.imagine_at(world, 0, views, 0, odds, rng)
                likely += overlap(truth, hidden_kinds(world, 1 - viewer))
                rules.determinize_at(world, 0, views, 0, rng)
                evenly += overlap(truth, hidden_kinds(world, 1 - viewer))
            rules.apply_at(states, 0, int(rules.policy_at(views, 0, rng)))
    assert likely > 1.1 * evenly


def test_a_card_that_goes_on_with_their_expedition_is_likelier_in_their_hand() -> None:
    match = incognita.load("lost-cities").match(seed=3, rounds=1)
    for _ in range(30):
        match.play(int(rules.policy_at(match.game.observe(match.state), 0, generator(0))))
    view = match.game.observe(match.state, 0)[0]
    begun = [colour for colour in range(5) if 0 < view.tops[1, colour] < 6]
    assert begun, "the position must have an expedition that can go on"
    for colour in begun:
        top = int(view.tops[1, colour])
        assert likelihood(view, 1, 10 * colour + 9) > likelihood(view, 1, 10 * colour + top - 1)


def test_worlds_of_a_spectator_are_dealt_evenly() -> None:
    """Nobody's cards are in sight, so there is no hand that could be told from another."""
    game = incognita.load("lost-cities")
    states, views = game.deal(1, seed=4), np.zeros(1, game.view_dtype)
    rules.observe_at(states, 0, 255, views, 0)
    one, other = game.blank(), game.blank()
    rules.imagine_at(one, 0, views, 0, np.ones((2, MOST_KINDS)), generator(7))
    rules.determinize_at(other, 0, views, 0, generator(7))
    assert one["hands"].tolist() == other["hands"].tolist()


def test_cards_come_into_a_hand_by_their_odds() -> None:
    """One that is a thousand times as likely as others is nearly always there, and the others equally often."""
    game = incognita.load("lost-cities")
    states, views, world, rng = game.deal(1, seed=5), np.zeros(1, game.view_dtype), game.blank(), generator(2)
    rules.observe_at(states, 0, 0, views, 0)
    mine = {int(kind) for kind in views["hand"][0] if kind != 255}
    likely, *others = (kind for kind in range(50) if kind % 10 and kind not in mine)
    odds = np.ones((2, MOST_KINDS))
    odds[1, likely] = 1000.0
    hands: Counter[int] = Counter()
    for _ in range(2000):
        rules.imagine_at(world, 0, views, 0, odds, rng)
        hands += hidden_kinds(world, 1)
    assert hands[likely] > 1980
    fair = 2000 * 7 / 51  # seven other places, and all unseen cards but the likely one
    assert all(abs(hands[kind] - fair) < 5 * fair**0.5 for kind in others)
