"""Remote control: worlds over HTTP (JSON, or frames on request) and over WebSocket (frames), for programs with the token.

Both have the same calls, those of `web.hosting`; docs/remote.md explains them. Worlds made over a socket are freed
when it closes; idle worlds are freed after a timeout.
"""

from __future__ import annotations

import asyncio
import json
import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hmac import compare_digest
from typing import Annotated, Any, TypeVar

import numpy as np
from fastapi import APIRouter, Depends, Header, Path, Response, WebSocket
from fastapi import Body as Content
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.websockets import WebSocketDisconnect

from sightline.errors import InputError
from sightline.remote.frames import decode, encode
from sightline.remote.websocket import PROTOCOL
from sightline.render import cores
from sightline.web import remote_bodies as bodies
from sightline.web.bodies import Body, Json, read_body
from sightline.web.context import Context
from sightline.web.hosting import ClientWorlds, FailedError, Host, NoRoomError, exchange
from sightline.web.problems import RequestError, StoppedError

FRAME = "application/octet-stream"
JSON_NUMBER_LIMIT = 2**20  # in an answer
NO_TOKEN = "This needs the token for remote control; `sightline serve --remote` prints it."
GONE = "There are no such worlds here; idle worlds are freed after a while."
BUSY = "These worlds are busy with another call; send one call at a time."
ERRORS: dict[int | str, Json] = {
    status: {"model": bodies.Problem, "description": description}
    for status, description in (
        (400, "The call is invalid; the sentence says why."), (401, "The token is missing or wrong."),
        (404, "There are no such worlds."), (409, "The worlds are busy with another call."),
        (413, "The call is too long."), (422, "The body does not fit the call."),
        (429, "All worlds that the server lends are in use."), (503, "The server is being stopped."),
    )
}  # fmt: skip
FRAMED: dict[int | str, Json] = {
    200: {
        "content": {FRAME: {"schema": {"type": "string", "format": "binary"}}},
        "description": "The answer; a frame if asked for.",
    }
}
BEARER = HTTPBearer(auto_error=False, description="The token that `sightline serve --remote` printed.")
T = TypeVar("T")
WorldId = Annotated[str, Path(max_length=64, description="The id from making the worlds.")]


@dataclass
class LentWorld:
    """Worlds that were made over HTTP."""

    hosted: ClientWorlds
    used: float  # time of the last call, by the clock
    busy: bool = False  # a call is running


class Lending:
    """Lent worlds by id; a thread frees idle ones. Thread-safe."""

    def __init__(self, host: Host, new_name: Callable[[], str], clock: Callable[[], float] = time.monotonic):
        self.host, self.new_name, self.clock = host, new_name, clock
        self.worlds: dict[str, LentWorld] = {}
        self._lock, self._closed = threading.Lock(), threading.Event()  # the lock guards the table and its entries
        self._reaper: threading.Thread | None = None

    def add(self, hosted: ClientWorlds) -> str:
        """Lend worlds; returns their id."""
        with self._lock:
            if self._closed.is_set():
                hosted.free()
                raise StoppedError
            name = self.new_name()
            self.worlds[name] = LentWorld(hosted, self.clock())
            if self._reaper is None:
                self._reaper = threading.Thread(target=self._reap, name="lending", daemon=True)
                self._reaper.start()
        return name

    @contextmanager
    def using(self, name: str) -> Iterator[ClientWorlds]:
        """The worlds of an id, for one call at a time: a waiting second call would block a shared thread."""
        with self._lock:
            lent = self.worlds.get(name)
            if lent is None:
                raise RequestError(404, GONE)
            if lent.busy:
                raise RequestError(409, BUSY)
            lent.busy = True
        try:
            yield lent.hosted
        finally:
            with self._lock:
                lent.used, lent.busy = self.clock(), False

    def free(self, name: str) -> None:
        """Free the worlds of an id."""
        with self._lock:
            lent = self.worlds.pop(name, None)
        if lent is not None:
            lent.hosted.free()

    def sweep(self) -> None:
        """Free worlds that were idle for too long."""
        with self._lock:
            latest = self.clock() - self.host.limits.idle
            idle = [name for name, lent in self.worlds.items() if lent.used < latest and not lent.busy]
            freed = [self.worlds.pop(name) for name in idle]
        for lent in freed:
            lent.hosted.free()

    def _reap(self) -> None:
        while not self._closed.wait(self.host.limits.idle / 4):
            self.sweep()

    def close(self) -> None:
        """Free everything, and refuse new worlds."""
        self._closed.set()
        with self._lock:
            freed, reaper = list(self.worlds.values()), self._reaper
            self.worlds.clear()
        for lent in freed:
            lent.hosted.free()
        if reaper is not None:
            reaper.join()


def router_of(context: Context) -> APIRouter:
    """The API of remote control; empty unless it is enabled."""
    settings = context.settings
    if not settings.remote_token:
        return APIRouter()
    limits = settings.remote_limits
    host = Host(settings.remote_worlds, replace(limits, worlds=max(1, limits.worlds // settings.processes)))
    lending, pool = Lending(host, settings.new_name), ThreadPoolExecutor(cores(), thread_name_prefix="remote")
    context.closing.callback(pool.shutdown, wait=False)
    context.closing.callback(lending.close)

    def check(given: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]) -> None:
        if given is None or not _is(settings.remote_token, given.credentials):
            raise RequestError(401, NO_TOKEN)

    router = APIRouter(prefix="/api/remote", tags=["remote"])
    http = APIRouter(dependencies=[Depends(check)], responses=ERRORS)

    @http.get("/kinds")
    def kinds() -> bodies.LentWorlds:
        """The worlds that can be made here."""
        return bodies.LentWorlds(worlds=list(host.names), most=host.limits.worlds, free=host.limits.worlds - host.lent)

    @http.post("/worlds", status_code=201)
    def make(body: bodies.MakeBody) -> bodies.NewWorlds:
        """Make N worlds; they have no episodes until they are reset."""
        hosted = _with_status(lambda: host.make(body))
        return bodies.NewWorlds(id=lending.add(hosted), **hosted.describe())

    @http.get("/worlds/{world}")
    def look(world: WorldId) -> bodies.CurrentWorlds:
        """The properties of these worlds and their current arrays."""
        with lending.using(world) as hosted:
            return bodies.CurrentWorlds(**hosted.describe(), now=plain(hosted.now()))

    @http.patch("/worlds/{world}", response_model=bodies.CallResult)
    def change(world: WorldId, body: bodies.ArraysBody) -> Response:
        """Write into the arrays of these worlds."""
        with lending.using(world) as hosted:
            _with_status(lambda: hosted.change(body))
            return _answer({"result": None, "now": hosted.now()}, None)

    @http.delete("/worlds/{world}", status_code=204)
    def free(world: WorldId) -> None:
        """Free these worlds."""
        with lending.using(world):
            lending.free(world)

    def add_call(name: str, model: type[Body]) -> None:
        def call(
            world: WorldId, body: Body, accept: Annotated[str | None, Header(include_in_schema=False)] = None
        ) -> Response:
            with lending.using(world) as hosted:
                result = _with_status(lambda: hosted.call(name, body))
                return _answer({"result": result, "now": hosted.now()}, accept)

        call.__annotations__["body"] = model
        http.add_api_route(
            f"/worlds/{{world}}/{name}", call, methods=["POST"], response_model=bodies.CallResult, responses=FRAMED,
            name=name, description=model.__doc__,
        )  # fmt: skip

    for name, model in bodies.CALLS.items():
        if model not in (bodies.SaveBody, bodies.RestoreBody):  # their states are frames
            add_call(name, model)

    @http.post("/worlds/{world}/save", response_class=Response, responses={200: {"content": {FRAME: {}}}})
    def save(world: WorldId) -> Response:
        """The state of these worlds as an opaque frame, for `restore`."""
        with lending.using(world) as hosted:
            return Response(_with_status(lambda: encode(hosted.call("save", bodies.SaveBody()))), media_type=FRAME)

    @http.post("/worlds/{world}/restore", response_model=bodies.CallResult)
    def restore(world: WorldId, body: Annotated[bytes, Content(media_type=FRAME)]) -> Response:
        """Restore a state from `save`."""
        with lending.using(world) as hosted:
            _with_status(lambda: hosted.call("restore", read_body(bodies.RestoreBody, {"state": decode(body)})))
            return _answer({"result": None, "now": hosted.now()}, None)

    @router.websocket("/socket")
    async def socket(websocket: WebSocket) -> None:
        """The worlds of one connection: the first frame makes them, every other one is a call."""
        offered = websocket.scope.get("subprotocols", [])
        if PROTOCOL not in offered or not any(_is(settings.remote_token, name) for name in offered):
            await websocket.send_denial_response(JSONResponse({"error": NO_TOKEN}, 401))
            return
        await websocket.accept(PROTOCOL)
        loop, hosted = asyncio.get_running_loop(), None
        try:
            while True:
                async with asyncio.timeout(host.limits.idle):
                    message = await websocket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                frame = message.get("bytes")
                if frame is None:
                    await websocket.close(1003, "messages are binary frames.")
                    break
                if hosted is not None and hosted.is_quick(frame):
                    hosted, answer = exchange(host, hosted, frame)
                else:
                    hosted, answer = await loop.run_in_executor(pool, exchange, host, hosted, frame)
                await websocket.send_bytes(answer)
        except TimeoutError:
            await websocket.close(1001, "these worlds were idle for too long, so they are freed.")
        except WebSocketDisconnect:
            pass
        finally:
            if hosted is not None:
                hosted.free()

    router.include_router(http)
    return router


def _is(token: str, given: str) -> bool:
    return compare_digest(token.encode(), given.encode())


def _with_status(call: Callable[[], T]) -> T:
    """The result of a call; its errors get HTTP statuses."""
    try:
        return call()
    except NoRoomError as error:
        raise RequestError(429, str(error)) from None
    except FailedError as error:
        raise RequestError(500, str(error)) from None
    except InputError as error:
        raise RequestError(400, str(error)) from None


def _answer(message: Json, accept: str | None) -> Response:
    """A response as JSON, or as a frame if the client accepts one."""
    if accept is not None and FRAME in accept:
        return Response(encode(message), media_type=FRAME)
    return Response(json.dumps(plain(message)), media_type="application/json")


def plain(value: Any) -> Any:
    """A message as JSON: arrays become lists, and numbers that are not finite become null."""
    if isinstance(value, np.ndarray):
        if value.size > JSON_NUMBER_LIMIT:
            raise RequestError(400, f"The answer is too large for JSON; ask for a frame with the header Accept: {FRAME}.")
        if value.dtype.kind != "f":
            return value.tolist()
        numbers = value.astype(object)
        numbers[~np.isfinite(value)] = None
        return numbers.tolist()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
