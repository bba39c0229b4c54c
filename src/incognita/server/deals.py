"""Decks for live matches, from the operating system's randomness."""

from __future__ import annotations

import random
import secrets

from incognita.core.game import Game
from incognita.server.entries import Dealt

SYSTEM = secrets.SystemRandom()


def live_deal(game: Game, rounds: int, chance: random.Random = SYSTEM) -> Dealt:
    """All decks of a match, and who begins. There is no seed to find out: the cards themselves are shuffled."""
    return Dealt(chance.randrange(game.players), [shuffled_round(game, i, chance) for i in range(rounds)])


def shuffled_round(game: Game, i: int, chance: random.Random) -> dict[str, str]:
    """What is dealt in a round is always some complete set in some order; a record's words for it are shuffled."""
    states = game.deal(1, seed=0)  # any deal has the complete set
    return {name: shuffled(game.dealt_text(name, states), chance) for name in game.dealt_in(i)}


def shuffled(text: str, chance: random.Random) -> str:
    words = sorted(text.split())
    chance.shuffle(words)
    return " ".join(words)
