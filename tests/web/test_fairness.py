"""One address gets its share of a server, whatever it asks for."""

import asyncio
import time

import pytest

from sightline.web.fairness import (
    CLIENT,
    CLIENTS_KEPT,
    IDLE_SECONDS,
    Budget,
    FairShares,
    client_of,
    first_to_drop,
)
from sightline.web.studies.play import Recent


def test_an_address_waits_for_itself_and_not_for_others() -> None:
    shares, running = FairShares(2), []

    async def ask(client: str, done: asyncio.Event) -> None:
        CLIENT.set(client)
        async with shares.place():
            running.append(client)
            await done.wait()

    async def crowd() -> None:
        done = asyncio.Event()
        tasks = [asyncio.create_task(ask(client, done)) for client in ("many", "many", "many", "few")]
        while "few" not in running:
            await asyncio.sleep(0)
        assert sorted(running) == ["few", "many", "many"]
        done.set()
        await asyncio.gather(*tasks)

    asyncio.run(crowd())
    assert len(running) == 4 and not shares.shares


def test_without_a_limit_nobody_waits() -> None:
    async def nested() -> int:
        shares = FairShares(0)
        async with shares.place(), shares.place():
            return len(shares.shares)

    assert asyncio.run(nested()) == 0


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("203.0.113.9", "203.0.113.9"), ("2001:db8:1:2:3::4", "2001:db8:1:2::"), ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("::ffff:203.0.113.9", "203.0.113.9"), ("fe80::1%eth0", "fe80::"), ("testclient", "testclient"), ("", ""),
    ],
)  # fmt: skip
def test_a_network_of_ipv6_is_one_client(address: str, client: str) -> None:
    assert client_of(address) == client


def test_room_is_made_by_the_idle_then_by_who_has_the_most() -> None:
    now = time.monotonic()
    assert first_to_drop([("a", now - IDLE_SECONDS - 1), ("b", now), ("b", now)]) == 0
    assert first_to_drop([("a", now - 1), ("b", now - 1), ("a", now), ("b", now), ("b", now)]) == 1


def test_who_keeps_too_much_loses_only_their_own() -> None:
    recent: Recent[str, int] = Recent(4)

    def keep(client: str, *keys: str) -> None:
        CLIENT.set(client)
        for key in keys:
            recent.keep(key, 1)

    keep("10.0.0.1", "mine")
    keep("10.0.0.2", *map(str, range(20)))
    assert recent.get("mine") == 1 and [recent.get(str(k)) for k in range(17, 20)] == [1, 1, 1]
    recent.forget("mine")
    assert recent.get("mine") is None


def test_who_spends_more_than_its_budget_waits_and_others_do_not() -> None:
    now = 100.0
    budget = Budget(10.0, ahead=0.5, clock=lambda: now)
    CLIENT.set("greedy")
    waits = [budget.delay(1.0) for _ in range(10)]
    assert waits[:6] == [0.0] * 6 and waits[6] == pytest.approx(0.1) and waits[9] == pytest.approx(0.4)
    CLIENT.set("modest")
    assert budget.delay(1.0) == 0.0
    CLIENT.set("greedy")
    now += 10.0  # what it did not use is not saved up beyond half a second
    assert [budget.delay(5.0) for _ in range(3)] == [0.0, 0.0, pytest.approx(0.5)]


def test_a_budget_of_zero_is_unlimited_and_old_clients_are_forgotten() -> None:
    assert [Budget(0.0).delay(1e9) for _ in range(3)] == [0.0] * 3
    budget = Budget(1.0)
    for number in range(CLIENTS_KEPT + 5):
        CLIENT.set(str(number))
        budget.delay(1.0)
    assert len(budget.due) == CLIENTS_KEPT and "0" not in budget.due
