"""A match: rounds played to a result, each a state that is only ever changed by checked actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.errors import IllegalAction, NotationError
from incognita.core.rules import MOST_ACTIONS, NONE

if TYPE_CHECKING:
    from incognita.core.game import Game, States


Deal: TypeAlias = Mapping[str, NDArray[Any]]
"""What chance decided for one round: the shuffled deck and whatever else is laid out, by field of the state."""


class Match:
    """A match in progress or finished.

    All deals are drawn when the match is created, so nothing that happens in it can change a later deck.
    """

    def __init__(self, game: Game, first_starter: int, deals: Sequence[Deal]) -> None:
        self.game = game
        self.rounds = len(deals)
        self.first_starter = first_starter
        self.deals = deals
        self.finished: list[States] = []
        """The final state of every finished round."""
        self.actions: list[list[int]] = [[]]
        """The actions of every round begun …"""
        self.seats: list[list[int]] = [[]]
        """… and who decided them."""
        self.logs: dict[int | None, list[str]] = {seat: [] for seat in [*range(game.players), None]}
        self._sheets: list[dict[str, Any]] = []
        self._go: list[int] = []  # what the seat that must decide has done so far in its go
        self._buffer = np.empty(MOST_ACTIONS, np.uint16)
        self._begin()

    def __repr__(self) -> str:
        return f"<{self.game.title}, round {self.round} of {self.rounds}, ply {self.ply}, scores {self.scores}>"

    # --- what one may ask

    @property
    def state(self) -> States:
        """The whole truth, hidden cards included, as an array of one row: for engines and tests, never for a seat."""
        return self._state.copy()

    @property
    def seat(self) -> int | None:
        """Who must decide now; None when the match is over."""
        seat = int(self._state["seat"][0])
        return None if seat == NONE else seat

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def ply(self) -> int:
        """Number of actions so far, over all rounds."""
        return int(self._state["ply"][0])

    @property
    def round(self) -> int:
        """The current round; the first is 1."""
        return int(self._state["round_number"][0])

    @property
    def scores(self) -> list[int]:
        """Points per seat, earlier rounds included, as if the round ended now."""
        return [int(points) for points in self.game.scores(self._state)[0]]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty while the match is running, several on a shared win."""
        return self.game.winners(self._state) if self.over else []

    def legal(self) -> list[str]:
        """The legal actions of the seat that must decide, as text, in action order."""
        return [self.game.action_text(action) for action in self._legal]

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat may know, JSON-ready; None is a spectator."""
        view = self.view_row(seat)[0]
        legal = [self.game.action_text(action) for action in view.legal[: view.choices].tolist()]
        return {**self.game.view_json(view), "legal": legal, "sheets": self.sheets()}

    def view_row(self, seat: int | None) -> States:
        """The same as an array of one view row, for agents."""
        viewer = int(NONE) if seat is None else self.game.check_seat(seat)
        return self.game.observe(self._state, viewer)

    def sheets(self) -> list[dict[str, Any]]:
        """The scoring sheets of the finished rounds."""
        self._sheets += [self.game.sheet(states) for states in self.finished[len(self._sheets) :]]
        return list(self._sheets)

    def log(self, seat: int | None) -> list[str]:
        """All actions so far as that seat saw them; None is a spectator."""
        return list(self.logs[None if seat is None else self.game.check_seat(seat)])

    def record(self) -> str:
        """The match as text, decks of the rounds begun included; `incognita.replay` gives it back."""
        from incognita.core.record import write

        return write(self)

    # --- what one may do

    def play(self, action: str | int) -> None:
        """Perform an action of the seat that must decide, given as text or number; IllegalAction if it may not."""
        number, seat = self._check(action), int(self._state["seat"][0])
        self._write_logs(number)
        self.actions[-1].append(number)
        self.seats[-1].append(seat)
        self._list_legal(rules.step_at(self._state, 0, number, self._buffer))
        if self.over:
            self._end_round()
        if self.seat != seat or not self.actions[-1]:
            self._go.clear()

    def _write_logs(self, number: int) -> None:
        """What was hidden when a go began may be shown as it goes on, so all actions of the go are asked about anew."""
        start = self.ply - len(self._go)
        self._go.append(number)
        seen = np.empty((len(self.logs), len(self._go)), np.uint16)
        rules.conceal_go(self._state, 0, np.array(self._go, np.uint16), seen)
        for log, actions in zip(self.logs.values(), seen.tolist(), strict=True):
            log[start:] = [self.game.action_text(action) for action in actions]

    def _check(self, action: str | int) -> int:
        try:
            number = self.game.action_number(action) if isinstance(action, str) else int(action)
        except NotationError as error:
            raise IllegalAction(self.ply, str(action), self.game.not_an_action(error)) from error
        if number not in self._legal:
            raise self.game.illegal(self._state, number)
        return number

    # --- rounds

    def round_start(self, i: int) -> States:
        """The state with which the round of index `i` began."""
        states = self.finished[i - 1].copy() if i else self.game.blank(rounds=self.rounds, starter=self.first_starter)
        if i:
            rules.carry_at(states, 0)
        for field, value in self.deals[i].items():
            states[field] = value
        rules.begin_at(states, 0)
        return states

    def _begin(self) -> None:
        self._state = self.round_start(len(self.finished))
        self._list_legal(rules.legal_at(self._state, 0, self._buffer))

    def _list_legal(self, n: int) -> None:
        self._legal: list[int] = self._buffer[: int(n)].tolist()

    def _end_round(self) -> None:
        self.finished.append(self._state.copy())
        if self.round < self.rounds:
            self.actions.append([])
            self.seats.append([])
            self._begin()
