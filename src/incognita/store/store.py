"""The few ways in which the database is used. All of it may wait for the disk: never call it in the event loop."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Select, Table, bindparam, delete, func, insert, select, update

from incognita.store import schema
from incognita.store.database import explained, open_engine


@dataclass(frozen=True)
class Entry:
    """One line of the log of a table."""

    table: str
    seq: int
    at: int
    kind: str
    body: Mapping[str, Any]
    key: str | None = None


@dataclass(frozen=True)
class Summary:
    """What is kept of a table so that its log need not be read."""

    id: str
    state: str
    listed: bool
    changed: int
    due: int | None
    shown: Mapping[str, Any]
    guests: Mapping[int, str]
    """By seat."""


@dataclass(frozen=True)
class Said:
    """What somebody said in the entry of that number."""

    table: str
    seq: int
    guest: str
    text: str


@dataclass(frozen=True)
class Addition:
    """What is stored together or not at all."""

    entries: Sequence[Entry]
    summary: Summary
    said: Sequence[Said] = field(default=())


@dataclass(frozen=True)
class Guest:
    id: str
    name: str | None
    """None once they asked to be deleted."""


class Store:
    """A database, open."""

    def __init__(self, url: str, **settings: Any) -> None:
        self.engine: Engine = open_engine(url, **settings)

    def close(self) -> None:
        self.engine.dispose()

    # --- the log

    def append(self, additions: Iterable[Addition]) -> None:
        """Store additions to any number of tables in one transaction; when this returns, they are on the disk."""
        with explained(), self.engine.begin() as connection:
            add(connection, list(additions))

    def log(self, table: str) -> list[Entry]:
        """All entries of a table; empty if there is no such table."""
        columns = schema.entries.c
        query = select(schema.entries).where(columns.table_id == table).order_by(columns.seq)
        return [
            Entry(row.table_id, row.seq, row.at, row.kind, json.loads(row.body), row.key) for row in self.rows(query)
        ]

    def said(self, table: str) -> dict[int, str]:
        query = select(schema.said.c.seq, schema.said.c.text).where(schema.said.c.table_id == table)
        return {row.seq: row.text for row in self.rows(query)}

    def table_ids(self) -> list[str]:
        return [row[0] for row in self.rows(select(schema.entries.c.table_id).where(schema.entries.c.seq == 1))]

    # --- what is made from it

    def lobby(self, states: Sequence[str], since: int, most: int) -> list[dict[str, Any]]:
        """The newest tables that everybody may see."""
        columns = schema.tables.c
        wanted = (columns.listed == 1) & columns.state.in_(states) & (columns.changed >= since)
        query = select(columns.summary).where(wanted).order_by(columns.changed.desc(), columns.id).limit(most)
        return [json.loads(row.summary) for row in self.rows(query)]

    def due(self) -> list[tuple[str, int]]:
        """The tables that have to act by themselves, and when."""
        columns = schema.tables.c
        return [(row.id, row.due) for row in self.rows(select(columns.id, columns.due).where(columns.due.is_not(None)))]

    def last_change(self) -> int:
        """When an entry was last written; 0 if none was."""
        return int(self.rows(select(func.max(schema.tables.c.changed)))[0][0] or 0)

    def tables_of(self, guest: str) -> list[dict[str, Any]]:
        """The summaries of the tables where a guest has a seat, the newest first."""
        ids = select(schema.seats.c.table_id).where(schema.seats.c.guest == guest)
        columns = schema.tables.c
        query = select(columns.summary).where(columns.id.in_(ids)).order_by(columns.changed.desc(), columns.id)
        return [json.loads(row.summary) for row in self.rows(query)]

    def unfinished_of(self, guest: str) -> int:
        """At how many tables that are not over a guest has a seat."""
        ids = select(schema.seats.c.table_id).where(schema.seats.c.guest == guest)
        wanted = schema.tables.c.id.in_(ids) & (schema.tables.c.state != "over")
        return int(self.rows(select(func.count()).select_from(schema.tables).where(wanted))[0][0])

    def replace_derived(self, summaries: Iterable[Summary]) -> None:
        """Forget all summaries and write these."""
        with explained(), self.engine.begin() as connection:
            for table in schema.DERIVED:
                connection.execute(delete(table))
            write_summaries(connection, list(summaries))

    # --- guests

    def add_guest(self, guest: str, name: str, link: str, made: int) -> None:
        self.write(insert(schema.guests).values(id=guest, name=name, link=link, made=made))

    def guest(self, guest: str) -> Guest | None:
        return self.one_guest(select(schema.guests).where(schema.guests.c.id == guest))

    def guest_with_link(self, link: str) -> Guest | None:
        return self.one_guest(select(schema.guests).where(schema.guests.c.link == link))

    def set_link(self, guest: str, link: str) -> None:
        self.write(update(schema.guests).where(schema.guests.c.id == guest).values(link=link))

    def rename_guest(self, guest: str, name: str) -> None:
        self.write(update(schema.guests).where(schema.guests.c.id == guest).values(name=name))

    def delete_guest(self, guest: str) -> None:
        """The name and the keys go, and what they said and uploaded; the logs of their matches stay."""
        self.write(
            update(schema.guests).where(schema.guests.c.id == guest).values(name=None, link=None),
            delete(schema.said).where(schema.said.c.guest == guest),
            delete(schema.uploads).where(schema.uploads.c.guest == guest),
        )

    def one_guest(self, query: Select[Any]) -> Guest | None:
        rows = self.rows(query)
        return Guest(rows[0].id, rows[0].name) if rows else None

    # --- uploaded records

    def add_upload(self, upload: str, guest: str, made: int, record: str) -> None:
        self.write(insert(schema.uploads).values(id=upload, guest=guest, made=made, record=record))

    def upload(self, upload: str) -> str | None:
        rows = self.rows(select(schema.uploads.c.record).where(schema.uploads.c.id == upload))
        return str(rows[0].record) if rows else None

    def uploads_of(self, guest: str) -> list[str]:
        """The numbers of the records that a guest uploaded, the oldest first."""
        query = select(schema.uploads.c.id).where(schema.uploads.c.guest == guest).order_by(schema.uploads.c.made)
        return [row.id for row in self.rows(query)]

    # --- the server itself

    def setting(self, name: str) -> str | None:
        rows = self.rows(select(schema.settings.c.value).where(schema.settings.c.name == name))
        return str(rows[0].value) if rows else None

    def set(self, name: str, value: str) -> None:
        self.write(
            delete(schema.settings).where(schema.settings.c.name == name),
            insert(schema.settings).values(name=name, value=value),
        )

    def add_outage(self, since: int, until: int) -> None:
        """Nobody's clock ran meanwhile, so all of them run out later by as much."""
        due = schema.tables.c.due
        self.write(
            insert(schema.outages).values(since=since, until=until),
            update(schema.tables).where(due > 0).values(due=due + (until - since)),
        )

    def outages(self) -> list[tuple[int, int]]:
        return [(row.since, row.until) for row in self.rows(select(schema.outages).order_by(schema.outages.c.since))]

    # --- how

    def rows(self, query: Select[Any]) -> Sequence[Any]:
        with explained(), self.engine.connect() as connection:
            return connection.execute(query).all()

    def write(self, *statements: Any) -> None:
        with explained(), self.engine.begin() as connection:
            for statement in statements:
                connection.execute(statement)


def add(connection: Connection, additions: Sequence[Addition]) -> None:
    """A few statements for all of them: most of the time goes into statements, not into rows."""
    insert_all(connection, schema.entries, [entry_row(entry) for one in additions for entry in one.entries])
    insert_all(connection, schema.said, [said_row(said) for one in additions for said in one.said])
    write_summaries(connection, [one.summary for one in additions])


def write_summaries(connection: Connection, summaries: Sequence[Summary]) -> None:
    ids = [{"old": summary.id} for summary in summaries]
    for table, column in ((schema.tables, schema.tables.c.id), (schema.seats, schema.seats.c.table_id)):
        if ids:
            connection.execute(delete(table).where(column == bindparam("old")), ids)
    insert_all(connection, schema.tables, [summary_row(summary) for summary in summaries])
    insert_all(connection, schema.seats, [row for summary in summaries for row in seat_rows(summary)])


def insert_all(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


# --- rows


def entry_row(entry: Entry) -> dict[str, Any]:
    return {
        "table_id": entry.table,
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.kind,
        "body": text(entry.body),
        "key": entry.key,
    }


def said_row(said: Said) -> dict[str, Any]:
    return {"table_id": said.table, "seq": said.seq, "guest": said.guest, "text": said.text}


def summary_row(summary: Summary) -> dict[str, Any]:
    return {
        "id": summary.id,
        "state": summary.state,
        "listed": int(summary.listed),
        "changed": summary.changed,
        "due": summary.due,
        "summary": text(summary.shown),
    }


def seat_rows(summary: Summary) -> list[dict[str, Any]]:
    return [{"table_id": summary.id, "seat": seat, "guest": guest} for seat, guest in summary.guests.items()]


def text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
