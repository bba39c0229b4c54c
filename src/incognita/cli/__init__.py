"""The command line: one module per command, imported only when it is asked for.

A command module has EXAMPLE (one line or more for its help), `arguments(parser)` and `run(arguments)`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

COMMANDS = {
    "play": "play in the terminal, against the computer or on one keyboard",
    "replay": "step through a recorded match",
    "score": "reckon up a real table",
    "rules": "a player aid of one page",
    "serve": "tables for people and bots, over HTTP",
    "store": "look after what the server keeps",
    "arena": "measure agents against each other over mirrored deals",
    "ladder": "rate agents by a round robin",
    "levels": "measure each level of play against the one below",
    "train": "teach a network to play",
    "bot-check": "find out whether a bot keeps to the protocol",
    "perft": "count all sequences of actions from a deal",
    "bench": "measure the engine, beside C and OpenSpiel where they are at hand",
}


EXTRAS = {
    "matplotlib": "plot",
    "openskill": "ladder",
    "ray": "cluster",
    "torch": "learn",
    "fastapi": "server",
    "uvicorn": "server",
    "sqlalchemy": "server",
    "alembic": "server",
    "psycopg": "postgresql",
}
"""What a library is installed with; the others belong to the terminal."""


class Parser(argparse.ArgumentParser):
    """Says what was wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. See '{self.prog} --help'.\n")


class Help(argparse.RawDescriptionHelpFormatter):
    """Writes `-o, --option VALUE`, which only newer versions of Python do by themselves."""

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {value}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the return value is the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    command = top_parser().parse_args(words[:1]).command
    try:
        parser = command_parser(command)
    except ModuleNotFoundError as error:
        return missing(f"incognita {command}", error)
    return run(parser, import_module(module_name(command)).run, words[1:])


def module_name(command: str) -> str:
    return f"incognita.cli.{command.replace('-', '_')}"


def command_parser(command: str) -> Parser:
    """The arguments of a command, with its help."""
    module = import_module(module_name(command))
    parser = Parser(
        prog=f"incognita {command}",
        description=f"{COMMANDS[command][0].upper()}{COMMANDS[command][1:]}.",
        epilog=f"example:\n  {module.EXAMPLE}",
        formatter_class=Help,
    )
    module.arguments(parser)
    places = [place(action) for action in parser._get_positional_actions()]
    parser.usage = " ".join([parser.prog, "[options]", *places])
    return parser


def place(action: argparse.Action) -> str:
    return str(action.metavar) if action.required else f"[{action.metavar}]"


def run(parser: Parser, command: object, words: Sequence[str]) -> int:
    """Call a command, and turn what can go wrong into a sentence and an exit code."""
    assert callable(command)
    arguments = parser.parse_intermixed_args(words)  # options may stand between the game and a file
    try:
        return int(command(arguments) or 0)
    except (ValueError, OSError) as error:
        print(f"{parser.prog}: {sentence(error)}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        return missing(parser.prog, error)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def missing(prog: str, error: ModuleNotFoundError) -> int:
    library = str(error.name).split(".")[0]
    extra = EXTRAS.get(library, "terminal")
    print(f"{prog}: needs {library}; install it with: pip install 'incognita[{extra}]'", file=sys.stderr)
    return 2


def sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def top_parser() -> Parser:
    width = max(len(name) for name in COMMANDS)
    parser = Parser(
        prog="incognita",
        description="Expedition card games to play, study and research.",
        epilog="commands:\n"
        + "\n".join(f"  {name:{width}}  {summary}" for name, summary in COMMANDS.items())
        + "\n\nexample:\n  incognita play        'incognita COMMAND --help' says more about a command",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="incognita COMMAND …",
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help="what to do")
    return parser
