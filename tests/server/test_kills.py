"""The server process is killed without warning, at random moments, under load: nothing accepted is lost or doubled."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from incognita.server.house import rebuild
from incognita.store.store import Store
from tests.server.houses import url
from tests.server.processes import ForkedServer, ServerProcess

TABLES = 3


class NoAnswer(Exception):
    """The server has gone, or could not store anything."""


class Client(threading.Thread, ABC):
    """Somebody who never gives up: what got no answer is sent again with the same key.

    It speaks HTTP by hand. A library would need more time than the server, and the kills would hit an idle one.
    """

    def __init__(self, port: int, stopped: threading.Event) -> None:
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        self.stopped = stopped
        self.cookie = ""

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                self.work()
            except NoAnswer:
                time.sleep(0.01)

    @abstractmethod
    def work(self) -> None:
        """What this one does again and again."""

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> http.client.HTTPResponse:
        try:
            words = {"content-type": "application/json", "cookie": self.cookie, **headers}
            self.connection.request(method, path, json.dumps(body), words)
            return self.connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise NoAnswer from error

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        response = self.send(method, path, body)
        try:
            told = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise NoAnswer from error
        if response.status >= 500:
            raise NoAnswer
        if cookie := response.getheader("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return json.loads(told)


class Mover(Client):
    """Plays one seat at random, and remembers what was accepted."""

    def __init__(self, port: int, stopped: threading.Event, name: str) -> None:
        super().__init__(port, stopped)
        self.guest = self.ask("POST", "/api/guests", {"name": name})["guest"]
        self.table = ""
        self.accepted: dict[int, tuple[str, str]] = {}
        self.sent = 0
        self.chance = random.Random(name)

    def work(self) -> None:
        seen = self.ask("GET", f"/api/tables/{self.table}")
        if not seen["view"]["legal"]:
            time.sleep(0.02)
            return
        self.sent += 1
        action = self.chance.choice(seen["view"]["legal"])
        self.insist({"type": "act", "position": seen["position"], "action": action, "key": f"k{self.sent}"})

    def insist(self, body: Any) -> None:
        while not self.stopped.is_set():
            with suppress(NoAnswer):
                answer = self.ask("POST", f"/api/tables/{self.table}", body)
                if answer["outcome"] == "accepted":
                    self.accepted[answer["seq"]] = (body["key"], body["action"])
                return
            time.sleep(0.01)


class Watcher(Client):
    """Listens to a table, and after a fall goes on where it stopped."""

    def __init__(self, port: int, stopped: threading.Event, table: str) -> None:
        super().__init__(port, stopped)
        self.table, self.last_id = table, ""
        self.events: list[Any] = []

    def work(self) -> None:
        heard = ""
        for line in self.lines():
            if line.startswith("id: "):
                heard = line.removeprefix("id: ")
            elif line.startswith("data: ") and heard:
                self.events.append(json.loads(line.removeprefix("data: ")))
                self.last_id, heard = heard, ""

    def lines(self) -> Iterator[str]:
        """Whole ones, until the server falls."""
        headers = {"last-event-id": self.last_id}
        stream = self.send("GET", f"/api/events?table={self.table}", **headers)
        with closing(self.connection), suppress(OSError, http.client.HTTPException):
            while (line := stream.readline()).endswith(b"\n"):
                yield line.decode().rstrip("\n")


def new_table(ann: Mover, bob: Mover) -> None:
    wanted = {"game": "lost-cities", "rounds": 9, "seats": [{"who": "me"}], "options": {"colours": 6}}
    ann.table = bob.table = ann.ask("POST", "/api/tables", wanted)["table"]
    for player, request in ((bob, {"type": "join"}), (ann, {"type": "start"})):
        answer = player.ask("POST", f"/api/tables/{ann.table}", request)
        assert answer["outcome"] == "accepted", answer


def assert_kills_lose_nothing(folder: Path, kills: int, seed: int) -> None:
    chance, stopped, all_heard = random.Random(seed), threading.Event(), threading.Event()
    server = ForkedServer(url(folder), folder / "log.txt")
    clients: list[Client] = []
    try:
        server.start()
        server.wait()
        movers = [Mover(server.port, stopped, f"Guest {i}") for i in range(2 * TABLES)]
        for ann, bob in zip(movers[::2], movers[1::2], strict=True):
            new_table(ann, bob)
        watchers = [Watcher(server.port, all_heard, mover.table) for mover in movers[::2]]
        clients = [*movers, *watchers]
        for client in clients:
            client.start()
        for _ in range(kills):
            wait_for_moves(movers)
            time.sleep(chance.uniform(0, 0.3))
            server.kill()
            server.start()
            server.wait()
        wait_for_moves(movers)
        stopped.set()
        for mover in movers:
            mover.join(20)
        check(folder, server.url, movers, watchers)
    finally:
        stopped.set()
        all_heard.set()
        server.close()
        for client in clients:
            client.join(20)
            client.connection.close()


def wait_for_moves(movers: list[Mover]) -> None:
    """Until there were some since the last fall: a slow machine would only kill servers that begin."""
    enough = sum(len(mover.accepted) for mover in movers) + 4
    deadline = time.monotonic() + 60
    while sum(len(mover.accepted) for mover in movers) < enough and time.monotonic() < deadline:
        time.sleep(0.005)


def check(folder: Path, base: str, movers: list[Mover], watchers: list[Watcher]) -> None:
    store = Store(url(folder))
    for mover in movers:
        log = store.log(mover.table)
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        own = {entry.seq: entry for entry in log if str(entry.key).startswith(f"{mover.guest}:")}
        for seq, (key, action) in mover.accepted.items():
            assert own[seq].key == f"{mover.guest}:{key}" and own[seq].body["action"] == action, "lost"
        assert len({entry.key for entry in own.values()}) == len(own), "doubled"
        assert len(own) - len(mover.accepted) <= 1, "only the last answer can have been missed"
    assert sum(len(mover.accepted) for mover in movers) > 10 * len(movers), "too little load to prove anything"
    for watcher in watchers:
        agrees(base, watcher)
    derived = [(store.tables_of(mover.guest), store.due()) for mover in movers]
    assert rebuild(store) == (TABLES, [])
    assert [(store.tables_of(mover.guest), store.due()) for mover in movers] == derived
    store.close()


def agrees(base: str, watcher: Watcher) -> None:
    """Whoever came back after every fall has heard everything once, and knows how things stand."""
    now = httpx.get(f"{base}/api/tables/{watcher.table}").json()
    deadline = time.monotonic() + 60
    while watcher.events[-1]["seq"] < now["seq"] and time.monotonic() < deadline:
        time.sleep(0.02)
    assert watcher.events[-1] == now
    heard = [event["seq"] for event in watcher.events]
    assert heard == list(range(heard[0], heard[-1] + 1))


def test_twenty_kills(tmp_path: Path) -> None:
    assert_kills_lose_nothing(tmp_path, 20, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_hundreds_of_kills(tmp_path: Path, seed: int) -> None:
    assert_kills_lose_nothing(tmp_path, 30, seed)


def test_the_command_is_killed_and_asked_to_stop(tmp_path: Path) -> None:
    """As people start it: after a fall it goes on, and whoever presses Ctrl-C while somebody listens need not wait."""
    server = ServerProcess(url(tmp_path), tmp_path / "log.txt")
    server.start()
    try:
        server.wait()
        with httpx.Client(base_url=server.url, timeout=300) as ann:  # the first time it compiles
            ann.post("/api/guests", json={"name": "Ann"})
            table = ann.post("/api/tables", json={"game": "lost-cities", "seats": [{"who": "me"}]}).json()["table"]
            server.kill()
            server.start()
            server.wait()
            assert ann.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Ann"
        with httpx.stream("GET", f"{server.url}/api/events?lobby=1") as stream:
            next(stream.iter_lines())
            start = time.monotonic()
            assert server.stop() in (0, 130)
            assert time.monotonic() - start < 10
        assert "Traceback" not in (tmp_path / "log.txt").read_text()
    finally:
        server.kill()
