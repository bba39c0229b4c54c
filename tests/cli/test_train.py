"""`incognita train`: what it cannot do is said before anything begins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognita.cli.train import command_of, draw, line_of, steps_of
from incognita.games import GAMES
from incognita.learn.recipes import RECIPES
from incognita.learn.weights import FOLDER, read_weights
from tests.cli.conftest import Command


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("--minutes=0", "--minutes must be more than 0, not 0.0"),
        ("--processes=-1", "--processes must be more than 0, not -1"),
        ("--width=0", "--width must be more than 0, not 0"),
        ("--layers=1", "--layers must be 2 or more, not 1"),
        ("--rate=0", "--rate must be more than 0, not 0.0"),
        ("--calm=0", "--calm must be more than 0, not 0.0"),
        ("--practice=1.5", "--practice is a part of the time, from 0 to 1, not 1.5"),
        ("--scripted=-0.5", "--scripted is a part of the rounds, from 0 to 1, not -0.5"),
        ("--narrow=2", "--narrow is a part of practice, from 0 to 1, not 2.0"),
        ("--former=2", "--former is a part of the rounds, from 0 to 1, not 2.0"),
        ("--scripted=0.8", "--scripted 0.8 and --former 0.25 are more than all rounds"),
        ("--curious=2", "--curious is a part of the decisions, from 0 to 1, not 2.0"),
        ("--foresight=2", "--foresight is a part of what comes later, from 0 to 1, not 2.0"),
        ("--prize=-1", "--prize must not be negative, not -1.0"),
        ("--begin-with=nothing.npz", "there is no file nothing.npz with a network"),
        ("--meet=nothing.npz", "there is no file nothing.npz with a network"),
    ],
)
def test_impossible_plans_are_refused(command: Command, told: str, message: str) -> None:
    outcome = command("train", "lost-cities", told)
    assert outcome.code == 2 and message in outcome.err


def test_the_command_says_what_was_told() -> None:
    told = {"minutes": 20.0, "width": 64, "prize": None, "begin-with": ""}
    assert command_of("partners", told) == "incognita train partners --minutes 20 --width 64"
    told |= {"prize": 0.5, "begin-with": "a.npz"}
    assert command_of("partners", told).endswith("--width 64 --prize 0.5 --begin-with a.npz")


def test_every_game_has_a_recipe() -> None:
    assert set(RECIPES) == set(GAMES)


@pytest.mark.parametrize("name", RECIPES)
def test_the_steps_of_a_recipe_begin_with_what_there_is_by_then(name: str) -> None:
    there: set[str] = set()
    for step, told in steps_of(name, Path("somewhere")).items():
        assert {*told.begin_with, *told.meet} <= there
        there.add(str(Path("somewhere", step, f"{name}.npz")))


@pytest.mark.parametrize("name", RECIPES)
def test_a_network_says_by_which_recipe_it_was_made(name: str) -> None:
    header, _ = read_weights(FOLDER / f"{name}.npz")
    told, *more = RECIPES[name].values()
    if more:
        assert header.command == f"incognita train {name} --as-shipped"
    else:
        minutes, practice = told.split()[1], told.split()[3]
        assert header.command.startswith(f"incognita train {name} --minutes {minutes} ")
        assert f" --practice {practice} " in header.command


@pytest.mark.parametrize("told", ["--minutes=5", "--hands", "--begin-with=a.npz"])
def test_a_recipe_is_followed_as_it_is(command: Command, told: str) -> None:
    outcome = command("train", "lost-cities", "--as-shipped", told)
    assert outcome.code == 2 and f"not {told.partition('=')[0]}" in outcome.err


def test_the_picture_of_a_recipe_is_of_the_line_that_leads_to_its_end(tmp_path: Path) -> None:
    assert line_of(steps_of("partners", tmp_path)) == ["one", "both", "onward"]
    row = {"minutes": 5.0, "margin": 20.0, "error": 1.0, "earlier": 2.0, "earlier_error": 1.0}
    for name in ("one", "both"):
        tmp_path.joinpath(name).mkdir()
        tmp_path.joinpath(name, "curve.json").write_text(json.dumps({"curve": [row]}))
    draw([tmp_path / "one", tmp_path / "both"], tmp_path / "curve.svg")
    assert "<svg" in tmp_path.joinpath("curve.svg").read_text()
