"""Eight threads that generate, plan, step and draw at once get what one thread gets, as a server needs it."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from threading import Barrier
from typing import Any, TypeVar

import numpy as np
import pytest
from chai.houses import SMALL, written

from sightline.chai import demonstrate, load_house, plan_deed
from sightline.chai.house import House
from sightline.chai.stock import stock_of
from sightline.lani import head_to_goal
from sightline.world import kind_of

THREADS = 8
Result = TypeVar("Result")


@pytest.fixture(autouse=True)
def frequent_switches() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def at_once(work: Callable[[int], Result]) -> list[Result]:
    """work(0) to work(7), each in a thread of its own; they all start together."""
    together = Barrier(THREADS)

    def begin(seed: int) -> Result:
        together.wait()
        return work(seed)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def digest(*values: Any) -> str:
    texts = [value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode() for value in values]
    return sha256(b"|".join(texts)).hexdigest()


def field(seed: int) -> str:
    """Generate two fields, walk through them, draw and save."""
    kind = kind_of("lani")
    world = kind.make(camera=replace(kind.view.camera, width=32, height=32))
    world.reset([kind.generate(seed), kind.generate(seed + 100)])
    trace = []
    for _ in range(25):
        trace += [world.rewards(), world.observe()["rgb"]]
        world.step(head_to_goal(world.pose, world.goal))
    located = world.locate([3, 3], [20, 20], [16, 16])
    return digest(*trace, world.panorama(("depth",))["depth"], world.pose, located.point, sorted(world.metrics().items()))


def house(seed: int) -> str:
    """Generate a task in a house, plan it, do it and draw it; half of the threads share a house."""
    kind = kind_of("chai")
    scene = {"house": 1 + seed % 2, "variant": 900 + seed % 4}
    episode = kind.generate(seed, scene=scene)
    deeds = [goal for goal in episode.goals if goal.deed]
    world = kind.make(camera=replace(kind.view.camera, width=32, height=32))
    world.reset([episode, episode])
    trace = []
    actions = demonstrate(episode, sorted(episode.deeds)[:1])
    for action in [] if actions is None else actions[0][:-1]:
        trace.append(world.rewards_of([action, action]))
        world.step([action, 3])
    pictures = world.panorama(("rgb", "segmentation"))
    parts = [plan_deed(world, (3, 1001 + k, 0)) for k in range(2)]
    refused, effects = world.foresee()
    items = [(item.kind, item.x, item.z) for item in stock_of(episode.house, 910 + seed % 3).items]
    return digest(episode.instruction, deeds, *trace, *pictures.values(), parts, refused, effects, world.pose, items)


@pytest.mark.parametrize("work", [field, house])
def test_threads_get_what_one_thread_gets(work: Callable[[int], str]) -> None:
    together = at_once(work)  # first, so that caches are still empty
    assert together == [work(seed) for seed in range(THREADS)] and len(set(together)) > 1


def test_a_plan_that_threads_read_at_once_is_one_house() -> None:
    path = written(SMALL.replace("two rooms", "read at once"))

    def read(_: int) -> House:
        return load_house(path)

    assert len({id(one) for one in at_once(read)}) == 1
