"""Connections of one server, before there is a request: those that send none in time, or too many, are closed.

uvicorn waits for a request for ever and reads a head of any length. So a client could hold open thousands of connections
at no cost to itself.
"""

from __future__ import annotations

import asyncio
from ipaddress import ip_address, ip_network

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sightline.web.fairness import client_of
from sightline.web.settings import Settings

HEAD_SECONDS = 20.0  # for the head of a request to arrive
HEAD_BYTES = 64 * 1024  # of a request's line and headers


def limited_connections(settings: Settings) -> type[asyncio.Protocol]:
    """The protocol of connections with these settings."""
    proxies = [ip_network(proxy) for proxy in settings.proxies]

    def is_limited(address: str) -> bool:
        """Whether an address may have only some connections: a proxy has those of all its visitors."""
        return bool(settings.rate) and not any(ip_address(address) in proxy for proxy in proxies)

    class LimitedConnection(HttpToolsProtocol):
        waiting: asyncio.TimerHandle | None = None  # for the head of a request
        head = 0  # bytes of it so far

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait_for_head()
            if self.client is not None and is_limited(self.client[0].partition("%")[0]):
                mine = client_of(self.client[0])
                others = (getattr(each, "client", None) or ("", 0) for each in self.connections)
                if sum(client_of(address) == mine for address, _ in others) > settings.connections:
                    transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self._answers():
                self._stop_waiting()
                return
            self._wait_for_head()
            self.head += len(data)
            if self.head > HEAD_BYTES:
                self.transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._stop_waiting()

        def _answers(self) -> bool:
            """Whether a request has arrived whose response is not complete."""
            return self.cycle is not None and not self.cycle.response_complete

        def _wait_for_head(self) -> None:
            if self.waiting is None:
                self.waiting = self.loop.call_later(HEAD_SECONDS, self._give_up)

        def _stop_waiting(self) -> None:
            self.head = 0
            if self.waiting is not None:
                self.waiting.cancel()
                self.waiting = None

        def _give_up(self) -> None:
            self.waiting = None
            is_socket = self.transport.get_protocol() is not self  # a WebSocket since
            rests = self.timeout_keep_alive_task is not None  # between requests, until its own timeout
            if not (is_socket or rests or self._answers()):
                self.transport.close()

    return LimitedConnection
