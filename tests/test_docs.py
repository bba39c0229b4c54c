"""What the documents show is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import incognita

ROOT = Path(__file__).parents[1]


def test_the_python_of_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted >= 5
    assert result.failed == 0


def test_the_record_of_the_notation_page_replays() -> None:
    text = (ROOT / "docs" / "notation.md").read_text()
    records = re.findall(r"```text\n(incognita record.*?)```", text, re.DOTALL)
    assert len(records) == 1
    for record in records:
        assert incognita.replay(record).over


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target
