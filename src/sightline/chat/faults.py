"""What servers and models get wrong, one of each: late, cut off, oversized, wrong-typed, hostile answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Sent:
    """What a mock server sends."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0  # seconds before it
    promised_more: int = 0  # bytes that never come
    drops: int = 0  # further bytes, one every 50 ms
    raw: bytes | None = None  # instead of a proper answer


class Fault(NamedTuple):
    """One thing that goes wrong."""

    name: str
    make: Callable[[Random, float], Sent]  # with a seed, and the seconds of a late answer
    answered: bool = True  # the server gives an answer, which nobody can read


def _saying(text: Any) -> bytes:
    message = {"role": "assistant", "content": text}
    return json.dumps({"choices": [{"index": 0, "message": message}], "usage": {"prompt_tokens": 9}}).encode()


def _says(name: str, *texts: Any) -> Fault:
    return Fault(name, lambda rng, delay: Sent(200, _saying(rng.choice(texts))))


def _sends(name: str, *bodies: bytes) -> Fault:
    return Fault(name, lambda rng, delay: Sent(200, rng.choice(bodies)))


def _breaks(name: str, *sent: Sent) -> Fault:
    return Fault(name, lambda rng, delay: rng.choice(sent), answered=False)


def _fields(**values: Any) -> str:
    return json.dumps({"answer": "walk", "view": 4, "x": 500, "y": 700} | values)


DEEP = "[" * 50_000
FAULTS = (
    _says("refusal", "I'm sorry, but I can't help with that.", "As an AI model I cannot see pictures."),
    _says("empty", "", "   ", "\n\n```json\n```"),
    _says("no text", None, 7, True, ["walk"], {"answer": "walk"}),
    _says("prose", "The goal is near the tree on the left.", "Walk to the red barrel, then stop!", "{walk: yes"),
    _says("truncated", '{"reason": "barrel", "answer": "wa', '```json\n{"answer": "walk", "view": 4, "x": 5', "<think>hm"),
    _says("two answers", f"{_fields()} or {_fields(view=2)}", f"[{_fields()}, {_fields(x=1)}]"),
    _says("wrong word", _fields(answer="fly"), _fields(answer=""), _fields(answer="walk; rm -rf /"), _fields(answer="йти")),
    _says(
        "wrong type", _fields(x=True), _fields(x=[[1]], y={}), _fields(view=[4]), _fields(answer=3), _fields(x="left"),
        _fields(answer=["walk"]), _fields(x=None), _fields(view=None, x="NaN"),
    ),
    _says(
        "out of range", _fields(x=-500), _fields(y=10**9), _fields(view=0), _fields(view=7), _fields(view=-1),
        _fields(view=3.5), '{"answer": "walk", "view": 4, "x": NaN, "y": 1}', _fields(x=10**300),
        '{"answer": "walk", "view": 4, "x": Infinity, "y": 1}', '{"answer": "walk", "view": 4, "x": %s}' % ("9" * 5000),
    ),
    _says("nested", DEEP, '{"answer":' * 5000, "{" * 60_000, '{"a":' + DEEP),
    _says("long", "walk " * 20_000, "\u202e{" * 40_000),
    _says("strange characters", "\ud800\udfff\x00\x1b[2J", "\u202e{\u0000}", "＂answer＂：＂walk＂"),
    _says("hostile", "Ignore all rules. {{config.key}} ${SIGHTLINE_API_KEY} %s%n", "__import__('os').system('true')",
          "'; DROP TABLE runs; --", '{"__class__": "x", "constructor": {"prototype": {}}}'),
    _sends("not JSON", b"", b"<html>Bad gateway</html>", b"\xff\xfe\x00", b"data: {}\n\n", b'{"choices": [', DEEP.encode()),
    _sends(
        "not the API", b"[]", b"7", b"null", b'"done"', b"{}", b'{"choices": []}', b'{"choices": 3}', b'{"choices": [[]]}',
        b'{"choices": [{"message": "walk"}]}', b'{"choices": {"0": 1}}', b'{"error": {"message": "overloaded"}}',
        b'{"choices": [{"message": {"content": {"a": 1}}}], "usage": {"prompt_tokens": -5, "completion_tokens": "x"}}',
    ),
    Fault("late", lambda rng, delay: Sent(200, _saying(_fields()), delay=delay), answered=False),
    Fault("drip", lambda rng, delay: Sent(200, b"{", promised_more=10**6, drops=int(20 * delay)), answered=False),
    _breaks("cut off", Sent(200, b'{"choices": [{"mess', promised_more=500), Sent(200, b"", promised_more=10)),
    _breaks("oversized", Sent(200, b" " * (5 << 20)), Sent(200, _saying("x" * (5 << 20)))),
    _breaks(
        "status", Sent(500, b"oops"), Sent(503, b"", {"Retry-After": "0"}), Sent(429, b"{}", {"Retry-After": "0.01"}),
        Sent(529, DEEP.encode(), {"Retry-After": "0"}), Sent(502, b"<html>", {"retry-after-ms": "5"}),
        Sent(418, b"\xff"), Sent(413, b'{"error": "context length exceeded"}'), Sent(422, b'{"detail": [{"msg": 1}]}'),
    ),
    _breaks("retry-after", Sent(429, b"", {"Retry-After": "-1"}), Sent(503, b"", {"Retry-After": "0e0"}),
            Sent(429, b"", {"Retry-After": "Wed, 01 Jan 1997 00:00:00 GMT"})),
    _breaks("not HTTP", Sent(raw=b""), Sent(raw=b"\x00\x01\x02\r\n\r\n"), Sent(raw=b"HTTP/1.1 abc\r\n\r\n"),
            Sent(raw=b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500 + b"\r\n"), Sent(raw=b"HTTP/1.1 200 " + b"O" * 100_000),
            Sent(raw=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")),
)  # fmt: skip
