"""Asking: questions go out side by side, answers are kept, unreadable ones are asked once more, and all are counted."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from sightline.chat.cache import AnswerCache, key_of
from sightline.chat.config import ChatConfig
from sightline.chat.reading import MalformedError
from sightline.chat.server import GONE, ChatServer, ModelAnswer, NoAnswerError
from sightline.chat.usage import Usage
from sightline.errors import InputError, UnavailableError

T = TypeVar("T")
ROUNDS = 2  # times that a question is asked until its answer can be read
PICTURES = ("image", "vision", "multimodal", "picture")  # words of servers whose model takes no pictures


@dataclass(frozen=True)
class Picture:
    """A JPEG, and what to call it."""

    label: str
    jpeg: bytes


@dataclass(frozen=True)
class ModelQuestion(Generic[T]):
    """A prompt with pictures, the form of its answer, and how to read it."""

    text: str
    pictures: tuple[Picture, ...]
    schema: dict[str, Any]
    read: Callable[[str], T]  # raises MalformedError
    hint: str = ""  # the right answer, for a mock server


@dataclass(frozen=True)
class ChatReply(Generic[T]):
    """What came of a question: its answer, None if nobody could read it."""

    value: T | None
    usage: Usage


class Asker:
    """Asks one model; many questions at once, within the limits of its config."""

    def __init__(self, model: str, config: ChatConfig):
        self.model, self.config = model, config
        self.server, self.cache = ChatServer(config), AnswerCache(config.cache_folder)
        self.sent, self.kept, self.cost = 0, 0, 0.0  # calls to the server, answers from the cache, US$ of the calls
        self._out = 0  # calls that have no answer yet
        self._pool = ThreadPoolExecutor(config.concurrency, thread_name_prefix="asking")
        self._lock, self._first = threading.Lock(), threading.Lock()
        self._asking: dict[str, Future[ModelAnswer]] = {}  # questions that are out, by key: twins wait for their answer
        self._stopped: InputError | None = None

    def begin(self) -> None:
        """Another run: what has stopped the last one may be over."""
        self._stopped = None

    def close(self) -> None:
        """Break off what is under way."""
        self.server.close()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def ask(self, questions: Sequence[ModelQuestion[T]]) -> list[ChatReply[T]]:
        """The answers to questions, in order."""
        if self._stopped is not None:
            raise self._stopped
        replies = [self._pool.submit(self._reply, question) for question in questions]
        try:
            return [reply.result() for reply in replies]
        except InputError as error:
            self._stopped = self._stopped or error
            for reply in replies:
                reply.cancel()
            wait(replies)  # those that are out may be paid already: their answers are kept
            raise

    def _reply(self, question: ModelQuestion[T]) -> ChatReply[T]:
        usage, messages = Usage(), [message_of(question)]
        for _ in range(ROUNDS):
            try:
                said = self._said(self._request(messages, question.schema), question.hint)
            except NoAnswerError:
                return ChatReply(None, usage + Usage(calls=1, failed=1))
            usage = usage + self._usage(said)
            try:
                if said.text is None:
                    raise MalformedError("The answer has no text.")
                return ChatReply(question.read(said.text), usage)
            except MalformedError as error:
                usage = usage + Usage(malformed=1)
                messages = [*messages[:1], *_again(said.text or "", str(error))]
        return ChatReply(None, usage + Usage(failed=1))

    def _request(self, messages: list[dict[str, Any]], schema: dict[str, Any]) -> dict[str, Any]:
        structured = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
        return {
            "model": self.model, "messages": messages, "temperature": 0, "max_tokens": self.config.max_tokens,
            "response_format": structured,
        }  # fmt: skip

    def _usage(self, said: ModelAnswer) -> Usage:
        return Usage(1, said.tokens_in, said.tokens_out, self._price(said), said.seconds)

    def _price(self, said: ModelAnswer) -> float:
        price_in, price_out = self.config.token_prices
        return price_in * said.tokens_in + price_out * said.tokens_out

    def _said(self, request: dict[str, Any], hint: str) -> ModelAnswer:
        """What the model says: from the cache, or from the server, which is asked once for equal questions."""
        key = key_of(self.config.base_url, request, hint)
        with self._lock:
            twin = self._asking.get(key)
            if twin is None and (kept := self.cache.get(key)) is not None:
                self.kept += 1
                return kept
            mine: Future[ModelAnswer] = twin or Future()
            self._asking[key] = mine
        if twin is not None:
            return twin.result()
        try:
            said = self._call(request, hint)
            self.cache.put(key, said)
            mine.set_result(said)
            return said
        except BaseException as error:
            mine.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._asking[key]

    def _call(self, request: dict[str, Any], hint: str) -> ModelAnswer:
        if self.server.reached:
            return self._counted(request, hint)
        with self._first:  # the first call goes alone: if it is refused, so are all
            if self.server.reached:
                return self._counted(request, hint)
            try:
                return self._counted(request, hint)
            except NoAnswerError as error:
                self._stopped = self._stopped or UnavailableError(self._refusal(error))
                raise self._stopped from None

    def _counted(self, request: dict[str, Any], hint: str) -> ModelAnswer:
        """Call the server within the limits."""
        with self._lock:
            if self._stopped is not None:
                raise self._stopped
            if (limit := self._limit()) is not None:
                self._stopped = InputError(f"{limit} Answers are kept: run the same command with a higher limit to go on.")
                raise self._stopped
            self.sent, self._out = self.sent + 1, self._out + 1
        try:
            said = self.server.complete(request, hint)
            with self._lock:
                self.cost += self._price(said)
        except NoAnswerError as error:
            if error.why != GONE:
                raise
            self._stopped = self._stopped or UnavailableError(
                f"The server at {self.config.base_url} is gone; start it and run the same command again: answers are kept."
            )
            raise self._stopped from None
        finally:
            with self._lock:
                self._out -= 1
        if self.config.max_cost is not None and not said.tokens_in and said.text is not None:
            self._stopped = UnavailableError(
                "This server does not count tokens, so --max-cost cannot be kept; use --max-calls."
            )
            raise self._stopped
        return said

    def _limit(self) -> str | None:
        """Which limit is reached."""
        if self.config.max_calls is not None and self.sent >= self.config.max_calls:
            return f"--max-calls {self.config.max_calls} is reached."
        usual = self.cost / max(self.sent - self._out, 1)  # of one call; those that are out will cost about as much
        if self.config.max_cost is not None and self.cost + usual * (self._out + 1) > self.config.max_cost:
            return f"--max-cost {self.config.max_cost:g} is reached."
        return None

    def _refusal(self, error: NoAnswerError) -> str:
        """What to do about a server that refuses the first call."""
        because = f"{error.why}, {error.words}" if error.words else error.why
        if not error.passing and any(word in error.words.lower() for word in PICTURES):
            return f"The model {self.model} takes no pictures ({because}): use --interface words, or another model."
        return f"{self.config.base_url} does not answer for the model {self.model} ({because}); check server and --timeout."

    def summary(self) -> str:
        """What was asked, for people."""
        faults = ", ".join(f"{count} {why}" for why, count in sorted(self.server.faults.items()))
        cost = f", US$ {self.cost:.2f}" if self.config.prices else ""
        return f"{self.model}: {self.sent} calls{cost}, {self.kept} answers from the cache" + (
            f"; failed attempts: {faults}." if faults else "."
        )


def message_of(question: ModelQuestion[Any]) -> dict[str, Any]:
    """A question as a message of the API."""
    if not question.pictures:
        return {"role": "user", "content": question.text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": question.text}]
    for picture in question.pictures:
        url = f"data:image/jpeg;base64,{base64.b64encode(picture.jpeg).decode()}"
        parts += [{"type": "text", "text": picture.label}, {"type": "image_url", "image_url": {"url": url}}]
    return {"role": "user", "content": parts}


def _again(said: str, why: str) -> list[dict[str, Any]]:
    """The messages that ask once more."""
    return [
        {"role": "assistant", "content": said[:2000] or "(nothing)"},
        {"role": "user", "content": f"That cannot be used. {why} Answer with one JSON object and nothing else."},
    ]


def object_schema(**properties: dict[str, Any]) -> dict[str, Any]:
    """The form of an answer: all fields are required, as strict servers want it."""
    named = {"reason": {"type": "string"}, **properties}
    return {"type": "object", "properties": named, "required": list(named), "additionalProperties": False}


def with_hint(question: ModelQuestion[T], answer: dict[str, Any]) -> ModelQuestion[T]:
    """A question that tells a mock server the right answer."""
    return replace(question, hint=json.dumps({"reason": "told", **answer}))
