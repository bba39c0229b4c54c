"""Training: the network learns from playouts how much better or worse than each other the candidates turn out.

Every process plays rounds of the hand-written player, tries the candidates of each position in its real world
(`lessons.py`), and corrects the network; after each correction all processes have the same one. The network that is
kept is the mean over the last corrections, which is steadier than any of them.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor
from torch.multiprocessing.spawn import spawn

from incognita.core import rules
from incognita.core.game import Features, Game
from incognita.core.rng import streams
from incognita.core.rules import MOST_ACTIONS
from incognita.games import load
from incognita.learn.evaluation import POLICY, RANDOM, Test, mean_of, measure
from incognita.learn.inference import POINTS, weights_of, workspace
from incognita.learn.lessons import MOST_CANDIDATES, Desk, Lessons, Room, give_lessons
from incognita.learn.network import Network
from incognita.learn.playouts import Player
from incognita.learn.weights import Arrays, Header, Shape, read_weights, write_weights

ROUNDS = 64
"""Of each variant, that lessons are taken from in turn, in each process."""
LESSONS = 4096
"""Between two looks at the clock, in each process."""
MEMORY = 2_000_000_000
"""Bytes of lessons that each process learns from again: from few ones it would learn their luck by heart …"""
ENOUGH = 100_000
"""… so that with fewer lessons than these it waits for more."""
BATCH = 1024
"""In each process, for one correction."""
STEADINESS = 0.99
"""How much of the mean stays at each look."""
WIPE = "\r\033[K"
"""Empties the last line of a terminal."""


@dataclass(frozen=True)
class Plan:
    """How to train."""

    minutes: float = 60.0
    processes: int = 2
    rate: float = 2e-3
    """Of learning, at first; it falls in a straight line to nothing."""
    narrow: float = 1.0
    """Candidates are what the hand-written player thinks at most so many units worse than its choice …"""
    narrow_alone: float = 0.3
    """… and where the network itself plays on, what the network thinks, which sees smaller differences."""
    curiosity: float = 0.15
    """How often a round goes on with any of the candidates instead."""
    attention: float = 0.15
    """The part of the positions of a round that become lessons: luck is the same in all of them."""
    alone: float = 0.5
    """The last part of the time, in which the network itself plays on."""
    prize: float = 1.0
    """What winning a round counts besides the margin, in spreads, where there are three sides or more: the most points
    on average are not the most rounds."""
    repeats: int = 3
    """How often a lesson is learned from …"""
    repeats_alone: int = 6
    """… and one in which the network itself plays on, which costs several times as much."""
    width: int = 64
    layers: int = 3
    seed: int = 1
    minutes_between_tests: float = 3.0
    test_deals: int = 1000


def shape_of(features: Features, plan: Plan) -> Shape:
    return Shape(
        features.part_features,
        features.whole_features,
        features.part_actions,
        features.whole_actions,
        plan.width,
        plan.layers,
    )


class Classroom:
    """Rounds of one variant that go on and on, and the lessons from them."""

    def __init__(self, game: Game, seed: int, lessons: Lessons, prize: float) -> None:
        assert game.features is not None
        self.unit, self.places, self.lessons = game.features.unit, game.features.places, lessons
        starts = np.concatenate([game.blank(rounds=game.usual_rounds, starter=s) for s in range(game.players)])
        sides = np.array([game.side_of(seat) for seat in range(game.players)], np.uint8)
        self.room = Room(starts, sides, prize * game.spread if len(game.sides) > 2 else 0.0)
        self.states, self.rngs = starts[np.arange(ROUNDS) % game.players], streams(seed, ROUNDS)
        for i in range(ROUNDS):
            rules.deal_at(self.states, i, self.rngs[i : i + 1])
        self.desk = Desk(
            world=game.blank(),
            views=np.zeros(2, game.view_dtype),
            worths=np.empty(MOST_ACTIONS),
            actions=np.empty(MOST_CANDIDATES, np.int64),
            points=np.zeros(game.players, np.int32),
            dice=np.zeros(1, np.uint64),
        )

    def teach(self, plan: Plan, pupil: Player, alone: bool) -> None:
        give_lessons(
            self.states,
            self.rngs,
            self.room,
            (plan.narrow_alone if alone else plan.narrow) * self.unit,
            plan.curiosity,
            plan.attention,
            alone,
            pupil,
            self.desk,
            self.lessons,
            len(self.lessons.chosen),
        )


class School:
    """The lessons of one process: more of a variant where luck is greater, and each of them counts less."""

    def __init__(self, games: Sequence[Game], shape: Shape, seed: int, prize: float) -> None:
        spreads = np.array([game.spread for game in games])
        shares = np.diff(np.append(0, np.cumsum(spreads) / spreads.sum() * LESSONS).round().astype(int))
        self.lessons = [new_lessons(games, int(share)) for share in shares]
        self.counts = torch.from_numpy(np.repeat((spreads.mean() / spreads) ** 2, shares).astype(np.float32))
        rooms = zip(games, self.lessons, strict=True)
        self.rooms = [Classroom(game, seed * 100 + i, lessons, prize) for i, (game, lessons) in enumerate(rooms)]
        self.order = torch.Generator().manual_seed(seed)
        self.work = workspace(shape, self.lessons[0].parts.shape[1])
        self.gains = np.zeros(MOST_ACTIONS)

    def teach(self, plan: Plan, network: Network, *, alone: bool = False) -> list[Tensor]:
        """New lessons, mixed: parts, whole, the places of the candidates, their margins, how much they count."""
        weights = weights_of(arrays_of(network))
        for room in self.rooms:
            room.teach(plan, Player(weights, self.work, self.gains, room.places), alone)
        order = torch.randperm(LESSONS, generator=self.order)
        columns = zip(*self.lessons, strict=True)
        told = [torch.from_numpy(np.concatenate(column)) for column in columns]
        return [column[order] for column in (*told, self.counts)]


def new_lessons(games: Sequence[Game], n: int) -> Lessons:
    """Room for n."""
    features = [game.features for game in games if game.features is not None]
    parts, first = max(one.parts for one in features), features[0]
    return Lessons(
        parts=np.zeros((n, parts, first.part_features), np.float32),
        whole=np.zeros((n, first.whole_features), np.float32),
        chosen=np.zeros((n, MOST_CANDIDATES), np.int64),
        margins=np.zeros((n, MOST_CANDIDATES), np.float32),
    )


class Memory:
    """The last lessons of a process, in half the precision: one is learned from several times."""

    def __init__(self, seed: int, size: int = MEMORY) -> None:
        self.columns: list[Tensor] = []
        self.met, self.size, self.room = 0, size, 0
        self.order = torch.Generator().manual_seed(seed)

    def keep(self, lessons: list[Tensor]) -> None:
        if not self.columns:
            self.room = self.size // sum(bytes_kept(told) for told in lessons)
            self.columns = [torch.zeros((self.room, *told.shape[1:]), dtype=kept_type(told)) for told in lessons]
        rows = torch.arange(self.met, self.met + len(lessons[0])) % self.room
        for column, told in zip(self.columns, lessons, strict=True):
            column[rows] = told.to(column.dtype)
        self.met += len(rows)

    def draw(self, n: int) -> list[Tensor]:
        rows = torch.randint(min(self.met, self.room), (n,), generator=self.order)
        parts, whole, chosen, margins, counts = (column[rows] for column in self.columns)
        return [parts.float(), whole.float(), chosen.long(), margins.float(), counts.float()]

    def forget(self) -> None:
        self.met = 0


def bytes_kept(told: Tensor) -> int:
    """For one lesson."""
    return told[0].numel() * kept_type(told).itemsize


def kept_type(told: Tensor) -> torch.dtype:
    return torch.float16 if told.is_floating_point() else torch.int16


def mistake(network: Network, lessons: list[Tensor]) -> Tensor:
    """How far the differences between candidates are from what the network thinks; what they share does not count."""
    parts, whole, chosen, margins, counts = lessons
    there = (chosen >= 0).float()
    thought = network(parts, whole).gather(1, chosen.clamp(min=0))
    errors = (centred(thought, there) - centred(margins / POINTS, there)).square().sum(1)
    return (counts * errors).mean()


def centred(values: Tensor, there: Tensor) -> Tensor:
    mean = (values * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)
    return (values - mean) * there


class Pace:
    """How fast lessons come, since it was made."""

    def __init__(self) -> None:
        self.lessons, self.begun = 0, time.monotonic()

    def count(self, lessons: int) -> None:
        self.lessons += lessons

    def rate(self) -> float:
        """Per second."""
        return self.lessons / max(time.monotonic() - self.begun, 1e-9)


class Trainer:
    """One process of a training run; the first one tests, tells and keeps."""

    def __init__(self, game: Game, plan: Plan, rank: int, folder: Path, tell: Callable[[str], None]) -> None:
        if game.features is None:
            raise ValueError(f"{game.title} has no features to learn from yet")
        torch.manual_seed(plan.seed)
        torch.set_num_threads(1)
        self.game, self.plan, self.rank, self.folder, self.tell = game, plan, rank, folder, tell
        self.network, self.mean = (Network(shape_of(game.features, plan)) for _ in range(2))
        self.parameters = list(self.network.parameters())
        self.optimisers = optimisers_of(self.network, plan.rate)
        self.lessons, self.minutes, self.curve = 0, 0.0, []  # type: int, float, list[dict[str, float]]
        self.pace = Pace()
        self.mean.load_state_dict(self.network.state_dict())
        self.resume()
        self.variants = [load(game.name, **options) for options in game.features.variants]
        seed = plan.seed * 1000 + rank + self.lessons
        self.school, self.memory = School(self.variants, self.network.shape, seed, plan.prize), Memory(seed)
        self.alone = False

    def run(self) -> None:
        self.school.teach(self.plan, self.mean)  # compiles; not counted
        tested = -self.plan.minutes_between_tests
        before, begun = self.minutes, time.monotonic()
        while (now := self.agreed(before + (time.monotonic() - begun) / 60)) < self.plan.minutes:
            self.minutes, part = now, now / self.plan.minutes
            if not self.alone and part >= 1 - self.plan.alone:
                self.alone = True
                self.memory.forget()
            self.learn(self.school.teach(self.plan, self.mean, alone=self.alone), part)
            self.pace.count(LESSONS * self.plan.processes)
            if self.rank == 0:
                show(f"{self.progress()}, {self.pace.rate():,.0f} a second")
            if now - tested >= self.plan.minutes_between_tests:
                tested = now
                self.test_and_keep()
                self.pace = Pace()
        self.minutes = self.plan.minutes
        self.test_and_keep()

    def agreed(self, number: float) -> float:
        """The first process's number, for all of them."""
        if self.plan.processes == 1:
            return number
        shared = torch.tensor([number], dtype=torch.float64)
        dist.broadcast(shared, 0)
        return float(shared[0])

    def learn(self, lessons: list[Tensor], part: float) -> None:
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = self.plan.rate * max(0.01, 1 - part)
        self.memory.keep(lessons)
        self.lessons += LESSONS * self.plan.processes
        if self.memory.met < ENOUGH:
            return
        repeats = self.plan.repeats_alone if self.alone else self.plan.repeats
        for _ in range(repeats * LESSONS // BATCH):
            self.network.zero_grad()
            mistake(self.network, self.memory.draw(BATCH)).backward()  # type: ignore[no-untyped-call]
            self.share_gradients()
            torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
            for optimiser in self.optimisers:
                optimiser.step()
        with torch.no_grad():
            for kept, new in zip(self.mean.parameters(), self.parameters, strict=True):
                kept.lerp_(new, 1 - STEADINESS)

    def share_gradients(self) -> None:
        if self.plan.processes == 1:
            return
        gradients = [parameter.grad for parameter in self.parameters if parameter.grad is not None]
        flat = torch.cat([gradient.flatten() for gradient in gradients])
        dist.all_reduce(flat)
        flat /= self.plan.processes
        parts = torch.split(flat, [gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))

    # --- what is kept

    def test_and_keep(self) -> None:
        if self.rank != 0:
            return
        of_policy = self.test(POLICY)
        of_random = mean_of(self.test(RANDOM, part=0.1))
        row = {
            "minutes": self.minutes,
            "lessons": self.lessons,
            **asdict(mean_of(of_policy)),
            "random": of_random.margin,
        }
        sentence = (
            f"{self.progress()}: {row['margin']:+.2f} ± {row['error']:.2f} points a round against the policy, "
            f"{row['random']:+.0f} against random play"
        )
        if (earlier := earlier_snapshot(self.folder, self.minutes / 2)) is not None:
            minutes, network = earlier
            of_earlier = mean_of(self.test(network, part=0.5))
            row |= {"earlier_minutes": minutes, "earlier": of_earlier.margin, "earlier_error": of_earlier.error}
            sentence += f", {of_earlier.margin:+.2f} ± {of_earlier.error:.2f} against itself after {minutes:g} minutes"
        self.tell(sentence + f"; rounds won, in fair shares: {' '.join(f'{test.share:.2f}' for test in of_policy)}")
        self.curve.append(row)
        write_safely(self.folder / "checkpoint.pt", lambda path: torch.save(self.state(), path))
        (self.folder / "curve.json").write_text(json.dumps({"plan": asdict(self.plan), "curve": self.curve}, indent=1))
        keep_snapshot(self.folder, self.game, self.mean, row)

    def test(self, rival: int | Network, part: float = 1.0) -> list[Test]:
        """Of each variant."""
        deals = max(2, round(part * self.plan.test_deals / len(self.variants)))
        return [measure(self.mean, game, deals, self.plan.seed + 99, rival) for game in self.variants]

    def progress(self) -> str:
        return f"{self.minutes:.1f} of {self.plan.minutes:g} minutes, {self.lessons:,} lessons"

    def state(self) -> dict[str, Any]:
        return {
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
            "lessons": self.lessons,
            "minutes": self.minutes,
            "curve": self.curve,
        }

    def resume(self) -> None:
        """Go on where a run in this folder was interrupted."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return
        saved = torch.load(path)
        self.network.load_state_dict(saved["network"])
        self.mean.load_state_dict(saved["mean"])
        for optimiser, kept in zip(self.optimisers, saved["optimisers"], strict=True):
            optimiser.load_state_dict(kept)
        self.lessons, self.minutes, self.curve = saved["lessons"], saved["minutes"], saved["curve"]


def optimisers_of(network: Network, rate: float) -> list[torch.optim.Optimizer]:
    """Muon for the matrices, which learns as much from a third of the lessons; Adam for what is no matrix."""
    matrices = [parameter for parameter in network.parameters() if parameter.ndim == 2]
    others = [parameter for parameter in network.parameters() if parameter.ndim != 2]
    muon = torch.optim.Muon(matrices, rate, weight_decay=0.0, adjust_lr_fn="match_rms_adamw")
    return [muon, torch.optim.Adam(others, rate)]


def write_safely(path: Path, write: Callable[[Path], None]) -> None:
    """An interrupted run must not leave half a file."""
    part = path.with_suffix(".part")
    write(part)
    part.replace(path)


def arrays_of(network: Network) -> Arrays:
    """The weights as `weights.expected_arrays` wants them."""

    def array(tensor: Any) -> Any:
        return tensor.detach().numpy()

    return {
        "own": array(network.own.weight).T,
        "own_bias": array(network.own.bias),
        "whole": array(network.whole.weight).T,
        "owns": np.stack([array(layer.weight).T for layer in network.owns]),
        "own_biases": np.stack([array(layer.bias) for layer in network.owns]),
        "pools": np.stack([array(layer.weight).T for layer in network.pools]),
        "of_parts": array(network.of_parts.weight).T,
        "of_parts_bias": array(network.of_parts.bias),
        "of_whole": array(network.of_whole.weight).T,
        "of_whole_bias": array(network.of_whole.bias),
        "faith": array(network.faith).reshape(1),
    }


def network_of(shape: Shape, arrays: Arrays) -> Network:
    """The other way round."""

    def tensor(array: Any) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array))

    weights = {
        "own.weight": arrays["own"].T,
        "own.bias": arrays["own_bias"],
        "whole.weight": arrays["whole"].T,
        "of_parts.weight": arrays["of_parts"].T,
        "of_parts.bias": arrays["of_parts_bias"],
        "of_whole.weight": arrays["of_whole"].T,
        "of_whole.bias": arrays["of_whole_bias"],
        "faith": arrays["faith"].reshape(()),
    }
    for i in range(shape.layers - 1):
        weights[f"owns.{i}.weight"] = arrays["owns"][i].T
        weights[f"owns.{i}.bias"] = arrays["own_biases"][i]
        weights[f"pools.{i}.weight"] = arrays["pools"][i].T
    network = Network(shape)
    network.load_state_dict({name: tensor(array) for name, array in weights.items()})
    return network


def header_of(game: Game, shape: Shape, command: str, row: dict[str, float]) -> Header:
    """What is known of a network from the row of its last test."""
    assert game.features is not None
    return Header(
        game=game.name,
        features=game.features.version,
        shape=shape,
        command=command,
        date=datetime.now(UTC).date().isoformat(),
        lessons=int(row["lessons"]),
        strength=f"{row['margin']:+.1f} ± {row['error']:.1f} points a round against the policy",
    )


def export(game: Game, folder: Path, target: Path, command: str) -> Header:
    """The trained network of a folder as a file of weights."""
    assert game.features is not None
    saved = torch.load(folder / "checkpoint.pt")
    plan = Plan(**json.loads((folder / "curve.json").read_text())["plan"])
    network = Network(shape_of(game.features, plan))
    network.load_state_dict(saved["mean"])
    header = header_of(game, network.shape, command, saved["curve"][-1])
    write_weights(target, header, arrays_of(network))
    return header


def keep_snapshot(folder: Path, game: Game, network: Network, row: dict[str, float]) -> None:
    """The network as it is now, a file like any other network's: `net:file=…` plays it."""
    header = header_of(game, network.shape, f"incognita train {game.name}, so far", row)
    write_weights(folder / "snapshots" / f"{row['minutes']:.1f}.npz", header, arrays_of(network))


def earlier_snapshot(folder: Path, minutes: float) -> tuple[float, Network] | None:
    """The last one that is at least so old."""
    kept = {float(path.stem): path for path in (folder / "snapshots").glob("*.npz")}
    old = [age for age in kept if age <= minutes]
    if not old:
        return None
    age = max(old)
    header, arrays = read_weights(kept[age])
    return age, network_of(header.shape, arrays)


def work(rank: int, name: str, options: dict[str, Any], plan: Plan, folder: str) -> None:
    """One process of a run."""
    import incognita

    if plan.processes > 1:
        os.environ["GLOO_SOCKET_IFNAME"] = "lo"  # nothing listens outside this machine
        meeting = f"file://{Path(folder).resolve()}/meeting"
        dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=plan.processes)
    try:
        Trainer(incognita.load(name, **options), plan, rank, Path(folder), tell).run()
    finally:
        if plan.processes > 1:
            dist.destroy_process_group()


def tell(sentence: str) -> None:
    print(f"{WIPE if sys.stderr.isatty() else ''}incognita train: {sentence}", file=sys.stderr, flush=True)


def show(sentence: str) -> None:
    """On a terminal, and only until the next sentence."""
    if sys.stderr.isatty():
        print(f"{WIPE}{sentence}", end="", file=sys.stderr, flush=True)


def train(game: Game, plan: Plan, folder: Path) -> None:
    """Train in a folder, or go on with what lies there."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "meeting").unlink(missing_ok=True)
    arguments = (game.name, game.changed_options(), plan, str(folder))
    if plan.processes == 1:
        work(0, *arguments)
    else:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("incognita train: stopped; the same command goes on"))
        spawn(work, arguments, nprocs=plan.processes, daemon=True)  # type: ignore[no-untyped-call]
