"""Where Node and Chromium come from on a machine that may have neither: programs that only pretend."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def pretend(folder: Path, name: str, says: str) -> Path:
    """A program that says something and does nothing."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{says}\n")
    program.chmod(0o755)
    return program


def run(tool: str, *words: str, path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / f"{tool}.py"), *words]
    environment = {**os.environ, "PATH": str(path), **more}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_machines_node_is_taken_if_it_is_new_enough(tmp_path: Path) -> None:
    pretend(tmp_path, "node", "echo v22.1.0")
    npm = pretend(tmp_path, "npm", "echo the machine says $1")
    assert run("node", npm.name, "ci", path=tmp_path).stdout == "the machine says ci\n"


@pytest.mark.parametrize("version", ["v18.19.1", "v20.18.0", "nonsense"])
def test_an_old_node_is_not(tmp_path: Path, version: str) -> None:
    """pip is kept from finding anything, unless a Node lies in the environment already."""
    pretend(tmp_path, "node", f"echo {version}")
    pretend(tmp_path, "npm", "echo the machine says $1")
    outcome = run("node", "npm", "--version", path=tmp_path, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path))
    assert "the machine says" not in outcome.stdout
    assert outcome.returncode == 0 or "The pages need Node 20.19 or newer" in outcome.stderr


def test_a_chromium_of_the_machine_is_found(tmp_path: Path) -> None:
    stub = pretend(tmp_path, "chromium", "echo install the real one; exit 1")
    assert stub.exists(), "some systems have a program that only tells what to install"
    chrome = pretend(tmp_path, "google-chrome", "echo Chrome 140")
    assert run("chromium", path=tmp_path, CHROMIUM="").stdout.strip() == str(chrome)


def test_a_chromium_that_was_named_must_start(tmp_path: Path) -> None:
    other = pretend(tmp_path, "other", "echo Chromium 140")
    assert run("chromium", path=tmp_path, CHROMIUM=str(other)).stdout.strip() == str(other)
    outcome = run("chromium", path=tmp_path, CHROMIUM=str(tmp_path / "none"))
    assert outcome.returncode == 1 and "which does not start" in outcome.stderr
