"""Compile the kernels of all worlds before they are needed, worlds side by side: `python -m sightline.corpus.compiling`.

Otherwise each process that finds no compiled code compiles all that it uses. NumPy, Numba and SciPy suffice, so that the
Makefile compiles while the larger packages are still being installed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.workers import Workers
from sightline.world import KINDS, kind_of

QUIET = 3.0  # seconds: code that was compiled before is loaded in less, and nobody needs to know


def compile_all(report: Callable[[str], None]) -> None:
    """Compile the renderer, which all worlds share, then the worlds; report each part once it is done."""
    begun, count = time.monotonic(), 1 + len(KINDS)
    use_renderer(next(iter(KINDS)))
    with Workers(len(KINDS), f"{__spec__.name}:start") as workers:
        for number, title in enumerate(chain(["the renderer"], workers.map(KINDS)), 1):
            if time.monotonic() - begun > QUIET:
                report(f"Compiled {title}, {number} of {count}.")


def start(number: int) -> Callable[[str], str]:
    """The function that a worker process answers requests with."""
    return use_world


def use_renderer(name: str) -> None:
    """Draw one view of a world."""
    kind = kind_of(name)
    world = kind.make(threads=1)
    world.reset([kind.generate(0)])
    world.observe()


def use_world(name: str) -> str:
    """Do once what agents and corpora do in a world; the world's title."""
    kind = kind_of(name)
    world = kind.make(threads=1)
    world.reset([kind.generate(0)])
    world.rewards()
    world.step([0])
    world.panorama()
    world.locate([3], [20], [16])
    world.metrics()
    corpus_paragraph(corpus_kind(name), 0, 0)
    return kind.title


if __name__ == "__main__":
    compile_all(lambda message: print(message, flush=True))
