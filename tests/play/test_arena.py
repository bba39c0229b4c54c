"""How deals are played: seatings, seeds, forfeits, and the compiled path beside the one for any agents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import incognita
from incognita.core.rng import derived_seed
from incognita.play import arena
from incognita.play.arena import Contest, contest, play_deals, seatings, worst_defeat
from incognita.play.results import summary
from tests.play.fields import MIRRORED, Scripted, install

GAME = incognita.load("lost-cities", colours=3, ranks=5, hand=4)


def play(*specs: str, deals: int = 2, seed: int = 7) -> arena.Chunk:
    return play_deals(contest(GAME, specs, seed), 0, deals)


def test_every_entrant_has_every_side() -> None:
    assert seatings(2, 2) == MIRRORED
    assert seatings(3, 2) == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert seatings(3, 3) == ((0, 1, 2), (2, 0, 1), (1, 2, 0))


@pytest.mark.parametrize(
    ("sides", "entrants", "wanted"), [(2, 3, "2 agents, not 3"), (4, 3, "2 agents, or 4, one for each side, not 3")]
)
def test_a_wrong_number_of_agents_is_refused(sides: int, entrants: int, wanted: str) -> None:
    with pytest.raises(incognita.OptionError, match=wanted):
        seatings(sides, entrants)


def test_a_wrong_spec_is_refused_before_anything_is_played() -> None:
    with pytest.raises(incognita.OptionError, match="there is no agent 'oracle'"):
        contest(GAME, ("policy", "oracle"), 1)


def test_partners_are_one_entrant() -> None:
    assert arena.by_seat(incognita.load("partners"), (0, 1)) == [0, 1, 0, 1]


def test_the_compiled_rounds_are_those_that_the_agents_play() -> None:
    """A colon sends the same agents through Python."""
    fast, slow = play("policy", "random", deals=20), play("policy:", "random:", deals=20)
    assert np.array_equal(fast.rounds.points, slow.rounds.points)
    assert np.array_equal(fast.rounds.plies, slow.rounds.plies)
    assert slow.clocks[0].decisions > 100
    assert fast.clocks[0].decisions == 0


def test_a_deal_does_not_depend_on_the_chunk_it_is_in() -> None:
    whole = play("policy", "random", deals=5)
    part = play_deals(contest(GAME, ("policy", "random"), 7), 3, 5)
    assert np.array_equal(whole.rounds.points[3:], part.rounds.points)


def test_mirrored_seatings_of_one_agent_are_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent without dice meets itself: both seatings of a deal are the same round, so the same hands were dealt."""
    install(monkeypatch)
    points = play("scripted", "scripted:").rounds.points
    assert np.array_equal(points[:, 0], points[:, 1])


def test_seeds_follow_from_deal_seating_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    play("scripted", "scripted:")
    expected = [(seat, derived_seed(7, deal, k, seat)) for deal in range(2) for k in range(2) for seat in range(2)]
    assert Scripted.begun == expected
    assert len({seed for _, seed in expected}) == 8


def test_agents_are_kept_from_round_to_round_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    play("scripted", "random:")
    assert (Scripted.made, Scripted.closed) == (2, 2), "one to see that the spec is right, one that plays"


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("scripted:dies", "it died"),
        ("scripted:cheats", "9999 is not a legal action here"),
        ("scripted:absent", "it did not come"),
    ],
)
def test_a_forfeit_loses_the_round_and_the_arena_goes_on(
    monkeypatch: pytest.MonkeyPatch, spec: str, reason: str
) -> None:
    install(monkeypatch)
    rounds = play(spec, "random:").rounds
    lost, won = worst_defeat(GAME)
    assert rounds.points.tolist() == [[[lost, won], [won, lost]]] * 2
    assert [(one.deal, one.seating, one.seat, one.entrant) for one in rounds.forfeits] == [
        (0, 0, 0, 0),
        (0, 1, 1, 0),
        (1, 0, 0, 0),
        (1, 1, 1, 0),
    ]
    result = summary(rounds, MIRRORED)
    assert (result.margin, result.wins, result.forfeits) == (lost - won, 0, {reason: 4})
    assert Scripted.made == Scripted.closed == 5, "a new one for every round"


def test_when_one_of_many_forfeits_the_others_share_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    monkeypatch.setattr(arena, "worst_defeat", lambda game: (0, 10))
    game = incognita.load("adventure-tours", players=3)
    chunk = play_deals(contest(game, ("scripted:absent", "random:"), 1), 0, 1)
    result = summary(chunk.rounds, seatings(3, 2))
    assert [entrant.wins for entrant in result.entrants] == [0, 0.5]


def test_a_forfeit_costs_as_much_as_the_worst_defeat() -> None:
    lost, won = worst_defeat(GAME)
    usual = play("random", "policy", deals=100, seed=3)
    assert lost - won < summary(usual.rounds, MIRRORED).interval[0], "worse than what is usual"


def test_an_endless_round_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "MOST_PLIES", 6)
    rounds = play("policy:", "random:").rounds
    assert rounds.broken_off.all()
    assert (rounds.plies == 6).all()


def test_a_machine_with_other_sources_refuses() -> None:
    with pytest.raises(RuntimeError, match="another version"):
        play_deals(Contest("lost-cities", {}, ("policy", "random"), 1), 0, 1, "0123456789abcdef")


def test_options_and_data_go_with_the_contest() -> None:
    options: dict[str, Any] = {"colours": 3, "ranks": 5, "hand": 4}
    assert contest(GAME, ("policy", "random"), 1).options == options
