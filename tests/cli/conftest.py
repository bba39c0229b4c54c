"""A command line for tests: words and typed lines in, exit code and output back."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from incognita.cli import main


@dataclass
class Outcome:
    code: int
    out: str
    err: str


class Keyboard(io.StringIO):
    """Lines typed at a terminal."""

    def isatty(self) -> bool:
        return True


Command = Callable[..., Outcome]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `incognita` with these arguments; `typed` are the lines on standard input."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("LC_ALL", "C")

    def run(*words: object, typed: str = "", terminal: bool = False) -> Outcome:
        monkeypatch.setattr(sys, "stdin", Keyboard(typed) if terminal else io.StringIO(typed))
        if terminal:
            monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        try:
            code = main([str(word) for word in words])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        return Outcome(code, *capsys.readouterr())

    return run
