"""Five levels for every game, from one that a child beats to the strongest there is: the agents `level:NAME`.

What stands behind a name may change with every version; the names stay. What each is worth is measured by
`incognita levels`, against the one below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.games import load
from incognita.play.agent import Agent, make_agent
from incognita.play.measurement import Measurement, new

NAMES = ("stroller", "traveller", "scout", "explorer", "legend")
USUAL = "scout"

THOUGHTFUL = "doubt=0,trust=0.055,narrow=0.28"
"""How search weighs what it found against what the policy thinks, where the policy is good: see docs/agents.md."""

WITH_NETWORK = "doubt=0,trust=0.03,unsure=0.5,narrow=0.12"
"""The same where a network tells where to begin: what it thinks little of need not be tried."""

JUDGED = "playouts=networks,deep=4,then=judge"
"""The network plays on for all sides, but not for long: then its judge says what a round will come to."""

PATIENCE = "seconds=1"
"""No level thinks longer, on a slow or busy machine either."""

SPECS: Mapping[str, tuple[str, ...]] = {
    "lost-cities": (
        "careless:slip=9,harm=4,overlooks=expeditions+tops+known",
        "careless:slip=5.3,harm=3",
        "careless:slip=2.5,harm=3",
        "careless:slip=1.1,harm=3",
        f"net-search:simulations=800,{PATIENCE},{JUDGED},doubt=0,trust=0.05,unsure=0.5,narrow=0.06",
    ),
    "partners": (
        "careless:slip=8,harm=4,overlooks=expeditions+tops+known",
        "careless:slip=4.8,harm=3",
        "careless:slip=2.2,harm=3",
        "careless:slip=1,harm=3",
        f"net-search:simulations=1500,playouts=policy,{PATIENCE},{THOUGHTFUL}",
    ),
    "board-game": (
        "careless:slip=14,harm=8,overlooks=standing+first+last+columns+known",
        "careless:slip=10.5,harm=5",
        "careless:slip=5.8,harm=4",
        "careless:slip=2.4,harm=4",
        f"net-search:simulations=800,{PATIENCE},{WITH_NETWORK}",
    ),
    "adventure-tours": (
        "careless:slip=5,harm=1.8,overlooks=strength+income+held",
        "careless:slip=2,harm=1.4",
        "careless:slip=1,harm=1.2",
        "policy",
        f"net-search:simulations=1000,playouts=policy,{PATIENCE}",
    ),
}
"""What plays at each level, the weakest first."""

TABLES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("lost-cities", {}),
    ("partners", {}),
    *(("board-game", {"players": players}) for players in (2, 3, 4)),
    *(("adventure-tours", {"players": players}) for players in (3, 4, 5, 6)),
)
"""Where levels are measured: every game with every number of players."""

WANTED, WANTED_AMONG_MANY = 0.6, 1.3
"""What a level must win of its rounds against the one below: ten points more than half; among copies, so many times
its fair share."""


def names() -> tuple[str, ...]:
    """All levels, the weakest first."""
    return NAMES


def spec(game: Game, name: str) -> str:
    """What plays a game at a level; without the network where it was not trained, with other cards for example."""
    chosen = SPECS[game.name][place(name)]
    return chosen if game.features else chosen.removeprefix("net-").replace(f",{JUDGED}", "")


def place(name: str) -> int:
    """How many levels are below this one."""
    if name not in NAMES:
        raise OptionError(f"there is no level {name!r}; the levels are {', '.join(NAMES)}")
    return NAMES.index(name)


def level(game: Game, told: str = "") -> Agent:
    """The agent `level:NAME`."""
    return make_agent(spec(game, told), game)


# --- what they are worth


def wanted_share(sides: int) -> float:
    return WANTED if sides == 2 else WANTED_AMONG_MANY / sides


def rungs(
    games: Iterable[str], deals: int, *, highest: str = NAMES[-1], seed: int = 1, stop: bool = False
) -> list[Measurement]:
    """Each level against the one below, at all tables of these games; nothing of it played."""
    return [
        new(game, (f"level:{upper}", f"level:{lower}"), deals, seed=seed, goal=goal if stop else None)
        for game, goal in ((game, wanted_share(len(game.sides))) for game in tables(games))
        for lower, upper in pairwise(NAMES[: place(highest) + 1])
    ]


def tables(games: Iterable[str]) -> list[Game]:
    return [load(name, **options) for name, options in TABLES if name in set(games)]
