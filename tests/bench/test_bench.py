"""`incognita bench` in its short form: that it runs and what its rows look like, not how fast anything is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognita.cli import main
from incognita.cli.bench import checkout_module
from incognita.cli.measures import C_LISTED, LISTED, Group, Result, Subject, measured


@pytest.mark.slow  # it also compiles every game with a cold cache
def test_all_rows(capsys: pytest.CaptureFixture[str]) -> None:
    names = names_of_rows(capsys, "bench", "--quick", "--json")
    assert {LISTED, "lost-cities state copy", "board-game public API", "partners first move, cold cache"} <= set(names)


@pytest.mark.slow
def test_rows(capsys: pytest.CaptureFixture[str]) -> None:
    names = names_of_rows(capsys, "bench", "--quick", "--json", "--only", LISTED)
    assert {LISTED, C_LISTED} <= set(names)


def names_of_rows(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Run it, and look at every row."""
    assert main(list(words)) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = [row["name"] for row in rows]
    assert len(set(names)) == len(names)
    for row in rows:
        assert set(row) == {"name", "value", "unit", "ratio_to", "ratio"}
        assert row["value"] > 0
        assert (row["ratio_to"] is None) == (row["ratio"] is None)
        assert row["ratio_to"] is None or row["ratio_to"] in names
    return names


@pytest.mark.slow
def test_only_keeps_what_is_compared_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--only", "lost-cities random play, sampled"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert all(line.startswith(("lost-cities random play, sampled", "C random play, sampled")) for line in lines)


def test_only_names_the_rows_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--only", "chess"]) == 2
    assert LISTED in capsys.readouterr().err


def test_partial_runs_are_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--write"]) == 2
    assert "whole runs" in capsys.readouterr().err


def test_subjects_run_in_turn_and_give_medians() -> None:
    calls: list[str] = []

    def subject(name: str, values: list[float], ratio_to: str | None = None) -> Subject:
        def once() -> float:
            calls.append(name)
            return values.pop(0)

        return Subject(name, "things/s", once, ratio_to)

    a, b = subject("a", [0, 1, 9, 2], "b"), subject("b", [0, 4, 4, 4], "not there")
    assert measured(Group([a, b], repetitions=3)) == [
        Result("a", 2, "things/s", "b", 0.5),
        Result("b", 4, "things/s", None, None),
    ]
    assert calls == ["a", "b"] * 4


def test_a_whole_run_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = checkout_module("report")
    assert report is not None
    monkeypatch.setattr(report, "HERE", tmp_path)
    (tmp_path / "README.md").write_text(f"before\n{report.ENGINE.begin}\nold\n{report.END}\nafter\n")
    path = report.write([Result(LISTED, 2e7, "plies/s", C_LISTED, 1.0), Result(C_LISTED, 2e7, "plies/s", None, None)])
    facts, *rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert {"date", "cpu", "cores", "python", "numba", "compiler"} <= set(facts)
    assert [row["name"] for row in rows] == [LISTED, C_LISTED]
    text = (tmp_path / "README.md").read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert f"| {LISTED} | 20,000,000 | plies/s | 1.00 | {C_LISTED} |" in text
    assert "old" not in text
