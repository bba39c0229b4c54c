"""A measurement: deals of a contest played until there are enough, summed up, kept as a file, gone on with."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

import incognita
from incognita.core.game import Game
from incognita.play.arena import Chunk, Clock, Contest, Forfeited, Rounds, Seatings, blank_rounds, joined, seatings
from incognita.play.arena import contest as checked_contest
from incognita.play.results import Result, deal_margins, deal_wins, interval_for_all_looks, jsonable, summary
from incognita.play.workers import Players, Task, play_here

LOOK = 100
"""With a stopping rule the margin is looked at after every so many deals."""
COMPILED_CHUNK, CHUNK = 500, 5
"""Deals that a worker plays in one go: compiled ones take microseconds, others may think for minutes."""


@dataclass
class Measurement:
    """What was asked for, and what has been played of it."""

    contest: Contest
    wanted: int
    """Deals."""
    stop: bool
    """Stop earlier, as soon as the margin is known not to be 0, or the goal is known to be reached or missed."""
    goal: float | None
    """A share of rounds, or matches, won to aim at, if there is one; else it is the margin that matters."""
    seatings: Seatings
    rounds: Rounds
    clocks: list[Clock] = field(default_factory=list)

    @property
    def margins(self) -> Any:
        return deal_margins(self.rounds, self.seatings)

    @property
    def wins(self) -> Any:
        return deal_wins(self.rounds, self.seatings)

    @property
    def decided(self) -> bool:
        """At a look, the interval for all looks excludes 0, or the goal.

        If the true margin is 0, or the true share the goal, the chance that this ever happens, in however
        many looks, is 5 %; if it happens, the side on which it was found is wrong with at most that chance. (After the
        first look; the rule is asymptotic.)
        """
        deals = len(self.rounds)
        if not self.stop or deals == 0 or deals % LOOK:
            return False
        values, goal = (self.margins, 0.0) if self.goal is None else (self.wins, self.goal)
        low, high = interval_for_all_looks(values)
        return low > goal or high < goal

    @property
    def finished(self) -> bool:
        return len(self.rounds) >= self.wanted or self.decided

    @property
    def result(self) -> Result:
        return summary(self.rounds, self.seatings)

    def tasks(self) -> Iterator[Task]:
        """The chunks that are left. No chunk goes beyond a look, so the looks are the same whoever plays."""
        size, first = COMPILED_CHUNK if self.contest.compiled else CHUNK, len(self.rounds)
        while first < self.wanted:
            stop = min(first + size, self.wanted)
            if self.stop:
                stop = min(stop, (first // LOOK + 1) * LOOK)
            yield Task(self.contest, first, stop)
            first = stop

    def run(self, play: Players = play_here, progress: Callable[[Chunk], None] | None = None) -> None:
        """Play what is left. Whatever interrupts it, what was played stays and can be gone on with."""
        if self.finished:
            return
        with closing(play(self.tasks())) as chunks:
            for chunk in chunks:
                self.add(chunk)
                if progress:
                    progress(chunk)
                if self.decided:
                    return

    def add(self, chunk: Chunk) -> None:
        self.rounds = joined([self.rounds, chunk.rounds])
        for clock, other in zip(self.clocks, chunk.clocks, strict=True):
            clock.add(other)

    # --- as a file

    @property
    def command(self) -> str:
        """What gives this result again."""
        words = ["incognita", "arena", *self.contest.specs, "--game", self.contest.game]
        for name, value in self.contest.options.items():
            words += ["--data", "FILE"] if name == "data" else ["-o", f"{name}={json.dumps(value).strip(chr(34))}"]
        words += ["--matches"] if self.contest.rounds > 1 else []
        words += ["-n", str(self.wanted), "--seed", str(self.contest.seed)]
        words += ["--goal", str(self.goal)] if self.goal is not None else ["--stop"] if self.stop else []
        return shlex.join(words)

    def to_json(self) -> str:
        """Everything but the time it took: the same deals give the same text."""
        contest, rounds = self.contest, self.rounds
        data = {
            "incognita": incognita.__version__,
            "command": self.command,
            "game": contest.game,
            "options": contest.options,
            "specs": contest.specs,
            "seed": contest.seed,
            "rounds": contest.rounds,
            "n": self.wanted,
            "stop": self.stop,
            "goal": self.goal,
            "finished": self.finished,
            "seatings": self.seatings,
            "result": asdict(self.result) if len(rounds) else None,
            "margins": self.margins.tolist(),
            "points": rounds.points.tolist(),
            "plies": rounds.plies.tolist(),
            "broken_off": np.argwhere(rounds.broken_off).tolist(),
            "forfeits": [forfeit._asdict() for forfeit in rounds.forfeits],
        }
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {compact(value)}" for key, value in data.items()) + "\n}\n"


def compact(value: Any) -> str:
    return json.dumps(jsonable(value), ensure_ascii=False, separators=(",", ":"), default=dict)


def new(
    game: Game,
    specs: Sequence[str],
    deals: int,
    *,
    seed: int = 1,
    matches: bool = False,
    stop: bool = False,
    goal: float | None = None,
) -> Measurement:
    """A measurement of which nothing has been played; with a goal it stops when that is decided.

    Every deal is a single round, or a match of as many as are usual.
    """
    if deals < 2:
        raise ValueError(f"a measurement needs 2 deals or more, not {deals}")
    if goal is not None and not 0 < goal < 1:
        raise ValueError(f"a goal is a share of the rounds, between 0 and 1, not {goal:g}")
    contest = checked_contest(game, specs, seed, game.usual_rounds if matches else 1)
    return of(contest, deals, stop or goal is not None, goal)


def of(contest: Contest, deals: int, stop: bool, goal: float | None) -> Measurement:
    sides = len(contest.load().sides)
    layout = seatings(sides, len(contest.specs))
    nothing = blank_rounds(0, 0, (len(layout), sides))
    return Measurement(contest, deals, stop, goal, layout, nothing, [Clock() for _ in contest.specs])


def from_json(text: str) -> Measurement:
    """A measurement that was kept, to be gone on with; ValueError if it is none, or one of another version."""
    return from_data(read_json(text))


def all_from_json(text: str) -> list[Measurement]:
    """Several measurements that were kept together."""
    found = read_json(text)
    if not isinstance(found, list):
        raise ValueError("this is not the result of several measurements")
    return [from_data(data) for data in found]


def all_to_json(measurements: Sequence[Measurement]) -> str:
    return "[\n" + ",\n".join(measurement.to_json().rstrip() for measurement in measurements) + "\n]\n"


def read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError("this is not the result of a measurement") from error


def from_data(data: Any) -> Measurement:
    try:
        # files from before there were matches do not say how many rounds
        contest = Contest(data["game"], data["options"], tuple(data["specs"]), data["seed"], data.get("rounds", 1))
        measurement = of(contest, data["n"], data["stop"], data["goal"])
        measurement.rounds = read_rounds(data, measurement.rounds.points.shape)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError("this is not the result of a measurement") from error
    if data["incognita"] != incognita.__version__:
        raise ValueError(f"it was begun by version {data['incognita']}; this one, {incognita.__version__}, may differ")
    return measurement


def read_rounds(data: dict[str, Any], shape: tuple[int, ...]) -> Rounds:
    points = np.array(data["points"], np.int32).reshape(-1, *shape[1:])
    broken_off = np.zeros(points.shape[:2], np.bool_)
    for deal, seating in data["broken_off"]:
        broken_off[deal, seating] = True
    plies = np.array(data["plies"], np.int32).reshape(broken_off.shape)
    return Rounds(0, points, plies, broken_off, [Forfeited(**forfeit) for forfeit in data["forfeits"]])


def measure(game: Game, specs: Sequence[str], deals: int, *, seed: int = 1, matches: bool = False) -> Result:
    """The first agent against the others, here and now."""
    measurement = new(game, specs, deals, seed=seed, matches=matches)
    measurement.run()
    return measurement.result
