"""Backup and restore of a database as one SQLite file: all rows of all tables from one snapshot, from any backend."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, insert, select, text

from sightline.errors import InputError
from sightline.files import replacing
from sightline.web.storage.database import Database
from sightline.web.storage.tables import DatabaseTable

ROWS_PER_QUERY = 1000  # rows per query


def back_up(database: Database, target: Path) -> int:
    """Copy everything into a new SQLite file, which is a complete database; returns the number of rows."""
    if target.exists():
        raise InputError(f"{target}: exists already; a backup is a new file.")
    with replacing(target) as partial:
        copy = Database(partial)
        try:
            rows = _copy(database, copy)
            with copy.engine.connect() as connection:  # merge the write-ahead log into the file
                connection.exec_driver_sql("COMMIT")
                connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        finally:
            copy.close()
    return rows


def restore(source: Path, database: Database) -> int:
    """Fill an empty database from a backup; returns the number of rows."""
    if not source.is_file():
        raise InputError(f"{source}: there is no such file.")
    backup = Database(source)
    try:
        return _copy(backup, database)
    finally:
        backup.close()


def _copy(source: Database, target: Database) -> int:
    rows = 0
    with source.reading() as reading, target.writing() as writing:
        for table in DatabaseTable.metadata.sorted_tables:
            if writing.scalar(select(func.count()).select_from(table)):
                raise InputError(f"The database {target.url.render_as_string()} is not empty: nothing was copied into it.")
            for block in reading.execute(select(table)).mappings().partitions(ROWS_PER_QUERY):
                writing.execute(insert(table), [dict(row) for row in block])
                rows += len(block)
            if target.engine.dialect.name == "postgresql":  # its sequences must be advanced explicitly
                writing.execute(
                    text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), MAX(id)) FROM {table.name}")
                )
    return rows
