"""`incognita store`: look after what the server keeps."""

from __future__ import annotations

import argparse
import sys

EXAMPLE = "incognita store rebuild"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", metavar="WHAT", choices=["rebuild"], help="rebuild: make everything that follows from the logs anew"
    )
    parser.add_argument("--database", metavar="URL", help="the database (default: SQLite in your data folder)")


def run(arguments: argparse.Namespace) -> int:
    from incognita.server.house import rebuild
    from incognita.store.database import usual_url
    from incognita.store.store import Store

    store = Store(arguments.database or usual_url())
    tables, wrong = rebuild(store)
    store.close()
    print(f"{tables} tables were made anew from their logs.")
    for sentence in wrong:
        print(f"Not replayed: {sentence}", file=sys.stderr)
    return 1 if wrong else 0
