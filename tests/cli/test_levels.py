"""`incognita levels`."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognita.cli import contests, levels, pages
from incognita.play.levels import rungs
from tests.cli.conftest import Command
from tests.cli.test_arena import Interrupted
from tests.play.fields import rounds_of

FEW = ["levels", "--game", "lost-cities", "--up-to", "scout", "-n", "6", "--workers", "1"]


def timeless(table: str) -> list[list[str]]:
    """The cells of a table without the milliseconds, which are never the same."""
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| 2")]
    return [row[:7] + row[8:] for row in rows]


def test_each_level_meets_the_one_below(command: Command) -> None:
    outcome = command(*FEW)
    assert outcome.code == 0
    title, _, head, rule, *lines = outcome.out.splitlines()
    assert title == "Lost Cities"
    assert head.count("|") == rule.count("|") == lines[0].count("|")
    assert [row[:3] for row in timeless(outcome.out)] == [["2", "traveller", "stroller"], ["2", "scout", "traveller"]]


def test_a_row_says_what_was_won_wanted_and_thought() -> None:
    (one,) = rungs(["lost-cities"], 100, highest="traveller")
    one.rounds = rounds_of([[[9, 1], [1, 9]], [[9, 1], [9, 1]]] * 50)
    one.clocks[0].decisions, one.clocks[0].seconds = 100, 0.5
    cells = levels.row(2, one).strip("| ").split(" | ")
    assert cells[:4] == ["2", "traveller", "stroller", "75.0 %"]
    assert cells[5:] == ["60.0 %", "4.0 ± 0.4", "5", "100"]
    low, high = map(float, cells[4].split(" to "))
    assert 66 < low < 75 < high < 82
    one.stop, one.goal = True, 0.6
    wider = list(map(float, levels.row(2, one).strip("| ").split(" | ")[4].split(" to ")))
    assert wider[0] < low < high < wider[1], "the price of looking"


def test_an_interrupted_climb_goes_on(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "part.json"
    whole = timeless(command(*FEW).out)
    with monkeypatch.context() as patched:
        patched.setattr(contests, "Keeper", Interrupted)
        assert f"incognita levels --continue {file}" in command(*FEW, "--json", file).err
    assert timeless(command("levels", "--continue", file, "--workers", 1).out) == whole
    assert "come from the file" in command("levels", "--continue", file, "--up-to", "scout").err


def test_tables_are_written_between_their_marks(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    assert "--write needs a checkout" in command(*FEW, "--write").err
    page = tmp_path / "docs" / "agents.md"
    page.parent.mkdir()
    page.write_text("before\n<!-- levels lost-cities -->\nold\n<!-- end of levels lost-cities -->\nafter\n")
    assert command(*FEW, "--write").code == 0
    text = page.read_text()
    assert text.startswith("before\n<!-- levels lost-cities -->\n\n| players | level |")
    assert text.endswith(" |\n\n<!-- end of levels lost-cities -->\nafter\n")
    assert "old" not in text
