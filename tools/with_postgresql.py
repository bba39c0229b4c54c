"""Runs a command with a PostgreSQL of its own, on the loopback and in a temporary folder, and ends it afterwards.

    python tools/with_postgresql.py pytest tests/server tests/store

The command finds its address in INCOGNITA_TEST_POSTGRESQL. PostgreSQL is installed with apt-get where that is allowed;
where there is none, this says what to install and fails.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from glob import glob
from pathlib import Path


def program(name: str) -> str | None:
    """PostgreSQL is often installed beside the usual folders of programs."""
    beside = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)
    return beside[0] if beside else shutil.which(name)


def install() -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("with_postgresql: installing PostgreSQL with apt-get", file=sys.stderr)
        subprocess.run(["apt-get", "install", "-y", "-q", "postgresql"], stdout=subprocess.DEVNULL, check=False)


def unprivileged() -> str | None:
    """The user to run it as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def run_with(initdb: str, pg_ctl: str, command: list[str]) -> int:
    user, port = unprivileged(), free_port()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        folder.mkdir(mode=0o700)
        if user:
            Path(name).chmod(0o755)
            shutil.chown(folder, user)
        # Servers are killed in the tests, the database never: it need not wait for the disk.
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=''", "max_connections=300", "fsync=off")
        options = " ".join([f"-p {port}", *(f"-c {setting}" for setting in settings)])
        quiet = {"user": user, "stdout": subprocess.DEVNULL, "cwd": "/"}
        subprocess.run([initdb, "-D", folder, "-U", "incognita", "-A", "trust", "-E", "UTF8"], check=True, **quiet)  # type: ignore[call-overload]
        start = [pg_ctl, "-D", folder, "-w", "-l", folder / "log", "-o", options, "start"]
        subprocess.run(start, check=True, **quiet)  # type: ignore[call-overload]
        try:
            address = f"postgresql://incognita@127.0.0.1:{port}"
            return subprocess.run(command, env={**os.environ, "INCOGNITA_TEST_POSTGRESQL": address}).returncode
        finally:
            subprocess.run([pg_ctl, "-D", folder, "-m", "immediate", "stop"], check=False, **quiet)  # type: ignore[call-overload]


def main() -> int:
    if not program("initdb"):
        install()
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    if not initdb or not pg_ctl:
        print(
            "with_postgresql: there is no PostgreSQL; install one, such as with: apt-get install postgresql",
            file=sys.stderr,
        )
        return 1
    return run_with(initdb, pg_ctl, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
