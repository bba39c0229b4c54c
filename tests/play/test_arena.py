"""How deals are played: seatings, seeds, forfeits, and the compiled path beside the one for any agents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import incognita
from incognita.core import rules
from incognita.core.game import Game
from incognita.core.jit import Rows
from incognita.core.match import Match
from incognita.core.rng import derived_seed, generator
from incognita.play import arena
from incognita.play.agent import make_agent
from incognita.play.arena import Contest, contest, play_deals, seatings, worst_defeat
from incognita.play.results import summary
from tests.play.fields import MIRRORED, Scripted, install
from tests.variants import game_of

GAME = incognita.load("lost-cities", colours=3, ranks=5, hand=4)


def play(*specs: str, deals: int = 2, seed: int = 7, rounds: int = 1) -> arena.Chunk:
    return play_deals(contest(GAME, specs, seed, rounds), 0, deals)


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
    monkeypatch.setattr(arena, "worst_defeat", lambda *_: (0, 10))
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


# --- whole matches

MATCHES = (
    "lost-cities",
    "partners-tiny",
    "board-game",
    "board-game-four-up-or-down",
    "adventure-tours-tiny",
    "adventure-tours-three-chosen",
    "adventure-tours-six-dealt",
)


def deals_of(game: Game, seed: int, deal: int) -> list[dict[str, Any]]:
    """What the rounds of a match are played with, as the arena draws it."""
    deals, states = [], game.blank()
    for i in range(game.usual_rounds):
        branch = (deal, int(arena.LATER_DECKS), i + 1) if i else (deal,)
        rules.deal_at(states, 0, generator(derived_seed(seed, *branch)))
        deals.append({field: states[field].copy() for field in game.dealt_in(i)})
    return deals


def match_points(game: Game, specs: tuple[str, ...], seed: int, deal: int, k: int) -> list[int]:
    """The same match through the checked interface, the agents asked seat by seat."""
    entrants = arena.by_seat(game, seatings(len(game.sides), len(specs))[k])
    agents = [make_agent(specs[entrant], game) for entrant in entrants]
    for seat, agent in enumerate(agents):
        agent.begin(seat, derived_seed(seed, deal, k, seat))
    match = Match(game, 0, deals_of(game, seed, deal))
    while match.seat is not None:
        match.play(agents[match.seat].decide(match.view_row(match.seat)))
    return [match.scores[side[0]] for side in game.sides]


@pytest.mark.parametrize("variant", MATCHES)
def test_matches_are_played_by_the_rules_compiled_or_not(variant: str) -> None:
    game = game_of(variant)
    fast = play_deals(contest(game, ("policy", "random"), 7, game.usual_rounds), 0, 2).rounds
    slow = play_deals(contest(game, ("policy:", "random:"), 7, game.usual_rounds), 0, 2).rounds
    seats = range(len(game.sides))
    expected = [[match_points(game, ("policy", "random"), 7, deal, k) for k in seats] for deal in range(2)]
    assert fast.points.tolist() == slow.points.tolist() == expected
    assert np.array_equal(fast.plies, slow.plies)
    assert not fast.broken_off.any()


def watch_rounds(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[int], list[int]]]:
    """The points before, and the deck of, every later round that is begun from now on."""
    seen = []
    begin = arena.begin_next_round

    def watched(states: Rows, *rest: Any) -> None:
        points = arena.side_points(GAME, states)
        begin(states, *rest)
        seen.append((points, states["deck"][0].tolist()))

    monkeypatch.setattr(arena, "begin_next_round", watched)
    return seen


def test_a_match_begins_with_the_single_round_of_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = watch_rounds(monkeypatch)
    play("policy:", "random:", deals=3, rounds=3)
    single = play("policy:", "random:", deals=3).rounds.points
    assert [points for points, _ in seen[::2]] == single.reshape(-1, 2).tolist()


def test_later_decks_are_the_same_in_all_seatings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = watch_rounds(monkeypatch)
    play("policy:", "random:", rounds=3)
    decks = [deck for _, deck in seen]
    assert decks[0:2] == decks[2:4]
    assert decks[4:6] == decks[6:8]
    assert len({tuple(deck) for deck in decks}) == 4, "but others in every round and deal"


def test_mirrored_matches_of_one_agent_are_one_match() -> None:
    rounds = play_deals(contest(incognita.load("board-game"), ("policy", "policy"), 7, 3), 0, 20).rounds
    assert np.array_equal(rounds.points[:, 0], rounds.points[:, 1])
    assert summary(rounds, MIRRORED).margin == 0
    assert np.ptp(rounds.points) > 0


def test_agents_begin_a_match_once_and_hear_its_result_once(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    rounds = play("scripted", "scripted:", rounds=3).rounds
    expected = [(seat, derived_seed(7, deal, k, seat)) for deal in range(2) for k in range(2) for seat in range(2)]
    assert Scripted.begun == expected
    assert Scripted.ended[::2] == Scripted.ended[1::2], "both hear the same"
    assert [points for points, _ in Scripted.ended[::2]] == rounds.points.reshape(-1, 2).tolist()


def test_a_forfeit_in_the_second_round_loses_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    rounds = play("scripted:tires", "random:", rounds=3).rounds
    lost, won = worst_defeat(GAME, 3)
    assert rounds.points.tolist() == [[[lost, won], [won, lost]]] * 2
    assert [one.reason for one in rounds.forfeits] == ["it is tired"] * 4
    assert Scripted.ended == [], "nobody hears a result"
    assert (rounds.plies >= play("scripted:", "random:").rounds.plies).all(), "the first round was played"
    assert play("scripted:tires", "random:").rounds.forfeits == []


def test_a_forfeit_costs_as_much_as_the_worst_defeat_in_a_match() -> None:
    lost, won = worst_defeat(GAME, 3)
    usual = play("random", "policy", deals=100, seed=3, rounds=3)
    assert lost - won < summary(usual.rounds, MIRRORED).interval[0]


@pytest.mark.parametrize("variant", MATCHES)
def test_after_an_endless_round_the_match_goes_on(monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    monkeypatch.setattr(arena, "MOST_PLIES", 6)
    rounds = play_deals(contest(game_of(variant), ("policy:", "random:"), 7, 3), 0, 2).rounds
    assert rounds.broken_off.all()
    assert (rounds.plies == 18).all()


def test_a_match_is_broken_off_if_any_of_its_rounds_was(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = int(np.median(play("policy:", "random:", deals=20).rounds.plies))
    monkeypatch.setattr(arena, "MOST_PLIES", usual)
    first, any_round = (play("policy:", "random:", deals=20, rounds=n).rounds.broken_off for n in (1, 3))
    assert any_round[first].all()
    assert first.sum() < any_round.sum() < any_round.size


def test_a_number_of_rounds_that_the_rulebook_does_not_know_is_refused() -> None:
    with pytest.raises(incognita.OptionError, match="there are always 3 rounds"):
        contest(incognita.load("board-game"), ("policy", "random"), 1, 2)
    with pytest.raises(incognita.OptionError, match="from 1 to 9, not 0"):
        contest(GAME, ("policy", "random"), 1, 0)
