"""The generated files: what a reader sees of the program without running it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def generate(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name in ("COLUMNS", "NO_COLOR", "TERM"):  # so that they are put back afterwards
        monkeypatch.setenv(name, "")
    monkeypatch.syspath_prepend(ROOT / "tools")  # as when it is run
    return runpy.run_path(str(ROOT / "tools" / "generate.py"))


@pytest.mark.parametrize(
    ("game", "shown"),
    [("lost-cities", "(30-20)x2"), ("partners", "two"), ("board-game", "bridges"), ("adventure-tours", "members")],
)
def test_the_pictures_fetch_nothing(generate: dict[str, Any], game: str, shown: str) -> None:
    picture = generate["terminal_picture"](game)
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.count("http") == 1, "the name of the format and nothing else"
    assert "@font-face" not in picture
    assert shown in picture


def test_the_page_of_commands_has_every_example(generate: dict[str, Any]) -> None:
    page = generate["command_line"]()
    assert page.count("example:") >= 7
    assert all(len(line) <= 80 for line in page.splitlines())


def test_a_stale_file_is_named(
    generate: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = generate["main"]
    main.__globals__.update(ROOT=tmp_path, FILES={"docs/made.md": lambda: "new"})
    monkeypatch.setattr(sys, "argv", ["generate.py", "--check"])
    assert main() == 1
    assert capsys.readouterr().err == "docs/made.md is out of date: run make docs\n"
    monkeypatch.setattr(sys, "argv", ["generate.py"])
    assert main() == 0
    assert (tmp_path / "docs" / "made.md").read_text() == "new"
