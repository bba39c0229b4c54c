"""Lost Cities for two: docs/rules/lost-cities.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

from incognita.core.errors import OptionError, Refusal
from incognita.core.game import Game, States
from incognita.core.jit import Row
from incognita.games.lost_cities import kernel, notation, policy, refusals, view
from incognita.games.lost_cities.components import (
    COST,
    MOST_CARDS,
    MOST_COLOURS,
    MOST_OF_A_COLOUR,
    RANKS,
    STATE,
    VIEW,
)

__all__ = ["LostCities", "kernel", "policy"]


class LostCities(Game):
    """The two-player card game. Options other than `colours` make tiny variants for exact methods."""

    name = "lost-cities"
    title = "Lost Cities"
    state_dtype = STATE
    view_dtype = VIEW
    defaults = {"colours": 5, "ranks": 9, "investments": 3, "copies": 1, "hand": 8, "cost": COST}
    dealt = ("deck",)

    players = 2
    sides = ((0,), (1,))

    def check_options(self) -> None:
        self.whole_option("colours", 1, MOST_COLOURS)
        self.whole_option("ranks", 1, 9)
        self.whole_option("investments", 0, MOST_OF_A_COLOUR)
        self.whole_option("copies", 1, MOST_OF_A_COLOUR)
        self.whole_option("hand", 1, 8)
        self.whole_option("cost", 0, 100)
        of_a_colour = sum(self.copies())
        if of_a_colour > MOST_OF_A_COLOUR:
            raise OptionError(
                f"{self.name}: {of_a_colour} cards of one colour; at most {MOST_OF_A_COLOUR} are possible"
            )
        if self.cards() > MOST_CARDS:
            raise OptionError(f"{self.name}: {self.cards()} cards in all; at most {MOST_CARDS} are possible")
        dealt = self.players * self.options["hand"]
        if self.cards() <= dealt:
            raise OptionError(f"{self.name}: {self.cards()} cards are too few to deal {dealt} and leave a draw pile")

    def copies(self) -> list[int]:
        """How many cards of each rank a colour has, investments first."""
        numbers = [self.options["copies"] * (rank <= self.options["ranks"]) for rank in range(1, int(RANKS))]
        return [self.options["investments"], *numbers]

    def cards(self) -> int:
        return int(self.options["colours"] * sum(self.copies()))

    def set_up(self, states: States, starter: int) -> None:
        states["colours"] = self.options["colours"]
        states["ranks"] = self.options["ranks"]
        states["copies"] = self.copies()
        states["cards"] = self.cards()
        states["hand_size"] = self.options["hand"]
        states["cost"] = self.options["cost"]
        states["first_starter"] = states["starter"] = starter

    def action_text(self, action: int) -> str:
        return notation.action_text(action)

    def action_number(self, text: str) -> int:
        return notation.action_number(text)

    def dealt_text(self, field: str, states: States) -> str:
        return " ".join(notation.card_text(int(kind)) for kind in states[0].deck[: self.cards()])

    def read_dealt(self, field: str, text: str, states: States) -> None:
        kinds = [notation.card_kind(card) for card in text.split()]
        check_deck(Counter(kinds), Counter(self.full_deck()))
        states["deck"][0, : len(kinds)] = kinds

    def full_deck(self) -> list[int]:
        """Every card in play, unshuffled."""
        copies = self.copies()
        kinds = range(self.options["colours"] * int(RANKS))
        return [kind for kind in kinds for _ in range(copies[kind % int(RANKS)])]

    def refusal(self, view: Row, action: int) -> Refusal:
        return refusals.refusal(view, action)

    def view_json(self, row: Row) -> dict[str, Any]:
        return view.view_json(row, self.name)

    def sheet(self, states: States) -> dict[str, Any]:
        return view.sheet(states[0])


def check_deck(found: Counter[int], expected: Counter[int]) -> None:
    """A deck must be exactly the cards in play."""
    extra, missing = (found - expected).elements(), (expected - found).elements()
    problems = [f"{notation.card_text(kind)} is too many" for kind in extra]
    problems += [f"{notation.card_text(kind)} is missing" for kind in missing]
    if problems:
        raise ValueError("the deck is not complete: " + ", ".join(problems[:5]) + (" …" if len(problems) > 5 else ""))
