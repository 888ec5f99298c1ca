"""A mock server of models, for trying the set-up and for tests: an oracle, a noisy one, a random one, a broken one.

It knows nothing of worlds. The oracle repeats the right answer, which `sightline evaluate --mock-oracle` sends in a header;
the random one makes up an answer of the form that is asked for.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

from sightline.chat.faults import FAULTS, Fault, Sent
from sightline.chat.server import GOAL_HEADER

ORACLE, NOISY, RANDOM, BROKEN = CHARACTERS = ("oracle", "noisy", "random", "broken")
NOISE, WRONG = 25.0, 0.1  # of the noisy one: thousandths of a view, and the share of answers that are random
RIGHT = 0.3  # share of right answers of the broken one
REQUEST_LIMIT = 64 << 20  # bytes
PROMPT_TOKENS, PICTURE_TOKENS, LETTERS_PER_TOKEN, PROCESSING_MS = 300, 200, 4, 10  # what it says that it took


class MockModel(ThreadingHTTPServer):
    """The server. `sent` counts what it has answered: `right` (a readable answer), or the names of faults."""

    daemon_threads, request_queue_size, allow_reuse_address = True, 256, True

    def __init__(
        self, character: str = ORACLE, port: int = 0, seed: int = 0, key: str = "", pictures: bool = True,
        schemas: bool = True, right: float = RIGHT, delay: float = 30.0, faults: tuple[Fault, ...] = FAULTS,
    ):  # fmt: skip
        """`key`: demanded of clients. Without `pictures` or `schemas` it refuses these. `delay`: seconds of late answers."""
        super().__init__(("127.0.0.1", port), _Handler)
        self.character, self.seed, self.key, self.pictures, self.schemas = character, seed, key, pictures, schemas
        self.right, self.delay, self.faults = right, delay, faults
        self.sent: Counter[str] = Counter()
        self.lock = threading.Lock()
        self._asked: Counter[str] = Counter()  # how often each question was asked
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        """Its address, as --base-url takes it."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def __enter__(self) -> MockModel:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that breaks off is no error here."""

    def answer(self, body: bytes, hint: str) -> Sent:
        """What to send for a question; it depends on the seed, the question and, if broken, how often it was asked."""
        digest = sha256(body).hexdigest()
        with self.lock:
            self._asked[digest] += 1
            times = self._asked[digest] if self.character == BROKEN else 1  # a fault may be gone at the next attempt
            rng = Random(f"{self.seed} {digest} {times}")
        request = json.loads(body)
        if request.get("model") != self.character:
            return _error(404, f"The model {request.get('model')!r} does not exist.")
        pictures = body.count(b'"image_url":')
        if pictures and not self.pictures:
            return _error(400, "This model does not support image input.")
        if "response_format" in request and not self.schemas:
            return _error(400, "response_format is not supported.")
        if self.character == BROKEN and rng.random() >= self.right:
            fault = rng.choice(self.faults)
            self.count(fault.name)
            return fault.make(rng, self.delay)
        if self.character != RANDOM and not hint:
            return _error(400, "The mock model is told its answers: run `sightline evaluate` with --mock-oracle.")
        self.count("right")
        return Sent(200, completion(json.dumps(self._chosen(rng, hint, request)), pictures))

    def count(self, name: str) -> None:
        """Count an answer."""
        with self.lock:
            self.sent[name] += 1

    def _chosen(self, rng: Random, hint: str, request: dict[str, Any]) -> Any:
        told = json.loads(hint) if hint else {}
        schema = request.get("response_format", {}).get("json_schema", {}).get("schema", {})
        if self.character == RANDOM or (self.character == NOISY and rng.random() < WRONG):
            return instance(schema, rng)
        if self.character == NOISY:
            for name in ("x", "y"):
                if isinstance(told.get(name), int | float):
                    told[name] = round(min(max(told[name] + rng.gauss(0, NOISE), 0.0), 1000.0), 2)
        return told


def completion(text: str, pictures: int = 0) -> bytes:
    """An answer of the chat API."""
    usage = {
        "prompt_tokens": PROMPT_TOKENS + PICTURE_TOKENS * pictures, "completion_tokens": len(text) // LETTERS_PER_TOKEN + 1,
    }  # fmt: skip
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    return json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode()


def instance(schema: dict[str, Any], rng: Random) -> Any:
    """A random value of a form."""
    if "enum" in schema:
        return rng.choice(schema["enum"])
    types = schema.get("type", "null")
    type_ = next((t for t in types if t != "null"), "null") if isinstance(types, list) else types
    low, high = schema.get("minimum", 0), schema.get("maximum", 1000)
    if type_ == "object":
        return {name: instance(part, rng) for name, part in schema.get("properties", {}).items()}
    if type_ == "array":
        count = rng.randint(schema.get("minItems", 0), schema.get("maxItems", 3))
        return [instance(schema.get("items", {}), rng) for _ in range(count)]
    if type_ == "integer":
        return rng.randint(low, high)
    if type_ == "number":
        return round(rng.uniform(low, high), 1)
    return rng.choice(("forward", "turn_left", "turn_right")) if type_ == "string" else None


def _error(status: int, words: str) -> Sent:
    return Sent(status, json.dumps({"error": {"message": words, "type": "invalid_request_error"}}).encode())


class _Handler(BaseHTTPRequestHandler):
    """The two routes of the API that clients use."""

    server: MockModel
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        """The list of models."""
        if self.path != "/v1/models":
            return self._send(_error(404, "There is no such page."))
        models = [{"id": self.server.character, "object": "model"}]
        return self._send(Sent(200, json.dumps({"object": "list", "data": models}).encode()))

    def do_POST(self) -> None:
        """An answer."""
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(length, REQUEST_LIMIT))
        if self.path != "/v1/chat/completions":
            return self._send(_error(404, "There is no such page."))
        if self.server.key and self.headers.get("Authorization") != f"Bearer {self.server.key}":
            return self._send(_error(401, f"Incorrect API key provided: {self.headers.get('Authorization', '')[7:]}."))
        try:
            sent = self.server.answer(body, self.headers.get(GOAL_HEADER, ""))
        except (ValueError, KeyError, AttributeError, TypeError):
            sent = _error(400, "This is not a request of the chat API.")
        return self._send(sent)

    def _send(self, sent: Sent) -> None:
        self.close_connection = True
        if sent.delay:
            self.server.closing.wait(sent.delay)
        if sent.raw is not None:
            self.wfile.write(sent.raw)
        else:
            self.send_response(sent.status)
            promised = len(sent.body) + sent.promised_more
            headers = {"Content-Type": "application/json", "openai-processing-ms": str(PROCESSING_MS), **sent.headers}
            for name, value in {**headers, "Content-Length": str(promised), "Connection": "close"}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent.body)
        for _ in range(sent.drops):  # a little at a time, to see whether a client waits for ever
            if self.server.closing.wait(0.05):
                break
            self.wfile.write(b" ")
            self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not logged: they may hold keys."""


def wait_for_ever(server: MockModel) -> None:
    """Serve until Ctrl-C."""
    try:
        server.serve_forever()
    finally:
        server.closing.set()
        server.server_close()
