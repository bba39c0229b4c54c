"""How fast search thinks, from the opening: simulations with a tree and random playouts, and with the policy's."""

from __future__ import annotations

from incognita.cli.measures import SEED, Subject, per_second
from incognita.core import rng
from incognita.core.game import Game
from incognita.search.search import Search

SEARCHED_MOVES = "lost-cities search, random playouts"
RIPE = 1
"""A node for every simulation, as in the peers: a plain tree over information sets."""


def search_subjects(game: Game, simulations: int) -> list[Subject]:
    """Per simulated move where peers are, since their games have other lengths; per simulation by the policy."""
    views = game.observe(game.deal(1, seed=SEED))
    plain, usual = Search(game, ripe=RIPE, policy=False), Search(game)

    def moves() -> int:
        before = int(plain.work.plies[0])
        plain.think(views, rng.generator(SEED), simulations=simulations)
        return int(plain.work.plies[0]) - before

    def simulated() -> int:
        return usual.think(views, rng.generator(SEED), simulations=simulations).simulations

    return [
        Subject(f"{game.name} search, random playouts", "moves/s", lambda: per_second(moves)),
        Subject(f"{game.name} search, policy playouts", "sims/s", lambda: per_second(simulated)),
    ]
