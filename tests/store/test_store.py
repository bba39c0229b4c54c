"""The database: migrations, the log, and what goes wrong with disks."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from incognita.store import schema
from incognita.store.database import Conflict, StoreError, read_url, version
from incognita.store.store import Addition, Entry, Said, Store, Summary
from tests.server.houses import sqlite_only, url


def addition(seq: int = 1, table: str = "t", **changes: Any) -> Addition:
    summary = Summary(table, "open", True, seq, None, {"id": table}, {0: "ann"})
    return Addition([Entry(table, seq, 1000 + seq, "acted", {"n": seq})], replace(summary, **changes))


@pytest.fixture
def store(tmp_path: Path) -> Any:
    store = Store(url(tmp_path), patience=0.1)
    yield store
    store.close()


def test_migrations_make_what_the_schema_says(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    assert version(store.engine) == "0001"


def test_the_log_comes_back_in_order(store: Store) -> None:
    store.append([addition(1), addition(1, "other")])
    store.append([addition(2)])
    assert [entry.seq for entry in store.log("t")] == [1, 2]
    assert store.log("t")[1].body == {"n": 2}
    assert store.log("nothing") == []
    assert sorted(store.table_ids()) == ["other", "t"]


def test_a_number_is_never_used_again(store: Store) -> None:
    store.append([addition(1)])
    with pytest.raises(Conflict):
        store.append([addition(2, "innocent"), addition(1)])
    assert store.log("innocent") == [], "one transaction: all or nothing"


def test_a_key_is_taken_once_at_a_table(store: Store) -> None:
    def keyed(seq: int, table: str) -> Addition:
        one = addition(seq, table)
        return replace(one, entries=[replace(one.entries[0], key="ann:1")])

    store.append([keyed(1, "t"), keyed(1, "other")])
    with pytest.raises(Conflict):
        store.append([keyed(2, "t")])


def test_summaries_follow_the_log(store: Store) -> None:
    store.append([addition(1)])
    assert store.lobby(["open"], 0, 10) == [{"id": "t"}]
    assert store.unfinished_of("ann") == 1
    store.append([addition(2, state="over", due=7, guests={})])
    assert store.lobby(["open"], 0, 10) == []
    assert store.tables_of("ann") == [] and store.due() == [("t", 7)]


def test_deleting_a_guest_leaves_the_log(store: Store) -> None:
    store.add_guest("ann", "Ann", "digest", 1)
    store.append([replace(addition(1), said=[Said("t", 1, "ann", "hello")])])
    assert store.said("t") == {1: "hello"}
    store.delete_guest("ann")
    guest = store.guest("ann")
    assert guest and guest.name is None
    assert store.guest_with_link("digest") is None
    assert store.said("t") == {} and len(store.log("t")) == 1


def fill(store: Store) -> None:
    for seq in range(2, 500):
        store.append([addition(seq)])


@sqlite_only
def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    store.append([addition(1)])
    store.close()
    event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA max_page_count=1"))
    with pytest.raises(StoreError, match="the disk is full, so nothing was stored"):
        fill(store)
    stored = len(store.log("t"))
    store.close()
    again = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    again.append([addition(stored + 1)])
    assert len(again.log("t")) == stored + 1
    again.close()


@sqlite_only
def test_a_locked_database_is_told_and_loses_nothing(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "tables.sqlite")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked by another program"):
        store.append([addition(1)])
    other.rollback()
    other.close()
    store.append([addition(1)])
    assert len(store.log("t")) == 1


def test_databases_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a database is named like"):
        read_url("nonsense")
    with pytest.raises(ValueError, match="SQLite or PostgreSQL, not mysql"):
        read_url("mysql://x/y")
    with pytest.raises(ValueError, match="only in memory"):
        Store("sqlite://")
    assert read_url("postgresql://host/name").drivername == "postgresql+psycopg"
    (tmp_path / "text").write_text("this is no database " * 100)
    with pytest.raises(StoreError, match="did not take it"):
        Store(f"sqlite:///{tmp_path}/text")


def test_an_outage_moves_the_moments_at_which_clocks_run_out(store: Store) -> None:
    store.append([addition(1, "clock", due=7_000), addition(1, "bot", due=0), addition(1, "neither")])
    store.add_outage(1_000, 5_000)
    assert sorted(store.due()) == [("bot", 0), ("clock", 11_000)]


def test_settings_are_replaced(store: Store) -> None:
    assert store.setting("beat") is None
    store.set("beat", "1")
    store.set("beat", "2")
    assert store.setting("beat") == "2"
