"""Fair shares: however much one address asks for, the others wait for few of its requests and lose nothing to it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")  # the address whose request or socket this task or thread serves


IDLE_SECONDS = 300.0  # without a use, after which nobody is expected to come back soon
CLIENTS_KEPT = 10_000  # whose budgets are kept; older ones are forgotten
NETWORK_BITS = 64  # of an IPv6 address: the rest is for a household to choose, so it is nobody else


@lru_cache(maxsize=CLIENTS_KEPT)
def client_of(address: str) -> str:
    """Who an address stands for: an IPv4 address, or the network of an IPv6 address."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Address(int(known) >> NETWORK_BITS << NETWORK_BITS))


def first_to_drop(kept: Sequence[tuple[str, float]]) -> int:
    """Which of the things that are kept for clients makes room: (client, time of its last use), least recently used first.

    It is the first one if that is idle, otherwise the first of the client who has the most.
    """
    if time.monotonic() - kept[0][1] > IDLE_SECONDS:
        return 0
    clients = [client for client, _ in kept]
    counts = Counter(clients)
    most = max(counts.values())
    return next(k for k, client in enumerate(clients) if counts[client] == most)


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


class Budget:
    """So much per second for each address. Whoever wants more waits, in the order of asking. 0: no limit."""

    def __init__(self, rate: float, ahead: float = 0.5, clock: Callable[[], float] = time.monotonic):
        """`ahead` is how many seconds of its budget a client may use at once."""
        self.rate, self.ahead, self.clock = rate, ahead, clock
        self.due: dict[str, float] = {}  # by client: when it has paid for everything so far

    async def spend(self, cost: float = 1.0) -> None:
        """Wait until the current client can pay."""
        if delay := self.delay(cost):
            await asyncio.sleep(delay)

    def delay(self, cost: float) -> float:
        """Charge the current client; the seconds that it must wait."""
        if not self.rate:
            return 0.0
        client, now = CLIENT.get(), self.clock()
        due = max(self.due.pop(client, 0.0), now - self.ahead)
        self.due[client] = due + cost / self.rate  # moved to the end: the first entry is the least recent
        if len(self.due) > CLIENTS_KEPT:
            del self.due[next(iter(self.due))]
        return max(due - now, 0.0)
