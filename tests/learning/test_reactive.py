"""Agents that act from what they see: advantages by hand, worlds that start the next episode, and a little learning."""

from pathlib import Path

import pytest
import torch
from houses import CHAI, Houses
from lessons import CPU, Lesson, log_of, options
from torch import Tensor

from sightline.learning.data import Dataset
from sightline.learning.reactive import ReactiveConfig, Rollout, generalised_advantages, learn_reactive
from sightline.learning.run import Run
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import load_model, read_config


def test_generalised_advantages_by_hand() -> None:
    # Two worlds, three steps, gamma 0.5, tau 0.5. The second world's episode ends at its second step.
    rewards = torch.tensor([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    values = torch.tensor([[0.5, 0.5], [1.0, 1.0], [1.5, 1.5]])
    ends = torch.tensor([[False, False], [False, True], [False, False]])
    advantages = generalised_advantages(rewards, values, ends, torch.tensor([2.0, 2.0]), 0.5, 0.25)
    # Surprises r + gamma V' - V of the first: 1 + 0.5 - 0.5 = 1; 2 + 0.75 - 1 = 1.75; 3 + 1 - 1.5 = 2.5.
    # Backwards: 2.5; 1.75 + 0.25 * 2.5 = 2.375; 1 + 0.25 * 2.375 = 1.59375.
    # The second: 2.5; 2 - 1 = 1, nothing after it; 1 + 0.25 * 1 = 1.25.
    torch.testing.assert_close(advantages, torch.tensor([[1.59375, 1.25], [2.375, 1.0], [2.5, 2.5]]))


def models(words: int) -> list[Misra17 | Chaplot18]:
    torch.manual_seed(0)
    return [
        Misra17(Misra17Config(words, image=8, embedding=8, text=16, hidden=16)),
        Chaplot18(Chaplot18Config(words, embedding=8, text=16, hidden=16)),
    ]


@pytest.mark.parametrize("k", [0, 1])
def test_a_baseline_learns_a_little_and_is_kept(k: int, easy: Lesson, tmp_path: Path) -> None:
    shown: list[float] = []
    run = Run(tmp_path, {}, progress=lambda what, share: shown.append(share))
    model, config = models(8)[k], ReactiveConfig(epochs=1, worlds=3, window=2, extra=0)
    rewards: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rollout, "window", lambda stage: _watched(stage, rewards))
        best = learn_reactive(model, easy.train.take(range(4)), easy.tune, easy.vocabulary, config, run)
    assert log_of(run)[0]["reward"] == pytest.approx(sum(rewards) / len(rewards)) and len(rewards) > 1
    assert read_config(best)["about"]["epoch"] == 1
    assert type(load_model(best)) is type(model)
    assert set(log_of(run)[0]) == {"epoch", "score", "reward", "tune_SD", "tune_TC"}
    assert shown == sorted(shown) and shown[-1] == 1.0 and all(share <= 1 for share in shown)


WINDOW = Rollout.window


def _watched(stage: Rollout, rewards: list[float]) -> tuple[Tensor, float]:
    loss, reward = WINDOW(stage)
    rewards.append(reward)
    return loss, reward


class Scripted(torch.nn.Module):
    """Goes forward (or stops) for sure, expects a return of 2, and counts what it is given."""

    def __init__(self, critic: bool, action: int = 0):
        super().__init__()
        self.critic, self.action = critic, action
        self.config = Chaplot18Config()
        self.bias = torch.nn.Parameter(torch.zeros(4))
        self.given: list[tuple[list[int], list[int], list[float]]] = []

    def read(self, words: Tensor, lengths: Tensor) -> Tensor:
        return lengths

    def begin(self, count: int, device: torch.device) -> Tensor:
        return torch.zeros(count, 1)

    def forward(
        self, text: Tensor, frame: Tensor, previous: Tensor, step: Tensor, state: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        assert frame.shape == (len(text), 3, 128, 128)
        self.given.append((previous.tolist(), step.tolist(), state[:, 0].tolist()))
        logits = torch.full((len(text), 4), -60.0)
        logits[:, self.action] = 0
        return logits + self.bias, torch.full((len(text),), 2.0) + 0 * self.bias.sum(), state + 1


def stage(easy: Lesson, model: Scripted, episodes: int, **settings: float) -> Rollout:
    config = ReactiveConfig(worlds=2, window=3, **settings)  # type: ignore[arg-type]
    return Rollout(model, easy.train.take(range(episodes)), config, 0)  # type: ignore[arg-type]


def test_a_world_that_is_over_starts_the_next_episode_at_once(easy: Lesson) -> None:
    model = Scripted(False, action=3)
    worlds = stage(easy, model, 5)
    assert worlds.share == 0 and not worlds.done
    worlds.window()
    assert worlds.share == 1.0 and worlds.done  # two, two, and the last in the first world
    assert model.given == [([4, 4], [0, 0], [0.0, 0.0])] * 2 + [([4, 3], [0, 1], [0.0, 1.0])]


def test_memory_goes_on_within_an_episode(easy: Lesson) -> None:
    model = Scripted(False)
    worlds = stage(easy, model, 2, extra=1)
    for _ in range(2):
        worlds.window()
    assert [step for _, (step, _), _ in model.given] == [0, 1, 2, 3, 4, 5]
    assert [state for _, _, (state, _) in model.given] == [0, 1, 2, 3, 4, 5]
    assert [previous for (previous, _), _, _ in model.given] == [4, 0, 0, 0, 0, 0]
    assert worlds.world.horizon.tolist() == [41, 41] and worlds.world.taken.tolist() == [6, 6]


def test_the_bandits_window_by_hand(easy: Lesson) -> None:
    model = Scripted(False)
    model.bias.data = torch.tensor([0.0, 60.0, -100.0, -100.0])  # forward or right, equally likely
    torch.manual_seed(1)
    worlds = stage(easy, model, 2, entropy=0.5)
    loss, reward = worlds.window()
    assert float(loss.detach()) == pytest.approx(0.6931 * reward - 0.5 * 0.6931, abs=1e-3)


def test_actor_critics_window_by_hand(easy: Lesson) -> None:
    model = Scripted(True)
    loss, reward = stage(easy, model, 2, gamma=0.5, tau=0.5, value=0.25, entropy=0.0).window()
    fields = easy.train.take([0]).worlds()
    rewards = []
    for _ in range(3):
        rewards.append(float(fields.rewards()[0, 0]))
        fields.step([0])
    assert reward == pytest.approx(sum(rewards) / 3, rel=1e-4)
    third = rewards[2] + 0.5 * 2 - 2
    second = rewards[1] + 0.5 * 2 - 2 + 0.25 * third
    first = rewards[0] + 0.5 * 2 - 2 + 0.25 * second
    assert float(loss.detach()) == pytest.approx(0.25 * (first**2 + second**2 + third**2) / 3, rel=1e-3)


def test_worlds_without_an_episode_do_not_count(easy: Lesson) -> None:
    model = Scripted(False, action=3)
    worlds = stage(easy, model, 3)
    _, reward = worlds.window()
    assert reward == pytest.approx(-1.005, rel=1e-3)  # of three stops, and nothing of worlds that are idle
    assert worlds.finished == 3
    assert worlds.device == CPU


def test_defaults_and_limits() -> None:
    assert options(ReactiveConfig) == {
        "epochs": (20, 1, None), "worlds": (256, 1, None), "window": (20, 1, None), "learning_rate": (0.0005, 0, 1),
        "entropy": (0.02, 0, None), "gamma": (0.99, 0, 1), "tau": (1.0, 0, 1), "value": (0.5, 0, None),
        "extra": (5, 0, None), "clip": (40.0, 0, None), "seed": (0, 0, None),
    }  # fmt: skip


@pytest.mark.parametrize("critic", [False, True])
def test_worlds_that_begin_in_a_saved_state_begin_together(house_instructions: Dataset, critic: bool) -> None:
    few = house_instructions
    model = Scripted(critic, action=3)
    model.config = Chaplot18Config(actions=CHAI.action_count)
    worlds = Rollout(model, few, ReactiveConfig(worlds=2, window=2), 0)  # type: ignore[arg-type]
    worlds.window()
    assert worlds.finished == 4  # all stop at once, and the next two begin
    going = Scripted(critic, action=1)
    going.config = Chaplot18Config(actions=CHAI.action_count)
    worlds = Rollout(going, few.take([0, 1, 2]), ReactiveConfig(worlds=2, window=45), 0)  # type: ignore[arg-type]
    loss, _ = worlds.window()
    assert worlds.finished == 2 and not worlds.done and torch.isfinite(loss)
    assert worlds.world.over.tolist() == [False, True] and worlds.idle.tolist() == [False, True]  # one is left
    worlds.window()
    assert worlds.done and worlds.share == 1.0


def test_baselines_act_in_houses(houses: Houses, house_instructions: Dataset, tmp_path: Path) -> None:
    words, few = houses.vocabulary, house_instructions.take([0, 1])
    torch.manual_seed(0)
    model = Chaplot18(Chaplot18Config(len(words), CHAI.action_count, 4, 8, 8))
    learn_reactive(model, few, few, words, ReactiveConfig(epochs=1, worlds=2), run := Run(tmp_path, {}))
    assert set(log_of(run)[0]) == {"epoch", "score", "reward", "tune_SD", "tune_MA"}
