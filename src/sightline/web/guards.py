"""Checks on every request: security headers, limits of size and rate, and allowed origins of sockets.

The rate limit is per address: API requests, opened sockets and messages on sockets all count. An address also has a
limited number of requests in work at once, and of goals per second; its others wait. Requests and sockets with a token
have none of these limits.

Plain ASGI, so that sockets and streams pass through it too.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import nullcontext
from hmac import compare_digest
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sightline.web.fairness import CLIENT, Budget, FairShares, client_of
from sightline.web.settings import Settings

SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # keeps participants' links private
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
# Mechanical Turk shows participants' pages in a frame, and they report completion to it with a form.
TURK = "https://www.mturk.com https://workersandbox.mturk.com"
FRAMED = {
    "Content-Security-Policy": SAFE["Content-Security-Policy"]
    .replace("form-action 'self'", f"form-action 'self' {TURK}")
    .replace("frame-ancestors 'none'", f"frame-ancestors {TURK}"),
}
UPLOADS = "/api/point"  # takes pictures, which are larger than other bodies
FRAMED_PAGES = ("/join", "/take")
ASKS_MODEL = ("/say", "/plan")  # ends of paths of requests that run a model
GOAL_COST, GOALS_AHEAD = 10, 2.0  # such a request counts as ten others; an address may send those of some seconds at once
ADDRESSES_KEPT = 10_000  # addresses whose rates are kept; older ones are forgotten
POLICY_CODE, TOO_LARGE_CODE = 1008, 1009  # close codes of sockets (RFC 6455)
SLOWEST = 4096.0  # bytes per second of a body
TOO_SLOW = "The rest of this request did not arrive in time."
TOO_LARGE, TOO_MANY = "This is more than {limit:,} bytes.", "That was too many requests at once; wait a second."


class Guards:
    """ASGI middleware: checks requests before the app and adds headers to its responses."""

    def __init__(self, app: ASGIApp, settings: Settings, clock: Callable[[], float] = time.monotonic):
        self.app, self.settings, self.clock = app, settings, clock
        self.shares = FairShares(settings.share)
        self.goals = Budget(settings.rate / GOAL_COST, GOALS_AHEAD)
        self.buckets: dict[str, tuple[float, float]] = {}  # by address: (requests left, time of that count)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        CLIENT.set(client_of((scope.get("client") or ("", 0))[0]))
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (SAFE | FRAMED if scope["path"] in FRAMED_PAGES else SAFE).items():
                    headers.setdefault(name, value)
            await send(message)

        headers, limit = Headers(scope=scope), self.settings.largest_body
        if scope["path"] == UPLOADS:
            limit = self.settings.largest_picture
        if controls_worlds(self.settings, headers.get("authorization")):
            limit = max(limit, self.settings.remote_limits.message)
        limited = scope["path"].startswith("/api/") and not self._is_trusted(scope)
        if limited and not self._may_ask():
            return await _refuse(send_safely, 429, TOO_MANY, retry=True)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limit:
            return await _refuse(send_safely, 413, TOO_LARGE.format(limit=limit))
        async with self.shares.place() if limited else nullcontext():
            if limited and scope["method"] == "POST" and scope["path"].endswith(ASKS_MODEL):
                await self.goals.spend()  # while it has a place, so that its other requests wait too
            await self.app(scope, _Limited(receive, limit), send_safely)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_same_origin(Headers(scope=scope)):
            await send(_closing(POLICY_CODE, "Only pages of this server may open a socket."))
        elif self._is_trusted(scope):
            await self.app(scope, receive, send)
        elif self._may_ask():
            socket = _LimitedSocket(receive, send, self.settings.largest_body, self._may_ask)
            await self.app(scope, socket.receive, socket.send)
        else:
            await receive()  # accept, then close: a browser does not tell its page why a handshake failed
            await send({"type": "websocket.accept", "subprotocol": next(iter(scope.get("subprotocols", ())), None)})
            await send(_closing(POLICY_CODE, TOO_MANY))

    def _is_trusted(self, scope: Scope) -> bool:
        """Whether a request has a token: in its header, or, as browsers send it with a socket, as a subprotocol."""
        authorization = Headers(scope=scope).get("authorization")
        offered = [f"Bearer {name}" for name in scope.get("subprotocols", ())]
        return is_owner(self.settings, authorization) or any(
            controls_worlds(self.settings, given) for given in (authorization, *offered)
        )

    def _may_ask(self) -> bool:
        """Count a request; False if its address has used up its rate."""
        rate, burst = self.settings.rate, self.settings.burst
        if not rate:
            return True
        address, now = CLIENT.get(), self.clock()
        left, then = self.buckets.pop(address, (float(burst), now))
        left = min(burst, left + rate * (now - then))
        self.buckets[address] = (max(left - 1, 0.0), now)  # moved to the end: the first entry is the least recent
        if len(self.buckets) > ADDRESSES_KEPT:
            del self.buckets[next(iter(self.buckets))]
        return left >= 1


class _LimitedSocket:
    """Closes a socket that receives too many or too large messages; the app sees a disconnected client."""

    def __init__(self, receive: Receive, send: Send, limit: int, may_ask: Callable[[], bool]):
        self._receive, self._send, self.limit, self.may_ask = receive, send, limit, may_ask
        self.closed = False

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return message
        if len(message.get("bytes") or (message.get("text") or "").encode()) > self.limit:
            return await self._close(TOO_LARGE_CODE, TOO_LARGE.format(limit=self.limit))
        return message if self.may_ask() else await self._close(POLICY_CODE, TOO_MANY)

    async def send(self, message: Message) -> None:
        if self.closed:
            raise OSError("The socket is closed.")  # as servers do; Starlette turns it into a WebSocketDisconnect
        await self._send(message)

    async def _close(self, code: int, reason: str) -> Message:
        self.closed = True
        await self._send(_closing(code, reason))
        return {"type": "websocket.disconnect", "code": code, "reason": reason}


class _Limited:
    """Receives a body; fails when it arrives too slowly, or grows beyond its limit, whatever Content-Length says."""

    def __init__(self, receive: Receive, limit: int):
        self.receive, self.left, self.limit = receive, limit, limit
        self.until: float | None = asyncio.get_running_loop().time() + limit / SLOWEST  # None: it is complete

    async def __call__(self) -> Message:
        try:
            async with asyncio.timeout_at(self.until):
                message = await self.receive()
        except TimeoutError:
            raise HTTPException(408, TOO_SLOW) from None
        if message["type"] == "http.request":
            self.until = self.until if message.get("more_body") else None
            self.left -= len(message.get("body", b""))
            if self.left < 0:
                raise HTTPException(413, TOO_LARGE.format(limit=self.limit))
        return message


def is_owner(settings: Settings, authorization: str | None) -> bool:
    """Whether an Authorization header has the owner's token."""
    return compare_digest((authorization or "").encode(), f"Bearer {settings.token}".encode())


def controls_worlds(settings: Settings, authorization: str | None) -> bool:
    """Whether an Authorization header has the token for controlling worlds; False if that is disabled."""
    right = compare_digest((authorization or "").encode(), f"Bearer {settings.remote_token}".encode())
    return bool(settings.remote_token) and right


def is_same_origin(headers: Headers) -> bool:
    """Whether a socket is opened by our own page, or by a program, which sends no Origin."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def _closing(code: int, reason: str) -> Message:
    return {"type": "websocket.close", "code": code, "reason": reason}


async def _refuse(send: Send, status: int, sentence: str, retry: bool = False) -> None:
    headers = [(b"content-type", b"application/json"), *([(b"retry-after", b"1")] if retry else [])]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps({"error": sentence}).encode()})
