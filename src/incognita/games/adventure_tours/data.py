"""The cards and boards: the built-in ones, or those of the box on a player's shelf."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from incognita.core.data import listed, table, whole, wholes
from incognita.core.errors import OptionError
from incognita.games.adventure_tours.components import (
    ABILITY_NAMES,
    ACTION_NAMES,
    ADVENTURERS,
    BOARDS,
    CATEGORIES,
    CODES,
    MOST_CARDS,
)

FIELDS = {"hand": True, "adventurers": True, "desert": True, "boards": True}
ADVENTURER_FIELDS = {
    "code": True,
    "name": True,
    "demand": True,
    "money": True,
    "equipment": True,
    "others": False,
    "action": True,
    "copies": True,
    "marks": False,
}
BOARD_FIELDS = {"name": True, "start": True, "ability": True, "marks": False}
MARKS = ("printed", "published", "house")
MOST_IN_HAND = 12
MOST_DEMAND = MOST_MONEY = MOST_START = 99
MOST_EQUIPMENT = 20
LONGEST_NAME = 24


@dataclass(frozen=True)
class Adventurer:
    """A person on the cards. Numbers are given for red, blue and yellow."""

    code: str
    name: str
    demand: list[int]
    money: list[int]
    equipment: list[int]
    others: list[int]
    action: int
    copies: list[int]
    marks: dict[str, str]


@dataclass(frozen=True)
class Board:
    name: str
    start: list[int]
    ability: int
    marks: dict[str, str]


@dataclass(frozen=True)
class Data:
    """Checked cards and boards."""

    hand: int
    adventurers: list[Adventurer]
    boards: list[Board]
    """The desert first, then the six of the expert game."""

    @property
    def cards(self) -> int:
        return sum(sum(adventurer.copies) for adventurer in self.adventurers)


@cache
def built_in() -> dict[str, Any]:
    """The built-in cards and boards, as a player's own file would hold them."""
    return tomllib.loads(files(__package__).joinpath("data.toml").read_text(encoding="utf-8"))


def checked(data: Mapping[str, Any]) -> Data:
    """Check a data file; OptionError names the path of the first field that is wrong."""
    fields = table(data, "data", FIELDS)
    desert = table(fields["desert"], "data.desert", {"start": True, "marks": False})
    return Data(
        hand=whole(fields["hand"], "data.hand", 1, MOST_IN_HAND),
        adventurers=adventurers(fields["adventurers"]),
        boards=[
            board({"name": "Desert", **desert, "ability": "none"}, "data.desert", built_in()["desert"]),
            *boards(fields["boards"]),
        ],
    )


def smaller(data: Data, *, hand: int, colours: int, adventurers: int, copies: int) -> Data:
    """A game for exact methods: the first so many adventurers and colours, at most so many copies of a card."""
    return replace(data, hand=hand, adventurers=[fewer(one, colours, copies) for one in data.adventurers[:adventurers]])


def fewer(one: Adventurer, colours: int, copies: int) -> Adventurer:
    return replace(one, copies=[min(n, copies) * (colour < colours) for colour, n in enumerate(one.copies)])


def adventurers(data: object) -> list[Adventurer]:
    ours = {entry["code"]: entry for entry in built_in()["adventurers"]}
    found = [adventurer(entry, f"data.adventurers[{i}]", ours) for i, entry in enumerate(tables(data, "adventurers"))]
    codes = [one.code for one in found]
    for i, code in enumerate(codes):
        if code in codes[:i]:
            raise OptionError(f"data.adventurers[{i}].code: {code!r} is used twice")
    cards = sum(sum(one.copies) for one in found)
    if cards > MOST_CARDS:
        raise OptionError(f"data.adventurers: {cards} cards in all; there can be at most {MOST_CARDS}")
    return found


def tables(data: object, name: str) -> list[Any]:
    entries = listed(data, f"data.{name}")
    most = int(ADVENTURERS)
    if name == "adventurers" and not 1 <= len(entries) <= most:
        raise OptionError(f"data.{name}: expected 1 to {most} entries, not {len(entries)}")
    return entries


def adventurer(data: object, path: str, ours: Mapping[str, Any]) -> Adventurer:
    fields = table(data, path, ADVENTURER_FIELDS)
    code = one_of(fields["code"], f"{path}.code", CODES)
    return Adventurer(
        code=CODES[code],
        name=name(fields["name"], f"{path}.name"),
        demand=by_colour(fields["demand"], f"{path}.demand", MOST_DEMAND),
        money=by_colour(fields["money"], f"{path}.money", MOST_MONEY),
        equipment=by_colour(fields["equipment"], f"{path}.equipment", MOST_EQUIPMENT),
        others=by_colour(fields.get("others", 0), f"{path}.others", MOST_EQUIPMENT),
        action=one_of(fields["action"], f"{path}.action", ACTION_NAMES),
        copies=by_colour(fields["copies"], f"{path}.copies", MOST_CARDS),
        marks=marks(fields, path, ours.get(CODES[code], {})),
    )


def boards(data: object) -> list[Board]:
    entries = listed(data, "data.boards", BOARDS)
    return [board(entry, f"data.boards[{i}]", built_in()["boards"][i]) for i, entry in enumerate(entries)]


def board(data: object, path: str, ours: Mapping[str, Any]) -> Board:
    fields = table(data, path, BOARD_FIELDS)
    return Board(
        name=name(fields["name"], f"{path}.name"),
        start=wholes(fields["start"], f"{path}.start", 0, MOST_START, CATEGORIES),
        ability=one_of(fields["ability"], f"{path}.ability", ABILITY_NAMES),
        marks=marks(fields, path, ours),
    )


def name(value: object, path: str) -> str:
    if not isinstance(value, str) or not value.isprintable() or not 1 <= len(value.strip()) <= LONGEST_NAME:
        raise OptionError(f"{path}: expected a name of at most {LONGEST_NAME} letters, not {value!r}")
    return value.strip()


def by_colour(value: object, path: str, most: int) -> list[int]:
    """One number for all colours, or three."""
    if isinstance(value, list | tuple):
        return wholes(value, path, 0, most, CATEGORIES)
    return [whole(value, path, 0, most)] * CATEGORIES


def one_of(value: object, path: str, names: tuple[str, ...] | str) -> int:
    if not isinstance(value, str) or value not in tuple(names):
        raise OptionError(f"{path}: expected one of {', '.join(names)}, not {value!r}")
    return tuple(names).index(value)


def marks(fields: Mapping[str, Any], path: str, ours: Mapping[str, Any]) -> dict[str, str]:
    """The marks of fields that are still ours: a copied file may have our marks at numbers that are the player's."""
    given = table(fields.get("marks", {}), f"{path}.marks", dict.fromkeys(fields, False))
    for field, mark in given.items():
        one_of(mark, f"{path}.marks.{field}", MARKS)
    return {field: mark for field, mark in given.items() if field in ours and fields[field] == ours[field]}
