"""`incognita score`: reckon up a real table, from a file or question by question.

A text is read line by line. `player NAME` begins what lies before a player, `round` the next round; without such lines
a blank line or `---` passes on to the next player, and from the last player to the next round. `#` begins a remark. What
all other lines mean is the game's business.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from incognita.cli.bars import bar_lines
from incognita.cli.options import option
from incognita.cli.parts import Round, Scorer, Sheet, scorer_of
from incognita.core.game import Game
from incognita.games import GAMES, load

EXAMPLE = """incognita score table.txt
  printf 'player Anna\\nY: I 4 7 8\\nplayer Bo\\nR: I I 5 6 10\\n' | incognita score
  incognita score                 asks question by question

a file:
  player Anna
  Y: I 4 7 8                      one expedition: its colour, then its cards
  R: 2 5 9
  player Bo                       or a blank line, or ---
  B: I I 5 6 10
  round                           the next round begins

  Lines may also read 'RI R4 R7' or 'red: I 4 7'; 'none' stands for a player
  without any expedition, # begins a remark."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="what lies on the table (default: standard input)"
    )
    parser.add_argument("--game", default="lost-cities", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as colours=6; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a scoring sheet")


def run(arguments: argparse.Namespace) -> None:
    game = load(arguments.game, **dict(option(text) for text in arguments.option))
    table = Table(game)
    if arguments.file is None and sys.stdin.isatty():
        Interview(table).run()
        if not arguments.json:
            return
    else:
        source = arguments.file.read_text(encoding="utf-8") if arguments.file else sys.stdin.read()
        table.read(source)
        if not table.entered:
            raise ValueError("nothing to reckon up: the text has no line with cards")
    print(json.dumps(table.json()) if arguments.json else "\n".join(table.lines()))


class Table:
    """Rounds of a real game, with the names of who plays: one for each side."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.scorer: Scorer = scorer_of(game.name)
        self.names: list[str] = [f"Player {i + 1}" for i in range(len(game.sides))]
        self.named = 0
        self.rounds: list[Round] = []
        self.player = 0
        self.done: set[int] = set()
        """Who has had a turn to be entered in this round."""
        self.entered = 0

    # --- entering

    def begin_round(self) -> None:
        self.rounds.append(self.scorer.Round(self.game, self.names))
        self.player = 0
        self.done = set()

    def enter(self, line: str) -> None:
        """A line for the present player; ValueError says why it cannot be."""
        if not self.rounds:
            self.begin_round()
        self.rounds[-1].enter(self.player, line)
        self.done.add(self.player)
        self.entered += 1

    def pass_on(self) -> None:
        """To the next player, and from the last one to the next round."""
        if self.player + 1 < len(self.names):
            self.player += 1
        else:
            self.begin_round()

    def name(self, name: str) -> None:
        """Go to the player of this name; who comes a second time begins the next round."""
        if not self.rounds:
            self.begin_round()
        player = self.find(name)
        if player in self.done:
            self.begin_round()
        self.player = player
        self.done.add(player)

    def find(self, name: str) -> int:
        if name in self.names:
            return self.names.index(name)
        if not name:
            raise ValueError("a player needs a name: player Anna")
        if self.named == len(self.names):
            raise ValueError(f"{name} would be one too many: {' and '.join(self.names)} play already")
        self.names[self.named] = name
        self.named += 1
        return self.named - 1

    # --- a text

    def read(self, text: str) -> None:
        """Enter a whole text; ValueError names the line and the reason."""
        waiting = False  # a blank line passes on only if cards follow
        for number, line in enumerate(text.splitlines(), 1):
            content = line.split("#", 1)[0].strip()
            try:
                waiting = self.read_line(content, waiting, remark=bool(line.strip()))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from error

    def read_line(self, content: str, waiting: bool, *, remark: bool) -> bool:
        first, _, rest = content.partition(" ")
        if not content.strip("-"):
            return waiting or bool(self.entered and (content or not remark))
        if first.lower() == "round":
            if self.entered:
                self.begin_round()
            return False
        if first.lower() == "player":
            self.name(rest.strip())
            return False
        if waiting:
            self.pass_on()
        self.enter(content)
        return False

    # --- telling

    def sheets(self) -> list[Sheet]:
        totals = [0] * len(self.names)
        sheets = []
        for number, entered in enumerate(self.rounds, 1):
            sheets.append(entered.sheet(number, totals))
            totals = sheets[-1]["totals"]
        return sheets

    def shown(self) -> list[str]:
        """The names of those who were entered: somebody may reckon up for one player only."""
        return self.names if self.named != 1 else self.names[:1]

    def lines(self) -> Iterator[str]:
        sheets = self.sheets()
        for sheet in sheets:
            yield from [*self.scorer.sheet_lines(sheet, self.shown()), ""]
        yield from self.total_lines(sheets)

    def total_lines(self, sheets: Sequence[Sheet]) -> Iterator[str]:
        names = self.shown()
        if len(sheets) > 1:
            yield "Points after each round"
            yield from bar_lines(names, [sheet["totals"][: len(names)] for sheet in sheets])
            yield ""
        totals = sheets[-1]["totals"]
        yield "In all: " + ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=False)) + "."

    def json(self) -> dict[str, Any]:
        sheets = self.sheets()
        totals = sheets[-1]["totals"] if sheets else [0] * len(self.names)
        options = self.game.changed_options()
        return {
            "game": self.game.name,
            "options": options,
            "players": self.names,
            "rounds": sheets,
            "totals": totals,
        }


class Finished(Exception):
    """Somebody typed end."""


class Interview:
    """Asks for a table question by question; a mistake is explained and asked again, and nothing is lost."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def run(self) -> None:
        print("What lies before each player? An empty line goes on; undo, end and ? are understood too.")
        print(self.table.scorer.FORMAT)
        try:
            self.ask_names()
            while True:
                self.ask_round()
        except (Finished, EOFError):
            print()
        if self.table.entered:
            print("\n".join(self.table.total_lines(self.table.sheets())))

    def ask_names(self) -> None:
        for i, name in enumerate(self.table.names):
            self.table.names[i] = input(f"Who is player {i + 1}? [{name}] ").strip() or name
        self.table.named = len(self.table.names)

    def ask_round(self) -> None:
        table = self.table
        table.begin_round()
        try:
            for player in range(len(table.names)):
                table.player = player
                self.ask_player()
        except (Finished, EOFError):
            if not any(any(side.values()) for side in table.sheets()[-1]["reckonings"]):
                table.rounds.pop()
            raise
        finally:
            self.show()

    def ask_player(self) -> None:
        """Lines for one player until an empty one."""
        table = self.table
        prompt = f"Round {len(table.rounds)}, {table.names[table.player]}> "
        while line := input(prompt).strip():
            if line.lower() in ("end", "quit", "q"):
                raise Finished
            self.obey(line)

    def obey(self, line: str) -> None:
        table = self.table
        if line == "?":
            print(table.scorer.FORMAT)
        elif line.lower() == "undo":
            gone = table.rounds[-1].take_back(table.player)
            print(f"  taken back: {gone}" if gone else "  nothing to take back for this player")
        else:
            self.enter(line)

    def enter(self, line: str) -> None:
        try:
            self.table.enter(line)
        except ValueError as error:
            print(f"  {error}. Once more, please.")
            return
        sheet = self.table.sheets()[-1]
        print(f"  {self.table.names[self.table.player]} now has {sheet['points'][self.table.player]} in this round.")

    def show(self) -> None:
        """The scoring sheet of the present round."""
        sheets = self.table.sheets()
        if sheets:
            print("\n".join(["", *self.table.scorer.sheet_lines(sheets[-1], self.table.names), ""]))
