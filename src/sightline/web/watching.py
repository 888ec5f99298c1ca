"""A viewer's socket: it sends pictures while an agent goes, and receives orders such as stop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fastapi import WebSocket, WebSocketDisconnect

from sightline.errors import InputError
from sightline.web.context import Context
from sightline.web.facts import session_facts
from sightline.web.problems import OURS, RequestError

if TYPE_CHECKING:
    from sightline.web.film import Film
    from sightline.web.sessions import Session

Orders = asyncio.Queue[dict[str, Any] | None]  # None: the viewer has disconnected


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
                    await _send(socket, {"error": OURS})
                    raise
        except WebSocketDisconnect:
            pass  # the person has gone
        finally:
            reading.cancel()
            asyncio.get_running_loop().run_in_executor(None, self.finish)  # also when this task is being cancelled

    async def _obey(self, order: dict[str, Any], socket: WebSocket, orders: Orders) -> None:
        session = await self.context.work(self.find)
        if order.get("do") == "go":
            try:
                film = await self.context.work(self._begin, session)
                stopped = await self._show(film, socket, orders)
                facts = await self.context.work(self._arrive, session, stopped)
            except (WebSocketDisconnect, asyncio.CancelledError):
                raise  # the person has gone: the walk is finished without them
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
        elif order.get("do") != "stop":  # which comes too late when it stands already
            raise InputError('Send {"do": "go"}, {"do": "replay", "turn": NUMBER} or {"do": "stop"}.')

    async def _show(self, film: Film, socket: WebSocket, orders: Orders) -> bool:
        """Send pictures until the walk is over; returns whether the viewer stopped it."""
        from sightline.web.film import told

        began, sent = time.monotonic(), 0
        while True:
            frame = await self.context.work(film.frame, time.monotonic() - began)
            await _send(socket, told(frame), frame.picture)
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

    def _begin(self, session: Session) -> Film:
        from sightline.web.film import Film
        from sightline.web.pictures import Screen

        walk = session.begin_going()
        self.going, attempt, card = session, session.attempt, session.card
        assert attempt is not None and card is not None
        self.film = Film(
            session.world, walk, Screen(session.kind, self.side), self.speed,
            lambda: attempt.target, card.way,
        )  # fmt: skip
        return self.film

    def _arrive(self, session: Session, stopped: bool) -> dict[str, Any]:
        self.going = None
        session.arrive(stopped)
        with session.lock:
            return session_facts(session)

    def _again(self, session: Session, number: int) -> Film:
        from sightline.web.film import Film
        from sightline.web.pictures import NOWHERE, Screen

        with session.in_use():
            turn, world, walk = session.replay(number)
        card = turn.cards[-1] if turn.cards else None
        goal, way = (None, NOWHERE) if card is None else (card.target, card.way)
        return Film(world, walk, Screen(session.kind, self.side), self.speed, lambda: goal, way)

    def finish(self) -> None:
        """Finish the walk of a disconnected viewer."""
        session, self.going = self.going, None
        if session is None or self.film is None:
            return
        try:
            self.film.finish()
            session.arrive()
        except BaseException:
            session.break_off()
            raise


async def _send(socket: WebSocket, facts: dict[str, Any], picture: bytes | None = None) -> None:
    """Send facts, and a picture after them; WebSocketDisconnect if the person has gone."""
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
            except (ValueError, KeyError):
                order = {}
            await orders.put(order if isinstance(order, dict) else {})
    except (WebSocketDisconnect, RuntimeError):
        await orders.put(None)
