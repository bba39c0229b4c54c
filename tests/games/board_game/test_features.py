"""What a network is told of a position is what a person would see there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from incognita import Match
from incognita.core import rules
from incognita.games.board_game import features as f
from incognita.games.board_game.components import COLOURS
from incognita.games.board_game.notation import card_kind
from tests.games.board_game.table import match_with, place

RED = COLOURS.index("R")


def described(match: Match) -> tuple[Any, Any]:
    told = match.game.features
    assert told is not None and match.seat is not None
    parts, whole = np.zeros((told.parts, told.part_features), np.float32), np.zeros(told.whole_features, np.float32)
    rules.describe(match.view_row(match.seat)[0], parts, whole)
    return parts, whole


def on_red(match: Match, seat: int, stone: int, first: int, last: int) -> Match:
    place(match, seat, R=stone)
    row = match._state[0]
    row["first"][seat, RED], row["last"][seat, RED] = first, last
    return place(match, seat)


def discarded(match: Match, card: str) -> Match:
    row, (colour, value) = match._state[0], divmod(card_kind(card), f.N)
    row["piles"][colour, row["heights"][colour]] = value
    row["heights"][colour] += 1
    return match


def test_cards_that_can_be_laid_stand_apart() -> None:
    parts, _ = described(on_red(match_with("R2 R5 R5 R9 Y1 B1 W1 G1"), 0, 2, 3, 5))
    red = parts[RED]
    assert red[f.HAND : f.HAND + f.N].tolist() == [0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0]
    assert red[f.FITTING : f.FITTING + f.N].tolist() == [0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0]
    unseen = red[f.UNSEEN : f.UNSEEN + f.N]
    assert red[f.TO_COME : f.TO_COME + f.N].tolist() == [0] * 5 + unseen[5:].tolist() and unseen[:5].sum() > 0
    assert red[f.COUNTS + 4] == pytest.approx(3 / 3)


@pytest.mark.parametrize(("card", "mine", "theirs"), [("R4", 0, 1), ("R6", 1, 1), ("R2", 0, 0)])
def test_who_can_use_the_top_of_a_pile(card: str, mine: int, theirs: int) -> None:
    match = on_red(on_red(match_with("Y1 B1 W1 G1", players=3), 0, 2, 3, 5), 1, 6, 1, 3)
    red = described(discarded(match, card))[0][RED]
    assert (red[f.MORE_COUNTS + 2], red[f.MORE_RIVALS + 6]) == (mine, theirs)


def test_an_explorer_before_a_bridge_is_seen() -> None:
    parts, whole = described(on_red(on_red(match_with("Y1 B1 W1 G1", players=3), 1, 6, 1, 3), 2, 7, 1, 3))
    next_one, last_one = parts[RED][f.MORE_RIVALS :], parts[RED][f.MORE_RIVALS + f.MORE_OF_A_RIVAL :]
    assert (next_one[0], next_one[1], last_one[0], last_one[1]) == (1, 0, 0, 1)
    next_one, last_one = whole[f.MORE_WHOLE_RIVALS :], whole[f.MORE_WHOLE_RIVALS + f.MORE_OF_A_WHOLE_RIVAL :]
    assert next_one[2:4].tolist() == pytest.approx([1 / 3, 0])
    assert last_one[2:4].tolist() == pytest.approx([1 / 3, 1 / 3])


def test_artifacts_count_by_the_track() -> None:
    match = match_with("Y1 B1 W1 G1", players=2, short=True)
    match._state["artifacts"][0] = [1, 3, 0, 0]
    whole = described(match)[1]
    mine = whole[f.MORE_WHOLE_COUNTS : f.MORE_WHOLE_COUNTS + 4]
    assert mine.tolist() == pytest.approx([1 / 5, -15 / 50, 25 / 20, 30 / 40])
    assert whole[f.MORE_WHOLE_RIVALS : f.MORE_WHOLE_RIVALS + 2].tolist() == pytest.approx([3 / 5, (-15 - 15) / 50])
