"""A hint: what search would do here and what it expects of it, from the view of the seat that asks and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from incognita.cli.bars import bar
from incognita.core import rng
from incognita.core.game import Game, Views
from incognita.core.rules import MOST_ACTIONS
from incognita.search.search import Candidate, Search, Thought

SECONDS = 1.0
SHOWN = 3
WIDTH = 24
"""Columns for the bars."""


class Adviser:
    """Somebody who thinks for a second about whatever view is shown."""

    def __init__(self, game: Game) -> None:
        self.search, self.random, self.warm = Search(game), rng.generator(0), False

    def think(self, views: Views) -> Thought:
        if not self.warm:  # compiling, or loading what was compiled, should not be taken from the second
            self.search.think(views, self.random, simulations=MOST_ACTIONS)
            self.warm = True
        return self.search.think(views, self.random, seconds=SECONDS)


def hint_lines(thought: Thought, sides: int, words: Callable[[int], tuple[str, str]]) -> Iterator[str]:
    """The best candidates; `words` gives an action in notation and in words."""
    best = [one for one in thought.candidates if one.visits][:SHOWN]
    if not best:
        yield f"There is no choice: {' '.join(words(thought.action))}."
        return
    yield f"Search would {words(best[0].action)[1]}."
    yield f"{thought.simulations:,} rounds were played out, the hidden cards dealt by lot. Expected points"
    yield f"ahead of {whom(sides)} after this round, ± one standard error:"
    yield from candidate_lines(best, words)
    if max(best, key=lambda one: one.margin) is not best[0]:
        yield "Another may bring more, but not beyond doubt; then search trusts its experience."


def whom(sides: int) -> str:
    return "the other side" if sides == 2 else "the others' mean"


def candidate_lines(best: Sequence[Candidate], words: Callable[[int], tuple[str, str]]) -> Iterator[str]:
    """Each with its expected margin, the standard error of that, and a bar from nothing."""
    values = [0.0, *(one.margin for one in best)]
    scale = WIDTH / max(1.0, max(values) - min(values))
    told = [words(one.action) for one in best]
    wide, wider = (max(len(text[i]) for text in told) for i in range(2))
    for one, (notation, text) in zip(best, told, strict=True):
        drawn = bar(round(one.margin * scale), round(-min(values) * scale))
        yield f"  {notation:{wide}}  {text:{wider}}  {one.margin:6.1f} ± {one.error:4.1f}  {drawn}".rstrip()
