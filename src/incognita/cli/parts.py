"""What people meet of a game, found by name: the commands know no game, they ask for its parts.

A game is a package; the list in `incognita.games` names it. Beside its rules lie

    board.py    the table in the terminal, drawn with Rich from JSON views    play, replay
    scorer.py   reckoning up a real table, writing a scoring sheet            play, replay, score
    aid.md      the player aid, one page of plain text in English             play, rules
    aid.de.md   the same in German; also fr and it

with the names that the protocols below list, so adding a game to the terminal is adding the first three files. Where
numbers of an aid can be replaced, an `aid.py` says what to put into `{places}` of its texts. Of a view
the commands themselves read only `hand`, `left` (the draw pile) and `legal`; of a scoring sheet only `totals`, the
points in all, one number for each seat as in `Match.scores`. What people read is told by sides.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module, resources
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.games import GAMES

if TYPE_CHECKING:
    from rich.console import RenderableType

View: TypeAlias = Mapping[str, Any]
Sheet: TypeAlias = dict[str, Any]

LANGUAGES = ("en", "de", "fr", "it")
"""That a player aid can be written in."""


class Board(Protocol):
    """`board.py` of a game."""

    HELP: str
    """How actions are written, and reminders of the rules."""

    def table(
        self,
        view: View,
        names: Sequence[str],
        hands: Mapping[int, Sequence[str]],
        recent: Sequence[tuple[int, str]] = (),
        *,
        compact: bool = False,
    ) -> RenderableType:
        """The table as the viewer sees it, with further open hands and a mark at what happened lately."""

    def question(self, view: View, names: Sequence[str]) -> str:
        """What is asked, and of whom, as a sentence."""

    def choices(self, view: View, fresh: Sequence[str] = ()) -> RenderableType:
        """The viewer's hand, the cards that came last marked, and the numbered legal actions."""

    def words(self, view: View, action: str) -> str:
        """An action in words without its subject; `view` is the position before it."""

    def joined(self, actions: Sequence[str], words: Sequence[str]) -> str:
        """The actions of one go as one sentence without its subject, made of the words of each."""


class Round(Protocol):
    """One round of a real table, entered line by line for each side."""

    def enter(self, player: int, line: str) -> str:
        """Take a line for a player and give its reckoning; ValueError says why it cannot be, and nothing changes."""

    def take_back(self, player: int) -> str:
        """Forget the last line of a player and tell it; empty if there was none."""

    def standing(self, player: int) -> str:
        """Where a player stands after what was entered, as a sentence without its full stop."""

    def sheet(self, before: Sheet | None) -> Sheet:
        """The scoring sheet, as a played round gives it; `before` is that of the round before, if there was one."""


class Scorer(Protocol):
    """`scorer.py` of a game."""

    FORMAT: str
    """What a line may look like."""
    EXAMPLES: Sequence[str]
    """Some lines."""

    def Round(self, game: Game, players: Sequence[str]) -> Round:
        """A table that nothing has been entered for; the players are the sides."""

    def sheet_lines(self, sheet: Sheet, names: Sequence[str]) -> list[str]:
        """A sheet the way a scorer would write it; the names are those of the sides."""


class Aid(Protocol):
    """`aid.py` of a game."""

    def values(self, game: Game, language: str) -> Mapping[str, str]:
        """What the places of the text are filled with; of several lines, each is indented like the place."""


def package(game: str) -> str:
    if game not in GAMES:
        raise OptionError(f"there is no game {game!r}; the games are {', '.join(GAMES)}")
    return GAMES[game].split(":")[0]


def board_of(game: str) -> Board:
    return cast(Board, import_module(f"{package(game)}.board"))


def scorer_of(game: str) -> Scorer:
    return cast(Scorer, import_module(f"{package(game)}.scorer"))


def aid_name(language: str) -> str:
    return "aid.md" if language == "en" else f"aid.{language}.md"


def has_aid(game: str, language: str) -> bool:
    return resources.files(package(game)).joinpath(aid_name(language)).is_file()


def aid_of(game: Game, language: str = "en") -> str:
    """The player aid in a language that there is one in, with the numbers that are played with."""
    home = package(game.name)
    text = resources.files(home).joinpath(aid_name(language)).read_text(encoding="utf-8")
    if find_spec(f"{home}.aid") is None:
        return text
    return filled(text, cast(Aid, import_module(f"{home}.aid")).values(game, language))


def filled(text: str, values: Mapping[str, str]) -> str:
    lines = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        for name, value in values.items():
            line = line.replace(f"{{{name}}}", value.replace("\n", f"\n{indent}"))
        lines.append(line)
    return "\n".join(lines) + "\n"


def spoken_language(game: str) -> str:
    """The language that the environment asks for, if the game has an aid in it, else English."""
    settings = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    language = next(filter(None, settings), "")[:2].lower()
    return language if language in LANGUAGES and has_aid(game, language) else "en"


def side_names(game: Game, names: Sequence[str]) -> list[str]:
    """The names of the seats, joined where several play together."""
    return [" + ".join(names[seat] for seat in side) for side in game.sides]


def side_totals(game: Game, sheet: Sheet) -> list[int]:
    """The points in all of each side after a round."""
    return [int(sheet["totals"][side[0]]) for side in game.sides]
