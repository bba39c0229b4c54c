"""`incognita train`: teach a network to play."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from incognita.cli.options import chosen_game, game_arguments
from incognita.core.errors import OptionError
from incognita.learn.practice import Manner
from incognita.learn.snapshots import CURVE, export
from incognita.learn.training import Plan, train
from incognita.learn.weights import FOLDER

EXAMPLE = """incognita train lost-cities --minutes 60

One network is taught for all numbers of players and options of the game.
Interrupt it, and the same command goes on where it stopped. It leaves in the
folder the network (lost-cities.npz), the learning curve, as numbers
(curve.json) and as a picture (curve.svg), and what the network was on the way
(snapshots/). Measure any of them:
  incognita arena net:file=training-lost-cities/lost-cities.npz policy"""


def arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--minutes", type=float, default=60.0, metavar="M", help="how long in all (default: 60)")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="that play and learn (default: 2)")
    parser.add_argument(
        "--practice", type=float, default=0.85, metavar="PART", help="of the time, playing itself (default: 0.85)"
    )
    parser.add_argument(
        "--scripted", type=float, default=0.6, metavar="PART", help="of that, against the policy (default: 0.6)"
    )
    parser.add_argument(
        "--prize", type=float, metavar="N", help="what winning counts, in usual margins (default: 1, with two sides 0)"
    )
    parser.add_argument("--begin-with", default="", metavar="FILE", help="go on with the network in this file")
    parser.add_argument("--width", type=int, default=64, metavar="N", help="of the network's layers (default: 64)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same start")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="for what it leaves (default: training-GAME)")
    parser.add_argument("--ship", action="store_true", help="also put the network where the agent net looks for it")


def run(arguments: argparse.Namespace) -> None:
    game = chosen_game(arguments)
    folder = arguments.folder or Path(f"training-{game.name}")
    check(arguments)
    told = {name: getattr(arguments, name) for name in ("minutes", "processes", "practice", "width", "seed", "prize")}
    train(game, Plan(**told, begin_with=arguments.begin_with, manner=Manner(scripted=arguments.scripted)), folder)
    command = command_of(game.name, told | {"scripted": arguments.scripted, "begin-with": arguments.begin_with})
    targets = [folder / f"{game.name}.npz", *([FOLDER / f"{game.name}.npz"] if arguments.ship else [])]
    for target in targets:
        header = export(game, folder, target, command)
        print(f"{target}: {header.strength}, {header.lessons:,} lessons", file=sys.stderr)
    draw(folder)


def command_of(game: str, told: dict[str, Any]) -> str:
    """That gives the same network again; of options left out nothing is said."""
    options = (
        f"--{name} {value:g}" if isinstance(value, float | int) else f"--{name} {value}"
        for name, value in told.items()
        if value not in (None, "")
    )
    return " ".join(["incognita train", game, *options])


def check(arguments: argparse.Namespace) -> None:
    for name in ("minutes", "processes", "width"):
        if getattr(arguments, name) <= 0:
            raise OptionError(f"--{name} must be more than 0, not {getattr(arguments, name)}")
    if arguments.prize is not None and arguments.prize < 0:
        raise OptionError(f"--prize must not be negative, not {arguments.prize}")
    for name, of_what in (("practice", "the time"), ("scripted", "the rounds")):
        if not 0 <= getattr(arguments, name) <= 1:
            raise OptionError(f"--{name} is a part of {of_what}, from 0 to 1, not {getattr(arguments, name)}")


def draw(folder: Path) -> None:
    from incognita.play.plots import plot_curve

    curve = json.loads((folder / CURVE).read_text())["curve"]
    of_policy = [(row["minutes"], row["margin"], row["error"]) for row in curve]
    of_itself = [(row["minutes"], row["earlier"], row["earlier_error"]) for row in curve if "earlier" in row]
    plot_curve(of_policy, of_itself, folder / "curve.svg")
