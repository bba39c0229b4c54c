"""How Alembic reaches the database: over the connection it is handed."""

from __future__ import annotations

from alembic import context

from incognita.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
