"""Write tests/data/perft from the oracles, never from the kernels: `python -m tests.perft_files`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import incognita
from tests.games.lost_cities.test_oracle import oracle_of
from tests.oracle.lost_cities import perft
from tests.variants import TINY, play_randomly

FOLDER = Path(__file__).parent / "data" / "perft"

# name, options, seed of the deal, plies played before counting, depth
POSITIONS: list[tuple[str, dict[str, Any], int, int, int]] = [
    ("opening", {}, 1, 0, 5),
    ("opening with six colours", {"colours": 6}, 2, 0, 5),
    ("after 41 plies", {}, 3, 41, 5),
    ("after 120 plies", {}, 4, 120, 5),
    ("tiny", TINY, 5, 0, 11),
    ("two of each", {"colours": 3, "ranks": 5, "copies": 2, "hand": 5}, 6, 30, 6),
]


def counted(name: str, options: dict[str, Any], seed: int, plies: int, depth: int) -> dict[str, Any]:
    match = play_randomly(incognita.load("lost-cities", **options).match(rounds=1, seed=seed), seed, plies)
    oracle = oracle_of(match)
    for action in match.log(None):
        oracle.play(action)
    counts = [perft(oracle, d) for d in range(depth + 1)]
    return {"name": name, "record": match.record(), "counts": counts}


def main() -> None:
    rows = []
    for position in POSITIONS:
        rows.append(counted(*position))
        print(rows[-1]["name"], rows[-1]["counts"], flush=True)
    (FOLDER / "lost-cities.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
