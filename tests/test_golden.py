"""The golden playthroughs are still what the engine plays."""

from __future__ import annotations

import pytest

from incognita.games import GAMES
from tests.golden import FOLDER, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_unchanged(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_text() == playthrough(name)


def test_every_game_has_one() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)
