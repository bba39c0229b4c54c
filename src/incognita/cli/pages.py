"""Tables that a command writes into a page of a checkout, between two marks."""

from __future__ import annotations

from pathlib import Path

from incognita.cli.options import write_whole

ROOT = Path(__file__).resolve().parents[3]
PAGE, PICTURES = "docs/agents.md", "docs/images"


def marks(what: str) -> tuple[str, str]:
    """The lines between which a table stands, such as that of `ladder lost-cities`."""
    return f"<!-- {what} -->", f"<!-- end of {what} -->"


def check_page(what: str) -> None:
    """Before hours of play: there is a checkout, and its page has a place for this table."""
    page = ROOT / PAGE
    if not page.exists():
        raise ValueError(f"--write needs a checkout of the source: {PAGE} lies there")
    text = page.read_text(encoding="utf-8")
    if not all(text.count(mark) == 1 for mark in marks(what)):
        raise ValueError(f"{PAGE} has no place for {what}; put these two lines there: {' '.join(marks(what))}")


def put(what: str, table: str) -> None:
    """The page with this table between its marks."""
    page = ROOT / PAGE
    begin, end = marks(what)
    before, rest = page.read_text(encoding="utf-8").split(begin)
    write_whole(page, f"{before}{begin}\n\n{table}\n\n{end}{rest.split(end)[1]}")
