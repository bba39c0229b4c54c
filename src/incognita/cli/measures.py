"""What `incognita bench` measures of the engine itself, and the tools with which peers are measured beside it.

Things that are compared run in turn, A B A B …, and each is given as the median: a machine that slows down for a while
then slows all of them down.
"""

from __future__ import annotations

import atexit
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from incognita.core import playout, rng, rules
from incognita.core.game import Game, States
from incognita.core.jit import Actions, Random, Row, kernel
from incognita.core.rules import MOST_ACTIONS, NONE
from incognita.games import GAMES, load

SEED = 7
LISTED, C_LISTED = "lost-cities random play, listed", "C random play, listed"
SAMPLED, C_SAMPLED = "lost-cities random play, sampled", "C random play, sampled"
PYTHON_LOOP, PYTHON_LOOP_VIEWS = "lost-cities, Python loop", "lost-cities, Python loop, with views"

FIRST_MOVE = "import sys, incognita; m = incognita.load(sys.argv[1]).match(seed=1); m.play(m.legal()[0])"
IMPORT = "import time; t = time.perf_counter(); import incognita; print(time.perf_counter() - t)"


@dataclass(frozen=True)
class Subject:
    """One thing to measure: `once` measures it one time and gives the value in `unit`."""

    name: str
    unit: str
    once: Callable[[], float]
    ratio_to: str | None = None


@dataclass
class Group:
    """Subjects that are measured in turn."""

    subjects: list[Subject] = field(default_factory=list)
    repetitions: int = 9
    warm_up: bool = True


@dataclass(frozen=True)
class Result:
    """One row of the output; `ratio` is value / value of the row `ratio_to`."""

    name: str
    value: float
    unit: str
    ratio_to: str | None
    ratio: float | None


def measured(group: Group) -> list[Result]:
    """The medians of a group, and their ratios to each other."""
    if group.warm_up:
        for subject in group.subjects:
            subject.once()
    values: dict[str, list[float]] = {subject.name: [] for subject in group.subjects}
    for _ in range(group.repetitions):
        for subject in group.subjects:
            values[subject.name].append(subject.once())
    medians = {name: statistics.median(times) for name, times in values.items()}
    return [result(subject, medians) for subject in group.subjects]


def result(subject: Subject, medians: dict[str, float]) -> Result:
    value = medians[subject.name]
    if subject.ratio_to not in medians:  # the peer is not at hand
        return Result(subject.name, value, subject.unit, None, None)
    return Result(subject.name, value, subject.unit, subject.ratio_to, value / medians[subject.ratio_to])


def per_second(work: Callable[[], int]) -> float:
    """How much a second: `work` says how much it has done."""
    start = perf_counter()
    amount = work()
    return amount / (perf_counter() - start)


def groups(quick: bool) -> dict[str, Group]:
    """All that is measured of the engine, by group; peers join the groups `play` and `python`."""
    games = [load(name) for name in GAMES]
    size = 1 if quick else 100
    found = {
        "play": Group(of_all(games, lambda game: play_subjects(game, 50 * size))),
        "cores": Group(of_all(games, lambda game: core_subjects(game, 50 * size))),
        "kernels": Group(of_all(games, lambda game: kernel_subjects(game, size))),
        "api": Group(of_all(games, lambda game: api_subjects(game, size))),
        "python": Group(of_all(games, lambda game: python_subjects(game, size))),
        "start": Group([*of_all(games, start_subjects), import_subject()], repetitions=3, warm_up=False),
    }
    if quick:
        for group in found.values():
            group.repetitions = 1
    return found


def of_all(games: Sequence[Game], subjects: Callable[[Game], list[Subject]]) -> list[Subject]:
    return [subject for game in games for subject in subjects(game)]


# --- random play


def play_subjects(game: Game, rounds: int) -> list[Subject]:
    """Lost Cities beside C, the others beside Lost Cities."""
    states, first = game.blank(), game.name == "lost-cities"

    def sampled() -> Any:
        return playout.sampled_rounds(states, 0, rng.generator(SEED), rounds)

    return [
        Subject(f"{game.name} random play, listed", "plies/s", listed(game, rounds), C_LISTED if first else LISTED),
        Subject(
            f"{game.name} random play, sampled",
            "plies/s",
            lambda: per_second(sampled),
            C_SAMPLED if first else SAMPLED,
        ),
    ]


def listed(game: Game, rounds: int) -> Callable[[], float]:
    states, actions = game.blank(), np.empty(MOST_ACTIONS, np.uint16)
    return lambda: per_second(lambda: playout.listed_rounds(states, 0, rng.generator(SEED), rounds, actions))


def core_subjects(game: Game, rounds: int) -> list[Subject]:
    """Apart from the comparison with C: threads that have just worked disturb what runs next."""
    rows = game.blank(64)
    name = f"{game.name} random play, listed"
    one = f"{name}, one core"

    def on_all_cores() -> Any:
        return playout.listed_rounds_on_all_cores(rows, rng.streams(SEED, len(rows)), max(1, rounds // 32))

    return [
        Subject(one, "plies/s", listed(game, rounds)),
        Subject(f"{name}, {cores_text()}", "plies/s", lambda: per_second(on_all_cores), one),
    ]


def cores_text() -> str:
    n = numba.get_num_threads()
    return "both cores" if n == 2 else f"all cores ({n})"


# --- single kernels


def kernel_subjects(game: Game, size: int) -> list[Subject]:
    states = game.deal(32, seed=SEED)  # as many as a core holds in its nearest cache
    pairs = np.random.default_rng(SEED).permuted(np.tile(np.arange(32), (2, 100)), axis=1)
    middle = game.deal(1024, seed=SEED)
    advance(middle, rng.streams(SEED, 1024), 40)
    views, scratch = game.observe(middle), game.blank(1024)
    start, actions = policy_round(game)

    def copy() -> float:
        return 1e9 / per_second(lambda: copy_rows(states, pairs[0], pairs[1], 10 * size))

    def replay() -> float:
        return 1e6 / per_second(lambda: replay_round(start, actions, 10 * size))

    def guess() -> float:
        return per_second(lambda: determinize_rows(scratch, views, rng.streams(SEED, 1024), size))

    return [
        Subject(f"{game.name} state copy", "ns", copy),
        Subject(f"{game.name} replay of a finished round, {len(actions)} actions", "µs", replay),
        Subject(f"{game.name} determinize", "states/s", guess),
    ]


@kernel
def copy_rows(states: Row, sources: NDArray[np.int64], targets: NDArray[np.int64], times: int) -> int:
    """Between rows in no order, so that the copies cannot become one large copy."""
    for _ in range(times):
        for i in range(len(sources)):
            states[targets[i]] = states[sources[i]]
    return times * len(sources)


@kernel
def replay_round(states: Row, actions: Actions, times: int) -> int:
    """From the deck in row 0 to the end of the round, in row 1."""
    for _ in range(times):
        states[1] = states[0]
        rules.begin(states[1])
        for action in actions:
            rules.apply(states[1], action)
    return times


@kernel
def determinize_rows(states: Row, views: Row, rngs: Random, times: int) -> int:
    for _ in range(times):
        for i in range(len(views)):
            rules.determinize(states[i], views[i], rngs[i : i + 1])
    return times * len(views)


@kernel
def advance(states: Row, rngs: Random, plies: int) -> None:
    for i in range(len(states)):
        for _ in range(plies):
            if states[i].seat != NONE:
                rules.apply(states[i], rules.sample(states[i], rngs[i : i + 1]))


def policy_round(game: Game) -> tuple[States, Actions]:
    """Two rows with the deal of a round, and its actions: of twenty by the hand-written player the nearest to 90."""
    matches = [game.match(seed=seed) for seed in range(20)]
    starts = [np.repeat(match.state, 2) for match in matches]
    generator = rng.generator(SEED)
    for match in matches:
        while not match.finished:
            match.play(int(rules.policy_at(match.view_row(match.seat), 0, generator)))
    nearest = min(range(20), key=lambda i: abs(len(matches[i].actions[0]) - 90))
    return starts[nearest], np.array(matches[nearest].actions[0], np.uint16)


# --- what Python programs meet


def api_subjects(game: Game, size: int) -> list[Subject]:
    middle = game.deal(1024, seed=SEED)
    advance(middle, rng.streams(SEED, 1024), 40)
    return [
        Subject(f"{game.name} public API", "moves/s", lambda: per_second(lambda: play_match(game, 20 * size))),
        Subject(f"{game.name} checked batch API", "moves/s", lambda: step_batch(game, steps=5 if size == 1 else 80)),
        Subject(f"{game.name} observe", "views/s", lambda: per_second(lambda: observe_batch(game, middle, size))),
    ]


def play_match(game: Game, plies: int) -> int:
    """match.legal() and match.play(): everything as text, everything checked and logged."""
    choose = random.Random(SEED)
    match = game.match(seed=SEED)
    while match.seat is not None and match.ply < plies:
        match.play(choose.choice(match.legal()))
    return match.ply


def step_batch(game: Game, steps: int) -> float:
    """game.step() over 1024 rows, until some are over. Choosing the actions is not timed."""
    states, rngs = game.deal(1024, seed=SEED), rng.streams(SEED, 1024)
    actions = np.empty(1024, np.int64)
    moves, seconds = 0, 0.0
    for _ in range(steps):
        sample_rows(states, rngs, actions)
        moves += int((actions >= 0).sum())
        start = perf_counter()
        game.step(states, actions)
        seconds += perf_counter() - start
    return moves / seconds


def observe_batch(game: Game, states: States, times: int) -> int:
    return sum(len(game.observe(states)) for _ in range(times))


@kernel
def sample_rows(states: Row, rngs: Random, actions: NDArray[np.int64]) -> None:
    for i in range(len(states)):
        actions[i] = np.int64(rules.sample(states[i], rngs[i : i + 1])) if states[i].seat != NONE else -1


# --- the loop that is usual with OpenSpiel: list, choose, apply, one game at a time. Deals are not timed.


def python_subjects(game: Game, size: int) -> list[Subject]:
    deals = [game.deal(1, seed=seed) for seed in range(max(1, size // 5))]

    def plain() -> float:
        return loop_speed(deals, lambda states, choose: play_loop(game, states, choose))

    def with_views() -> float:
        return loop_speed(deals, lambda states, choose: play_loop_with_views(game, states, choose))

    def fused() -> float:
        return loop_speed(deals, play_fused_loop)

    return [
        Subject(f"{game.name}, Python loop", "moves/s", plain),
        Subject(f"{game.name}, Python loop, with views", "moves/s", with_views),
        Subject(f"{game.name}, Python loop, unchecked step", "moves/s", fused),
    ]


def loop_speed(deals: Sequence[States], play: Callable[[States, random.Random], int]) -> float:
    states, choose = [deal.copy() for deal in deals], random.Random(SEED)
    return per_second(lambda: sum(play(state, choose) for state in states))


def play_loop(game: Game, states: States, choose: random.Random) -> int:
    moves = 0
    while actions := game.legal(states):
        game.step(states, [choose.choice(actions)])
        moves += 1
    return moves


def play_loop_with_views(game: Game, states: States, choose: random.Random) -> int:
    moves = 0
    while actions := game.legal(states):
        game.observe(states)
        game.step(states, [choose.choice(actions)])
        moves += 1
    return moves


def play_fused_loop(states: States, choose: random.Random) -> int:
    """The compiled layer without the checks: one call performs an action and lists the next ones."""
    actions = np.empty(MOST_ACTIONS, np.uint16)
    moves = 0
    n = rules.legal_at(states, 0, actions)
    while n:
        n = rules.step_at(states, 0, int(actions[int(choose.random() * n)]), actions)
        moves += 1
    return moves


# --- the start of a program


def start_subjects(game: Game) -> list[Subject]:
    caches: list[str] = []
    name = f"{game.name} first move, cold cache"

    def cold() -> float:
        caches.append(tempfile.mkdtemp(prefix="incognita-bench-"))
        atexit.register(shutil.rmtree, caches[-1], ignore_errors=True)
        return first_move(game.name, caches[-1])

    def warm() -> float:
        if not caches:
            cold()
        return first_move(game.name, caches[-1])

    return [Subject(name, "s", cold), Subject(f"{game.name} first move, warm cache", "s", warm, name)]


def import_subject() -> Subject:
    return Subject("import incognita", "s", lambda: float(python(["-c", IMPORT], os.environ)))


def first_move(game: str, cache: str) -> float:
    """Seconds from the start of a Python process to its end after one move."""
    places = ["XDG_CACHE_HOME", "LOCALAPPDATA", *(["HOME"] if sys.platform == "darwin" else [])]
    start = perf_counter()
    python(["-c", FIRST_MOVE, game], {**os.environ, **dict.fromkeys(places, cache)})
    return perf_counter() - start


def python(words: Iterable[str], environment: os._Environ[str] | dict[str, str]) -> str:
    return subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, check=True).stdout
