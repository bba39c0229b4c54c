"""`incognita bot-check`: find out whether a bot keeps to the protocol."""

from __future__ import annotations

import argparse

from incognita.core.errors import OptionError
from incognita.games import GAMES
from incognita.play.bot import LIMITS, read_command
from incognita.play.conformance import Checked, Fault, check

EXAMPLE = """incognita bot-check "python3 examples/bots/careful.py"
  incognita bot-check "node examples/bots/careful.js" --game lost-cities"""
ENOUGH = 3
"""Faults after which the rest is left out: a bot that hangs would hang in every match."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", metavar="COMMAND", help="the command line of the bot, in quotes")
    parser.add_argument(
        "--game", action="append", choices=GAMES, metavar="GAME", help="only this one; may be given several times"
    )
    for name, what in (("seconds", "a decision"), ("startup", "the first decision of a process")):
        parser.add_argument(
            f"--{name}",
            type=float,
            default=LIMITS[name],
            help=f"for {what} (default {LIMITS[name]:g})",
        )
    parser.add_argument("--seed", type=int, default=1, help="of the deals (default 1)")


def run(arguments: argparse.Namespace) -> int:
    if arguments.bot.lstrip().startswith("["):
        raise OptionError("COMMAND is the command line alone; --seconds and --startup set the limits")
    told = f"[seconds={arguments.seconds},startup={arguments.startup}]{arguments.bot}"
    read_command(told)
    passed: list[Checked] = []
    faults: list[Checked] = []
    for checked in check(told, arguments.game or list(GAMES), seed=arguments.seed):
        print(outcome_line(checked), flush=True)
        (faults if checked.fault else passed).append(checked)
        if len(faults) == ENOUGH:
            print(f"That is enough: the rest is left out after {ENOUGH} faults.")
            break
    print(summary(passed, faults))
    return 1 if faults else 0


def outcome_line(checked: Checked) -> str:
    head = f"{checked.game}, {checked.what}: "
    if checked.fault:
        return head + "WRONG" + fault_lines(checked.fault)
    if not checked.decisions:
        return head + "ok"
    return head + f"ok, {count(checked.decisions, 'decision')}, the slowest took {1000 * checked.slowest:.0f} ms"


def fault_lines(fault: Fault) -> str:
    """What a fault is, what led to it, and what the bot itself said about it."""
    parts = {
        "reason": fault.reason,
        "it got": fault.sent or "nothing",
        "it answered": fault.heard or "nothing",
        "its stderr": fault.stderr.replace("\n", "\n      ") or "empty",
    }
    return "".join(f"\n    {name}: {text}" for name, text in parts.items())


def summary(passed: list[Checked], faults: list[Checked]) -> str:
    slowest = max([checked.slowest for checked in passed], default=0.0)
    if faults:
        return f"The bot does not keep to the protocol: {count(len(faults), 'fault')}, {len(passed)} checks passed."
    return f"The bot keeps to the protocol: all {len(passed)} checks passed, no decision over {1000 * slowest:.0f} ms."


def count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
