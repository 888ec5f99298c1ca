"""One address gets its share of a server, whatever it asks for."""

import asyncio

from sightline.web.fairness import CLIENT, FairShares


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
