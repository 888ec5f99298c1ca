"""Goal maps of several users are computed together, in a process of their own, and are what each would have had alone."""

import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import torch
from torch import Tensor

from sightline.agent.agent import load_predictor
from sightline.agent.look import Look
from sightline.agent.methods import part_folder
from sightline.models.goal_map import GoalModel
from sightline.models.precision import autocast
from sightline.models.pretrained import load_model
from sightline.web.inference import (
    BATCH_LIMIT,
    Inference,
    ModelProcess,
    QueuedCall,
    SharedModel,
    answer_batch,
    fair_order,
    next_batch,
)  # fmt: skip
from sightline.web.problems import StoppedError
from sightline.world import kind_of

ONE, OTHER = Path("one"), Path("other")
FOLDER = part_folder(kind_of("lani"), "best", "goal")
Tensors = dict[str, Tensor]


def echo(model: Path, arguments: Tensors) -> Tensors:
    return {"goal": arguments["words"].float()}


def inference(compute: Callable[[Path, Tensors], Tensors]) -> Inference:
    return Inference(cast(ModelProcess, SimpleNamespace(call=compute, close=lambda: None)))


def call(model: Path, size: int, words: int = 2, **more: Tensor) -> QueuedCall:
    arguments = {"panorama": torch.zeros(size, 1), "words": torch.ones(size, words), "lengths": torch.full((size,), words)}
    return QueuedCall.of(model, arguments | more)


def test_a_batch_has_calls_of_one_model_with_the_same_arguments() -> None:
    longer = call(ONE, 1, origins=torch.zeros(1, 4))
    waiting = [call(ONE, 2), call(OTHER, 1), call(ONE, BATCH_LIMIT - 3), longer, call(ONE, 2), call(ONE, 1)]
    batch = next_batch(waiting)
    taken = [any(member is queued for member in batch) for queued in waiting]
    assert taken == [True, False, True, False, False, True]  # the second last would be one too many
    assert len(next_batch([call(ONE, 2 * BATCH_LIMIT), call(ONE, 1)])) == 1


def test_calls_of_one_client_do_not_delay_those_of_others() -> None:
    many, few = [call(ONE, 1)._replace(client="many") for _ in range(5)], [call(ONE, 1)._replace(client=c) for c in "ab"]
    order = [queued.client for queued in fair_order([*many, *few], {})]
    assert order == ["many", "a", "b", "many", "many", "many", "many"]
    assert [queued.client for queued in fair_order([*many, *few], {"many": 1})][:3] == ["a", "b", "many"]


def test_each_caller_gets_its_own_result_and_shorter_words_are_padded() -> None:
    calls = [call(ONE, 1, 2), call(ONE, 3, 4)]
    answer_batch(calls, echo)
    assert calls[0].result.result()["goal"].tolist() == [[1, 1, 0, 0]]
    assert calls[1].result.result()["goal"].shape == (3, 4)


def test_a_failure_is_raised_in_every_caller() -> None:
    def fail(model: Path, arguments: Tensors) -> Tensors:
        raise MemoryError

    calls = [call(ONE, 1), call(ONE, 1)]
    answer_batch(calls, fail)
    assert all(isinstance(waiting.result.exception(), MemoryError) for waiting in calls)


def test_outputs_that_cannot_be_split_fail_and_the_next_call_is_computed() -> None:
    shared = inference(lambda model, given: echo(model, given) if model == OTHER else {"goal": torch.tensor(5)})
    results: SimpleQueue[object] = SimpleQueue()

    def ask() -> None:
        with pytest.raises(IndexError):
            shared.call(call(ONE, 1))
        results.put(shared.call(call(OTHER, 1))["goal"].shape)

    threading.Thread(target=ask, daemon=True).start()
    assert results.get(timeout=10) == (1, 2)
    shared.close()


def test_a_call_without_a_panorama_fails_for_its_caller_alone() -> None:
    with pytest.raises(KeyError):
        QueuedCall.of(ONE, {"words": torch.ones(1, 2)})


def test_calls_that_arrive_during_a_computation_are_answered_together() -> None:
    entered, free = threading.Event(), threading.Event()
    sizes: list[int] = []

    def slow(model: Path, arguments: Tensors) -> Tensors:
        sizes.append(len(arguments["panorama"]))
        entered.set()
        free.wait(10)
        return {"goal": arguments["words"]}

    shared = inference(slow)
    asking = [threading.Thread(target=lambda: shared.call(call(ONE, 1))) for _ in range(5)]
    asking[0].start()
    entered.wait(10)
    for thread in asking[1:]:
        thread.start()
    while shared._calls.qsize() < 4:
        pass
    free.set()
    for thread in asking:
        thread.join(10)
    shared.close()
    assert sizes == [1, 4] == shared.sizes
    with pytest.raises(StoppedError):
        shared.call(call(ONE, 1))


def test_a_shared_model_has_the_attributes_of_the_model() -> None:
    inner = SimpleNamespace(spells=True, readout="rings")
    shared = SharedModel(cast(GoalModel, inner), ONE, cast(Any, None))
    assert shared.spells and shared.readout == "rings"


@pytest.fixture(scope="module")
def process() -> Iterator[ModelProcess]:
    process = ModelProcess()
    yield process
    process.close()


def arguments(count: int) -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(count)
    pictures = torch.rand(count, 128, 768, 3, generator=generator)
    words = torch.randint(1, 100, (count, 5, 16), generator=generator)
    return {"panorama": pictures.permute(0, 3, 1, 2), "words": words, "lengths": torch.tensor([5, 3, 4][:count])}


def test_it_answers_as_the_model_would_here(process: ModelProcess) -> None:
    model = load_model(FOLDER)
    for count in (1, 3):
        given = arguments(count)
        with torch.no_grad(), autocast(torch.device("cpu"), model.in_half, inference=True):  # type: ignore[arg-type]
            expected = model(**given)
        answers = process.call(FOLDER, given)
        assert answers.keys() == expected.keys()
        # Logits reach 24, where neighbouring bfloat16 numbers are 0.125 apart.
        assert all(torch.allclose(answers[name], expected[name], atol=0.25, rtol=0.01) for name in expected)


def test_a_predictor_sees_details_through_the_process_too(process: ModelProcess) -> None:
    chai = kind_of("chai")
    folder = part_folder(chai, "best", "goal")
    world = chai.make(threads=1)
    world.reset(chai.anywhere(1, 0))
    look = Look(world, [0], channels=("rgb", "depth"))
    here = load_predictor(chai, folder)
    inference = Inference(process)
    shared = replace(here, model=cast(GoalModel, SharedModel(here.model, folder, inference)))
    (maps, shown), (there, shown_there) = here.maps_and_shown(look, [[]]), shared.maps_and_shown(look, [[]])
    assert shared.detailed and maps.keys() == there.keys() and {"parts", "open", "named", "match"} <= maps.keys()
    assert np.abs(maps["open"] - there["open"]).max() < 0.2  # half precision
    assert (shown.classes == shown_there.classes).mean() > 0.95
    assert (shared.shown(look).classes == shown_there.classes).mean() > 0.95


def test_another_process_answers_for_one_that_was_killed(process: ModelProcess) -> None:
    assert process._workers is not None
    process._workers._processes[0].kill()
    assert len(process.call(FOLDER, arguments(1))["goal"]) == 1


def test_one_that_was_killed_is_replaced_as_soon_as_possible(process: ModelProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    assert process._workers is not None
    process._workers._processes[0].kill()
    with monkeypatch.context() as full:
        full.setattr(subprocess, "Popen", lambda *_, **__: (_ for _ in ()).throw(OSError("no more processes")))
        for _ in range(2):
            with pytest.raises(OSError, match="no more processes"):
                process.call(FOLDER, arguments(1))
    assert len(process.call(FOLDER, arguments(1))["goal"]) == 1
