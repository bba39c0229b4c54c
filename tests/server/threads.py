"""A server in a thread of the test, on the loopback, with the time, the tokens and the bots of a test."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import uvicorn

from incognita.server.app import make_app
from incognita.server.bots import Bots
from incognita.server.house import House
from incognita.store.store import Store
from tests.server.houses import World, url


@contextmanager
def serving(folder: Path, world: World) -> Iterator[str]:
    def house() -> House:
        return House(Store(url(folder)), cast(Bots, world.bots), world.outside(), limits=world.limits)

    config = uvicorn.Config(make_app(house), log_config=None, timeout_graceful_shutdown=1, ws="none")
    server, listening = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
