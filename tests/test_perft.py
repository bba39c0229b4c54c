"""Counts of all sequences of actions; `python -m tests.perft_files` had the oracles write the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import incognita
from incognita.core.perft import perft
from incognita.games import GAMES

FILES = sorted((Path(__file__).parent / "data" / "perft").glob("*.json"))


def rows() -> list[Any]:
    return [
        pytest.param(row, id=f"{file.stem}-{row['name']}") for file in FILES for row in json.loads(file.read_text())
    ]


@pytest.mark.parametrize("row", rows())
def test_counts_agree_with_the_oracle(row: dict[str, Any]) -> None:
    match = incognita.replay(row["record"])
    assert [perft(match.state, depth) for depth in range(len(row["counts"]))] == row["counts"]


def test_every_game_has_a_file() -> None:
    assert {file.stem for file in FILES} == set(GAMES)
