"""What the commands that measure agents share: arguments, and the line that shows how far they are."""

from __future__ import annotations

import argparse
import os
import sys

from incognita.play.measurement import Measurement
from incognita.play.results import deal_margins, estimate
from incognita.play.workers import Players, players


def worker_arguments(parser: argparse.ArgumentParser) -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument(
        "--workers", type=int, default=cores, metavar="N", help="processes that play (default: one for every core)"
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Ray cluster: its address, auto for the one this machine belongs to, or local for a Ray of its "
        "own that only this machine can reach",
    )


def chosen_players(arguments: argparse.Namespace) -> Players:
    return players(arguments.workers, arguments.cluster)


class Progress:
    """One line on a terminal, written over and over; nothing where there is none."""

    def __init__(self) -> None:
        self.shows = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self.shows:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def show(self, measurement: Measurement, before: str = "") -> None:
        if not self.shows:
            return
        margin = estimate(deal_margins(measurement.rounds, measurement.seatings))
        done = f"{before}{margin.deals:,} of {measurement.wanted:,} deals"
        print(f"\r\033[K{done}, margin {margin.mean:.2f} ± {margin.error:.2f}", end="", file=sys.stderr, flush=True)
