"""A view as JSON-ready data: that of Lost Cities, and what is known after handovers."""

from __future__ import annotations

from typing import Any

import numpy as np

from incognita.core.jit import Row
from incognita.core.rules import NONE
from incognita.games.lost_cities.notation import card_text
from incognita.games.lost_cities.view import counted_cards
from incognita.games.lost_cities.view import view_json as lost_cities_json
from incognita.games.partners.components import FACE_DOWN, PASS, PHASES


def view_json(view: Row, name: str) -> dict[str, Any]:
    viewer = int(view.viewer)
    return {
        **lost_cities_json(view, name, PHASES),
        "handed": handed(int(view.handed)),
        "known": [counted_cards(surely_in_hand(view, view.known, seat)) for seat in range(4)],
        "side_known": [counted_cards(view.side_known[side]) for side in range(2)],
        "trusted": [] if viewer == NONE else counted_cards(surely_in_hand(view, view.trusted, viewer ^ 2)),
    }


def handed(kind: int) -> str | None:
    if kind == NONE:
        return None
    return "?" if kind == FACE_DOWN else card_text(kind)


def surely_in_hand(view: Row, counts: Any, seat: int) -> Any:
    """4.4: while a card of the giver lies aside, it could be any."""
    gone = int(view.phase == PASS and seat == view.seat)
    return np.maximum(counts[seat].astype(int) - gone, 0)
