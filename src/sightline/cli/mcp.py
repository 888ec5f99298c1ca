"""`sightline mcp`: a world as tools for assistants and agents."""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from typing import Annotated

import typer

from sightline.cli.options import flag_option
from sightline.errors import UnavailableError

Transport = StrEnum("Transport", "stdio http")
SESSION_LIMIT, IDLE_SECONDS = 200, 1800.0  # of HTTP


def mcp(
    transport: Annotated[
        Transport, typer.Option(help="How clients connect: stdio (they start it), or http.")
    ] = Transport.stdio,
    host: Annotated[str, typer.Option(help="With http: address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="With http: port.", min=1, max=65535)] = 8765,
    map: Annotated[
        bool, flag_option("--map", help="Add a map for people who watch; it shows more than an agent may know.")
    ] = False,
) -> None:
    """Offer worlds as tools with pictures over the Model Context Protocol: begin, look, go_to, reach, act, done, score.

    A desktop assistant starts it itself: see docs/mcp.md for its configuration. Over http the address is
    http://HOST:PORT/mcp.

    Example: `sightline mcp --transport http --port 8765`
    """
    if find_spec("mcp") is None:
        raise UnavailableError("`sightline mcp` needs the MCP package: pip install 'sightline[mcp]'.")
    from sightline.mcp.server import make_server

    server = make_server(map)
    if transport is Transport.stdio:
        server.run("stdio")
    else:
        server.run("streamable-http", host=host, port=port, session_idle_timeout=IDLE_SECONDS, max_sessions=SESSION_LIMIT)
