"""`incognita bot-check`, and the example bots before it."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

import incognita
from incognita.games import GAMES
from incognita.play import conformance
from tests.cli.conftest import Command
from tests.play.test_bot import BAD_BOTS

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PYTHON = f"{shlex.quote(sys.executable)} -S"
CAREFUL = f"{PYTHON} {shlex.quote(str(EXAMPLES / 'careful.py'))}"


def bad(way: str) -> str:
    return f"{PYTHON} {shlex.quote(str(BAD_BOTS))} {way}"


def test_every_game_is_tried_with_all_numbers_of_players() -> None:
    assert {name for name, _ in conformance.VARIANTS} == set(GAMES)
    players = {(name, incognita.load(name, **options).players) for name, options in conformance.VARIANTS}
    assert {("board-game", n) for n in (2, 3, 4)} <= players
    assert {("adventure-tours", n) for n in (3, 4, 6)} <= players


def test_the_python_example_conforms(command: Command) -> None:
    outcome = command("bot-check", CAREFUL)
    assert outcome.code == 0, outcome.out
    assert "WRONG" not in outcome.out
    for game in GAMES:
        assert re.search(rf"^{game}, seat 1: ok, \d+ decisions, the slowest took \d+ ms$", outcome.out, re.MULTILINE)
    assert "adventure-tours players=6 expert=true boards=dealt, seat 5: ok" in outcome.out
    assert outcome.out.count("with unknown messages and fields: ok") == len(conformance.VARIANTS)
    assert re.search(r"The bot keeps to the protocol: all \d+ checks passed", outcome.out.splitlines()[-1])


@pytest.mark.slow
def test_the_javascript_example_conforms(command: Command) -> None:
    if not shutil.which("node"):
        pytest.skip("there is no Node.js; install it with: apt install nodejs, or from https://nodejs.org")
    outcome = command("bot-check", f"node {shlex.quote(str(EXAMPLES / 'careful.js'))}")
    assert outcome.code == 0, outcome.out


def test_a_fault_is_shown_with_what_led_to_it(command: Command) -> None:
    outcome = command("bot-check", bad("unknown-action"), "--game", "lost-cities")
    assert outcome.code == 1
    reason = re.search(r"lost-cities, seat 0: WRONG\n    reason: (ply 0: 'castle' is not an action; .*)\n", outcome.out)
    assert reason
    assert '    it got: {"type":"decide","ply":0,"view":{' in outcome.out
    assert '    it answered: {"action": "castle"}\n' in outcome.out
    assert f"    its stderr: I was told: {reason[1]}\n" in outcome.out
    assert "That is enough: the rest is left out after 3 faults." in outcome.out
    assert outcome.out.endswith("The bot does not keep to the protocol: 3 faults, 0 checks passed.\n")


def test_a_bot_that_is_too_slow(command: Command) -> None:
    outcome = command("bot-check", bad("hang"), "--game", "lost-cities", "--seconds", 0.1, "--startup", 0.2)
    assert outcome.code == 1
    assert "reason: no answer within 0.2 s" in outcome.out
    assert "it answered: nothing" in outcome.out


def test_a_bot_that_crashes_in_a_later_match(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "VARIANTS", [("lost-cities", {"colours": 2, "ranks": 2, "hand": 2})])
    outcome = command("bot-check", bad("crash 25"))
    assert outcome.code == 1
    assert re.search(r"seat 0: ok.*seat 1: WRONG.*RuntimeError: out of ideas", outcome.out, re.DOTALL)


def test_a_bot_that_does_not_leave(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "VARIANTS", [("lost-cities", {"colours": 2, "ranks": 2, "hand": 2})])
    monkeypatch.setattr(conformance, "TIME_TO_LEAVE", 0.2)
    outcome = command("bot-check", bad("never-leave"))
    assert outcome.code == 1
    assert "leaves when its input ends: WRONG\n    reason: it was still there after 0.2 s" in outcome.out
    assert outcome.out.endswith("1 fault, 3 checks passed.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no-such-program"], "exec: there is no program 'no-such-program'"),
        (["sh", "--game", "chess"], "invalid choice: 'chess'"),
        (["sh", "--seconds", "0"], "exec: seconds must be more than 0, not 0"),
        (["[seconds=1] sh"], "COMMAND is the command line alone; --seconds and --startup set the limits"),
        ([], "required: COMMAND"),
    ],
)
def test_a_wrong_argument_gets_one_sentence(command: Command, words: list[str], sentence: str) -> None:
    outcome = command("bot-check", *words)
    assert outcome.code == 2
    assert sentence in outcome.err
    assert outcome.out == ""


# --- bots in a match against a person

SMALL = ("play", "-o", "colours=2", "-o", "hand=4", "--rounds", 1, "--seed", 5, "--starter", 0)


def test_a_person_plays_against_a_bot(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a match that is left is kept there
    outcome = command(*SMALL, "--against", f"exec:{CAREFUL}", typed="1 1\n" * 60)
    assert outcome.code == 0
    assert re.search(r"(You have|careful\.py has) won, -?\d+ to -?\d+\.|share the win", outcome.out)


def test_a_person_is_told_when_a_bot_cannot_go_on(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a match that is left is kept there
    outcome = command(*SMALL, "--against", f"exec:{bad('crash 2')}", typed="1 1\n" * 60)
    assert outcome.code == 1
    assert re.search(r"2 cannot go on: the bot ended with exit status 1; its last words: .*out of ideas", outcome.out)
    assert "The match was not saved" in outcome.out
