"""`incognita ladder`: rate agents by a round robin."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from incognita.cli.contests import Progress, chosen_players, worker_arguments
from incognita.cli.options import chosen_game, game_options, write_whole
from incognita.play.ladder import Standing, play_all, round_robin, standings
from incognita.play.measurement import Measurement

EXAMPLE = "incognita ladder policy random --game lost-cities -n 200"
ROOT = Path(__file__).resolve().parents[3]
PAGE, PICTURES = "docs/agents.md", "docs/images"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("specs", nargs="+", metavar="SPEC", help="an agent; two or more")
    game_options(parser)
    parser.add_argument(
        "-n", type=int, default=200, metavar="N", help="deals for every two agents, in all seatings (default 200)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the deals and of the agents (default 1)")
    worker_arguments(parser)
    parser.add_argument(
        "--write", action="store_true", help=f"also put table and picture into {PAGE} and {PICTURES} of a checkout"
    )


def run(arguments: argparse.Namespace) -> None:
    import openskill  # noqa: F401 - before hours of play, not after them

    arguments.game = arguments.game or "lost-cities"
    if arguments.write:
        check_page(ROOT / PAGE, arguments.game)
    game = chosen_game(arguments)
    contests = round_robin(game, arguments.specs, arguments.n, seed=arguments.seed)
    with Progress() as progress:
        play_all(contests, chosen_players(arguments), lambda one: progress.show(one, whose(one)))
    rows = standings(contests)
    table = "\n".join(table_lines(rows, arguments.n))
    print(table)
    if arguments.write:
        write(rows, table, game.name, game.title)


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


def marks(game: str) -> tuple[str, str]:
    return f"<!-- ladder {game} -->", f"<!-- end of ladder {game} -->"


def check_page(page: Path, game: str) -> None:
    """Before hours of play: there is a checkout, and its page has a place for this ladder."""
    if not page.exists():
        raise ValueError(f"--write needs a checkout of the source: {PAGE} lies there")
    text = page.read_text(encoding="utf-8")
    if not all(text.count(mark) == 1 for mark in marks(game)):
        raise ValueError(f"{PAGE} has no place for this ladder; put these two lines there: {' '.join(marks(game))}")


def write(rows: Sequence[Standing], table: str, game: str, title: str) -> None:
    from incognita.play.plots import plot_ratings

    page, picture = ROOT / PAGE, f"ladder-{game}.svg"
    intervals = [(row.rating_interval[0], row.rating, row.rating_interval[1]) for row in rows]
    plot_ratings([row.spec for row in rows], intervals, title, ROOT / PICTURES / picture)
    put = f"{table}\n\n![The ratings of the agents in {title}](images/{picture})"
    write_whole(page, replaced(page.read_text(encoding="utf-8"), game, put))


def replaced(text: str, game: str, put: str) -> str:
    """The page with this between the marks."""
    begin, end = marks(game)
    before, rest = text.split(begin)
    return f"{before}{begin}\n\n{put}\n\n{end}{rest.split(end)[1]}"
