"""Who is alive in a process group, asked of the kernel."""

from __future__ import annotations

import os
import time
from pathlib import Path


def alive(group: int) -> list[int]:
    """The processes of a group that are no zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and group_of(int(entry.name)) == group:
            found.append(int(entry.name))
    return found


def group_of(process: int) -> int | None:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    state, _, group = fields[:3]
    return None if state in "ZX" else int(group)


def is_gone(group: int, seconds: float = 3.0) -> bool:
    """Whether all of a group has ended; a kill takes a moment."""
    deadline = time.monotonic() + seconds
    while alive(group) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not alive(group) and not exists(group)


def exists(process: int) -> bool:
    """Whether there is such a process, even as a zombie that we forgot to bury."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
