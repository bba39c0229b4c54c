"""`incognita serve` and `incognita store`, as far as they need no running server."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from incognita.cli.serve import house_addresses, listen, tell
from incognita.store import schema
from incognita.store.store import Store
from tests.cli.conftest import Command
from tests.server.houses import open_house, seated, url


def test_what_cannot_be_served_is_told_in_a_sentence(command: Command, tmp_path: Path) -> None:
    for words, sentence in (
        (["--port", "99999"], "port must be from 0 to 65535, not 99999"),
        (["--database", "mysql://x/y"], "the database must be SQLite or PostgreSQL, not mysql"),
        (["--bots", "0"], "bots must be 1 or more, not 0"),
    ):
        outcome = command("serve", "--database", url(tmp_path), *words)
        assert outcome.code == 2 and sentence in outcome.err


def test_a_taken_port_is_told_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ValueError, match="try another --port"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_opening_it_to_the_house_says_what_that_means(capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as listening:
        tell("127.0.0.1", listening, "a file")
        assert "Everybody" not in capsys.readouterr().err
        tell("0.0.0.0", listening, "a file")
        assert "Everybody who can reach this machine can play here" in capsys.readouterr().err


def test_others_in_the_house_are_told_an_address_that_they_can_reach() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert house_addresses("127.0.0.1", listening) == [], "nobody else can reach it"
        assert house_addresses("192.168.1.5", listening) == [f"http://192.168.1.5:{port}"]
        assert house_addresses("fe80::5", listening) == [f"http://[fe80::5]:{port}"]
        assert all("0.0.0.0" not in address for address in house_addresses("0.0.0.0", listening))


def test_everything_that_follows_from_the_logs_is_made_anew(command: Command, tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(tmp_path) as house:
            ann, _ = await seated(house, "lost-cities", "Ann", "Bob", clock={"seconds": 60, "increment": 0})
            await ann.act()

    asyncio.run(play())
    store = Store(url(tmp_path))
    before = [store.rows(table.select()) for table in schema.DERIVED]
    for table in schema.DERIVED:
        store.write(table.delete())
    outcome = command("store", "rebuild", "--database", url(tmp_path))
    assert outcome.code == 0 and outcome.out == "1 tables were made anew from their logs.\n"
    assert [store.rows(table.select()) for table in schema.DERIVED] == before and all(before)
    store.write(schema.entries.update().where(schema.entries.c.kind == "acted").values(body='{"seat":0,"action":"?"}'))
    outcome = command("store", "rebuild", "--database", url(tmp_path))
    assert outcome.code == 1 and "Not replayed: table" in outcome.err
    store.close()
