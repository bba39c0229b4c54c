"""Lost Cities for four in two partnerships: docs/rules/partners.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from incognita.core.errors import Refusal
from incognita.core.jit import Row
from incognita.core.pieces import Piece
from incognita.games.lost_cities import ExpeditionGame
from incognita.games.lost_cities.components import COST, HAND
from incognita.games.partners import features, kernel, notation, pieces, policy, refusals, view
from incognita.games.partners.components import COLOURS, COPIES, FACE_DOWN, PLAYERS, STATE, VIEW

__all__ = ["Partners", "kernel", "policy"]


class Partners(ExpeditionGame):
    """The four-player card game: seats 0 and 2 against 1 and 3. Options make tiny variants for exact methods."""

    name = "partners"
    title = "Lost Cities, partners"
    state_dtype = STATE
    view_dtype = VIEW
    defaults = {"colours": COLOURS, "ranks": len(COPIES) - 1, "investments": COPIES[0], "hand": HAND, "cost": COST}

    players = PLAYERS
    sides = ((0, 2), (1, 3))
    spread = 20.0
    most_colours = COLOURS

    def check_options(self) -> None:
        super().check_options()
        if self.options == self.defaults:
            self.features = features.of()

    def number_copies(self) -> Sequence[int]:
        return COPIES[1:]

    @property
    def actions(self) -> int:
        return int(FACE_DOWN)  # which is how others see an action, not one of its own

    def pieces(self) -> tuple[Piece, ...]:
        return pieces.pieces(self.colours, self.copies)

    def action_text(self, action: int) -> str:
        return notation.action_text(action)

    def action_number(self, text: str) -> int:
        return notation.action_number(text)

    def refusal(self, view: Row, action: int) -> Refusal:
        return refusals.refusal(view, action)

    def view_json(self, row: Row) -> dict[str, Any]:
        return view.view_json(row, self.name)
