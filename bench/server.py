"""How many tables one server holds: simulated people at one move a second, beside the framework's bare echo.

    python -m bench.server --tables 50 --seconds 20
    python -m bench.server --unfinished 10000

A real server in a process of its own, on the loopback, with SQLite on the disk. Two people sit at every table; the time
is measured from sending a move to hearing of it in the stream of the other one. Leave the machine alone meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

ECHO_APP = """
import sys, fastapi, uvicorn
app = fastapi.FastAPI()
@app.post("/")
async def echo(body: dict) -> dict:
    return body
uvicorn.run(app, port=int(sys.argv[1]), access_log=False, log_config=None)
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def process(words: list[str], url: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server, from its first answer until it is not needed any more."""
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            with suppress(httpx.TransportError):
                httpx.get(url)
                break
            time.sleep(0.01)
        yield running
    finally:
        os.kill(running.pid, signal.SIGKILL)
        running.wait()


def serve_words(port: int, database: Path) -> list[str]:
    words = [sys.executable, "-m", "incognita.cli", "serve", "--port", str(port), "--bots", "1"]
    return [*words, "--database", f"sqlite:///{database}"]


def memory(pid: int) -> float:
    """Resident megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {f"p{p}": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * p // 100)], 1) for p in (50, 90, 99)}


class Seat:
    """One person: a cookie, a stream, and one move a second when it is their turn."""

    def __init__(self, base: str, cookie: str) -> None:
        self.http = httpx.AsyncClient(base_url=base, timeout=30, cookies={"incognita": cookie})
        self.table = ""
        self.view: dict[str, Any] = {}

    async def post(self, path: str, body: Any) -> Any:
        return (await self.http.post(path, json=body)).raise_for_status().json()

    async def events(self) -> AsyncIterator[Any]:
        async with self.http.stream("GET", f"/api/tables/{self.table}/events") as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))


class Pair:
    """A table: what one does, the other hears of."""

    def __init__(self, base: str, number: int, cookies: Sequence[str]) -> None:
        self.seats = [Seat(base, cookie) for cookie in cookies]
        self.sent: dict[int, float] = {}
        self.heard: list[float] = []
        self.chance = random.Random(number)

    async def sit_down(self) -> None:
        ann, bob = self.seats
        wanted = {"game": "lost-cities", "rounds": 9, "seats": [{"who": "me"}]}
        ann.table = bob.table = (await ann.post("/api/tables", wanted))["table"]
        await bob.post(f"/api/tables/{ann.table}", {"type": "join"})
        await ann.post(f"/api/tables/{ann.table}", {"type": "start"})

    async def listen(self, seat: Seat) -> None:
        async for event in seat.events():
            if event["type"] == "table":
                seat.view = event
                begun = self.sent.pop(event["seq"], None) if event["you"] != event["happened"]["seat"] else None
                if begun is not None:
                    self.heard.append(time.perf_counter() - begun)

    async def play(self, until: float) -> None:
        await asyncio.sleep(self.chance.random())
        while time.perf_counter() < until:
            for seat in self.seats:
                if seat.view.get("view") and seat.view["view"]["legal"]:
                    await self.move(seat)
                    break
            await asyncio.sleep(1)

    async def move(self, seat: Seat) -> None:
        position, action = seat.view["position"], self.chance.choice(seat.view["view"]["legal"])
        self.sent[position + 1] = time.perf_counter()
        await seat.post(f"/api/tables/{seat.table}", {"type": "act", "position": position, "action": action})

    async def run(self, until: float) -> None:
        listening = [asyncio.create_task(self.listen(seat)) for seat in self.seats]
        await self.play(until)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for seat in self.seats:
            await seat.http.aclose()


async def load(base: str, cookies: list[str], seconds: float, pid: int) -> dict[str, Any]:
    before, tables = memory(pid), len(cookies) // 2
    pairs = [Pair(base, i, cookies[2 * i : 2 * i + 2]) for i in range(tables)]
    for pair in pairs:
        await pair.sit_down()
    start, used = time.perf_counter(), cpu_seconds(pid)
    await asyncio.gather(*(pair.run(start + seconds) for pair in pairs))
    heard = [one for pair in pairs for one in pair.heard]
    return {
        "tables": tables,
        "moves": len(heard),
        "move to event, ms": percentiles(heard),
        "share of a core": round((cpu_seconds(pid) - used) / (time.perf_counter() - start), 2),
        "memory per table, kB": round(1024 * (memory(pid) - before) / tables),
    }


async def echo(base: str, requests: int) -> dict[str, Any]:
    """The framework alone: a small body there and back."""
    took = []
    async with httpx.AsyncClient(base_url=base) as client:
        for i in range(requests):
            begun = time.perf_counter()
            await client.post("/", json={"i": i})
            took.append(time.perf_counter() - begun)
    return {"bare echo, ms": percentiles(took)}


def measure_load(tables: list[int], seconds: float) -> Iterator[dict[str, Any]]:
    port = free_port()
    with process([sys.executable, "-c", ECHO_APP, str(port)], f"http://127.0.0.1:{port}"):
        yield asyncio.run(echo(f"http://127.0.0.1:{port}", 500))
    for number in tables:
        port = free_port()
        base = f"http://127.0.0.1:{port}"
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "tables.sqlite"
            cookies = guests(database, 2 * number)
            with process(serve_words(port, database), f"{base}/health") as server:
                yield asyncio.run(load(base, cookies, seconds, server.pid))


def guests(database: Path, number: int) -> list[str]:
    """The cookies of people who were here before: so many new ones from one address would be held back."""
    from incognita.server.keys import SECRET, Signer
    from incognita.store.store import Store

    store = Store(f"sqlite:///{database}")
    store.set(SECRET, "only for this measurement")
    for i in range(number):
        store.add_guest(f"guest{i}", f"Guest {i}", f"link{i}", 0)
    store.close()
    return [Signer("only for this measurement").signed("guest", f"guest{i}") for i in range(number)]


def measure_start(unfinished: int) -> dict[str, Any]:
    """How long a server with so many unfinished matches takes until it answers."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite"
        fill(database, unfinished)
        took = []
        for _ in range(3):
            port, begun = free_port(), time.perf_counter()
            with process(serve_words(port, database), f"http://127.0.0.1:{port}/health"):
                took.append(time.perf_counter() - begun)
    return {"unfinished matches": unfinished, "start, s": round(sorted(took)[1], 2)}


def fill(database: Path, unfinished: int) -> None:
    from incognita.server.deals import live_deal
    from incognita.server.entries import Created, Seated
    from incognita.server.history import find_game
    from incognita.server.table import new_log
    from incognita.store.store import Store

    game = find_game("lost-cities", {})
    dealt = live_deal(game, 3)
    clock = {"seconds": 10**6, "increment": 0}
    store, now = Store(f"sqlite:///{database}"), time.time_ns() // 1_000_000
    facts = [Created("lost-cities", {}, 3, [None, None], clock, True), Seated(0, "a"), Seated(1, "b"), dealt]
    additions = []
    for i in range(unfinished):
        additions.append(new_log(f"table{i}", facts, now))
        if len(additions) == 500 or i + 1 == unfinished:
            store.append(additions)
            additions = []
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="*", default=[50, 100, 200])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--unfinished", type=int, default=10_000)
    wanted = parser.parse_args()
    print(json.dumps({"machine": platform.processor() or platform.machine(), "cores": os.cpu_count()}), flush=True)
    for line in measure_load(wanted.tables, wanted.seconds):
        print(json.dumps(line), flush=True)
    print(json.dumps(measure_start(wanted.unfinished)), flush=True)


if __name__ == "__main__":
    main()
