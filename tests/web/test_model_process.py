"""A model in a process of its own answers as it would here; one that was killed is replaced."""

import subprocess
from collections.abc import Iterator

import pytest
import torch

from sightline.agent.methods import part_folder
from sightline.errors import InputError
from sightline.models.precision import autocast
from sightline.models.pretrained import load_model
from sightline.web.model_process import ModelProcess
from sightline.world import kind_of

FOLDER = part_folder(kind_of("lani"), "best", "goal")


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
        with torch.no_grad(), autocast(torch.device("cpu"), model.in_half):  # type: ignore[arg-type]
            expected = model(**given)
        answers = process.ask(FOLDER, given)
        assert answers.keys() == expected.keys()
        assert all(torch.allclose(answers[name], expected[name], atol=0.05, rtol=0.01) for name in expected)


def test_one_that_was_killed_is_replaced_as_soon_as_it_can_be(
    process: ModelProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process._workers._processes[0].kill()
    with pytest.raises(InputError, match="was killed"):
        process.ask(FOLDER, arguments(1))
    with monkeypatch.context() as full:
        full.setattr(subprocess, "Popen", lambda *_, **__: (_ for _ in ()).throw(OSError("no more processes")))
        for _ in range(2):
            with pytest.raises(OSError, match="no more"):
                process.ask(FOLDER, arguments(1))
    assert len(process.ask(FOLDER, arguments(1))["goal"]) == 1
