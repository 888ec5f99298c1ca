"""A WebSocket client (RFC 6455) for binary messages; it uses only the standard library.

Only the caller's thread reads: a ping is answered while waiting for the next message. Extensions are not requested, so
nothing is compressed.
"""

from __future__ import annotations

import base64
import hashlib
import os
import socket
import ssl
from urllib.parse import SplitResult, urlsplit

import numpy as np

from sightline.errors import ArgumentError, UnavailableError

PROTOCOL = "sightline"  # the subprotocol; the token is offered as a second one, because browsers cannot send headers
SECURE = {"http": False, "ws": False, "https": True, "wss": True}
_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # from the RFC
_CONTINUED, _BINARY, _CLOSE, _PING = 0x0, 0x2, 0x8, 0x9
_PONG = 0xA
_LAST, _MASKED = 0x80, 0x80
_HANDSHAKE_LIMIT = 65536  # bytes of the server's response


class WebSocket:
    """One connection to a server."""

    def __init__(self, address: str, path: str, token: str, timeout: float | None):
        parts = _parts(address)
        secure = SECURE[parts.scheme]
        port = parts.port or (443 if secure else 80)
        if not token or not token.isascii() or not token.isprintable() or " " in token or "," in token:
            raise ArgumentError("A token is made of letters, digits and signs, without spaces and commas.")
        self.address, self._timeout = f"{parts.hostname}:{port}", timeout
        try:
            self._socket = socket.create_connection((parts.hostname, port), timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if secure:
                self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=parts.hostname)
            self._shake_hands(parts.path.rstrip("/") + path, token)
        except OSError as error:
            raise UnavailableError(f"No server answers at {address} ({error.strerror or error}).") from None

    def _shake_hands(self, path: str, token: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1", f"Host: {self.address}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Protocol: {PROTOCOL}, {token}",
        )  # fmt: skip
        self._socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("ascii"))
        head = bytearray()
        while not head.endswith(b"\r\n\r\n"):  # byte by byte: anything after it belongs to the first message
            more = self._socket.recv(1)
            if not more or len(head) > _HANDSHAKE_LIMIT:
                raise UnavailableError(f"{self.address} is not a server of Sightline: it closed the connection.")
            head += more
        status, *others = head.decode("latin-1").split("\r\n")
        code = status.split(" ")[1:2]
        if code == ["401"]:
            raise UnavailableError(f"{self.address} does not accept this token.")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in others)}
        accepted = base64.b64encode(hashlib.sha1((key + _MAGIC).encode()).digest()).decode()
        if code != ["101"] or headers.get("sec-websocket-accept") != accepted:
            hint = "is `sightline serve` running there with --remote?"
            raise UnavailableError(f"{self.address} does not offer worlds ({status.strip() or 'no HTTP'}); {hint}")

    def send(self, message: bytes) -> None:
        """Send a binary message."""
        self._send(_BINARY, message)

    def receive(self) -> bytearray:
        """The next binary message."""
        message = bytearray()
        while True:
            first, second = self._read(2)
            size = second & 0x7F
            if size > 125:
                size = int.from_bytes(self._read(2 if size == 126 else 8), "big")
            data, code = self._read(size), first & 0x0F
            if code == _PING:
                self._send(_PONG, data)
            elif code == _CLOSE:
                self.close()
                reason = data[2:].decode(errors="replace")
                raise ConnectionError(f"{self.address} closed the connection{': ' + reason if reason else '.'}")
            elif code in (_BINARY, _CONTINUED):
                message = message + data if message else data
                if first & _LAST:
                    return message

    def _send(self, code: int, data: bytes | bytearray) -> None:
        size, mask = len(data), os.urandom(4)
        if size < 126:
            length = bytes([_MASKED | size])
        elif size < 65536:
            length = bytes([_MASKED | 126]) + size.to_bytes(2, "big")
        else:
            length = bytes([_MASKED | 127]) + size.to_bytes(8, "big")
        masked = np.frombuffer(data, np.uint8) ^ np.resize(np.frombuffer(mask, np.uint8), size)
        try:
            self._socket.sendall(b"".join([bytes([_LAST | code]), length, mask, masked.tobytes()]))
        except OSError as error:
            raise self._lost(error) from None

    def _read(self, size: int) -> bytearray:
        data = bytearray(size)
        room = memoryview(data)
        while room:
            try:
                count = self._socket.recv_into(room)
            except OSError as error:
                raise self._lost(error) from None
            if count == 0:
                raise self._lost(None)
            room = room[count:]
        return data

    def _lost(self, error: OSError | None) -> ConnectionError:
        self.close()
        if isinstance(error, TimeoutError):
            return ConnectionError(f"{self.address} has not answered for {self._timeout:g} seconds.")
        return ConnectionError(f"The connection to {self.address} is lost{f' ({error})' if error else ''}.")

    def close(self) -> None:
        """Close the connection; the server then frees its resources."""
        self._socket.close()


def _parts(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except (AttributeError, TypeError, ValueError):
        parts = urlsplit("")
    if parts.scheme not in SECURE or not parts.hostname or not parts.path.isascii() or not address.isprintable():
        raise ArgumentError(f"The address of a server is like http://127.0.0.1:8000, got {address!r}.")
    return parts
