"""A viewer's socket: it sends pictures while an agent goes, and receives orders such as stop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from fastapi import WebSocket, WebSocketDisconnect

from sightline.errors import InputError
from sightline.fields import Json
from sightline.web.context import Context
from sightline.web.kept_pictures import VIEW_SIDE
from sightline.web.pictures import NO_PLACES, Film, Screen
from sightline.web.problems import SERVER_FAULT, RequestError

if TYPE_CHECKING:
    from sightline.web.sessions import Session

Orders = asyncio.Queue[Json | None]  # None: the viewer has disconnected


class Watching:
    """One viewer's socket."""

    def __init__(self, context: Context, find: Callable[[], Session], rate: float, side: int, speed: float):
        self.context, self.find = context, find
        self.rate, self.side, self.speed = rate, side, speed
        self.film: Film | None = None
        self.going: Session | None = None  # a session that this viewer has started, and must end

    async def serve(self, socket: WebSocket) -> None:
        """Carry out orders, one at a time."""
        orders: Orders = asyncio.Queue(maxsize=16)
        reading = asyncio.create_task(_read(socket, orders))
        try:
            while (order := await orders.get()) is not None:
                try:
                    await self._obey(order, socket, orders)
                except (InputError, RequestError) as error:
                    await _send(socket, {"error": str(error)})
                except WebSocketDisconnect:
                    raise
                except Exception:
                    await _send(socket, {"error": SERVER_FAULT})
                    raise
        except WebSocketDisconnect:
            pass  # the viewer has disconnected
        finally:
            reading.cancel()
            asyncio.get_running_loop().run_in_executor(None, self.finish)  # also when this task is being cancelled

    async def _obey(self, order: Json, socket: WebSocket, orders: Orders) -> None:
        session = await self.context.work(self.find)
        if order.get("do") == "go":
            try:
                film = await self.context.work(self._begin, session)
                stopped = await self._show(film, socket, orders)
                facts = await self.context.work(self._arrive, session, stopped)
            except (WebSocketDisconnect, asyncio.CancelledError):
                raise  # the viewer has disconnected: the walk is finished without pictures
            except BaseException:
                if self.going is not None:
                    self.going = None
                    await self.context.work(session.break_off)
                raise
            await _send(socket, {"session": facts})
        elif order.get("do") == "replay" and isinstance(order.get("turn"), int):
            film = await self.context.work(self._again, session, order["turn"])
            await self._show(film, socket, orders)
            await _send(socket, {"replayed": order["turn"]})
        elif order.get("do") != "stop":  # a stop that comes after the end is ignored
            raise InputError('Send {"do": "go"}, {"do": "replay", "turn": NUMBER} or {"do": "stop"}.')

    async def _show(self, film: Film, socket: WebSocket, orders: Orders) -> bool:
        """Send pictures until the walk is over; returns whether the viewer stopped it."""
        began, sent = time.monotonic(), 0
        while True:
            frame = await self.context.work(film.frame, time.monotonic() - began)
            await _send(socket, frame.facts(), frame.picture)
            if frame.last:
                return False
            sent += 1
            while not orders.empty():
                order = orders.get_nowait()
                if order is None:
                    raise WebSocketDisconnect
                if order.get("do") == "stop":
                    return True
            await asyncio.sleep(max(0.0, began + sent / self.rate - time.monotonic()))
            await self.context.films.spend((self.side / VIEW_SIDE) ** 2)  # a film shows fewer pictures then, at its pace

    def _begin(self, session: Session) -> Film:
        walk = session.begin_going()
        self.going, self.film = session, None
        attempt, card = session.attempt, session.card
        assert attempt is not None and card is not None
        self.film = Film(
            session.world, walk, Screen(session.kind, self.side), self.speed,
            lambda: attempt.target, card.way,
        )  # fmt: skip
        return self.film

    def _arrive(self, session: Session, stopped: bool) -> Json:
        self.going = None
        session.arrive(stopped)
        with session.lock:
            return session.facts()

    def _again(self, session: Session, number: int) -> Film:
        with session.in_use():
            turn, world, walk = session.replay(number)
        card = turn.cards[-1] if turn.cards else None
        goal, way = (None, NO_PLACES) if card is None else (card.target, card.way)
        return Film(world, walk, Screen(session.kind, self.side), self.speed, lambda: goal, way)

    def finish(self) -> None:
        """Finish the walk of a disconnected viewer."""
        session, self.going = self.going, None
        if session is None:
            return
        try:
            if self.film is not None:
                self.film.finish()
            session.arrive()
        except BaseException:
            session.break_off()
            raise


async def _send(socket: WebSocket, facts: Json, picture: bytes | None = None) -> None:
    """Send facts, and a picture after them; WebSocketDisconnect if the viewer has disconnected."""
    try:
        await socket.send_json(facts)
        if picture is not None:
            await socket.send_bytes(picture)
    except RuntimeError:  # a socket that was closed already
        raise WebSocketDisconnect from None


async def _read(socket: WebSocket, orders: Orders) -> None:
    """Queue incoming orders; None when the socket is closed."""
    try:
        while True:
            try:
                order = await socket.receive_json()
            except (ValueError, KeyError, RecursionError):  # not JSON, not text, nested too deeply
                order = {}
            await orders.put(order if isinstance(order, dict) else {})
    except (WebSocketDisconnect, RuntimeError):
        await orders.put(None)
