"""A game as the outside meets it: options checked, actions as text, batches of states, matches.

Kernels trust their caller; everything that comes from outside passes through the methods here, which do not.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from incognita.core import playout, rng, rules
from incognita.core.errors import IllegalAction, NotationError, OptionError, Refusal
from incognita.core.jit import Actions, Cards, Int, Random, Row, Rows, kernel
from incognita.core.match import Deal, Match
from incognita.core.pieces import Layout, Piece
from incognita.core.rules import MOST_ACTIONS, NONE

States: TypeAlias = Rows
Views: TypeAlias = Rows


class Features(NamedTuple):
    """What a learned player of a game looks at, and where the network's outputs belong."""

    version: int
    """Counts up with every change: a network only fits the version it was trained on."""
    parts: int
    """What is alike and goes through the same weights: colours, or cards and players."""
    part_features: int
    whole_features: int
    part_actions: int
    whole_actions: int
    part_secrets: int
    """Numbers for each part that only the judge in training sees."""
    places: NDArray[np.int64]
    """For each action its place in the output: the actions of the whole first, then part by part."""
    variants: tuple[Mapping[str, Any], ...]
    """The options of the games that one network is trained for."""
    unit: float
    """Points that count as 1 among the worths."""
    often: tuple[int, ...] = ()
    """How often each variant is practised beside the others; alike if nothing is said."""
    hands: tuple[tuple[int, ...], ...] = ()
    """What the secrets of a part begin with: cards in hidden hands, for each of these groups of seats, counted from the
    one that decides …"""
    ranks: int = 0
    """… and in a group a number for each kind of card that belongs to the part."""
    grown_from: int = 0
    """Features begin with those of all versions from this one on: their networks can go on learning with today's."""


class Game(ABC):
    """One game with its options. The part below the line is what a new game has to provide."""

    name: ClassVar[str]
    title: ClassVar[str]
    state_dtype: ClassVar[np.dtype[Any]]
    view_dtype: ClassVar[np.dtype[Any]]
    defaults: ClassVar[Mapping[str, Any]]
    """Every option with its default."""
    dealt: ClassVar[tuple[str, ...]]
    """The fields of a state that a deal decides: what a record writes down for a round."""
    spread: float
    """Points by which the margin of a round varies between equal players: one standard deviation, measured."""
    usual_rounds: int = 3
    most_rounds: int = 9

    features: Features | None = None
    """For learned players; None where there are none."""

    players: int
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side; a side wins or loses together."""

    def __init__(self, **options: Any) -> None:
        unknown = sorted(set(options) - set(self.defaults))
        if unknown:
            known = ", ".join(self.defaults)
            raise OptionError(f"{self.name} has no option {unknown[0]!r}; its options are {known}")
        self.options: dict[str, Any] = {**self.defaults, **options}
        self.check_options()

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.changed_options().items())
        return f'incognita.load("{self.name}"{options})'

    def changed_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {name: value for name, value in self.options.items() if value != self.defaults[name]}

    def whole_option(self, name: str, least: int, most: int) -> int:
        """An option that is a whole number in a range."""
        value = self.options[name]
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise OptionError(f"{self.name}: {name} must be a whole number from {least} to {most}, not {value!r}")
        return value

    def check_room(self, n: int, most: int, what: str) -> None:
        """A row has room for so many."""
        if n > most:
            raise OptionError(f"{self.name}: {n} {what}; at most {most} are possible")

    def check_pile(self, cards: int, dealt: int) -> None:
        """When all hands are dealt something must be left to draw."""
        if cards <= dealt:
            raise OptionError(f"{self.name}: {cards} cards are too few to deal {dealt} and leave a draw pile")

    def flag_option(self, name: str) -> bool:
        """An option that is true or false."""
        value = self.options[name]
        if not isinstance(value, bool):
            raise OptionError(f"{self.name}: {name} must be true or false, not {value!r}")
        return value

    def table_option(self, name: str, of_what: str) -> Mapping[str, Any] | None:
        """An option that replaces built-in data, as a read TOML file, if it is given."""
        value = self.options[name]
        if value is not None and not isinstance(value, Mapping):
            raise OptionError(
                f"{self.name}: {name} must be a table of {of_what}, such as a read TOML file, not {value!r}"
            )
        return value

    # --- matches

    def match(self, *, rounds: int | None = None, seed: int | None = None, starter: int | None = None) -> Match:
        """A new match. The same seed gives the same decks, whoever starts; without one they are drawn afresh."""
        rounds = self.check_rounds(rounds)
        generator = rng.generator(secrets.randbits(64) if seed is None else seed)
        drawn = int(rng.below(generator, self.players))
        first = drawn if starter is None else self.check_seat(starter, "starter")
        return Match(self, first, self.draw_deals(rounds, generator))

    def draw_deals(self, rounds: int, generator: Random) -> list[Deal]:
        """The deals of a whole match, one after the other from one generator."""
        scratch = self.blank()
        deals: list[Deal] = []
        for i in range(rounds):
            rules.deal_at(scratch, 0, generator)
            deals.append({field: scratch[field].copy() for field in self.dealt_in(i)})
        return deals

    def dealt_in(self, i: int) -> tuple[str, ...]:
        """The fields that are dealt for the round of index `i`: all, unless a game says otherwise."""
        return self.dealt

    def check_rounds(self, rounds: int | None) -> int:
        if rounds is None:
            return self.usual_rounds
        if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= self.most_rounds:
            raise OptionError(
                f"{self.name}: rounds must be a whole number from 1 to {self.most_rounds}, not {rounds!r}"
            )
        return rounds

    def check_seat(self, seat: int, what: str = "seat") -> int:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.players:
            raise OptionError(f"{self.name}: {what} must be a seat from 0 to {self.players - 1}, not {seat!r}")
        return int(seat)

    def side_of(self, seat: int) -> int:
        """The number of the side that a seat belongs to."""
        return next(i for i, side in enumerate(self.sides) if seat in side)

    def results(self, states: States) -> list[tuple[int, ...]]:
        """What the seats are compared by when the match ends with this state: points, then what breaks a tie."""
        return [(int(points),) for points in self.scores(states)[0]]

    def winners(self, states: States) -> list[int]:
        """The seats that have won when the match ends with this state, several on a tie."""
        results = self.results(states)
        return [seat for seat, result in enumerate(results) if result == max(results)]

    # --- batches: a state is a row, many states are an array

    def blank(self, n: int = 1, *, rounds: int = 1, starter: int = 0) -> States:
        """`n` states of a first round, set up but not dealt."""
        states = np.zeros(n, self.state_dtype)
        states["players"], states["rounds"], states["round_number"] = self.players, rounds, 1
        states["seat"] = NONE
        self.set_up(states, starter)
        return states

    def deal(self, n: int, *, seed: int, starter: int = 0) -> States:
        """`n` single rounds, dealt from independent streams of one seed."""
        states = self.blank(n, starter=self.check_seat(starter, "starter"))
        deal_rows(states, rng.streams(seed, n))
        return states

    def legal(self, states: States, i: int = 0) -> list[int]:
        """The legal actions of row `i`, ascending."""
        actions = np.empty(MOST_ACTIONS, np.uint16)
        numbers: list[int] = actions[: int(rules.legal_at(self.check_states(states), i, actions))].tolist()
        return numbers

    def step(self, states: States, actions: Sequence[int] | NDArray[Any]) -> None:
        """Perform one action in every row; nothing is changed if one of them is illegal. Finished rows take -1."""
        wanted = np.asarray(actions, np.int64)
        if wanted.shape != self.check_states(states).shape:
            raise ValueError(f"{len(states)} states need {len(states)} actions, not {wanted.shape}")
        row = int(step_checked(states, wanted, np.empty(MOST_ACTIONS, np.uint16)))
        if row >= 0:
            raise self.illegal(states[row : row + 1], int(wanted[row]))

    def observe(self, states: States, seats: Sequence[int] | NDArray[Any] | int | None = None) -> Views:
        """One view for each row: of the given seat or seats, or of whoever must decide there."""
        views = np.zeros(len(self.check_states(states)), self.view_dtype)
        viewers = states["seat"] if seats is None else np.broadcast_to(np.asarray(seats, np.uint8), states.shape)
        observe_rows(states, np.ascontiguousarray(viewers), views)
        return views

    def scores(self, states: States) -> NDArray[np.int32]:
        """Points by row and seat, earlier rounds included, as if the rounds ended now."""
        points = np.zeros((len(self.check_states(states)), self.players), np.int32)
        playout.score_rows(states, points)
        return points

    def play_randomly(self, states: States, *, seed: int) -> int:
        """Play every row to the end of its round with uniformly random moves; return the number of plies."""
        return int(play_rows(self.check_states(states), rng.streams(seed, len(states))))

    def check_states(self, states: States) -> States:
        dtype = getattr(states, "dtype", None)
        if (dtype is not self.state_dtype and dtype != self.state_dtype) or states.ndim != 1:
            raise TypeError(f"{self.name}: expected a one-dimensional array of its state rows")
        return states

    def illegal(self, states: States, action: int) -> IllegalAction:
        """The error for an action that is not legal in the first row."""
        ply = int(states["ply"][0])
        seat = int(states["seat"][0])
        if seat == NONE:
            return IllegalAction(
                ply, str(action), Refusal(f"{self.name} end", {}, "nobody has to decide, play is over")
            )
        try:
            text = self.action_text(action)
        except NotationError as error:
            return IllegalAction(ply, str(action), self.not_an_action(error))
        return IllegalAction(ply, text, self.refusal(self.observe(states, seat)[0], action))

    def not_an_action(self, error: NotationError) -> Refusal:
        return Refusal(f"{self.name} notation", {}, str(error))

    def layout(self) -> Layout:
        """Where the pieces of an observation lie in a flat row of numbers."""
        return Layout(self.view_dtype, self.pieces(), self.players)

    # --- what a game provides ------------------------------------------------------------------------------------

    @abstractmethod
    def check_options(self) -> None:
        """Check `self.options`, set `players` and `sides`."""

    @abstractmethod
    def set_up(self, states: States, starter: int) -> None:
        """Write the numbers of this variant, and who starts, into blank rows."""

    @property
    @abstractmethod
    def actions(self) -> int:
        """Every action is a number below this one."""

    @abstractmethod
    def pieces(self) -> tuple[Piece, ...]:
        """What a program sees of a view, piece by piece."""

    @abstractmethod
    def action_text(self, action: int) -> str:
        """An action as text; NotationError if the game has no such number."""

    @abstractmethod
    def action_number(self, text: str) -> int:
        """A text as an action; NotationError says what an action looks like."""

    @abstractmethod
    def dealt_text(self, field: str, states: States) -> str:
        """A dealt field of the first row, as a record writes it."""

    @abstractmethod
    def read_dealt(self, field: str, text: str, states: States) -> None:
        """Put a dealt field, as a record writes it, into the first row; ValueError says what is wrong with it."""

    @abstractmethod
    def refusal(self, view: Row, action: int) -> Refusal:
        """Why the seat on turn may not do this, as far as its own view tells."""

    @abstractmethod
    def view_json(self, view: Row) -> dict[str, Any]:
        """A view as JSON-ready data, with the values that a page or a person wants worked out."""

    @abstractmethod
    def sheet(self, states: States) -> dict[str, Any]:
        """The scoring sheet of the finished round in the first row: public, JSON-ready."""


@kernel
def deal_rows(states: Rows, rngs: Random) -> None:
    for i in range(len(states)):
        rules.deal(states[i], rngs[i : i + 1])


@kernel
def first_illegal(states: Rows, wanted: NDArray[np.int64], actions: Actions) -> Int:
    for i in range(len(states)):
        n = np.int64(rules.legal(states[i], actions))
        found = n == 0 and wanted[i] == -1
        for j in range(n):
            found |= actions[j] == wanted[i]
        if not found:
            return i
    return -1


@kernel
def step_checked(states: Rows, wanted: NDArray[np.int64], actions: Actions) -> Int:
    """Perform all actions if all are legal; else none, and the first row that has an illegal one."""
    row = first_illegal(states, wanted, actions)
    if row < 0:
        step_rows(states, wanted)
    return row


@kernel
def step_rows(states: Rows, wanted: NDArray[np.int64]) -> None:
    for i in range(len(states)):
        if wanted[i] >= 0:
            rules.apply(states[i], wanted[i])


@kernel
def observe_rows(states: Rows, seats: Cards, views: Rows) -> None:
    for i in range(len(states)):
        rules.observe(states[i], seats[i], views[i])


@kernel
def play_rows(states: Rows, rngs: Random) -> Int:
    plies = 0
    for i in range(len(states)):
        plies += playout.play_sampled(states[i], rngs[i : i + 1])
    return plies
