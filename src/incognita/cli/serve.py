"""`incognita serve`: tables for people and bots, over HTTP."""

from __future__ import annotations

import argparse
import os
import socket
import sys

EXAMPLE = """incognita serve
  incognita serve --host 0.0.0.0 --port 8000
  incognita serve --database postgresql://user@localhost/incognita"""
LOOPBACK = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")
GRACE = 2
"""Seconds that open streams have to end when the server is stopped."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1: this machine only)"
    )
    parser.add_argument("--port", type=int, default=8000, help="port to listen on; 0 is any (default 8000)")
    parser.add_argument("--database", metavar="URL", help="where tables are kept (default: SQLite in your data folder)")
    parser.add_argument(
        "--bots", type=int, metavar="N", help="processes in which bots think (default: one less than the cores)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in your browser")


def run(arguments: argparse.Namespace) -> None:
    import uvicorn

    from incognita.server import logs
    from incognita.server.app import make_app
    from incognita.server.bots import Bots
    from incognita.server.house import House
    from incognita.server.prepare import compile_game
    from incognita.store.database import usual_url
    from incognita.store.store import Store

    if arguments.bots is not None and arguments.bots < 1:
        raise ValueError(f"bots must be 1 or more, not {arguments.bots}")
    logs.set_up()
    database = arguments.database or usual_url()
    workers = arguments.bots or max(1, (os.cpu_count() or 2) - 1)
    with listen(arguments.host, arguments.port) as listening:
        store = Store(database)
        addresses = house_addresses(arguments.host, listening)
        app = make_app(lambda: House(store, Bots(workers), prepare=compile_game, addresses=addresses))
        tell(arguments.host, listening, database if arguments.database is None else "the database you named")
        if arguments.open:
            open_page(listening)
        config = uvicorn.Config(
            app, log_config=None, access_log=False, timeout_graceful_shutdown=GRACE, server_header=False, ws="none"
        )
        uvicorn.Server(config).run([listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket of our own, so that the port is known and a taken one is told in a sentence."""
    if not 0 <= port <= 65535:
        raise ValueError(f"port must be from 0 to 65535, not {port}")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        raise ValueError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; try another --port"
        ) from None


def house_addresses(host: str, listening: socket.socket) -> list[str]:
    """Under which others in the house find this machine; a page shows them, with a code for cameras."""
    if host in LOOPBACK:
        return []
    found = own_address() if host in EVERYWHERE else host
    return [f"http://{bracketed(found)}:{listening.getsockname()[1]}"] if found else []


def own_address() -> str:
    """The one that this machine has in the network through which it reaches others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def open_page(listening: socket.socket) -> None:
    """The socket listens already, so the browser waits for the server rather than failing."""
    import webbrowser

    webbrowser.open_new_tab(f"http://127.0.0.1:{listening.getsockname()[1]}")


def tell(host: str, listening: socket.socket, database: str) -> None:
    port = listening.getsockname()[1]
    print(f"Incognita is at http://{bracketed(host)}:{port} and keeps its tables in {database}.", file=sys.stderr)
    for address in house_addresses(host, listening):
        print(f"Others in the house find it at {address}.", file=sys.stderr)
    if host not in LOOPBACK:
        print(
            "Everybody who can reach this machine can play here, and what they send is not encrypted: "
            "good for a house, not for the internet.",
            file=sys.stderr,
        )
    print("Stop it with Ctrl-C.", file=sys.stderr, flush=True)
