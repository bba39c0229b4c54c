"""`incognita bench`: measure the engine, beside C and OpenSpiel where they are at hand."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

from incognita.cli.measures import Group, Result, Subject, groups, measured, of_all
from incognita.cli.search_measures import search_subjects
from incognita.games import GAMES, load

EXAMPLE = """incognita bench
  incognita bench --json --only "lost-cities random play"

Timings vary by a third from run to run: compare only rows of one run."""

PEERS = ("c_program", "openspiel")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object per row instead of a table")
    parser.add_argument("--quick", action="store_true", help="every measurement once and short, to see that it works")
    parser.add_argument(
        "--only", metavar="NAME", default="", help="rows whose name begins so, and what they compare to"
    )
    parser.add_argument(
        "--write", action="store_true", help="also write bench/results/ and the table in bench/README.md of a checkout"
    )


def run(arguments: argparse.Namespace) -> None:
    if arguments.write and (arguments.quick or arguments.only):
        raise ValueError("--write keeps only whole runs, without --quick and --only")
    report = checkout_module("report") if arguments.write else None
    if arguments.write and report is None:
        raise ValueError("--write needs a checkout of the source: the results lie in its bench/ folder")
    if not arguments.json:
        print(f"{'':52} {'value':>14} {'':8}  ratio")
    results = []
    for row in all_results(arguments.quick, arguments.only):
        print(json.dumps(asdict(row), ensure_ascii=False) if arguments.json else line(row), flush=True)
        results.append(row)
    if report is not None:
        tell(f"written: {report.write(results)}")


def all_results(quick: bool, prefix: str) -> Iterator[Result]:
    """Measure everything whose name begins with the prefix, group by group."""
    tell("getting ready: the deals, and the kernels that are measured")
    found = groups(quick)
    found["search"] = search_group(quick)
    for name in PEERS:
        add_peer(name, found, quick)
    chosen = [only(group, prefix) for group in found.values()]
    if not any(group.subjects for group in chosen):
        names = ", ".join(repr(subject.name) for group in found.values() for subject in group.subjects)
        raise ValueError(f"no row begins with {prefix!r}; the rows are {names}")
    for group in chosen:
        if group.subjects:
            tell(f"measuring {group.repetitions} x in turn: " + "; ".join(subject.name for subject in group.subjects))
            yield from measured(group)


def search_group(quick: bool) -> Group:
    subjects = of_all([load(name) for name in GAMES], lambda game: search_subjects(game, 64 if quick else 4000))
    return Group(subjects, repetitions=1 if quick else 9)


def add_peer(name: str, found: dict[str, Group], quick: bool) -> None:
    """Put what a peer measures into the groups; if it is not at hand, say why and go on."""
    module = checkout_module(name)
    if module is None:
        tell(f"left out: {name}, which lies in the bench/ folder of a checkout of the source")
        return
    try:
        subjects: dict[str, list[Subject]] = module.subjects(quick)
    except module.Missing as reason:
        tell(f"left out: {reason}")
        return
    for group, added in subjects.items():
        for subject in added:
            insert(found[group].subjects, subject)


def insert(subjects: list[Subject], added: Subject) -> None:
    """Measure it right after what is compared to it, so that both meet the same moment of the machine."""
    places = [i + 1 for i, subject in enumerate(subjects) if subject.ratio_to == added.name]
    subjects.insert(places[0] if places else len(subjects), added)


def only(group: Group, prefix: str) -> Group:
    wanted = {subject.name for subject in group.subjects if subject.name.startswith(prefix)}
    wanted |= {subject.ratio_to for subject in group.subjects if subject.name in wanted and subject.ratio_to}
    subjects = [subject for subject in group.subjects if subject.name in wanted]
    return Group(subjects, group.repetitions, group.warm_up)


def checkout_module(name: str) -> ModuleType | None:
    """A module of the bench/ folder, if the package is used from a checkout."""
    path = Path(__file__).resolve().parents[3] / "bench" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"incognita_bench_{name}", path)
    if not path.exists() or spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def line(row: Result) -> str:
    """A row for people."""
    value = f"{row.value:,.0f}" if row.value >= 1000 else f"{row.value:.3g}"
    ratio = f"{row.ratio:6.2f} x {row.ratio_to}" if row.ratio is not None else ""
    return f"{row.name:52} {value:>14} {row.unit:8} {ratio}".rstrip()


def tell(sentence: str) -> None:
    print(f"incognita bench: {sentence}", file=sys.stderr, flush=True)
