"""The shared state that every router receives."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Header

from sightline.web.agents import AgentPool
from sightline.web.fairness import Budget, FairShares
from sightline.web.guards import is_owner
from sightline.web.problems import RequestError
from sightline.web.settings import Settings

if TYPE_CHECKING:
    from sightline.web.sessions import Session, Sessions
    from sightline.web.studies.taking import Taking

WORKER_THREADS = (
    3  # for coroutines, which draw films; more of them fight for Python's lock: with 16, goals took 15 times as long
)
NOT_OWNER = "Only the owner of this server may do this: open it with the link that `sightline serve` printed."
P = ParamSpec("P")
R = TypeVar("R")


@dataclass
class Context:
    """A server's settings, its models, and the resources to close when it stops."""

    settings: Settings
    agents: AgentPool
    closing: ExitStack = field(default_factory=ExitStack)  # push here everything that must be closed
    warm_ups: list[Callable[[], None]] = field(default_factory=list)  # run in the background once pages are served
    _sessions: Sessions | None = None
    _taking: Taking | None = None
    _workers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(WORKER_THREADS))
    _lock: threading.Lock = field(default_factory=threading.Lock)
    shares: FairShares = field(init=False)
    films: Budget = field(init=False)  # pictures of films per second, in the size of a page

    def __post_init__(self) -> None:
        self.shares = FairShares(self.settings.share)
        self.films = Budget(self.settings.rate)

    @property
    def sessions(self) -> Sessions:
        """The sessions of Follow; created at the first request, because they import models."""
        with self._lock:
            if self._sessions is None:
                from sightline.web.sessions import Sessions

                self._sessions = Sessions(self.agents, self.settings)
                self.closing.callback(self._sessions.close)
            return self._sessions

    def open_session(self, name: str) -> Session | None:
        """A session that is open, for coroutines: it never loads anything."""
        return None if self._sessions is None else self._sessions.find(name)

    @property
    def taking(self) -> Taking:
        """Participation in studies; opens the database at the first request, and retries if that failed."""
        with self._lock:
            if self._taking is None:
                from sightline.web.storage.database import Database
                from sightline.web.studies.taking import Taking

                self._taking = Taking(Database(self.settings.database))
                self.closing.callback(self._taking.database.close)
            return self._taking

    def owner(self, authorization: Annotated[str | None, Header(include_in_schema=False)] = None) -> None:
        """The dependency of owner-only routes: `dependencies=[Depends(context.owner)]`."""
        if not is_owner(self.settings, authorization):
            raise RequestError(401, NOT_OWNER)

    async def work(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a blocking function in a thread, for a coroutine; each address has its fair share of them."""
        async with self.shares.place():
            return await to_thread.run_sync(partial(function, *args, **kwargs), limiter=self._workers)
