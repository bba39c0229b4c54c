"""Tells Gymnasium which environments there are. Light: the games are loaded when one is made.

Gymnasium itself has stopped looking for entry points, so `import incognita.envs.gymnasium` registers too.
"""

from __future__ import annotations

IDS = {
    "incognita/LostCities-v1": "lost-cities",
    "incognita/Partners-v1": "partners",
    "incognita/BoardGame-v1": "board-game",
    "incognita/AdventureTours-v1": "adventure-tours",
}


def register() -> None:
    """Register the games, those that are not registered yet."""
    import gymnasium

    for name, game in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="incognita.envs.gymnasium:SingleAgent",
                vector_entry_point="incognita.envs.gymnasium:SingleAgentVector",
                kwargs={"game": game},
            )
