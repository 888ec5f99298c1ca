"""`sightline serve`: the pages and the remote control of worlds."""

from __future__ import annotations

import importlib.util
import os
import secrets
from collections.abc import Collection, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.checks import path_words
from sightline.cli.options import WORLD, count_option, flag_option, named_scenes, named_world, path_option
from sightline.cli.output import announce_compiling, say
from sightline.errors import FileError, UnavailableError

if TYPE_CHECKING:
    from sightline.chat.config import ChatConfig

DatabaseOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="SIGHTLINE_DATABASE",
        help="Database of studies: an SQLite file, or postgresql://USER:PASSWORD@HOST/NAME.",
    ),
]
DATABASE = "sqlite:///sightline.db"


def require_packages(*names: str) -> None:
    """Raise UnavailableError if a package of the pages is not installed."""
    if any(importlib.util.find_spec(name) is None for name in names):
        raise UnavailableError("The pages need packages that are not installed: pip install 'sightline[web]'")


def serve(
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Address to listen on. 127.0.0.1: this machine only; 0.0.0.0: every network."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0: any free one.", min=0, max=65535)] = 8017,
    remote: Annotated[
        bool,
        flag_option("--remote", help="Let programs with the printed token use worlds on this server (docs/remote.md)."),
    ] = False,
    remote_world: Annotated[
        list[str] | None,
        typer.Option(metavar="MODULE:KIND", help="Your own world for remote control; may be repeated."),
    ] = None,
    remote_most: Annotated[int, typer.Option(help="Maximum number of remote worlds at once.", min=1, max=1_000_000)] = 1024,
    database: DatabaseOption = DATABASE,
    results: Annotated[
        list[Path] | None,
        path_option(metavar="FILE", help="Results of `sightline evaluate --json` for the page Look; may be repeated."),
    ] = None,
    runs: Annotated[
        Path | None,
        path_option(
            metavar="DIR", help="Folder of logs (`evaluate --record`) that Look verifies and lists as a leaderboard."
        ),
    ] = None,
    corpus: Annotated[
        list[Path] | None, path_option(metavar="DIR", help="Further corpus for the page Look; may be repeated.")
    ] = None,
    world: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE:KIND",
            help="Your own world that studies or corpora use; may be repeated.",
            callback=named_world,
        ),
    ] = None,
    house: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Plan (TOML) of your own house, for pages, corpora and remote control; may be repeated.",
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="openai:NAME@URL",
            help="Model behind an address for the page Follow, with its key in SIGHTLINE_API_KEY; may be repeated.",
        ),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[WORLD=]DIR",
            help="Your own agent for the page Follow, such as runs/mine or chai=runs/house; a goal model alone walks with "
            "the bundled legs. May be repeated.",
        ),
    ] = None,
    point: Annotated[
        str,
        typer.Option(
            metavar="NAME|DIR",
            help="Model of the page Point: best, or the folder of your own (`train best-goal --pictures`).",
        ),
    ] = "best",
    model_calls: Annotated[int, count_option("Maximum number of calls to each model; visitors spend them.")] = 1000,
    rate: Annotated[float, typer.Option(help="Maximum requests per second from one address; 0: no limit.", min=0)] = 50.0,
    processes: Annotated[
        int,
        typer.Option(
            help="Serving processes, on as many ports; a proxy in front distributes visitors (docs/serve.md).", min=1
        ),
    ] = 1,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Proxy in front, an address or a network, that names visitors in X-Forwarded-For; may be repeated. "
            "Default: one on this machine.",
        ),
    ] = None,
) -> None:
    """Serve the pages: type an instruction, see the goal, say go. Also studies, and remote control of worlds.

    Prints the address and a link for the owner of the server. The owner's token is random unless SIGHTLINE_TOKEN is set;
    the token for remote control is random unless SIGHTLINE_REMOTE_TOKEN is set. Ctrl-C stops the server.
    """
    require_packages("fastapi", "uvicorn", "sqlalchemy")
    from sightline.agent.methods import METHODS
    from sightline.web.serving import serve as run
    from sightline.web.settings import LOCAL_PROXIES, REMOTE_TOKEN, Limits, Settings, check_database
    from sightline.world import KINDS

    announce_compiling()
    named_scenes("chai", house)
    _check_pointer(point)
    check_database(database)
    for folder in corpus or ():
        if not folder.is_dir():
            raise FileError(f"{path_words(folder)}: there is no such folder.")
    models = _models(model or (), model_calls)
    settings = Settings(
        host=host, port=port, processes=processes, proxies=tuple(proxy or LOCAL_PROXIES),
        database=database, results=tuple(results or ()), runs=runs,
        corpora=tuple(corpus or ()), rate=rate, pointer=point,
        remote_token=(os.environ.get(REMOTE_TOKEN) or secrets.token_urlsafe(24)) if remote else "",
        remote_worlds=(*KINDS, *(remote_world or ())), remote_limits=Limits(worlds=remote_most), models=models,
        own=_own_agents(method or (), METHODS),
    )  # fmt: skip

    def ready(addresses: list[str]) -> None:
        address, *further = addresses
        say(f"Open {address}\nYou own this server; your studies are at {address}/studies#token={settings.token}")
        if remote:
            say(f"Remote control of worlds at {address}, with the token {settings.remote_token}")
        if further:
            say(f"Further processes at {', '.join(further)}; a proxy in front distributes visitors (docs/serve.md)")

    run(settings, ready)


def _own_agents(spelled: Sequence[str], taken: Collection[str]) -> dict[str, tuple[str, Path]]:
    """The agents in folders, by the names that pages show: those of the folders, numbered where they are taken."""
    from sightline.agent.methods import part_folder
    from sightline.world import KINDS, kind_of

    agents: dict[str, tuple[str, Path]] = {}
    for text in spelled:
        before, equals, after = text.partition("=")
        world, folder = (before, Path(after)) if equals and before in KINDS else (WORLD, Path(text))
        if not folder.is_dir() or not (part_folder(kind_of(world), str(folder), "goal") / "config.json").is_file():
            raise FileError(f"{folder}: is not the folder of a trained goal model or agent (--method [WORLD=]DIR).")
        names = (f"{folder.resolve().name}{'' if k == 1 else f' ({k})'}" for k in count(1))
        agents[next(name for name in names if name not in agents and name not in taken)] = world, folder.resolve()
    return agents


def _check_pointer(method: str) -> None:
    """Refuse a folder without a model now, not at the first request."""
    from sightline.agent.methods import AGENTS, model_folder

    if method not in AGENTS and not any(
        (model_folder(Path(method) / part) / "config.json").is_file() for part in ("", "goal")
    ):
        raise FileError(f"{method}: is neither a folder with a trained model nor one of {', '.join(AGENTS)}.")


def _models(spelled: Sequence[str], calls: int) -> dict[str, tuple[str, ChatConfig]]:
    """The models behind an address, by the names that pages show."""
    if not spelled:
        return {}
    from sightline.chat.config import PREFIX, ChatConfig, read_address

    read = [read_address(text, ChatConfig(max_calls=calls)) for text in spelled]
    return {f"{PREFIX}{name}": (name, config.with_key()) for name, config in read}
