"""The server process is killed without warning, at random moments, under load: nothing accepted is lost or doubled."""

from __future__ import annotations

import json
import random
import threading
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from incognita.server.house import rebuild
from incognita.store.store import Store
from tests.server.houses import url
from tests.server.processes import ServerProcess

TABLES = 3
GONE = (httpx.TransportError, httpx.HTTPStatusError)


class Client(threading.Thread, ABC):
    """Somebody who never gives up: what got no answer is sent again with the same key."""

    def __init__(self, base: str, stopped: threading.Event) -> None:
        super().__init__(daemon=True)
        self.http = httpx.Client(base_url=base, timeout=5)
        self.stopped = stopped

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                self.work()
            except GONE:
                time.sleep(0.01)

    @abstractmethod
    def work(self) -> None:
        """What this one does again and again."""

    def post(self, path: str, body: Any) -> httpx.Response:
        answer = self.http.post(path, json=body)
        if answer.status_code >= 500:
            answer.raise_for_status()
        return answer


class Mover(Client):
    """Plays one seat at random, and remembers what was accepted."""

    def __init__(self, base: str, stopped: threading.Event, name: str) -> None:
        super().__init__(base, stopped)
        self.guest = self.http.post("/api/guests", json={"name": name}).json()["guest"]
        self.table = ""
        self.accepted: dict[int, tuple[str, str]] = {}
        self.sent = 0
        self.chance = random.Random(name)

    def work(self) -> None:
        seen = self.http.get(f"/api/tables/{self.table}").json()
        if not seen["view"]["legal"]:
            time.sleep(0.02)
            return
        self.sent += 1
        action = self.chance.choice(seen["view"]["legal"])
        body = {"type": "act", "position": seen["position"], "action": action, "key": f"k{self.sent}"}
        self.insist(body)

    def insist(self, body: Any) -> None:
        while not self.stopped.is_set():
            with suppress(*GONE):
                answer = self.post(f"/api/tables/{self.table}", body).json()
                if answer["outcome"] == "accepted":
                    self.accepted[answer["seq"]] = (body["key"], body["action"])
                return
            time.sleep(0.01)


class Watcher(Client):
    """Listens to a table, and after a fall goes on where it stopped."""

    def __init__(self, base: str, stopped: threading.Event, table: str) -> None:
        super().__init__(base, stopped)
        self.table, self.last_id = table, ""
        self.events: list[Any] = []

    def work(self) -> None:
        headers = {"last-event-id": self.last_id} if self.last_id else {}
        with self.http.stream("GET", f"/api/events?table={self.table}", headers=headers) as stream:
            heard = ""
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    heard = line.removeprefix("id: ")
                elif line.startswith("data: ") and heard:
                    self.events.append(json.loads(line.removeprefix("data: ")))
                    self.last_id, heard = heard, ""
                if self.stopped.is_set():
                    return


def new_table(ann: Mover, bob: Mover) -> None:
    wanted = {"game": "lost-cities", "rounds": 9, "seats": [{"who": "me"}], "options": {"colours": 6}}
    ann.table = bob.table = ann.http.post("/api/tables", json=wanted).json()["table"]
    for player, request in ((bob, {"type": "join"}), (ann, {"type": "start"})):
        answer = player.http.post(f"/api/tables/{ann.table}", json=request)
        assert answer.status_code == 200, answer.text


def killed_many_times(folder: Path, kills: int, seed: int) -> None:
    chance, stopped, all_heard = random.Random(seed), threading.Event(), threading.Event()
    server = ServerProcess(url(folder), folder / "log.txt")
    clients: list[Client] = []
    server.start()
    try:
        server.wait()
        movers = [Mover(server.url, stopped, f"Guest {i}") for i in range(2 * TABLES)]
        for ann, bob in zip(movers[::2], movers[1::2], strict=True):
            new_table(ann, bob)
        watchers = [Watcher(server.url, all_heard, mover.table) for mover in movers[::2]]
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
        server.kill()
        for client in clients:
            client.join(20)
            client.http.close()


def wait_for_moves(movers: list[Mover]) -> None:
    """Until somebody has moved since the last fall, or the kills would only hit servers that begin."""
    before = sum(len(mover.accepted) for mover in movers)
    deadline = time.monotonic() + 20
    while sum(len(mover.accepted) for mover in movers) == before and time.monotonic() < deadline:
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
    deadline = time.monotonic() + 10
    while watcher.events[-1]["seq"] < now["seq"] and time.monotonic() < deadline:
        time.sleep(0.02)
    assert watcher.events[-1] == now
    heard = [event["seq"] for event in watcher.events]
    assert heard == list(range(heard[0], heard[-1] + 1))


def test_twenty_kills(tmp_path: Path) -> None:
    killed_many_times(tmp_path, 20, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_hundreds_of_kills(tmp_path: Path, seed: int) -> None:
    killed_many_times(tmp_path, 30, seed)


def test_a_server_that_is_asked_to_stop_stops(tmp_path: Path) -> None:
    server = ServerProcess(url(tmp_path), tmp_path / "log.txt")
    server.start()
    try:
        server.wait()
        with httpx.stream("GET", f"{server.url}/api/events?lobby=1") as stream:
            next(stream.iter_lines())
            start = time.monotonic()
            assert server.stop() in (0, 130)
            assert time.monotonic() - start < 10
        assert "Traceback" not in (tmp_path / "log.txt").read_text()
    finally:
        server.kill()
