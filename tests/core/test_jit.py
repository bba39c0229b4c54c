"""Compilation: the same results however it is done, a cache that never goes stale, rows that cannot be mixed up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import incognita
from incognita.core import jit, playout, rules
from incognita.core.rng import generator
from tests.trace import trace
from tests.variants import VARIANTS

ROOT = Path(__file__).parents[2]


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A fresh Python, in the project's folder."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


variants_of_one_game_or_all = pytest.mark.parametrize(
    "variants",
    # Playing all games uncompiled takes a minute.
    [["lost-cities", "lost-cities-tiny"], pytest.param(list(VARIANTS), marks=pytest.mark.slow)],
    ids=["lost-cities", "all"],
)


@variants_of_one_game_or_all
def test_compiled_and_uncompiled_play_are_the_same(variants: list[str]) -> None:
    uncompiled = run("-W", "error", "-m", "tests.trace", *variants, NUMBA_DISABLE_JIT="1")
    assert uncompiled.stdout.strip() == trace(variants), uncompiled.stderr


@pytest.mark.slow  # compiling a game once more, with the checks in it, takes a minute
def test_nothing_reads_or_writes_out_of_bounds() -> None:
    checked = run("-m", "tests.trace", *VARIANTS, NUMBA_BOUNDSCHECK="1")
    assert checked.stdout.strip() == trace(list(VARIANTS)), checked.stderr


OVERRUN = """
import numpy as np
from incognita.core.jit import kernel
@kernel
def overrun(cards, i):
    cards[i] = 7
overrun(np.zeros(3, np.uint8), 5)
"""


def test_an_overrun_is_noticed_under_bounds_checks(tmp_path: Path) -> None:
    script = tmp_path / "overrun.py"
    script.write_text(OVERRUN)
    assert "IndexError" in run(str(script), NUMBA_BOUNDSCHECK="1").stderr


def test_bounds_checked_code_has_a_cache_of_its_own() -> None:
    words = ("-c", "import numba, incognita.core.jit; print(numba.config.CACHE_DIR)")
    assert run(*words).stdout != run(*words, NUMBA_BOUNDSCHECK="1").stdout


def test_the_cache_is_named_by_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = jit.digest()
    assert before == jit.digest()
    package = tmp_path / "incognita"
    (package / "core").mkdir(parents=True)
    (package / "core" / "jit.py").write_text("one")
    monkeypatch.setattr(jit, "__file__", str(package / "core" / "jit.py"))
    one = jit.digest()
    (package / "core" / "jit.py").write_text("two")
    assert len({before, one, jit.digest()}) == 3


MATCH = "import incognita; m = incognita.load('lost-cities').match(seed=1); m.play(m.legal()[0])"
OBSERVATIONS = """
import incognita
from incognita.envs.vector import observations
game = incognita.load("lost-cities")
observations(game, game.observe(game.blank()))
"""


@pytest.mark.parametrize("program", [MATCH, OBSERVATIONS], ids=["match", "generated code"])
def test_a_warm_cache_compiles_nothing_and_says_nothing(tmp_path: Path, program: str) -> None:
    words = ("-c", program)
    cold, warm = (run(*words, XDG_CACHE_HOME=str(tmp_path)) for _ in range(2))
    assert cold.returncode == warm.returncode == 0
    assert cold.stderr.count("compiling the rules") == 1
    assert warm.stderr == ""


def test_options_are_numbers_in_the_row_not_frozen_into_compiled_code() -> None:
    """In one process with a warm cache, other numbers give other results."""
    points = []
    for cost in (20, 7):
        states = incognita.load("lost-cities", cost=cost).blank()
        states["expeditions"][0, 0, 4, 5] = 1
        points.append(int(incognita.load("lost-cities", cost=cost).scores(states)[0, 0]))
    assert points == [6 - 20, 6 - 7]
    left = [incognita.load("lost-cities", colours=n).match(seed=1).view(None)["left"] for n in (3, 5, 6)]
    assert left == [20, 44, 56]


def test_importing_the_package_is_light() -> None:
    words = ("-c", "import sys, incognita; print('numba' in sys.modules, 'numpy' in sys.modules)")
    assert run(*words).stdout.split() == ["False", "False"]


def test_a_field_name_that_uncompiled_code_could_not_read_is_refused() -> None:
    with pytest.raises(ValueError, match="could not read the field 'round'"):
        jit.row_dtype([("round", "u1")])


def test_rows_of_one_game_are_not_rows_of_another() -> None:
    """The same names and types in another order are another game."""
    game = incognita.load("lost-cities")
    names = game.view_dtype.names or ()
    fields: list[Any] = [(name, *np_field(game.view_dtype[name])) for name in reversed(names)]
    shuffled = jit.row_dtype(fields)
    with pytest.raises(TypeError, match="the argument 'view' is not a view row of the same game"):
        rules.observe(game.deal(1, seed=1)[0], 0, np.zeros(1, shuffled)[0])
    with pytest.raises(TypeError, match="the argument 'view' is not a view row"):
        rules.observe_at(game.deal(1, seed=1), 0, 0, np.zeros(1, shuffled), 0)


def np_field(dtype: np.dtype[np.void]) -> tuple[object, ...]:
    return (dtype.base, dtype.shape) if dtype.shape else (dtype.base,)


def test_generic_kernels_take_arguments_by_position() -> None:
    states = incognita.load("lost-cities").deal(1, seed=1)
    with pytest.raises(TypeError, match="by position"):
        rules.apply(states[0], action=1)


def test_playouts_read_the_clock_of_nobody() -> None:
    """The same generator gives the same play, call after call."""
    game = incognita.load("lost-cities")
    runs = [int(playout.sampled_rounds(game.blank(), 0, generator(4), 3)) for _ in range(2)]
    assert runs[0] == runs[1]


def test_what_a_copier_copies_together_holds_nothing_else() -> None:
    """What lies between two fields must stay where it is: it may be a hidden card, or whatever pads the row."""
    source = jit.row_dtype([("open", "u1", (3,)), ("secret", "u1"), ("more", "u1", (2,)), ("wide", "i4")])
    target = jit.row_dtype([("open", "u1", (3,)), ("viewer", "u1"), ("more", "u1", (2,)), ("wide", "i4")])
    assert jit.shared_blocks(source, target, ["open", "more", "wide"]) == [(0, 0, 3), (4, 4, 2), (8, 8, 4)]
    assert jit.shared_blocks(source, source, ["open", "secret", "more"]) == [(0, 0, 6)]
    shorter = jit.row_dtype([("more", "u1", (2,)), ("open", "u1", (3,))])
    assert jit.shared_blocks(source, shorter, ["open", "more"]) == [(0, 2, 3), (4, 0, 2)]


def test_a_copier_copies_its_fields_and_no_others() -> None:
    fields: list[jit.Field] = [("open", "u1", (3,)), ("more", "u1", (2,)), ("wide", "i4")]
    source = np.ones(1, jit.row_dtype([fields[0], ("secret", "u1"), *fields[1:]]))
    target = np.zeros(1, jit.row_dtype([fields[0], ("viewer", "u1"), *fields[1:]]))
    source["wide"] = -7
    copy = jit.copier(fields)

    @jit.kernel
    def work(sources: jit.Rows, targets: jit.Rows) -> None:
        copy(sources[0], targets[0])

    work(source, target)
    assert [target[name][0].tolist() for name in ("open", "viewer", "more", "wide")] == [[1, 1, 1], 0, [1, 1], -7]
