"""The board in the terminal: all that lies open can be read without colours, and house values are called so."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from incognita import Match
from incognita.games.board_game import board
from incognita.games.board_game.data import built_in
from tests.games.board_game.table import match_with, pass_time, place, play
from tests.games.lost_cities.test_board import luminance
from tests.screens import choices, names_of, table

rule = pytest.mark.rule


def path_of(text: str, letter: str) -> tuple[str, str]:
    """The explorers over a path, and its stones."""
    lines = text.splitlines()
    i = next(i for i, line in enumerate(lines) if line.startswith(f" {letter} "))
    return lines[i - 1], lines[i]


def column_of(text: str, stone: int) -> slice:
    """The columns of a stone: five each, one between them, the river between the sixth and the seventh."""
    start = 12 + 6 * (stone - 1) + 2 * (stone > 6)
    return slice(start, start + 5)


@rule("board-game 1.4", "board-game 1.5")
def test_stones_have_their_values_and_the_bridge_is_seen() -> None:
    text = table(match_with(), 0)
    values = text.splitlines()[1]
    assert [int(values[column_of(text, stone)]) for stone in range(1, 10)] == [-20, -15, -10, 5, 10, 15, 30, 35, 50]
    assert values.index("≈≈≈") == path_of(text, "Y")[1].index("═══") == path_of(text, "R")[1].index("═══") == 47


@rule("board-game 1.6")
def test_tiles_lie_on_their_stones() -> None:
    text = table(match_with(tiles={"R3": "A", "R4": ">", "R6": "15"}), 0)
    _, stones = path_of(text, "R")
    assert [stones[column_of(text, stone)].strip() for stone in (1, 3, 4, 6)] == ["·", "A", ">", "+15"]


@rule("board-game 1.3", "board-game 6.1")
def test_explorers_of_four_players_can_be_told_apart() -> None:
    match = match_with(players=4)
    for seat in range(4):
        place(match, seat, R=5)
    match._state["researcher"][0, 2] = "YBWGR".index("R")
    text = table(match, 0)
    assert path_of(text, "R")[0][column_of(text, 5)].strip() == "△○■◇"
    assert len({symbol for pair in board.FIGURES for symbol in pair[:2]}) == 8


@pytest.mark.parametrize("ink", [paint for _, _, paint in board.FIGURES])
def test_figures_can_be_seen_on_their_paint(ink: str) -> None:
    front, back = (luminance(colour) for colour in ink.split(" on "))
    assert (max(front, back) + 0.05) / (min(front, back) + 0.05) >= 4.5


@rule("board-game 7.1")
def test_explorers_beyond_the_bridges_are_counted() -> None:
    assert "beyond the bridges 3 of 5" in table(place(match_with(), 0, R=7, Y=8, B=9, G=6), 0)


@rule("board-game 3.4", "board-game 9.1")
def test_columns_show_their_last_card_and_direction() -> None:
    match = match_with("R7 R5 W3 W3", "B2", up_or_down=True)
    play(match, "R7a *", "B2a *", "W3a *")
    pass_time(match)
    play(match, "R5 *")
    text = table(match, 0)
    assert re.search(r"△▲ +You .* W3 = .* R5 ↓", text)
    assert re.search(r"○● +policy 1 +· +B2 = ", text)
    assert "↑" not in table(match_with(), 0)


@rule("board-game 6.2", "board-game 8.2")
def test_players_show_points_artifacts_and_where_they_stand() -> None:
    match = match_with("R2 R3 R4 R5 R6", tiles={"R3": "A", "R4": "15"})
    play(match, "R2a *")
    for card in ("R3", "R4", "R5"):
        pass_time(match)
        play(match, f"{card} *")
    text = table(match, 0)
    assert re.search(r"You .* R5 +15 +5 +1 = -15 +5\n", text), "15 points, stone 4, one artifact: 15+5-15"
    assert "Artifact track: 0 -20, 1 -15, 2 10, 3 15, 4 30, 5+ 50." in text


def test_the_hand_carries_the_numbers_of_the_actions() -> None:
    match = match_with("R7 R8 Y2 Y3 W4 W5 G6 B10", "")
    text = choices(match, 0)
    for number, action in enumerate(match.legal(), 1):
        assert re.search(rf"\b{number} {re.escape(action)}(?!\S)", text), action
    for label in ("adventurer", "researcher", "discard"):
        assert label in text
    assert "continue" not in text


@rule("board-game 4.4", "board-game 4.5")
def test_a_step_shows_where_it_leads() -> None:
    match = place(match_with("R2 R3", tiles={"R3": ">", "Y3": "A"}), 0, R=2, Y=2)
    play(match, "R2")
    assert board.question(match.view(0), names_of(match)) == "Your turn: step with one of your explorers, or stay."
    text = choices(match, 0).splitlines()
    assert re.search(r"step +1 \. +2 \+Y +3 \+R", text[-2])
    assert re.search(r"to +stay +-10 A +5", text[-1])


def test_what_happened_last_is_marked() -> None:
    match = play(match_with("R2 Y3", "B4"), "R2a *")
    assert path_of(table(match, 1, [(0, "R2a"), (0, "*")]), "R")[0].count("△←") == 1
    assert re.search(r"\d ← pile", table(match, 1, [(0, "R2a"), (0, "*")]))
    assert "←" not in table(match, 1)


# --- words


@pytest.mark.parametrize(
    ("before", "action", "words"),
    [
        ("", "R2a", "sends an adventurer to the volcanoes with R2"),
        ("", "R2r", "sends the researcher to the volcanoes with R2"),
        ("", "R2-", "discards R2"),
        ("R2a", "*", "draws from the pile"),
    ],
)
def test_actions_in_words(before: str, action: str, words: str) -> None:
    assert board.words(play(match_with("R2"), before).view(0), action) == words


@rule("board-game 4.2", "board-game 4.3", "board-game 4.4", "board-game 7.1")
def test_what_a_step_leads_to_is_told() -> None:
    tiles = {"R3": "A", "Y3": "15", "B4": ">"}
    match = place(match_with("R2 Y2 B2 G2", tiles=tiles), 0, R=2, Y=2, B=3, G=9)
    assert board.words(match.view(0), "R2") == "lays R2 and steps onto stone 3 (an artifact)"
    assert board.words(match.view(0), "Y2") == "lays Y2 and steps onto stone 3 (+15)"
    assert board.words(match.view(0), "B2") == "lays B2 and steps onto stone 4 (an arrow)"
    assert board.words(match.view(0), "G2") == "lays G2 at the city already reached"
    assert board.words(match.view(0), ".") == "stays"
    assert board.words(match.view(0), "+R") == "steps onto stone 3 (an artifact) of the volcanoes"
    fifth = place(match_with("R2"), 0, R=6, Y=7, B=7, G=7, W=7)
    assert board.words(fifth.view(0), "R2") == "lays R2 and steps onto stone 7 (the fifth over a bridge)"
    assert board.joined(["R2", "+Y", "*"], ["lays", "steps", "draws"]) == "lays, steps and draws"


# --- house values


def noted(match: Match) -> str:
    return "".join(re.findall(r"House values: .*?\.", table(match, 0)))


def test_house_values_are_called_so() -> None:
    assert noted(match_with(short=False)) == "House values: the places of the tiles, the artifact track."
    assert noted(match_with()) == "House values: the places of the tiles.", "the short track is published"


@pytest.mark.parametrize(
    ("replaced", "note"),
    [
        ({"marks": {}}, ""),
        ({"tile_stones": {letter: [1, 2, 3, 4, 5] for letter in "YBWGR"}}, "House values: the artifact track."),
        ({"artifact_track": {"short": [[0, 1]], "long": [[0, 2]]}}, "House values: the places of the tiles."),
    ],
)
def test_numbers_that_a_player_replaced_are_not_ours(replaced: dict[str, Any], note: str) -> None:
    data = {**copy.deepcopy(built_in()), **replaced}
    assert noted(match_with(short=False, data=data)) == note


def test_replaced_numbers_are_shown() -> None:
    track = [[n, -n] for n in range(16)]
    data = {**copy.deepcopy(built_in()), "stones": [7] * 9, "artifact_track": {"short": track, "long": track}}
    text = table(match_with(data=data), 0)
    assert text.splitlines()[1].split().count("7") == 9
    assert "15+ -15." in text
    assert max(len(line) for line in text.splitlines()) <= 80
