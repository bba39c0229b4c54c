"""`incognita rules`: the player aid of a game."""

from __future__ import annotations

import argparse
import sys

from incognita.cli.options import chosen_game, data_argument, game_argument
from incognita.cli.parts import LANGUAGES, aid_of, has_aid, spoken_language
from incognita.core.errors import OptionError

EXAMPLE = """incognita rules lost-cities
  incognita rules adventure-tours --language de --data my-box.toml"""


def arguments(parser: argparse.ArgumentParser) -> None:
    game_argument(parser)
    parser.add_argument(
        "--language",
        metavar="LANGUAGE",
        help=f"one of: {', '.join(LANGUAGES)} (default: that of your system, if the game has an aid in it, else en)",
    )
    data_argument(parser)


def run(arguments: argparse.Namespace) -> None:
    game = chosen_game(arguments)
    print(aid_of(game, chosen_language(game.name, arguments.language)), end="")


def chosen_language(game: str, asked: str | None) -> str:
    if asked is None:
        return spoken_language(game)
    if asked not in LANGUAGES:
        raise OptionError(f"there is no player aid in {asked!r}; the languages are {', '.join(LANGUAGES)}")
    if not has_aid(game, asked):
        print(f"incognita rules: {game} has no player aid in {asked!r} yet; this is the English one", file=sys.stderr)
        return "en"
    return asked
