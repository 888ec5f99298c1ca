"""Models behind an address are asked within limits, and everything is counted."""

import socket
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest
from asked import asker, question

from sightline.agent.pointing import Spot
from sightline.chat.cache import AnswerCache, key_of
from sightline.chat.faults import FAULTS
from sightline.chat.mock import MockModel
from sightline.chat.reading import WALK, Marking
from sightline.chat.server import ModelAnswer, _seconds
from sightline.chat.usage import Usage
from sightline.errors import ArgumentError, InputError, UnavailableError

RIGHT = Marking(WALK, Spot(3, 0.5, 0.7))
KEY = "sk-very-secret-0123456789"


def files(folder: Path) -> str:
    return "".join(path.read_text() for path in folder.rglob("*") if path.is_file())


def test_answers_are_kept_and_a_rerun_costs_nothing(tmp_path: Path) -> None:
    with MockModel() as server:
        first = asker(server, tmp_path, prices="1,2")
        replies = first.ask([question(0), question(1), question(0)])
        assert [reply.value for reply in replies] == [RIGHT] * 3 and first.sent == 2
        again = asker(server, tmp_path, prices="1,2")
        assert [asdict(r.usage) for r in again.ask([question(0), question(1), question(0)])] == [
            asdict(r.usage) for r in replies
        ]
    assert (again.sent, again.kept, again.cost) == (0, 3, 0.0)
    usage = replies[0].usage
    assert usage.calls == 1 and usage.seconds == 0.01 and usage.failed == usage.malformed == 0
    assert usage.cost == pytest.approx((usage.tokens_in + 2 * usage.tokens_out) / 1e6)
    first.close(), again.close()


def test_a_broken_entry_of_the_cache_is_asked_again(tmp_path: Path) -> None:
    cache, key = AnswerCache(tmp_path), key_of("http://a", {"model": "b"}, "")
    assert cache.get(key) is None and key != key_of("http://a", {"model": "b"}, "hint")
    cache.put(key, ModelAnswer("text", 1, 2, 3.0))
    assert cache.get(key) == ModelAnswer("text", 1, 2, 3.0)
    (path,) = tmp_path.rglob("*.json")
    for bad in ("", '{"text":', "[]", '{"text": 3}', '{"tokens_in": "x", "text": ""}', "[" * 100_000):
        path.write_text(bad)
        assert cache.get(key) is None


def test_every_fault_is_counted(tmp_path: Path) -> None:
    with MockModel("broken", seed=3, right=0.2, delay=0.6) as server:
        asking = asker(server, tmp_path, timeout=0.3, retries=0, concurrency=16)
        asking.server.reached = True  # otherwise a fault of the first call ends the run
        replies = asking.ask([question(number) for number in range(160)])
        asking.close()
        sent = Counter(server.sent)
    usage = sum((reply.usage for reply in replies), Usage())
    lost = {fault.name for fault in FAULTS if not fault.answered}
    assert sum(sent.values()) == usage.malformed + sum(asking.server.faults.values()) + sent["right"]
    assert usage.malformed == sum(count for name, count in sent.items() if name not in lost | {"right"})
    assert usage.failed == sum(reply.value is None for reply in replies) > 40
    assert all(reply.value in (RIGHT, None) for reply in replies) and sent["right"] > 20


@pytest.mark.parametrize(("seed", "retries"), [(0, 3)])
def test_attempts_are_repeated(tmp_path: Path, seed: int, retries: int) -> None:
    busy = tuple(fault for fault in FAULTS if fault.name == "retry-after")
    with MockModel("broken", seed=seed, right=0.6, faults=busy) as server:
        asking = asker(server, tmp_path, retries=retries)
        replies = asking.ask([question(number) for number in range(8)])
        asking.close()
    assert [reply.value for reply in replies] == [RIGHT] * 8 and sum(asking.server.faults.values()) > 0
    assert sum(reply.usage.calls for reply in replies) == 8


def test_waiting_as_a_server_asks() -> None:
    assert _seconds("7") == 7 and _seconds("250", 1000) == 0.25 and _seconds("-3") == 0.0
    assert _seconds("Wed, 01 Jan 1997 00:00:00 GMT") == 0.0
    assert _seconds(None) is _seconds("soon") is _seconds("nan") is _seconds("inf") is None


def test_limits(tmp_path: Path) -> None:
    with MockModel() as server:
        few = asker(server, tmp_path / "calls", max_calls=3)
        with pytest.raises(InputError, match="--max-calls 3"):
            few.ask([question(number) for number in range(9)])
        assert few.sent == 3
        more = asker(server, tmp_path / "calls", max_calls=6)
        assert len(more.ask([question(number) for number in range(9)])) == 9 and more.sent == 6
        cheap = asker(server, tmp_path / "cost", max_cost=0.001, prices="1,1", concurrency=1)
        with pytest.raises(InputError, match="--max-cost"):
            cheap.ask([question(number) for number in range(9)])
        assert 0 < cheap.cost <= 0.001
        for asking in (few, more, cheap):
            asking.close()
    with pytest.raises(ArgumentError, match="--prices"):
        asker(server, tmp_path, max_cost=1.0)


def test_no_server_and_wrong_models(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(UnavailableError, match="no server"):
        asker(f"http://127.0.0.1:{port}/v1", tmp_path).ask([question()])
    with MockModel("noisy") as server:
        asking = asker(server.url, tmp_path)  # asks for another model
        with pytest.raises(UnavailableError, match="it has noisy"):
            asking.ask([question()])
    with MockModel(pictures=False) as server, pytest.raises(UnavailableError, match="takes no pictures"):
        asker(server, tmp_path).ask([question(pictures=2)])


def test_a_server_without_structured_answers_is_asked_without(tmp_path: Path) -> None:
    with MockModel(schemas=False) as server:
        asking = asker(server, tmp_path)
        assert asking.ask([question()])[0].value == RIGHT and not asking.server.dialect.schema


def test_a_key_leaves_no_trace(tmp_path: Path) -> None:
    with MockModel(key=KEY) as server:
        asking = asker(server, tmp_path, key=KEY)
        assert asking.ask([question()])[0].value == RIGHT
        wrong = asker(server, tmp_path, key=KEY + "x")  # the server repeats it in its refusal
        with pytest.raises(UnavailableError) as refused:
            wrong.ask([question(1)])
        assert asking.server._read(f'{{"choices": [{{"message": {{"content": "{KEY}"}}}}]}}'.encode(), 0).text == "***"
    everything = [str(refused.value), repr(asking.config), asking.summary(), wrong.summary(), files(tmp_path)]
    assert not any(KEY[3:] in text for text in everything)


@pytest.mark.parametrize(
    "url",
    ["ftp://a/v1", "127.0.0.1:8000", "http://user:word@a/v1", "http://a/v1?key=b", "http://a b/v1", "http://a:x/v1", ""],
)
def test_addresses(url: str, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="--base-url"):
        asker(url, tmp_path, mock_oracle=False)


def test_goals_are_told_on_this_machine_only(tmp_path: Path) -> None:
    for url in ("http://example.com/v1", "http://127.0.0.1.example.com/v1", "http://10.0.0.1/v1"):
        with pytest.raises(ArgumentError, match="--mock-oracle"):
            asker(url, tmp_path)
    with MockModel() as server:
        asking = asker(server, tmp_path, mock_oracle=False)
        with pytest.raises(UnavailableError, match="--mock-oracle"):  # so says the server, which was not told
            asking.ask([question()])
