"""Bots behind pipes: they play, or forfeit with a reason, and never stay behind."""

from __future__ import annotations

import gc
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import incognita
from incognita.play.agent import Forfeit, HearsResult, make_agent
from incognita.play.bot import Bot, read_command
from incognita.play.process import Process
from tests.play.groups import alive, is_gone
from tests.variants import TINY

GAME = incognita.load("lost-cities", **TINY)
BAD_BOTS = Path(__file__).with_name("bad_bots.py")
PYTHON = shlex.quote(sys.executable)


def bot_that(*ways: object, limits: str = "") -> Bot:
    words = " ".join(shlex.quote(str(word)) for word in (BAD_BOTS, *ways))
    bot = make_agent(f"exec:{limits} {PYTHON} -S {words}", GAME)
    assert isinstance(bot, Bot)
    return bot


@pytest.fixture(autouse=True)
def groups(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The process groups that a test started: all must be gone after it."""
    started: list[int] = []

    class Noted(Process):
        def __init__(self, command: list[str]) -> None:
            super().__init__(command)
            started.append(self.child.pid)

    monkeypatch.setattr("incognita.play.bot.Process", Noted)
    yield started
    gc.collect()
    assert all(is_gone(group) for group in started)


def play(bot: Bot, seed: int = 1, most: int = 1000) -> incognita.Match:
    """The bot on both seats."""
    bot.begin(0, seed)
    match = GAME.match(rounds=1, seed=seed, starter=0)
    while match.seat is not None and match.ply < most:
        match.play(bot.decide(match.view_row(match.seat)))
    return match


def forfeit_of(bot: Bot) -> str:
    with pytest.raises(Forfeit) as caught:
        play(bot)
    assert bot.process is None
    return caught.value.reason


# --- bots that play


@pytest.mark.parametrize("way", ["well", "more-fields"])
def test_a_bot_plays_match_after_match_in_one_process(way: str, groups: list[int]) -> None:
    bot = bot_that(way)
    for seed in range(3):
        match = play(bot, seed)
        assert match.over
        assert isinstance(bot, HearsResult)
        bot.end(match.scores, match.winners)
    play(bot, most=2)  # broken off …
    assert play(bot).over  # … and begun anew
    bot.close()
    assert len(groups) == 1


def test_a_process_starts_with_the_first_decision(groups: list[int]) -> None:
    bot = bot_that("well")
    bot.begin(0, 1)
    bot.end([0, 0], [0, 1])
    bot.close()
    assert groups == []


def test_a_closed_bot_begins_again(groups: list[int]) -> None:
    bot = bot_that("well")
    for _ in range(2):
        assert play(bot).over
        bot.close()
    assert len(groups) == 2


def test_a_bot_hears_everything_but_the_seed(tmp_path: Path) -> None:
    heard = []
    for seed in (1, 2):
        path = tmp_path / f"heard-{seed}"
        bot = Bot(GAME, f"sh -c 'tee {path} | {PYTHON} -S {BAD_BOTS} well'")
        bot.begin(0, seed)
        match = GAME.match(rounds=1, seed=3, starter=0)
        while match.seat is not None:
            match.play(bot.decide(match.view_row(match.seat)))
        bot.end(match.scores, match.winners)
        bot.close()
        heard.append(path.read_text())
    assert heard[0] == heard[1]
    assert heard[0].startswith('{"type":"begin","protocol":1,"game":"lost-cities"')
    assert heard[0].splitlines()[-1].startswith('{"type":"end","scores":[')


# --- bots that do not

DEATHS = {
    "crash-at-once": "the bot ended with exit status 1; its last words: cannot find my brain",
    "crash": "RuntimeError: out of ideas",
    "leave": "the bot ended with exit status 0",
    "die": "the bot was ended by SIGSEGV",
    "close-output": "the bot closed its output",
    "leave-a-child": "the bot ended with exit status 1; its last words: ",
    "flood": "a line of more than 1,000,000 bytes",
    "rubbish": "the answer is not JSON: 'I think R7 is nice'",
    "no-text": "the answer is not JSON: ''",
    "bytes": "the answer is not JSON: ",
    "a-list": "the answer is not a JSON object: '[\"R7\"]'",
    "no-action": 'the answer has no text as its "action": \'{"move": "R7"}\'',
    "a-number": 'the answer has no text as its "action": \'{"action": 7}\'',
    "unknown-action": "ply 0: 'castle' is not an action; ",
    "illegal-action": "ply 0: * is refused by lost-cities 3.1: ",
    "another-ply": "ply 0 was asked about, the answer is for ply 1",
}
SILENCES = ["hang", "ignore-signals", "flood-errors"]


@pytest.mark.parametrize("way", DEATHS)
def test_a_bad_bot_forfeits_with_the_reason(way: str) -> None:
    assert DEATHS[way] in forfeit_of(bot_that(way))


@pytest.mark.parametrize("way", SILENCES)
def test_a_bot_that_does_not_answer_forfeits_in_time(way: str) -> None:
    bot = bot_that(way, 2, limits="[seconds=0.3]")
    start = time.monotonic()
    assert forfeit_of(bot) == "no answer within 0.3 s"
    assert time.monotonic() - start < 5


def test_the_first_answer_may_take_as_long_as_a_start() -> None:
    assert forfeit_of(bot_that("hang", limits="[seconds=0.1,startup=0.4]")) == "no answer within 0.4 s"
    assert play(bot_that("well", limits="[seconds=5, startup=0.01]")).over, "never less than for a decision"


@pytest.mark.parametrize("way", ["answer-twice", "chatter"])
def test_lines_that_nobody_asked_for(way: str) -> None:
    assert 'a line that nobody asked for: \'{"action": ' in forfeit_of(bot_that(way))


def test_a_bot_that_never_listens_does_not_stop_us() -> None:
    """What it is sent does not fit into the pipe, and it takes nothing out."""
    process = Process(["sleep", "600"])
    start = time.monotonic()
    with pytest.raises(Forfeit, match=r"no answer within 0\.2 s"):
        process.ask(b"x" * 1_000_000, 0.2)
    assert not process.close(0.1)
    assert time.monotonic() - start < 3
    assert is_gone(process.child.pid)


def test_a_crash_in_the_middle(groups: list[int]) -> None:
    bot = bot_that("crash", 3)
    assert "out of ideas" in forfeit_of(bot)
    assert '"ply":3' in bot.sent
    assert bot.heard == ""


def test_the_bot_is_told_why() -> None:
    bot = bot_that("unknown-action")
    reason = forfeit_of(bot)
    assert bot.last_words == f"I was told: {reason}"


def test_after_a_forfeit_the_match_is_lost_and_the_next_one_has_a_fresh_process(groups: list[int]) -> None:
    bot = bot_that("crash", 1)
    reason = forfeit_of(bot)
    with pytest.raises(Forfeit, match="out of ideas") as again:
        bot.decide(GAME.match(seed=1).view_row(0))
    assert again.value.reason == reason
    assert len(groups) == 1
    bot.begin(0, 2)
    bot.decide(GAME.match(seed=1, starter=0).view_row(0))
    assert len(groups) == 2
    bot.close()


# --- nothing stays behind


def test_what_a_bot_started_ends_with_it(groups: list[int]) -> None:
    bot = bot_that("play-with-a-child")
    play(bot)
    assert len(alive(groups[0])) == 2
    bot.close()
    assert is_gone(groups[0])


def test_a_forgotten_bot_ends(groups: list[int]) -> None:
    bot = bot_that("play-with-a-child")
    play(bot)
    del bot
    gc.collect()
    assert is_gone(groups[0])


@pytest.mark.parametrize("ending", ["", "raise SystemExit(3)", "raise RuntimeError"])
def test_at_the_end_of_the_interpreter_bots_end(ending: str) -> None:
    script = f"""
import sys
from incognita.play.process import Process
process = Process([sys.executable, "-S", {str(BAD_BOTS)!r}, "play-with-a-child"])
process.ask(b'{{"type": "decide", "ply": 0, "legal": ["*"]}}\\n', 20)
print(process.child.pid, flush=True)
{ending}
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert is_gone(int(done.stdout))


def test_a_fork_does_not_end_the_bots_of_its_parent() -> None:
    process = Process(["cat"])
    script_end = process.put_down.peek()
    assert script_end
    _, put_down, (child, owner), _ = script_end
    put_down(child, owner + 1)
    assert process.ask(b"still here\n", 5) == b"still here"
    assert process.close()


# --- specs


def test_limits_stand_in_brackets_before_the_command() -> None:
    assert read_command("sh -c 'a b'") == ({"seconds": 5.0, "startup": 20.0}, ["sh", "-c", "a b"])
    assert read_command("[seconds=2, startup=30] sh") == ({"seconds": 2.0, "startup": 30.0}, ["sh"])


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("", "exec needs a command line, such as exec:node bot.js"),
        ("[seconds=2]", "exec needs a command line"),
        ("no-such-program x", "exec: there is no program 'no-such-program'"),
        ("sh -c 'x", "exec: No closing quotation: sh -c 'x"),
        ("[seconds=0] sh", "exec: seconds must be more than 0, not 0"),
        ("[startup=inf] sh", "exec: startup must be more than 0, not inf"),
        ("[seconds=soon] sh", r"exec: seconds must be a number such as 5\.0, not 'soon'"),
        ("[hours=1] sh", r"exec cannot be told 'hours=1'; it can be told seconds=5\.0, startup=20\.0"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(told: str, message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        make_agent(f"exec:{told}", GAME)


def test_a_program_that_cannot_be_started_forfeits(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("no program")
    path.chmod(0o755)
    reason = forfeit_of(Bot(GAME, str(path)))
    assert reason == f"the bot cannot be started: Exec format error: {path}"
