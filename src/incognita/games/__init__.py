"""The games, by name. Adding a game adds one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.core.match import Match
from incognita.core.record import replay as replay_record

GAMES = {
    "lost-cities": "incognita.games.lost_cities:LostCities",
    "partners": "incognita.games.partners:Partners",
    "board-game": "incognita.games.board_game:BoardGame",
    "adventure-tours": "incognita.games.adventure_tours:AdventureTours",
}


def load(name: str, **options: Any) -> Game:
    """The game of that name with these options."""
    if name not in GAMES:
        raise OptionError(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    module, kind = GAMES[name].split(":")
    game: Game = getattr(import_module(module), kind)(**options)
    return game


def replay(text: str) -> Match:
    """The match that a record tells; RecordError names the line and the reason if it cannot be."""
    return replay_record(text, load)
