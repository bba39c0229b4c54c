"""Write tests/data/perft from the oracles, never from the kernels: `python -m tests.perft_files`."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import incognita
from incognita.games import GAMES
from tests.variants import TINY, play_randomly

FOLDER = Path(__file__).parent / "data" / "perft"

# by game: name, options, seed of the deal, plies played before counting, depth
POSITIONS: dict[str, list[tuple[str, dict[str, Any], int, int, int]]] = {
    "lost-cities": [
        ("opening", {}, 1, 0, 5),
        ("opening with six colours", {"colours": 6}, 2, 0, 5),
        ("after 41 plies", {}, 3, 41, 5),
        ("after 120 plies", {}, 4, 120, 5),
        ("tiny", TINY, 5, 0, 11),
        ("two of each", {"colours": 3, "ranks": 5, "copies": 2, "hand": 5}, 6, 30, 6),
    ],
    "partners": [
        ("opening", {}, 1, 0, 4),
        ("after 61 plies", {}, 2, 61, 4),
        ("after 150 plies", {}, 3, 150, 4),
    ],
    "board-game": [
        ("opening of two", {}, 1, 0, 5),
        ("opening of four", {"players": 4}, 2, 0, 5),
        ("three, after 73 plies", {"players": 3}, 3, 73, 5),
        ("short, after 90 plies", {"short": True}, 4, 90, 5),
        ("up or down, after 100 plies", {"players": 2, "up_or_down": True}, 5, 100, 5),
        ("up or down, after 140 plies", {"players": 4, "up_or_down": True}, 6, 140, 5),
    ],
    "adventure-tours": [
        ("opening of four", {}, 1, 0, 5),
        ("three, after 25 plies", {"players": 3}, 2, 25, 5),
        ("expert for six, after 40 plies", {"players": 6, "expert": True}, 3, 40, 5),
        ("expert for four, after 60 plies", {"expert": True}, 4, 60, 6),
        ("boards chosen, a second round", {"players": 5, "expert": True, "boards": "chosen"}, 5, 110, 4),
    ],
}


def counted(game: str, name: str, options: dict[str, Any], seed: int, plies: int, depth: int) -> dict[str, Any]:
    loaded = incognita.load(game, **options)
    rounds = None if loaded.most_rounds == loaded.usual_rounds else 1  # perft stays within a round
    match = play_randomly(loaded.match(seed=seed, rounds=rounds), seed, plies)
    package = game.replace("-", "_")
    oracle = import_module(f"tests.games.{package}.test_oracle").oracle_of(match)
    for action in (action for actions in match.actions for action in actions):
        oracle.play(match.game.action_text(action))
    perft = import_module(f"tests.oracle.{package}").perft
    return {"name": name, "record": match.record(), "counts": [perft(oracle, d) for d in range(depth + 1)]}


def main() -> None:
    for game in GAMES:
        rows = []
        for position in POSITIONS[game]:
            rows.append(counted(game, *position))
            print(game, rows[-1]["name"], rows[-1]["counts"], flush=True)
        (FOLDER / f"{game}.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
