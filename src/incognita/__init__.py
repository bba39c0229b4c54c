"""Incognita: expedition card games to play, study and research.

    import incognita

    match = incognita.load("lost-cities").match(seed=7)
    match.play(match.legal()[0])

Importing the package is light; a game's rules are compiled when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from incognita.core.errors import IllegalAction, NotationError, OptionError, RecordError
    from incognita.core.game import Game
    from incognita.core.match import Match
    from incognita.games import load, replay

__version__ = "0.1.0"
__all__ = ["Game", "IllegalAction", "Match", "NotationError", "OptionError", "RecordError", "load", "replay"]

HOMES = {
    "Game": "incognita.core.game",
    "IllegalAction": "incognita.core.errors",
    "Match": "incognita.core.match",
    "NotationError": "incognita.core.errors",
    "OptionError": "incognita.core.errors",
    "RecordError": "incognita.core.errors",
    "load": "incognita.games",
    "replay": "incognita.games",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in HOMES:
        raise AttributeError(f"module 'incognita' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(HOMES[name]), name)
