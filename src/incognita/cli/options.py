"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

from incognita.core.data import read_data
from incognita.core.game import Game
from incognita.games import GAMES, load


def game_argument(parser: argparse.ArgumentParser) -> None:
    """The game alone."""
    parser.add_argument("game", nargs="?", default="lost-cities", metavar="GAME", help=f"one of: {', '.join(GAMES)}")


def data_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, metavar="FILE", help="numbers that replace the built-in ones, as TOML, for games with such"
    )


def game_arguments(parser: argparse.ArgumentParser) -> None:
    """The game and its options."""
    game_argument(parser)
    option_arguments(parser)


def game_options(parser: argparse.ArgumentParser) -> None:
    """The game and its options, for commands whose places are taken by agents."""
    parser.add_argument("--game", metavar="GAME", help=f"one of: {', '.join(GAMES)} (default lost-cities)")
    option_arguments(parser)


def option_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as colours=6; may be given several times",
    )
    data_argument(parser)


def chosen_game(arguments: argparse.Namespace) -> Game:
    """The game that the arguments name."""
    options: dict[str, Any] = dict(option(text) for text in getattr(arguments, "option", []))
    if arguments.data:
        options["data"] = read_data(arguments.data)
    return load(arguments.game, **options)


def option(text: str) -> tuple[str, int | bool | str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise ValueError(f"an option is written name=value, such as colours=6, not {text!r}")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.lstrip("-").isdigit() else value


def write_whole(path: Path, text: str) -> None:
    """Write a file completely or not at all, whatever interrupts it."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
