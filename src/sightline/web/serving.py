"""Serving: bind the address first, so that it is known and free, then run the app until it is stopped."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable

import uvicorn

from sightline.errors import InputError
from sightline.web.app import create_app
from sightline.web.context import Context
from sightline.web.problems import StoppedError
from sightline.web.settings import Settings, published

STOP_SECONDS = 5  # that running requests have to finish
KEEP_ALIVE_SECONDS = 65  # that an idle connection stays open: longer than a person pauses
_logger = logging.getLogger(__name__)


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until interrupted; `ready` is called with the address as soon as pages are served."""
    with listen(settings.host, settings.port) as listening:
        port = listening.getsockname()[1]
        host = "localhost" if settings.host in ("", "0.0.0.0", "::") else settings.host
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                ready(address)
                threading.Thread(target=warm_up, args=[app.state.context], name="warm-up", daemon=True).start()

        app = create_app(settings)
        message_limit = max(settings.largest_body, settings.remote_limits.message if settings.remote_token else 0)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=STOP_SECONDS,
            server_header=False, ws_max_size=message_limit,
            ws_per_message_deflate=False,  # compression would take longer than drawing the pictures
            ws_ping_timeout=None,  # a busy program answers late; a lost connection fails when pinged
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
        )  # fmt: skip
        with published(settings.database, address):
            Server(config).run(sockets=[listening])


def warm_up(context: Context) -> None:
    """Prepare what the first visitor would wait for. Errors are only logged: they recur in the visitor's request."""
    for prepare in context.warm_ups:
        try:
            prepare()
        except StoppedError:
            return
        except Exception:
            _logger.exception("A warm-up failed")


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; InputError if the address is not available."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise InputError(f"Cannot listen on {host}:{port} ({error.strerror or error}); choose another port.") from None
