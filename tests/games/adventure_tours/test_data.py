"""Replaced cards and boards: used at once, checked field by field, kept in the record."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

import incognita
from incognita.games.adventure_tours import AdventureTours
from incognita.games.adventure_tours.data import built_in
from incognita.games.adventure_tours.notation import card_text
from tests.games.adventure_tours.table import game_of, match_with, play
from tests.variants import play_randomly


def changed(path: str, value: Any) -> dict[str, Any]:
    """The built-in data with one field replaced; a path is names and numbers, `adventurers.5.money`."""
    data = copy.deepcopy(built_in())
    *steps, name = [int(step) if step.isdigit() else step for step in path.split(".")]
    inner: Any = data
    for step in steps:
        inner = inner[step]
    inner[name] = value
    return data


def test_the_same_process_plays_by_the_new_numbers() -> None:
    scores = [
        match_with("Yb", members={0: "Rf"}, data=data).scores[0] for data in (None, changed("adventurers.5.money", 9))
    ]
    assert scores == [4 - 2, 9 - 2]


def test_colours_may_differ() -> None:
    match = match_with("Ra Ba Ya", data=changed("adventurers.0.demand", [4, 3, 2]))
    assert match.legal() == ["Ra", "Ba", "Ba^", "Ya", "Ya^"]


def test_actions_and_abilities_can_be_exchanged() -> None:
    match = match_with("Ra Ba", data=changed("adventurers.0.action", "another turn"))
    assert play(match, "Ra^").legal() == [".", "&"]
    match = match_with("Ra Ba Ya", tableaus=[1], data=changed("boards.0.ability", "another turn"))
    assert play(match, "Ra").legal() == [".", "&"]
    match = match_with(tableaus=[1], data=changed("boards.0.start", [7, 8, 9]))
    assert match.view(None)["values"][0] == [7, 8, 9]


def test_a_deck_of_another_size() -> None:
    data = changed("adventurers.11.copies", 8)
    match = play_randomly(game_of(data=data).match(seed=1), 1)
    assert match.record().split("deck: ")[1].split("\n")[0].count("Yl") == 8
    assert game_of(data=data).match(seed=1).view(None)["left"] == 120 - 18


@pytest.mark.parametrize("expert", [False, True])
def test_a_record_holds_the_replaced_data(expert: bool) -> None:
    data = changed("adventurers.0.name", "Pathfinder")
    data["adventurers"][3]["money"] = 77
    match = play_randomly(game_of(data=data, expert=expert).match(seed=3), 3)
    text = match.record()
    again = incognita.replay(text)
    assert again.record() == text
    assert again.scores == match.scores
    assert "Pathfinder" in text
    assert "boards:" in text if expert else "boards:" not in text


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("hand", 0, r"data\.hand: expected a whole number from 1 to 12, not 0"),
        ("adventurers", [], r"data\.adventurers: expected 1 to 16 entries, not 0"),
        ("adventurers", 3, r"data\.adventurers: expected a list, not 3"),
        ("adventurers.2.code", "z", r"data\.adventurers\[2\]\.code: expected one of a, b, c, .*, p, not 'z'"),
        ("adventurers.2.code", "a", r"data\.adventurers\[2\]\.code: 'a' is used twice"),
        ("adventurers.2.name", "", r"data\.adventurers\[2\]\.name: expected a name of at most 24 letters, not ''"),
        ("adventurers.2.demand", 100, r"data\.adventurers\[2\]\.demand: expected a whole number from 0 to 99, not 100"),
        ("adventurers.2.demand", [1, 2], r"data\.adventurers\[2\]\.demand: expected 3 entries, not 2"),
        ("adventurers.2.demand", [1, 2, "x"], r"data\.adventurers\[2\]\.demand\[2\]: expected a whole number"),
        ("adventurers.2.money", -1, r"data\.adventurers\[2\]\.money: expected a whole number from 0 to 99, not -1"),
        ("adventurers.2.action", "fly", r"data\.adventurers\[2\]\.action: expected one of none, give one, .*not 'fly'"),
        ("adventurers.2.colour", "R", r"data\.adventurers\[2\]\.colour: there is no such field"),
        ("adventurers.2.copies", 50, r"data\.adventurers: 243 cards in all; there can be at most 128"),
        ("adventurers.2.marks", {"money": "guess"}, r"data\.adventurers\[2\]\.marks\.money: expected one of printed"),
        ("boards", [], r"data\.boards: expected 6 entries, not 0"),
        ("boards.4.start", [1, 2], r"data\.boards\[4\]\.start: expected 3 entries, not 2"),
        ("boards.4.ability", "sing", r"data\.boards\[4\]\.ability: expected one of none, extra equipment card"),
        ("desert", {}, r"data\.desert\.start: the field is missing"),
        ("rockets", 1, r"data\.rockets: there is no such field; data has hand, adventurers, desert, boards"),
    ],
)
def test_errors_name_the_path_of_the_field(path: str, value: Any, message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        game_of(data=changed(path, value))


def test_a_deck_too_small_for_the_players_is_refused() -> None:
    data = {**built_in(), "adventurers": built_in()["adventurers"][:2]}
    with pytest.raises(incognita.OptionError, match="18 cards in all; 3 players with 6 each need at least 19"):
        game_of(data=data)


def test_something_else_than_a_table_is_refused() -> None:
    with pytest.raises(incognita.OptionError, match="data must be a table of cards and boards"):
        game_of(data="data.toml")


def test_every_value_is_marked() -> None:
    for one in game_of().data.adventurers:
        assert {"name", "demand", "money", "equipment", "action", "copies"} <= set(one.marks)
    assert all(board.marks for board in game_of().data.boards)


def test_people_can_be_told_what_is_a_house_value() -> None:
    bill = next(one for one in game_of().data.adventurers if one.name == "Slowhand Bill")
    assert (bill.marks["demand"], bill.marks["money"]) == ("printed", "house")
    assert game_of().match(seed=1).view(None)["house"] == ["adventurers"]
    assert game_of(expert=True).match(seed=1).view(None)["house"] == ["adventurers", "boards"]


def test_a_replaced_value_is_not_ours_even_if_the_file_still_says_so() -> None:
    game = game_of(data=changed("adventurers.8.money", 6))
    assert isinstance(game, AdventureTours)
    bill = game.data.adventurers[8]
    assert "money" not in bill.marks
    assert bill.marks["equipment"] == "house"


def test_fixed_rounds() -> None:
    with pytest.raises(incognita.OptionError, match="there are always 3 rounds, not 2"):
        game_of().match(rounds=2)


@pytest.mark.rule("adventure-tours 12.1")
def test_tiny_variants_have_fewer_cards() -> None:
    game = game_of(hand=2, colours=2, adventurers=3, copies=2)
    assert isinstance(game, AdventureTours)
    assert Counter(map(card_text, game.all_cards())) == dict.fromkeys(("Ra", "Rb", "Rc", "Ba", "Bb", "Bc"), 2)
    view = game.match(seed=1).view(None)
    assert view["hand_sizes"] == [2, 2, 2]
    assert view["left"] == 12 - 6
    assert list(view["card_data"]) == ["a", "b", "c"]
    assert len(game_of(adventurers=12, copies=2).all_cards()) == 2 * 12 * 3


@pytest.mark.rule("adventure-tours 12.1")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hand": 13}, "hand must be a whole number from 1 to 12, not 13"),
        ({"colours": 0}, "colours must be a whole number from 1 to 3, not 0"),
        ({"adventurers": 13}, "adventurers must be a whole number from 1 to 12, not 13"),
        ({"copies": 4}, "copies must be a whole number from 1 to 3, not 4"),
        ({"colours": 1, "copies": 1}, "adventure-tours: 12 cards in all; 3 players with 6 each need at least 19"),
        ({"hand": 5, "data": built_in()}, "hand is for the built-in cards; data says how many there are"),
    ],
)
def test_impossible_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        game_of(**options)
