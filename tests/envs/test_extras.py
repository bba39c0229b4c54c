"""A missing library is named, with the command that installs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from incognita.envs.extras import needed


@pytest.mark.parametrize(
    ("module", "package"),
    [("gymnasium", "gymnasium"), ("pettingzoo", "gymnasium"), ("openspiel", "open_spiel")],
)
def test_a_missing_library_is_named(module: str, package: str) -> None:
    hide = f"import sys; sys.modules.update({{'gymnasium': None, 'pyspiel': None}}); import incognita.envs.{module}"
    told = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True).stderr
    assert f"{package} is not installed; install it with: pip install 'incognita[envs]'" in told


def test_what_is_there_is_given() -> None:
    assert needed("json").__name__ == "json"
