"""Cards, tiles and actions as text.

`R7` continues the red path, `R7a` and `R7r` begin it with an adventurer or the researcher, `R7-` discards, `*` draws,
`<R` takes, `+R` steps, `.` declines a step. A tile is `A`, `>`, or its victory points.
"""

from __future__ import annotations

import re
from functools import cache

from incognita.core.errors import NotationError
from incognita.games.board_game.components import (
    ACTIONS_OF_A_COLOUR,
    ARROW,
    ARTIFACT,
    COLOURS,
    DECLINE,
    DRAW_PILE,
    FIRST_OF_COLOURS,
    STEP_ON,
    TAKE,
    VALUES,
    WAYS,
)

CARD = re.compile(r"([YBWGR])(10|[0-9])")
CARD_ACTION = re.compile(r"([YBWGR](?:10|[0-9]))([ar-]?)")
WAY_TEXTS = ("", "a", "r", "-")
HOW = (
    "actions look like R7 (continue the path), R7a or R7r (begin it, adventurer or researcher), R7- (discard), "
    "* (draw), <R (take the red discard), +R (step on the red path) or . (no step)"
)


def card_text(kind: int) -> str:
    return COLOURS[kind // int(VALUES)] + str(kind % int(VALUES))


def card_kind(text: str) -> int:
    found = CARD.fullmatch(text)
    if not found:
        raise NotationError(f"{text!r} is not a card; cards are a colour of {COLOURS} and a value from 0 to 10")
    return COLOURS.index(found[1]) * int(VALUES) + int(found[2])


def tile_text(code: int) -> str:
    if code in (ARTIFACT, ARROW):
        return "A" if code == ARTIFACT else ">"
    return str(code - int(ARROW))


def tile_code(text: str) -> int:
    if text in ("A", ">"):
        return int(ARTIFACT if text == "A" else ARROW)
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 253):
        raise NotationError(f"{text!r} is not a tile; tiles are A, > or a number of victory points")
    return int(ARROW) + int(text)


@cache
def action_text(action: int) -> str:
    if action in (DRAW_PILE, DECLINE):
        return "*" if action == DRAW_PILE else "."
    path, what = divmod(action - int(FIRST_OF_COLOURS), int(ACTIONS_OF_A_COLOUR))
    if not 0 <= path < len(COLOURS):
        raise NotationError(f"there is no action number {action}")
    if what >= TAKE:
        return ("<" if what == TAKE else "+") + COLOURS[path]
    value, way = divmod(what, int(WAYS))
    return COLOURS[path] + str(value) + WAY_TEXTS[way]


def action_number(text: str) -> int:
    if text in ("*", "."):
        return int(DRAW_PILE if text == "*" else DECLINE)
    if len(text) == 2 and text[0] in "<+" and text[1] in COLOURS:
        return first_action(text[1]) + int(TAKE if text[0] == "<" else STEP_ON)
    found = CARD_ACTION.fullmatch(text)
    if not found:
        raise NotationError(f"{text!r} is not an action; {HOW}")
    path, value = divmod(card_kind(found[1]), int(VALUES))
    return first_action(COLOURS[path]) + value * int(WAYS) + WAY_TEXTS.index(found[2])


def first_action(colour: str) -> int:
    return int(FIRST_OF_COLOURS) + COLOURS.index(colour) * int(ACTIONS_OF_A_COLOUR)
