"""Who plays the deals: this process, a pool of local processes, or a Ray cluster. The result is the same.

Each of them takes the same chunks of deals and hands them back in order, some ahead of the one that is waited for.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from incognita.core.jit import digest
from incognita.play.arena import Chunk, Contest, play_deals

AHEAD = 4
"""Chunks begun for every worker: enough that none waits for a slow one, few enough to throw away on stopping."""
RETRIES = 5
"""How often Ray plays a chunk again whose worker was lost."""
PATIENCE = 5
"""Seconds in which a worker that is asked to leave may close its agents."""


class Task(NamedTuple):
    """A chunk to play: the deals of a contest from `first` to before `stop`."""

    contest: Contest
    first: int
    stop: int


Players = Callable[[Iterable[Task]], Generator[Chunk, None, None]]
T = TypeVar("T")
H = TypeVar("H")


def players(workers: int = 1, cluster: str | None = None) -> Players:
    """Those who play: a cluster if one is named, else so many processes, one being this one."""
    if workers < 1:
        raise ValueError(f"workers must be 1 or more, not {workers}")
    if cluster is not None:
        return lambda tasks: play_on_cluster(tasks, cluster, workers)
    if workers == 1:
        return play_here
    return lambda tasks: play_in_pool(tasks, workers)


def play_here(tasks: Iterable[Task]) -> Generator[Chunk, None, None]:
    for task in tasks:
        yield play_deals(*task)


def in_order(tasks: Iterable[Task], most: int, start: Callable[[Task], H], finish: Callable[[H], T]) -> Iterator[T]:
    """Start tasks, never more than `most` at a time, and finish them in the order in which they were started."""
    begun: deque[H] = deque()
    for task in tasks:
        if len(begun) == most:
            yield finish(begun.popleft())
        begun.append(start(task))
    while begun:
        yield finish(begun.popleft())


# --- a pool of processes


def play_in_pool(tasks: Iterable[Task], workers: int) -> Generator[Chunk, None, None]:
    with pool(workers) as executor:

        def start(task: Task) -> Future[Chunk]:
            return executor.submit(play_in_worker, *task)

        try:
            yield from in_order(tasks, workers * AHEAD, start, Future.result)
        except BrokenProcessPool as error:
            raise ChildProcessError("a worker process was lost; what was played until then is kept") from error


@contextmanager
def pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that know nothing of this one, and are gone when it is done with them, finished or not."""
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=enter_worker)
    try:
        yield executor
    finally:
        ours = set(multiprocessing.active_children()) - others
        for process in ours:
            process.terminate()
        for process in ours:
            process.join(PATIENCE)
            process.kill()
        executor.shutdown(cancel_futures=True)


leaving = False


def enter_worker() -> None:
    """The one who started us hears Ctrl-C and asks us to leave; then agents must be closed, they may be processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)


def leave(number: int, frame: FrameType | None) -> None:
    global leaving
    leaving = True
    sys.exit(0)


def play_in_worker(contest: Contest, first: int, stop: int) -> Chunk:
    try:
        return play_deals(contest, first, stop)
    finally:
        if leaving:  # the pool would take this for the end of a task and give us another
            os._exit(0)


# --- a cluster


LOCAL = "local"
"""The address of a Ray of our own, on this machine and for it alone; all others are Ray's: `auto`, HOST:PORT, ray://."""
LOOPBACK = "127.0.0.1"
KEEP_TO_LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Ray takes the address 127.0.0.1 for one that others can reach, and listens on all interfaces, unless this is 0."""


def play_on_cluster(tasks: Iterable[Task], address: str, workers: int) -> Generator[Chunk, None, None]:
    with cluster(address, workers) as ray:
        remote: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(play_deals)
        at_once = int(ray.cluster_resources().get("CPU", 1))
        sources = digest()

        def start(task: Task) -> Any:
            return remote.remote(*task, sources)

        yield from in_order(tasks, at_once * AHEAD, start, ray.get)


@contextmanager
def cluster(address: str, workers: int) -> Iterator[Any]:
    """Ray, connected to a cluster for as long as it is needed."""
    if address == LOCAL:
        os.environ[KEEP_TO_LOOPBACK] = "0"  # read when Ray is imported, here and in its processes
    import ray

    try:
        if address == LOCAL:
            start_local(ray, workers)
        else:
            ray.init(address=address, log_to_driver=False)
        yield ray
    finally:
        ray.shutdown()


def start_local(ray: Any, workers: int) -> None:
    """Whoever reaches Ray can run what he likes, so nobody else may: it starts on 127.0.0.1 or not at all."""
    if ray.util.get_node_ip_address() != LOOPBACK:
        raise ConnectionError(f"Ray would listen to the network; set {KEEP_TO_LOOPBACK}=0 before it is imported")
    ray.init(
        address=LOCAL,
        num_cpus=workers,
        _node_ip_address=LOOPBACK,
        include_dashboard=False,
        log_to_driver=False,
    )
