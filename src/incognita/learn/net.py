"""The network of a game: found in the package, fitted to its options, asked about views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from incognita.core import rules
from incognita.core.errors import OptionError
from incognita.core.game import Features, Game
from incognita.core.jit import Random
from incognita.core.rng import generator
from incognita.core.rules import MOST_ACTIONS, Odds
from incognita.learn.hands import read_hands, shipped_hands
from incognita.learn.inference import judge, weights_of, workspace
from incognita.learn.judging import NETWORKS as NETWORKS_AT_WORK
from incognita.learn.judging import POLICIES, Bench, empty_bench, judge_beside, read_judge
from incognita.learn.playouts import Player, new_stage, try_with_network
from incognita.learn.weights import FOLDER, Arrays, Header, Shape, check_header, check_shape, read_weights
from incognita.play.agent import read_told
from incognita.search.agent import DEFAULTS, SearchAgent, check_choice, read_options
from incognita.search.patience import has_lasted
from incognita.search.returns import Sides
from incognita.search.search import Expectation, Opinion, Trial, usual_expectation
from incognita.search.simulate import Settings

NO_FILE = {"file": ""}
"""The network in the package."""
NETWORK, NETWORKS = "network", "networks"
"""Who plays on: the network for its own side, or for all."""
LEARNED, USUAL = "learned", "usual"
"""How others' hands are imagined: by a network, where there is one, or by what the game knows of players."""
POLICY, JUDGE = "policy", "judge"
"""What comes after the decisions of the network in a playout: the policy goes on, or the judge has its say."""
BY_NETWORK = {
    "playouts": NETWORK,
    "then": POLICY,
    "hands": LEARNED,
    "doubt": 0.0,
    "deep": 8,
    "trust": 0.03,
    "unsure": 0.5,
    "narrow": 0.28,
}
"""How a search that begins with a network thinks."""


class Net:
    """What a trained network thinks of the actions of a view."""

    def __init__(self, game: Game, source: Path | tuple[Header, Arrays] | None = None) -> None:
        """Of a file, or of what would be in one; without either that of the package."""
        features = game.features
        if features is None:
            raise OptionError(f"no network was trained for {game!r}; the agents policy and search play it")
        self.header, arrays = source if isinstance(source, tuple) else read_fitting(game, features, source)
        self.features = features
        self.modesty = self.header.modesty
        self.weights = weights_of(arrays)
        self.work = workspace(self.header.shape, features.parts, self.header.narrow)
        self.places = features.places
        self.worths = np.zeros(MOST_ACTIONS)

    def gains(self, views: NDArray[Any]) -> NDArray[np.float64]:
        """What each legal action of the only view will gain, in points, but for what is common to all of them."""
        judge(views, self.places, self.weights, self.work, self.worths)
        return self.modesty * self.worths[: int(views["choices"][0])]

    def player(self, deep: int, alone: bool = True, bench: Bench | None = None) -> Player:
        """For compiled code; so many decisions of a playout are its own, and other sides the policy or it, too.

        Then a judge is asked, if there is one.
        """
        judged, bench = bench is not None, bench or empty_bench(self.features)
        return Player(self.weights, self.work, self.worths, self.places, deep, judged, bench, alone)


def read_fitting(game: Game, features: Features, path: Path | None) -> tuple[Header, Arrays]:
    path = path or shipped_network(game)
    header, arrays = read_weights(path)
    check_header(path, header, game.name, features.version)
    check_shape(path, header.shape, shape_of_player(features, header.shape.width, header.shape.layers))
    return header, arrays


def shape_of_player(features: Features, width: int, layers: int) -> Shape:
    return Shape(
        features.part_features, features.whole_features, features.part_actions, features.whole_actions, width, layers
    )


def shipped_network(game: Game) -> Path:
    path = FOLDER / f"{game.name}.npz"
    if not path.exists():
        raise OptionError(
            f"no network for {game.title} is there yet; train one with: incognita train {game.name} --ship, "
            "or name one: net:file=FILE"
        )
    return path


def chosen_network(game: Game, file: str) -> Net:
    """That of a file, or else the one in the package."""
    return Net(game, Path(file) if file else None)


class NetSearch(SearchAgent):
    """Search that begins with what the network thinks of the candidates, and weighs what it finds against that.

    In its playouts the network makes the next decisions of its own side, as many as `deep` says, and the hand-written
    player all others. When it is told so, the network makes the next decisions of all sides, or the hand-written player
    makes all of them, which is quicker.
    """

    name = "net-search"
    defaults: ClassVar[Mapping[str, Any]] = {**DEFAULTS, **NO_FILE, **BY_NETWORK}
    playouts = (NETWORK, NETWORKS, "policy", "random")
    modesty = 1.0  # what a network expects was measured

    def __init__(self, game: Game, told: str = "") -> None:
        options = read_options(self.name, told, self.defaults, self.playouts)
        check_choice(self.name, "hands", options["hands"], (LEARNED, USUAL))
        check_choice(self.name, "then", options["then"], (POLICY, JUDGE))
        if options["then"] == JUDGE and options["return"] != "margin":
            raise OptionError(f"{self.name}: the judge knows points only; with then=judge, return must be margin")
        self.net = chosen_network(game, options["file"])
        if options["playouts"] in (NETWORK, NETWORKS):
            self.net.modesty = self.net.header.own_modesty or self.net.modesty
        super().__init__(game, told)

    def opinion(self, game: Game, options: Mapping[str, Any]) -> Opinion:
        return lambda views, random: self.net.gains(views)

    def expectation(self, game: Game, options: Mapping[str, Any]) -> Expectation:
        path = shipped_hands(game)
        return read_hands(game, path).expect if path and options["hands"] == LEARNED else usual_expectation

    def trial(self, game: Game, options: Mapping[str, Any]) -> Callable[[Sides, Settings], Trial] | None:
        if options["playouts"] not in (NETWORK, NETWORKS):
            return None
        alone = options["playouts"] == NETWORK
        bench = self.bench(game, options["file"], alone) if options["then"] == JUDGE else None
        return self.by_network(game, self.net.player(options["deep"], alone, bench))

    def bench(self, game: Game, file: str, alone: bool) -> Bench:
        """The judge that lies beside the network."""
        path = judge_beside(Path(file) if file else shipped_network(game), game)
        return read_judge(game, path, POLICIES if alone else NETWORKS_AT_WORK)

    def by_network(self, game: Game, player: Player) -> Callable[[Sides, Settings], Trial]:
        stage = new_stage(game)

        def trial(sides: Sides, settings: Settings) -> Trial:
            def attempt(
                views: Any, candidates: Any, alive: Any, odds: Odds, random: Random, values: Any, margins: Any
            ) -> None:
                try_with_network(
                    views, candidates, alive, odds, sides, settings, stage, player, random, values, margins
                )

            return attempt

        return trial


class NetAgent:
    """Takes what the network thinks is best; in a round that does not end, what the policy does."""

    def __init__(self, game: Game, told: str = "") -> None:
        self.net = chosen_network(game, read_told("net", told, NO_FILE)["file"])
        self.begin(0, 0)

    def begin(self, seat: int, seed: int) -> None:
        self.random = generator(seed)

    def decide(self, views: NDArray[Any]) -> int:
        if has_lasted(views[0]):
            return int(rules.policy_at(views, 0, self.random))
        return int(views["legal"][0, int(np.argmax(self.net.gains(views)))])

    def close(self) -> None:
        pass
