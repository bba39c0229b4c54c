"""Adventure Tours, for three to six: docs/rules/adventure-tours.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from incognita.core.data import check_complete
from incognita.core.errors import OptionError, Refusal
from incognita.core.game import Game, States
from incognita.core.jit import Row
from incognita.core.pieces import Piece
from incognita.games.adventure_tours import cards, data, features, kernel, notation, pieces, policy, refusals, view
from incognita.games.adventure_tours.components import (
    BOARDS,
    CHOSEN,
    COLOURS,
    DEALT,
    FIRST_CARD,
    KINDS,
    MOST_PLAYERS,
    STATE,
    VARIANTS,
    VIEW,
    WAYS,
)

__all__ = ["AdventureTours", "kernel", "policy"]

SPREADS = {
    (False, 3): 8.7,
    (False, 4): 6.6,
    (False, 5): 5.4,
    (False, 6): 4.8,
    (True, 3): 17.2,
    (True, 4): 11.1,
    (True, 5): 8.1,
    (True, 6): 6.2,
}
"""By expert game and players."""

SIZES = {"hand": 6, "colours": 3, "adventurers": 12, "copies": 3}
"""Options for tiny variants, as the built-in cards have them."""


class AdventureTours(Game):
    """Adventure Tours. `boards` is kept, dealt (anew before each round) or chosen; `data` replaces cards and boards.

    `hand`, `colours`, `adventurers` and `copies` make tiny variants of the built-in cards for exact methods.
    """

    name = "adventure-tours"
    title = "Adventure Tours"
    state_dtype = STATE
    view_dtype = VIEW
    defaults = {"players": 4, "expert": False, "boards": "kept", "data": None, **SIZES}
    dealt = ("deck", "boards")
    usual_rounds = most_rounds = 3

    def check_options(self) -> None:
        self.players = self.whole_option("players", 3, MOST_PLAYERS)
        self.sides = tuple((seat,) for seat in range(self.players))
        self.spread = SPREADS[self.flag_option("expert"), self.players]
        self.variant = self.check_variant()
        self.data = self.check_data(self.table_option("data", "cards and boards"))
        self.card_data = cards.card_data(self.data)
        self.board_data = cards.board_data(self.data, expert=bool(self.options["expert"]))
        self.check_sizes()
        if all(self.options[name] == self.defaults[name] for name in ("data", *SIZES)):
            self.features = features.of()

    def check_data(self, replaced: Mapping[str, Any] | None) -> data.Data:
        hand = self.whole_option("hand", 1, data.MOST_IN_HAND)
        fewer = {name: self.whole_option(name, 1, SIZES[name]) for name in ("colours", "adventurers", "copies")}
        if replaced is None:
            return data.smaller(data.checked(data.built_in()), hand=hand, **fewer)
        changed = [name for name in SIZES if self.options[name] != SIZES[name]]
        if changed:
            raise OptionError(f"{self.name}: {changed[0]} is for the built-in cards; data says how many there are")
        return data.checked(replaced)

    def check_sizes(self) -> None:
        cards, hand = self.data.cards, self.data.hand
        if cards <= self.players * hand:
            where = self.name if self.options["data"] is None else "data.adventurers"
            raise OptionError(
                f"{where}: {cards} cards in all; {self.players} players with {hand} each "
                f"need at least {self.players * hand + 1}"
            )

    def check_variant(self) -> int:
        boards = self.options["boards"]
        if boards not in VARIANTS:
            raise OptionError(f"{self.name}: boards must be {', '.join(VARIANTS)}, not {boards!r}")
        if boards == VARIANTS[CHOSEN] and not self.options["expert"]:
            raise OptionError(f"{self.name}: boards=chosen needs expert=true; all boards of the basic game are alike")
        return VARIANTS.index(boards)

    def check_rounds(self, rounds: int | None) -> int:
        if rounds not in (None, self.usual_rounds):
            raise OptionError(f"{self.name}: there are always {self.usual_rounds} rounds, not {rounds!r}")
        return self.usual_rounds

    def dealt_in(self, i: int) -> tuple[str, ...]:
        """Boards are dealt only where they differ, and only once unless they are dealt anew."""
        has_boards = self.options["expert"] and (i == 0 or self.variant == DEALT)
        return ("deck", "boards") if has_boards else ("deck",)

    def set_up(self, states: States, starter: int) -> None:
        states["expert"], states["variant"] = self.options["expert"], self.variant
        states["hand_size"], states["cards"] = self.data.hand, self.data.cards
        for adventurer in self.data.adventurers:
            kinds = [notation.card_kind(colour + adventurer.code) for colour in COLOURS]
            states["copies"][:, kinds] = adventurer.copies
            states["demand"][:, kinds] = adventurer.demand
            states["money"][:, kinds] = adventurer.money
            states["equips"][:, kinds] = adventurer.equipment
            states["equips_others"][:, kinds] = adventurer.others
            states["action"][:, kinds] = adventurer.action
        states["start"] = [board.start for board in self.data.boards]
        states["ability"] = [board.ability for board in self.data.boards]
        states["first_starter"] = states["starter"] = starter

    @property
    def actions(self) -> int:
        return int(FIRST_CARD) + int(WAYS) * KINDS

    def pieces(self) -> tuple[Piece, ...]:
        return pieces.pieces(self.players)

    def action_text(self, action: int) -> str:
        return notation.action_text(action)

    def action_number(self, text: str) -> int:
        return notation.action_number(text)

    def dealt_text(self, field: str, states: States) -> str:
        if field == "boards":
            return " ".join(str(board) for board in states[0].boards)
        return " ".join(notation.card_text(int(kind)) for kind in states[0].deck[: self.data.cards])

    def read_dealt(self, field: str, text: str, states: States) -> None:
        if field == "boards":
            numbers = [self.board_number(word) for word in text.split()]
            check_complete("set of boards", numbers, range(1, BOARDS + 1), str)
            states["boards"][0] = numbers
            return
        kinds = [notation.card_kind(card) for card in text.split()]
        check_complete("deck", kinds, self.all_cards(), notation.card_text)
        states["deck"][0, : len(kinds)] = kinds

    def board_number(self, text: str) -> int:
        if text not in [str(board) for board in range(1, BOARDS + 1)]:
            raise ValueError(f"{text!r} is not a board; boards are 1 to {BOARDS}")
        return int(text)

    def all_cards(self) -> list[int]:
        copies = self.blank()["copies"][0]
        return np.repeat(np.arange(len(copies)), copies).tolist()

    def refusal(self, view: Row, action: int) -> Refusal:
        return refusals.refusal(view, action)

    def view_json(self, row: Row) -> dict[str, Any]:
        return {
            **view.view_json(row),
            "house": self.house_fields(),
            "card_data": self.card_data,
            "board_data": self.board_data,
        }

    def sheet(self, states: States) -> dict[str, Any]:
        sheet = view.sheet(states, [int(points) for points in self.scores(states)[0]])
        money = [[cards.money_of(self.data, card) for card in row] for row in sheet["members"]]
        return {**sheet, **self.told_of_cards(), "money": money}

    def told_of_cards(self) -> dict[str, Any]:
        """What a scoring sheet says about house values: of what there are any, and whose money is one."""
        ours = [one.code for one in self.data.adventurers if "money" in cards.house_fields(one.marks)]
        return {"house": self.house_fields(), "house_money": ours}

    def house_fields(self) -> list[str]:
        """Of what in this match people must be told that it is a reconstruction of ours: cards, boards."""
        marks = {"adventurers": [one.marks for one in self.data.adventurers]}
        if self.options["expert"]:
            marks["boards"] = [board.marks for board in self.data.boards[1:]]
        return [name for name, group in marks.items() if any("house" in one.values() for one in group)]
