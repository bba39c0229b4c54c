"""Measurements: the same result whoever plays and however often it is interrupted, and when one may stop."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import incognita
from incognita.play.arena import Chunk
from incognita.play.measurement import LOOK, Measurement, from_json, measure, new
from incognita.play.workers import Task, in_order, players
from tests.play.fields import rounds_of

GAME = incognita.load("lost-cities", colours=3, ranks=5, hand=4)
SPECS = ("policy:", "random:")


def begin(deals: int = 23, **settings: Any) -> Measurement:
    return new(GAME, SPECS, deals, seed=5, **settings)


@pytest.fixture(scope="module")
def uninterrupted() -> str:
    measurement = begin()
    measurement.run()
    return measurement.to_json()


class Interruption:
    """Ctrl-C after so many chunks."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    def __call__(self, chunk: Chunk) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def test_two_workers_give_the_same_bytes_as_one(uninterrupted: str) -> None:
    measurement = begin()
    measurement.run(players(2))
    assert measurement.to_json() == uninterrupted
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_interrupted_goes_on_to_the_same_result(uninterrupted: str, workers: int) -> None:
    measurement = begin()
    with pytest.raises(KeyboardInterrupt):
        measurement.run(players(workers), Interruption(2))
    assert not multiprocessing.active_children()
    assert len(measurement.rounds) == 10
    kept = measurement.to_json()
    assert json.loads(kept)["finished"] is False
    again = from_json(kept)
    again.run()
    assert again.to_json() == uninterrupted


def test_more_deals_can_be_added(uninterrupted: str) -> None:
    measurement = begin(12)
    measurement.run()
    longer = from_json(measurement.to_json())
    longer.wanted = 23
    longer.run()
    assert longer.to_json() == uninterrupted


def test_the_file_says_what_was_measured(uninterrupted: str) -> None:
    data = json.loads(uninterrupted)
    assert data["incognita"] == incognita.__version__
    assert data["command"] == (
        "incognita arena policy: random: --game lost-cities -o colours=3 -o ranks=5 -o hand=4 -n 23 --seed 5"
    )
    assert data["options"] == {"colours": 3, "ranks": 5, "hand": 4}
    assert (data["n"], data["finished"], data["seatings"]) == (23, True, [[0, 1], [1, 0]])
    assert len(data["margins"]) == len(data["points"]) == 23
    assert data["result"]["margin"] == pytest.approx(np.mean(data["margins"]))
    assert "seconds" not in uninterrupted


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("{", "["), "not the result of a measurement"),
        (('"points": ', '"pints": '), "not the result of a measurement"),
        ((f'"{incognita.__version__}"', '"0.0.1"'), r"begun by version 0\.0\.1"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_says_why(uninterrupted: str, change: tuple[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_json(uninterrupted.replace(*change, 1))


def test_one_deal_is_not_a_measurement() -> None:
    with pytest.raises(ValueError, match="needs 2 deals or more, not 1"):
        begin(1)


# --- whole matches


@pytest.fixture(scope="module")
def matches() -> str:
    measurement = begin(12, matches=True)
    measurement.run()
    return measurement.to_json()


def test_two_workers_give_the_same_matches_as_one(matches: str) -> None:
    measurement = begin(12, matches=True)
    measurement.run(players(2))
    assert measurement.to_json() == matches


def test_matches_that_are_interrupted_go_on_to_the_same_result(matches: str) -> None:
    measurement = begin(12, matches=True)
    with pytest.raises(KeyboardInterrupt):
        measurement.run(progress=Interruption(1))
    again = from_json(measurement.to_json())
    assert again.contest == measurement.contest
    again.run()
    assert again.to_json() == matches


def test_the_file_says_that_matches_were_measured(matches: str) -> None:
    data = json.loads(matches)
    assert data["rounds"] == 3
    assert data["command"] == (
        "incognita arena policy: random: --game lost-cities -o colours=3 -o ranks=5 -o hand=4 --matches -n 12 --seed 5"
    )


def test_a_file_without_a_number_of_rounds_is_of_single_ones(uninterrupted: str) -> None:
    old = from_json(uninterrupted.replace('"rounds": 1,\n', "", 1))
    assert old.contest.rounds == 1
    assert old.to_json() == uninterrupted


def test_a_match_has_as_many_rounds_as_are_usual() -> None:
    specs = ("policy", "random")
    assert new(incognita.load("board-game"), specs, 2, matches=True).contest.rounds == 3
    assert new(incognita.load("board-game", short=True), specs, 2, matches=True).contest.rounds == 1
    assert new(incognita.load("adventure-tours"), specs, 2, matches=True).contest.rounds == 3


def test_a_match_is_worth_more_than_a_round() -> None:
    single, whole = (measure(GAME, ("policy", "random"), 200, matches=matches) for matches in (False, True))
    assert whole.margin > 2 * single.margin


# --- when to stop


def played(deals: int, stop: bool = True) -> Measurement:
    """So many deals, won by 9 and 11 in turn."""
    measurement = new(GAME, ("policy", "random"), 1000, stop=stop)
    measurement.rounds = rounds_of([[[9 + 2 * (i % 2), 0], [0, 9 + 2 * (i % 2)]] for i in range(deals)])
    return measurement


def test_it_is_decided_at_a_look_that_excludes_nothing() -> None:
    assert played(LOOK).decided
    assert not played(LOOK + 1).decided, "only looks count"
    assert not played(LOOK, stop=False).decided
    even = played(LOOK)
    even.rounds = rounds_of([[[i % 2, 0], [(i + 1) % 2, 0]] for i in range(LOOK)])
    assert not even.decided


def test_chunks_end_at_looks() -> None:
    stops = [task.stop for task in new(GAME, ("policy", "random"), 250, stop=True).tasks()]
    assert stops == [100, 200, 250]
    assert [task.stop for task in new(GAME, ("policy", "random"), 1200).tasks()] == [500, 1000, 1200]


def test_with_a_goal_it_is_the_share_of_rounds_that_decides() -> None:
    """Margins as different from 0 as can be, and half of the rounds won: nothing is known about a half."""
    half = [[[90 + i % 2, 0], [1, 0]] for i in range(LOOK)]
    for goal, decided in ((None, True), (0.5, False), (0.3, True), (0.7, True)):
        measurement = new(GAME, ("policy", "random"), 1000, stop=True, goal=goal)
        measurement.rounds = rounds_of(half)
        assert measurement.decided == decided, goal
    assert "--goal 0.7" in measurement.command


def test_a_clear_case_stops_at_the_first_look() -> None:
    measurement = new(GAME, ("policy", "random"), 10_000, stop=True)
    measurement.run()
    assert (len(measurement.rounds), measurement.finished) == (LOOK, True)
    assert "--stop" in measurement.command


def test_an_agent_against_itself_is_not_decided() -> None:
    measurement = new(GAME, ("random", "random"), 300, stop=True)
    measurement.run()
    assert len(measurement.rounds) == 300


# --- those who play


def test_results_come_in_order_and_never_too_many_are_begun() -> None:
    contest = begin().contest
    tasks = [Task(contest, i, i + 1) for i in range(6)]
    open_now: set[int] = set()
    most = 0

    def start(task: Task) -> int:
        nonlocal most
        open_now.add(task.first)
        most = max(most, len(open_now))
        return task.first

    def finish(first: int) -> int:
        open_now.remove(first)
        return first

    assert list(in_order(tasks, 3, start, finish)) == [0, 1, 2, 3, 4, 5]
    assert most == 3


def test_nobody_cannot_play() -> None:
    with pytest.raises(ValueError, match="workers must be 1 or more, not 0"):
        players(0)


def test_the_margin_is_drawn_the_same_every_time(tmp_path: Path) -> None:
    from incognita.play.plots import plot_margin

    margins = np.random.default_rng(1).normal(3, 5, 50)
    for name in ("a.svg", "b.svg"):
        plot_margin(margins, "policy against random", tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert "policy against random" in (tmp_path / "a.svg").read_text()
