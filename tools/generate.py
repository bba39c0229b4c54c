"""Writes the files that are made from the program itself, or with --check tells which are out of date.

    python tools/generate.py            write them, as `make docs` does
    python tools/generate.py --check    exit with 1 if one is out of date, as `make check` does

A generated file is a line in FILES: its path, and the function that returns its text.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

# Before anything looks at the terminal: help is wrapped to its width, and newer versions of Python colour it.
os.environ.update(COLUMNS="80", NO_COLOR="1", TERM="dumb")

import numpy as np
import scores

import incognita
from incognita.cli import COMMANDS, command_parser, module_name, top_parser
from incognita.cli.parts import LANGUAGES, aid_of
from incognita.cli.play import NOBODY, seat_names
from incognita.cli.screen import position_svg
from incognita.games import lesson
from incognita.play.levels import USUAL
from incognita.server import typescript

ROOT = Path(__file__).parents[1]


def terminal_picture(game: str = "lost-cities") -> str:
    """What somebody sees in the middle of a match."""
    record = ROOT / "tests" / "data" / "records" / f"{game}-mid-game.record"
    match = incognita.replay(record.read_text(encoding="utf-8"))
    return position_svg(match, 0, seat_names([NOBODY, *[f"level:{USUAL}"] * (match.game.players - 1)]))


def command_line() -> str:
    """The help of every command."""
    parts = ["# The command line\n\nMade from `incognita COMMAND --help` by `make docs`.\n"]
    parts.append(f"```text\n{top_parser().format_help()}```\n")
    for command in COMMANDS:
        if find_spec(module_name(command)):
            parts.append(f"## incognita {command}\n\n```text\n{command_parser(command).format_help()}```\n")
    return "\n".join(parts)


def refusals() -> str:
    """Every rule that can refuse something, with the values of its sentence: the pages must have words for each."""
    from incognita.games import adventure_tours, board_game, lost_cities, partners
    from incognita.server.requests import ENGLISH

    games = (lost_cities, partners, board_game, adventure_tours)
    tables = {game.__name__.rpartition(".")[2].replace("_", "-"): game.refusals.ENGLISH for game in games}
    tables["house"] = ENGLISH
    found = {f"{label} {rule}": text for label, table in tables.items() for rule, text in table.items()}
    return json.dumps({rule: sorted(re.findall(r"{(\w+)}", text)) for rule, text in found.items()}, indent=2) + "\n"


def player_aid(game: str, language: str) -> str:
    """One page to print, with the usual numbers."""
    return aid_of(incognita.load(game), language)


def expedition_points() -> str:
    """What every expedition is worth that can be laid, for the scorer that works without a server: by the number of
    investments, then by the numbers as bits from 2 upwards."""
    from incognita.games.lost_cities.components import COST, RANKS
    from incognita.games.lost_cities.scorer import value_of

    def points(investments: int, bits: int) -> int:
        ranks = [investments, *(bits >> rank & 1 for rank in range(int(RANKS) - 1))]
        return int(value_of(np.array(ranks, np.uint8), COST)) if any(ranks) else 0

    rows = [[points(investments, bits) for bits in range(512)] for investments in range(4)]
    return json.dumps(rows, separators=(",", ":")) + "\n"


FILES: dict[str, Callable[[], str]] = {
    "docs/images/terminal.svg": terminal_picture,
    "docs/images/partners.svg": partial(terminal_picture, "partners"),
    "docs/images/board-game.svg": partial(terminal_picture, "board-game"),
    "docs/images/adventure-tours.svg": partial(terminal_picture, "adventure-tours"),
    "docs/cli.md": command_line,
    "web/src/protocol.ts": typescript.text,
    "web/src/core/refusals.json": refusals,
    "web/tests/data/expeditions.json": expedition_points,
    "web/tests/data/board-game.json": scores.board_game,
    "web/tests/data/adventure-tours.json": scores.adventure_tours,
    "web/src/core/scorers/board-game.json": scores.board_numbers,
    "web/src/core/scorers/adventure-tours.json": scores.tour_numbers,
    **{f"web/public/lessons/{game}.json": partial(lesson.text, game) for game in incognita.games.GAMES},
    **{
        f"web/public/aids/{game}.{language}.txt": partial(player_aid, game, language)
        for game in incognita.games.GAMES
        for language in LANGUAGES
    },
}


def is_current(name: str, text: str) -> bool:
    path = ROOT / name
    return path.exists() and path.read_text(encoding="utf-8") == text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    check = parser.parse_args().check
    stale = [name for name, make in FILES.items() if not update(name, make(), check=check)]
    for name in stale:
        print(f"{name} is out of date: run make docs", file=sys.stderr)
    return 1 if stale else 0


def update(name: str, text: str, *, check: bool) -> bool:
    """Whether the file holds this text, afterwards."""
    if is_current(name, text):
        return True
    if check:
        return False
    (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
    (ROOT / name).write_text(text, encoding="utf-8")
    print(f"wrote {name}")
    return True


if __name__ == "__main__":
    sys.exit(main())
