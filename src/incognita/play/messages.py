"""The messages of the bot protocol, apart from how they travel: docs/bots.md shows one of each.

Everything a bot is told comes from the view of its seat. Fields that a reader does not know are to be passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict

from numpy.typing import NDArray

from incognita.core.errors import IllegalAction, NotationError
from incognita.core.game import Game

PROTOCOL = 1
"""Raised when a bot that was right would be wrong; new fields do not raise it."""
SHOWN = 200
"""So much of a wrong answer is repeated in the reason."""


class Begin(TypedDict):
    """You sit here from now on; an earlier match is over."""

    type: Literal["begin"]
    protocol: int
    game: str
    options: dict[str, Any]
    players: int
    sides: list[list[int]]
    seat: int


class Decide(TypedDict):
    """Your turn: the only message that is answered."""

    type: Literal["decide"]
    ply: int
    view: dict[str, Any]
    legal: list[str]
    seconds: float


class End(TypedDict):
    """The match is over, with this result. Not every match is played to its end."""

    type: Literal["end"]
    scores: list[int]
    winners: list[int]


class Refused(TypedDict):
    """You have forfeited: why."""

    type: Literal["refused"]
    reason: str


Message: TypeAlias = Begin | Decide | End | Refused


class WrongAnswer(ValueError):
    """An answer that no action follows from; its text says why."""


def begin(game: Game, seat: int) -> Begin:
    return {
        "type": "begin",
        "protocol": PROTOCOL,
        "game": game.name,
        "options": dict(game.options),
        "players": game.players,
        "sides": [list(side) for side in game.sides],
        "seat": seat,
    }


def decide(game: Game, views: NDArray[Any], seconds: float) -> Decide:
    """About the only row of `views`."""
    return {
        "type": "decide",
        "ply": int(views["ply"][0]),
        "view": game.view_json(views[0]),
        "legal": [game.action_text(action) for action in legal_actions(views)],
        "seconds": round(seconds, 3),
    }


def end(scores: Sequence[int], winners: Sequence[int]) -> End:
    return {"type": "end", "scores": list(scores), "winners": list(winners)}


def refused(reason: str) -> Refused:
    return {"type": "refused", "reason": reason}


def line(message: Message | Mapping[str, Any]) -> bytes:
    """A message as one line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def read_action(game: Game, views: NDArray[Any], answer: bytes | str) -> int:
    """The action that an answer to `decide` names; WrongAnswer if it names no legal one."""
    ply = int(views["ply"][0])
    text = action_of(read_object(answer), ply)
    try:
        action = game.action_number(text)
    except NotationError as error:
        raise WrongAnswer(f"ply {ply}: {cut(str(error))}") from error
    if action not in legal_actions(views):
        raise WrongAnswer(str(IllegalAction(ply, text, game.refusal(views[0], action))))
    return action


def read_object(answer: bytes | str) -> dict[str, Any]:
    try:
        read = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise WrongAnswer(f"the answer is not JSON: {shown(answer)}") from error
    if not isinstance(read, dict):
        raise WrongAnswer(f"the answer is not a JSON object: {shown(answer)}")
    return read


def action_of(answer: Mapping[str, Any], ply: int) -> str:
    action, echoed = answer.get("action"), answer.get("ply")
    if not isinstance(action, str):
        raise WrongAnswer(f'the answer has no text as its "action": {shown(json.dumps(answer))}')
    if echoed is not None and (isinstance(echoed, bool) or echoed != ply):
        raise WrongAnswer(f"ply {ply} was asked about, the answer is for ply {cut(json.dumps(echoed))}")
    return action


def legal_actions(views: NDArray[Any]) -> list[int]:
    numbers: list[int] = views["legal"][0, : int(views["choices"][0])].tolist()
    return numbers


def shown(answer: bytes | str) -> str:
    """What a bot wrote, for a sentence about it."""
    text = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
    return repr(cut(text.strip()))


def cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
