"""`incognita score`: reckon up a real table, from a file or question by question.

A text is read line by line. `player NAME` begins what lies before a player, `round` the next round; without such lines
a blank line or `---` passes on to the next player, and from the last player to the next round. `#` begins a remark.
What all other lines mean is the game's business.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from incognita.cli.bars import bar_lines
from incognita.cli.options import chosen_game, game_arguments
from incognita.cli.parts import Round, Scorer, Sheet, scorer_of, side_totals
from incognita.core.game import Game
from incognita.games import GAMES

EXAMPLE = """incognita score table.txt
  printf 'player Anna\\nY: I 4 7 8\\nplayer Bo\\nR: I I 5 6 10\\n' | incognita score
  incognita score                 asks question by question
  incognita score board-game -o players=3 evening.txt

a file:
  player Anna                     of partners: side Anna + Cem
  Y: I 4 7 8                      one expedition: its colour, then its cards
  R: 2 5 9
  player Bo                       or a blank line, or ---
  B: I I 5 6 10
  round                           the next round begins

  Lines may also read 'RI R4 R7' or 'red: I 4 7'; 'none' stands for a player
  with nothing, # begins a remark. Lines of the board game: 'R 7', an explorer
  on a stone; 'W 4 r', the researcher; 'points 25' and 'artifacts 3', of tiles.
  Of Adventure Tours: 'Rf Bg', members; '3+4+2', their money; 'hand 2'; 'ended'."""


def arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="what lies on the table (default: standard input)"
    )
    parser.add_argument("--game", dest="named", metavar="GAME", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a scoring sheet")


def run(arguments: argparse.Namespace) -> None:
    sort_out(arguments)
    table = Table(chosen_game(arguments))
    if arguments.file is None and sys.stdin.isatty() and not arguments.json:
        Interview(table).run()
        return
    table.read(text_of(arguments.file))
    print(json.dumps(table.json()) if arguments.json else "\n".join(table.lines()))


def sort_out(arguments: argparse.Namespace) -> None:
    """A single word that is no game is a file."""
    if arguments.game not in GAMES and arguments.file is None:
        arguments.game, arguments.file = "lost-cities", Path(arguments.game)
        if not arguments.file.exists():
            raise ValueError(f"there is no game and no file {str(arguments.file)!r}; the games are {', '.join(GAMES)}")
    arguments.game = arguments.named or arguments.game


def text_of(path: Path | None) -> str:
    try:
        return path.read_text(encoding="utf-8") if path else sys.stdin.read()
    except UnicodeDecodeError:
        raise ValueError(f"{path or 'standard input'} is not a text") from None


class Table:
    """Rounds of a real game, with the names of who plays: one for each side."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.scorer: Scorer = scorer_of(game.name)
        self.who = "Player" if len(game.sides) == game.players else "Side"
        self.names: list[str] = [f"{self.who} {i + 1}" for i in range(len(game.sides))]
        self.named = 0
        self.rounds: list[Round] = []
        self.player = 0
        self.done: set[int] = set()
        """Who has had a turn to be entered in this round."""
        self.entered = 0
        self.playing = 1
        """How many of the names were ever entered: somebody may reckon up for one player only."""

    # --- entering

    def begin_round(self) -> None:
        if self.full():
            most = "one round" if self.game.most_rounds == 1 else f"{self.game.most_rounds} rounds"
            raise ValueError(f"one round too many: {self.game.name} has at most {most}")
        self.rounds.append(self.scorer.Round(self.game, self.names))
        self.player = 0
        self.done = set()

    def full(self) -> bool:
        return len(self.rounds) == self.game.most_rounds

    def enter(self, line: str) -> str:
        """A line for the present player, and its reckoning; ValueError says why it cannot be."""
        if not self.rounds:
            self.begin_round()
        reckoning = self.rounds[-1].enter(self.player, line)
        self.come_to(self.player)
        self.entered += 1
        return reckoning

    def come_to(self, player: int) -> None:
        self.player = player
        self.done.add(player)
        self.playing = max(self.playing, player + 1)

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
        self.come_to(player)

    def find(self, name: str) -> int:
        if name in self.names:
            return self.names.index(name)
        if not name:
            raise ValueError(f"a {self.who.lower()} needs a name: {self.who.lower()} Anna")
        if self.named == len(self.names):
            more = f"; for more say -o players={self.named + 1}" if "players" in self.game.options else ""
            raise ValueError(f"{name} would be one too many: {' and '.join(self.names)} play already{more}")
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
        if not self.entered:
            raise ValueError("nothing to reckon up: the text has no line with cards")

    def read_line(self, content: str, waiting: bool, *, remark: bool) -> bool:
        first, _, rest = content.partition(" ")
        if not content.strip("-"):
            return waiting or bool(self.entered and (content or not remark))
        if first.lower() == "round":
            if self.entered:
                self.begin_round()
            return False
        if first.lower() in ("player", "side"):
            self.name(rest.strip())
            return False
        if waiting:
            self.pass_on()
        self.enter(content)
        return False

    # --- telling

    def sheets(self) -> list[Sheet]:
        sheets: list[Sheet] = []
        for entered in self.rounds:
            sheets.append(entered.sheet(sheets[-1] if sheets else None))
        return sheets

    def totals(self, sheet: Sheet) -> list[int]:
        return side_totals(self.game, sheet)[: self.playing]

    def lines(self) -> Iterator[str]:
        sheets = self.sheets()
        for sheet in sheets:
            yield from [*self.scorer.sheet_lines(sheet, self.names[: self.playing]), ""]
        yield from self.total_lines(sheets)

    def total_lines(self, sheets: Sequence[Sheet]) -> Iterator[str]:
        names = self.names[: self.playing]
        if len(sheets) > 1:
            yield "Points after each round"
            yield from bar_lines(names, [self.totals(sheet) for sheet in sheets])
            yield ""
        totals = self.totals(sheets[-1])
        yield "In all: " + ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True)) + "."

    def json(self) -> dict[str, Any]:
        sheets = self.sheets()
        return {
            "game": self.game.name,
            "options": self.game.changed_options(),
            "players": self.names,
            "rounds": sheets,
            "totals": side_totals(self.game, sheets[-1]) if sheets else [0] * len(self.names),
        }


class Finished(Exception):
    """Somebody typed end."""


class Interview:
    """Asks for a table question by question; a mistake is explained and asked again, and nothing is lost."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def run(self) -> None:
        who = self.table.who.lower()
        print(f"What lies before each {who}? An empty line goes on; undo, end and ? are understood too.")
        print(self.table.scorer.FORMAT)
        try:
            self.ask_names()
            while not self.table.full():
                self.ask_round()
        except (Finished, EOFError):
            print()
        finally:
            if self.table.entered:
                print("\n".join(self.table.total_lines(self.table.sheets())))

    def ask_names(self) -> None:
        for i, name in enumerate(self.table.names):
            self.table.names[i] = input(f"Who is {self.table.who.lower()} {i + 1}? [{name}] ").strip() or name
        self.table.playing = len(self.table.names)

    def ask_round(self) -> None:
        table, before, player = self.table, self.table.entered, 0
        table.begin_round()
        try:
            while player < len(table.names):
                player = self.ask_player(player)
        finally:
            if table.entered == before and player < len(table.names):
                table.rounds.pop()  # broken off before anything was entered
            else:
                print("\n".join(["", *table.scorer.sheet_lines(table.sheets()[-1], table.names), ""]))

    def ask_player(self, player: int) -> int:
        """Lines for one player until an empty one; who comes next."""
        self.table.player = player
        while line := input(f"Round {len(self.table.rounds)}, {self.table.names[player]}> ").strip():
            word = line.lower()
            if word in ("end", "quit", "q"):
                raise Finished
            if word == "undo":
                return self.undo(player)
            if line == "?":
                print(self.table.scorer.FORMAT)
            else:
                self.enter(line)
        return player + 1

    def undo(self, player: int) -> int:
        """Take back the last entry of this round; whose it was."""
        for owner in range(player, -1, -1):
            gone = self.table.rounds[-1].take_back(owner)
            if gone:
                self.table.entered -= 1
                print(f"  taken back: {self.table.names[owner]}, {gone}")
                return owner
        print("  nothing to take back in this round")
        return player

    def enter(self, line: str) -> None:
        try:
            reckoning = self.table.enter(line)
        except ValueError as error:
            print(f"  {error}. Once more, please.")
            return
        print(f"  {reckoning}   {self.table.rounds[-1].standing(self.table.player)}")
