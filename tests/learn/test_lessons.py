"""What a lesson teaches is what really happens."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

import incognita
from incognita.core import rules
from incognita.core.rng import generator
from incognita.learn import school
from incognita.learn.inference import POINTS
from incognita.learn.lessons import BY_LOT, MOST_CANDIDATES, add_others, pick_candidates
from incognita.learn.network import Network
from incognita.learn.school import LESSONS, Memory, Pupil, Teaching, mistake, part_that_comes_true
from incognita.learn.together import Together
from incognita.learn.training import Plan, shape_of
from incognita.learn.weights import Shape


@pytest.fixture(scope="module")
def pupil() -> Pupil:
    game = incognita.load("lost-cities")
    assert game.features is not None
    return Pupil([game], Network(shape_of(game.features, Plan())), Teaching(), 1.0, 7, Together(1))


@pytest.fixture(scope="module")
def lessons(pupil: Pupil) -> list[Tensor]:
    return pupil.school.teach(pupil.manner)


def test_candidates_are_the_best_in_order_of_their_worth() -> None:
    game = incognita.load("lost-cities")
    views = game.observe(game.deal(1, seed=1))
    worths = np.full(rules.MOST_ACTIONS, -100.0)
    worths[:5] = [3.0, 9.0, 9.0, -2.0, 8.5]
    actions = np.zeros(MOST_CANDIDATES, np.int64)
    n = pick_candidates(views[0], worths, int(views["choices"][0]), 7.0, actions)
    legal = views["legal"][0]
    assert actions[:n].tolist() == [legal[1], legal[2], legal[4], legal[0]]


def test_others_are_drawn_by_lot_unless_they_are_ruled_out() -> None:
    game = incognita.load("lost-cities")
    views = game.observe(game.deal(1, seed=1))
    n, legal, worths = int(views["choices"][0]), views["legal"][0].tolist(), np.full(rules.MOST_ACTIONS, -90.0)
    worths[:3] = [9.0, 8.0, -rules.RULED_OUT]
    rng, drawn = generator(3), set()
    for _ in range(200):
        actions = np.zeros(MOST_CANDIDATES, np.int64)
        near = pick_candidates(views[0], worths, n, 7.0, actions)
        count = add_others(views[0], worths, n, rng, actions, near)
        assert actions[:near].tolist() == legal[:2] and count == near + BY_LOT
        assert len(set(actions[:count].tolist())) == count
        drawn |= set(actions[near:count].tolist())
    assert drawn == set(legal[3:n])


@pytest.mark.slow
def test_lessons_have_candidates_that_are_legal_and_differ(lessons: list[Tensor]) -> None:
    _, whole, chosen, margins, _ = lessons
    there = chosen >= 0
    assert (there.sum(1) >= 2).all()
    assert (there[:, 1:] <= there[:, :-1]).all(), "candidates come first, then nothing"
    for row in chosen[:200].tolist():
        candidates = [place for place in row if place >= 0]
        assert len(set(candidates)) == len(candidates)
    assert whole[:, 0].abs().max() <= 3.0
    spread = margins[there].std()
    assert 15 < spread < 90, "margins of whole rounds, some after the worst that can be done"


@pytest.mark.slow
def test_what_the_hand_written_player_would_do_is_better_than_the_worst_candidate(lessons: list[Tensor]) -> None:
    """Over thousands of lessons: margins belong to their candidates."""
    _, _, chosen, margins, _ = lessons
    last = (chosen >= 0).sum(1) - 1
    gain = margins[:, 0] - margins.gather(1, last[:, None])[:, 0]
    assert gain.mean() > 2 * gain.std() / LESSONS**0.5


@pytest.mark.slow
def test_from_few_lessons_nothing_is_learned_yet(pupil: Pupil, lessons: list[Tensor]) -> None:
    before = [parameter.clone() for parameter in pupil.parameters]
    pupil.learn(lessons, 0.0)
    assert all(torch.equal(one, other) for one, other in zip(before, pupil.parameters, strict=True))


@pytest.mark.slow
def test_learning_makes_fewer_mistakes_on_the_same_lessons(
    pupil: Pupil, lessons: list[Tensor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(school, "ENOUGH", LESSONS)
    with torch.no_grad():
        before = float(mistake(pupil.network, lessons))
    for _ in range(3):
        pupil.learn(lessons, 0.0)
    with torch.no_grad():
        assert float(mistake(pupil.network, lessons)) < before


@pytest.mark.parametrize("part", [0.25, 1.0])
def test_how_much_of_what_a_network_expects_comes_true(part: float) -> None:
    torch.manual_seed(2)
    network = Network(Shape(part_features=3, whole_features=4, part_actions=1, whole_actions=1, width=8))
    torch.nn.init.normal_(network.of_parts.weight)
    parts, whole = torch.randn(500, 2, 3), torch.randn(500, 4)
    chosen = torch.tensor([[0, 2, 1, -1, -1, -1]]).expand(500, -1)
    with torch.no_grad():
        came = part * POINTS * network(parts, whole).gather(1, chosen.clamp(min=0))
    luck = 30 * torch.randn(500, 1)  # the same for all candidates of a lesson
    assert part_that_comes_true(network, [parts, whole, chosen, came + luck, torch.ones(500)]) == pytest.approx(part)


def some_lessons(n: int, number: int) -> list[Tensor]:
    """Lessons that are told apart by their margins."""
    return [
        torch.full((n, 2, 3), 0.5),
        torch.full((n, 4), 0.25),
        torch.full((n, 6), -1),
        torch.full((n, 6), float(number)),
        torch.ones(n),
    ]


A_LESSON = 2 * (2 * 3 + 4 + 6 + 6 + 1)
"""Bytes, in half the precision."""


def test_memory_gives_back_the_last_lessons_and_forgets_the_oldest() -> None:
    memory = Memory(seed=1, size=25 * A_LESSON)
    memory.keep(some_lessons(10, 1))
    parts, whole, chosen, margins, counts = memory.draw(100)
    assert parts.dtype == whole.dtype == margins.dtype == counts.dtype == torch.float32 and chosen.dtype == torch.int64
    assert (parts == 0.5).all() and (whole == 0.25).all() and (chosen == -1).all() and (margins == 1).all()
    for number in (2, 3, 4):
        memory.keep(some_lessons(10, number))
    assert set(memory.draw(1000)[3][:, 0].tolist()) == {2.0, 3.0, 4.0}
