"""The bot of examples/bots plays a whole match over HTTP, with a server of its own and a bot of the house."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from incognita.games import GAMES
from tests.server.houses import url
from tests.server.processes import ServerProcess

BOT = Path(__file__).parents[2] / "examples" / "bots" / "over_http.py"
SEATS = {"lost-cities": 2, "partners": 4, "board-game": 2, "adventure-tours": 4}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    server = ServerProcess(url(folder), folder / "log.txt")
    server.start()
    try:
        server.wait()
        yield server
    finally:
        server.kill()


@pytest.mark.parametrize("game", GAMES)
def test_thirty_lines_play_a_match(server: ServerProcess, game: str) -> None:
    with httpx.Client(base_url=server.url, timeout=600) as ann:  # the first time it compiles
        ann.post("/api/guests", json={"name": "Ann"})
        bots = [{"who": "bot", "level": "stroller"}] * (SEATS[game] - 1)
        wanted = {"game": game, "seats": [{"who": "me"}, *bots]}
        table = ann.post("/api/tables", json=wanted).json()["table"]
        token = ann.post(f"/api/tables/{table}/token").json()["token"]
        with subprocess.Popen([sys.executable, str(BOT), server.url, table, token], stdout=subprocess.PIPE) as bot:
            assert ann.post(f"/api/tables/{table}", json={"type": "start"}).status_code == 200
            told, _ = bot.communicate(timeout=120)
        over = ann.get(f"/api/tables/{table}").json()
        assert json.loads(told) == over["result"] and over["result"]["reason"] == "played"


def test_the_bot_is_short() -> None:
    code = [line for line in BOT.read_text().split('"""', 2)[2].splitlines() if line.strip()]
    assert len(code) <= 30
