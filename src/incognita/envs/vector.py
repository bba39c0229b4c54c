"""Many rounds at once, stepped together: for learning with batches.

    env = Vector(incognita.load("lost-cities"), 1024, seed=7)
    while True:
        actions = choose(env.arrays.observations, env.arrays.mask)
        env.step(actions)

All that a step tells lies in `env.arrays`, which are written in place and which the caller may bring along. A row whose
episode ended is dealt anew in the same step: its rewards and flags belong to the episode that ended, everything else to
the new one.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from incognita.core import rng
from incognita.core.batch import (
    Batch,
    Flags,
    Limits,
    Seats,
    Shown,
    Wanted,
    begin_episodes,
    encode_rows,
    end_rounds,
    illegal_row,
    play_rows,
    show_rows,
    step_rows_on_cores,
)
from incognita.core.encoder import numbers_dtype
from incognita.core.errors import OptionError
from incognita.core.game import Game, States, Views
from incognita.core.jit import CONFIG, Rows
from incognita.core.pieces import Layout
from incognita.core.rules import Numbers

LAYOUTS: WeakKeyDictionary[Game, Layout] = WeakKeyDictionary()
DTYPES: WeakKeyDictionary[Game, np.dtype[Any]] = WeakKeyDictionary()
REWARDS = ("margin", "win")
EPISODES = ("round", "match")
MOST_PLIES = 1000
"""No episode of one round lasts longer: rounds of people and of random play last about a hundred."""


class Arrays(NamedTuple):
    """What a step writes; row i is environment i. Only the environment writes here."""

    observations: Numbers
    """What the seat to act sees, in pieces: `game.layout()` says where they lie."""
    views: Views
    """The same as the raw row of the game."""
    mask: Flags
    """True for the legal actions."""
    rewards: Numbers
    """By seat; anything but 0 only where an episode ended."""
    seats: Seats
    """Who must decide."""
    terminated: Flags
    truncated: Flags


class Vector:
    """`n` environments of one game in one array.

    `episode` is a "round" or the whole "match". `reward` comes at the end: "margin", own points minus the mean of the
    other sides', or "win", 1 for winning and less than 0 for losing, so that all rewards of a match add up to nothing.
    After `most_plies` actions an episode is truncated, and paid as if it ended there: delaying gains nothing. Without
    `auto_reset` a finished row rests, whatever its action, until it is reset. `cores` changes the speed and nothing
    else.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int | None = None,
        episode: str = "round",
        reward: str = "margin",
        most_plies: int | None = None,
        starter: int | None = None,
        auto_reset: bool = True,
        cores: int = 1,
        arrays: Arrays | None = None,
    ) -> None:
        check_choice("episode", episode, EPISODES)
        check_choice("reward", reward, REWARDS)
        if n < 1:
            raise OptionError(f"there must be at least one environment, not {n}")
        self.game, self.n, self.layout = game, n, layout_of(game)
        self.reward, self.auto_reset = reward, auto_reset
        self.cores = min(cores, CONFIG.NUMBA_NUM_THREADS)
        self.rounds = game.usual_rounds if episode == "match" else 1
        self.most_plies = MOST_PLIES * self.rounds if most_plies is None else most_plies
        self.arrays = new_arrays(game, n) if arrays is None else check_arrays(game, n, arrays)
        self.states = game.blank(n)
        """The whole truth of every row: for engines and tests, never for a seat."""
        self.finals = game.blank(n)
        """Where an episode ended in the last step: the state it ended with."""
        self.rngs = np.zeros(n, np.uint64)
        self.plies = np.zeros(n, np.int64)
        self.resting = np.zeros(n, np.bool_)
        self.limits = Limits(self.most_plies, self.rounds, auto_reset)
        numbers = as_rows(game, self.arrays.observations)
        self.shown = Shown(self.arrays.seats, self.arrays.views, numbers, self.arrays.mask)
        self.batch = Batch(
            self.states,
            self.finals,
            starting_states(game, self.rounds, starter),
            np.array([side[0] for side in game.sides], np.uint8),
            self.rngs,
            self.plies,
            self.resting,
            np.zeros((n, game.players), np.int32),
            self.arrays.rewards,
            self.arrays.terminated,
            self.arrays.truncated,
        )
        self.reset(seed=secrets.randbits(64) if seed is None else seed)

    def reset(self, *, seed: int | None = None, rows: NDArray[Any] | Sequence[bool] | None = None) -> Arrays:
        """Deal anew: all rows or those flagged. With a seed every row begins its own stream of deals again."""
        if seed is not None:
            self.rngs[:] = rng.streams(seed, self.n)
        chosen = np.ones(self.n, np.bool_) if rows is None else np.asarray(rows, np.bool_)
        if chosen.shape != (self.n,):
            raise ValueError(f"{self.n} environments need {self.n} flags, not {chosen.shape}")
        for outcome in (self.arrays.rewards, self.arrays.terminated, self.arrays.truncated):
            outcome[chosen] = 0
        begin_episodes(self.batch, np.flatnonzero(chosen))
        self.show()
        return self.arrays

    def step(self, actions: Sequence[int] | NDArray[Any]) -> Arrays:
        """Perform one action in every row; IllegalAction, and nothing is changed, if one of them is illegal.

        A row that is told LEAVE (-1) stays as it is.
        """
        wanted = np.array(actions, np.int64)
        if wanted.shape != (self.n,):
            raise ValueError(f"{self.n} environments need {self.n} actions, not {wanted.shape}")
        rested = self.resting.copy() if self.reward == "win" else None
        row = self.step_rows(wanted)
        if row < self.n:
            raise self.game.illegal(self.states[row : row + 1], int(wanted[row]))
        if rested is not None:  # only the game knows what breaks a tie
            ended = (self.arrays.terminated | self.arrays.truncated) & ~rested
            self.arrays.rewards[ended] = rewards(self.game, self.finals[ended], self.reward)
        return self.arrays

    def step_rows(self, wanted: Wanted) -> int:
        """Step, unless an action is illegal; the first row where one is, or `n`.

        On one core by several kernels: all in one takes longer to compile, and would be compiled for every layout.
        """
        if self.cores > 1:
            return int(step_rows_on_cores(self.batch, wanted, self.limits, self.shown, self.cores))
        row = int(illegal_row(self.resting, self.arrays.mask, wanted, 0, self.n))
        if row == self.n:
            if play_rows(self.states, wanted, self.resting, self.plies, self.limits.most_plies, *self.batch[-3:]):
                end_rounds(self.batch, 0, self.n, self.limits)
            self.show()
        return row

    def are_legal(self, actions: NDArray[Any]) -> Flags:
        """For every row whether it may be told that action."""
        known = (actions >= 0) & (actions < self.game.actions)
        return known & self.arrays.mask[np.arange(self.n), np.where(known, actions, 0)]

    def forfeit(self, rows: Flags) -> None:
        """End the episodes of the flagged rows where they are, unpaid: somebody there broke the rules."""
        self.arrays.terminated[rows] = self.resting[rows] = True
        self.arrays.mask[rows] = False

    def show(self) -> None:
        """What the seats to act see and may do."""
        show_rows(self.states, self.resting, *self.shown)


def starting_states(game: Game, rounds: int, starter: int | None) -> States:
    """What an episode begins with, before the deal, by the starter that is drawn; all the same if it is known."""
    starts = game.blank(game.players)  # zeros, so that what pads the rows is copied as zeros
    for seat in range(game.players):
        first = seat if starter is None else game.check_seat(starter, "starter")
        starts[seat : seat + 1] = game.blank(rounds=rounds, starter=first)
    return starts


def rewards(game: Game, finals: States, reward: str) -> Numbers:
    """What every seat is paid for episodes that ended so, a row for each."""
    points, sides = game.scores(finals), len(game.sides)
    if reward == "margin":
        return margins(game, points).astype(np.float32)
    won = points == points.max(1, keepdims=True)
    for row in np.flatnonzero(won.sum(1) > len(game.sides[0])):  # equal points: only the game knows what breaks a tie
        won[row] = np.isin(np.arange(game.players), game.winners(finals[row : row + 1]))
    winners = won.sum(1, keepdims=True) / len(game.sides[0])
    # Losers pay together as much as winners get: 1 for a single winner, 0 for all when all are equal.
    return np.where(won, (sides / winners - 1) / (sides - 1), -1 / (sides - 1)).astype(np.float32)


def margins(game: Game, points: NDArray[np.int32]) -> NDArray[np.float64]:
    """Own points minus the mean of the other sides', for every seat."""
    total = points[:, [side[0] for side in game.sides]].sum(1, keepdims=True)
    return np.asarray(points - (total - points) / (len(game.sides) - 1))


def observations(game: Game, views: Views) -> Numbers:
    """View rows as rows of numbers, in the pieces of `game.layout()`."""
    out = np.empty((len(views), layout_of(game).size), np.float32)
    encode_rows(as_rows(game, out), views)
    return out


def as_rows(game: Game, numbers: Numbers) -> Rows:
    """The same numbers for kernels: rows of the dtype by which these know the layout."""
    if game not in DTYPES:
        DTYPES[game] = numbers_dtype(layout_of(game))
    return numbers.view(DTYPES[game]).reshape(len(numbers))


def layout_of(game: Game) -> Layout:
    """Worked out once for a game: it takes longer than many steps."""
    if game not in LAYOUTS:
        LAYOUTS[game] = game.layout()
    return LAYOUTS[game]


def check_choice(what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise OptionError(f"{what} must be {' or '.join(known)}, not {value!r}")


def new_arrays(game: Game, n: int) -> Arrays:
    """The arrays that `n` environments of a game write to."""
    return Arrays(
        observations=np.zeros((n, layout_of(game).size), np.float32),
        views=np.zeros(n, game.view_dtype),
        mask=np.zeros((n, game.actions), np.bool_),
        rewards=np.zeros((n, game.players), np.float32),
        seats=np.zeros(n, np.uint8),
        terminated=np.zeros(n, np.bool_),
        truncated=np.zeros(n, np.bool_),
    )


def check_arrays(game: Game, n: int, arrays: Arrays) -> Arrays:
    """Arrays that somebody brought along: kernels do not look whether there is room."""
    pairs: zip[tuple[str, Any, Any]] = zip(Arrays._fields, arrays, new_arrays(game, n), strict=True)
    for name, given, expected in pairs:
        if given.shape != expected.shape or given.dtype != expected.dtype:
            raise ValueError(f"{name} must have shape {expected.shape} and type {expected.dtype}")
        if not given.flags.c_contiguous or not given.flags.writeable:
            raise ValueError(f"{name} must be writeable and C-contiguous")
    return arrays
