"""Search as an agent: `search:simulations=1000,return=win`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from numpy.typing import NDArray

from incognita.core import rng, rules
from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.play.agent import read_told
from incognita.search.patience import has_lasted
from incognita.search.returns import RETURNS, Sides
from incognita.search.search import Expectation, Opinion, Search, Trial, policy_opinion, usual_expectation
from incognita.search.simulate import Settings

USUAL_SIMULATIONS = 1000
DEFAULTS: dict[str, Any] = {
    "simulations": 0,
    "seconds": 0.0,
    "return": "margin",
    "playouts": "policy",
    "ripe": 0,
    "exploration": 0.5,
    "doubt": 2.0,
    "trust": 0.0,
    "unsure": 0.0,
    "narrow": 0.0,
}


class SearchAgent:
    """Thinks within a number of simulations, of seconds, or both; 0 is no limit, and without any there are 1000."""

    name = "search"
    defaults: ClassVar[Mapping[str, Any]] = DEFAULTS
    playouts: ClassVar[tuple[str, ...]] = ("policy", "random")
    modesty = 0.5

    def __init__(self, game: Game, told: str = "") -> None:
        options = read_options(self.name, told, self.defaults, self.playouts)
        self.simulations, self.seconds = options["simulations"] or None, options["seconds"] or None
        self.search = Search(
            game,
            aim=options["return"],
            ripe=options["ripe"],
            exploration=options["exploration"],
            doubt=options["doubt"],
            trust=options["trust"],
            unsure=options["unsure"],
            narrow=options["narrow"],
            policy=options["playouts"] == "policy",
            opinion=self.opinion(game, options),
            expectation=self.expectation(game, options),
            modesty=self.modesty,
            trial=self.trial(game, options),
        )
        self.begin(0, 0)

    def opinion(self, game: Game, options: Mapping[str, Any]) -> Opinion:
        """What it thinks of the candidates before it tries them."""
        return policy_opinion

    def expectation(self, game: Game, options: Mapping[str, Any]) -> Expectation:
        """What it thinks of hidden cards."""
        return usual_expectation

    def trial(self, game: Game, options: Mapping[str, Any]) -> Callable[[Sides, Settings], Trial] | None:
        """Another way to try candidates out than playouts by the policy or at random."""
        return None

    def begin(self, seat: int, seed: int) -> None:
        self.random = rng.generator(seed)

    def decide(self, views: NDArray[Any]) -> int:
        if has_lasted(views[0]):
            return int(rules.policy_at(views, 0, self.random))
        return self.search.think(views, self.random, simulations=self.simulations, seconds=self.seconds).action

    def close(self) -> None:
        pass


def read_options(name: str, told: str, defaults: Mapping[str, Any], playouts: Sequence[str]) -> dict[str, Any]:
    options = read_told(name, told, defaults)
    if not options["simulations"] and not options["seconds"]:
        options["simulations"] = USUAL_SIMULATIONS
    for option, known in (("return", tuple(RETURNS)), ("playouts", playouts)):
        check_choice(name, option, options[option], known)
    numbers = [option for option in ("simulations", "seconds", "ripe", "deep") if option in defaults]
    if any(options[option] < 0 for option in numbers):
        raise OptionError(f"{name}: {', '.join(numbers[:-1])} and {numbers[-1]} must not be negative")
    return options


def check_choice(name: str, option: str, told: str, known: Sequence[str]) -> None:
    if told not in known:
        raise OptionError(f"{name}: {option} must be one of {', '.join(known)}, not {told!r}")
