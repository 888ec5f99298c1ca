"""Databases for tests: a new SQLite file, and a new database of a real PostgreSQL server, which each test process starts."""

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import Any

import pytest
from leaving_out import leave_out

from sightline.web.storage.database import Database

NUMBERS = itertools.count()


def _program(name: str) -> str:
    """A program of PostgreSQL's server, which Debian keeps out of the way."""
    found = shutil.which(name) or next(iter(sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)
    return found or leave_out("PostgreSQL is not installed (apt-get install postgresql)")


def _unprivileged() -> list[str]:
    """What to put before a command so that it does not run as root, which PostgreSQL refuses."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []


QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@contextmanager
def postgres_folder() -> Iterator[str]:
    """A folder with the data of a new PostgreSQL server, which does not run yet."""
    initdb = _program("initdb")
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        made = [initdb, "-D", f"{folder}/data", "-U", "postgres", "-A", "trust", "--no-sync", "--no-instructions"]
        subprocess.run([*_unprivileged(), *made], check=True, cwd=folder, **QUIET)
        yield folder


@contextmanager
def running_postgres(folder: str) -> Iterator[None]:
    """The server of a folder, while it runs; its socket is in the folder."""
    options = [
        "-D",
        f"{folder}/data",
        "-k",
        folder,
        "-c",
        "listen_addresses=",
        "-c",
        "fsync=off",
        "-c",
        "shared_buffers=16MB",
    ]
    running = subprocess.Popen([*_unprivileged(), _program("postgres"), *options], cwd=folder, **QUIET)
    try:
        ready = [_program("pg_isready"), "-h", folder, "-t", "20"]
        for _ in range(200):
            if subprocess.run(ready, **QUIET).returncode == 0:
                break
        else:
            pytest.fail("the PostgreSQL server did not start")
        yield
    finally:
        running.send_signal(signal.SIGINT)  # does not wait for those who are still connected
        try:
            running.wait(30)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The folder of a running server's socket."""
    with postgres_folder() as folder, running_postgres(folder):
        yield folder


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that is new."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'studies.db'}"
    return postgres_url(request.getfixturevalue("postgres"))


def postgres_url(folder: str) -> str:
    """A new database of a server."""
    import psycopg

    name = f"test{next(NUMBERS)}"
    with psycopg.connect(host=folder, user="postgres", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return f"postgresql://postgres@/{name}?host={folder}"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    made = Database(url)
    yield made
    made.close()
