"""The clocks of a table, as its log tells them. Time in which the server was down is nobody's."""

from __future__ import annotations

from collections.abc import Sequence

Outages = Sequence[tuple[int, int]]
"""From when until when the server was down, in milliseconds."""


def overlap(outages: Outages, since: int, until: int) -> int:
    return sum(max(0, min(end, until) - max(start, since)) for start, end in outages)


class Clock:
    """Time left for every seat. At most one clock runs: that of the person who is asked, whoever's turn it is."""

    def __init__(self, seconds: int, increment: int, players: int, outages: Outages) -> None:
        self.seconds, self.increment = seconds, increment
        self.left = [1000 * seconds] * players
        self.running: int | None = None
        self.since = 0
        self.outages = outages

    def press(self, running: int | None, at: int, *, gains: int | None = None) -> None:
        """Charge the time until now; from now on the clock of `running` runs. `gains` has ended a turn."""
        if self.running is not None:
            self.left[self.running] = max(0, self.left[self.running] - self.spent(at))
        if gains is not None:
            self.left[gains] += 1000 * self.increment
        self.running, self.since = running, at

    def spent(self, at: int) -> int:
        """What the running clock has used since it was started."""
        return max(0, at - self.since - overlap(self.outages, self.since, at))

    def due(self) -> int | None:
        """When the running clock will have run out."""
        if self.running is None:
            return None
        forgiven = sum(max(0, end - max(start, self.since)) for start, end in self.outages)
        return self.since + self.left[self.running] + forgiven
