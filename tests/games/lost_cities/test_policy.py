"""The hand-written player: what a person would check when looking over its shoulder."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import incognita
from incognita.core import rng, rules
from incognita.core.rules import NONE
from incognita.games.lost_cities.components import COLOURS, DRAW, PLAY
from incognita.games.lost_cities.notation import card_kind
from incognita.play.measurement import measure
from tests.variants import VARIANTS, game_of


def kinds(cards: str) -> list[int]:
    return [card_kind(card) for card in cards.split()]


def choice(
    hand: str,
    *,
    left: int,
    mine: str = "",
    theirs: str = "",
    piles: str = "",
    known: str = "",
    draws: bool = False,
    closed: str = "",
    seat: int = 0,
    **options: Any,
) -> str:
    """What the player does with this hand; expeditions and piles are written in the order they were laid."""
    game = incognita.load("lost-cities", **options)
    states = game.blank()
    state = states[0]
    state.seat, state.phase = seat, DRAW if draws else PLAY
    state.closed = COLOURS.index(closed) if closed else NONE
    state.drawn = state.cards - left
    state.hands[:] = NONE
    state.hands[seat, : len(kinds(hand))] = sorted(kinds(hand))
    state.held[:] = state.hand_size
    state.held[seat] = len(kinds(hand))
    for side, cards in ((seat, mine), (1 - seat, theirs)):
        for colour, rank in (divmod(kind, 10) for kind in kinds(cards)):
            state.expeditions[side, colour, rank] += 1
            state.tops[side, colour] = rank
    for colour, rank in (divmod(kind, 10) for kind in kinds(piles)):
        state.piles[colour, state.heights[colour]] = rank
        state.heights[colour] += 1
    for kind in kinds(known):
        state.known[1 - seat, kind] += 1
    return game.action_text(int(rules.policy_at(game.observe(states), 0, rng.generator(1))))


# --- whole rounds


@pytest.mark.parametrize("variant", [name for name, (game, _) in VARIANTS.items() if game == "lost-cities"])
def test_it_plays_by_the_rules_in_every_variant(variant: str) -> None:
    game, generator = game_of(variant), rng.generator(3)
    states, turn = game.deal(40, seed=8), 0
    while (states["seat"] != NONE).any() and turn < 400:
        views = game.observe(states)
        actions = [
            -1 if view.seat == NONE else int(view.legal[0] if turn % 7 == 0 else rules.policy_at(views, i, generator))
            for i, view in enumerate(views)
        ]
        game.step(states, actions)  # refuses what is not legal
        turn += 1
    assert (states["seat"] == NONE).all(), "every round ends"


def test_it_beats_random_play_by_far() -> None:
    result = measure(incognita.load("lost-cities"), ("policy", "random"), 200, seed=5)
    assert result.margin - 4 * result.error > 140
    assert result.own > 80
    assert result.broken_off == 0


def test_rounds_against_itself_end_after_a_human_number_of_turns() -> None:
    result = measure(incognita.load("lost-cities"), ("policy", "policy"), 300, seed=6)
    assert result.broken_off == 0
    assert 80 < result.plies < 130
    assert result.own > 15


def test_it_never_hands_out_discards_for_ever() -> None:
    for game in (*map(game_of, VARIANTS), incognita.load("lost-cities", hand=1)):
        assert measure(game, ("policy", "policy"), 30, seed=7).broken_off == 0
        assert measure(game, ("policy", "random"), 30, seed=7).broken_off == 0


@pytest.mark.parametrize(
    ("options", "margin"),
    [
        ({"colours": 6}, 120),
        ({"colours": 3, "ranks": 5, "copies": 2, "hand": 5}, 10),
        ({"colours": 2, "ranks": 3, "investments": 1, "hand": 3, "cost": 4}, 0.8),
    ],
)
def test_it_beats_random_play_in_other_variants(options: dict[str, int], margin: float) -> None:
    result = measure(incognita.load("lost-cities", **options), ("policy", "random"), 300, seed=9)
    assert result.margin - 3 * result.error > margin


def test_it_rarely_keeps_points_in_hand() -> None:
    """Few cards that would still have counted are left in hand when the pile is empty."""
    game, generator = incognita.load("lost-cities"), rng.generator(4)
    states = game.deal(60, seed=10)
    while np.any(states["seat"] != NONE):
        views = game.observe(states)
        game.step(
            states,
            [-1 if view.seat == NONE else int(rules.policy_at(views, i, generator)) for i, view in enumerate(views)],
        )
    kept = 0
    for state in states:
        for seat in range(2):
            for colour, rank in (divmod(int(kind), 10) for kind in state.hands[seat] if kind != NONE):
                begun = state.expeditions[seat, colour].sum() > 0
                kept += bool(begun and rank > state.tops[seat, colour])
    assert kept / (2 * len(states)) < 1.2


# --- opening


def test_it_opens_with_investments_when_it_has_the_cards() -> None:
    hand = "YI YI Y4 Y6 Y8 Y10 B3 W2"
    assert choice(hand, left=44) == "YI"
    assert choice("YI Y4 Y6 Y8 Y10 B3 W2 GI", mine="YI", left=42) == "YI"


def test_it_does_not_begin_with_a_high_card() -> None:
    assert choice("Y10 B9 W8 G10 R9 Y9 W3 R2", left=44)[:3] not in ("Y10", "B9", "W8", "G10", "R9", "Y9")


@pytest.mark.parametrize("hand", ["GI G2 B2 B3 W4 W2 Y2 R2", "G3 B5 W4 Y2 YI YI R3 R2", "G10 B9 Y2 Y3 W2 W3 R2 R4"])
def test_it_begins_nothing_hopeless_late(hand: str) -> None:
    assert choice(hand, left=7, theirs="G5 G6 B4 B6").endswith("-")


def test_it_may_begin_late_with_enough_points_in_hand() -> None:
    assert choice("G7 G8 G9 G10 B2 W2 Y2 R2", left=12, theirs="B4 W5 Y6 R7") == "G7"


# --- the middle


def test_it_lays_the_lower_card_first() -> None:
    assert choice("R4 R7 R9 Y2 B2 W2 G2 Y3", mine="RI R2 R3", left=30) == "R4"


@pytest.mark.parametrize("seat", [0, 1])
def test_it_does_not_feed_the_opponent(seat: int) -> None:
    """White 2 is dead for both; yellow 8 and green 9 are what the other side waits for."""
    hand = "Y8 W2 G9 B7 B9 R7 R9 R10"
    assert (
        choice(
            hand,
            mine="B3 B4 B6 R3 R5 R6 W5 W6",
            theirs="YI Y3 Y5 GI GI G4 W3 W4",
            left=24,
            seat=seat,
        )
        not in ("Y8-", "G9-")
    )  # fmt: skip
    assert choice("Y8 W2 G9 Y7", mine="W5", theirs="YI Y3 Y5 GI GI G4 W3 W4", left=10, seat=seat) == "W2-"


def test_it_takes_a_discard_that_continues_its_expedition() -> None:
    hand = "R8 R10 Y3 B2 W4 G5 G6"
    assert choice(hand, mine="RI RI R2 R4", piles="Y2 R5", left=26, draws=True) == "<R"


def test_it_leaves_a_discard_that_nobody_can_use() -> None:
    assert choice("R8 R10 Y3 B2 W4 G5 G6", mine="R2 R4", theirs="Y5", piles="R3 Y2", left=26, draws=True) == "*"


# --- the end


@pytest.mark.parametrize("seat", [0, 1])
def test_its_last_turn_goes_to_the_card_worth_most(seat: int) -> None:
    hand = "Y9 B10 W5 R2 R3 G2 G3 G4"
    assert choice(hand, mine="YI Y5 B3 B4 WI WI W4", left=1, seat=seat) == "Y9"  # 18, beside 10 and 15
    assert choice(hand.replace("W5", "W8"), mine="YI Y5 B3 B4 WI WI W4", left=1, seat=seat) == "W8"  # 24


def test_it_finishes_before_the_pile_runs_out() -> None:
    """Two turns left and five cards to lay: the two best, the lower of one colour first."""
    hand = "Y6 Y9 Y10 B7 W5 R2 G2 G3"
    assert choice(hand, mine="YI YI Y5 B3 W4", left=3) == "Y9"
    assert choice("Y6 Y10 B7 W5 R2 G2 G3 G4", mine="YI YI Y5 Y9 B3 W4", left=1) == "Y10"


def test_it_gains_turns_from_discards_while_it_has_cards_to_lay() -> None:
    """The draw pile would end the round; a useless card from a discard pile keeps it going."""
    hand = "Y8 Y9 Y10 B9 B10 R2 R3"
    assert choice(hand, mine="YI YI Y5 BI B4", theirs="G2", piles="W2", left=2, draws=True) == "<W"


@pytest.mark.parametrize("left", [1, 2])
def test_it_ends_the_round_when_only_the_opponent_has_cards_to_lay(left: int) -> None:
    hand = "Y2 Y3 B2 R2 R3 G2 G3"
    theirs, known = "GI GI G4 WI W3", "G8 G9 G10 W8 W9"
    assert choice(hand, mine="YI Y9 Y10 B10", theirs=theirs, known=known, piles="R5", left=left, draws=True) == "*"
