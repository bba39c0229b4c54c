"""Replaced numbers: used at once, checked field by field, kept in the record."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import incognita
from incognita.core.data import read_data
from incognita.games.board_game import BoardGame
from incognita.games.board_game.data import built_in
from tests.games.board_game.table import match_with, place
from tests.variants import play_randomly


def changed(path: str, value: Any) -> dict[str, Any]:
    """The built-in numbers with one field replaced."""
    data = copy.deepcopy(built_in())
    *tables, name = path.split(".")
    table = data
    for step in tables:
        table = table[step]
    table[name] = value
    return data


def test_the_same_process_plays_by_the_new_numbers() -> None:
    worth = [
        place(match_with(data=data), 0, R=5).view(None)["values"][0]["R"] for data in (None, changed("stones", [7] * 9))
    ]
    assert worth == [10, 7]


def test_a_record_holds_the_replaced_numbers() -> None:
    data = changed("tiles.victory_points", [1, 2, 3, 4, 5, 6, 99])
    match = play_randomly(incognita.load("board-game", short=True, data=data).match(seed=3), 3)
    text = match.record()
    again = incognita.replay(text)
    assert again.record() == text
    assert again.scores == match.scores
    assert again.game.options["data"] == data
    assert "99" in text


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("stones", [1, 2, 3], r"data\.stones: expected 9 entries, not 3"),
        ("stones", "high", r"data\.stones: expected a list, not 'high'"),
        ("stones", [0] * 8 + [0.5], r"data\.stones\[8\]: expected a whole number from -1000 to 1000, not 0\.5"),
        ("tiles.arrows", -1, r"data\.tiles\.arrows: expected a whole number from 0 to 45, not -1"),
        ("tiles.arrows", True, r"data\.tiles\.arrows: expected a whole number"),
        ("tiles.arrows", 10, r"data\.tile_stones: 25 spaces for 26 tiles"),
        ("tiles.victory_points", [5, "x"], r"data\.tiles\.victory_points\[1\]: expected a whole number from 1 to 200"),
        ("tiles.rockets", 3, r"data\.tiles\.rockets: there is no such field; data\.tiles has artifacts, arrows"),
        ("tile_stones.Y", [2, 3, 3, 7, 9], r"data\.tile_stones\.Y: stones must ascend, each once"),
        ("tile_stones.Y", [2, 3, 5, 7, 10], r"data\.tile_stones\.Y\[4\]: expected a whole number from 1 to 9, not 10"),
        ("tile_stones", {"Y": [1]}, r"data\.tile_stones\.B: the field is missing"),
        ("tile_stones", 5, r"data\.tile_stones: expected a table, not 5"),
        ("artifact_track.long", [[1, 5]], r"data\.artifact_track\.long: numbers of tokens must ascend from 0"),
        ("artifact_track.long", [[0, 5, 7]], r"data\.artifact_track\.long\[0\]: expected 2 entries, not 3"),
    ],
)
def test_errors_name_the_path_of_the_field(path: str, value: Any, message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        incognita.load("board-game", data=changed(path, value))


def test_something_else_than_a_table_is_refused() -> None:
    with pytest.raises(incognita.OptionError, match="data must be a table of numbers"):
        incognita.load("board-game", data="data.toml")


def test_a_file_that_is_not_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("stones = [1, 2\n[tiles\n")
    with pytest.raises(incognita.OptionError, match=r"mine\.toml is not TOML: .*line 2"):
        read_data(file)


def test_people_can_be_told_which_numbers_are_house_values() -> None:
    game = incognita.load("board-game")
    assert isinstance(game, BoardGame)
    assert game.data.house("tile_stones")
    assert game.data.house("artifact_track.long")
    assert not game.data.house("tiles.arrows")
    fields = {"stones", "tiles.artifacts", "tiles.arrows", "tiles.victory_points", "tile_stones"}
    assert set(game.data.marks) == fields | {"artifact_track.short", "artifact_track.long"}
