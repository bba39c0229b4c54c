"""The agent `careless:slip=2,harm=3`: the hand-written player on a day on which it does not pay attention.

It misjudges every action by some points, as people do, and the weakest of its kind do not even look at what the others
have. So it lets chances pass. But it is no fool: what it can see to do it harm, a lost expedition begun late in the
round, an attack on itself, it does not do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from incognita.core import rng, rules
from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.core.rules import MOST_ACTIONS
from incognita.play.agent import read_told

DEFAULTS: dict[str, Any] = {"slip": 2.0, "harm": 3.0, "overlooks": ""}

Numbers = NDArray[np.float64]


class Careless:
    """Takes what seems best, among all that does not harm it.

    `slip` is the scale, in points, of what an action is misjudged by: a logistic distribution, whose tails are those of
    people. `harm` is how many points an action may cost, as the hand-written player sees it, unless all cost more.
    `overlooks` names tables of the view, joined by +, in which it does not look at the rows of the others.
    """

    def __init__(self, game: Game, told: str = "") -> None:
        options = read_told("careless", told, DEFAULTS)
        self.game, self.slip, self.harm = game, options["slip"], options["harm"]
        self.overlooks = overlooked_tables(game, options["overlooks"])
        if not (0 <= self.slip < np.inf and 0 <= self.harm < np.inf):
            raise OptionError("careless: slip and harm are points, 0 or more")
        self.begin(0, 0)

    def begin(self, seat: int, seed: int) -> None:
        self.rng = rng.generator(seed)

    def decide(self, views: NDArray[Any]) -> int:
        legal = views["legal"][0, : int(views["choices"][0])]
        if len(legal) == 1:
            return int(legal[0])
        worths = self.worths(views)
        seem = self.worths(self.glance(views)) if self.overlooks else worths
        harmless = worths >= min(-self.harm, worths.max())
        return int(legal[np.argmax(np.where(harmless, seem + self.slips(len(legal)), -np.inf))])

    def close(self) -> None:
        pass

    def worths(self, views: NDArray[Any]) -> Numbers:
        """What the hand-written player thinks of every legal action."""
        worths = np.empty(MOST_ACTIONS)
        rules.weigh_at(views, 0, self.rng, worths)
        return worths[: int(views["choices"][0])]

    def slips(self, n: int) -> Numbers:
        bits = np.empty(n, np.uint64)
        rng.fill(self.rng, bits)
        chances = ((bits >> np.uint64(11)) + 0.5) / 2.0**53  # never 0, never 1
        return np.asarray(self.slip * np.log(chances / (1 - chances)), np.float64)

    def glance(self, views: NDArray[Any]) -> NDArray[Any]:
        """The view of somebody who looks at nothing but the own side: the others might as well have begun just now."""
        glanced = views.copy()
        seat = int(views["viewer"][0])
        for table in self.overlooks:
            glanced[table][0, rows_of_others(self.game, seat, glanced[table].shape[1])] = 0
        return glanced


def rows_of_others(game: Game, seat: int, rows: int) -> list[int]:
    """Of a table with a row for each side, or for each seat."""
    side = game.side_of(seat)
    if rows == len(game.sides):
        return [other for other in range(rows) if other != side]
    return [other for other in range(game.players) if other not in game.sides[side]]


def overlooked_tables(game: Game, told: str) -> list[str]:
    names = told.split("+") if told else []
    known = tables_of_seats(game)
    for name in names:
        if name not in known:
            raise OptionError(f"careless: in {game.name} nobody can overlook {name!r}, only {'+'.join(known)}")
    return names


def tables_of_seats(game: Game) -> list[str]:
    """The fields of a view with a row for every seat or every side. What a seat holds is counted in all games."""
    shapes = {name: game.view_dtype[name].shape for name in game.view_dtype.names or ()}
    return [name for name, shape in shapes.items() if shape and shape[0] in (len(game.sides), *shapes["held"])]
