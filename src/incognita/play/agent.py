"""What an agent is, and how one is named.

A *spec* is the registered name of an agent and, after a colon, what it is told: `policy`, `exec:node mybot.js`,
`search:seconds=1,return=win`. Agents, ours too, register a factory by entry point, so nothing here knows any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any, Protocol, runtime_checkable

from numpy.typing import NDArray

from incognita.core.errors import OptionError
from incognita.core.game import Game

GROUP = "incognita.agents"


class Agent(Protocol):
    """Anything that decides. It is given the view of the seat that must decide, never a state."""

    def begin(self, seat: int, seed: int) -> None:
        """It will decide for this seat from now on; the same seed and the same views give the same decisions."""

    def decide(self, views: NDArray[Any]) -> int:
        """The action for the only row of `views`: an array of one view row, legal actions in it."""
        ...

    def close(self) -> None:
        """It will not be asked again: processes end, files are closed."""


class Forfeit(Exception):
    """What an agent raises when it cannot decide: it crashed, hung, or answered rubbish. It has lost."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@runtime_checkable
class HearsResult(Protocol):
    """An agent that wants to be told how a match has ended; no agent need."""

    def end(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """Points by seat, and the seats that have won."""


Factory = Callable[[Game, str], Agent]
"""Makes an agent for a game from the part of its spec behind the colon; OptionError says what is wrong with that."""


def agent_names() -> list[str]:
    """The agents that are installed."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def make_agent(spec: str, game: Game) -> Agent:
    """The agent that a spec names, for one game."""
    name, _, told = spec.partition(":")
    found = list(entry_points(group=GROUP, name=name))
    if not found:
        raise OptionError(f"there is no agent {name!r}; the agents are {', '.join(agent_names())}")
    make: Factory = found[0].load()
    return make(game, told)


def read_told(name: str, told: str, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """`seconds=1,return=win` as values of the types of the defaults, for agents that are told such things."""
    values = dict(defaults)
    for pair in told.split(",") if told else []:
        key, equals, text = pair.partition("=")
        if key not in defaults or not equals:
            known = ", ".join(f"{option}={value}" for option, value in defaults.items()) or "nothing"
            raise OptionError(f"{name} cannot be told {pair!r}; it can be told {known}")
        values[key] = read_value(name, key, text, defaults[key])
    return values


def read_value(name: str, key: str, text: str, default: Any) -> Any:
    if isinstance(default, bool):
        if text not in ("true", "false"):
            raise OptionError(f"{name}: {key} must be true or false, not {text!r}")
        return text == "true"
    try:
        return type(default)(text)
    except ValueError as error:
        raise OptionError(f"{name}: {key} must be a number such as {default}, not {text!r}") from error
