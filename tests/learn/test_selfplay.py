"""What is kept of rounds that a network plays: decisions, their chains, their grades; and what only the judge sees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import incognita
from incognita.core import rules
from incognita.core.game import Game
from incognita.core.rng import generator
from incognita.learn.inference import POINTS
from incognita.learn.network import FAITH, Network
from incognita.learn.practice import BOLDNESS, ROUNDS, SHARPER, Former, Manner, Playing, Practice, sizes_of_rooms
from incognita.learn.selfplay import END, OPEN, Decisions, Rounds, choose, grade, new_decisions
from incognita.learn.together import Together
from incognita.learn.training import Plan, shape_of
from incognita.learn.weights import Shape
from incognita.search.returns import prize_of
from tests.learn.test_net import views_of_play

STEPS, N = 400, 6


def play(
    game: Game,
    scripted: float,
    former: float = 0.0,
    prize: float | None = None,
    narrow: bool = False,
    former_narrow: bool = False,
) -> tuple[Rounds, Decisions, list[Any]]:
    """Some rounds in which all actions are as likely, with the states in which decisions were made."""
    rounds, decisions = Rounds(game, N, 3, scripted, former, prize), new_decisions([game], N * STEPS)
    rounds.forget()
    states = []
    for step in range(STEPS):
        rounds.go_on(decisions, step * N, narrow, former_narrow)
        states.append(rounds.states.copy())
        rounds.act(decisions, step * N, np.zeros((N, decisions.legal.shape[1]), np.float32))
    return rounds, decisions, states


@pytest.fixture(scope="module")
def played() -> tuple[Rounds, Decisions, list[Any]]:
    return play(incognita.load("lost-cities"), 0.5)


def test_a_chain_is_of_one_seat_and_one_round(played: tuple[Rounds, Decisions, list[Any]]) -> None:
    _, decisions, states = played
    for row, then in enumerate(decisions.following):
        state = states[row // N][row % N]
        if then >= 0:
            following = states[then // N][then % N]
            assert then > row and then % N == row % N
            assert following["seat"] == state["seat"] and following["ply"] > state["ply"]
            assert following["round_number"] == state["round_number"]
    assert (decisions.following == END).sum() > N and (decisions.following == OPEN).sum() <= 2 * N


def test_hand_written_players_decide_for_themselves(played: tuple[Rounds, Decisions, list[Any]]) -> None:
    rounds, _, states = played
    for step in states:
        for i in range(N):
            assert not rounds.scripted[i] >> int(step["seat"][i]) & 1
    assert np.count_nonzero(rounds.scripted) == N // 2
    seats = {int(step["seat"][N - 1]) for step in states}
    assert seats == {0, 1}, "the network meets itself, too"


def test_what_earlier_networks_decide_is_not_graded() -> None:
    """A third of the rounds each against the policy, against an earlier network, and against itself."""
    rounds, decisions, states = play(incognita.load("lost-cities"), 1 / 3, 1 / 3)
    assert [bool(others) for others in rounds.former] == [False, False, True, True, False, False]
    for row, former in enumerate(decisions.former):
        i, seat = row % N, int(states[row // N]["seat"][row % N])
        assert former == rounds.former[i] >> seat & 1
        assert not former or decisions.following[row] == OPEN
    of_former = decisions.former.reshape(STEPS, N).mean(0)
    assert (of_former[2:4] > 0.2).all() and (of_former[2:4] < 0.8).all()
    assert (decisions.following.reshape(STEPS, N)[:, 2:4] == END).any(), "their opponent is graded"


def test_both_seats_of_a_round_get_what_it_came_to(played: tuple[Rounds, Decisions, list[Any]]) -> None:
    """Two sides: what one wins the other loses, in rounds of the network against itself."""
    _, decisions, _ = played
    ends = [row for row in np.flatnonzero(decisions.following == END) if row % N == N - 1]
    results = decisions.results[ends]
    assert len(results) >= 2 and np.allclose(results[0 : len(results) // 2 * 2 : 2], -results[1::2])
    assert np.abs(results).max() > 0


def test_winning_counts_as_much_as_was_told() -> None:
    """The same rounds with a prize of two spreads: twice what a win, a tie or a loss are worth in addition."""
    game = incognita.load("lost-cities")
    (_, without, _), (_, with_prize, _) = play(game, 0.5), play(game, 0.5, prize=2.0)
    ends = np.flatnonzero(without.following == END)
    won = (np.sign(without.results[ends]) + 1) / 2
    assert np.allclose(with_prize.results[ends], without.results[ends] + 2.0 * won) and 0 < won.mean() < 1


def test_nothing_said_of_a_prize_is_none_with_two_sides_and_one_spread_with_more() -> None:
    two, three = (incognita.load("board-game", players=players) for players in (2, 3))
    assert (prize_of(two, None), prize_of(three, None)) == (0.0, three.spread)
    assert prize_of(two, 0.5) == 0.5 * two.spread


def legal_and_far(game: Game, told: Decisions) -> tuple[Any, Any]:
    """By place: what is legal, and what of it the hand-written player thinks very little of."""
    assert game.features is not None
    n, of_parts = game.features.part_actions, told.parts[:, : game.features.parts]
    worths = np.concatenate([told.whole[:, :1], of_parts[:, :, :n].reshape(len(told.whole), -1)], 1)
    legal = np.concatenate([told.whole[:, 1:2], of_parts[:, :, n : 2 * n].reshape(len(told.whole), -1)], 1) > 0
    return legal, legal & (worths <= rules.FAR)


def test_earlier_networks_are_as_narrow_as_they_were() -> None:
    game = incognita.load("lost-cities")
    _, told, _ = play(game, 0.0, former=1.0, former_narrow=True)
    _, far = legal_and_far(game, told)
    assert told.former.any() and far[told.former].any()
    assert not told.legal[far & told.former[:, None]].any()
    assert told.legal[far & ~told.former[:, None]].all()


def test_narrow_practice_leaves_out_what_the_hand_written_player_thinks_very_little_of(
    played: tuple[Rounds, Decisions, list[Any]],
) -> None:
    game = incognita.load("lost-cities")
    for narrow, (_, told, _) in ((False, played), (True, play(game, 0.5, narrow=True))):
        legal, far = legal_and_far(game, told)
        assert far.any() and told.legal[far].all() != narrow
        assert (told.legal == (legal & ~far if narrow else legal)).all()
        assert (told.legal.sum(1) > 1).all()


def test_only_what_is_legal_is_chosen(played: tuple[Rounds, Decisions, list[Any]]) -> None:
    _, decisions, _ = played
    rows = np.arange(N * STEPS)
    assert decisions.legal[rows, decisions.chosen].all()
    assert np.allclose(np.exp(-decisions.chances), decisions.legal.sum(1), rtol=1e-4), "all as likely"
    assert np.allclose(decisions.sure, 1 / decisions.legal.sum(1))
    assert (decisions.legal.sum(1) >= 2).all()


def choices_of(
    scores_of_first: list[float], curious: float, boldness: float = 0.0, former: bool = False
) -> tuple[list[int], Decisions]:
    """How often each place is chosen in one position, of 2,000 times, if the first have these scores, others -50."""
    game = incognita.load("lost-cities")
    rounds, decisions = Rounds(game, 1, 3, 0.0, 0.0, None), new_decisions([game], 1)
    rounds.forget()
    rounds.go_on(decisions, 0)
    start, places = rounds.states.copy(), np.flatnonzero(decisions.legal[0])
    scores = np.full((1, decisions.legal.shape[1]), -50.0, np.float32)
    scores[0, places[: len(scores_of_first)]] = scores_of_first
    decisions.former[0] = former
    chosen = []
    for _ in range(2000):
        rounds.states[:] = start
        choose(rounds.scene, rounds.states, rounds.rngs, decisions, 0, scores, curious, boldness)
        chosen.append(int(decisions.chosen[0]))
    return [chosen.count(int(place)) for place in places], decisions


def test_actions_are_chosen_by_their_chances() -> None:
    counts, decisions = choices_of([0.0, np.log(3.0)], 0.0)
    assert 0.70 < counts[1] / 2000 < 0.80
    assert sum(counts[2:]) == 0
    assert not decisions.tried[0]


def test_whoever_is_curious_tries_everything() -> None:
    counts, decisions = choices_of([0.0], 1.0)
    assert min(counts) > 0.6 * 2000 / len(counts), "all as often"
    assert decisions.tried[0]
    assert np.isclose(decisions.sure[0], 1.0), "but what is noted is what the network thinks"
    assert np.isclose(decisions.chances[0], 0.0 if decisions.chosen[0] == decisions.legal[0].argmax() else -50.0)


def test_what_looks_very_bad_is_tried_less_often() -> None:
    counts, _ = choices_of([0.0, -8.0, -16.0], 1.0, boldness=1 / 8)
    assert 0.60 < counts[0] / 2000 < 0.73 and 0.20 < counts[1] / 2000 < 0.29 and 0.06 < counts[2] / 2000 < 0.13
    assert 0 < sum(counts[3:]) < 100


def test_earlier_networks_are_not_curious() -> None:
    counts, decisions = choices_of([0.0], 1.0, former=True)
    assert counts[0] == 2000
    assert not decisions.tried[0]


def test_earlier_networks_play_as_at_work() -> None:
    counts, _ = choices_of([0.0, 0.1], 0.0, former=True)
    assert counts[1] == 2000


def test_grades_are_what_the_judge_thinks_afterwards() -> None:
    """A chain 0, 2, 3 that ends, and decision 1, whose round still goes on."""
    values, results = np.array([1.0, 9.0, 3.0, 2.0], np.float32), np.array([0, 0, 0, 4.0], np.float32)
    grades, graded = np.zeros(4, np.float32), np.zeros(4, np.bool_)
    following, tried = np.array([2, OPEN, 3, END]), np.zeros(4, np.bool_)
    grade(values, following, tried, results, 0.5, grades, graded)
    assert graded.tolist() == [True, False, True, True]
    assert grades.tolist() == [2.0 + 0.5 * (-1.0 + 0.5 * 2.0), 0.0, -1.0 + 0.5 * 2.0, 2.0]
    grade(values, following, tried, results, 1.0, grades, graded)
    assert grades[0] == 4.0 - 1.0, "all that came later: the result itself"


def test_what_comes_of_a_trial_says_nothing_about_the_decision_before() -> None:
    values, grades, graded = np.array([1.0, 3.0], np.float32), np.zeros(2, np.float32), np.zeros(2, np.bool_)
    grade(values, np.array([1, END]), np.array([False, True]), np.array([0, -9.0], np.float32), 1.0, grades, graded)
    assert graded.all()
    assert grades.tolist() == [2.0, -12.0]


GAMES = ["lost-cities", *(pytest.param(name, marks=pytest.mark.slow) for name in ("partners", "board-game"))]


@pytest.mark.parametrize("name", [*GAMES, "adventure-tours"])
def test_secrets_are_what_a_view_does_not_show(name: str) -> None:
    """Another world that the seat cannot tell from this one has other secrets, in the same parts."""
    game = incognita.load(name)
    assert game.features is not None
    other = game.blank()
    shape = (game.features.parts, game.features.part_secrets)
    one, another, changed = np.full(shape, 7, np.float32), np.zeros(shape, np.float32), 0
    for i, (states, views) in enumerate(views_of_play(game, 1)):
        rules.determinize_at(other, 0, views, 0, generator(i))
        rules.reveal(states[0], i % 4, one)
        rules.reveal(other[0], i % 4, another)
        changed += not np.array_equal(one, another)
        assert np.isfinite(one).all()
    assert changed > 10


def test_all_hidden_cards_are_revealed() -> None:
    """Of hands only what is unknown: everybody saw what was taken from a discard pile."""
    game = incognita.load("lost-cities")
    secrets = np.zeros((5, 50), np.float32)
    for states, views in views_of_play(game, 1):
        rules.reveal(states[0], 2, secrets)
        other = 1 - int(states["seat"][0])
        known = states["known"][0, other]
        assert secrets[:, :10].sum() == states["held"][0, other] - known.sum()
        assert secrets[:, 10:20].sum() + secrets[:, 30:40].sum() == views["left"][0]
        hand = [int(kind) for kind in states["hands"][0, other] if kind < 60]
        assert all(secrets[kind // 10, kind % 10] == hand.count(kind) - known[kind] for kind in range(50))


def test_one_of_the_earlier_networks_is_met() -> None:
    network = Network(Shape(4, 2, 1, 1, 8, 2))
    former = Former(network)
    torch.nn.init.constant_(network.faith, 0.75)
    former.remember(network)
    torch.nn.init.constant_(network.faith, 0.5)
    met, order = set(), torch.Generator().manual_seed(1)
    for _ in range(20):
        former.choose(order)
        met.add(former.network.faith.item())
    assert met == {FAITH, 0.75}


def test_whoever_is_hard_to_beat_is_met_more_often() -> None:
    former, order = Former(Network(Shape(4, 2, 1, 1, 8, 2))), torch.Generator().manual_seed(1)
    for result in (0.2, -0.2, 0.2):
        former.met = len(former.fared) - 1
        for _ in range(20):
            former.note(np.array([result, result]))
        former.remember(former.network)
    former.note(np.array([]))
    assert former.fared == pytest.approx([0.2, -0.2, 0.2, 0.0667], abs=0.01), "a new one is like the others"
    met = [0] * 4
    for _ in range(400):
        former.choose(order)
        met[former.met] += 1
    assert met[1] > 200 and min(met) > 0


def test_what_rounds_against_earlier_networks_come_to_is_noted() -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    network = Network(shape_of(game.features, Plan()))
    for part, is_noted in ((0.0, False), (0.5, True)):
        playing = Playing([game], network, Manner(former=part, scripted=0.5), None, 5, Together(1))
        for _ in range(3):
            playing.play()
        assert (playing.former.fared != [0.0]) == is_noted


def test_variants_share_the_rounds_as_the_game_says() -> None:
    five, six = incognita.load("lost-cities"), incognita.load("lost-cities", colours=6)
    assert sizes_of_rooms([five, six]) == [ROUNDS * 5 // 6, ROUNDS // 6]
    assert sizes_of_rooms([six]) == [ROUNDS]
    tours = [incognita.load("adventure-tours", players=players) for players in (3, 4)]
    assert sizes_of_rooms(tours) == [ROUNDS // 2] * 2, "alike where nothing is said"


def test_whom_a_decision_is_against_is_known_in_practice() -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    network = Network(shape_of(game.features, Plan()))
    playing = Playing([game], network, Manner(scripted=0.5, former=0.25), None, 5, Together(1))
    (room,) = playing.rooms
    assert np.array_equal(playing.others[:ROUNDS, 0], room.scripted != 0) and room.scripted.any()
    assert np.array_equal(playing.others[:ROUNDS, 1], room.former != 0) and room.former.any()
    assert torch.equal(playing.others[:ROUNDS], playing.others[-ROUNDS:]), "the same at every step"
    assert (playing.others.sum(1) == 0).any(), "itself"


def test_a_network_learns_to_tell_whom_it_is_against() -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    torch.manual_seed(1)
    manner = Manner(openness=0.0, scripted=0.5, former=0.0)
    practice = Practice([game], Network(shape_of(game.features, Plan())), manner, 1.0, 5, Together(1))
    practice.play()
    rows = torch.arange(ROUNDS * 4)
    practice.others[rows, 0] = torch.from_numpy(practice.decisions.whole[: len(rows), 6] > 0).float()  # cards or draws

    def apart() -> float:
        """How much likelier it thinks what is true, in nats, than if it is not."""
        with torch.no_grad():
            _, before = practice.network.and_before(practice.seen(rows)[0], practice.decisions.there.shape[1])
            guesses, are = practice.whom(before)[:, 0], practice.others[rows, 0] > 0
        return float(guesses[are].mean() - guesses[~are].mean())

    assert apart() == 0.0
    for _ in range(40):
        practice.learn(rows, torch.zeros(len(practice.decisions.chosen)), 1.0, 0.0)
    assert apart() > 0.05


def test_the_longer_it_practises_the_less_is_left_to_chance() -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    torch.manual_seed(1)
    playing = Playing([game], Network(shape_of(game.features, Plan())), Manner(), None, 5, Together(1))
    playing.play()
    row = torch.arange(1)
    at_first = playing.scores_of_all(row)
    playing.sharpen(0.5)
    assert torch.allclose(playing.scores_of_all(row), at_first * (1 + SHARPER) / 2)
    playing.sharpen(1.0)
    assert torch.allclose(playing.scores_of_all(row), at_first * SHARPER)


def test_whoever_has_learned_much_leaves_less_to_chance_from_the_beginning() -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    network = Network(shape_of(game.features, Plan()))
    usual, calm = (Playing([game], network, Manner(calm=calm), None, 5, Together(1)) for calm in (1.0, 2.0))
    assert calm.sharpness == 2 * usual.sharpness
    assert calm.boldness * calm.sharpness == pytest.approx(usual.boldness * usual.sharpness), "trials are as bold"
    for playing in (usual, calm):
        playing.sharpen(1.0)
    assert calm.sharpness == 2 * usual.sharpness


def test_practice_makes_what_turned_out_well_likelier() -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    torch.manual_seed(1)
    practice = Practice(
        [game],
        Network(shape_of(game.features, Plan())),
        Manner(openness=0.0, former=0.0, curious=0.0),
        1.0,
        5,
        Together(1),
    )
    practice.play()
    told, rows = practice.decisions, torch.arange(ROUNDS * 8)
    chosen = torch.from_numpy(told.chosen)[rows]

    def chances() -> torch.Tensor:
        with torch.no_grad():
            scores = practice.scores_of_all(rows).masked_fill(~torch.from_numpy(told.legal)[rows], -1e9)
        return torch.log_softmax(scores, 1).gather(1, chosen[:, None])[:, 0]

    before = chances()
    assert torch.allclose(before, torch.from_numpy(told.chances)[rows], atol=1e-3), "it chose as it thinks"
    good = torch.where(torch.from_numpy(told.whole[:, 6][rows.numpy()]) > 0, 1.0, -1.0)  # cards well, draws badly
    grades = torch.zeros(len(told.chosen))
    grades[rows] = good
    for _ in range(20):
        practice.learn(rows, grades, 1.0, 0.0)
    change = chances() - before
    assert change[good > 0].mean() > 0 > change[good < 0].mean()


def test_trials_as_bold_at_the_end_as_at_first() -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    playing = Playing([game], Network(shape_of(game.features, Plan())), Manner(), None, 5, Together(1))
    assert playing.boldness == BOLDNESS
    playing.sharpen(1.0)
    assert playing.boldness * playing.sharpness == pytest.approx(BOLDNESS * playing.first_sharpness)


def test_opinions_of_what_was_tried_come_to_what_it_gained() -> None:
    """Good or bad: a trial tells what an action gains, however little the network thought of it."""
    game = incognita.load("lost-cities")
    assert game.features is not None
    torch.manual_seed(1)
    manner = Manner(openness=0.0, former=0.0)
    practice = Practice([game], Network(shape_of(game.features, Plan())), manner, 1.0, 5, Together(1))
    practice.play(curious=1.0)
    told, rows = practice.decisions, torch.arange(ROUNDS * 8)
    chosen, parts = torch.from_numpy(told.chosen)[rows][:, None], told.there.shape[1]

    def beside() -> torch.Tensor:
        """What the network thinks of the actions that were tried beside what it would do, in spreads of a round."""
        with torch.no_grad():
            opinions = practice.network.of(practice.seen(rows)[0], parts)
        best = opinions.masked_fill(~torch.from_numpy(told.legal)[rows], -1e9).max(1).values
        return (opinions.gather(1, chosen)[:, 0] - best) * POINTS / game.spread

    cards = torch.from_numpy(told.whole[: len(rows), 6]) > 0
    grades = torch.zeros(len(told.chosen))
    grades[rows] = torch.where(cards, 0.1, -1.0)
    before = beside()
    for _ in range(60):
        practice.learn(rows, grades, 1.0, 0.0)
    after = beside()
    assert (after - before)[cards].mean() > 0.05
    assert (after - before)[~cards].mean() < -0.1 and after[~cards].mean() > -2.0
