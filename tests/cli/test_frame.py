"""What all commands have in common: help with an example, one sentence for a mistake, whole files or none."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from incognita.cli import COMMANDS, module_name
from incognita.cli.options import write_whole
from incognita.cli.parts import board_of, scorer_of
from incognita.games import GAMES
from tests.cli.conftest import Command

WRITTEN = [name for name in COMMANDS if find_spec(module_name(name))]


@pytest.mark.parametrize("name", WRITTEN)
def test_every_command_has_help_with_an_example(command: Command, name: str) -> None:
    outcome = command(name, "--help")
    assert outcome.code == 0
    assert f"example:\n  incognita {name}" in outcome.out
    assert all(len(line) <= 80 for line in outcome.out.splitlines())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["play", "--sed", "3"], "unrecognized arguments: --sed"),
        (["play", "--seed", "x"], "invalid int value: 'x'"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "-o", "colours=7"], "colours must be a whole number from 1 to 6, not 7"),
        (["play", "-o", "colours"], "an option is written name=value"),
        (["play", "--rounds", "10"], "rounds must be a whole number from 1 to 9, not 10"),
        (["play", "--starter", "2"], "starter must be a seat from 0 to 1, not 2"),
        (["play", "--against", "mum"], "there is no agent 'mum'"),
        (["play", "--seat", "2"], "seat must be a seat from 0 to 1, not 2"),
        (["play", "partners", "--against", "policy", "random"], "--against names 2 players; there are 3 others"),
        (["play", "--data", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["play", "--save", "nowhere/x.record"], "there is no folder nowhere"),
        (["play", "--continue", "nowhere.record"], "nowhere.record: No such file or directory"),
        (["replay"], "required: FILE"),
        (["replay", "nowhere.record"], "nowhere.record: No such file or directory"),
        (["score", "nowhere.txt"], "there is no game and no file 'nowhere.txt'; the games are lost-cities, partners"),
        (["score", "partners", "nowhere.txt"], "nowhere.txt: No such file or directory"),
        (["score", "chess", "nowhere.txt"], "there is no game 'chess'"),
        (["score", "--game", "chess"], "there is no game 'chess'"),
        (["rules", "chess"], "there is no game 'chess'; the games are lost-cities"),
        (["rules", "--language", "nl"], "there is no player aid in 'nl'; the languages are en, de, fr, it"),
        (["rules", "--data", "nowhere.toml"], "nowhere.toml: No such file or directory"),
    ],
)
def test_a_wrong_argument_gets_one_sentence(command: Command, words: list[str], sentence: str) -> None:
    outcome = command(*words)
    assert outcome.code == 2
    assert sentence in outcome.err
    said = [line for line in outcome.err.splitlines() if "compiling the rules" not in line]
    assert len(said) == 1
    assert outcome.out == ""


@pytest.mark.parametrize("name", ["play", "replay"])
def test_a_missing_library_is_named(command: Command, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for module in ("play", "replay", "screen"):
        monkeypatch.delitem(sys.modules, f"incognita.cli.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    outcome = command(name)
    assert outcome.code == 2
    assert outcome.err == f"incognita {name}: needs rich; install it with: pip install 'incognita[terminal]'\n"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_what_the_commands_ask_for(game: str) -> None:
    board, scorer = board_of(game), scorer_of(game)
    assert board.HELP
    assert all(callable(part) for part in (board.table, board.question, board.choices, board.words, board.joined))
    assert all(callable(part) for part in (scorer.Round, scorer.sheet_lines))
    assert scorer.FORMAT


@pytest.mark.parametrize("interrupted", ["replace", "fdopen"])
def test_an_interrupted_save_leaves_no_half_written_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interrupted: str
) -> None:
    path = tmp_path / "match.record"
    path.write_text("the old one")

    def ctrl_c(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, interrupted, ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "the new one")
    assert path.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [path]
