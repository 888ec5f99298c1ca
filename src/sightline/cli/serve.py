"""`sightline serve`: the browser; see the goal, say go."""

from __future__ import annotations

import importlib.util
import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import named_scenes, named_world
from sightline.cli.output import announce_compiling, say
from sightline.errors import InputError

MISSING = "The pages need packages that are not installed: pip install 'sightline[web]'"


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Listen here; 0.0.0.0 is everywhere. Default: this machine only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Listen on this port; 0 takes any that is free.", min=0, max=65535)] = 8017,
    remote: Annotated[
        bool, typer.Option("--remote", help="Lend worlds to programs that have the token which is printed (docs/remote.md).")
    ] = False,
    remote_world: Annotated[
        list[str] | None,
        typer.Option(metavar="MODULE:KIND", help="A world of your own that is lent, too; may be repeated."),
    ] = None,
    remote_most: Annotated[int, typer.Option(help="Worlds that are lent at once.", min=1, max=1_000_000)] = 1024,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="SIGHTLINE_DATABASE",
            help="Where studies are kept: a file of SQLite, or postgresql://USER:PASSWORD@HOST/NAME.",
        ),
    ] = "sqlite:///sightline.db",
    results: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Results of `sightline evaluate --json` that Look shows; may be repeated."),
    ] = None,
    corpus: Annotated[
        list[Path] | None, typer.Option(metavar="DIR", help="A corpus that Look shows, too; may be repeated.")
    ] = None,
    world: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE:KIND",
            help="A world of your own that studies or corpora are in; may be repeated.",
            callback=named_world,
        ),
    ] = None,
    house: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="The plan (TOML) of a house of your own, for pages, corpora and remote control; may be repeated.",
        ),
    ] = None,
    rate: Annotated[float, typer.Option(help="Requests per second from one address; 0: no limit.", min=0)] = 50.0,
) -> None:
    """Open Sightline in a browser: type an instruction, see the goal, say go. Studies and control of worlds, too.

    Prints the address, and a link for the owner of the server, whose token is random unless SIGHTLINE_TOKEN has one; the
    token of programs that control worlds is random unless SIGHTLINE_REMOTE_TOKEN has one.
    Ctrl-C stops it.
    """
    if any(importlib.util.find_spec(name) is None for name in ("fastapi", "uvicorn", "sqlalchemy")):
        raise InputError(MISSING)
    from sightline.web.serving import serve as run
    from sightline.web.settings import REMOTE_TOKEN, Limits, Settings
    from sightline.world import KINDS

    announce_compiling()
    named_scenes("chai", house)
    settings = Settings(
        host=host, port=port, database=database, results=tuple(results or ()), corpora=tuple(corpus or ()), rate=rate,
        remote_token=(os.environ.get(REMOTE_TOKEN) or secrets.token_urlsafe(24)) if remote else "",
        remote_worlds=(*KINDS, *(remote_world or ())), remote_limits=Limits(worlds=remote_most),
    )  # fmt: skip

    def ready(address: str) -> None:
        say(f"Open {address}\nYou own this server; your studies are at {address}/studies#token={settings.token}")
        if remote:
            say(f"Worlds are lent at {address} to programs with the token {settings.remote_token}")

    run(settings, ready)
