"""`sightline bench remote`: worlds on a server, over the loopback of this machine."""

from __future__ import annotations

import importlib.util
import multiprocessing
import secrets
from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import typer

from sightline.cli.bench.measuring import SecondsOption, SeedOption, rate, report, spinner
from sightline.cli.options import WORLD, JsonOption, WorldOption
from sightline.cli.serve import MISSING
from sightline.errors import InputError

STARTING = 60  # seconds that the server has


def remote(
    world: WorldOption = WORLD,
    batch: Annotated[int, typer.Option(help="Worlds side by side, beside one alone.", min=1, max=10_000)] = 64,
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Steps per second of a RemoteWorld, each with its 128 x 128 rgb picture; the server is another process here.

    One world alone, where the way over the network counts; many side by side, where pictures do; and how long the smallest
    call takes.
    """
    if any(importlib.util.find_spec(name) is None for name in ("fastapi", "uvicorn")):
        raise InputError(MISSING)
    from sightline.remote import RemoteWorld
    from sightline.world import kind_of

    kind, rng, token = kind_of(world), np.random.default_rng(seed), secrets.token_urlsafe(24)
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, world, token), daemon=True)
    server.start()
    try:
        if not ours.poll(STARTING):
            raise InputError(f"The server has not started within {STARTING} seconds.")
        address = ours.recv()

        def stepping(worlds: RemoteWorld, count: int) -> Callable[[], int]:
            worlds.reset(kind.anywhere(count, seed))
            moves = rng.choice(3, size=(16, count), p=[0.7, 0.15, 0.15])  # never stop: a stopped world is idle

            def work() -> int:
                for actions in moves:
                    worlds.step(actions)
                    worlds.observe()
                return moves.size

            return work

        def measuring(worlds: RemoteWorld) -> Callable[[], int]:
            def work() -> int:
                for _ in range(100):
                    worlds.metrics()
                return 100

            return work

        speeds: dict[str, Any] = {}
        with spinner() as progress, RemoteWorld(address, world, token, horizon=10**12) as worlds:
            progress.add_task("Stepping worlds on a server", total=None)
            speeds["steps_per_s"] = round(rate(stepping(worlds, 1), seconds))
            speeds["call_ms"] = round(1000 / rate(measuring(worlds), seconds), 3)
            speeds["pictures_per_s"] = round(rate(stepping(worlds, batch), seconds))
    finally:
        server.terminate()
        server.join()
    speeds |= {"world": world, "batch": batch, "seed": seed}
    report(
        speeds, json, f"{speeds['steps_per_s']:,} steps/s of one world, {speeds['pictures_per_s']:,} pictures/s of {batch}"
    )


def _serve(ready: Any, world: str, token: str) -> None:
    """A server that lends worlds of one kind, until it is ended."""
    from sightline.web.serving import serve
    from sightline.web.settings import Limits, Settings

    limits = Limits(worlds=10_000, pictures=2**32)
    serve(Settings(port=0, methods=(), remote_token=token, remote_worlds=(world,), remote_limits=limits), ready.send)
