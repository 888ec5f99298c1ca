import threading
from collections.abc import Iterator
from queue import Queue

import pytest
from fastapi.testclient import TestClient

from sightline.web.app import create_app
from sightline.web.serving import serve
from sightline.web.settings import Settings

TOKEN = "a-token-of-the-owner"


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server without limits of rate, for all tests that do not change it."""
    database = f"sqlite:///{tmp_path_factory.mktemp('client') / 'studies.db'}"
    settings = Settings(token=TOKEN, rate=0, database=database)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a real server listens; it ends with the tests."""
    ready: Queue[list[str]] = Queue()
    database = f"sqlite:///{tmp_path_factory.mktemp('server') / 'studies.db'}"
    settings = Settings(port=0, rate=0, token=TOKEN, database=database)
    threading.Thread(target=serve, args=(settings, ready.put), daemon=True).start()
    yield ready.get(timeout=60)[0]
    for thread in threading.enumerate():
        if thread.name == "warm-up":  # Python ends badly while a model computes
            thread.join(timeout=60)
