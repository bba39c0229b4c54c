"""A real server in a process of its own, on the loopback, ended by its process id."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def answers(port: int) -> bool:
    """Whether somebody serves there. Without a library: this is asked so often that its time would be the test's."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with closing(connection), suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    return False


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
        while not answers(self.port):
            if time.monotonic() > deadline or self.ended():
                raise TimeoutError(self.log.read_text())
            time.sleep(0.01)

    def ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

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


class ForkedServer(ServerProcess):
    """The same for those who start it very often: see `nursery`."""

    def __init__(self, database: str, log: Path) -> None:
        super().__init__(database, log)
        words = [sys.executable, "-m", "tests.server.nursery", database]
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
        )

    def start(self) -> None:
        self.order({"port": self.port, "database": self.database, "log": str(self.log)})

    def kill(self) -> None:
        self.order({})

    def order(self, wanted: dict[str, Any]) -> None:
        assert self.process and self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(wanted).encode() + b"\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline(), "nobody takes orders any more"

    def close(self) -> None:
        """The last server goes with it."""
        assert self.process
        self.process.communicate(timeout=20)
