"""Search: what it gives back, what it costs, what it may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import incognita
from incognita import Game
from incognita.core import rules
from incognita.core.rng import generator
from incognita.core.rules import NONE
from incognita.play.agent import make_agent
from incognita.search.agent import SearchAgent
from incognita.search.patience import PATIENCE
from incognita.search.search import Budget, Candidate, Search, Trials
from tests.hidden import redeal_of
from tests.variants import VARIANTS, game_of, play_randomly

BUDGETS = ["simulations=1", "simulations=7", "simulations=60,ripe=1", "simulations=40,playouts=random"]
SMALL = ["lost-cities", "partners", "board-game-three-short", "adventure-tours-three-chosen"]


def positions(game: Game, seed: int, every: int) -> list[Any]:
    """View rows of whoever must decide, all through a random match."""
    match, views = game.match(seed=seed), []
    while match.seat is not None:
        if match.ply % every == 0:
            views.append(match.view_row(match.seat))
        play_randomly(match, seed + match.ply, most=match.ply + 1)
    return views


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "told", ["simulations=1", "simulations=7", "simulations=60,ripe=1", "playouts=random,simulations=40"]
)
def test_every_answer_is_legal_at_any_budget(variant: str, told: str) -> None:
    game = game_of(variant)
    agent = make_agent(f"search:{told}", game)
    for views in positions(game, 3, 40)[:8]:
        assert agent.decide(views) in views["legal"][0, : views["choices"][0]]


@pytest.mark.parametrize("variant", SMALL)
@pytest.mark.parametrize("ripe", [0, 2])
def test_the_same_seed_thinks_the_same(variant: str, ripe: int) -> None:
    game = game_of(variant)
    search = Search(game, ripe=ripe)
    for views in positions(game, 4, 50)[:3]:
        thoughts = [search.think(views, generator(seed), simulations=200) for seed in (1, 1, 2)]
        assert thoughts[0] == thoughts[1]
        if views["choices"][0] > 1:
            assert thoughts[0].candidates != thoughts[2].candidates


@pytest.mark.parametrize("variant", SMALL)
def test_what_is_hidden_changes_no_thought(variant: str) -> None:
    """A search is given a view; here the state behind it has every hidden card somewhere else."""
    game = game_of(variant)
    match = play_randomly(game.match(seed=5), 5, most=21)
    assert match.seat is not None
    other = redeal_of(game.name)(match.state, match.seat, 1)
    search = Search(game, ripe=2)
    thoughts = [
        search.think(game.observe(states, match.seat), generator(1), simulations=100) for states in (match.state, other)
    ]
    assert thoughts[0] == thoughts[1]


def test_a_thought_tells_value_visits_and_margin_of_every_candidate() -> None:
    game = game_of("lost-cities")
    views = positions(game, 6, 30)[1]
    thought = Search(game).think(views, generator(1), simulations=400)
    assert {one.action for one in thought.candidates} == set(views["legal"][0, : views["choices"][0]].tolist())
    assert thought.candidates[0].action == thought.action
    assert all(one.visits > 0 for one in thought.candidates)
    assert sum(one.visits for one in thought.candidates) == thought.simulations <= 400
    assert all(one.value == pytest.approx(one.margin) for one in thought.candidates)


def test_a_single_legal_action_needs_no_thought() -> None:
    game = game_of("lost-cities")
    views = next(views for views in positions(game, 6, 1) if views["choices"][0] == 1)
    thought = Search(game).think(views, generator(1), simulations=400)
    assert (thought.action, thought.simulations) == (int(views["legal"][0, 0]), 0)


def test_the_tree_stops_growing_when_it_is_full() -> None:
    game = game_of("adventure-tours")
    search = Search(game, ripe=1)
    search.work = search.work._replace(nodes=search.work.nodes[:40])
    views = game.observe(game.deal(1, seed=1))
    assert search.think(views, generator(1), simulations=500).simulations > 400
    assert search.work.used[0] <= 40


# --- what is aimed at


def late_in_the_last_round(seed: int, lead: int) -> Any:
    """Seat 0 of Lost Cities has a card to play, sixteen are left, and so many points were won before."""
    game = game_of("lost-cities")
    states, policy = game.deal(1, seed=seed), make_agent("policy", game)
    states["rounds"] = states["round_number"] = 3
    while states["cards"][0] - states["drawn"][0] > 16 or states["seat"][0] != 0 or states["phase"][0] != 0:
        game.step(states, [policy.decide(game.observe(states))])
    states["totals"][0] = [max(lead, 0), max(-lead, 0)]
    return game.observe(states, 0)


def test_it_plays_for_the_match_when_60_points_ahead_or_behind_in_the_last_round() -> None:
    search = Search(game_of("lost-cities"), aim="win", doubt=1.0)
    changed = 0
    for seed in (3, 11, 15, 20, 40):
        ahead, behind = (
            search.think(late_in_the_last_round(seed, lead), generator(1), simulations=1500) for lead in (60, -60)
        )
        assert ahead.candidates[0].value > 0.9 > 0.5 > behind.candidates[0].value
        left_the_policy = any(thought.candidates[0].gain > 0 for thought in (ahead, behind))
        changed += ahead.action != behind.action and left_the_policy
    assert changed >= 3


# --- budgets


class Clock:
    """Time that passes when it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_a_share_of_seconds_ends_in_time() -> None:
    budget = Budget(None, 1.0, Clock(0.05))
    share, tried = budget.share(1.0), 0
    while n := share.worlds(tried, 10):
        tried += 10 * n
    assert budget.clock() <= 1.0 + 3 * 0.05
    assert tried > 10


def test_a_slow_machine_is_asked_for_less() -> None:
    budget = Budget(None, 10.0, Clock(1.0))
    share = budget.share(1.0)
    assert share.worlds(0, 4) == 1
    assert share.worlds(4, 4) == 8  # a second for one world, and eight seconds left


def test_a_search_answers_within_its_seconds() -> None:
    from time import monotonic

    game = game_of("lost-cities")
    views, search = game.observe(game.deal(1, seed=1)), Search(game)
    search.think(views, generator(1), simulations=50)
    start = monotonic()
    thought = search.think(views, generator(1), seconds=0.3)
    assert monotonic() - start < 0.6
    assert thought.simulations > 0


def test_a_budget_is_needed() -> None:
    with pytest.raises(ValueError, match="a search needs a budget: simulations, seconds, or both"):
        Budget(None, None)


# --- candidates


def test_the_better_half_stays_and_the_usual_one_with_it() -> None:
    trials = Trials(np.array([-0.3, -0.2, -0.1, 0.0]))
    trials.add(np.array([[3.0, 1.0, 2.0, 0.0]] * 5), np.zeros((5, 4)))
    trials.drop_the_worse_half()
    assert trials.alive.tolist() == [1, 0, 1, 1]


def test_the_usual_action_is_left_only_beyond_doubt() -> None:
    values = np.random.default_rng(1).normal((0.0, 0.1), 1.0, (400, 2))
    trials = Trials(np.array([0.0, -0.1]))
    trials.add(values, values)
    actions = np.array([5, 9], np.uint16)
    gain = trials.candidate(1, 9, 1.0)
    assert gain.gain > 0
    sure = gain.gain / gain.gain_error
    assert trials.thought(actions, sure * 0.9, 1.0).action == 9
    assert trials.thought(actions, sure * 1.1, 1.0).action == 5


def test_what_the_policy_thinks_little_of_is_not_tried() -> None:
    assert Trials(np.array([0.0, -0.1, -0.5]), narrow=0.2).alive.tolist() == [1, 1, 0]
    assert Trials(np.array([0.0, -0.1, -0.5])).alive.tolist() == [1, 1, 1]


def believed(trust: float, unsure: float) -> tuple[float, Candidate]:
    """What is believed of a candidate that was thought worse and turned out better, and what was found."""
    values = np.random.default_rng(2).normal((0.0, 0.2), 1.0, (100, 2))
    trials = Trials(np.array([0.0, -0.4]), modesty=0.5, trust=trust, unsure=unsure)
    trials.add(values, values)
    one = trials.candidate(1, 9, 1.0)
    return trials.believed(1, one, 1.0), one


def test_a_doubtful_gain_is_drawn_towards_what_was_expected() -> None:
    gain, one = believed(0.0, 0.0)
    assert gain == one.gain
    assert -0.4 < believed(0.1, 0.0)[0] < believed(1.0, 0.0)[0] < one.gain


def test_an_opinion_is_less_sure_of_what_it_thinks_worse() -> None:
    assert believed(0.1, 0.5)[0] == pytest.approx(believed(0.1 + 0.5 * 0.2, 0.0)[0]), "0.2 worse, with modesty"


def test_what_is_out_of_the_question_is_never_believed_in() -> None:
    trials = Trials(np.array([0.0, -np.inf]), trust=0.1, unsure=0.5)
    trials.add(np.array([[0.0, 9.0], [0.0, 8.0]]), np.zeros((2, 2)))
    assert trials.believed(1, trials.candidate(1, 9, 1.0), 1.0) == -np.inf


# --- the agent


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("depth=3", "search cannot be told 'depth=3'; it can be told simulations=0, seconds=0.0, return=margin"),
        ("return=glory", "search: return must be one of margin, win, not 'glory'"),
        ("playouts=wild", "search: playouts must be one of policy, random, not 'wild'"),
        ("simulations=-1", "search: simulations, seconds and ripe must not be negative"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(told: str, message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        make_agent(f"search:{told}", game_of("lost-cities"))


def test_search_beats_the_policy_it_plays_out_with() -> None:
    """Adventure Tours for four, where one decision of search costs least: far above a fair share of a quarter."""
    game = incognita.load("adventure-tours")
    agent, policy = make_agent("search:simulations=200", game), make_agent("policy", game)
    won = 0.0
    for deal in range(24):
        states, hero = game.deal(1, seed=900 + deal), deal % 4
        agent.begin(hero, deal)
        while states["seat"][0] != NONE:
            chooser = agent if states["seat"][0] == hero else policy
            game.step(states, [chooser.decide(game.observe(states))])
        points = game.scores(states)[0]
        won += (points[hero] == points.max()) / (points == points.max()).sum()
    assert won > 24 / 4


def test_in_a_round_that_does_not_end_the_policy_decides() -> None:
    """Plies count over the match: the third round does not last long because there were two before."""
    game = incognita.load("lost-cities")
    views = game.observe(game.deal(1, seed=1))
    agent = SearchAgent(game, "simulations=50")
    for round_number, ply, has_an_end in (
        (1, PATIENCE, False),
        (1, PATIENCE + 1, True),
        (3, 3 * PATIENCE, False),
        (3, 3 * PATIENCE + 1, True),
    ):
        views["round_number"], views["ply"] = round_number, ply
        agent.begin(0, 5)
        before = agent.random.copy()
        action, policy = agent.decide(views), int(rules.policy_at(views, 0, generator(5)))
        assert (agent.random == before).all() == has_an_end, "search draws worlds, the policy does not"
        assert action == policy or not has_an_end
