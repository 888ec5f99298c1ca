"""A server that lends worlds, with small limits, for all tests of remote control."""

import sys
import threading
from pathlib import Path
from queue import Queue

import pytest

from sightline.web.serving import serve
from sightline.web.settings import Limits, Settings

TOKEN = "a-token-for-programs"
LIMITS = Limits(worlds=100, message=2**20, pictures=8 * 2**20)


@pytest.fixture(scope="session")
def address() -> str:
    """Where a server of LANI, CHAI and the toy world of the documentation listens; it ends with the tests."""
    sys.path.append(str(Path(__file__).parents[2] / "docs"))
    settings = Settings(
        port=0, methods=(), remote_token=TOKEN, remote_worlds=("lani", "chai", "toy_world:KIND"), remote_limits=LIMITS,
        database="sqlite://",
    )  # fmt: skip
    ready: Queue[list[str]] = Queue()
    threading.Thread(target=serve, args=(settings, ready.put), daemon=True).start()
    return ready.get(timeout=30)[0]


@pytest.fixture()
def token() -> str:
    return TOKEN
