"""What every router is given."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Header

from sightline.web.guards import is_owner
from sightline.web.predictor import Predictor
from sightline.web.problems import RequestError
from sightline.web.settings import Settings

if TYPE_CHECKING:
    from sightline.web.sessions import Sessions
    from sightline.web.studies.taking import Taking

WORKERS = 16  # threads of coroutines; those of plain endpoints, which may wait for goals, do not keep pictures waiting
P = ParamSpec("P")
R = TypeVar("R")


@dataclass
class Context:
    """A server's settings, its models, and what must be closed when it ends."""

    settings: Settings
    predictor: Predictor
    closing: ExitStack = field(default_factory=ExitStack)  # push here whatever must be closed
    warm_ups: list[Callable[[], None]] = field(default_factory=list)  # done in the background once pages are served
    _sessions: Sessions | None = None
    _taking: Taking | None = None
    _workers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(WORKERS))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def sessions(self) -> Sessions:
        """Of Follow; they import models, so they are made at the first request."""
        with self._lock:
            if self._sessions is None:
                from sightline.web.sessions import Sessions

                self._sessions = Sessions(self.predictor, self.settings.sessions, self.settings.idle_timeout)
                self.closing.callback(self._sessions.close)
            return self._sessions

    @property
    def taking(self) -> Taking:
        """Taking part in studies; the database is opened at the first request, and tried again if that failed."""
        with self._lock:
            if self._taking is None:
                from sightline.web.storage.database import Database
                from sightline.web.studies.taking import Taking

                self._taking = Taking(Database(self.settings.database))
                self.closing.callback(self._taking.database.close)
            return self._taking

    def owner(self, authorization: Annotated[str | None, Header(include_in_schema=False)] = None) -> None:
        """A dependency of what only the owner may do: `dependencies=[Depends(context.owner)]`."""
        if not is_owner(self.settings, authorization):
            raise RequestError(
                401, "This is for the owner of this server: open it with the link that `sightline serve` printed."
            )

    async def work(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Do something that takes time, in a thread, for a coroutine that must not wait."""
        return await to_thread.run_sync(partial(function, *args, **kwargs), limiter=self._workers)
