"""How many tables one core holds: simulated people at one move a second, beside the framework's bare echo.

    python -m bench.server            about four minutes; leave the machine alone meanwhile
    python -m bench.server --write    writes results/ and the table in README.md, too
    python -m bench.server --quick    does it work at all? The numbers mean nothing

A real server in a process of its own, on one core and on the loopback, with SQLite on the disk; the people have another
core. Two sit at every table; the time is measured from sending a move to hearing of it in the stream of the other one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bench import report
from bench.people import Pair, Wire
from incognita.cli.measures import Result

ECHO_APP = """
import sys, fastapi, uvicorn
app = fastapi.FastAPI()
@app.post("/")
async def echo(body: dict) -> dict:
    return body
uvicorn.run(app, port=int(sys.argv[1]), access_log=False, log_config=None)
"""
SERVER_CORE, PEOPLE_CORE = 0, 1
LIMIT = 100.0
"""Milliseconds from move to event that one in a hundred may exceed."""
ECHO, MOVE = "bare echo, time of the processor", "a move, time of the processor"


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    step: int = 50
    """Tables that are added each time, until it is too much."""
    most: int = 1000
    settle: float = 2
    """Seconds before each measurement …"""
    seconds: float = 9
    """… and of each."""
    unfinished: int = 10_000


QUICK = Plan(step=4, most=8, settle=0.5, seconds=2, unfinished=20)


# --- processes


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """This process, and all it starts meanwhile, on one core of several."""
    cores = os.sched_getaffinity(0)
    with suppress(OSError):
        os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@contextmanager
def process(words: list[str], port: int) -> Iterator[int]:
    """A server on the first core, from its first answer until it is not needed any more; its number."""
    with on_core(SERVER_CORE):
        running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield running.pid
    finally:
        os.kill(running.pid, signal.SIGKILL)
        running.wait()


def wait_for(port: int) -> None:
    """Until it answers, whatever it says."""
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as tried:
            tried.sendall(b"GET /health HTTP/1.0\r\n\r\n")
            if tried.recv(1):
                return
        time.sleep(0.005)


def serve_words(port: int, database: Path) -> list[str]:
    words = [sys.executable, "-m", "incognita.cli", "serve", "--port", str(port), "--bots", "1"]
    return [*words, "--database", f"sqlite:///{database}"]


def memory(pid: int) -> float:
    """Resident kilobytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- the framework alone


def echo_rows(plan: Plan) -> Iterator[Result]:
    """A small body there and back."""
    port = free_port()
    with process([sys.executable, "-c", ECHO_APP, str(port)], port) as pid, on_core(PEOPLE_CORE):
        took = asyncio.run(echo(port, plan.seconds / 2))
        yield row("bare echo, median", 1000 * percentile(took, 50), "ms")
        used, times = cpu_seconds(pid), asyncio.run(echo(port, plan.seconds))
        yield row(ECHO, 1000 * (cpu_seconds(pid) - used) / len(times), "ms")


async def echo(port: int, seconds: float) -> list[float]:
    """How long each took, one after the other."""
    wire, until, took = await Wire.open(port), time.perf_counter() + seconds, list[float]()
    while (begun := time.perf_counter()) < until:
        await wire.ask("POST", "/", {"i": len(took)})
        took.append(time.perf_counter() - begun)
    wire.close()
    return took


# --- people


@dataclass(frozen=True)
class Load:
    """What so many tables did to the server."""

    tables: int
    heard: Sequence[float]
    cpu: float
    seconds: float
    memory: float
    """Kilobytes of the server."""

    @property
    def slowest(self) -> float:
        """Milliseconds that one in a hundred takes, or takes even longer."""
        return 1000 * percentile(self.heard, 99)

    @property
    def held(self) -> bool:
        """Quick enough, and nobody had to wait with the next move."""
        return self.slowest < LIMIT and len(self.heard) > 0.9 * self.tables * self.seconds

    def rows(self, first: bool) -> Iterator[Result]:
        name = f"{self.tables} tables: move to event"
        yield row(f"{name}, median", 1000 * percentile(self.heard, 50), "ms", "bare echo, median" if first else None)
        yield row(f"{name}, 99th percentile", self.slowest, "ms")
        yield row(f"{self.tables} tables: share of the core", self.cpu / self.seconds, "")


def percentile(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else float("inf")


async def climb(port: int, pid: int, cookies: Sequence[str], plan: Plan) -> list[Load]:
    """More and more tables, until it is too much."""
    loads, pairs = list[Load](), list[Pair]()
    while len(pairs) < plan.most and (not loads or loads[-1].held):
        for number in range(len(pairs), len(pairs) + plan.step):
            pairs.append(Pair(port, number, cookies[2 * number : 2 * number + 2]))
            await pairs[-1].sit_down()
        await asyncio.sleep(plan.settle)
        loads.append(await measured(pairs, pid, plan.seconds))
        print(f"{len(pairs)} tables: p99 {loads[-1].slowest:.1f} ms", file=sys.stderr, flush=True)
    for pair in pairs:
        await pair.leave()
    return loads


async def measured(pairs: Sequence[Pair], pid: int, seconds: float) -> Load:
    for pair in pairs:
        pair.heard.clear()
    begun, used = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    heard = [one for pair in pairs for one in pair.heard]
    took = time.perf_counter() - begun
    return Load(len(pairs), heard, cpu_seconds(pid) - used, took, memory(pid))


def load_rows(plan: Plan) -> Iterator[Result]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite"
        cookies = guests(database, 2 * plan.most)
        with process(serve_words(port, database), port) as pid, on_core(PEOPLE_CORE):
            loads = asyncio.run(climb(port, pid, cookies, plan))
    for load in loads:
        yield from load.rows(first=load is loads[0])
    first, last = loads[0], loads[-1]
    yield row(MOVE, 1000 * first.cpu / len(first.heard), "ms", ECHO)
    if last is not first:
        yield row("memory for a table", (last.memory - first.memory) / (last.tables - first.tables), "kB")
    yield row("tables that one core holds", max((load.tables for load in loads if load.held), default=0), "tables")


def guests(database: Path, number: int) -> list[str]:
    """The cookies of people who were here before: so many new ones from one address would be held back."""
    from sqlalchemy import insert

    from incognita.server.keys import SECRET, Signer
    from incognita.store import schema
    from incognita.store.store import Store

    store = Store(f"sqlite:///{database}")
    store.set(SECRET, "only for this measurement")
    rows = [{"id": f"guest{i}", "name": f"Guest {i}", "link": f"link{i}", "made": 0} for i in range(number)]
    with store.engine.begin() as connection:
        connection.execute(insert(schema.guests), rows)
    store.close()
    return [Signer("only for this measurement").signed("guest", f"guest{i}") for i in range(number)]


# --- starting


def start_rows(plan: Plan) -> Iterator[Result]:
    """How long a server with so many unfinished matches takes until it answers, beside one with none."""
    empty = "start, nothing in the database"
    yield row(empty, start(0), "s")
    yield row(f"start, {plan.unfinished} unfinished matches", start(plan.unfinished), "s", empty)


def start(unfinished: int) -> float:
    took = []
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite"
        fill(database, unfinished)
        for _ in range(3):
            port, begun = free_port(), time.perf_counter()
            with process(serve_words(port, database), port):
                took.append(time.perf_counter() - begun)
    return percentile(took, 50)


def fill(database: Path, unfinished: int) -> None:
    from incognita.server.deals import live_deal
    from incognita.server.entries import Created, Seated
    from incognita.server.history import find_game
    from incognita.server.table import new_log
    from incognita.store.store import Store

    dealt = live_deal(find_game("lost-cities", {}), 3)
    clock = {"seconds": 10**6, "increment": 0}
    facts = [Created("lost-cities", {}, 3, [None, None], clock, True), Seated(0, "a"), Seated(1, "b"), dealt]
    store, now = Store(f"sqlite:///{database}"), time.time_ns() // 1_000_000
    store.append(new_log(f"table{i}", facts, now) for i in range(unfinished))
    store.close()


# --- the run


def row(name: str, value: float, unit: str, ratio_to: str | None = None) -> Result:
    return Result(name, value, unit, ratio_to, None)


def compared(rows: Sequence[Result]) -> list[Result]:
    values = {one.name: one.value for one in rows}
    return [replace(one, ratio=one.value / values[one.ratio_to]) if one.ratio_to else one for one in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="short, to see that it works")
    parser.add_argument("--write", action="store_true", help="write results/ and the table in README.md")
    wanted = parser.parse_args()
    plan = QUICK if wanted.quick else Plan()
    rows = compared([one for measure in (echo_rows, load_rows, start_rows) for one in measure(plan)])
    for one in rows:
        print(json.dumps(asdict(one), ensure_ascii=False))
    if wanted.write:
        print(f"written: {report.write(rows, report.SERVER)}", file=sys.stderr)


if __name__ == "__main__":
    main()
