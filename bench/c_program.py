"""The hand-written C program as a peer of `incognita bench`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from incognita.cli.measures import C_LISTED, C_SAMPLED, SEED, Subject

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native")  # Numba, too, compiles for the processor it runs on


class Missing(Exception):
    """There is no C compiler here."""


def subjects(quick: bool) -> dict[str, list[Subject]]:
    """The rows of the C program, by group."""
    program = build(HERE / "build")
    rounds = 50 if quick else 5000
    return {
        "play": [
            Subject(C_LISTED, "plies/s", lambda: speed(program, "listed", rounds)),
            Subject(C_SAMPLED, "plies/s", lambda: speed(program, "sampled", rounds)),
        ]
    }


def build(folder: Path) -> Path:
    """Compile the program into a folder."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise Missing("the C program, because there is no C compiler called cc")
    folder.mkdir(exist_ok=True)
    program = folder / "lost_cities"
    subprocess.run([compiler, *FLAGS, str(HERE / "lost_cities.c"), "-o", str(program)], check=True)
    return program


def totals(program: Path, method: str, rounds: int, seed: int) -> dict[str, float]:
    """What the program prints: plies, points and seconds."""
    words = [str(program), method, str(rounds), str(seed)]
    found: dict[str, float] = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    return found


def speed(program: Path, method: str, rounds: int) -> float:
    found = totals(program, method, rounds, SEED)
    return found["plies"] / found["seconds"]
