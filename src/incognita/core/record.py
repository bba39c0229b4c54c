"""A match as text: set-up, decks, actions. docs/notation.md describes the format.

incognita record 1
game: lost-cities
rounds: 1
starter: 0

round 1
deck: Y4 BI …
0: Y4 *
1: B2- <Y
scores: 12 -8
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from incognita.core import rng
from incognita.core.errors import IllegalAction, OptionError, RecordError
from incognita.core.match import Match

if TYPE_CHECKING:
    from incognita.core.game import Game

MAGIC = "incognita record 1"
COMMENT = re.compile(r"#(?!\d).*")
"""`#3` chooses a board; a `#` before anything but a digit begins a comment."""
HEADER = ("game", "options", "data", "rounds", "starter")
"""`data` holds numbers that replace built-in ones, as JSON; it is left out, as `options` is, if there are none."""


def write(match: Match) -> str:
    """The record of a match; only rounds that have begun are in it."""
    return (
        "\n".join([*header_lines(match), *(line for i in range(len(match.actions)) for line in round_lines(match, i))])
        + "\n"
    )


def header_lines(match: Match) -> Iterator[str]:
    yield MAGIC
    yield f"game: {match.game.name}"
    options = match.game.changed_options()
    data = options.pop("data", None)
    if options:
        yield "options: " + " ".join(f"{name}={option_text(value)}" for name, value in options.items())
    if data:
        yield f"data: {json.dumps(data, separators=(',', ':'))}"
    yield f"rounds: {match.rounds}"
    yield f"starter: {match.first_starter}"


def round_lines(match: Match, i: int) -> Iterator[str]:
    """One round: its deal, a line for each go of a seat, and the scores if it is finished."""
    game, scratch = match.game, match.game.blank()
    yield ""
    yield f"round {i + 1}"
    for name, value in match.deals[i].items():
        scratch[name] = value
        yield f"{name}: {game.dealt_text(name, scratch)}"
    for seat, pairs in groupby(zip(match.seats[i], match.actions[i], strict=True), key=itemgetter(0)):
        yield f"{seat}: " + " ".join(game.action_text(action) for _, action in pairs)
    if i < len(match.finished):
        yield "scores: " + " ".join(str(points) for points in game.scores(match.finished[i])[0])


def option_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_option(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


# --- reading, in two passes: first what the lines say, then whether it can have happened


@dataclass
class Line:
    number: int
    key: str
    value: str


@dataclass
class Round:
    """One round as written."""

    line: int
    deal: list[Line] = field(default_factory=list)
    turns: list[Line] = field(default_factory=list)
    scores: Line | None = None


def replay(text: str, load: Callable[..., Game]) -> Match:
    """Play a record again; RecordError names the line and the reason if it is damaged."""
    header, rounds = parse(text)
    match = new_match(header, rounds, load)
    for i, written in enumerate(rounds):
        replay_round(match, i, written)
    return match


def meaningful_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        content = COMMENT.sub("", line).strip()
        if content:
            yield number, content


def parse(text: str) -> tuple[dict[str, Line], list[Round]]:
    lines = meaningful_lines(text)
    number, first = next(lines, (1, ""))
    if first != MAGIC:
        raise RecordError(number, f"a record begins with {MAGIC!r}")
    header: dict[str, Line] = {}
    rounds: list[Round] = []
    for number, line in lines:
        if line.startswith("round "):
            rounds.append(next_round(number, line, rounds))
            continue
        parsed = key_and_value(number, line)
        if rounds:
            add_to_round(rounds[-1], parsed)
        elif parsed.key not in HEADER or parsed.key in header:
            raise RecordError(
                number, f"expected one of {', '.join(HEADER)} (each once) or 'round 1', not {parsed.key!r}"
            )
        else:
            header[parsed.key] = parsed
    if not rounds:
        raise RecordError(number, "the record ends before 'round 1'")
    return header, rounds


def next_round(number: int, line: str, rounds: list[Round]) -> Round:
    if line != f"round {len(rounds) + 1}":
        raise RecordError(number, f"expected 'round {len(rounds) + 1}', not {line!r}")
    return Round(number)


def key_and_value(number: int, line: str) -> Line:
    key, colon, value = line.partition(":")
    if not colon:
        raise RecordError(number, f"expected 'name: value', not {line!r}")
    return Line(number, key.strip(), value.strip())


def add_to_round(written: Round, line: Line) -> None:
    if written.scores:
        raise RecordError(line.number, "nothing can follow the scores of a round but the next round")
    if line.key == "scores":
        written.scores = line
    elif line.key.isascii() and line.key.isdigit():
        written.turns.append(line)
    elif written.turns:
        raise RecordError(line.number, f"expected 'SEAT: actions' or 'scores: …', not {line.key!r}")
    else:
        written.deal.append(line)


def new_match(header: dict[str, Line], rounds: list[Round], load: Callable[..., Game]) -> Match:
    """The match as it was set up. Decks that the record does not tell yet are drawn afresh."""
    game = load_game(header, rounds[0].line, load)
    count = whole_number(header, "rounds", rounds[0].line, game.check_rounds)
    starter = whole_number(header, "starter", rounds[0].line, lambda seat: game.check_seat(seat, "starter"))
    if len(rounds) > count:
        raise RecordError(rounds[count].line, f"the match has only {count} rounds")
    deals = game.draw_deals(count, rng.generator(secrets.randbits(64)))
    for i, written in enumerate(rounds):
        deals[i] = read_deal(game, i, written)
    return Match(game, starter, deals)


def load_game(header: dict[str, Line], end: int, load: Callable[..., Game]) -> Game:
    if "game" not in header:
        raise RecordError(end, "the line 'game: …' is missing")
    options = read_options(header["options"]) if "options" in header else {}
    if "data" in header:
        options["data"] = read_json(header["data"])
    try:
        return load(header["game"].value, **options)
    except (OptionError, TypeError) as error:
        blamed = "data" if "data" in header and str(error).startswith("data") else "options"
        raise RecordError(header.get(blamed, header["game"]).number, str(error)) from error


def read_options(line: Line) -> dict[str, Any]:
    pairs = [pair.partition("=") for pair in line.value.split()]
    if not all(name and equals for name, equals, _ in pairs):
        raise RecordError(line.number, "options are written name=value")
    return {name: read_option(value) for name, _, value in pairs}


def read_json(line: Line) -> Any:
    try:
        return json.loads(line.value)
    except ValueError as error:
        raise RecordError(line.number, f"data must be JSON: {error}") from error


def whole_number(header: dict[str, Line], key: str, end: int, check: Callable[[int], int]) -> int:
    if key not in header:
        raise RecordError(end, f"the line '{key}: …' is missing")
    line = header[key]
    if not (line.value.isascii() and line.value.isdigit()):
        raise RecordError(line.number, f"{key} must be a whole number, not {line.value!r}")
    try:
        return check(int(line.value))
    except OptionError as error:
        raise RecordError(line.number, str(error)) from error


def read_deal(game: Game, i: int, written: Round) -> dict[str, Any]:
    states, dealt = game.blank(), game.dealt_in(i)
    lines = {line.key: line for line in written.deal}
    for line in written.deal:
        if line.key not in dealt:
            raise RecordError(line.number, f"expected {' and '.join(dealt)}, not {line.key!r}")
    for name in dealt:
        if name not in lines:
            raise RecordError(written.line, f"round without the line '{name}: …'")
        try:
            game.read_dealt(name, lines[name].value, states)
        except ValueError as error:
            raise RecordError(lines[name].number, str(error)) from error
    return {name: states[name].copy() for name in dealt}


def replay_round(match: Match, i: int, written: Round) -> None:
    if len(match.actions) <= i:
        raise RecordError(written.line, f"round {i} is not finished")
    for line in written.turns:
        for action in line.value.split():
            replay_action(match, i, line, action)
    if written.scores:
        check_scores(match, i, written.scores)
    elif len(match.finished) > i:
        raise RecordError(written.line, "the round is finished, but its line 'scores: …' is missing")


def replay_action(match: Match, i: int, line: Line, action: str) -> None:
    if len(match.finished) > i:
        raise RecordError(line.number, f"the round was over before {action}")
    if match.seat != int(line.key):
        raise RecordError(line.number, f"seat {match.seat} must decide here, not seat {line.key}")
    try:
        match.play(action)
    except IllegalAction as error:
        raise RecordError(line.number, str(error)) from error


def check_scores(match: Match, i: int, line: Line) -> None:
    if len(match.finished) <= i:
        raise RecordError(line.number, "scores are written down, but the round is not finished")
    points = " ".join(str(points) for points in match.game.scores(match.finished[i])[0])
    if line.value.split() != points.split():
        raise RecordError(line.number, f"the round ended with {points}, not {line.value}")
