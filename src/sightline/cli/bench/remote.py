"""`sightline bench remote`: the speed of worlds on a server, over the loopback of this machine."""

from __future__ import annotations

import multiprocessing
import secrets
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Annotated

import numpy as np
import typer

from sightline.cli.bench.measuring import Bench, random_moves, rate, spinner
from sightline.cli.options import with_options
from sightline.cli.serve import require_packages
from sightline.errors import UnavailableError
from sightline.fields import Json

START_SECONDS = 60  # for the server to start


@with_options()
def remote(
    bench: Bench,
    batch: Annotated[int, typer.Option(help="Number of worlds in the second measurement.", min=1, max=10_000)] = 64,
) -> None:
    """Steps per second of a RemoteWorld, each with a 128 x 128 rgb picture; the server is a process on this machine.

    Measures one world (limited by the connection), a batch of worlds (limited by rendering), and the shortest call.
    """
    require_packages("fastapi", "uvicorn")
    from sightline.remote import RemoteWorld

    rng, token = np.random.default_rng(bench.seed), secrets.token_urlsafe(24)
    receiver, sender = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.get_context("spawn").Process(target=_serve, args=(sender, bench.world, token), daemon=True)
    server.start()
    try:
        if not receiver.poll(START_SECONDS):
            raise UnavailableError(f"The server has not started within {START_SECONDS} seconds.")
        address = receiver.recv()

        def stepping(worlds: RemoteWorld, count: int) -> Callable[[], int]:
            worlds.reset(bench.kind.anywhere(count, bench.seed))
            moves = random_moves(rng, 16, count)

            def work() -> int:
                for actions in moves:
                    worlds.step(actions)
                    worlds.observe()
                return moves.size

            return work

        def call() -> int:
            for _ in range(100):
                worlds.metrics()
            return 100

        with spinner("Stepping worlds on a server"), RemoteWorld(address, bench.world, token, horizon=10**12) as worlds:
            speeds: Json = {"steps_per_s": round(rate(stepping(worlds, 1), bench.seconds))}
            speeds["call_ms"] = round(1000 / rate(call, bench.seconds), 3)
            speeds["pictures_per_s"] = round(rate(stepping(worlds, batch), bench.seconds))
    finally:
        server.terminate()
        server.join()
    summary = f"{speeds['steps_per_s']:,} steps/s of one world, {speeds['pictures_per_s']:,} pictures/s of {batch}"
    bench.report({**speeds, "batch": batch}, summary)


def _serve(ready: Connection, world: str, token: str) -> None:
    """Serve worlds of one kind until the process is terminated."""
    from sightline.web.serving import serve
    from sightline.web.settings import Limits, Settings

    limits = Limits(worlds=10_000, pictures=2**32)
    settings = Settings(
        port=0, methods=(), remote_token=token, remote_worlds=(world,), remote_limits=limits, database="sqlite://"
    )
    serve(settings, lambda addresses: ready.send(addresses[0]))
