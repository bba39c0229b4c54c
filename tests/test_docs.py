"""What the documents show is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import incognita
from incognita.games import GAMES

ROOT = Path(__file__).parents[1]


def test_the_python_of_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted >= 5
    assert result.failed == 0


def test_the_records_of_the_notation_page_replay() -> None:
    text = (ROOT / "docs" / "notation.md").read_text()
    records = re.findall(r"```text\n(incognita record.*?)```", text, re.DOTALL)
    matches = [incognita.replay(record) for record in records]
    assert {match.game.name for match in matches} == set(GAMES), "an example for every game"
    assert matches[0].over, "the first one is complete"
    for match in matches:
        assert incognita.replay(match.record()).record() == match.record()


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target
