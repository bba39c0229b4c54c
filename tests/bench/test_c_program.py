"""The C program plays the same rounds as the engine: a comparison of speed is then one of the same work."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import incognita
from incognita.cli.bench import checkout_module
from incognita.core import playout, rng
from incognita.core.rules import MOST_ACTIONS

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def c_program() -> ModuleType:
    module = checkout_module("c_program")
    assert module is not None
    return module


@pytest.fixture(scope="module")
def program(c_program: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = c_program.build(tmp_path_factory.mktemp("build"))
    assert isinstance(path, Path)
    return path


def engine_totals(method: str, rounds: int, seed: int) -> tuple[int, int]:
    """Plies, and points of both seats, added up over all rounds."""
    game = incognita.load("lost-cities")
    states, generator, actions = game.blank(), rng.generator(seed), np.empty(MOST_ACTIONS, np.uint16)
    plies = points = 0
    for _ in range(rounds):
        if method == "listed":
            plies += playout.listed_rounds(states, 0, generator, 1, actions)
        else:
            plies += playout.sampled_rounds(states, 0, generator, 1)
        points += int(game.scores(states).sum())
    return plies, points


@pytest.mark.parametrize("method", ["listed", "sampled"])
@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_same_seed_same_play(c_program: ModuleType, program: Path, method: str, seed: int) -> None:
    found = c_program.totals(program, method, 300, seed)
    assert (found["plies"], found["points"]) == engine_totals(method, 300, seed)
    assert found["seconds"] > 0
