"""Event streams: server-sent events for browsers, lines of JSON for bots. The same messages in the same order.

One stream serves any number of tables. Its event id lists the tables with the numbers of their last entries,
`abc:12 def:7`, so that a reader who comes back with it misses nothing anywhere.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass

from incognita.server.house import House, NoSuchTable
from incognita.server.listeners import Listener, Told
from incognita.server.table import encoded

PULSE = 15.0
"""Seconds after which a stream says that it is still there."""
MOST_TABLES = 32

Positions = dict[str, int | None]


class TooMany(Exception):
    """Somebody has all the streams that one may have."""


@dataclass(frozen=True)
class Wanted:
    """What a stream is to tell."""

    tables: Mapping[str, int | None]
    """With the number of the entry after which to begin; None is "as things stand"."""
    lobby: bool


@dataclass(frozen=True)
class Form:
    media_type: str
    write: Callable[[bytes, str], bytes]
    """A message with an event id."""
    pulse: bytes


def as_sse(data: bytes, event_id: str) -> bytes:
    return (f"id: {event_id}\n".encode() if event_id else b"") + b"data: " + data + b"\n\n"


SSE = Form("text/event-stream", as_sse, b": still here\n\n")
NDJSON = Form("application/x-ndjson", lambda data, _: data + b"\n", b"\n")


def form_for(accept: str) -> Form:
    return NDJSON if NDJSON.media_type in accept else SSE


def read_positions(texts: list[str], last_event_id: str) -> Positions:
    """`table` or `table:12` from the address, and from the event id what was heard since."""
    positions: Positions = dict(read_position(text) for text in texts)
    for text in last_event_id.split():
        table, seq = read_position(text)
        if table in positions:
            positions[table] = seq
    return positions


def read_position(text: str) -> tuple[str, int | None]:
    table, _, seq = text.partition(":")
    return table, int(seq) if seq.isascii() and seq.isdigit() and len(seq) < 10 else None


def event_id(heard: Mapping[str, int | None]) -> str:
    return " ".join(f"{table}:{seq}" for table, seq in heard.items() if seq is not None)


async def stream(house: House, listener: Listener, wanted: Wanted, form: Form) -> AsyncIterator[bytes]:
    """Everything there is to tell, until the reader has gone or the house closes."""
    heard: Positions = dict(wanted.tables)
    try:
        yield form.write(encoded({"type": "hello", "now": house.now()}), "")
        async for data in begin(house, listener, wanted):
            yield form.write(data, "")
        while not listener.closed:
            told = await listener.next(PULSE)
            yield written(told, heard, form) if told else form.pulse
    finally:
        house.forget(listener)


async def begin(house: House, listener: Listener, wanted: Wanted) -> AsyncIterator[bytes]:
    """Begin to listen everywhere; tables that do not exist are told at once."""
    if wanted.lobby:
        await house.listen_to_lobby(listener)
    for table, after in wanted.tables.items():
        try:
            await house.listen(table, listener, after)
        except NoSuchTable:
            yield encoded({"type": "gone", "table": table})


def written(told: Told, heard: Positions, form: Form) -> bytes:
    if told.seq is None:
        return form.write(told.data, "")
    heard[told.table] = told.seq
    return form.write(told.data, event_id(heard))
