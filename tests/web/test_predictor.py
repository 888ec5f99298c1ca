"""Goal maps of several users are computed together, and are what each would have had alone."""

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any, cast

import pytest
import torch
from torch import Tensor

from sightline.agent import Agent, Look
from sightline.errors import InputError
from sightline.models.goal_map import GoalModel
from sightline.web.batching import BATCH, Batches, SharedModel, compute, next_batch
from sightline.web.batching import Look as Waiting
from sightline.web.predictor import Predictor
from sightline.web.problems import StoppedError


def model(answer: Callable[..., dict[str, Tensor]] = lambda **given: {"goal": given["words"].float()}) -> GoalModel:
    def run(**given: Tensor) -> dict[str, Tensor]:
        return answer(**given)

    run.in_half = False  # type: ignore[attr-defined]
    return cast(GoalModel, run)


def look(which: GoalModel, size: int, words: int = 2, **told: Tensor) -> Waiting:
    given = {"panorama": torch.zeros(size, 1), "words": torch.ones(size, words), "lengths": torch.full((size,), words)}
    return Waiting.at(which, given | told)


def test_a_batch_is_those_who_wait_for_the_same_model_and_tell_as_much() -> None:
    one, other = model(), model()
    telling = look(one, 1, origins=torch.zeros(1, 4))
    waiting = [look(one, 2), look(other, 1), look(one, BATCH - 3), telling, look(one, 2), look(one, 1)]
    batch = next_batch(waiting)
    taken = [any(some is each for some in batch) for each in waiting]
    assert taken == [True, False, True, False, False, True]  # the second last would be one too many
    assert len(next_batch([look(one, 2 * BATCH), look(one, 1)])) == 1


def test_answers_go_to_whom_they_belong_and_shorter_words_are_filled_up() -> None:
    one = model()
    looks = [look(one, 1, 2), look(one, 3, 4)]
    compute(looks)
    assert looks[0].answer.result()["goal"].tolist() == [[1, 1, 0, 0]]
    assert looks[1].answer.result()["goal"].shape == (3, 4)


def test_what_fails_is_told_to_all_who_wait() -> None:
    def fail(**given: Tensor) -> dict[str, Tensor]:
        raise MemoryError

    looks = [look(model(fail), 1), look(model(fail), 1)]
    compute(looks)
    assert all(isinstance(waiting.answer.exception(), MemoryError) for waiting in looks)


def test_answers_that_cannot_be_shared_out_are_told_and_the_next_are_computed() -> None:
    batches, shape = Batches(), model(lambda **given: {"goal": torch.tensor(5)})  # not one for each panorama
    answers: SimpleQueue[object] = SimpleQueue()

    def ask() -> None:
        with pytest.raises(IndexError):
            batches.ask(look(shape, 1))
        answers.put(batches.ask(look(model(), 1))["goal"].shape)

    threading.Thread(target=ask, daemon=True).start()
    assert answers.get(timeout=10) == (1, 2)
    batches.close()


def test_a_look_without_a_panorama_fails_for_who_asks_and_for_nobody_else() -> None:
    with pytest.raises(KeyError):
        Waiting.at(model(), {"words": torch.ones(1, 2)})


def test_those_who_come_while_it_computes_are_answered_together() -> None:
    entered, free = threading.Event(), threading.Event()
    sizes: list[int] = []

    def slow(**given: Tensor) -> dict[str, Tensor]:
        sizes.append(len(given["panorama"]))
        entered.set()
        free.wait(10)
        return {"goal": given["words"]}

    batches, which = Batches(), model(slow)
    asking = [threading.Thread(target=lambda: batches.ask(look(which, 1))) for _ in range(5)]
    asking[0].start()
    entered.wait(10)
    for thread in asking[1:]:
        thread.start()
    while batches._looks.qsize() < 4:
        pass
    free.set()
    for thread in asking:
        thread.join(10)
    batches.close()
    assert sizes == [1, 4] == batches.sizes
    with pytest.raises(StoppedError):
        batches.ask(look(which, 1))


@pytest.fixture(scope="module")
def predictor() -> Iterator[Predictor]:
    predictor = Predictor(["best", "paper"])
    yield predictor
    predictor.close()


def test_an_agent_is_loaded_once_and_sees_what_it_would_alone(predictor: Predictor) -> None:
    shared, alone = predictor.agent("lani", "paper"), Agent.from_pretrained("lani", "paper")
    assert predictor.agent("lani", "paper") is shared and shared.predictor.model.readout == alone.predictor.model.readout
    world = shared.kind.make()
    world.reset(
        [shared.kind.generate(seed, instruction=words) for seed, words in ((1, "go left"), (2, "go to the tree now"))]
    )
    ours, theirs = (agent.seer().next(Look(world, [0, 1]), [[], []], [None, None]) for agent in (shared, alone))
    for one, other in zip(ours, theirs, strict=True):
        assert one is not None and other is not None and one.stand == pytest.approx(other.stand)
        assert one.confidence == pytest.approx(other.confidence, abs=1e-4)
    assert predictor.batch_sizes()[-1] == 2


@pytest.mark.parametrize(("world", "method"), [("lani", "nobody"), ("mars", "best"), ("lani", "../../etc")])
def test_an_agent_that_is_not_there_is_said(predictor: Predictor, world: str, method: str) -> None:
    with pytest.raises(InputError, match="There is no agent"):
        predictor.agent(world, method)


def test_a_predictor_that_is_closed_starts_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    predictor = Predictor(["paper"])
    monkeypatch.setattr("sightline.web.model_process.ModelProcess", lambda: pytest.fail("a process was started"))
    predictor.close()
    with pytest.raises(StoppedError):
        predictor.agent("lani", "paper")


def test_a_shared_model_says_of_itself_what_the_model_does() -> None:
    inner = SimpleNamespace(spells=True, readout="rings")
    shared = SharedModel(cast(GoalModel, inner), cast(Any, None))
    assert shared.spells and shared.readout == "rings"
