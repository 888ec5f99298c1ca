"""Action generation by the contextual bandit: its objective by hand, and that it learns."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from houses import CHAI
from lessons import CPU, LANI, Lesson, generator, log_of, options, straight_ahead
from torch import nn

from sightline.errors import InputError
from sightline.learning.bandit import (
    BanditConfig,
    follow_goals,
    learn_actions,
    rollout_loss,
    rollouts,
    stop_scores,
    to_minimise,
    updates,
)
from sightline.learning.data import Dataset, Gold
from sightline.learning.distributed import Team
from sightline.learning.run import Run
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.pretrained import load_model, read_config
from sightline.world import World

ALONE = Team(0, 1, CPU)


def test_it_gets_better(easy: Lesson, tmp_path: Path) -> None:
    shown: list[tuple[str, float]] = []
    run = Run(tmp_path, {}, progress=lambda what, share: shown.append((what, share)))
    config = BanditConfig(epochs=5, batch=8, exact=True, learning_rate=0.01)
    best = learn_actions(generator(), easy.train, easy.tune, config, run)
    log = log_of(run)
    assert log[-1]["reward"] > log[0]["reward"] + 3
    assert set(log[0]) == {"epoch", "score", "reward", "tune_SD", "tune_TC"} and log[0]["score"] == log[0]["tune_SD"]
    assert isinstance(load_model(best), ActionGenerator)
    scores = [line["score"] for line in log]
    assert read_config(best)["about"]["epoch"] == 1 + scores.index(min(scores))
    assert [share for _, share in shown[:5]] == pytest.approx([0.05, 0.1, 0.15, 0.2, 0.2])


def test_a_run_that_was_cut_goes_on_exactly(lesson: Lesson, tmp_path: Path) -> None:
    few = lesson.train.take([0, 1, 2])
    through, cut = Run(tmp_path / "through", {}), Run(tmp_path / "cut", {})
    learn_actions(generator(), few, few, BanditConfig(epochs=2, batch=2), through)
    learn_actions(generator(), few, few, BanditConfig(epochs=1, batch=2), cut)
    again = Run(tmp_path / "cut", {})
    torch.manual_seed(99)
    learn_actions(ActionGenerator(ActionGeneratorConfig(hidden=32)), few, few, BanditConfig(epochs=2, batch=2), again)
    assert log_of(again) == log_of(through)


def test_a_learning_rate_that_is_far_too_high_ends_in_a_sentence(lesson: Lesson, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="in epoch 1; there is no checkpoint yet"):
        config = BanditConfig(batch=2, learning_rate=1e30)
        learn_actions(generator(), lesson.train, lesson.tune, config, Run(tmp_path, {}))
    assert not (tmp_path / "checkpoint.pt").exists() and not (tmp_path / "best").exists()


def test_epochs_are_longer_than_episodes_and_batches_one_update_each(easy: Lesson) -> None:
    model = generator()
    nn.init.constant_(model.policy.bias, -50.0)
    model.policy.bias.data[0] = 50.0  # forward, always
    for extra, steps in ((0, 40), (3, 43)):
        config = BanditConfig(batch=2, entropy=0.0, extra=extra, learning_rate=0.0)
        few, adam = easy.train.take([0, 1, 2]), torch.optim.Adam(model.parameters(), lr=0.0)
        done = list(updates(rollouts(model, few, config), adam, few, config, 0, ALONE))
        assert [share for _, _, share in done] == [0.5, 1.0]
        world = LANI.make(horizon=steps)
        world.reset(easy.train.episodes[:1])
        gained = 0.0
        while not world.over.all():
            gained += float(world.rewards()[0, 0])
            world.step([0])
        assert done[0][1] == pytest.approx(gained, rel=1e-4)


def test_what_is_near_can_be_changed(easy: Lesson) -> None:
    model = generator()
    nn.init.constant_(model.policy.bias, -50.0)
    model.policy.bias.data[3] = 50.0  # stop, at once
    rewards = []
    for near in (None, 13.0):
        config = BanditConfig(near=near, entropy=0.0)
        adam = torch.optim.Adam(model.parameters())
        rewards.append(next(updates(rollouts(model, easy.train, config), adam, easy.train, config, 0, ALONE))[1])
    assert rewards[1] > rewards[0] + 0.5  # 12 units away is near enough then


def gold(world: World) -> Gold:
    return Gold(world.goal.copy())


def a_single_choice() -> tuple[ActionGenerator, World]:
    """A policy of 0.4, 0.2, 0.3, 0.1 in an empty field, with one step to go towards a goal 20 units straight ahead."""
    model = ActionGenerator(ActionGeneratorConfig(hidden=8))
    nn.init.zeros_(model.policy.weight)
    model.policy.bias.data = torch.tensor([0.4, 0.2, 0.3, 0.1]).log()
    world = LANI.make(horizon=1)
    empty = LANI.scene_from_json({"landmarks": [], "lakes": []})
    world.reset([LANI.generate(0, empty, (25.0, 10.0, 0.0), (25.0, 30.0))])
    return model, world


# phi: 2 * 0.4 * 20 / 1.5 = 10.6667 here; 2 * (10 / 23.5) * 18.5 / 1.5 = 10.4965 a step ahead; 1.2 more after a turn.
REWARDS = (-0.005 + 10.666667 - 10.496454, -1.205, -1.205, -1.005)
ENTROPY = -sum(p * math.log(p) for p in (0.4, 0.2, 0.3, 0.1))


def test_the_exact_objective_by_hand() -> None:
    model, world = a_single_choice()
    loss, _ = rollout_loss(model, world, LANI, BanditConfig(exact=True, entropy=0.05), gold(world), CPU)
    expected = 0.4 * REWARDS[0] + 0.2 * REWARDS[1] + 0.3 * REWARDS[2] + 0.1 * REWARDS[3]
    assert float(loss.detach()) == pytest.approx(-(expected + 0.05 * ENTROPY), abs=1e-5)
    loss.backward()
    gradient = model.policy.bias.grad  # of minus the expectation: -p (r - mean r), and the entropy's part
    assert gradient is not None
    p, r = np.array([0.4, 0.2, 0.3, 0.1]), np.array(REWARDS)
    np.testing.assert_allclose(gradient, -p * (r - expected) + 0.05 * p * (np.log(p) + ENTROPY), atol=1e-5)


def test_the_sampled_objective_by_hand() -> None:
    possible = [-(math.log(p) * r + 0.05 * ENTROPY) for p, r in zip((0.4, 0.2, 0.3, 0.1), REWARDS, strict=True)]
    seen = set()
    for seed in range(30):
        torch.manual_seed(seed)
        model, world = a_single_choice()
        loss, reward = rollout_loss(model, world, LANI, BanditConfig(entropy=0.05), gold(world), CPU)
        action = int(np.argmin([abs(float(loss.detach()) - each) for each in possible]))
        assert float(loss.detach()) == pytest.approx(possible[action], abs=1e-5)
        assert reward == pytest.approx(REWARDS[action], abs=1e-5)
        seen.add(action)
    assert seen == {0, 1, 2, 3}


def test_losses_and_rewards_are_means_over_worlds(easy: Lesson) -> None:
    model, results = generator(), []
    for count in (1, 4):
        world = LANI.make(horizon=2)
        world.reset(easy.train.episodes[:count])
        nn.init.zeros_(model.policy.weight)
        model.policy.bias.data = torch.tensor([50.0, -50.0, -50.0, -50.0])
        loss, reward = rollout_loss(model, world, LANI, BanditConfig(exact=True), gold(world), CPU)
        results.append((float(loss.detach()), reward))
    assert results[0] == pytest.approx(results[1], rel=1e-5)
    assert results[0][0] == pytest.approx(-results[0][1], rel=1e-3)


def test_worlds_that_are_over_do_not_count(easy: Lesson) -> None:
    model, _ = a_single_choice()
    world = LANI.make()
    world.reset(easy.train.episodes[:2])
    world.step([3, 0])  # one stops
    model.policy.bias.data = torch.tensor([-50.0, -50.0, -50.0, 50.0])
    loss, reward = rollout_loss(model, world, LANI, BanditConfig(exact=True, entropy=0.0), gold(world), CPU)
    assert reward == pytest.approx(-1.005 / 2, rel=1e-3) and float(loss.detach()) == pytest.approx(1.005 / 2, rel=1e-3)


def test_a_goal_is_credited_with_what_followed() -> None:
    model, world = a_single_choice()
    log_goal = torch.tensor([-2.0], requires_grad=True)
    loss, reward = rollout_loss(model, world, LANI, BanditConfig(), gold(world), CPU, log_goal)
    loss.backward()
    assert log_goal.grad is not None and float(log_goal.grad) == pytest.approx(-reward, abs=1e-6)


def test_scores_are_the_metrics_of_the_kind(easy: Lesson) -> None:
    world = easy.tune.worlds()
    world.step([0, 0])
    assert stop_scores(world, easy.tune) == pytest.approx({"tune_SD": 10.5, "tune_TC": 0.0})
    three = straight_ahead(3)
    near = follow_goals(generator(), three, Gold(np.full((3, 2), 25.0)))
    assert near.over.all()
    scores = stop_scores(near, three)
    assert to_minimise(scores) == scores["tune_SD"] == pytest.approx(near.metrics()["stop_distance"].mean())
    near.pose[:1, :2] = near.goal[:1]
    near.pose[1:, :2] = near.goal[1:] + 20
    assert stop_scores(near, three)["tune_TC"] == pytest.approx(100 / 3)


def legs(bias: Sequence[float]) -> ActionGenerator:
    """An action generator that always does the same, as far as it is permitted."""
    model = ActionGenerator(ActionGeneratorConfig(5, hidden=8))
    nn.init.zeros_(model.policy.weight)
    model.policy.bias.data = torch.tensor(bias)
    return model


def test_each_goal_of_an_errand_is_learned(house_goals: Dataset, tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = ActionGenerator(ActionGeneratorConfig(5, hidden=16, typed=True, reckoning=True))
    few = house_goals.take(range(0, len(house_goals), 2))
    config = BanditConfig(epochs=4, batch=1, exact=True, learning_rate=0.03)
    learn_actions(model, few, few, config, run := Run(tmp_path, {}))
    log = log_of(run)
    assert set(log[0]) == {"epoch", "score", "reward", "tune_SD", "tune_MA", "tune_done"}
    assert log[-1]["reward"] > log[0]["reward"] + 3 and log[0]["score"] == 100 - log[0]["tune_done"]
    learn_actions(model, few, few, BanditConfig(epochs=1), Run(tmp_path / "sampled", {}))


def test_places_are_stopped_at_and_things_are_not(house_goals: Dataset) -> None:
    assert house_goals.reaching is not None and house_goals.reaching.any() and not house_goals.reaching.all()
    world = house_goals.worlds()
    near = world.distances() <= 1
    model = legs([-50.0, -50.0, -50.0, 50.0, 50.0])  # to stop, or to interact, as far as that is permitted
    walking = house_goals.take(np.flatnonzero(~house_goals.reaching).tolist())
    _, reward = rollout_loss(model, walking.worlds(), CHAI, BanditConfig(entropy=0.0), walking.gold(), CPU)
    assert reward == pytest.approx(np.where(near, 1.0, -1.0)[~house_goals.reaching].mean() - 0.002)
    rollout_loss(model, world, CHAI, BanditConfig(entropy=0.0, exact=True), house_goals.gold(), CPU)
    done = np.array([len(deeds) > 0 for deeds in world.done])  # type: ignore[attr-defined]
    assert world.stopped[~house_goals.reaching].all() and not done[~house_goals.reaching].any()
    assert (done | ~world.stopped)[house_goals.reaching].all()  # whoever reaches for a thing ends by doing so


def test_demonstrators_interactions_are_rewarded_once(house_goals: Dataset) -> None:
    """From where it was demonstrated, reaching for the point does it: the reward is that of IntDist, and the end."""
    assert house_goals.reaching is not None
    some = house_goals.take(np.flatnonzero(house_goals.reaching).tolist())
    world = some.worlds()
    world.pose = np.array([episode.goals[0].stand for episode in some.episodes])
    model = legs([-50.0, -50.0, -50.0, -50.0, 50.0])
    _, reward = rollout_loss(model, world, CHAI, BanditConfig(entropy=0.0), some.gold(), CPU)
    assert reward == pytest.approx(2 * 5 - 0.002, abs=2)
    done = np.array([len(deeds) for deeds in world.done])  # type: ignore[attr-defined]
    assert done.mean() > 0.8 and done.max() == 1


def test_defaults_and_limits() -> None:
    assert options(BanditConfig) == {
        "epochs": (20, 1, None), "batch": (256, 1, None), "learning_rate": (0.001, 0, 1), "entropy": (0.05, 0, None),
        "exact": (False, None, None), "extra": (5, 0, None), "clip": (40.0, 0, None), "seed": (0, 0, None),
        "near": (None, 0, None),
    }  # fmt: skip
