"""The hand-written player of partners, as a person across the table would judge it."""

from __future__ import annotations

import numpy as np

import incognita
from incognita import Match
from incognita.core import rules
from incognita.core.rng import generator
from incognita.games.partners.features import RESOLVE, bring_near
from incognita.play.measurement import measure
from tests.games.partners.table import match_with, play, until
from tests.games.partners.test_determinize import late


def decide(match: Match) -> str:
    views = match.view_row(match.seat)
    return match.game.action_text(int(rules.policy_at(views, 0, generator(1))))


def test_it_beats_random_play_and_never_stalls() -> None:
    result = measure(incognita.load("partners"), ("policy", "random"), 300, seed=5)
    assert result.margin > 120
    assert result.broken_off == 0


def test_rounds_against_itself_have_a_human_length() -> None:
    result = measure(incognita.load("partners"), ("policy", "policy"), 300, seed=6)
    assert result.broken_off == 0
    assert 70 < result.plies < 140
    assert result.own > 0


def test_it_plays_by_the_rules_and_to_the_partners_expeditions() -> None:
    """In most expeditions there are cards of both partners."""
    game, members = incognita.load("partners"), dict[tuple[int, int, str], set[int]]()
    for seed in range(30):
        match = game.match(rounds=1, seed=seed)
        while match.seat is not None:
            action = decide(match)
            if action[0] not in "*<" and action[-1] not in "->":
                members.setdefault((seed, match.seat % 2, action[0]), set()).add(match.seat)
            match.play(action)
    assert sum(len(seats) == 2 for seats in members.values()) > len(members) / 2


def overloaded() -> Match:
    """Seat 0 has a hand full of red cards, and few turns are left to lay them."""
    match = play(match_with("RI R3 R4 R5 R6 R7 R8 R9 R10"[:-4], "B2", "G2"), "RI *")
    return late(until(match, 0), 16)


def test_it_hands_over_what_it_has_no_time_for() -> None:
    match = overloaded()
    first = decide(match)
    assert first in ("R9>", "R8>")
    match.play(first)
    assert decide(match) in ("R9>", "R8>")


def test_what_it_decided_against_comes_a_little_behind_where_others_learn_from_it() -> None:
    """Not at the very end: it may be wrong."""
    match, worths = overloaded(), np.empty(rules.MOST_ACTIONS)
    for hands_over in (True, False):
        views = match.view_row(match.seat)
        rules.weigh_at(views, 0, generator(1), worths)
        bring_near(worths, int(views["choices"][0]))
        texts = [match.game.action_text(int(action)) for action in views["legal"][0, : int(views["choices"][0])]]
        kinds = [text.endswith(">") for text in texts]
        best = [max(w for w, kind in zip(worths, kinds, strict=False) if kind == wanted) for wanted in (False, True)]
        assert abs(best[hands_over] - best[not hands_over] - RESOLVE) < 1e-9
        match = play(match_with("RI R3 R4 R5 R6 R7 R8 R9"), "RI *")
        match = until(match, 0)


def test_it_does_not_hand_over_while_there_is_time() -> None:
    match = play(match_with("RI R3 R4 R5 R6 R7 R8 R9"), "RI *")
    assert not decide(until(match, 0)).endswith(">")


def test_what_came_from_the_partner_is_not_handed_back() -> None:
    """So no cards go to and fro between partners for ever."""
    match = play(overloaded(), "R9> R8>")
    assert not decide(until(match, 2)).endswith(">")
