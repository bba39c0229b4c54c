"""`incognita rules`: the player aid of a game."""

from __future__ import annotations

import argparse

from incognita.cli.parts import aid_of
from incognita.games import GAMES

EXAMPLE = "incognita rules lost-cities"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="lost-cities", metavar="GAME", help=f"one of: {', '.join(GAMES)}")


def run(arguments: argparse.Namespace) -> None:
    print(aid_of(arguments.game), end="")
