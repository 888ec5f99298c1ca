"""Fair shares: however much one address asks for, the others wait no longer than for a few of its requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")  # the address whose request or socket this task or thread serves


@dataclass
class _Share:
    places: asyncio.Semaphore
    users: int = 0  # that have a place or wait for one


class FairShares:
    """At most some places per address; who finds none waits without a thread. 0 places: no limit."""

    def __init__(self, places: int):
        self.places = places
        self.shares: dict[str, _Share] = {}  # of the addresses that use one now

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place of the current client."""
        if not self.places:
            yield
            return
        client = CLIENT.get()
        share = self.shares.setdefault(client, _Share(asyncio.Semaphore(self.places)))
        share.users += 1
        try:
            async with share.places:
                yield
        finally:
            share.users -= 1
            if not share.users:
                del self.shares[client]
