"""How much one guest, or one address without a guest, may ask: far more than people and bots need."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

MOST_REMEMBERED = 10_000
MOST_STREAMS = 12


class HasSender(Protocol):
    sender: str


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    at_once: float


REQUESTS = Rate(60, 240)
NEWCOMERS = Rate(0.5, 60)
"""Names that are made and links that are tried."""


@dataclass
class Bucket:
    left: float
    at: float


class Buckets:
    """Who has asked how much lately."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self.rate, self.clock = rate, clock
        self.buckets: dict[str, Bucket] = {}

    def wait(self, sender: str) -> int:
        """Seconds until this sender may ask again; 0 if they may now."""
        now = self.clock()
        bucket = self.buckets.setdefault(sender, Bucket(self.rate.at_once, now))
        bucket.left = min(self.rate.at_once, bucket.left + (now - bucket.at) * self.rate.per_second)
        bucket.at = now
        self.tidy()
        if bucket.left < 1:
            return math.ceil((1 - bucket.left) / self.rate.per_second)
        bucket.left -= 1
        return 0

    def tidy(self) -> None:
        """Forget the half that has been quiet longest: by now their buckets are full again."""
        if len(self.buckets) > MOST_REMEMBERED:
            oldest = sorted(self.buckets, key=lambda sender: self.buckets[sender].at)
            for sender in oldest[: MOST_REMEMBERED // 2]:
                del self.buckets[sender]


class Limits:
    def __init__(
        self,
        requests: Rate = REQUESTS,
        newcomers: Rate = NEWCOMERS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.requests, self.newcomers = Buckets(requests, clock), Buckets(newcomers, clock)

    def wait(self, sender: str, *, newcomer: bool) -> int:
        """Seconds until a request may come; making names and trying links is counted apart."""
        return self.requests.wait(sender) or (self.newcomers.wait(sender) if newcomer else 0)

    def too_many_streams(self, sender: str, streams: Collection[HasSender]) -> bool:
        return sum(one.sender == sender for one in streams) >= MOST_STREAMS
