"""Lost Cities: The Board Game, for two to four: docs/rules/board-game.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from incognita.core.data import check_complete
from incognita.core.errors import OptionError, Refusal
from incognita.core.game import Game, States
from incognita.core.jit import Row
from incognita.core.pieces import Piece
from incognita.games.board_game import data, features, kernel, notation, pieces, policy, refusals, view
from incognita.games.board_game.components import (
    ACTIONS_OF_A_COLOUR,
    CARDS,
    COLOURS,
    COPIES,
    FIRST_OF_COLOURS,
    HAND,
    MOST_OF_A_COLOUR,
    MOST_PLAYERS,
    REMOVED_FOR_TWO,
    STATE,
    STONES,
    VALUES,
    VIEW,
)

__all__ = ["BoardGame", "kernel", "policy"]

SPREADS = {2: 60.0, 3: 51.0, 4: 44.0}
SIZES = {"colours": len(COLOURS), "ranks": int(VALUES), "copies": COPIES, "hand": HAND, "tiles": STONES}
"""Options for tiny variants, as usual; `tiles` is the most that a path has."""


class BoardGame(Game):
    """The board game. `data` replaces the numbers that are printed on the board and the tiles.

    `colours`, `ranks`, `copies`, `hand` and `tiles` make tiny variants for exact methods.
    """

    name = "board-game"
    title = "Lost Cities: The Board Game"
    state_dtype = STATE
    view_dtype = VIEW
    defaults = {"players": 2, "short": False, "up_or_down": False, "data": None, **SIZES}
    dealt = ("deck", "tiles")

    def check_options(self) -> None:
        self.players = self.whole_option("players", 2, MOST_PLAYERS)
        self.sides = tuple((seat,) for seat in range(self.players))
        self.spread = SPREADS[self.players]
        self.usual_rounds = self.most_rounds = 1 if self.flag_option("short") else 3
        self.flag_option("up_or_down")
        replaced = self.table_option("data", "numbers")
        self.check_sizes(data.checked(data.built_in() if replaced is None else replaced))
        if all(self.options[name] == self.defaults[name] for name in ("data", *SIZES)):
            self.features = features.of()

    def check_sizes(self, whole: data.Data) -> None:
        self.colours = self.whole_option("colours", 1, len(COLOURS))
        self.ranks = self.whole_option("ranks", 1, int(VALUES))
        self.copies = self.whole_option("copies", 1, MOST_OF_A_COLOUR)
        self.hand = self.whole_option("hand", 1, HAND)
        self.data = data.smaller(whole, colours=self.colours, tiles=self.whole_option("tiles", 0, STONES))
        self.check_room(self.ranks * self.copies, MOST_OF_A_COLOUR, "cards of one colour")
        self.check_pile(self.cards - self.removed, self.players * self.hand)

    @property
    def cards(self) -> int:
        """Cards in the whole deck."""
        return self.colours * self.ranks * self.copies

    @property
    def removed(self) -> int:
        """2.2 and 10.1: cards that leave the game before the deal, of a smaller deck the same share."""
        return self.cards * REMOVED_FOR_TWO // CARDS if self.players == 2 else 0

    def full_deck(self) -> list[int]:
        """Every card in play, unshuffled."""
        paths, values = range(self.colours), range(self.ranks)
        return [path * int(VALUES) + value for path in paths for value in values for _ in range(self.copies)]

    def check_rounds(self, rounds: int | None) -> int:
        if rounds not in (None, self.usual_rounds):
            raise OptionError(
                f"{self.name}: there are always {self.usual_rounds} rounds (short=True: one), not {rounds!r}"
            )
        return self.usual_rounds

    def dealt_in(self, i: int) -> tuple[str, ...]:
        return self.dealt if self.options["tiles"] else ("deck",)

    def set_up(self, states: States, starter: int) -> None:
        track = self.data.short if self.options["short"] else self.data.long
        states["up_or_down"] = self.options["up_or_down"]
        states["colours"], states["ranks"], states["copies"] = self.colours, self.ranks, self.copies
        states["cards"], states["hand_size"], states["removed"] = self.cards, self.hand, self.removed
        states["stones"] = self.data.stones
        for path, stones in enumerate(self.data.tile_stones.values()):
            states["spaces"][:, path, np.array(stones, int) - 1] = 1
        states["tile_set"][:, : len(self.data.tiles)] = self.data.tiles
        states["track_steps"] = len(track)
        states["track_from"][:, : len(track)] = [count for count, _ in track]
        states["track_points"][:, : len(track)] = [points for _, points in track]
        states["first_starter"] = states["starter"] = starter
        states["rounds"] = self.usual_rounds

    def results(self, states: States) -> list[tuple[int, ...]]:
        """8.3: most victory points, then most artifacts."""
        artifacts = states["tokens"][0].astype(int) + states["artifacts"][0]
        return [(int(points), int(artifacts[seat])) for seat, points in enumerate(self.scores(states)[0])]

    @property
    def actions(self) -> int:
        return int(FIRST_OF_COLOURS) + self.colours * int(ACTIONS_OF_A_COLOUR)

    def pieces(self) -> tuple[Piece, ...]:
        return pieces.pieces(self.players, self.colours, self.ranks, self.copies)

    def action_text(self, action: int) -> str:
        return notation.action_text(action)

    def action_number(self, text: str) -> int:
        return notation.action_number(text)

    def dealt_text(self, field: str, states: States) -> str:
        if field == "deck":
            return " ".join(notation.card_text(int(kind)) for kind in states[0].deck[: self.cards])
        return " ".join(notation.tile_text(int(code)) for code in states[0].tiles[: len(self.data.tiles)])

    def read_dealt(self, field: str, text: str, states: States) -> None:
        if field == "deck":
            kinds = [notation.card_kind(card) for card in text.split()]
            check_complete("deck", kinds, self.full_deck(), notation.card_text)
            states["deck"][0, : len(kinds)] = kinds
        else:
            codes = [notation.tile_code(tile) for tile in text.split()]
            check_complete("set of tiles", codes, self.data.tiles, notation.tile_text)
            states["tiles"][0, : len(codes)] = codes

    def refusal(self, view: Row, action: int) -> Refusal:
        return refusals.refusal(view, action)

    def view_json(self, row: Row) -> dict[str, Any]:
        return {**view.view_json(row), "house": self.house_fields()}

    def sheet(self, states: States) -> dict[str, Any]:
        sheet = view.sheet(states, [int(points) for points in self.scores(states)[0]])
        return {**sheet, "house": self.house_fields()}

    def house_fields(self) -> list[str]:
        """The numbers in this match of which people must be told that they are a reconstruction of ours."""
        unused = "artifact_track.long" if self.options["short"] else "artifact_track.short"
        return [field for field in self.data.marks if self.data.house(field) and field != unused]
