"""Listening and stopping: what a server leaves behind when it cannot start, and what it prepares for the first visitor."""

import socket
from pathlib import Path

import pytest

from sightline.errors import InputError
from sightline.web.agents import AgentPool
from sightline.web.context import Context
from sightline.web.problems import StoppedError
from sightline.web.serving import serve, warm_up
from sightline.web.settings import Settings, published, running_site


def test_a_server_that_cannot_start_gives_its_port_back(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(InputError) as error:
        serve(Settings(port=port, results=(tmp_path / "nothing.json",)), lambda address: None)
    assert error.value.__traceback__ is not None  # which keeps alive whatever was left open
    socket.create_server(("127.0.0.1", port)).close()


def test_what_fails_to_warm_up_keeps_nothing_else_cold(caplog: pytest.LogCaptureFixture) -> None:
    context, warm = Context(Settings(), AgentPool(())), []

    def fail() -> None:
        raise RuntimeError("no such weights")

    context.warm_ups += [fail, lambda: warm.append(True)]
    warm_up(context)
    assert warm == [True] and "no such weights" in caplog.text


def test_who_warms_up_while_the_server_stops_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    context = Context(Settings(), AgentPool(()))

    def stopped() -> None:
        raise StoppedError

    context.warm_ups += [stopped, lambda: pytest.fail("the server is being stopped")]
    warm_up(context)
    assert not caplog.text


def test_commands_find_the_server_of_a_database_while_it_runs(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'studies.db'}"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with published(database, address):
            assert running_site(database) == running_site(str(tmp_path / "studies.db")) == address
        assert running_site(database) is None
        with pytest.raises(KeyboardInterrupt), published(database, address):
            raise KeyboardInterrupt
        assert not list(tmp_path.iterdir())
    (tmp_path / "studies.db.address").write_text(address)  # of a server that was killed
    assert running_site(database) is None and running_site("postgresql://here/studies") is None
