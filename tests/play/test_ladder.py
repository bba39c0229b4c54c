"""Round robins and ratings."""

from __future__ import annotations

import pytest

import incognita
from incognita.play.arena import blank_rounds
from incognita.play.ladder import play_all, played_rounds, ratings, round_robin, standings
from incognita.play.measurement import Measurement, new
from incognita.play.workers import players
from tests.play.fields import rounds_of

GAME = incognita.load("lost-cities", colours=3, ranks=5, hand=4)
SPECS = ("policy", "random", "random:")


def contests_of(*points: list[list[list[int]]]) -> list[Measurement]:
    """A round robin of three whose contests brought this: points by deal, seating and side."""
    contests = round_robin(GAME, SPECS, 2)
    for contest, brought in zip(contests, points, strict=True):
        contest.rounds = rounds_of(brought)
        contest.wanted = len(brought)
    return contests


FIRST_WINS = [[[9, 1], [1, 9]]]
TIE = [[[5, 5], [5, 5]]]


def test_everyone_meets_everyone() -> None:
    pairs = [one.contest.specs for one in round_robin(GAME, SPECS, 2)]
    assert pairs == [("policy", "random"), ("policy", "random:"), ("random", "random:")]


def test_with_many_sides_everyone_sits_among_copies_of_everyone() -> None:
    game = incognita.load("adventure-tours", players=3)
    pairs = [one.contest.specs for one in round_robin(game, ("policy", "random"), 2)]
    assert pairs == [("policy", "random"), ("random", "policy")]


@pytest.mark.parametrize("specs", [("policy",), ("policy", "policy")])
def test_a_ladder_needs_different_agents(specs: tuple[str, ...]) -> None:
    with pytest.raises(incognita.OptionError, match="two agents or more, all different"):
        round_robin(GAME, specs, 2)


def test_standings_by_hand() -> None:
    rows = standings(contests_of(FIRST_WINS * 2, FIRST_WINS * 2, TIE * 2))
    assert rows[0].spec == "policy"
    assert (rows[0].wins, rows[0].margin.mean, rows[0].margin.deals) == (1, 8, 2)
    for row in rows[1:]:
        assert (row.wins, row.margin.mean) == (0.25, -4), "lost 8 and tied"
        assert row.rating_interval[0] < row.rating < row.rating_interval[1] < rows[0].rating


def test_the_first_rating_is_that_of_the_model() -> None:
    """By hand, two players of 25 ± 25/3: c = √(2 (69.444 + 17.361)) = 13.1762, and each is expected to win a half. The
    winner gains σ²/c · ½ = 2.6352 by the first round; so OpenSkill's documentation has it too: 27.635.
    """
    contests = contests_of(FIRST_WINS, FIRST_WINS, TIE)[:1]
    contests[0].rounds = rounds_of([[[9, 1], [1, 9]]])
    contests[0].rounds.points = contests[0].rounds.points[:, :1]
    contests[0].seatings = ((0, 1),)
    rated = ratings(contests)
    assert rated["policy"][0] == pytest.approx(25 + 69.4444 / 13.1762 / 2, abs=1e-3)
    assert rated["random"][0] == pytest.approx(25 - 69.4444 / 13.1762 / 2, abs=1e-3)


def test_ties_leave_equals_equal() -> None:
    rated = ratings(contests_of(TIE, TIE, TIE))
    assert [mu for mu, _ in rated.values()] == pytest.approx([25, 25, 25])
    assert all(sigma < 25 / 3 for _, sigma in rated.values()), "but more is known of them"


def test_rounds_are_rated_deal_by_deal_through_all_contests() -> None:
    rounds = list(played_rounds(contests_of(FIRST_WINS * 2, FIRST_WINS * 2, TIE * 2)))
    assert len(rounds) == 12
    assert rounds[0] == (["policy", "random"], [9, 1])
    assert rounds[1] == (["random", "policy"], [1, 9])
    assert rounds[2][0] == ["policy", "random:"]
    assert rounds[6][0] == ["policy", "random"]


def test_copies_of_one_agent_share_what_they_learn() -> None:
    game = incognita.load("adventure-tours", players=3)
    contests = round_robin(game, ("policy", "random"), 2)
    contests[0].rounds = rounds_of([[[9, 1, 1], [1, 9, 1], [1, 1, 9]]])
    contests[1].rounds = blank_rounds(0, 0, (3, 3))
    rated = ratings(contests[:1])
    assert rated["policy"][0] > 25 > rated["random"][0]


def test_one_pool_plays_all_contests() -> None:
    alone, shared = round_robin(GAME, SPECS, 4), round_robin(GAME, SPECS, 4)
    play_all(alone)
    play_all(shared, players(2))
    assert [one.to_json() for one in alone] == [one.to_json() for one in shared]
    assert standings(alone)[0].spec == "policy"


def test_what_stops_early_leaves_its_chunks_to_nobody_else() -> None:
    """Two players ask ahead: chunks of a measurement that has stopped meanwhile must not be counted for the next."""
    alone, shared = (
        [new(GAME, pair, 1000, stop=True) for pair in (("policy:", "random:"), ("random:", "policy:"))]
        for _ in range(2)
    )
    for one in alone:
        one.run()
    play_all(shared, players(2))
    assert [len(one.rounds) for one in shared] == [100, 100]
    assert [one.to_json() for one in alone] == [one.to_json() for one in shared]
