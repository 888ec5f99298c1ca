"""`sightline serve`: says where it is, answers, ends when told to; and what it says to bad input."""

import re
import signal
import socket
import urllib.request

import pytest
from commands import run, running


def test_it_says_where_it_is_answers_and_ends_quietly() -> None:
    with running("serve", "--port", "0", "--database", "sqlite://") as server:
        assert server.stderr is not None
        address, owner = server.stderr.readline(), server.stderr.readline()
        assert re.fullmatch(r"Open http://127\.0\.0\.1:\d+\n", address) and "#token=" in owner
        with urllib.request.urlopen(address.split()[1]) as page:
            assert b"<title>Follow" in page.read()
        server.send_signal(signal.SIGINT)
        _, told = server.communicate(timeout=60)
    assert "Traceback" not in told


def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"127.0.0.1:{port}" in run("serve", "--port", str(port), expect=2).stderr


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--host", "no such host"), "host"),
        (("--world", ".."), "no world"),
        (("--results", "nothing.json"), "nothing.json"),
        (("--rate", "-1"), "--rate"),
        (("--method", "nowhere"), "nowhere"),
        (("--method", "chai=docs"), "goal model"),
        (("--database", ""), "empty"),
        (("--database", "docs"), "folder"),
        (("--database", "sqlite:///README.md"), "not an SQLite"),
        (("--database", "garbage://user:secret@x"), "garbage"),
        (("--corpus", "nowhere"), "no such folder"),
    ],
)
def test_bad_input_is_a_sentence(options: tuple[str, ...], word: str) -> None:
    assert word in run("serve", "--port", "0", *options, expect=2).stderr
