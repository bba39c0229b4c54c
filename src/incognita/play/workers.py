"""Who plays the deals: this process, a pool of local processes, or a Ray cluster. The result is the same.

Each of them takes the same chunks of deals and hands them back in order, some ahead of the one that is waited for.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

from incognita.core.jit import digest
from incognita.play.arena import Chunk, Contest, play_deals

AHEAD = 4
"""Chunks begun for every worker: enough that none waits for a slow one, few enough to throw away on stopping."""
RETRIES = 5
"""How often Ray plays a chunk again whose worker was lost."""
PATIENCE = 5
"""Seconds in which a worker that is asked to leave may close its agents."""

Span = tuple[int, int]
"""The first deal of a chunk, and the one after its last."""
Players = Callable[[Contest, Iterable[Span]], Iterator[Chunk]]
T = TypeVar("T")
H = TypeVar("H")


def players(workers: int = 1, cluster: str | None = None) -> Players:
    """Those who play: a cluster if one is named, else so many processes, one being this one."""
    if workers < 1:
        raise ValueError(f"workers must be 1 or more, not {workers}")
    if cluster is not None:
        return lambda contest, spans: play_on_cluster(contest, spans, cluster, workers)
    if workers == 1:
        return play_here
    return lambda contest, spans: play_in_pool(contest, spans, workers)


def play_here(contest: Contest, spans: Iterable[Span]) -> Iterator[Chunk]:
    for span in spans:
        yield play_deals(contest, *span)


def in_order(spans: Iterable[Span], most: int, start: Callable[[Span], H], finish: Callable[[H], T]) -> Iterator[T]:
    """Start spans, never more than `most` at a time, and finish them in the order in which they were started."""
    begun: deque[H] = deque()
    for span in spans:
        if len(begun) == most:
            yield finish(begun.popleft())
        begun.append(start(span))
    while begun:
        yield finish(begun.popleft())


# --- a pool of processes


def play_in_pool(contest: Contest, spans: Iterable[Span], workers: int) -> Iterator[Chunk]:
    with pool(workers) as executor:

        def start(span: Span) -> Future[Chunk]:
            return executor.submit(play_in_worker, contest, *span)

        try:
            yield from in_order(spans, workers * AHEAD, start, Future.result)
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


def play_on_cluster(contest: Contest, spans: Iterable[Span], address: str, workers: int) -> Iterator[Chunk]:
    import ray

    with connected(ray, address, workers):
        remote: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(play_deals)
        at_once = int(ray.cluster_resources().get("CPU", 1))
        sources = digest()

        def start(span: Span) -> Any:
            return remote.remote(contest, *span, sources)

        yield from in_order(spans, at_once * AHEAD, start, ray.get)


@contextmanager
def connected(ray: Any, address: str, workers: int) -> Iterator[None]:
    """`local` starts Ray on this machine, for this machine alone; `auto` does too where no cluster is running."""
    try:
        if address == "local" or (address == "auto" and not joins_cluster(ray)):
            start_local(ray, workers)
        elif address != "auto":
            ray.init(address=address, log_to_driver=False)
        yield
    finally:
        ray.shutdown()


def joins_cluster(ray: Any) -> bool:
    try:
        ray.init(address="auto", log_to_driver=False)
    except ConnectionError:
        return False
    return True


def start_local(ray: Any, workers: int) -> None:
    # Nothing but this machine may reach it: Ray runs whatever it is sent.
    ray.init(
        address="local",
        num_cpus=workers,
        _node_ip_address="127.0.0.1",
        include_dashboard=False,
        log_to_driver=False,
    )
