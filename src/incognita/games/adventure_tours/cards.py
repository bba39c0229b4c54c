"""What the cards and boards in play say, as JSON-ready data and in words; a player's own cards say their own names.

A view carries `card_data`, the adventurers by their codes with a number for red, blue and yellow each, and
`board_data`, the boards by their numbers. `house` lists in both which of it is a reconstruction of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from incognita.games.adventure_tours.components import ABILITY_NAMES, ACTION_NAMES, COLOURS
from incognita.games.adventure_tours.data import Adventurer, Board, Data

COLOUR_NAMES = {"R": "red", "B": "blue", "Y": "yellow"}
SHORT_ACTIONS = {
    "none": "none",
    "extra equipment card": "extra equip.",
    "discard equipment": "discard equip.",
    "take equipment": "take equip.",
    "move equipment": "move equip.",
}
"""Where there is little room; all others stay as they are."""
ACTION_WIDTH = 14
HOUSE = "*"
"""Behind whatever is a house value."""

View: TypeAlias = Mapping[str, Any]

# --- as JSON-ready data


def card_data(data: Data) -> dict[str, dict[str, Any]]:
    return {adventurer.code: adventurer_json(adventurer) for adventurer in data.adventurers}


def adventurer_json(adventurer: Adventurer) -> dict[str, Any]:
    return {
        "name": adventurer.name,
        "demand": adventurer.demand,
        "money": adventurer.money,
        "equipment": adventurer.equipment,
        "others": adventurer.others,
        "action": ACTION_NAMES[adventurer.action],
        "house": house_fields(adventurer.marks),
    }


def board_data(data: Data, *, expert: bool) -> dict[str, dict[str, Any]]:
    """The boards of the expert game, or the desert."""
    numbered = enumerate(data.boards)
    return {str(number): board_json(board) for number, board in numbered if (number > 0) == expert}


def board_json(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "start": board.start,
        "ability": ABILITY_NAMES[board.ability],
        "house": house_fields(board.marks),
    }


def house_fields(marks: Mapping[str, str]) -> list[str]:
    return [field for field, mark in marks.items() if mark == "house"]


def money_of(data: Data, card: str) -> int:
    """What a card pays as a member."""
    adventurer = next(one for one in data.adventurers if one.code == card[1])
    return adventurer.money[COLOURS.index(card[0])]


# --- in words


def face(view: View, card: str) -> dict[str, Any]:
    """What a card says, with its own numbers."""
    said = view["card_data"][card[1]]
    colour = COLOURS.index(card[0])
    return {**said, **{field: said[field][colour] for field in ("demand", "money", "equipment", "others")}}


def card_words(view: View, card: str) -> str:
    """`red Betty McKlug`."""
    return f"{COLOUR_NAMES[card[0]]} {view['card_data'][card[1]]['name']}"


def adds(said: Mapping[str, Any]) -> str:
    """What a card adds as equipment: `+2`, or `+1 all` and `+2, +1` if the other categories gain too."""
    own, others = said["equipment"], said["others"]
    if not others:
        return f"+{own}"
    return f"+{own} all" if own == others else f"+{own},+{others}"


def action_word(said: Mapping[str, Any]) -> str:
    action: str = said["action"]
    return SHORT_ACTIONS.get(action, action)


def starred(text: str, said: Mapping[str, Any], *fields: str) -> str:
    """A text with a star if something of it is a house value."""
    return text + (HOUSE if any(field in said["house"] for field in fields) else "")


def board_of(view: View, seat: int) -> dict[str, Any] | None:
    """What the board before a player says; None while it is still to be chosen."""
    number = view["boards"][seat]
    return None if number is None else view["board_data"][str(number)]


def protector_words(view: View, seat: int, colour: str) -> str:
    """`red Pater Miller`, whatever those who protect are called."""
    return card_words(view, next(card for card in view["protectors"][seat] if card[0] == colour))
