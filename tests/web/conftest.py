from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from sightline.web.app import create_app
from sightline.web.settings import Settings

TOKEN = "a-token-of-the-owner"


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server without limits of rate, for all tests that do not change it."""
    database = f"sqlite:///{tmp_path_factory.mktemp('client') / 'studies.db'}"
    settings = Settings(token=TOKEN, rate=0, database=database)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client
