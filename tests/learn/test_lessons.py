"""What a lesson teaches is what really happens; training goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

import incognita
from incognita.core import rules
from incognita.learn import training
from incognita.learn.evaluation import RANDOM, measure
from incognita.learn.lessons import ALL_SEATS, MOST_CANDIDATES, pick_candidates, scripted_seats
from incognita.learn.network import Network
from incognita.learn.training import (
    LESSONS,
    Memory,
    Plan,
    Trainer,
    earlier_snapshot,
    keep_snapshot,
    mistake,
    shape_of,
)


@pytest.fixture(scope="module")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Trainer:
    folder = tmp_path_factory.mktemp("training")
    return Trainer(incognita.load("lost-cities"), Plan(processes=1), 0, folder, lambda sentence: None)


@pytest.fixture(scope="module", params=[False, True])
def lessons(trainer: Trainer, request: pytest.FixtureRequest) -> list[Tensor]:
    """The hand-written player plays on, or the pupil does, which has not learned anything yet."""
    return trainer.school.teach(Plan(), trainer.network, alone=request.param)


def test_candidates_are_the_best_in_order_of_their_worth() -> None:
    game = incognita.load("lost-cities")
    views = game.observe(game.deal(1, seed=1))
    worths = np.full(rules.MOST_ACTIONS, -100.0)
    worths[:5] = [3.0, 9.0, 9.0, -2.0, 8.5]
    actions = np.zeros(MOST_CANDIDATES, np.int64)
    n = pick_candidates(views[0], worths, int(views["choices"][0]), 7.0, actions)
    legal = views["legal"][0]
    assert actions[:n].tolist() == [legal[1], legal[2], legal[4], legal[0]]


def test_the_pupil_meets_hand_written_players_and_itself() -> None:
    """By round: at first nobody else, then it is one side after the other, and all sides in one of three."""
    for sides in ([0, 1], [0, 1, 0, 1], [0, 1, 2]):
        seats, everybody = np.array(sides, np.uint8), (1 << len(sides)) - 1
        assert {int(scripted_seats(seats, i, 0)) for i in range(64)} == {ALL_SEATS}
        met = [int(scripted_seats(seats, i, 1)) for i in range(3 * len(sides))]
        assert met[: len(sides)] == [0] * len(sides)
        for seat, scripted in enumerate(met[len(sides) : 2 * len(sides)]):
            own = sum(1 << other for other, side in enumerate(sides) if side == sides[seat])
            assert scripted == everybody - own


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
    assert 15 < spread < 60, "margins of whole rounds"


@pytest.mark.slow
def test_what_the_hand_written_player_would_do_is_better_than_the_worst_candidate(lessons: list[Tensor]) -> None:
    """Over thousands of lessons: margins belong to their candidates."""
    _, _, chosen, margins, _ = lessons
    last = (chosen >= 0).sum(1) - 1
    gain = margins[:, 0] - margins.gather(1, last[:, None])[:, 0]
    assert gain.mean() > 2 * gain.std() / LESSONS**0.5


@pytest.mark.slow
def test_from_few_lessons_nothing_is_learned_yet(trainer: Trainer) -> None:
    before = [parameter.clone() for parameter in trainer.parameters]
    trainer.memory.forget()
    trainer.learn(trainer.school.teach(Plan(), trainer.network), 0.0)
    assert all(torch.equal(one, other) for one, other in zip(before, trainer.parameters, strict=True))


@pytest.mark.slow
def test_learning_makes_fewer_mistakes_on_the_same_lessons(trainer: Trainer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "ENOUGH", LESSONS)
    trainer.memory.forget()
    lessons = trainer.school.teach(Plan(), trainer.network)
    with torch.no_grad():
        before = float(mistake(trainer.network, lessons))
        for _ in range(3):
            with torch.enable_grad():
                trainer.learn(lessons, 0.0)
        assert float(mistake(trainer.network, lessons)) < before


@pytest.mark.slow
def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game = incognita.load("lost-cities")
    told: list[str] = []
    short = Plan(minutes=0.01, processes=1, test_deals=20)
    Trainer(game, short, 0, tmp_path, told.append).run()
    first = json.loads((tmp_path / "curve.json").read_text())["curve"]
    longer = Plan(minutes=0.02, processes=1, test_deals=20)
    trainer = Trainer(game, longer, 0, tmp_path, told.append)
    assert trainer.lessons == first[-1]["lessons"] > 0
    trainer.run()
    curve = json.loads((tmp_path / "curve.json").read_text())["curve"]
    assert curve[: len(first)] == first and curve[-1]["lessons"] > first[-1]["lessons"]
    assert "points a round against the policy" in told[-1] and "against random play" in told[-1]
    assert curve[-1]["random"] > 100, "it begins as the policy"
    assert len(list((tmp_path / "snapshots").glob("*.npz"))) == len({f"{row['minutes']:.1f}" for row in curve})


@pytest.mark.slow
def test_a_network_meets_random_play_and_its_former_self(trainer: Trainer) -> None:
    game = trainer.game
    itself = measure(trainer.mean, game, deals=20, seed=1, rival=trainer.mean)
    assert itself.margin == 0 and itself.share == pytest.approx(1), "mirrored deals of the same player"
    assert measure(trainer.mean, game, deals=20, seed=1, rival=RANDOM).margin > 100


def test_the_last_snapshot_that_is_old_enough_is_found(tmp_path: Path) -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    assert earlier_snapshot(tmp_path, 9.0) is None
    for minutes, faith in ((0.0, 0.1), (3.0, 0.2), (6.1, 0.3)):
        network = Network(shape_of(game.features, Plan()))
        torch.nn.init.constant_(network.faith, faith)
        keep_snapshot(tmp_path, game, network, {"minutes": minutes, "lessons": 1, "margin": 2.0, "error": 0.5})
    for wanted, found in ((2.9, 0.0), (3.0, 3.0), (6.0, 3.0), (60.0, 6.1)):
        earlier = earlier_snapshot(tmp_path, wanted)
        assert earlier is not None and earlier[0] == found
        assert earlier[1].faith.item() == pytest.approx({0.0: 0.1, 3.0: 0.2, 6.1: 0.3}[found], abs=1e-3)


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


def test_memory_can_begin_again() -> None:
    memory = Memory(seed=1, size=25 * A_LESSON)
    memory.keep(some_lessons(20, 1))
    memory.forget()
    memory.keep(some_lessons(5, 2))
    assert (memory.draw(100)[3] == 2).all()
