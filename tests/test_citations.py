"""Every paragraph of the rule pages is proved by a test, and whatever is cited exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from incognita.games import GAMES

ROOT = Path(__file__).parents[1]
KERNELS = ("kernel", "turn", "choices", "table")
"""The files of a game that hold its rules."""


def paragraphs() -> set[str]:
    """Every numbered paragraph, as 'lost-cities 3.4'."""
    return {
        f"{page.stem} {number}"
        for page in (ROOT / "docs" / "rules").glob("*.md")
        for number in re.findall(r"^\*\*(\d+\.\d+)\*\*", page.read_text(), re.MULTILINE)
    }


def cited_by_tests() -> set[str]:
    return {text for file in (ROOT / "tests").rglob("test_*.py") for text in rule_marks(ast.parse(file.read_text()))}


def rule_marks(tree: ast.AST) -> Iterator[str]:
    """The arguments of every `rule(...)` mark."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("rule", "pytest.mark.rule"):
            yield from (str(argument.value) for argument in node.args if isinstance(argument, ast.Constant))


def cited_by_kernels() -> set[str]:
    """Numbers in comments and docstrings of the kernels: '# 3.5', '3.3 and 3.4: numbers rise'."""
    cited = set()
    for name in GAMES:
        folder = ROOT / "src" / "incognita" / "games" / name.replace("-", "_")
        for file in (file for file in folder.glob("*.py") if file.stem in KERNELS):
            remarks = re.findall(r'#.*|"""[^"]*"""', file.read_text())
            cited |= {f"{name} {number}" for remark in remarks for number in re.findall(r"\b\d+\.\d+\b", remark)}
    return cited


def test_every_game_has_a_rule_page() -> None:
    assert {paragraph.split()[0] for paragraph in paragraphs()} == set(GAMES)


def test_no_paragraph_is_without_a_test() -> None:
    assert sorted(paragraphs() - cited_by_tests()) == []


@pytest.mark.parametrize("cited", [cited_by_tests, cited_by_kernels])
def test_every_citation_exists(cited: object) -> None:
    assert callable(cited)
    assert cited()
    assert sorted(cited() - paragraphs()) == []


@pytest.mark.parametrize("name", GAMES)
def test_refusals_cite_existing_paragraphs(name: str) -> None:
    refusals = import_module(f"incognita.games.{name.replace('-', '_')}.refusals")
    assert {f"{name} {number}" for number in refusals.ENGLISH} <= paragraphs()
