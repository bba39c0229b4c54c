"""Golden playthroughs: a whole match of every game as text. `python -m tests.golden` writes them anew.

They pin what no rule test names: the order of legal actions, the streams of seeds, the words of a view.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import incognita
from incognita import Match
from incognita.core.rng import below, generator
from incognita.games import GAMES

FOLDER = Path(__file__).parent / "data" / "golden"
SEED = 2026
VIEWS_EVERY = 80


def playthrough(name: str) -> str:
    """A match, played at random: every choice, and now and then what everyone sees."""
    match = incognita.load(name).match(seed=SEED)
    return "\n".join([*lines(match), "", match.record()])


def lines(match: Match) -> Iterator[str]:
    rng = generator(SEED)
    while match.seat is not None:
        if match.ply % VIEWS_EVERY == 0:
            yield from views(match)
        actions = match.legal()
        action = actions[int(below(rng, len(actions)))]
        yield f"{match.ply} seat {match.seat} of {' '.join(actions)} plays {action}"
        match.play(action)
    yield from views(match)


def views(match: Match) -> Iterator[str]:
    for viewer in [*range(match.game.players), None]:
        yield f"  view {'spectator' if viewer is None else viewer}: {json.dumps(match.view(viewer))}"


def main() -> None:
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name))


if __name__ == "__main__":
    main()
