"""Agents against agents on mirrored deals: who meets whom, how a deal is played, what is kept of it.

A *deal* is one round's shuffled deck. It is played once in every *seating*, the same seat beginning, so that every
entrant has every hand; most of the luck of the deal then cancels. What a deal brought is the mean over its seatings,
which makes each deal one independent observation (`play.results`). Where whole matches are played, a deal is the decks
of all their rounds, the first being that of the single round; who begins the later ones follows from the rules.

Everything that happens in a deal follows from the contest and the number of the deal: agents are given seeds derived
from (seed of the contest, deal, seating, seat), and a later deck follows from (seed of the contest, deal, round).
Where and in which order deals are played changes nothing.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognita.core import rng, rules
from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.core.jit import Actions, Int, Random, Row, Rows, digest, kernel
from incognita.core.playout import play_seated
from incognita.core.rules import MOST_ACTIONS, NONE
from incognita.games import load
from incognita.play.agent import Agent, Forfeit, HearsResult, make_agent

MOST_PLIES = 4000
"""A round that lasts longer is broken off and counted as it stands: discards can go round for ever."""
COMPILED = ("policy", "random")
"""Agents that need no Python: rounds among them are played by one kernel, with the same result."""
LATER_DECKS = np.uint64(255)
"""The branch of a deal's seed from which the decks of later rounds are drawn: no seating has this number."""
PROBES, PROBE_SEED = 100, 0

Seatings = tuple[tuple[int, ...], ...]
"""For every seating: which entrant has which side."""


@dataclass(frozen=True)
class Contest:
    """Everything that decides what happens in deal number i."""

    game: str
    options: Mapping[str, Any]
    """The options of the game that differ from their defaults."""
    specs: tuple[str, ...]
    """The entrants; results are those of the first."""
    seed: int
    rounds: int = 1
    """Of every match; 1 is the first round alone, of whatever match the rulebook makes it part of."""

    @property
    def compiled(self) -> bool:
        return all(spec in COMPILED for spec in self.specs)

    def load(self) -> Game:
        return load(self.game, **self.options)


class Forfeited(NamedTuple):
    """A round, or a match, that an agent could not go on with."""

    deal: int
    seating: int
    seat: int
    entrant: int
    reason: str


@dataclass
class Rounds:
    """What happened in deals `first`, `first` + 1 and so on; the same contest gives the same on every machine.

    Of matches the totals: all their points, all their actions, and whether any round was broken off.
    """

    first: int
    points: NDArray[np.int32]
    """By deal, seating and side."""
    plies: NDArray[np.int32]
    """By deal and seating."""
    broken_off: NDArray[np.bool_]
    """By deal and seating."""
    forfeits: list[Forfeited] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.points)


@dataclass
class Clock:
    """How long the decisions of an entrant took."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    @property
    def mean_ms(self) -> float:
        """Milliseconds for a decision; not a number if none was timed."""
        return 1000 * self.seconds / self.decisions if self.decisions else math.nan

    def add(self, other: Clock) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


@dataclass
class Chunk:
    """Rounds played in one go, and what differs from machine to machine."""

    rounds: Rounds
    clocks: list[Clock]
    worker: int
    """The process that played them."""


def contest(game: Game, specs: Sequence[str], seed: int, rounds: int = 1) -> Contest:
    """A contest that can take place: the game, the number of entrants and their specs fit each other."""
    if rounds != 1:  # a first round alone can be played even where the rulebook fixes the number of rounds
        game.check_rounds(rounds)
    seatings(len(game.sides), len(specs))
    rng.generator(seed)
    for spec in specs:
        make_agent(spec, game).close()
    return Contest(game.name, game.changed_options(), tuple(specs), seed, rounds)


def seatings(sides: int, entrants: int) -> Seatings:
    """Two entrants: the first has every side in turn and the other the rest. One for each side: all rotations."""
    if entrants == sides:
        return tuple(tuple((side - turn) % sides for side in range(sides)) for turn in range(sides))
    if entrants == 2:
        return tuple(tuple(int(side != turn) for side in range(sides)) for turn in range(sides))
    wanted = "2 agents" if sides == 2 else f"2 agents, or {sides}, one for each side"
    raise OptionError(f"this game has {sides} sides, so a contest is among {wanted}, not {entrants}")


def blank_rounds(first: int, deals: int, shape: tuple[int, int]) -> Rounds:
    """Nothing has happened yet; `shape` is seatings by sides."""
    points = np.zeros((deals, *shape), np.int32)
    return Rounds(first, points, np.zeros((deals, shape[0]), np.int32), np.zeros((deals, shape[0]), np.bool_))


def joined(parts: Sequence[Rounds]) -> Rounds:
    """Parts that follow each other, as one."""
    return Rounds(
        parts[0].first,
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.plies for part in parts]),
        np.concatenate([part.broken_off for part in parts]),
        [forfeit for part in parts for forfeit in part.forfeits],
    )


def play_deals(contest: Contest, first: int, stop: int, sources: str = "") -> Chunk:
    """Play the deals from `first` to before `stop`. Another machine says with `sources` what it expects to be run."""
    if sources and sources != digest():
        raise RuntimeError("this machine has another version of incognita, NumPy or Numba than the one that asks")
    game = contest.load()
    layout = seatings(len(game.sides), len(contest.specs))
    rounds = blank_rounds(first, stop - first, (len(layout), len(game.sides)))
    clocks = [Clock() for _ in contest.specs]
    if contest.compiled:
        play_compiled(game, contest, layout, rounds)
    else:
        with Table(game, contest, layout, clocks) as table:
            for i in range(len(rounds)):
                table.play_deal(rounds, i)
    return Chunk(rounds, clocks, os.getpid())


# --- any agents, called from Python


class Table:
    """The agents of a contest, kept from deal to deal; an entrant has an agent for each of its seats."""

    def __init__(self, game: Game, contest: Contest, layout: Seatings, clocks: list[Clock]) -> None:
        self.game, self.contest, self.clocks = game, contest, clocks
        self.layouts = [by_seat(game, seating) for seating in layout]
        self.agents: dict[tuple[int, int], Agent] = {}
        self.warm: set[tuple[int, int]] = set()
        self.views, self.dice = np.zeros(1, game.view_dtype), np.zeros(1, np.uint64)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *error: object) -> None:
        with ExitStack() as closing:  # one that cannot be closed does not keep the others open
            for agent in self.agents.values():
                closing.callback(agent.close)

    def play_deal(self, rounds: Rounds, i: int) -> None:
        deal = rounds.first + i
        seed = rng.derived_seed(self.contest.seed, deal)
        dealt = self.game.blank(rounds=self.contest.rounds)
        rules.deal_at(dealt, 0, rng.generator(seed))
        for k in range(len(self.layouts)):
            self.play_seating(rounds, i, k, dealt.copy(), seed)

    def play_seating(self, rounds: Rounds, i: int, k: int, states: Rows, deal_seed: int) -> None:
        """One seating of one deal: every round to its end or to the limit, or until somebody forfeits."""
        entrants = self.layouts[k]
        keys = [(entrant, entrants[:seat].count(entrant)) for seat, entrant in enumerate(entrants)]
        seat = 0
        try:
            for seat, key in enumerate(keys):
                self.agent(key).begin(seat, rng.derived_seed(deal_seed, k, seat))
            for number in range(self.contest.rounds):
                if number > 0:
                    begin_next_round(states, 0, np.uint64(deal_seed), self.dice)
                limit = rounds.plies[i, k] + MOST_PLIES
                while (seat := int(states["seat"][0])) != NONE and rounds.plies[i, k] < limit:
                    rules.apply_at(states, 0, self.decision(states, seat, keys[seat]))
                    rounds.plies[i, k] += 1
                rounds.broken_off[i, k] |= seat != NONE
        except Forfeit as forfeit:
            self.replace(keys[seat])
            rounds.forfeits.append(Forfeited(rounds.first + i, k, seat, entrants[seat], forfeit.reason))
            rounds.points[i, k] = self.forfeit_points(seat)
            return
        rounds.points[i, k] = side_points(self.game, states)
        self.tell_result(states, keys)

    def decision(self, states: Rows, seat: int, key: tuple[int, int]) -> int:
        """What the agent of this seat does; an action that it may not take forfeits."""
        rules.observe_at(states, 0, seat, self.views, 0)
        choices = self.views["legal"][0, : int(self.views["choices"][0])].tolist()
        agent, before = self.agents[key], perf_counter()
        action = agent.decide(self.views)
        took = perf_counter() - before
        if key in self.warm:  # the first decision of an agent may compile, or wait for a process to start
            self.clocks[key[0]].add(Clock(1, took, took))
        self.warm.add(key)
        if action not in choices:
            raise Forfeit(f"{action!r} is not a legal action here")
        return int(action)

    def tell_result(self, states: Rows, keys: Sequence[tuple[int, int]]) -> None:
        for agent in (self.agents[key] for key in keys):
            if isinstance(agent, HearsResult):
                agent.end(self.game.scores(states)[0].tolist(), self.game.winners(states))

    def forfeit_points(self, seat: int) -> list[int]:
        """The points of every side when this seat forfeits."""
        lost, won = self.worst_defeat
        return [lost if seat in side else won for side in self.game.sides]

    @cached_property
    def worst_defeat(self) -> tuple[int, int]:
        return worst_defeat(self.game, self.contest.rounds)

    def agent(self, key: tuple[int, int]) -> Agent:
        if key not in self.agents:
            self.agents[key] = make_agent(self.contest.specs[key[0]], self.game)
        return self.agents[key]

    def replace(self, key: tuple[int, int]) -> None:
        """An agent that forfeited may be dead or beside itself: the next deal begins with a new one."""
        self.warm.discard(key)
        if key in self.agents:
            self.agents.pop(key).close()


def by_seat(game: Game, seating: Sequence[int]) -> list[int]:
    """The entrant of every seat."""
    return [seating[game.side_of(seat)] for seat in range(game.players)]


def side_points(game: Game, states: Rows) -> list[int]:
    points = game.scores(states)[0]
    return [int(points[side[0]]) for side in game.sides]


def worst_defeat(game: Game, rounds: int = 1) -> tuple[int, int]:
    """What a forfeit costs: the points of the worst and the best side where they were farthest apart, in 100 deals of
    random play against the policy that depend on nothing but the game and how much of it is played. Giving up must not
    pay.
    """
    probe = Contest(game.name, game.changed_options(), ("random", "policy"), PROBE_SEED, rounds)
    points = play_deals(probe, 0, PROBES).rounds.points.reshape(-1, len(game.sides))
    farthest = points[np.argmax(np.ptp(points, axis=1))]
    return min(int(farthest.min()), int(farthest.max()) - 1), int(farthest.max())


@kernel
def begin_next_round(states: Rows, i: Int, deal_seed: Int, dice: Random) -> None:
    """The next round of a match. Its deck is the same in all seatings, whatever was played, so that matches mirror.

    A round that was broken off is carried as it stands. Where the seat after the one that ended it should begin, nobody
    ended it, and the first seat begins.
    """
    state: Row = states[i]
    rules.carry(state)
    dice[0] = rng.derived(rng.derived(deal_seed, LATER_DECKS), np.uint64(state.round_number))
    rules.deal(state, dice)


# --- the agents that are compiled


def play_compiled(game: Game, contest: Contest, layout: Seatings, rounds: Rounds) -> None:
    masks = np.array([policy_seats(by_seat(game, seating), contest.specs) for seating in layout], np.int64)
    points = np.zeros((*rounds.plies.shape, game.players), np.int32)
    rngs, actions = np.zeros(game.players, np.uint64), np.empty(MOST_ACTIONS, np.uint16)
    rows = game.blank(2, rounds=contest.rounds), np.zeros(1, game.view_dtype)
    seeds = np.uint64(contest.seed), np.uint64(rounds.first)
    play_seatings(*rows, *seeds, contest.rounds, rngs, masks, actions, points, rounds.plies, rounds.broken_off)
    rounds.points[:] = points[:, :, [side[0] for side in game.sides]]


def policy_seats(entrants: Sequence[int], specs: Sequence[str]) -> int:
    return sum(1 << seat for seat, entrant in enumerate(entrants) if specs[entrant] == "policy")


@kernel
def play_seatings(
    states: Rows,
    views: Rows,
    seed: Int,
    first: Int,
    rounds: Int,
    rngs: Random,
    masks: NDArray[np.int64],
    actions: Actions,
    points: NDArray[np.int32],
    plies: NDArray[np.int32],
    broken_off: NDArray[np.bool_],
) -> None:
    """Each deal once for every mask of seats that follow the policy; the same seat begins every time.

    It is dealt into the first of two states and played in the second.
    """
    dice = np.zeros(1, np.uint64)
    for i in range(len(points)):
        deal_seed = rng.derived(seed, first + np.uint64(i))
        dice[0] = deal_seed
        rules.deal(states[0], dice)
        for k in range(len(masks)):
            states[1] = states[0]
            seating_seed = rng.derived(deal_seed, np.uint64(k))
            for seat in range(len(rngs)):
                rngs[seat] = rng.derived(seating_seed, np.uint64(seat))
            for number in range(rounds):
                if number > 0:
                    begin_next_round(states, 1, deal_seed, dice)
                plies[i, k] += play_seated(states[1], views[0], rngs, masks[k], actions, MOST_PLIES)
                broken_off[i, k] |= states[1].seat != NONE
            rules.score(states[1], points[i, k])
