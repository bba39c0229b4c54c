"""What becomes of an illegal action: it costs a penalty and ends the episode, or it is an error."""

from __future__ import annotations

from incognita.envs.vector import check_choice

ILLEGAL = ("penalty", "error")
PENALTIES = {"margin": 100.0, "win": 1.0}
"""More than a bad round costs; as much as a lost one."""


def penalty_of(illegal: str, penalty: float | None, reward: str) -> float | None:
    """What an illegal action costs; None if it is an error."""
    check_choice("illegal", illegal, ILLEGAL)
    if illegal == "error":
        return None
    return PENALTIES[reward] if penalty is None else penalty
