"""Counts what players of Lost Cities hold, and prints the table of `games/lost_cities/belief.py`.

    python tools/belief.py [ROUNDS]

The hand-written player plays against itself. For every card that a viewer has not seen we note how it stands to the
expeditions and whether the other player holds it. A class of cards counts as much as makes the expected number of them
in hand, each with odds of its count times the odds of an average card, equal to the number that were there.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

import incognita
from incognita.core import rules
from incognita.core.jit import Int, Random, Row, Rows, kernel
from incognita.core.rng import generator
from incognita.core.rules import NONE
from incognita.games.lost_cities.belief import FITS, LIKELY, quarter, standing, unknown_cards
from incognita.games.lost_cities.components import PLAY
from incognita.games.lost_cities.kernel import unseen

LEVELS = 40
"""Steps of the share of unseen cards that are in hand: its logarithm is what a class is measured against."""
CAUTION = 2.0
"""Cards as likely as an average one that are added to every class: rare ones stay near 1."""

QUARTERS = ("the last quarter of the draw pile", "the third", "the second", "the first")
STANDINGS = ("not begun", "too low", "next", "one is missing", "two are missing", "further")
LINES = [[(mine, number) for number in range(LIKELY.shape[3])] for mine in range(LIKELY.shape[2])]

Counts = NDArray[np.float64]


@kernel
def count_round(states: Rows, views: Rows, rng: Random, there: Counts, held: Counts) -> None:
    rules.deal(states[0], rng)
    while states[0].seat != NONE:
        rules.observe(states[0], states[0].seat, views[0])
        if views[0].phase == PLAY:
            count_view(states[0], views[0], there, held)
        rules.apply(states[0], rules.policy(views[0], rng))


@kernel
def count_view(state: Row, view: Row, there: Counts, held: Counts) -> None:
    other = 1 - np.int64(view.viewer)
    level = unknown_cards(view, other) * LEVELS // (unknown_cards(view, other) + np.int64(view.left))
    for colour in range(np.int64(view.colours)):
        for rank in range(10):
            n = np.int64(unseen(view, np.uint8(colour), np.uint8(rank)))
            if n > 0:
                theirs, mine = standing(view, other, colour, rank), min(FITS, standing(view, 1 - other, colour, rank))
                cell = (quarter(view), theirs, mine, (rank + 2) // 3, level)
                there[cell] += n
                held[cell] += in_hand(state, other, 10 * colour + rank) - np.float64(
                    view.known[other, 10 * colour + rank]
                )


@kernel
def in_hand(state: Row, seat: Int, kind: Int) -> float:
    n = 0.0
    for i in range(np.int64(state.held[seat])):
        n += np.float64(np.int64(state.hands[seat, i]) == kind)
    return n


def likelihood(there: Counts, held: Counts) -> float:
    """The factor on the odds that explains the number held, by Newton's method on its logarithm."""
    share = (np.arange(LEVELS) + 0.5) / LEVELS
    offset, factor = np.log(share / (1 - share)), 0.0
    for _ in range(50):
        chance = 1 / (1 + np.exp(-offset - factor))
        slope = (there * chance * (1 - chance)).sum() + CAUTION
        factor += ((held - there * chance).sum() - CAUTION * factor) / slope
    return float(np.exp(factor))


def main(rounds: int) -> None:
    game = incognita.load("lost-cities")
    states, views, rng = game.blank(), np.zeros(1, game.view_dtype), generator(5000)
    there, held = np.zeros((*LIKELY.shape, LEVELS)), np.zeros((*LIKELY.shape, LEVELS))
    for done in range(rounds):
        count_round(states, views, rng, there, held)
        if sys.stderr.isatty() and done % 100 == 0:
            print(f"\r{done} of {rounds} rounds", end="", file=sys.stderr)
    for part, name in enumerate(QUARTERS):
        print(f"        [  # {name}")
        for row, standing_name in enumerate(STANDINGS):
            cells = [[likelihood(there[part, row, *cell], held[part, row, *cell]) for cell in line] for line in LINES]
            numbers = ", ".join(f"[{', '.join(f'{number:.2f}' for number in line)}]" for line in cells)
            print(f"            [{numbers}],  # {standing_name}")
        print("        ],")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20000)
