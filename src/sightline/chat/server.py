"""One call of the chat API: bounded in time and size, repeated with back-off, and without a trace of the key.

The standard library is enough: a request, and a watchdog that closes its socket when its time is over, whatever a server
sends meanwhile. Redirects are not followed, so that a key goes to one address only.
"""

from __future__ import annotations

import contextlib
import email.utils
import http.client
import json
import math
import re
import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sightline.chat.config import KEYS, ChatConfig, checked_url
from sightline.checks import shown
from sightline.errors import UnavailableError

BODY_LIMIT = 4 << 20  # bytes of an answer
TEXT_LIMIT = 1 << 16  # characters of what a model says
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before another attempt
PASSING = {408, 409, 425, 429, *range(500, 600)}  # statuses that may be gone at the next attempt
LATE, CUT_OFF, OVERSIZED, GONE = "late", "cut off", "oversized", "no server"
GOAL_HEADER = "X-Sightline-Answer"  # the right answer, for a mock server on this machine


class NoAnswerError(Exception):
    """The server gave no answer to one call."""

    def __init__(self, why: str, words: str = "", wait: float | None = None, passing: bool = True):
        super().__init__(f"{why}: {words}" if words else why)
        self.why, self.words, self.wait, self.passing = why, words, wait, passing


@dataclass(frozen=True)
class ModelAnswer:
    """What a model said to one question; as it is kept in the cache."""

    text: str | None  # None: the answer has no text, or is none that the API allows
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0


@dataclass
class Dialect:
    """Which features of the API the server takes."""

    schema: bool = True
    temperature: bool = True
    max_tokens: str = "max_tokens"


@dataclass
class ChatServer:
    """A server of models."""

    config: ChatConfig
    faults: Counter[str] = field(default_factory=Counter)  # attempts that failed, by reason
    dialect: Dialect = field(default_factory=Dialect)
    reached: bool = False  # it has answered a call
    _live: set[socket.socket] = field(default_factory=set)
    _closed: threading.Event = field(default_factory=threading.Event)

    def close(self) -> None:
        """Break off all calls."""
        self._closed.set()
        for sock in list(self._live):
            _shut(sock)

    def complete(self, request: dict[str, Any], hint: str = "") -> ModelAnswer:
        """Ask, again and again if need be. NoAnswerError if this call has no answer, UnavailableError if no call can."""
        for attempt in range(self.config.retries + 1):
            try:
                return self._attempt(request, hint)
            except NoAnswerError as error:
                self.faults[error.why] += 1
                if not error.passing or attempt == self.config.retries:
                    raise
                pause = min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE) if error.wait is None else error.wait
                if self._closed.wait(min(pause, LONGEST_PAUSE)):
                    raise
        raise AssertionError("there is always a first attempt")

    def _attempt(self, request: dict[str, Any], hint: str) -> ModelAnswer:
        """One attempt; a feature that the server refuses is left out, for this call and, if that helps, for all."""
        dialect = Dialect(**vars(self.dialect))
        while True:
            try:
                said = self._send(_in_dialect(request, dialect), hint)
                self.dialect = dialect
                return said
            except NoAnswerError as error:
                if error.passing or not _simplify(dialect, error.words, "response_format" in request):
                    raise
                self.faults[error.why] += 1

    def _send(self, request: dict[str, Any], hint: str) -> ModelAnswer:
        headers = {"Content-Type": "application/json"} | ({GOAL_HEADER: hint} if hint and self.config.mock_oracle else {})
        began = time.monotonic()
        status, answered, body = self.call("POST", "/chat/completions", json.dumps(request).encode(), headers)
        if status != 200:
            self._refuse(status, answered, body)
        seconds = _milliseconds(answered.get("openai-processing-ms"))
        self.reached = True
        return self._read(body, time.monotonic() - began if seconds is None else seconds)

    def _refuse(self, status: int, answered: dict[str, str], body: bytes) -> None:
        """Raise what a status other than 200 means."""
        words = self._clean(_error_words(body))
        because = f" ({words})" if words else ""
        if status in (401, 403):
            hint = "The key in" if self.config.key else "Give a key in"
            fault = f"{hint} {' or '.join(KEYS)}{' is wrong' if self.config.key else ''}"
            raise UnavailableError(f"{self.config.base_url} refuses the request, status {status}{because}. {fault}.")
        if status == 404:
            raise UnavailableError(
                f"{self.config.base_url} has no such model or no chat API{because}; {self._models()}check --base-url."
            )
        if 300 <= status < 400 or status in (402, 405):
            raise UnavailableError(f"{self.config.base_url} gave status {status}{because}; check --base-url and account.")
        wait = _seconds(answered.get("retry-after-ms"), 1000) or _seconds(answered.get("retry-after"))
        raise NoAnswerError(f"status {status}", words, wait, status in PASSING)

    def _models(self) -> str:
        """The models that the server lists."""
        try:
            status, _, body = self.call("GET", "/models")
            names = [str(model["id"]) for model in json.loads(body)["data"]][:10] if status == 200 else []
        except (NoAnswerError, UnavailableError, ValueError, TypeError, KeyError, RecursionError):
            return ""
        return f"it has {self._clean(', '.join(names))}; " if names else ""

    def _read(self, body: bytes, seconds: float) -> ModelAnswer:
        """The text and the usage of an answer; hostile ones have neither."""
        try:
            answer = json.loads(body)
            message = answer["choices"][0]["message"]
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            return ModelAnswer(None, seconds=seconds)
        text = _text_of(message)
        usage = answer.get("usage")
        used = usage if isinstance(usage, dict) else {}
        tokens_in, tokens_out = _count(used.get("prompt_tokens")), _count(used.get("completion_tokens"))
        return ModelAnswer(None if text is None else self._without_key(text), tokens_in, tokens_out, seconds)

    def call(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of one request, within the time and size that are allowed."""
        url = checked_url(self.config.base_url)
        secure = url.scheme == "https"
        connection = (http.client.HTTPSConnection if secure else http.client.HTTPConnection)(
            url.hostname or "", url.port, timeout=self.config.timeout
        )
        sent = {"Accept-Encoding": "identity", **(headers or {})}
        if self.config.key:
            sent["Authorization"] = f"Bearer {self.config.key}"
        late = threading.Event()
        sock: socket.socket | None = None

        def cut() -> None:
            late.set()
            if sock is not None:
                _shut(sock)

        watchdog = threading.Timer(self.config.timeout, cut)
        watchdog.daemon = True
        watchdog.start()
        try:
            connection.connect()
            sock = connection.sock
            self._live.add(sock)
            if late.is_set() or self._closed.is_set():
                raise TimeoutError
            connection.request(method, url.path.rstrip("/") + path, body, sent)
            response = connection.getresponse()
            received = response.read(BODY_LIMIT + 1)
            if len(received) > BODY_LIMIT:
                raise NoAnswerError(OVERSIZED, passing=False)
            if (length := response.length) or (late.is_set() and length is None):
                raise http.client.IncompleteRead(received, length)
            return response.status, {name.lower(): value for name, value in response.getheaders()}, received
        except (ConnectionRefusedError, socket.gaierror) as error:
            if self.reached:  # it may come back
                raise NoAnswerError(GONE, str(error.strerror)) from None
            raise UnavailableError(
                f"There is no server at {self.config.base_url} ({error.strerror}); start one, or check --base-url."
            ) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            if late.is_set() or isinstance(error, TimeoutError):
                raise NoAnswerError(LATE, f"no answer in {self.config.timeout:g} seconds") from None
            raise NoAnswerError(CUT_OFF, self._clean(str(error) or type(error).__name__)) from None
        finally:
            watchdog.cancel()
            if sock is not None:
                self._live.discard(sock)
            connection.close()

    def _without_key(self, text: str) -> str:
        """A server may repeat the key in what it says."""
        return text.replace(self.config.key, "***") if self.config.key else text

    def _clean(self, words: str) -> str:
        """A server's words for a message: short, printable, without the key."""
        plain = "".join(c if c.isprintable() else " " for c in self._without_key(words))
        return re.sub(r"\s+", " ", plain).strip().rstrip(".")[:200]


def _shut(sock: socket.socket) -> None:
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


def _in_dialect(request: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
    """A request with the features that the server takes."""
    sent = dict(request)
    if not dialect.schema:
        sent.pop("response_format", None)
    if not dialect.temperature:
        sent.pop("temperature", None)
    sent[dialect.max_tokens] = sent.pop("max_tokens")
    return sent


def _simplify(dialect: Dialect, refusal: str, structured: bool) -> bool:
    """Leave out a feature that a refusal names, or else structured answers; False if nothing is left to leave out."""
    named = refusal.lower()
    if "temperature" in named and dialect.temperature:
        dialect.temperature = False
    elif "max_completion_tokens" in named and dialect.max_tokens == "max_tokens":
        dialect.max_tokens = "max_completion_tokens"
    elif structured and dialect.schema:
        dialect.schema = False
    else:
        return False
    return True


def _text_of(message: Any) -> str | None:
    """What a message says; its refusal if it only has one."""
    if not isinstance(message, dict):
        return None
    content = message.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    if not content:
        content = message.get("refusal")
    return content if isinstance(content, str) and len(content) <= TEXT_LIMIT else None


def _error_words(body: bytes) -> str:
    """What an error answer says."""
    try:
        answer = json.loads(body)
        error = answer.get("error", answer.get("detail", answer.get("message", "")))
        return str(error.get("message", "") if isinstance(error, dict) else error)[:2000]
    except (ValueError, AttributeError, RecursionError):
        return shown(body[:200].decode(errors="replace")) if body else ""


def _count(value: Any) -> int:
    """A number of tokens; 0 for anything else."""
    return value if type(value) is int and 0 <= value < 1 << 40 else 0


def _seconds(text: str | None, per_second: float = 1.0) -> float | None:
    """Seconds to wait by a header: a number, or a date."""
    if text is None:
        return None
    try:
        seconds = float(text) / per_second
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError, OSError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _milliseconds(text: str | None) -> float | None:
    """Seconds that a server says it took."""
    seconds = _seconds(text, 1000) if text and re.fullmatch(r"\d{1,9}(\.\d+)?", text) else None
    return seconds
