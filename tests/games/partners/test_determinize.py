"""The sampled worlds are all worlds that satisfy the bounds, each equally often, proved by counting them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, factorial, prod
from typing import Any

import numpy as np
import pytest

import incognita
from incognita import Match
from incognita.core import rules
from incognita.core.rng import generator
from incognita.games.lost_cities.notation import card_kind, card_text
from tests.games.partners.table import match_with, play, until

Hands = tuple[tuple[str, ...], ...]


def hidden_hands(unseen: Counter[str], sizes: Sequence[int]) -> Iterator[Hands]:
    """Every way to fill hands of these sizes from the unseen cards, each hand as a sorted tuple of kinds."""
    if not sizes:
        yield ()
        return
    for hand in sorted(set(combinations(sorted(unseen.elements()), sizes[0]))):
        for rest in hidden_hands(unseen - Counter(hand), sizes[1:]):
            yield (hand, *rest)


def weight(unseen: Counter[str], hands: Hands, pile: int) -> int:
    """In how many orders of the physical cards the hands come out like this; the pile may be in any order."""
    left = Counter(unseen)
    ways = factorial(pile)
    for hand in hands:
        ways *= prod(comb(left[kind], n) for kind, n in Counter(hand).items())
        left -= Counter(hand)
    return ways


def late(match: Match, cards_left: int) -> Match:
    """The same position with most of the draw pile already discarded, so that the worlds can be counted."""
    states = match._state
    row = states[0]
    while row["cards"] - row["drawn"] > cards_left:
        kind = int(row["deck"][row["drawn"]])
        colour, rank = divmod(kind, 10)
        row["piles"][colour, row["heights"][colour]] = rank
        row["heights"][colour] += 1
        row["drawn"] += 1
    return match


def shrink(match: Match, sizes: dict[int, int], kept: str = "") -> Match:
    """Put cards of other hands onto the discard piles, those of the kept kinds last: fewer worlds, the same rules."""
    row = match._state[0]
    wanted = [card_kind(card) for card in kept.split()]
    for seat, size in sizes.items():
        cards = sorted(
            (int(kind) for kind in row["hands"][seat][: row["held"][seat]]), key=lambda kind: kind not in wanted
        )
        for kind in cards[size:]:
            colour, rank = divmod(kind, 10)
            row["piles"][colour, row["heights"][colour]] = rank
            row["heights"][colour] += 1
        row["hands"][seat] = sorted(cards[:size]) + [255] * (len(row["hands"][seat]) - size)
        row["held"][seat] = size
    return match


def satisfies(match: Match, viewer: int, others: Sequence[int], hands: Hands) -> bool:
    view = match.view(viewer)
    held = {seat: Counter(hand) for seat, hand in zip(others, hands, strict=True)}
    partner = viewer ^ 2
    for seat in others:
        bound = Counter(view["trusted"] if seat == partner else view["known"][seat])
        if bound - held[seat]:
            return False
    side = held[(viewer + 1) % 4] + held[(viewer + 3) % 4]
    return not Counter(view["side_known"][1 - viewer % 2]) - side


def expected_worlds(match: Match, viewer: int) -> dict[Hands, float]:
    row = match._state[0]
    others = [seat for seat in range(4) if seat != viewer]
    pile = int(row["cards"] - row["drawn"])
    unseen = Counter(card_text(int(kind)) for kind in row["deck"][row["drawn"] : row["cards"]])
    for seat in others:
        unseen += Counter(card_text(int(kind)) for kind in row["hands"][seat][: row["held"][seat]])
    sizes = [int(row["held"][seat]) for seat in others]
    weights = {
        hands: weight(unseen, hands, pile)
        for hands in hidden_hands(unseen, sizes)
        if satisfies(match, viewer, others, hands)
    }
    total = sum(weights.values())
    return {hands: value / total for hands, value in weights.items()}


def sampled_worlds(match: Match, viewer: int, n: int) -> Counter[Hands]:
    game, rng, worlds = match.game, generator(3), Counter[Hands]()
    views, states = game.observe(match._state, viewer), game.blank()
    for _ in range(n):
        rules.determinize_at(states, 0, views, 0, rng)
        worlds[tuple(hand(states[0], seat) for seat in range(4) if seat != viewer)] += 1
    return worlds


def hand(row: Any, seat: int) -> tuple[str, ...]:
    return tuple(sorted(card_text(int(kind)) for kind in row["hands"][seat][: row["held"][seat]]))


def nothing_known() -> Match:
    return shrink(late(match_with("Y2", "B2 R2", "G2 G3", "W2 RI"), 2), {1: 2, 2: 2, 3: 2})


def a_known_card_of_several() -> Match:
    """Seat 1 has openly taken a red investment and may have another one."""
    match = play(match_with("RI Y2", "B2 RI", "G2 RI", "W2"), "RI- *", "B2- <R")
    return shrink(late(until(match, 0), 3), {1: 3, 2: 2, 3: 1}, "RI")


def a_card_within_the_other_side() -> Match:
    """Seat 1 has taken a red 2 and handed two cards over: it is with one of the two."""
    match = play(match_with("R2 Y2", "B2 B5 B6 R2", "G2", "W2"), "R2- *", "B2- <R")
    play(until(match, 1), "R2> B6>")
    return shrink(late(until(match, 0), 2), {1: 2, 2: 1, 3: 3}, "R2")


def trusted_cards() -> Match:
    """Seat 0 has handed an investment and a 2 to its partner."""
    match = play(match_with("RI R2 Y2", "B5", "RI G2", "W2"), "RI> R2>")
    return shrink(late(until(match, 0), 3), {1: 2, 2: 3, 3: 1}, "RI R2")


POSITIONS = [nothing_known, a_known_card_of_several, a_card_within_the_other_side, trusted_cards]


@pytest.mark.rule("partners 4.3", "partners 4.4", "partners 4.5", "partners 4.6")
@pytest.mark.parametrize("position", POSITIONS)
def test_worlds_are_sampled_uniformly(position: Any) -> None:
    match = position()
    expected = expected_worlds(match, 0)
    n = 40_000
    counts = sampled_worlds(match, 0, n)
    assert set(counts) <= set(expected)
    chi2 = sum((counts[world] - n * p) ** 2 / (n * p) for world, p in expected.items())
    freedom = len(expected) - 1
    assert freedom > 5
    assert chi2 < freedom + 5 * np.sqrt(2 * freedom) + 10


@pytest.mark.rule("partners 3.5", "partners 4.6")
def test_a_card_that_lies_aside_can_be_any_of_the_givers() -> None:
    match = match_with("Y2", "B2 B5 B6 R2 W5 W6 W7 W8")
    match = play(until(match, 1), "B2>")
    game, rng, seen = match.game, generator(1), Counter[str]()
    views, states = game.observe(match._state, 0), game.blank()
    for _ in range(4000):
        rules.determinize_at(states, 0, views, 0, rng)
        seen[card_text(int(states["handed"][0]))] += 1
        assert states["held"][0].tolist() == [8, 7, 8, 8]
    assert len(seen) > 30
    assert not set(seen) & {card for card in match.view(0)["hand"] if card[1:] in ("5", "6", "7", "8", "9", "10")}
    with pytest.raises(incognita.IllegalAction):
        match.play("*")
