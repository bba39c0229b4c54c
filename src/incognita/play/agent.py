"""What an agent is, and how one is found by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, Protocol

from numpy.typing import NDArray

from incognita.core.game import Game

GROUP = "incognita.agents"


class Agent(Protocol):
    """Anything that decides. It is given the view of the seat that must decide, never a state."""

    def decide(self, views: NDArray[Any]) -> int:
        """The action for the only row of `views`: an array of one view row, legal actions in it."""
        ...


def agent_names() -> list[str]:
    """The agents that are installed."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def make_agent(name: str, game: Game, seed: int) -> Agent:
    """An agent by its registered name, for one game."""
    found = list(entry_points(group=GROUP, name=name))
    if not found:
        raise ValueError(f"there is no agent {name!r}; the agents are {', '.join(agent_names())}")
    make: Callable[[Game, int], Agent] = found[0].load()
    return make(game, seed)
