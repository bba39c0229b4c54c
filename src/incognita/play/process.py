"""A child process that answers lines with lines, within time limits, and never outlives us.

It leads a process group of its own, so that whatever it starts ends with it. One loop moves bytes in all three pipes:
a child that does not read, does not write or writes without end costs no more than its time.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from incognita.play.agent import Forfeit

LONGEST = 1_000_000
"""Bytes in an answer."""
REMEMBERED = 4_000
"""Bytes of stderr that are kept, the last ones."""
GRACE = 0.5
"""Seconds to leave in, once the input has ended."""
AT_ONCE = 1 << 16
LOOK = 0.02
"""Seconds between two looks at whether the process has ended."""


class Process:
    """Running from the moment it is made; `close` it."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise Forfeit(f"the bot cannot be started: {error.strerror}: {command[0]}") from error
        self.put_down = weakref.finalize(self, put_down, self.child, os.getpid())  # runs at exit, too
        self.outgoing, self.incoming, self.errors = bytearray(), bytearray(), bytearray()
        self.selector = selectors.DefaultSelector()
        for pipe in pipes(self.child):
            os.set_blocking(pipe.fileno(), False)
        self.stdin, self.stdout, self.stderr = pipes(self.child)
        self.selector.register(self.stdout, selectors.EVENT_READ, self.read_answers)
        self.selector.register(self.stderr, selectors.EVENT_READ, self.read_errors)

    # --- talking

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line; the line that comes back in time. Forfeit says what came instead."""
        deadline = time.monotonic() + seconds
        self.move(0)
        if self.incoming:
            raise Forfeit(f"a line that nobody asked for: {bytes(self.incoming[:200]).decode(errors='replace')!r}")
        self.send(line)
        while (end := self.incoming.find(b"\n")) < 0 and len(self.incoming) <= LONGEST:
            self.wait_for_more(deadline, seconds)
        if not 0 <= end <= LONGEST:
            raise Forfeit(f"a line of more than {LONGEST:,} bytes")
        answer = bytes(self.incoming[:end])
        del self.incoming[: end + 1]
        return answer

    def send(self, line: bytes) -> None:
        """Send a line that needs no answer; what the pipe does not take now goes with the next one."""
        if self.stdin.closed:
            return
        if not self.outgoing:
            self.selector.register(self.stdin, selectors.EVENT_WRITE, self.write)
        self.outgoing += line
        self.move(0)

    def wait_for_more(self, deadline: float, seconds: float) -> None:
        """Some bytes more, perhaps. It may have ended while what it started holds its output open."""
        left, heard = deadline - time.monotonic(), len(self.incoming)
        ended = self.stdout.closed or self.child.poll() is not None
        self.move(0 if ended else max(0, min(left, LOOK)))
        if ended and len(self.incoming) == heard:
            raise Forfeit(self.how_it_ended())
        if left <= 0:
            raise Forfeit(f"no answer within {seconds:g} s")

    # --- moving bytes

    def move(self, seconds: float) -> None:
        """Read and write what is possible, as soon as something is."""
        for key, _ in self.selector.select(seconds):
            key.data()

    def write(self) -> None:
        try:
            del self.outgoing[: os.write(self.stdin.fileno(), self.outgoing)]
        except OSError:  # it does not listen any more; its output tells whether it has ended
            self.outgoing.clear()
            self.shut(self.stdin)
        else:
            if not self.outgoing:
                self.selector.unregister(self.stdin)

    def read_answers(self) -> None:
        data = self.read(self.stdout)
        if len(self.incoming) <= LONGEST:
            self.incoming += data

    def read_errors(self) -> None:
        self.errors += self.read(self.stderr)
        del self.errors[:-REMEMBERED]

    def read(self, pipe: IO[bytes]) -> bytes:
        """What is there; at its end the pipe is closed."""
        data = os.read(pipe.fileno(), AT_ONCE)
        if not data:
            self.shut(pipe)
        return data

    def shut(self, pipe: IO[bytes]) -> None:
        with suppress(KeyError):
            self.selector.unregister(pipe)
        pipe.close()

    # --- ending

    def close(self, grace: float = GRACE) -> bool:
        """End it and all that it started; whether it left by itself when its input ended."""
        deadline = time.monotonic() + grace
        while self.outgoing and time.monotonic() < deadline:
            self.move(LOOK)
        self.outgoing.clear()
        if not self.stdin.closed:
            self.shut(self.stdin)
        left = self.status(deadline - time.monotonic()) is not None
        self.put_down()
        self.selector.close()
        return left

    def status(self, seconds: float) -> int | None:
        """The exit status, if it ends in so many seconds; whatever it still says is heard."""
        deadline = time.monotonic() + seconds
        while (status := self.child.poll()) is None and time.monotonic() < deadline:
            self.move(LOOK)
        self.move(0)
        return status

    def how_it_ended(self) -> str:
        status = self.status(GRACE)
        words = " | ".join(self.last_words().splitlines()[-3:])
        return status_text(status) + (f"; its last words: {words}" if words else "")

    def last_words(self) -> str:
        """The end of what it wrote to stderr."""
        lines = self.errors.decode(errors="replace").splitlines()
        return "\n".join(text.rstrip() for text in lines if text.strip())


def status_text(status: int | None) -> str:
    if status is None:
        return "the bot closed its output"
    if status >= 0:
        return f"the bot ended with exit status {status}"
    with suppress(ValueError):
        return f"the bot was ended by {signal.Signals(-status).name}"
    return f"the bot was ended by signal {-status}"


def pipes(child: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert child.stdin and child.stdout and child.stderr
    return child.stdin, child.stdout, child.stderr


def put_down(child: subprocess.Popen[Any], owner: int) -> None:
    """Kill the whole group. A fork of its owner must not."""
    if os.getpid() != owner:
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    for pipe in pipes(child):
        pipe.close()
    child.wait()
