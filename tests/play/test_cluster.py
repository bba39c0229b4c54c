"""The arena on Ray: the same result, even if a worker is lost, and nobody else can reach it."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

import incognita
from incognita.play.arena import Chunk
from incognita.play.measurement import new
from incognita.play.workers import LOOPBACK, players, start_local

GAME = incognita.load("lost-cities", colours=3, ranks=5, hand=4)
ADDRESSES = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
"""127.0.0.1 and its forms of version 6, as the kernel writes them."""
LISTENS = "0A"


def listening(pid: int) -> list[str]:
    """The addresses on which a process accepts connections."""
    links = [os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()]
    inodes = {link[8:-1] for link in links if link.startswith("socket:[")}
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()]
    return [line[1].split(":")[0] for line in lines if line[3] == LISTENS and line[9] in inodes]


def started() -> list[int]:
    """This process and all that it started, directly or not."""
    parent = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parent[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    return [pid for pid in parent if os.getpid() in ancestry(pid, parent)]


def ancestry(pid: int, parent: dict[int, int]) -> list[int]:
    return [pid, *ancestry(parent[pid], parent)] if pid in parent else []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Ray, about itself
def test_a_lost_worker_changes_nothing() -> None:
    here, there = (new(GAME, ("policy:", "random:"), 60, seed=5) for _ in range(2))
    here.run()
    workers: list[int] = []
    addresses: set[str] = set()

    def lose_the_first(chunk: Chunk) -> None:
        if not workers:
            addresses.update(address for pid in started() for address in listening(pid))
            os.kill(chunk.worker, signal.SIGKILL)
            time.sleep(1)
        workers.append(chunk.worker)

    there.run(players(2, "local"), lose_the_first)
    assert addresses
    assert addresses <= ADDRESSES, "only this machine can reach it"
    assert len(set(workers)) >= 2
    assert there.to_json() == here.to_json()


def test_a_ray_that_would_listen_to_the_network_is_not_started() -> None:
    class Elsewhere:
        @staticmethod
        def get_node_ip_address() -> str:
            return "192.0.2.1"

    class Ray:
        util = Elsewhere

        @staticmethod
        def init(**settings: object) -> None:
            raise AssertionError("started")

    with pytest.raises(ConnectionError, match="would listen to the network"):
        start_local(Ray, 2)
    Elsewhere.get_node_ip_address = staticmethod(lambda: LOOPBACK)  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="started"):
        start_local(Ray, 2)
