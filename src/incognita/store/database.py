"""Opening a database: SQLite in the user's data folder unless another is named, migrated to what this version needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

HEAD = "0001"
"""The newest migration."""
PATIENCE = 5.0
"""Seconds to wait for a database that another program has locked."""


class StoreError(OSError):
    """Nothing was stored; the sentence says why."""


class Conflict(StoreError):
    """Somebody else has written what was to be written: the log has gone on."""


def data_home() -> Path:
    """The user's folder for what must not be lost."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def usual_url() -> str:
    return f"sqlite:///{data_home() / 'incognita' / 'tables.sqlite'}"


def read_url(text: str) -> URL:
    try:
        url = make_url(text)
    except ArgumentError:
        raise ValueError(f"a database is named like sqlite:///FILE or postgresql://HOST/NAME, not {text!r}") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"the database must be SQLite or PostgreSQL, not {url.get_backend_name()}")
    return url.set(drivername="postgresql+psycopg") if url.get_backend_name() == "postgresql" else url


def open_engine(text: str, patience: float = PATIENCE) -> Engine:
    """The database of that URL, migrated."""
    url = read_url(text)
    if url.get_backend_name() == "sqlite":
        engine = open_sqlite(url, patience)
    else:
        engine = create_engine(url, pool_pre_ping=True)
    with explained():
        migrate(engine)
    return engine


def open_sqlite(url: URL, patience: float) -> Engine:
    if not url.database or url.database == ":memory:":
        raise ValueError("the database must be a file: what is only in memory is lost with the process")
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": patience})
    event.listen(engine, "connect", set_up_sqlite)
    return engine


def set_up_sqlite(connection: Any, _: object) -> None:
    """Readers do not wait for the writer; a commit returns when the disk has it."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def migrate(engine: Engine) -> None:
    """Bring the tables to what this version needs. Alembic is imported only where there is something to do."""
    if version(engine) == HEAD:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # which otherwise commits every new table by itself
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def version(engine: Engine) -> str | None:
    if not inspect(engine).has_table("alembic_version"):
        return None
    with engine.connect() as connection:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


@contextmanager
def explained() -> Iterator[None]:
    """Turn what a database says into a sentence."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(f"the log has gone on meanwhile: {error.orig}") from error
    except DBAPIError as error:
        raise StoreError(sentence(str(error.orig))) from error
    except SQLAlchemyError as error:
        raise StoreError(f"the database cannot be used: {error}") from error


def sentence(reason: str) -> str:
    if "disk is full" in reason or "No space left" in reason:
        return "the disk is full, so nothing was stored"
    if "locked" in reason:
        return "the database is locked by another program, so nothing was stored"
    return f"the database did not take it: {reason.strip()}"
