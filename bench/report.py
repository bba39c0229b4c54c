"""Keep the results of a whole run: a file with date and machine, and the table in README.md."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from incognita.cli.measures import Result

HERE = Path(__file__).parent
END = "<!-- end of results -->"


class Part(NamedTuple):
    """A kind of run: where its table begins, and what is added to the name of its file."""

    begin: str
    added: str = ""


ENGINE = Part("<!-- results: written by `incognita bench --write` -->")
SERVER = Part("<!-- results: written by `python -m bench.server --write` -->", "-server")


def write(results: Sequence[Result], part: Part = ENGINE) -> Path:
    """Write the file of results and the table; return the file."""
    facts = machine()
    path = HERE / "results" / f"{facts['date']}-{short_name(str(facts['cpu']))}{part.added}.json"
    path.parent.mkdir(exist_ok=True)
    rows = [facts, *(asdict(result) for result in results)]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    readme = HERE / "README.md"
    table = f"From `results/{path.name}`. {sentence(facts)}\n\n{markdown(results)}"
    readme.write_text(replaced(readme.read_text(encoding="utf-8"), part.begin, table), encoding="utf-8")
    return path


def machine() -> dict[str, str | int]:
    """What the timings depend on."""
    return {
        "date": date.today().isoformat(),
        "cpu": cpu_model(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": installed("numpy"),
        "numba": installed("numba"),
        "llvmlite": installed("llvmlite"),
        "open_spiel": installed("open_spiel"),
        "compiler": compiler(),
    }


def cpu_model() -> str:
    """Linux tells the model only in a file."""
    cpuinfo = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*:\s*(.+)$", cpuinfo.read_text(), re.MULTILINE) if cpuinfo.exists() else None
    return found[1].strip() if found else platform.processor() or platform.machine()


def installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def compiler() -> str:
    try:
        return subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError):
        return "none"


def short_name(cpu: str) -> str:
    """The first words of a processor's name, fit for a file name."""
    return "-".join(re.findall(r"[a-z0-9]+", re.sub(r"\(r\)|\(tm\)|cpu", "", cpu.lower()))[:4])


def sentence(facts: dict[str, str | int]) -> str:
    return (
        f"{facts['date']}, {facts['cpu']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}, "
        f"NumPy {facts['numpy']}, Numba {facts['numba']}, {facts['compiler']}, OpenSpiel {facts['open_spiel']}."
    )


def markdown(results: Sequence[Result]) -> str:
    lines = ["| row | value | unit | ratio | to |", "|---|--:|---|--:|---|"]
    for row in results:
        value = f"{row.value:,.0f}" if row.value >= 1000 else f"{row.value:.3g}"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        lines.append(f"| {row.name} | {value} | {row.unit} | {ratio} | {row.ratio_to or ''} |")
    return "\n".join(lines)


def replaced(text: str, begin: str, table: str) -> str:
    """The text with everything between a mark and the next end replaced."""
    before, rest = text.split(begin)
    _, _, after = rest.partition(END)
    return f"{before}{begin}\n{table}\n{END}{after}"
