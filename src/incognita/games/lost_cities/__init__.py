"""Lost Cities for two: docs/rules/lost-cities.md."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from incognita.core.data import check_complete
from incognita.core.errors import Refusal
from incognita.core.game import Game, States
from incognita.core.jit import Row
from incognita.core.pieces import Piece
from incognita.games.lost_cities import belief, features, kernel, notation, pieces, policy, refusals, view
from incognita.games.lost_cities.components import (
    ACTIONS_OF_A_COLOUR,
    COST,
    HAND,
    MOST_CARDS,
    MOST_COLOURS,
    MOST_OF_A_COLOUR,
    RANKS,
    STATE,
    VIEW,
)

__all__ = ["ExpeditionGame", "LostCities", "belief", "kernel", "policy"]


class ExpeditionGame(Game):
    """What the card games of the family share: a deck of kinds, expeditions, one deck to a round."""

    spread = 36.0
    dealt = ("deck",)
    most_colours: ClassVar[int]
    colours: int
    copies: tuple[int, ...]
    """How many cards of each rank a colour has, investments first."""
    hand: int
    cost: int

    def check_options(self) -> None:
        self.colours = self.whole_option("colours", 1, self.most_colours)
        ranks = self.whole_option("ranks", 1, int(RANKS) - 1)
        investments = self.whole_option("investments", 0, MOST_OF_A_COLOUR)
        self.hand = self.whole_option("hand", 1, HAND)
        self.cost = self.whole_option("cost", 0, 100)
        self.copies = (investments, *(n * (rank <= ranks) for rank, n in enumerate(self.number_copies(), 1)))
        self.check_sizes()

    @abstractmethod
    def number_copies(self) -> Sequence[int]:
        """How many cards of each number a colour has if all numbers are in play."""

    def check_sizes(self) -> None:
        self.check_room(sum(self.copies), MOST_OF_A_COLOUR, "cards of one colour")
        self.check_room(self.cards, MOST_CARDS, "cards in all")
        self.check_pile(self.cards, self.players * self.hand)

    @property
    def cards(self) -> int:
        """Cards in the whole deck."""
        return self.colours * sum(self.copies)

    def full_deck(self) -> list[int]:
        """Every card in play, unshuffled."""
        kinds = range(self.colours * int(RANKS))
        return [kind for kind in kinds for _ in range(self.copies[kind % int(RANKS)])]

    def set_up(self, states: States, starter: int) -> None:
        states["colours"] = self.colours
        states["ranks"] = sum(n > 0 for n in self.copies[1:])
        states["copies"] = self.copies
        states["cards"] = self.cards
        states["hand_size"] = self.hand
        states["cost"] = self.cost
        states["first_starter"] = states["starter"] = starter

    def dealt_text(self, field: str, states: States) -> str:
        return " ".join(notation.card_text(int(kind)) for kind in states[0].deck[: self.cards])

    def read_dealt(self, field: str, text: str, states: States) -> None:
        kinds = [notation.card_kind(card) for card in text.split()]
        check_complete("deck", kinds, self.full_deck(), notation.card_text)
        states["deck"][0, : len(kinds)] = kinds

    @property
    def actions(self) -> int:
        return 1 + self.colours * int(ACTIONS_OF_A_COLOUR)

    def pieces(self) -> tuple[Piece, ...]:
        return pieces.pieces(self.players, self.colours, self.copies)

    def action_text(self, action: int) -> str:
        return notation.action_text(action)

    def action_number(self, text: str) -> int:
        return notation.action_number(text)

    def refusal(self, view: Row, action: int) -> Refusal:
        return refusals.refusal(view, action)

    def view_json(self, row: Row) -> dict[str, Any]:
        return view.view_json(row, self.name)

    def sheet(self, states: States) -> dict[str, Any]:
        return view.sheet(states[0])


class LostCities(ExpeditionGame):
    """The two-player card game. Options other than `colours` make tiny variants for exact methods."""

    name = "lost-cities"
    title = "Lost Cities"
    state_dtype = STATE
    view_dtype = VIEW
    defaults = {"colours": 5, "ranks": 9, "investments": 3, "copies": 1, "hand": HAND, "cost": COST}

    players = 2
    sides = ((0,), (1,))
    most_colours = MOST_COLOURS

    def check_options(self) -> None:
        super().check_options()
        if all(self.options[name] == self.defaults[name] for name in self.defaults if name != "colours"):
            self.features = features.of(self.colours)

    def number_copies(self) -> Sequence[int]:
        return [self.whole_option("copies", 1, MOST_OF_A_COLOUR)] * (int(RANKS) - 1)
