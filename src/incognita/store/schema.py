"""The tables of the database. `entries` is the truth; `tables` and `seats` are made from it and can be made again.

Times are whole milliseconds since 1970. JSON is kept as text, so that it is the same to the byte in every database.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

metadata = MetaData()

LONGEST_ID = 40
LONGEST_KEY = 160

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Column("key", String(LONGEST_KEY)),  # who asked, and the key of the request
    UniqueConstraint("table_id", "key", name="entries_key"),
)

# Beside the log, because a guest may want it gone.
guests = Table(
    "guests",
    metadata,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("name", Text),
    Column("link", String(64), unique=True),  # a digest of the secret in the private link
    Column("made", BigInteger, nullable=False),
)
said = Table(
    "said",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(LONGEST_ID), nullable=False, index=True),
    Column("text", Text, nullable=False),
)
uploads = Table(
    "uploads",
    metadata,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("guest", String(LONGEST_ID), nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
)

# About the server itself.
settings = Table(
    "settings", metadata, Column("name", String(20), primary_key=True), Column("value", Text, nullable=False)
)
outages = Table(
    "outages",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)

# Made from the log.
tables = Table(
    "tables",
    metadata,
    Column("id", String(LONGEST_ID), primary_key=True),
    Column("state", String(10), nullable=False),
    Column("listed", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("due", BigInteger),  # when the table has to act by itself: a clock runs out, or (0) a bot must decide
    Column("summary", Text, nullable=False),
    Index("tables_in_lobby", "listed", "state", "changed"),
    Index("tables_due", "due"),
)
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(LONGEST_ID), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(LONGEST_ID), nullable=False, index=True),
)
DERIVED = (tables, seats)
