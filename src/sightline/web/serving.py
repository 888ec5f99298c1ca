"""Serving: bind the address first, so that it is known and free, then run the app until stopped, in one process or more."""

from __future__ import annotations

import gc
import logging
import os
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace

import uvicorn

from sightline.errors import InputError
from sightline.web.app import create_app
from sightline.web.connections import limited_connections
from sightline.web.context import Context
from sightline.web.memory import limit_arenas
from sightline.web.problems import StoppedError
from sightline.web.processes import run_processes
from sightline.web.settings import Settings, published

STOP_SECONDS = 5  # that running requests have to finish
KEEP_ALIVE_SECONDS = 65  # that an idle connection stays open: longer than a person pauses
_logger = logging.getLogger(__name__)


def serve(settings: Settings, ready: Callable[[list[str]], None]) -> None:
    """Serve until interrupted; `ready` is called with the addresses of all processes once they serve."""
    limit_arenas()
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch is loaded: its threads would wait for each other
    _allow_many_connections()
    host = "localhost" if settings.host in ("", "0.0.0.0", "::") else settings.host
    with ExitStack() as opened:
        ports = [settings.port and settings.port + number for number in range(settings.processes)]
        listening = [opened.enter_context(listen(settings.host, port)) for port in ports]
        bound = [each.getsockname()[1] for each in listening]
        addresses = [f"http://{f'[{host}]' if ':' in host else host}:{port}" for port in bound]
        opened.enter_context(published(settings.database, addresses[0]))
        if settings.processes == 1:
            _run(settings, listening[0], lambda: ready(addresses))
            return
        create_app(settings)  # for its errors: raised here once, not by every process

        def run(number: int, started: Callable[[], None]) -> None:
            _run(replace(settings, process=number), listening[number], started)

        run_processes(settings.processes, run, lambda: ready(addresses), 2 * STOP_SECONDS)


def _run(settings: Settings, listening: socket.socket, started: Callable[[], None]) -> None:
    """Serve in this process."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started()
            threading.Thread(target=warm_up, args=[app.state.context], name="warm-up", daemon=True).start()

    app = create_app(settings)
    message_limit = max(settings.largest_body, settings.remote_limits.message if settings.remote_token else 0)
    config = uvicorn.Config(
        app, http=limited_connections(settings), log_level="warning", access_log=False,
        timeout_graceful_shutdown=STOP_SECONDS, server_header=False, ws_max_size=message_limit,
        ws_per_message_deflate=False,  # compression would take longer than drawing the pictures
        ws_ping_timeout=None,  # a busy program answers late; a lost connection fails when pinged
        timeout_keep_alive=KEEP_ALIVE_SECONDS, forwarded_allow_ips=list(settings.proxies),
    )  # fmt: skip
    Server(config).run(sockets=[listening])


def _allow_many_connections() -> None:
    """Use as many file descriptors as the system lets this process have: by default it may be 1,024."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def warm_up(context: Context) -> None:
    """Prepare what the first visitor would wait for. Errors are only logged: they recur in the visitor's request."""
    for prepare in context.warm_ups:
        try:
            prepare()
        except StoppedError:
            return
        except Exception:
            _logger.exception("A warm-up failed")
    gc.collect()
    gc.freeze()  # models, modules and word lists stay: to walk through them took a sixth of the server's time


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; InputError if the address is not available."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise InputError(f"Cannot listen on {host}:{port} ({error.strerror or error}); choose another port.") from None
