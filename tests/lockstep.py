"""A kernel and its oracle, action by action."""

from __future__ import annotations

from typing import Any, Protocol

from incognita import Match
from incognita.core.rng import below, generator


class Oracle(Protocol):
    """What every oracle offers."""

    @property
    def seat(self) -> int | None: ...
    def legal(self) -> list[str]: ...
    def play(self, action: str) -> None: ...
    def scores(self) -> list[int]: ...
    def winners(self) -> list[int]: ...
    def view(self, seat: int | None) -> dict[str, Any]: ...


def assert_in_lockstep(match: Match, oracle: Oracle, seed: int, views_every: int = 12) -> None:
    """Play a whole match at random; half of the seeds hurry through the pile, as people do."""
    rng = generator(seed)
    while match.seat is not None:
        assert match.seat == oracle.seat
        actions = match.legal()
        assert actions == oracle.legal()
        if below(rng, views_every) == 0:
            assert_same(match, oracle)
        hurries = seed % 2 and actions[0] == "*" and below(rng, 4)
        action = "*" if hurries else actions[int(below(rng, len(actions)))]
        match.play(action)
        oracle.play(action)
        assert match.scores == oracle.scores()
    assert_same(match, oracle)
    assert match.winners == oracle.winners()


def assert_same(match: Match, oracle: Oracle) -> None:
    for viewer in [*range(match.game.players), None]:
        assert match.view(viewer) == oracle.view(viewer)
        if hasattr(oracle, "log"):
            assert match.log(viewer) == oracle.log(viewer)
