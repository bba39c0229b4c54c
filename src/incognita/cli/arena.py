"""`incognita arena`: measure agents against each other over mirrored deals."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from incognita.cli.contests import begun, chosen_deals, contest_arguments, play_and_keep, refuse_to_lose
from incognita.cli.options import chosen_game, game_options
from incognita.games import load
from incognita.play.arena import Clock, Contest
from incognita.play.measurement import LOOK, Measurement, from_json, new
from incognita.play.results import Interval, Result, interval_for_all_looks

EXAMPLE = """incognita arena policy random --game lost-cities -n 10000
  incognita arena policy random --game board-game -o players=4 --json four.json
  incognita arena --continue four.json -n 5000
  incognita arena policy random --game board-game --matches"""
DEALS = 1000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "specs",
        nargs="*",
        metavar="SPEC",
        help="an agent: policy, random, …. The results are those of the first. With three or more sides it meets "
        "copies of the second, or give one for each side",
    )
    game_options(parser)
    parser.add_argument(
        "--matches",
        action="store_true",
        help="play every deal as a whole match, of as many rounds as are usual, instead of its first round alone",
    )
    parser.add_argument(
        "--stop",
        action="store_true",
        help=f"stop as soon as the margin is known not to be 0: after every {LOOK} deals a 95 %% interval that holds "
        "for all looks together is asked whether it excludes 0",
    )
    parser.add_argument(
        "--goal",
        type=float,
        metavar="SHARE",
        help="stop as soon as the share of rounds, or matches, won is known to be more than this, such as 0.6, or less",
    )
    contest_arguments(parser, DEALS)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the margin over the deals (.svg, .png, .pdf)")


def run(arguments: argparse.Namespace) -> None:
    check_plot(arguments.plot)
    measurement = begun(arguments, SAID, the_only)[0] if arguments.begun else fresh(arguments)
    play_and_keep([measurement], arguments, "arena", write=lambda _: measurement.to_json())
    if arguments.plot:
        draw(measurement, arguments.plot)
    print("\n".join(sentences(measurement)))


SAID = ("specs", "game", "option", "data", "matches", "stop", "goal", "seed")
"""What a file that is gone on with says itself."""


def the_only(text: str) -> list[Measurement]:
    return [from_json(text)]


def fresh(arguments: argparse.Namespace) -> Measurement:
    refuse_to_lose(arguments.json, the_only)
    arguments.game = arguments.game or "lost-cities"
    if len(arguments.specs) < 2:
        raise ValueError("name two agents or more, such as: incognita arena policy random")
    deals, seed = chosen_deals(arguments, DEALS)
    game, matches = chosen_game(arguments), arguments.matches
    return new(game, arguments.specs, deals, seed=seed, matches=matches, stop=arguments.stop, goal=arguments.goal)


def check_plot(file: Path | None) -> None:
    """Before hours of play, not after them."""
    if file:
        import matplotlib  # noqa: F401


def draw(measurement: Measurement, file: Path) -> None:
    from incognita.play.plots import plot_margin

    plot_margin(measurement.margins, title(measurement), file, per(measurement.contest))


# --- for people


def title(measurement: Measurement) -> str:
    first, *others = measurement.contest.specs
    return f"{first} against {', '.join(others)}, {load(measurement.contest.game).title}"


def per(contest: Contest) -> str:
    """What the numbers are for."""
    return "round" if contest.rounds == 1 else f"match of {contest.rounds} rounds"


def those(contest: Contest) -> str:
    """What is won or lost."""
    return "rounds" if contest.rounds == 1 else "matches"


def sentences(measurement: Measurement) -> Iterator[str]:
    result, contest = measurement.result, measurement.contest
    head = f"{title(measurement)}, {result.deals:,} deals, each in {len(measurement.seatings)} seatings"
    share = f"{100 * result.wins:8.1f} %        95 %: {between(percent(result.wins_interval), 1)} %"
    yield f"{head}, per {per(contest)}:"
    yield f"  own points      {result.own:8.1f}"
    yield f"  others' points  {result.others:8.1f}"
    yield f"  margin          {result.margin:8.2f} ± {result.error:.2f}   95 %: {between(result.interval)}"
    yield f"  {those(contest) + ' won':14}  {share}"
    yield f"  actions         {result.plies:8.1f}"
    yield f"  broken off      {result.broken_off:8,} of {result.rounds:,} {those(contest)}"
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
            won = f"{100 * entrant.wins:.1f} % of the {those(measurement.contest)}"
            yield f"  {spec}: {entrant.points:.1f} points, {won}"


def stop_lines(measurement: Measurement, result: Result) -> Iterator[str]:
    if measurement.stop:
        yield f"  {how_it_stopped(measurement)}; looked after every {LOOK} deals, 95 % for all looks together: "
        if measurement.goal is None:
            yield f"                  {between(result.interval_for_all_looks)}"
        else:
            yield f"                  {between(percent(interval_for_all_looks(measurement.wins)), 1)} %"


def how_it_stopped(measurement: Measurement) -> str:
    if not measurement.decided:
        return "not decided"
    if measurement.goal is None:
        return "stopped: it is not 0"
    found = "more" if measurement.wins.mean() > measurement.goal else "less"
    return f"stopped: {found} than {100 * measurement.goal:g} % of the {those(measurement.contest)} are won"


def clock_lines(specs: tuple[str, ...], clocks: list[Clock]) -> Iterator[str]:
    for spec, clock in zip(specs, clocks, strict=True):
        if clock.decisions:
            yield f"  a decision of {spec} took {clock.mean_ms:.3g} ms, the longest {1000 * clock.longest:.3g} ms"
