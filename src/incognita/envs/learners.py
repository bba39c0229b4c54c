"""What environments for learners share: episodes that wait to be reset, and what becomes of an illegal action.

It costs a penalty and ends the episode, or it is an error.
"""

from __future__ import annotations

from typing import Any

from incognita.envs.vector import Vector, check_choice
from incognita.games import load

ILLEGAL = ("penalty", "error")
PENALTIES = {"margin": 100.0, "win": 1.0}
"""More than a bad round costs; as much as a lost one."""


def new_vector(
    n: int,
    game: str,
    *,
    episode: str = "round",
    reward: str = "margin",
    most_plies: int | None = None,
    illegal: str = "penalty",
    penalty: float | None = None,
    **options: Any,
) -> tuple[Vector, float | None]:
    """The batch of a game with these options, and what an illegal action costs; None if it is an error."""
    check_choice("illegal", illegal, ILLEGAL)
    loaded = load(game, **options)
    vector = Vector(loaded, n, seed=0, episode=episode, reward=reward, most_plies=most_plies, auto_reset=False)
    return vector, None if illegal == "error" else PENALTIES[reward] if penalty is None else penalty
