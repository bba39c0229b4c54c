"""Practice: a network plays, against itself and against hand-written players, and does more of what turned out well.

This is proximal policy optimisation. What turned out well is decided by a judge, a second network that sees all hands
and the order of the draw pile: with nothing left to chance, what it thinks before and after a decision tells how good
the decision was. The player itself only ever sees its view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits
from torch.utils.benchmark import Timer

from incognita.core.game import Game
from incognita.learn.inference import POINTS
from incognita.learn.network import Head, Judge, Network, Positions, firsts_of
from incognita.learn.selfplay import END, Decisions, Rounds, grade, new_decisions
from incognita.learn.together import Together, optimisers_of, set_rate

ROUNDS = 512
"""Side by side in each process, of all variants together …"""
STEPS = 64
"""… and how many decisions of each are learned from at a time."""
BATCH = 4096
"""Decisions for one correction of the network, in each process: most of what one decision teaches is luck …"""
JUDGE_BATCH = 2048
"""… and of the judge."""
SURE = 0.99
"""Where the network is as sure as this, there is next to nothing to learn. Most decisions are like that …"""
READ = 0.5
"""… and as consecutive positions are much alike, the judge learns from this part of them."""
WARMTH = 1 / 36
"""What looks worse by this part of a spread, a point in Lost Cities, has e times less of a chance. What looks a little
worse must be tried now and then: the network is not that sure of what it sees."""
SHARPER = 3.0
"""In the end that chance is smaller by this power. Who plays by lot learns to play as it is best for somebody who errs
often, and the network at work does not play by lot."""
CAUTION = 0.2
"""By how much the chance of an action may change at a time."""
BETWEEN_SELVES = 50
"""Looks after which the network is remembered: whoever forgets how it used to play can be beaten that way again."""
LOOKS_TOGETHER = 6
"""For so many looks an earlier network stays: a round takes two or three …"""
DREAD = 0.1
"""… and one against whom results are worse by this part of a spread is met e times as often …"""
LATEST = 0.3
"""… where the latest results count as this part of what is known of them."""
BOLDNESS = 1 / 8
"""In a trial what looks worse by eight such points has e times less of a chance, and so on to the end: what looks very
bad mostly is, and whoever does it learns nothing more in that round."""
LEAST = 0.02
"""To this part the rate of learning falls, and what variety counts: whoever values variety to the end thinks alike of
what is not."""
AWARENESS = 0.2
"""What it counts to tell hand-written players from networks: what is good against the one is bad against the other."""
WARMING_UP = 24
"""How often only the judge learns at first."""
JUDGE_RATE = 4e-3
"""At which it learns, at first, however slowly the network does: a judge that lags behind misleads it …"""
JUDGE_LEAST = 0.1
"""… and the part of that to which it falls."""
JUDGE_FORESIGHT = 0.97
"""How much of what comes later counts for the judge: more than for a decision, as whoever learns mostly from its own
opinion of what follows takes over what is wrong with it."""
JUDGE_WIDTH = 64
"""Of its layers, however wide the network is: a wider judge takes longer and has shown no gain."""


@dataclass(frozen=True)
class Manner:
    """How a network practises."""

    rate: float = 2e-3
    """Of learning, at first; it falls in a straight line to nothing."""
    foresight: float = 0.88
    """How much of what came later counts for a decision, from one decision to the next."""
    scripted: float = 0.6
    """The part of the rounds that are against hand-written players …"""
    former: float = 0.25
    """… and against what the network was before. In the others all sides are the network."""
    narrow: float = 0.0
    """In this first part of practice nothing is tried that the hand-written player thinks very little of."""
    curious: float = 0.02
    """In this part of its decisions the network does anything at all, to see what comes of it: at first; it falls to
    nothing."""
    calm: float = 1.0
    """How many times as far apart opinions are taken as by one who begins: whoever has learned much already should not
    begin again with leaving as much to chance."""
    openness: float = 0.02
    """What it counts to keep several actions in play, at first; it falls to next to nothing."""


class Former:
    """What a network was before, and how it fares against each of them now."""

    def __init__(self, network: Network) -> None:
        self.network = Network(network.shape)
        self.kept: list[dict[str, Tensor]] = []
        self.fared: list[float] = []
        self.met = 0
        self.remember(network)

    def remember(self, network: Network) -> None:
        self.kept.append({name: weights.clone() for name, weights in network.state_dict().items()})
        self.fared.append(float(np.mean(self.fared)) if self.fared else 0.0)

    def choose(self, order: torch.Generator) -> None:
        """One of them by lot, those that are hard to beat more often: what was forgotten has to be learned again."""
        chances = torch.softmax(-torch.tensor(self.fared) / DREAD, 0)
        self.met = int(torch.multinomial(chances, 1, generator=order))
        self.network.load_state_dict(self.kept[self.met])

    def note(self, results: Any) -> None:
        """What rounds against the one that is met came to."""
        if len(results):
            self.fared[self.met] += LATEST * (float(np.mean(results)) - self.fared[self.met])


class Playing:
    """Rounds that a network plays by lot, all variants side by side, and its decisions in them."""

    def __init__(
        self,
        games: Sequence[Game],
        network: Network,
        manner: Manner,
        prize: float | None,
        seed: int,
        together: Together,
    ) -> None:
        self.network, self.manner, self.together = network, manner, together
        self.former = Former(network)
        sizes, parts = sizes_of_rooms(games), (manner.scripted, manner.former)
        self.rooms = [Rounds(game, sizes[i], seed * 100 + i, *parts, prize) for i, game in enumerate(games)]
        self.firsts = [sum(sizes[:i]) for i in range(len(games))]
        self.n = sum(sizes)
        self.decisions = new_decisions(list(games), self.n * STEPS)
        self.first_sharpness = POINTS / (WARMTH * float(np.mean([game.spread for game in games])))
        self.sharpen(0.0)
        others = [np.stack([room.scripted != 0, room.former != 0], 1) for room in self.rooms]
        self.others = torch.from_numpy(np.tile(np.concatenate(others), (STEPS, 1)).astype(np.float32))
        """Whom every decision is against, hand-written players or earlier networks."""
        spreads = np.concatenate([np.full(len(room.states), room.scene.spread) for room in self.rooms])
        self.points = torch.from_numpy(np.tile(POINTS / spreads, STEPS).astype(np.float32))
        self.order = torch.Generator().manual_seed(seed)
        self.times = 0

    def sharpen(self, part: float) -> None:
        """Leave the less to chance the more of practice is over."""
        self.sharpness = self.manner.calm * self.first_sharpness * (1 + (SHARPER - 1) * part)
        self.boldness = BOLDNESS * self.first_sharpness / self.sharpness

    def play(self, narrow: bool = False, curious: float = 0.0) -> None:
        if self.times % LOOKS_TOGETHER == 0:
            self.former.choose(self.order)
        for room in self.rooms:
            room.forget()
        for step in range(STEPS):
            start = step * self.n
            for room, first in zip(self.rooms, self.firsts, strict=True):
                room.go_on(self.decisions, start + first, narrow, bool(self.former.network.narrow))
            scores = self.scores_of_all(torch.arange(start, start + self.n))
            for room, first in zip(self.rooms, self.firsts, strict=True):
                its = scores[first : first + len(room.states)].numpy()
                room.act(self.decisions, start + first, its, curious, self.boldness)
        told, against_former = self.decisions, self.others[:, 1].numpy() > 0
        self.former.note(told.results[against_former & (told.following == END) & ~told.former])
        self.times += 1

    @torch.inference_mode()
    def scores_of_all(self, rows: Tensor) -> Tensor:
        """By the network, or by the one that it was where that sits."""
        former = torch.from_numpy(self.decisions.former)[rows]
        scores = torch.empty(len(rows), self.decisions.legal.shape[1])
        for network, its in ((self.network, ~former), (self.former.network, former)):
            if its.any():
                scores[its] = self.sharpness * network.of(self.seen(rows[its])[0], self.decisions.there.shape[1])
        return scores

    def seen(self, rows: Tensor) -> tuple[Positions, Tensor]:
        """What the seats know in these rows, and the secrets of their parts."""
        return seen(self.decisions, rows)

    def batches(self, rows: Tensor, part: float, size: int) -> Iterator[Tensor]:
        """Some of the rows, mixed; as many batches in every process, of about this size."""
        n = int(part * self.together.least(len(rows)))
        mixed = rows[torch.randperm(len(rows), generator=self.order)]
        yield from torch.tensor_split(mixed[:n], max(1, round(n / size)))


class Practice(Playing):
    """One process's share of it."""

    def __init__(
        self,
        games: Sequence[Game],
        network: Network,
        manner: Manner,
        prize: float | None,
        seed: int,
        together: Together,
    ) -> None:
        super().__init__(games, network, manner, prize, seed, together)
        features = games[0].features
        assert features is not None
        self.judge = Judge(network.shape._replace(width=JUDGE_WIDTH), features.part_secrets)
        for trunk in (network.trunk, self.judge.trunk):
            trunk.quick = halves_are_quicker(trunk.own.out_features)
        self.whom = Head(2 * network.shape.width, 1)
        """Whom it plays against, from what it knows before its last layer."""
        learned = torch.nn.ModuleList([network, self.whom])
        self.parameters, self.of_judge = list(learned.parameters()), list(self.judge.parameters())
        self.optimisers = optimisers_of(learned, manner.rate)
        self.judge_optimisers = optimisers_of(self.judge, JUDGE_RATE)

    def go_on(self, part: float) -> int:
        """Play, and learn from it; `part` is how much of the time is over. Returns the decisions of this process."""
        self.sharpen(part)
        self.network.narrow.fill_(part < self.manner.narrow)
        self.play(bool(self.network.narrow), self.manner.curious * (1 - part))
        values, told = self.values(), self.decisions
        grades, graded = self.graded(values, self.manner.foresight)
        surprises, _ = self.graded(values, max(JUDGE_FORESIGHT, self.manner.foresight))
        for optimiser in self.optimisers:
            set_rate(optimiser, self.manner.rate * max(LEAST, 1 - part))
        for optimiser in self.judge_optimisers:
            set_rate(optimiser, JUDGE_RATE * max(JUDGE_LEAST, 1 - part))
        self.teach_judge(torch.from_numpy(np.flatnonzero(graded & ~told.tried)), torch.from_numpy(values + surprises))
        if self.times > WARMING_UP:
            open_ones = np.flatnonzero(graded & (told.tried | (told.sure < SURE)))
            spread = self.together.mean(float(grades[open_ones].std()))
            self.learn(torch.from_numpy(open_ones), torch.from_numpy(grades), spread, part)
        if self.times % BETWEEN_SELVES == 0:
            self.former.remember(self.network)
        return len(values)

    def state(self) -> dict[str, Any]:
        optimisers = (*self.optimisers, *self.judge_optimisers)
        return {
            "judge": self.judge.state_dict(),
            "whom": self.whom.state_dict(),
            "optimisers": [optimiser.state_dict() for optimiser in optimisers],
            "times": self.times,
            "former": (self.former.kept, self.former.fared),
        }

    def load(self, kept: dict[str, Any]) -> None:
        self.judge.load_state_dict(kept["judge"])
        self.whom.load_state_dict(kept["whom"])
        optimisers = (*self.optimisers, *self.judge_optimisers)
        for optimiser, state in zip(optimisers, kept["optimisers"], strict=True):
            optimiser.load_state_dict(state)
        self.times, (self.former.kept, self.former.fared) = kept["times"], kept["former"]

    def graded(self, values: Any, foresight: float) -> tuple[Any, Any]:
        """The grades of all decisions, and which of them have one."""
        grades, graded, told = np.zeros_like(values), np.zeros(len(values), np.bool_), self.decisions
        grade(values, told.following, told.tried, told.results, foresight, grades, graded)
        return grades, graded

    def values(self) -> Any:
        """What the judge thinks of all positions."""
        values = torch.zeros(len(self.decisions.chosen))
        own = torch.from_numpy(np.flatnonzero(~self.decisions.former))
        with torch.inference_mode():
            for rows in torch.split(own, JUDGE_BATCH):
                values[rows] = self.judge(*self.seen(rows), self.others[rows])
        return values.numpy()

    def teach_judge(self, rows: Tensor, targets: Tensor) -> None:
        for _ in range(1 if self.times > WARMING_UP else 3):
            for batch in self.batches(rows, READ, JUDGE_BATCH):
                error = (self.judge(*self.seen(batch), self.others[batch]) - targets[batch]).square().mean()
                self.together.correct(error, self.of_judge, self.judge_optimisers, 1.0)

    def learn(self, rows: Tensor, grades: Tensor, spread: float, part: float) -> None:
        """`spread` is that of the grades."""
        for batch in self.batches(rows, 1.0, BATCH):
            mistake = self.mistake(self.seen(batch)[0], batch, grades[batch], spread, part)
            self.together.correct(mistake, self.parameters, self.optimisers, 0.5)

    def mistake(self, positions: Positions, rows: Tensor, grades: Tensor, spread: float, part: float) -> Tensor:
        """Too small a chance of what turned out well, too little variety, wrong opinions of what was tried and of whom
        it is against.
        """
        told = self.decisions
        legal, chosen = torch.from_numpy(told.legal)[rows], torch.from_numpy(told.chosen)[rows][:, None]
        opinions, before = self.network.and_before(positions, told.there.shape[1])
        unaware = binary_cross_entropy_with_logits(self.whom(before)[:, 0], self.others[rows, 0])
        logs = torch.log_softmax((self.sharpness * opinions).masked_fill(~legal, -1e9), 1)
        chances, tried = logs.exp(), torch.from_numpy(told.tried)[rows]
        change = (logs.gather(1, chosen)[:, 0] - torch.from_numpy(told.chances)[rows]).exp()
        told_well = grades / spread
        gain = torch.min(change * told_well, change.clamp(1 - CAUTION, 1 + CAUTION) * told_well)
        variety = -(chances * logs.masked_fill(~legal, 0.0)).sum(1)
        beside = opinions.gather(1, chosen)[:, 0] - (chances.detach() * opinions).sum(1)
        error = ((self.points[rows] * beside - grades) / spread).square()
        openness = self.manner.openness * max(LEAST, 1 - part)
        return torch.where(tried, error, -gain).mean() - openness * variety.mean() + AWARENESS * unaware


def sizes_of_rooms(games: Sequence[Game]) -> list[int]:
    """How many of the rounds are of each variant."""
    features = games[0].features
    often = features.often if features is not None and len(features.often) == len(games) else (1,) * len(games)
    return [max(1, ROUNDS * times // sum(often)) for times in often]


def halves_are_quicker(width: int) -> bool:
    """Whether this processor multiplies matrices of a layer faster in half the precision, there and back included."""
    numbers, weights = torch.rand(2 * BATCH, width), torch.rand(width, width)
    full = Timer("numbers @ weights", globals={"numbers": numbers, "weights": weights}).timeit(20).median
    half = Timer(
        "(numbers.bfloat16() @ weights.bfloat16()).float()", globals={"numbers": numbers, "weights": weights}
    ).timeit(20)
    return half.median < 0.8 * full


def seen(decisions: Decisions, rows: Tensor) -> tuple[Positions, Tensor]:
    there, parts = torch.from_numpy(decisions.there)[rows], decisions.there.shape[1]
    slots = there.flatten().nonzero()[:, 0]
    flat = rows[slots // parts] * parts + slots % parts
    of_parts = torch.from_numpy(decisions.parts).flatten(0, 1)
    secrets = torch.from_numpy(decisions.secrets).flatten(0, 1)
    whole = torch.from_numpy(decisions.whole)
    return Positions(of_parts[flat], whole[rows], firsts_of(there), slots), secrets[flat]
