"""`incognita perft`: count all sequences of actions from a deal."""

from __future__ import annotations

import argparse

from incognita.cli.options import chosen_game, game_arguments
from incognita.core.perft import perft

EXAMPLE = "incognita perft lost-cities --seed 7 --depth 5"


def arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--seed", type=int, default=0, help="of the deal (default 0)")
    parser.add_argument("--depth", type=int, default=5, help="the longest sequences to count (default 5)")


def run(arguments: argparse.Namespace) -> None:
    if arguments.depth < 0:
        raise ValueError(f"depth must be 0 or more, not {arguments.depth}")
    states = chosen_game(arguments).match(seed=arguments.seed, starter=0).state
    for depth in range(arguments.depth + 1):
        print(f"{depth:3} {perft(states, depth):20,}", flush=True)
