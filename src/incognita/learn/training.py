"""Training: first school, where a network learns from playouts of the hand-written player which candidates turn out
better (`school.py`), then practice, where it plays against itself and hand-written players (`practice.py`).

Every process plays and learns; after each correction all of them have the same network. The network that is kept is the
mean over the last corrections, which is steadier than any of them.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
import torch.distributed as dist
from torch.multiprocessing.spawn import spawn

from incognita.core.errors import OptionError
from incognita.core.game import Features, Game
from incognita.games import load
from incognita.learn.evaluation import POLICY, RANDOM, Test, mean_of, measure
from incognita.learn.modesty import own_modesty
from incognita.learn.net import shape_of_player
from incognita.learn.network import Network, side_by_side
from incognita.learn.practice import Manner, Practice
from incognita.learn.school import Pupil, School, Teaching, part_that_comes_true
from incognita.learn.snapshots import (
    CHECKPOINT,
    CURVE,
    earlier_snapshot,
    keep_snapshot,
    network_of,
    write_safely,
)
from incognita.learn.together import Together
from incognita.learn.weights import Shape, check_header, check_shape, read_weights

STEADINESS = 0.98
"""How much of the mean stays at each look."""
LOOKS_AT_LESSONS = 4
"""From which it is told how much of what a network expects comes true."""
WIPE = "\r\033[K"
"""Empties the last line of a terminal."""


@dataclass(frozen=True)
class Plan:
    """How to train."""

    minutes: float = 60.0
    processes: int = 2
    practice: float = 0.85
    """The last part of the time, in which the network plays for itself."""
    teaching: Teaching = field(default_factory=Teaching)
    manner: Manner = field(default_factory=Manner)
    prize: float | None = None
    """What winning a round counts besides the margin, in spreads: the most points on average are not the most rounds.
    If nothing is said, 1 where there are three sides or more, and 0 where there are two."""
    width: int = 64
    layers: int = 3
    seed: int = 1
    begin_with: tuple[str, ...] = ()
    """Files with networks that go on side by side, as one; otherwise it begins as the hand-written player."""
    meet: tuple[str, ...] = ()
    """Files with networks that it practises against, as if it had been them before."""
    minutes_between_tests: float = 5.0
    test_deals: int = 1000


def shape_of(features: Features, plan: Plan) -> Shape:
    return shape_of_player(features, plan.width, plan.layers)


def first_network(game: Game, plan: Plan) -> Network:
    assert game.features is not None
    if not plan.begin_with:
        return Network(shape_of(game.features, plan))
    return side_by_side([read_network(game, Path(path)) for path in plan.begin_with], plan.width, plan.layers)


def rivals(game: Game, plan: Plan, shape: Shape) -> list[Network]:
    """The networks to meet, as large as the one that learns."""
    networks = [side_by_side([read_network(game, Path(path))], shape.width, shape.layers) for path in plan.meet]
    for path, network in zip(plan.meet, networks, strict=True):
        if network.shape != shape:
            wanted = f"--width {network.shape.width} --layers {network.shape.layers}"
            raise OptionError(f"the network in {path} is larger than the one that learns; to meet it, say {wanted}")
    return networks


def read_network(game: Game, path: Path) -> Network:
    """Of today's features, or of earlier ones that these begin with: the others count nothing yet."""
    features = game.features
    assert features is not None
    header, arrays = read_weights(path)
    is_earlier = features.grown_from <= header.features < features.version and features.grown_from > 0
    check_header(path, header, game.name, header.features if is_earlier else features.version)
    wanted = {"own": features.part_features, "whole": features.whole_features}
    for name, n in wanted.items():
        arrays[name] = np.pad(arrays[name], ((0, n - len(arrays[name])), (0, 0)))
    shape = header.shape._replace(part_features=features.part_features, whole_features=features.whole_features)
    check_shape(path, shape, shape_of_player(features, shape.width, shape.layers))
    return network_of(shape, arrays, header.narrow)


class Pace:
    """How fast lessons or decisions come, since it was made."""

    def __init__(self) -> None:
        self.counted, self.begun = 0, time.monotonic()

    def count(self, n: int) -> None:
        self.counted += n

    def rate(self) -> float:
        """Per second."""
        return self.counted / max(time.monotonic() - self.begun, 1e-9)


class Stage(Protocol):
    """A way to learn, one process's share of it."""

    def go_on(self, part: float) -> int:
        """Some of it; `part` is how much of the time is over. Returns how many lessons or decisions it was."""

    def state(self) -> dict[str, Any]:
        """What it needs to go on after an interruption."""

    def load(self, kept: dict[str, Any]) -> None: ...


class Trainer:
    """One process of a training run; the first one tests, tells and keeps."""

    def __init__(self, game: Game, plan: Plan, rank: int, folder: Path, tell: Callable[[str], None]) -> None:
        if game.features is None:
            raise ValueError(f"{game.title} has no features to learn from yet")
        torch.manual_seed(plan.seed)
        self.game, self.plan, self.rank, self.folder, self.tell = game, plan, rank, folder, tell
        self.together = Together(plan.processes)
        self.network, self.mean = (self.first_network() for _ in range(2))
        self.mean.load_state_dict(self.network.state_dict())
        self.variants = [load(game.name, **options) for options in game.features.variants]
        self.lessons, self.decisions, self.minutes = 0, 0, 0.0
        self.curve: list[dict[str, float]] = []
        self.stage: Stage | None = None
        self.looks, self.pace = 0, Pace()
        self.resume()

    def first_network(self) -> Network:
        return first_network(self.game, self.plan)

    @property
    def school_minutes(self) -> float:
        return (1 - self.plan.practice) * self.plan.minutes

    def enter(self) -> Stage:
        """The stage that belongs to this minute; its first look compiles, which takes no time of the plan."""
        kind: type[Pupil] | type[Practice] = Pupil if self.minutes < self.school_minutes else Practice
        if not isinstance(self.stage, kind):
            manner: Any = self.plan.teaching if kind is Pupil else self.plan.manner
            self.stage = kind(self.variants, self.network, manner, self.plan.prize, self.seed(), self.together)
            if isinstance(self.stage, Practice):
                for rival in rivals(self.game, self.plan, self.network.shape):
                    self.stage.former.remember(rival)
            self.looks, self.pace = 0, Pace()
        return self.stage

    def seed(self) -> int:
        """Of a stage that begins now."""
        return self.plan.seed * 1000 + self.rank + self.lessons + self.decisions

    def run(self) -> None:
        tested = self.minutes
        while self.minutes < self.plan.minutes:
            stage, begun = self.enter(), time.monotonic()
            self.count(stage, stage.go_on(self.part()))
            took = self.together.first((time.monotonic() - begun) / 60)
            self.minutes += took if self.looks > 1 else 0.0
            if self.rank == 0:
                show(f"{self.progress()}, {self.pace.rate():,.0f} a second")
            if self.minutes - tested >= self.plan.minutes_between_tests:
                tested = self.minutes
                self.test_and_keep()
        if tested < self.minutes or not self.curve:
            self.test_and_keep()

    def part(self) -> float:
        """How much of the stage is over."""
        school = self.school_minutes
        if self.minutes < school:
            return self.minutes / school
        return (self.minutes - school) / (self.plan.minutes - school)

    def count(self, stage: Stage, n: int) -> None:
        n *= self.plan.processes
        if isinstance(stage, Pupil):
            self.lessons += n
        else:
            self.decisions += n
        self.pace.count(n)
        self.looks += 1
        self.mean.narrow.copy_(self.network.narrow)
        with torch.no_grad():
            for kept, new in zip(self.mean.parameters(), self.network.parameters(), strict=True):
                kept.lerp_(new, max(1 - STEADINESS, 1 / (1 + self.looks)))

    # --- what is kept

    def test_and_keep(self) -> None:
        if self.rank != 0:
            return
        row, sentence = self.look_at_it()
        self.tell(f"{self.progress()}: {sentence}")
        self.curve.append(row)
        write_safely(self.folder / CHECKPOINT, lambda path: torch.save(self.state(), path))
        (self.folder / CURVE).write_text(json.dumps({"plan": asdict(self.plan), "curve": self.curve}, indent=1))
        keep_snapshot(self.folder, self.game, self.mean, row)

    def look_at_it(self) -> tuple[dict[str, float], str]:
        """How good the network is now: a row of the curve, and a sentence."""
        of_policy = self.test(POLICY)
        of_random = mean_of(self.test(RANDOM, part=0.1))
        row = {
            **self.learned(),
            **asdict(mean_of(of_policy)),
            "random": of_random.margin,
            "modesty": self.modesty(),
            "own_modesty": own_modesty(self.variants, self.mean, self.plan.seed + 97),
        }
        sentence = (
            f"{row['margin']:+.2f} ± {row['error']:.2f} points a round against the policy, "
            f"{row['random']:+.0f} against random play"
        )
        if (earlier := earlier_snapshot(self.folder, self.minutes / 2)) is not None:
            minutes, network = earlier
            of_earlier = mean_of(self.test(network, part=0.5))
            row |= {"earlier_minutes": minutes, "earlier": of_earlier.margin, "earlier_error": of_earlier.error}
            sentence += f", {of_earlier.margin:+.2f} ± {of_earlier.error:.2f} against itself after {minutes:g} minutes"
        shares = " ".join(f"{test.share:.2f}" for test in of_policy)
        return row, f"{sentence}; rounds won, in fair shares: {shares}"

    def learned(self) -> dict[str, float]:
        return {"minutes": self.minutes, "lessons": self.lessons, "decisions": self.decisions}

    def test(self, rival: int | Network, part: float = 1.0) -> list[Test]:
        """Of each variant."""
        deals = max(2, round(part * self.plan.test_deals / len(self.variants)))
        return [measure(self.mean, game, deals, self.plan.seed + 99, rival) for game in self.variants]

    def modesty(self) -> float:
        school = School(self.variants, self.plan.seed + 98, self.plan.prize)
        lessons = [school.teach(self.plan.teaching) for _ in range(LOOKS_AT_LESSONS)]
        return part_that_comes_true(self.mean, [torch.cat(column) for column in zip(*lessons, strict=True)])

    def progress(self) -> str:
        learned = f"{self.lessons:,} lessons" + (f", {self.decisions:,} decisions" if self.decisions else "")
        return f"{self.minutes:.1f} of {self.plan.minutes:g} minutes, {learned}"

    def state(self) -> dict[str, Any]:
        assert self.stage is not None
        return {
            "shape": tuple(self.network.shape),
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "stage": (type(self.stage).__name__, self.stage.state()),
            "lessons": self.lessons,
            "decisions": self.decisions,
            "minutes": self.minutes,
            "looks": self.looks,
            "curve": self.curve,
        }

    def resume(self) -> None:
        """Go on where a run in this folder was interrupted."""
        path = self.folder / CHECKPOINT
        if not path.exists():
            return
        saved = torch.load(path)
        self.network.load_state_dict(saved["network"])
        self.mean.load_state_dict(saved["mean"])
        self.lessons, self.decisions, self.minutes = saved["lessons"], saved["decisions"], saved["minutes"]
        self.curve = saved["curve"]
        stage, (name, kept) = self.enter(), saved["stage"]
        if type(stage).__name__ == name:
            stage.load(kept)
            self.looks = saved["looks"]


def work(rank: int, kind: type[Trainer], name: str, options: dict[str, Any], plan: Plan, folder: str) -> None:
    """One process of a run."""
    import incognita

    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    if plan.processes > 1:
        os.environ["GLOO_SOCKET_IFNAME"] = "lo"  # nothing listens outside this machine
        meeting = f"file://{Path(folder).resolve()}/meeting"
        dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=plan.processes)
    try:
        kind(incognita.load(name, **options), plan, rank, Path(folder), tell).run()
    finally:
        if plan.processes > 1:
            dist.destroy_process_group()


def tell(sentence: str) -> None:
    print(f"{WIPE if sys.stderr.isatty() else ''}incognita train: {sentence}", file=sys.stderr, flush=True)


def show(sentence: str) -> None:
    """On a terminal, and only until the next sentence."""
    if sys.stderr.isatty():
        print(f"{WIPE}{sentence}", end="", file=sys.stderr, flush=True)


def stop(*_: Any) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    sys.exit("incognita train: stopped; the same command goes on")


def train(game: Game, plan: Plan, folder: Path, kind: type[Trainer] = Trainer) -> None:
    """Train in a folder, or go on with what lies there."""
    rivals(game, plan, first_network(game, plan).shape)  # says at once what is wrong with a file
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "meeting").unlink(missing_ok=True)
    arguments = (kind, game.name, game.changed_options(), plan, str(folder))
    if plan.processes == 1:
        work(0, *arguments)
    else:
        signal.signal(signal.SIGTERM, stop)
        spawn(work, arguments, nprocs=plan.processes, daemon=True)  # type: ignore[no-untyped-call]
