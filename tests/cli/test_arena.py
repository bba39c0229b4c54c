"""`incognita arena` and `incognita ladder`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import incognita
from incognita.cli import arena, contests, pages
from incognita.play.measurement import Measurement, new
from tests.cli.conftest import Command
from tests.play.fields import install, rounds_of

SMALL = ["--game", "lost-cities", "-o", "colours=3", "-o", "ranks=5", "-o", "hand=4", "--workers", "1"]


def test_it_says_what_it_measured(command: Command) -> None:
    outcome = command("arena", "policy", "random", *SMALL, "-n", 50)
    assert outcome.code == 0
    first, *lines = outcome.out.splitlines()
    assert first == "policy against random, Lost Cities, 50 deals, each in 2 seatings, per round:"
    words = [line.split()[0] for line in lines]
    assert words == ["own", "others'", "margin", "rounds", "actions", "broken"]
    assert "95 %: " in lines[2]
    assert lines[5].endswith("0 of 100 rounds")


def test_matches_are_called_matches(command: Command, tmp_path: Path) -> None:
    asked = ["arena", "policy", "random", *SMALL, "--matches", "-n", "100"]
    outcome = command(*asked, "--goal", 0.6, "--json", tmp_path / "matches.json", "--plot", tmp_path / "margin.svg")
    first, *lines = outcome.out.splitlines()
    assert first == "policy against random, Lost Cities, 100 deals, each in 2 seatings, per match of 3 rounds:"
    assert lines[3].startswith("  matches won  ")
    assert lines[5].endswith("0 of 200 matches")
    assert "stopped: more than 60 % of the matches are won" in outcome.out
    assert "points per match of 3 rounds" in (tmp_path / "margin.svg").read_text()
    assert command("arena", "--continue", tmp_path / "matches.json").out == outcome.out
    refused = command("arena", "--continue", tmp_path / "matches.json", "--matches")
    assert (refused.code, "come from the file" in refused.err) == (2, True)


def test_agents_that_are_called_are_timed(command: Command) -> None:
    outcome = command("arena", "policy:", "random:", *SMALL, "-n", 2)
    assert "a decision of policy: took" in outcome.out
    assert "a decision of random: took" in outcome.out


def test_stopping_says_what_the_rule_means(command: Command) -> None:
    outcome = command("arena", "policy", "random", *SMALL, "-n", 5000, "--stop")
    assert "100 deals" in outcome.out
    assert "stopped: it is not 0; looked after every 100 deals, 95 % for all looks together" in outcome.out
    outcome = command("arena", "policy", "policy", *SMALL, "-n", 100, "--stop")
    assert "not decided; looked" in outcome.out


def test_a_goal_is_reached_or_missed(command: Command) -> None:
    outcome = command("arena", "policy", "random", *SMALL, "-n", 5000, "--goal", 0.6)
    assert "100 deals" in outcome.out
    assert "stopped: more than 60 % of the rounds are won" in outcome.out
    outcome = command("arena", "random", "policy", *SMALL, "-n", 5000, "--goal", 0.6)
    assert "stopped: less than 60 % of the rounds are won" in outcome.out


def test_forfeits_are_told_with_their_reasons(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    outcome = command("arena", "scripted:dies", "random:", *SMALL, "-n", 2)
    assert "forfeits               4 by scripted:dies" in outcome.out
    assert "4 x it died" in outcome.out


def test_as_many_agents_as_sides_are_all_shown() -> None:
    measurement = new(incognita.load("adventure-tours", players=3), ("policy", "random", "policy:"), 2)
    measurement.rounds = rounds_of([[[9, 1, 0], [0, 9, 1], [1, 0, 9]]] * 2)
    lines = list(arena.sentences(measurement))
    assert "each in 3 seatings" in lines[0]
    assert lines[-3:] == [
        "  policy: 9.0 points, 100.0 % of the rounds",
        "  random: 1.0 points, 0.0 % of the rounds",
        "  policy:: 0.0 points, 0.0 % of the rounds",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["policy"], "name two agents or more"),
        (["policy", "random", "policy"], "a contest is among 2 agents, not 3"),
        (["policy", "oracle"], "there is no agent 'oracle'"),
        (["policy", "random", "-n", "1"], "a measurement needs 2 deals or more, not 1"),
        (["policy", "random", "--workers", "0"], "workers must be 1 or more"),
        (["--continue", "there-is-none.json"], "there-is-none.json: No such file"),
        (
            ["--continue", "x.json", "--seed", "0"],
            "with --continue agents, game, seed and when to stop come from the file",
        ),
        (["policy", "random", "--goal", "60"], "a goal is a share of the rounds, between 0 and 1, not 60"),
    ],
)
def test_mistakes_are_named(command: Command, words: list[str], message: str) -> None:
    outcome = command("arena", *words)
    assert outcome.code == 2
    assert message in outcome.err


class Interrupted(contests.Keeper):
    """Somebody presses Ctrl-C after the first chunk."""

    def __call__(self, measurement: Measurement) -> None:
        raise KeyboardInterrupt


def test_an_interrupted_measurement_goes_on(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.json", tmp_path / "part.json"
    asked = ["arena", "policy:", "random:", *SMALL, "-n", "12"]
    command(*asked, "--json", whole)

    with monkeypatch.context() as patched:
        patched.setattr(contests, "Keeper", Interrupted)
        outcome = command(*asked, "--json", part)
    assert outcome.code == 130
    assert f"5 deals are kept; go on with: incognita arena --continue {part}" in outcome.err
    refused = command(*asked, "--json", part)
    assert refused.code == 2
    assert "holds a measurement that was interrupted" in refused.err
    assert command("arena", "--continue", part, "--workers", 1).code == 0
    assert part.read_bytes() == whole.read_bytes()


def test_what_was_played_is_kept_now_and_then(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(contests, "KEEP_EVERY", -1)
    monkeypatch.setattr(contests, "write_whole", lambda path, text: kept.append(text))
    command("arena", "policy:", "random:", *SMALL, "-n", 12, "--json", tmp_path / "x.json")
    assert [len(json.loads(text)["margins"]) for text in kept] == [5, 10, 12, 12]


def test_the_margin_is_drawn(command: Command, tmp_path: Path) -> None:
    command("arena", "policy", "random", *SMALL, "-n", 20, "--plot", tmp_path / "margin.svg")
    assert "policy against random, Lost Cities" in (tmp_path / "margin.svg").read_text()


@pytest.mark.parametrize(
    ("library", "words", "extra"),
    [
        ("matplotlib", ["arena", "policy", "random", "--plot", "x.svg"], "plot"),
        ("openskill", ["ladder", "policy", "random"], "ladder"),
        ("ray", ["arena", "policy", "random", "--cluster", "auto"], "cluster"),
    ],
)
def test_what_is_not_installed_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch, library: str, words: list[str], extra: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    outcome = command(*words)
    assert outcome.code == 2
    assert f"needs {library}; install it with: pip install 'incognita[{extra}]'" in outcome.err


def test_a_ladder_is_a_markdown_table(command: Command) -> None:
    outcome = command("ladder", "random", "policy", *SMALL, "-n", 10)
    assert outcome.code == 0
    head, rule, best, worst, *_ = outcome.out.splitlines()
    assert head.count("|") == rule.count("|") == best.count("|")
    assert best.startswith("| `policy` | ")
    assert worst.startswith("| `random` | ")


def test_an_interrupted_ladder_goes_on(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.json", tmp_path / "part.json"
    asked = ["ladder", "policy:", "random:", "random", *SMALL, "-n", "12"]
    table = command(*asked, "--json", whole).out
    with monkeypatch.context() as patched:
        patched.setattr(contests, "Keeper", Interrupted)
        outcome = command(*asked, "--json", part)
    assert outcome.code == 130
    assert f"5 deals are kept; go on with: incognita ladder --continue {part}" in outcome.err
    assert "holds a measurement that was interrupted" in command(*asked, "--json", part).err
    assert command("ladder", "--continue", part, "--workers", 1).out == table
    assert part.read_bytes() == whole.read_bytes()


def test_a_ladder_does_not_go_on_with_something_else(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    command("arena", "policy", "random", *SMALL, "-n", 2, "--json", file)
    outcome = command("ladder", "--continue", file)
    assert outcome.code == 2
    assert f"{file}: this is not the result of several measurements" in outcome.err
    assert "agents, game, seed" in command("ladder", "policy", "--continue", file).err


def test_a_ladder_is_written_between_its_marks(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    asked = ["ladder", "policy", "random", *SMALL, "-n", "10", "--write"]
    assert "--write needs a checkout" in command(*asked).err
    page = tmp_path / "docs" / "agents.md"
    (tmp_path / "docs" / "images").mkdir(parents=True)
    page.write_text("before\n")
    assert "docs/agents.md has no place for ladder lost-cities" in command(*asked).err
    page.write_text("before\n<!-- ladder lost-cities -->\nold\n<!-- end of ladder lost-cities -->\nafter\n")
    assert command(*asked).code == 0
    text = page.read_text()
    assert text.startswith("before\n<!-- ladder lost-cities -->\n\n| agent |")
    assert text.endswith("(images/ladder-lost-cities.svg)\n\n<!-- end of ladder lost-cities -->\nafter\n")
    assert "old" not in text
    assert "random" in (tmp_path / "docs" / "images" / "ladder-lost-cities.svg").read_text()
