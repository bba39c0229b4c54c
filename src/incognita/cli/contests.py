"""What the commands that measure agents share: arguments, a line that shows how far they are, files to go on with."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from incognita.cli.options import write_whole
from incognita.play.ladder import play_all
from incognita.play.measurement import Measurement, all_from_json, all_to_json
from incognita.play.results import estimate
from incognita.play.workers import Players, players

KEEP_EVERY = 60
"""Seconds between two savings of what has been played, where a file is named."""

Read = Callable[[str], list[Measurement]]
"""What a command finds in the text of a file that it kept …"""
Write = Callable[[Sequence[Measurement]], str]
"""… and how it keeps it."""


def contest_arguments(parser: argparse.ArgumentParser, deals: int) -> None:
    """How much is played, by whom, and where it is kept."""
    parser.add_argument("-n", type=int, metavar="N", help=f"deals, each played in all seatings (default {deals})")
    parser.add_argument("--seed", type=int, help="of the deals and of the agents (default 1)")
    worker_arguments(parser)
    keeping_arguments(parser)


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


def keeping_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result, deal by deal; also kept meanwhile")
    parser.add_argument(
        "--continue",
        dest="begun",
        type=Path,
        metavar="FILE",
        help="go on with what was interrupted, or with -n play more deals of what is finished",
    )


def chosen_players(arguments: argparse.Namespace) -> Players:
    return players(arguments.workers, arguments.cluster)


def chosen_deals(arguments: argparse.Namespace, deals: int) -> tuple[int, int]:
    """How many, and their seed: None would mean that nothing was said, which matters if there is a file."""
    return deals if arguments.n is None else arguments.n, 1 if arguments.seed is None else arguments.seed


# --- files


def begun(arguments: argparse.Namespace, said: Sequence[str], read: Read = all_from_json) -> list[Measurement]:
    """What a file holds; it says what is played, so the command may not say it again."""
    if any(is_said(getattr(arguments, name)) for name in said):
        raise ValueError("with --continue agents, game, seed and when to stop come from the file; leave them out")
    try:
        measurements = read(arguments.begun.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{arguments.begun}: {error}") from error
    for one in measurements:
        one.wanted = max(one.wanted if arguments.n is None else arguments.n, len(one.rounds))
    return measurements


def is_said(value: object) -> bool:
    """Not left at its default; a seed may be 0."""
    return value is not None and value is not False and value != []


def refuse_to_lose(file: Path | None, read: Read = all_from_json) -> None:
    """A file with an unfinished measurement is not written over."""
    try:
        kept = read(file.read_text(encoding="utf-8")) if file is not None and file.exists() else []
    except ValueError:
        return
    if not all(one.finished for one in kept):
        raise ValueError(f"{file} holds a measurement that was interrupted: use --continue {file}, or remove it")


def play_and_keep(
    measurements: Sequence[Measurement],
    arguments: argparse.Namespace,
    command: str,
    *,
    write: Write = all_to_json,
    title: Callable[[Measurement], str] = lambda _: "",
) -> None:
    """Play what is left, show how far it is, save it now and then; whatever interrupts it, what was played is kept."""
    file, play = arguments.json or arguments.begun, chosen_players(arguments)
    try:
        with Progress() as progress:
            play_all(measurements, play, Keeper(measurements, file, progress, write, title))
    except BaseException:
        leave(measurements, file or Path(f"incognita-{command}.json"), command, write)
        raise
    if file:
        write_whole(file, write(measurements))


class Keeper:
    """Shows how far it is after every chunk, and now and then saves it."""

    def __init__(
        self,
        measurements: Sequence[Measurement],
        file: Path | None,
        progress: Progress,
        write: Write,
        title: Callable[[Measurement], str],
    ) -> None:
        self.measurements, self.file, self.progress = measurements, file, progress
        self.write, self.title = write, title
        self.kept = time.monotonic()

    def __call__(self, measurement: Measurement) -> None:
        self.progress.show(measurement, self.title(measurement))
        if self.file and time.monotonic() - self.kept > KEEP_EVERY:
            write_whole(self.file, self.write(self.measurements))
            self.kept = time.monotonic()


def leave(measurements: Sequence[Measurement], file: Path, command: str, write: Write) -> None:
    """What was played before an interruption is kept."""
    deals = sum(len(one.rounds) for one in measurements)
    if deals:
        write_whole(file, write(measurements))
        words = shlex.join(["incognita", command, "--continue", str(file)])
        print(f"\n{deals:,} deals are kept; go on with: {words}", file=sys.stderr)


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
        margin = estimate(measurement.margins)
        done = f"{before}{margin.deals:,} of {measurement.wanted:,} deals"
        print(f"\r\033[K{done}, margin {margin.mean:.2f} ± {margin.error:.2f}", end="", file=sys.stderr, flush=True)
