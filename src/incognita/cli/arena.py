"""`incognita arena`: measure agents against each other over mirrored deals."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from incognita.cli.contests import Progress, chosen_players, worker_arguments
from incognita.cli.options import chosen_game, game_options, write_whole
from incognita.games import load
from incognita.play.arena import Chunk, Clock
from incognita.play.measurement import LOOK, Measurement, from_json, new
from incognita.play.results import Interval, Result

EXAMPLE = """incognita arena policy random --game lost-cities -n 10000
  incognita arena policy random --game board-game -o players=4 -n 1000 --json four.json
  incognita arena --continue four.json -n 5000"""
DEALS = 1000
KEEP_EVERY = 60
"""Seconds between two savings of what has been played, where a file is named."""
UNNAMED = Path("incognita-arena.json")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "specs",
        nargs="*",
        metavar="SPEC",
        help="an agent: policy, random, …. The results are those of the first. With three or more sides it meets "
        "copies of the second, or give one for each side",
    )
    game_options(parser)
    parser.add_argument("-n", type=int, metavar="N", help=f"deals, each played in all seatings (default {DEALS})")
    parser.add_argument("--seed", type=int, help="of the deals and of the agents (default 1)")
    parser.add_argument(
        "--stop",
        action="store_true",
        help=f"stop as soon as the margin is known not to be 0: after every {LOOK} deals a 95 %% interval that holds "
        "for all looks together is asked whether it excludes 0",
    )
    worker_arguments(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result, deal by deal; also kept meanwhile")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the margin over the deals (.svg, .png, .pdf)")
    parser.add_argument(
        "--continue",
        dest="begun",
        type=Path,
        metavar="FILE",
        help="go on with what was interrupted, or with -n play more deals of what is finished",
    )


def run(arguments: argparse.Namespace) -> None:
    check_plot(arguments.plot)
    measurement = begun(arguments) if arguments.begun else fresh(arguments)
    file = arguments.json or arguments.begun
    play = chosen_players(arguments)
    try:
        with Progress() as progress:
            measurement.run(play, Keeper(measurement, file, progress))
    except BaseException:
        leave(measurement, file or UNNAMED)
        raise
    if file:
        write_whole(file, measurement.to_json())
    if arguments.plot:
        draw(measurement, arguments.plot)
    print("\n".join(sentences(measurement)))


def fresh(arguments: argparse.Namespace) -> Measurement:
    refuse_to_lose(arguments.json)
    arguments.game = arguments.game or "lost-cities"
    if len(arguments.specs) < 2:
        raise ValueError("name two agents or more, such as: incognita arena policy random")
    deals = DEALS if arguments.n is None else arguments.n
    seed = 1 if arguments.seed is None else arguments.seed
    return new(chosen_game(arguments), arguments.specs, deals, seed=seed, stop=arguments.stop)


def begun(arguments: argparse.Namespace) -> Measurement:
    """What a file holds; it says what is played, so the command may not say it again."""
    said = [arguments.specs, arguments.game, arguments.option, arguments.data, arguments.stop]
    if any(said) or arguments.seed is not None:
        raise ValueError("with --continue agents, game, seed and --stop come from the file; leave them out")
    try:
        measurement = from_json(arguments.begun.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{arguments.begun}: {error}") from error
    measurement.wanted = max(measurement.wanted if arguments.n is None else arguments.n, len(measurement.rounds))
    return measurement


def refuse_to_lose(file: Path | None) -> None:
    """A file with an unfinished measurement is not written over."""
    try:
        unfinished = file is not None and file.exists() and not from_json(file.read_text(encoding="utf-8")).finished
    except ValueError:
        return
    if unfinished:
        raise ValueError(f"{file} holds a measurement that was interrupted: use --continue {file}, or remove it")


class Keeper:
    """Shows how far it is after every chunk, and now and then saves it."""

    def __init__(self, measurement: Measurement, file: Path | None, progress: Progress) -> None:
        self.measurement, self.file, self.progress = measurement, file, progress
        self.kept = time.monotonic()

    def __call__(self, chunk: Chunk) -> None:
        self.progress.show(self.measurement)
        if self.file and time.monotonic() - self.kept > KEEP_EVERY:
            write_whole(self.file, self.measurement.to_json())
            self.kept = time.monotonic()


def leave(measurement: Measurement, file: Path) -> None:
    """What was played before an interruption is kept."""
    if len(measurement.rounds):
        write_whole(file, measurement.to_json())
        words = shlex.join(["incognita", "arena", "--continue", str(file)])
        print(f"\n{len(measurement.rounds):,} deals are kept; go on with: {words}", file=sys.stderr)


def check_plot(file: Path | None) -> None:
    """Before hours of play, not after them."""
    if file:
        import matplotlib  # noqa: F401


def draw(measurement: Measurement, file: Path) -> None:
    from incognita.play.plots import plot_margin

    plot_margin(measurement.margins, title(measurement), file)


# --- for people


def title(measurement: Measurement) -> str:
    first, *others = measurement.contest.specs
    return f"{first} against {', '.join(others)}, {load(measurement.contest.game).title}"


def sentences(measurement: Measurement) -> Iterator[str]:
    result = measurement.result
    yield f"{title(measurement)}, {result.deals:,} deals, each in {len(measurement.seatings)} seatings, per round:"
    yield f"  own points      {result.own:8.1f}"
    yield f"  others' points  {result.others:8.1f}"
    yield f"  margin          {result.margin:8.2f} ± {result.error:.2f}   95 %: {between(result.interval)}"
    yield f"  rounds won      {100 * result.wins:8.1f} %        95 %: {between(percent(result.wins_interval), 1)} %"
    yield f"  actions         {result.plies:8.1f}"
    yield f"  broken off      {result.broken_off:8,} of {result.rounds:,} rounds"
    yield from without_broken_off(result)
    yield from forfeit_lines(measurement, result)
    yield from entrant_lines(measurement, result)
    yield from stop_lines(measurement, result)
    yield from clock_lines(measurement.contest.specs, measurement.clocks)


def between(interval: Interval, digits: int = 2) -> str:
    return f"{interval[0]:.{digits}f} to {interval[1]:.{digits}f}"


def percent(interval: Interval) -> Interval:
    return 100 * interval[0], 100 * interval[1]


def without_broken_off(result: Result) -> Iterator[str]:
    rest = result.without_broken_off
    if rest:
        yield f"  margin without  {rest.mean:8.2f} ± {rest.error:.2f}   over the {rest.deals:,} deals that have none"


def forfeit_lines(measurement: Measurement, result: Result) -> Iterator[str]:
    """Who forfeited how often, and why."""
    for spec, entrant in zip(measurement.contest.specs, result.entrants, strict=True):
        if entrant.forfeits:
            yield f"  forfeits        {entrant.forfeits:8,} by {spec}"
    for reason, times in result.forfeits.items():
        yield f"                  {times:8,} x {reason}"


def entrant_lines(measurement: Measurement, result: Result) -> Iterator[str]:
    """Where all are different, all are of interest."""
    if len(result.entrants) > 2:
        for spec, entrant in zip(measurement.contest.specs, result.entrants, strict=True):
            yield f"  {spec}: {entrant.points:.1f} points, {100 * entrant.wins:.1f} % of the rounds"


def stop_lines(measurement: Measurement, result: Result) -> Iterator[str]:
    if measurement.stop:
        how = "stopped: it is not 0" if measurement.decided else "not decided"
        yield f"  {how}; looked after every {LOOK} deals, 95 % for all looks together: "
        yield f"                  {between(result.interval_for_all_looks)}"


def clock_lines(specs: tuple[str, ...], clocks: list[Clock]) -> Iterator[str]:
    for spec, clock in zip(specs, clocks, strict=True):
        if clock.decisions:
            mean = 1000 * clock.seconds / clock.decisions
            yield f"  a decision of {spec} took {mean:.3g} ms, the longest {1000 * clock.longest:.3g} ms"
