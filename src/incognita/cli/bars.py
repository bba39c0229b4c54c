"""Running totals as a small picture made of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

WIDTH = 44


def bar_lines(names: Sequence[str], totals: Sequence[Sequence[int]]) -> Iterator[str]:
    """One bar for each player after each round; `totals` holds a row for each round."""
    values = [0, *(total for row in totals for total in row)]
    lowest, highest = min(values), max(values)
    scale = WIDTH / max(highest - lowest, 1)
    left = round(-lowest * scale)
    longest = min(12, max(len(name) for name in names))
    for number, row in enumerate(totals, 1):
        for i, (name, total) in enumerate(zip(names, row, strict=True)):
            label = f"round {number}" if i == 0 else ""
            yield f"  {label:8} {name[:longest]:{longest}} {total:5} {bar(round(total * scale), left)}".rstrip()


def bar(length: int, left: int) -> str:
    """A bar from the axis, which stands `left` columns in: to the right, or to the left if it is negative."""
    if length < 0:
        return " " * (left + length) + "░" * -length + "│"
    return " " * left + "│" + "█" * length
