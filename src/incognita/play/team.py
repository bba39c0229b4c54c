"""The agent `team:net and policy`: a side whose members are different players, who never met before."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.play.agent import Agent, make_agent

AND = " and "


class Team:
    """Each seat of a side is played by the member named in its place, who knows only what that seat may know."""

    def __init__(self, game: Game, told: str = "") -> None:
        specs = told.split(AND) if told else []
        seats = len(game.sides[0])
        if seats == 1:
            raise OptionError(f"team: every side of {game.title} is one player; name an agent without team")
        if len(specs) != seats:
            raise OptionError(
                f"team: a side of {game.title} has {seats} members, as in team:net{AND}policy, not {told!r}"
            )
        self.game, self.members = game, [make_agent(spec, game) for spec in specs]
        self.acting: Agent = self.members[0]

    def begin(self, seat: int, seed: int) -> None:
        self.acting = self.members[self.game.sides[self.game.side_of(seat)].index(seat)]
        self.acting.begin(seat, seed)

    def decide(self, views: NDArray[Any]) -> int:
        return self.acting.decide(views)

    def close(self) -> None:
        for member in self.members:
            member.close()
