"""Alembic environment: migrations run on the caller's connection and in its transaction (see storage.database)."""

from __future__ import annotations

from alembic import context

from sightline.web.storage.tables import DatabaseTable

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=DatabaseTable.metadata,
    render_as_batch=True,  # SQLite changes a table by creating another
    transactional_ddl=False,  # only the caller commits its transaction
)
context.run_migrations()
