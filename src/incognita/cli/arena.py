"""`incognita arena`: measure the hand-written player over mirrored deals."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from incognita.cli.options import chosen_game, game_arguments
from incognita.play.arena import Result, measure

EXAMPLE = "incognita arena lost-cities --deals 10000 --against random"


def arguments(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument(
        "--deals", type=int, default=10_000, help="each is played once from every chair (default 10000)"
    )
    parser.add_argument("--against", choices=("random", "policy"), default="random", help="the other player")
    parser.add_argument("--seed", type=int, default=1, help="of the deals (default 1)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of sentences")


def run(arguments: argparse.Namespace) -> None:
    if arguments.deals < 2:
        raise ValueError(f"deals must be 2 or more, not {arguments.deals}")
    shows = sys.stderr.isatty()

    def progress(done: int) -> None:
        if shows:
            print(f"\r{done:,} of {arguments.deals:,} deals", end="", file=sys.stderr, flush=True)

    itself = arguments.against == "policy"
    result = measure(
        chosen_game(arguments), arguments.deals, seed=arguments.seed, against_itself=itself, progress=progress
    )
    if shows:
        print("\r\033[K", end="", file=sys.stderr)
    print(json.dumps(asdict(result)) if arguments.json else sentences(result, arguments.against))


def sentences(result: Result, against: str) -> str:
    return "\n".join(
        [
            f"policy against {against}, {result.deals:,} deals, each from every chair, per round:",
            f"  own points      {result.own:8.1f}",
            f"  others' points  {result.other:8.1f}",
            f"  margin          {result.margin:8.1f} ± {result.error:.1f} (one standard error)",
            f"  rounds won      {100 * result.wins:8.1f} %",
            f"  actions         {result.plies:8.1f}",
            f"  broken off      {result.broken_off:8}",
        ]
    )
