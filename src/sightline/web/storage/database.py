"""The database of studies: one SQLite file by default, or PostgreSQL by its URL; commits are durable.

SQLite keeps a write-ahead log and waits for the disk at every commit (synchronous=FULL), so an acknowledged answer
survives a killed process and a power cut; PostgreSQL does the same by default. Deleted rows are overwritten with
zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session

from sightline.errors import InputError

WRITER_TIMEOUT = 30  # seconds to wait for another writer
PRAGMAS = {
    "journal_mode": "WAL", "synchronous": "FULL", "foreign_keys": "ON", "secure_delete": "ON",
    "busy_timeout": str(1000 * WRITER_TIMEOUT),
}  # fmt: skip
LOCK = 5171801  # any constant: the advisory lock of migrations in PostgreSQL


class StorageError(InputError):
    """The database is not available: it is gone, or its disk is full. Nothing of the request was stored."""

    status = 503  # as the response to a request
    public = "The database cannot be used now, so nothing was stored; please try again soon."  # names no host and no file


class FullError(StorageError):
    """The disk is full."""

    status = 507
    public = "The disk is full: nothing more can be kept until there is room. What was kept is safe."


class Database:
    """A database whose tables have this version's schema."""

    def __init__(self, url: str | Path):
        self.url = _checked_url(url)
        self.engine = _engine(self.url)
        with self._translate_errors():
            _migrate(self.engine)
            _check_file(self.engine)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session with a consistent snapshot of the database."""
        with self._translate_errors(), Session(self.engine, expire_on_commit=False) as session:
            if self.url.get_backend_name() == "postgresql":
                session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are committed at the end, all or none; SQLite has one writer at a time."""
        with self._translate_errors(), Session(self.engine, expire_on_commit=False) as session:
            session.connection(execution_options={"writes": True})
            yield session
            session.commit()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Translate database errors into sentences for people."""
        try:
            yield
        except SQLAlchemyError as error:
            raise _translated(error, self.url) from error
        except UnicodeDecodeError:
            raise StorageError(
                f"{self.url.render_as_string()}: is damaged (a text in it is none); restore a backup."
            ) from None


def _checked_url(url: str | Path) -> URL:
    """The URL of a database; anything else is the path of an SQLite file."""
    given = str(url)
    if "://" not in given:
        return URL.create("sqlite+pysqlite", database=str(Path(given).expanduser()))
    try:
        parsed = make_url(given)
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError, ImportError):
        raise InputError("A database is the path of a file, sqlite:///PATH, or postgresql://USER@HOST/NAME.") from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise InputError(f"A database is SQLite or PostgreSQL, not {parsed.get_backend_name()}.")
    return parsed.set(drivername="postgresql+psycopg") if parsed.get_backend_name() == "postgresql" else parsed


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        try:
            return create_engine(url, pool_pre_ping=True)
        except ImportError:
            raise InputError("PostgreSQL needs the package psycopg: pip install 'sightline[postgres]'.") from None
    if url.database:
        try:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{url.database}: cannot be made ({error.strerror}).") from None
    engine = create_engine(url)
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: Any, record: Any) -> None:
    """Set up a new SQLite connection; transactions begin where we say, not where the driver decides."""
    connection.isolation_level = None
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name}={value}")


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writing one locks at once, so two that read first and then write never deadlock."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _translated(error: SQLAlchemyError, url: URL) -> Exception:
    """The sentence for an operational error of the database; other errors unchanged."""
    reason = str(getattr(error, "orig", None) or error).strip()
    code = getattr(getattr(error, "orig", None), "sqlstate", None) or ""
    where = url.render_as_string(hide_password=True)
    if "disk is full" in reason or "No space left" in reason or code == "53100":
        return FullError(FullError.public)
    if isinstance(error, DBAPIError) and type(error).__name__ in ("OperationalError", "InterfaceError", "DatabaseError"):
        return StorageError(
            f"The database {where} cannot be used now ({reason.splitlines()[0] if reason else 'no reason given'})."
        )
    return error


def _check_file(engine: Engine) -> None:
    """Refuse an SQLite file with damaged pages; this reads the whole file, some 100 MB a second."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            verdict = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
        if verdict != "ok":
            raise StorageError(f"{engine.url.database}: is damaged ({verdict.splitlines()[-1]}); restore a backup.")


def _migrate(engine: Engine) -> None:
    """Create the tables, or migrate those of an older version; one process at a time, all or nothing."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    newest = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == newest.get_current_head():
            return
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        now = MigrationContext.configure(connection).get_current_revision()
        if now is not None and now not in {revision.revision for revision in newest.walk_revisions()}:
            raise InputError(
                f"This database was made by a newer Sightline (its tables are of version {now}); please upgrade."
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
