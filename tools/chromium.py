"""Prints where a Chromium for the tests of the pages is; if there is none, it is installed where that is possible.

CHROMIUM=/path/to/it make test      takes this one
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
APPLICATIONS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
WANTED = """The tests of the pages need Chromium or Chrome, and it could not be installed.
Install it (Debian: apt install chromium; Fedora: dnf install chromium; macOS: brew install --cask chromium),
or name one: CHROMIUM=/path/to/chromium make test"""
PATIENCE = 300
"""Seconds that a download may take."""


def starts(path: str) -> bool:
    """Some are only a stub that tells how to install the real one, or lack a library."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def on_machine() -> str | None:
    found = [shutil.which(name) for name in NAMES]
    found += [str(folder / name) for folder in (Path("/Applications"),) for name in APPLICATIONS]
    return next((path for path in found if path and starts(path)), None)


def playwrights() -> str | None:
    """The one that Playwright keeps, if it was installed."""
    script = "console.log(require('playwright-core').chromium.executablePath())"
    path = from_node("node", "-e", script).stdout.strip()
    return path if path and starts(path) else None


def install_playwrights() -> str | None:
    tell("downloading Chromium with Playwright")
    from_node("npx", "playwright-core", "install", "chromium", "--no-shell")
    return playwrights()


def install_package() -> str | None:
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    tell("installing Chromium with apt-get")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        run(["apt-get", "-qq", *command], env=environment)
    return on_machine()


def from_node(*command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "15000"}
    return run([sys.executable, str(ROOT / "tools" / "node.py"), *command], env=environment)


def run(command: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What it says goes to the terminal if it is an error; a failure is no end: there are other ways."""
    try:
        return subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", "")


def tell(what: str) -> None:
    print(f"== no Chromium on this machine: {what} (once)", file=sys.stderr, flush=True)


WAYS: tuple[Callable[[], str | None], ...] = (on_machine, playwrights, install_playwrights, install_package)


def main() -> None:
    named = os.environ.get("CHROMIUM")
    if named and not starts(named):
        sys.exit(f"CHROMIUM names {named}, which does not start.")
    path = named or next((path for path in (way() for way in WAYS) if path), None)
    if path is None:
        sys.exit(WANTED)
    print(path)


if __name__ == "__main__":
    main()
