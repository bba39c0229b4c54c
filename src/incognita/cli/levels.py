"""`incognita levels`: measure each level against the one below."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby

from incognita.cli import pages
from incognita.cli.arena import between, percent
from incognita.cli.contests import begun, chosen_deals, contest_arguments, play_and_keep, refuse_to_lose
from incognita.games import GAMES, load
from incognita.play.levels import NAMES, rungs, wanted_share
from incognita.play.measurement import LOOK, Measurement
from incognita.play.results import Interval, interval_for_all_looks

EXAMPLE = """incognita levels --stop --write
  incognita levels --game lost-cities --up-to scout -n 500"""
DEALS = 300


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=GAMES, metavar="GAME", help=f"one of: {', '.join(GAMES)} (default: all)")
    parser.add_argument(
        "--up-to", choices=NAMES[1:], metavar="LEVEL", help=f"climb no higher: one of {', '.join(NAMES[1:])}"
    )
    parser.add_argument(
        "--stop",
        action="store_true",
        help=f"look after every {LOOK} deals, and stop as soon as it is known whether a level is as far above the one "
        "below as it should be",
    )
    contest_arguments(parser, DEALS)
    parser.add_argument("--write", action="store_true", help=f"also put the tables into {pages.PAGE} of a checkout")


def run(arguments: argparse.Namespace) -> None:
    measurements = begun(arguments, SAID) if arguments.begun else fresh(arguments)
    games = list(dict.fromkeys(one.contest.game for one in measurements))
    if arguments.write:
        for game in games:
            pages.check_page(place(game))
    play_and_keep(measurements, arguments, "levels", title=whose)
    for game in games:
        table = "\n".join(table_lines([one for one in measurements if one.contest.game == game]))
        print(f"{load(game).title}\n\n{table}\n")
        if arguments.write:
            pages.put(place(game), table)


SAID = ("game", "up_to", "stop", "seed")
"""What a file that is gone on with says itself."""


def fresh(arguments: argparse.Namespace) -> list[Measurement]:
    refuse_to_lose(arguments.json)
    games = [arguments.game] if arguments.game else GAMES
    deals, seed = chosen_deals(arguments, DEALS)
    return rungs(games, deals, highest=arguments.up_to or NAMES[-1], seed=seed, stop=arguments.stop)


def place(game: str) -> str:
    return f"levels {game}"


def whose(measurement: Measurement) -> str:
    game, options = measurement.contest.game, measurement.contest.options
    players = f" for {options['players']}" if "players" in options else ""
    return f"{game}{players}, {' against '.join(map(name, measurement.contest.specs))}: "


def name(spec: str) -> str:
    return spec.removeprefix("level:")


# --- the table


def table_lines(measurements: Sequence[Measurement]) -> Iterator[str]:
    """The levels of a game as a Markdown table, one part for each number of players."""
    yield "| players | level | against | rounds won | 95 % | wanted | margin | ms a decision | deals |"
    yield "|--:|---|---|--:|--:|--:|--:|--:|--:|"
    for players, rows in groupby(measurements, lambda one: one.contest.load().players):
        for one in rows:
            yield row(players, one)


def row(players: int, one: Measurement) -> str:
    result = one.result
    upper, lower = map(name, one.contest.specs)
    cells = [
        str(players),
        upper,
        lower,
        f"{100 * result.wins:.1f} %",
        between(percent(wins_interval(one)), 1),
        f"{100 * wanted_share(len(one.contest.load().sides)):.1f} %",
        f"{result.margin:.1f} ± {result.error:.1f}",
        f"{one.clocks[0].mean_ms:.2g}",
        f"{result.deals:,}",
    ]
    return f"| {' | '.join(cells)} |"


def wins_interval(measurement: Measurement) -> Interval:
    """If one may have stopped at any look, the interval that holds for all looks."""
    if not measurement.stop:
        return measurement.result.wins_interval
    low, high = interval_for_all_looks(measurement.wins)
    return max(0.0, low), min(1.0, high)
