"""Playouts in which others draw from the other end of the draw pile: their luck does not depend on one's own draws."""

from __future__ import annotations

import numpy as np
import pytest

from incognita.core import rules
from incognita.core.playout import apply_apart
from incognita.core.rng import generator
from incognita.core.rules import NONE
from tests.variants import game_of

ALL_BUT_THE_FIRST = 0xFE


@pytest.mark.parametrize(
    "variant", ["lost-cities", "partners", "board-game-three-short", "adventure-tours-three-chosen"]
)
def test_the_first_seat_draws_from_the_top_and_all_others_from_the_bottom(variant: str) -> None:
    game, rng, drawers = game_of(variant), generator(3), set()
    states, views = game.deal(1, seed=8), np.zeros(1, game.view_dtype)
    while (seat := int(states["seat"][0])) != NONE:
        pile = pile_of(states)
        rules.observe_at(states, 0, seat, views, 0)
        apply_apart(states[0], rules.policy_at(views, 0, rng), ALL_BUT_THE_FIRST)
        drawn = len(pile) - len(pile_of(states))
        if drawn:
            drawers.add(seat)
        if drawn and seat != 0:
            pile = [pile[-1], *pile[:-1]]
        assert pile_of(states) == pile[drawn:]
    assert drawers == set(range(game.players))


def pile_of(states: np.ndarray) -> list[int]:
    return list(states["deck"][0, int(states["drawn"][0]) : int(states["cards"][0])].tolist())
