"""Agents that map views to actions: the most likely one, by what they see, read and remember."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from sightline.agent import reactive
from sightline.agent.reactive import Reactive
from sightline.errors import InputError
from sightline.language import Vocabulary
from sightline.lani import Episode, LaniWorld, Scene
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import save_model

CPU = torch.device("cpu")
WORDS = Vocabulary.of(["go", "on"])


class Counting:
    """Takes the action whose number is its step plus the sum of its words; remembers what it was asked."""

    config = SimpleNamespace(actions=4)

    def __init__(self) -> None:
        self.asked: list[tuple[list[int], list[int], float]] = []

    def eval(self) -> None:
        self.is_ready = True

    def read(self, words: Tensor, lengths: Tensor) -> Tensor:
        return words.sum(1)

    def begin(self, count: int, device: torch.device) -> Tensor:
        return torch.zeros(count)

    def __call__(self, text: Tensor, views: Tensor, previous: Tensor, when: Tensor, state: Tensor) -> tuple[Any, ...]:
        assert self.is_ready and views.shape[1:] == (3, 128, 128) and views.max() <= 1
        self.asked.append((previous.tolist(), when.tolist(), float(state.sum())))
        logits = torch.nn.functional.one_hot((when + text) % 4, 4).float()
        return logits, None, state + 1


def world_of(*instructions: str) -> LaniWorld:
    world = LaniWorld()
    world.reset([Episode(Scene(()), (25.0, 25.0, 0.0), (1.0, 1.0), text) for text in instructions])
    return world


def test_the_likeliest_action_is_taken_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """In chunks of two: each has its own words, previous actions and memory."""
    monkeypatch.setattr(reactive, "VIEW_BATCH", 2)
    model, world = Counting(), world_of("go", "on", "go on")
    act = Reactive(model, WORDS, CPU).policy(world)  # type: ignore[arg-type]
    texts = np.array([sum(WORDS.ids(text.split())) for text in ("go", "on", "go on")])
    for step in range(3):
        assert act(world).tolist() == ((step + texts) % 4).tolist()
    first, second = model.asked[:2]
    assert first == ([4, 4], [0, 0], 0.0) and second == ([4], [0], 0.0)  # there was no action before
    assert model.asked[2] == ((texts % 4).tolist()[:2], [1, 1], 2.0)  # two worlds remember one step each


def test_many_worlds_are_looked_at_in_chunks() -> None:
    model, world = Counting(), world_of(*["go"] * 257)
    Reactive(model, WORDS, CPU).policy(world)(world)  # type: ignore[arg-type]
    assert [len(previous) for previous, _, _ in model.asked] == [256, 1]


@pytest.mark.parametrize(("model", "config"), [(Misra17, Misra17Config), (Chaplot18, Chaplot18Config)])
def test_a_model_from_disk_acts(tmp_path: Path, model: Any, config: Any) -> None:
    save_model(model(config(len(WORDS))), tmp_path, WORDS)
    world = world_of("go", "flibbertigibbet")
    actions = Reactive.from_folder(tmp_path).policy(world)(world)
    assert actions.shape == (2,) and set(actions.tolist()) <= {0, 1, 2, 3}


def test_weights_of_another_kind_are_refused(tmp_path: Path) -> None:
    save_model(ActionGenerator(ActionGeneratorConfig(hidden=8)), tmp_path)
    with pytest.raises(InputError, match="neither Misra17 nor Chaplot18"):
        Reactive.from_folder(tmp_path)
