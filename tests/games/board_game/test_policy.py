"""What a person would look at before playing against the hand-written player."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita import Match
from incognita.core.rng import generator
from incognita.core.rules import policy_at
from incognita.games.board_game import BoardGame, data
from incognita.games.board_game.components import CARDS, COLOURS, VALUES
from incognita.games.board_game.notation import card_kind, tile_code
from incognita.play.measurement import measure
from incognita.play.results import Result
from tests.games.board_game.table import match_with, place, play

TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4},
    "short": {"players": 3, "short": True},
    "up or down": {"players": 2, "up_or_down": True},
    "own data": {"players": 4, "data": {**data.built_in(), "stones": [-9, -5, -1, 2, 4, 7, 11, 16, 22]}},
}
USELESS = "Y10 B10 W10 G10"


def decide(match: Match) -> str:
    assert match.seat is not None
    return match.game.action_text(int(policy_at(match.view_row(match.seat), 0, generator(1))))


def position(hand: str, *, tiles: dict[str, str] | None = None, left: int | None = None, **options: Any) -> Match:
    """Seat 0 is to play, with these tiles and no others, and this many cards in the draw pile."""
    match = match_with(hand, **options)
    row = match._state[0]
    row["board"][:] = 0
    for space, tile in (tiles or {}).items():
        row["board"][COLOURS.index(space[0]), int(space[1]) - 1] = tile_code(tile)
    if left is not None:
        row["drawn"] = CARDS - left
    return match


def explorers(match: Match, seat: int, *, researcher: str | None = None, **columns: tuple[int, int, int]) -> Match:
    """Explorers of a seat: the stone, the first and the last card of the column."""
    row = match._state[0]
    for colour, (stone, first, last) in columns.items():
        place(match, seat, **{colour: stone})
        row["first"][seat, COLOURS.index(colour)] = first
        row["last"][seat, COLOURS.index(colour)] = last
    if researcher:
        row["researcher"][seat] = COLOURS.index(researcher)
    return place(match, seat)


def discarded(match: Match, card: str) -> Match:
    path, value = divmod(card_kind(card), int(VALUES))
    row = match._state[0]
    row["piles"][path, row["heights"][path]] = value
    row["heights"][path] += 1
    return match


def table(options: dict[str, Any]) -> BoardGame:
    game = incognita.load("board-game", **options)
    assert isinstance(game, BoardGame)
    return game


def measured(options: dict[str, Any], against: str = "random") -> Result:
    return measure(table(options), ("policy", against), 200, seed=5)


# --- over whole rounds


def finish(match: Match) -> Match:
    while not match.over:
        match.play(decide(match))
    return match


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES.keys())
def test_it_plays_whole_matches_by_the_rules(options: dict[str, Any]) -> None:
    for seed in range(3):
        assert finish(table(options).match(seed=seed)).winners


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES.keys())
def test_it_beats_random_play_clearly(options: dict[str, Any]) -> None:
    result = measured(options)
    assert result.wins > 0.99
    assert result.own > (40 if "data" in options else 150)
    assert result.broken_off == 0


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES.keys())
def test_it_never_stalls_against_itself(options: dict[str, Any]) -> None:
    result = measured(options, "policy")
    assert result.broken_off == 0
    assert result.plies < 300
    assert result.own > (15 if "data" in options else 60)


def test_what_it_took_it_lays() -> None:
    """The reason why it never stalls."""
    for seed in range(5):
        match = table({"players": 3}).match(seed=seed)
        while not match.over:
            action = decide(match)
            if action.endswith("-") and is_taken(match, action[:-1]):
                assert not {action[:-1], action[:-1] + "a", action[:-1] + "r"} & set(match.legal())
            match.play(action)


def is_taken(match: Match, card: str) -> bool:
    return bool(match.view_row(match.seat)["known"][0, match.seat, card_kind(card)])


# --- beginning paths


def test_it_begins_with_its_lowest_card_of_a_long_colour() -> None:
    assert decide(position("R1 R3 R5 R6 R8 Y9 B9 W9")) in ("R1a", "R1r")


def test_it_sends_the_researcher_where_much_is_to_be_expected() -> None:
    assert decide(position("R0 R1 R2 R3 R5 R6 R8 Y9")) == "R0r"


def test_it_begins_no_hopeless_path_late() -> None:
    assert decide(position("R0 R9 Y9 B9 W9 G9 Y10 B10", left=6)).endswith("-")


def test_it_begins_no_path_with_a_high_card() -> None:
    assert decide(position("R9 R10 Y9 Y10 B9 B10 W9 W10")).endswith("-")


@pytest.mark.rule("board-game 9.1")
def test_a_column_that_may_fall_is_begun_with_a_high_card() -> None:
    assert decide(position("R10 R9 R8 R6 R5 R3 Y5 B5", up_or_down=True)) in ("R10a", "R10r")


# --- continuing them


def test_it_lays_its_lowest_card_first() -> None:
    assert decide(explorers(position(f"R4 R5 R9 {USELESS}", left=20), 0, R=(2, 0, 3))) == "R4"


@pytest.mark.rule("board-game 9.1")
def test_a_falling_column_goes_on_downwards() -> None:
    match = position("R7 R6 R2 R9 Y5 Y5 B5 B5", left=12, up_or_down=True)
    assert decide(explorers(match, 0, R=(2, 9, 8))) == "R7"


def test_it_hurries_explorers_out_of_the_negative_stones() -> None:
    match = position(f"Y4 B4 {USELESS}", left=3)
    assert decide(explorers(match, 0, Y=(3, 0, 0), B=(4, 0, 0))) == "Y4"


def test_it_steps_onto_victory_points_before_others() -> None:
    match = position(f"Y4 B4 {USELESS}", tiles={"B5": "15"}, left=3)
    assert decide(explorers(match, 0, Y=(5, 0, 0), B=(4, 0, 0))) == "B4"


# --- arrows: the red explorer has stepped onto one, and cards for more are not to be had


def arrow(*, researcher: str | None = None, tiles: dict[str, str] | None = None, **stones: int) -> Match:
    match = position("R10", tiles={"R5": ">", **(tiles or {})}, left=3)
    columns = {colour: (stone, 10, 10) for colour, stone in stones.items()}
    return play(explorers(match, 0, researcher=researcher, R=(4, 10, 10), **columns), "R10")


@pytest.mark.rule("board-game 4.4")
def test_an_arrow_lifts_the_explorer_that_gains_most() -> None:
    assert decide(arrow(Y=3, B=4, W=7)) == "+Y"  # from -10 to 5


@pytest.mark.rule("board-game 4.4")
def test_an_arrow_counts_twice_for_the_researcher() -> None:
    assert decide(arrow(Y=6, B=8)) in ("+Y", "+B")
    assert decide(arrow(Y=6, B=8, researcher="B")) == "+B"


@pytest.mark.rule("board-game 4.4")
def test_an_arrow_takes_the_tile_into_account() -> None:
    assert decide(arrow(Y=4, B=4, W=4, tiles={"B5": "15"})) == "+B"


# --- discards


def test_it_takes_a_discard_that_continues_its_path() -> None:
    match = explorers(position("Y9 Y10 B9 B10 W9 W10 G9 G10"), 0, R=(3, 1, 4))
    assert decide(play(discarded(match, "R5"), "Y10-")) == "<R"


def test_it_takes_no_discard_that_it_cannot_lay() -> None:
    match = explorers(position("Y9 Y10 B9 B10 W9 W10 G9 G10"), 0, R=(3, 1, 4))
    assert decide(play(discarded(match, "R3"), "Y10-")) == "*"


def test_it_does_not_discard_what_the_next_player_needs() -> None:
    match = position("Y3 Y4 Y4 B3 B4 B4 W3 W3")
    explorers(match, 0, Y=(1, 9, 9), B=(1, 9, 9), W=(1, 9, 9), G=(1, 9, 9), R=(1, 9, 9))
    assert decide(explorers(match, 1, Y=(4, 0, 3), W=(4, 0, 2))).startswith("B")


# --- the end


def at_the_bridge(holdings: int, **options: Any) -> Match:
    """The next step over a bridge ends the round, and seat 0 can do it; seat 1 has gained so many points so far."""
    match = explorers(position(f"R5 {USELESS}", **options), 0, R=(6, 0, 4))
    match._state["crossed"] = 4
    match._state["holdings"][0, 1] = holdings
    return match


@pytest.mark.rule("board-game 7.1")
def test_it_ends_the_round_when_clearly_ahead() -> None:
    match = explorers(at_the_bridge(0, left=20), 1, Y=(1, 0, 0), B=(2, 0, 0), W=(2, 0, 0))
    assert decide(match) == "R5"


@pytest.mark.rule("board-game 7.1")
def test_it_does_not_end_a_young_round_when_far_behind() -> None:
    match = explorers(at_the_bridge(100), 1, Y=(6, 0, 0), B=(6, 0, 0))
    assert decide(match) != "R5"
