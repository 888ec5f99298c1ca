"""Workers on Ray answer as processes here do: in order, again after a `map` that was left; their errors are ours."""

from collections.abc import Iterator
from itertools import count

import pytest
from lessons import CPU, LANI

pytest.importorskip("ray")

import ray

from sightline.engines.ray_workers import RayWorkers
from sightline.errors import InputError
from sightline.learning.chunk import StreamConfig
from sightline.learning.stream import Stream


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, logging_level="error")
    yield
    ray.shutdown()


def test_a_stream_has_the_same_data_on_ray_and_here() -> None:
    config = StreamConfig(chunks=3, paragraphs=2)
    with Stream(config, LANI, 6, CPU, 1) as here, Stream(config, LANI, 6, CPU, elsewhere=RayWorkers) as there:
        left = there.batches(0)
        next(left)
        left.close()  # an epoch that is left early takes nothing from the next
        for (one, done), (other, done_there) in zip(here.batches(1), there.batches(1), strict=True):
            assert done == done_there
            assert all((a == b).all() for a, b in zip(one.tensors(), other.tensors(), strict=True))


def test_an_error_in_a_task_is_ours() -> None:
    with RayWorkers("sightline.learning.chunk:begin", StreamConfig(seed=-1), LANI, None, (), ()) as workers:
        with pytest.raises(InputError, match="seed"):
            next(workers.map(count()))
        with pytest.raises(InputError, match="seed"):
            next(workers.map(count()))
