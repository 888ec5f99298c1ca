"""How migrations run: on the connection, and in the transaction, of the caller (see storage.database)."""

from __future__ import annotations

from alembic import context

from sightline.web.storage.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,  # SQLite changes a table by making another
    transactional_ddl=False,  # the transaction is the caller's, and it alone commits
)
context.run_migrations()
