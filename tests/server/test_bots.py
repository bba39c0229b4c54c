"""Bots think in processes of their own, and whatever they do harms nobody else."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

import incognita
from incognita.games import GAMES
from incognita.play import levels
from incognita.server import thinking
from incognita.server.bots import BotFailed, Bots
from incognita.server.thinking import Question
from tests.server.houses import run


def question(spec: str = "policy", game: str = "lost-cities") -> Question:
    match = incognita.load(game).match(seed=1)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    return Question(game, "{}", spec, match.seat or 0, 1, match.view_row(match.seat))


def moody(pipe: Connection) -> None:
    """Answers, hangs, dies or talks nonsense as it is told."""
    while True:
        asked = pipe.recv()
        if asked.spec == "hang":
            time.sleep(60)
        if asked.spec == "die":
            os._exit(1)
        pipe.send({"nonsense": 999, "error": ValueError("oh")}.get(asked.spec, int(asked.views["legal"][0, 1])))


def test_a_bot_decides_in_a_process_of_its_own() -> None:
    async def flow() -> None:
        bots = Bots(1)
        asked = question()
        assert await bots.decide(asked) == thinking.decision(asked)
        assert bots.workers[0].process.pid != os.getpid()
        bots.close()

    run(flow())


@pytest.mark.parametrize("mood", ["hang", "die", "error", "nonsense"])
def test_a_bot_that_fails_is_replaced_by_the_policy(mood: str) -> None:
    async def flow() -> None:
        bots = Bots(1, seconds=0.5, target=moody)
        assert await bots.decide(question("well")) == question().views["legal"][0, 1]
        assert await bots.decide(question(mood)) == question().views["legal"][0, 1], "the fallback answers"
        if mood != "nonsense":
            with pytest.raises(BotFailed):
                await bots.ask(question(mood))
        bots.close()

    run(flow())


def test_when_nothing_thinks_any_more_the_first_legal_action_is_taken() -> None:
    async def flow() -> None:
        bots = Bots(1, target=always_die)
        assert await bots.decide(question()) == question().views["legal"][0, 0]
        bots.close()

    run(flow())


def always_die(pipe: Connection) -> None:
    pipe.recv()
    os._exit(1)


def test_a_slow_bot_delays_only_its_own_table() -> None:
    async def flow() -> None:
        bots = Bots(2, seconds=3, target=moody)
        await asyncio.gather(bots.decide(question("well")), bots.decide(question("well")))
        slow: asyncio.Task[Any] = asyncio.create_task(bots.decide(question("hang")))
        await asyncio.sleep(0.05)
        for _ in range(20):
            await bots.decide(question("well"))
        assert not slow.done()
        await slow
        bots.close()

    run(flow())


COLD = """
import asyncio
import sys
from pathlib import Path
from incognita.core.jit import CONFIG
from incognita.server.prepare import compile_game

def kept():
    return set(Path(CONFIG.CACHE_DIR).rglob("*.nbc"))

if __name__ == "__main__":
    from tests.server.test_bots import levels_decide
    asyncio.run(compile_game(sys.argv[1]))
    before = kept()
    levels_decide(sys.argv[1])
    print(len(before), len(kept() - before))
"""


def levels_decide(game: str) -> None:
    """Every level decides in time, none is replaced by the policy."""

    async def flow() -> None:
        bots = Bots(1)
        for level in levels.NAMES:
            assert isinstance(await bots.ask(question(levels.spec(incognita.load(game), level), game)), int)
        assert await bots.ask(question(thinking.HINT, game))
        bots.close()

    run(flow())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_where_nothing_is_compiled_yet_no_bot_is_late(tmp_path: Path, game: str) -> None:
    """What a server prepares before it lets anybody sit down is all that its bots need."""
    script = tmp_path / "cold.py"
    script.write_text(COLD)
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
    told = subprocess.run([sys.executable, script, game], env=env, check=True, capture_output=True, text=True)
    compiled, later = map(int, told.stdout.split())
    assert compiled > 10 and later == 0, "bots had to compile"


def test_no_more_processes_than_are_allowed() -> None:
    async def flow() -> None:
        bots = Bots(2, target=moody)
        await asyncio.gather(*(bots.decide(question("well")) for _ in range(30)))
        assert len({worker.process.pid for worker in bots.workers if worker.process}) <= 2
        bots.close()

    run(flow())
