"""A real server in a process of its own, on the loopback, ended by its process id."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class ServerProcess:
    """`incognita serve`, started again and again on the same port and database."""

    def __init__(self, database: str, log: Path) -> None:
        self.port, self.database, self.log = free_port(), database, log
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = [sys.executable, "-m", "incognita.cli", "serve", "--port", str(self.port), "--bots", "1"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*words, "--database", self.database], stdout=log, stderr=log)

    def wait(self, seconds: float = 60) -> None:
        """Until it answers."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self.process and self.process.poll() is None, self.log.read_text()
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/health").status_code == 200:
                    return
            time.sleep(0.02)
        raise TimeoutError(self.log.read_text())

    def kill(self) -> None:
        """Without any warning."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """As somebody who presses Ctrl-C does."""
        return self.end(signal.SIGINT)

    def end(self, number: signal.Signals) -> int:
        assert self.process
        if self.process.poll() is None:
            os.kill(self.process.pid, number)
        return self.process.wait(20)
