"""`incognita ladder`: rate agents by a round robin."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from incognita.cli import pages
from incognita.cli.contests import begun, chosen_deals, contest_arguments, play_and_keep, refuse_to_lose
from incognita.cli.options import chosen_game, game_options
from incognita.play.ladder import Standing, round_robin, standings
from incognita.play.measurement import Measurement

EXAMPLE = """incognita ladder policy random --game lost-cities -n 200
  incognita ladder --continue incognita-ladder.json"""
DEALS = 200


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="an agent; two or more")
    game_options(parser)
    contest_arguments(parser, DEALS)
    parser.add_argument(
        "--write",
        action="store_true",
        help=f"also put table and picture into {pages.PAGE} and {pages.PICTURES} of a checkout",
    )


def run(arguments: argparse.Namespace) -> None:
    import openskill  # noqa: F401 - before hours of play, not after them

    contests = begun(arguments, SAID) if arguments.begun else fresh(arguments)
    game = contests[0].contest.load()
    if arguments.write:
        pages.check_page(place(game.name))
    play_and_keep(contests, arguments, "ladder", title=whose)
    rows = standings(contests)
    table = "\n".join(table_lines(rows, contests[0].wanted))
    print(table)
    if arguments.write:
        write(rows, table, game.name, game.title)


SAID = ("specs", "game", "option", "data", "seed")
"""What a file that is gone on with says itself."""


def fresh(arguments: argparse.Namespace) -> list[Measurement]:
    refuse_to_lose(arguments.json)
    arguments.game = arguments.game or "lost-cities"
    deals, seed = chosen_deals(arguments, DEALS)
    return round_robin(chosen_game(arguments), arguments.specs, deals, seed=seed)


def whose(measurement: Measurement) -> str:
    return " against ".join(measurement.contest.specs) + ": "


def table_lines(rows: Sequence[Standing], deals: int) -> Iterator[str]:
    """The ladder as a Markdown table."""
    yield "| agent | rating | 95 % | rounds won | 95 % | margin | forfeits |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for row in rows:
        low, high = row.rating_interval
        least, most = (100 * end for end in row.wins_interval)
        won = f"{100 * row.wins:.1f} % | {least:.1f} to {most:.1f}"
        margin = f"{row.margin.mean:.1f} ± {row.margin.error:.1f}"
        yield f"| `{row.spec}` | {row.rating:.1f} | {low:.1f} to {high:.1f} | {won} | {margin} | {row.forfeits} |"
    yield ""
    yield f"Every two agents met on the same {deals:,} deals, each in all seatings."


# --- into the documents


def place(game: str) -> str:
    return f"ladder {game}"


def write(rows: Sequence[Standing], table: str, game: str, title: str) -> None:
    from incognita.play.plots import plot_ratings

    picture = f"ladder-{game}.svg"
    intervals = [(row.rating_interval[0], row.rating, row.rating_interval[1]) for row in rows]
    plot_ratings([row.spec for row in rows], intervals, title, pages.ROOT / pages.PICTURES / picture)
    pages.put(place(game), f"{table}\n\n![The ratings of the agents in {title}](images/{picture})")
