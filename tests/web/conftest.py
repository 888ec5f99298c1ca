from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from sightline.web.app import create_app
from sightline.web.settings import Settings

TOKEN = "a-token-of-the-owner"


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """A server without limits of rate, for all tests that do not change it."""
    with TestClient(create_app(Settings(token=TOKEN, rate=0)), raise_server_exceptions=False) as client:
        yield client
