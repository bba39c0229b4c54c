"""The games and options that every general test runs over. Adding a game adds its lines here."""

from __future__ import annotations

from typing import Any

import incognita
from incognita import Game, Match
from incognita.core.rng import below, generator

TINY = {"colours": 2, "ranks": 2, "investments": 2, "hand": 2}
TINY_PARTNERS = {"colours": 2, "ranks": 6, "investments": 1, "hand": 3}
TINY_BOARD = {"colours": 2, "ranks": 3, "hand": 2, "tiles": 2}
TINY_TOURS = {"players": 3, "hand": 4, "colours": 2, "adventurers": 6, "copies": 2}

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "lost-cities": ("lost-cities", {}),
    "lost-cities-six-colours": ("lost-cities", {"colours": 6}),
    "lost-cities-tiny": ("lost-cities", TINY),
    "lost-cities-two-of-each": ("lost-cities", {"colours": 3, "ranks": 5, "copies": 2, "hand": 5}),
    "partners": ("partners", {}),
    "partners-tiny": ("partners", TINY_PARTNERS),
    "board-game": ("board-game", {}),
    "board-game-three-short": ("board-game", {"players": 3, "short": True}),
    "board-game-four-up-or-down": ("board-game", {"players": 4, "up_or_down": True}),
    "board-game-tiny": ("board-game", TINY_BOARD),
    "adventure-tours": ("adventure-tours", {}),
    "adventure-tours-three-chosen": ("adventure-tours", {"players": 3, "expert": True, "boards": "chosen"}),
    "adventure-tours-six-dealt": ("adventure-tours", {"players": 6, "expert": True, "boards": "dealt"}),
    "adventure-tours-tiny": ("adventure-tours", TINY_TOURS),
}


def game_of(variant: str) -> Game:
    name, options = VARIANTS[variant]
    return incognita.load(name, **options)


def play_randomly(match: Match, seed: int, most: int | None = None) -> Match:
    """Uniformly random actions, through the checked interface."""
    rng = generator(seed)
    while match.seat is not None and (most is None or match.ply < most):
        actions = match.legal()
        match.play(actions[int(below(rng, len(actions)))])
    return match
