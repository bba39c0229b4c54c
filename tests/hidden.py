"""Where each game's tests know how to change what a seat cannot know."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def redeal_of(game: str) -> Callable[[Any, int | None, int], Any]:
    """The function `redeal_hidden(states, viewer, seed)` of a game's tests."""
    module = import_module(f"tests.games.{game.replace('-', '_')}.hidden")
    redeal: Callable[[Any, int | None, int], Any] = module.redeal_hidden
    return redeal
