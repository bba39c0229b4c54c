"""`incognita train`: what it cannot do is said before anything begins."""

from __future__ import annotations

import pytest

from incognita.cli.train import command_of
from tests.cli.conftest import Command


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("--minutes=0", "--minutes must be more than 0, not 0.0"),
        ("--processes=-1", "--processes must be more than 0, not -1"),
        ("--width=0", "--width must be more than 0, not 0"),
        ("--rate=0", "--rate must be more than 0, not 0.0"),
        ("--practice=1.5", "--practice is a part of the time, from 0 to 1, not 1.5"),
        ("--scripted=-0.5", "--scripted is a part of the rounds, from 0 to 1, not -0.5"),
        ("--narrow=2", "--narrow is a part of practice, from 0 to 1, not 2.0"),
        ("--former=2", "--former is a part of the rounds, from 0 to 1, not 2.0"),
        ("--scripted=0.8", "--scripted 0.8 and --former 0.25 are more than all rounds"),
        ("--prize=-1", "--prize must not be negative, not -1.0"),
        ("--begin-with=nothing.npz", "there is no file nothing.npz with a network"),
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
