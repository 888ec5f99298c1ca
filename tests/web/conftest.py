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
def client() -> Iterator[TestClient]:
    """A server without limits of rate, for all tests that do not change it."""
    with TestClient(create_app(Settings(token=TOKEN, rate=0)), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="session")
def address() -> str:
    """Where a real server listens; it ends with the tests."""
    ready: Queue[str] = Queue()
    settings = Settings(port=0, rate=0, token=TOKEN)
    threading.Thread(target=serve, args=(settings, ready.put), daemon=True).start()
    return ready.get(timeout=60)
