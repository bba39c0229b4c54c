"""`incognita train`: teach a network to play."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from incognita.cli.options import chosen_game, game_arguments
from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.learn.hands import name_of_hands
from incognita.learn.judging import judge_beside
from incognita.learn.net import shipped_network
from incognita.learn.practice import Manner
from incognita.learn.readers import ReaderTrainer
from incognita.learn.recipes import RECIPES
from incognita.learn.snapshots import CURVE, export, export_judge
from incognita.learn.training import Plan, Trainer, train
from incognita.learn.weights import FOLDER

PICTURE = "curve.svg"
TOLD = ("minutes", "processes", "practice", "width", "layers", "seed", "prize")
"""Options that a plan has by the same name …"""
MANNER = ("rate", "scripted", "former", "narrow", "curious", "foresight", "calm")
"""… and its manner."""
PARTS = {
    "practice": (Plan.practice, "of the time, playing itself"),
    "scripted": (Manner.scripted, "of that, against the policy"),
    "former": (Manner.former, "and against what it was before"),
    "narrow": (Manner.narrow, "of that, its first, in which nothing is tried that the policy thinks very little of"),
    "curious": (Manner.curious, "of its decisions, in which it does anything, to see what comes of it"),
    "foresight": (Manner.foresight, "of what comes later that counts, from one decision to the next"),
}
"""Options from 0 to 1: what they are if nothing is told, and parts of what."""

EXAMPLE = """incognita train lost-cities --minutes 60

One network is taught for all numbers of players and options of the game.
Interrupt it, and the same command goes on where it stopped. It leaves in the
folder the network (lost-cities.npz), the learning curve, as numbers
(curve.json) and as a picture (curve.svg), and what the network was on the way
(snapshots/); the judge of its practice (lost-cities-judge.npz) is for
net-search:then=judge. Measure any of them:
  incognita arena net:file=training-lost-cities/lost-cities.npz policy"""


def arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--minutes", type=float, default=60.0, metavar="M", help="how long in all (default: 60)")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="that play and learn (default: 2)")
    for name, (usual, help_text) in PARTS.items():
        told = f"{help_text} (default: {usual:g})"
        parser.add_argument(f"--{name}", type=float, default=usual, metavar="PART", help=told)
    parser.add_argument(
        "--prize", type=float, metavar="N", help="what winning counts, in usual margins (default: 1, with two sides 0)"
    )
    parser.add_argument(
        "--begin-with", nargs="+", default=[], metavar="FILE", help="go on with these networks, side by side as one"
    )
    parser.add_argument(
        "--meet", nargs="+", default=[], metavar="FILE", help="practise against these, too, as if it had been them"
    )
    parser.add_argument(
        "--rate", type=float, default=Manner.rate, metavar="R", help=f"of practice, at first (default: {Manner.rate:g})"
    )
    parser.add_argument(
        "--calm", type=float, default=Manner.calm, metavar="N", help="times less is left to chance (default: 1)"
    )
    parser.add_argument(
        "--width", type=int, default=64, metavar="N", help="of the network's layers, at least (default: 64)"
    )
    parser.add_argument("--layers", type=int, default=3, metavar="N", help="of the network, at least (default: 3)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same start")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="for what it leaves (default: training-GAME)")
    parser.add_argument(
        "--hands", action="store_true", help="teach another network, one for net-search: what others probably hold"
    )
    parser.add_argument(
        "--as-shipped", action="store_true", help="all the steps by which the network in the package was made"
    )
    parser.add_argument("--ship", action="store_true", help="also put the network where the agent net looks for it")


def run(arguments: argparse.Namespace) -> None:
    game = chosen_game(arguments)
    check(arguments)
    if arguments.as_shipped:
        follow_recipe(game, arguments)
    else:
        folder = arguments.folder or Path(f"training-{name_of(game, arguments)}")
        keep(game, arguments, folder, train_as_told(game, arguments, folder))


def train_as_told(game: Game, arguments: argparse.Namespace, folder: Path) -> str:
    """Returns the command that does it again."""
    told = {name: getattr(arguments, name) for name in TOLD}
    manner = {name: getattr(arguments, name) for name in MANNER}
    begin_with, meet = tuple(arguments.begin_with), tuple(arguments.meet)
    plan = Plan(**told, begin_with=begin_with, meet=meet, manner=Manner(**manner))
    if arguments.hands:
        told |= {"practice": None, "prize": None}
        plan = replace(plan, begin_with=plan.begin_with or (str(shipped_network(game)),))
    train(game, plan, folder, ReaderTrainer if arguments.hands else Trainer)
    command = command_of(game.name, told | manner | {"begin-with": " ".join(begin_with), "meet": " ".join(meet)})
    return command + (" --hands" if arguments.hands else "")


def follow_recipe(game: Game, arguments: argparse.Namespace) -> None:
    """Every step in a folder of its own; those that are done already take a moment."""
    check_nothing_else_is_told(arguments)
    folder = arguments.folder or Path(f"training-{game.name}-as-shipped")
    steps = steps_of(game.name, folder)
    for number, (name, step) in enumerate(steps.items(), 1):
        print(f"step {number} of {len(steps)}, {name}: {step.minutes:g} minutes", file=sys.stderr)
        command = train_as_told(game, step, folder / name)
        is_last = number == len(steps)
        step.ship = arguments.ship and is_last
        keep(game, step, folder / name, f"incognita train {game.name} --as-shipped" if is_last else command)
    draw([folder / name for name in line_of(steps)], folder / PICTURE)


def line_of(steps: dict[str, argparse.Namespace]) -> list[str]:
    """The last step and those before it: which one it went on with, or with which first."""
    line = [list(steps)[-1]]
    while begun_with := steps[line[0]].begin_with:
        line.insert(0, Path(begun_with[0]).parent.name)
    return line


def check_nothing_else_is_told(arguments: argparse.Namespace) -> None:
    for name, usual in vars(parsed(arguments.game)).items():
        if name not in ("as_shipped", "folder", "ship") and getattr(arguments, name) != usual:
            option = f"--{name.replace('_', '-')}"
            raise OptionError(f"--as-shipped is a recipe: of other options only --folder and --ship, not {option}")


def parsed(game: str, told: str = "") -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    arguments(parser)
    return parser.parse_args([game, *told.split()])


def steps_of(game: str, folder: Path) -> dict[str, argparse.Namespace]:
    """What is told in each step of the recipe of a game, with the files that it begins with."""
    steps = {name: parsed(game, told) for name, told in RECIPES[game].items()}
    for step in steps.values():
        step.begin_with, step.meet = (
            [str(folder / name / f"{game}.npz") for name in names] for names in (step.begin_with, step.meet)
        )
    return steps


def name_of(game: Game, arguments: argparse.Namespace) -> str:
    """Of what is left behind."""
    return name_of_hands(game) if arguments.hands else game.name


def keep(game: Game, arguments: argparse.Namespace, folder: Path, command: str) -> None:
    file = f"{name_of(game, arguments)}.npz"
    for target in [folder / file, *([FOLDER / file] if arguments.ship else [])]:
        header = export(game, folder, target, command)
        if not arguments.hands:
            export_judge(game, folder, judge_beside(target, game), header)
        print(f"{target}: {header.strength}, {header.lessons + header.decisions:,} positions", file=sys.stderr)
    if not arguments.hands:
        draw([folder], folder / PICTURE)


def command_of(game: str, told: dict[str, Any]) -> str:
    """That gives the same network again; of options left out nothing is said."""
    options = (
        f"--{name} {value:g}" if isinstance(value, float | int) else f"--{name} {value}"
        for name, value in told.items()
        if value not in (None, "")
    )
    return " ".join(["incognita train", game, *options])


def check(arguments: argparse.Namespace) -> None:
    for name in ("minutes", "processes", "width", "rate", "calm"):
        if getattr(arguments, name) <= 0:
            raise OptionError(f"--{name} must be more than 0, not {getattr(arguments, name)}")
    if arguments.layers < 2:
        raise OptionError(f"--layers must be 2 or more, not {arguments.layers}")
    if arguments.prize is not None and arguments.prize < 0:
        raise OptionError(f"--prize must not be negative, not {arguments.prize}")
    parts = {
        "practice": "the time",
        "scripted": "the rounds",
        "former": "the rounds",
        "narrow": "practice",
        "curious": "the decisions",
        "foresight": "what comes later",
    }
    for name, of_what in parts.items():
        if not 0 <= getattr(arguments, name) <= 1:
            raise OptionError(f"--{name} is a part of {of_what}, from 0 to 1, not {getattr(arguments, name)}")
    if arguments.scripted + arguments.former > 1:
        raise OptionError(f"--scripted {arguments.scripted} and --former {arguments.former} are more than all rounds")


def draw(folders: Sequence[Path], target: Path) -> None:
    """The learning curves of steps, one behind the other."""
    from incognita.play.plots import plot_curve

    of_policy, of_itself, ends = [], [], [0.0]
    for folder in folders:
        begun = ends[-1]
        curve = json.loads((folder / CURVE).read_text())["curve"]
        of_policy += [(begun + row["minutes"], row["margin"], row["error"]) for row in curve]
        of_itself += [
            (begun + row["minutes"], row["earlier"], row["earlier_error"]) for row in curve if "earlier" in row
        ]
        ends.append(begun + curve[-1]["minutes"])
    plot_curve(of_policy, of_itself, target, ends[1:-1])
