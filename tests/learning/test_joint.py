"""Joint training: both models get their gradients from rewards, and the result is an agent."""

from pathlib import Path

import pytest
import torch
from houses import Houses
from lessons import Lesson, generator, lingunet, log_of, options

from sightline.agent.agent import Agent
from sightline.learning import joint
from sightline.learning.data import Dataset
from sightline.learning.joint import JointConfig, learn_jointly
from sightline.learning.run import Run
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.pretrained import read_config


def test_both_models_learn_and_make_an_agent(easy: Lesson, tmp_path: Path) -> None:
    shown: list[float] = []
    run = Run(tmp_path, {}, progress=lambda what, share: shown.append(share))
    eyes, legs = lingunet(len(easy.vocabulary)), generator()
    before = [{name: w.clone() for name, w in model.state_dict().items()} for model in (eyes, legs)]
    config = JointConfig(epochs=1, batch=4, learning_rate=0.01)
    best = learn_jointly(eyes, legs, easy.train.take(range(8)), easy.tune, easy.vocabulary, config, run)
    for model, old in zip((eyes, legs), before, strict=True):
        assert any(not torch.equal(w, old[name]) for name, w in model.state_dict().items())
    agent = Agent.from_pretrained(method=str(best))
    journey = agent.journey(easy.tune.worlds())
    assert journey.look() == [0, 1] and all(course.aim is not None for course in journey.courses)
    assert read_config(best / "goal")["about"]["epoch"] == 1
    line = log_of(run)[0]
    assert set(line) == {"epoch", "score", "reward", "tune_SD", "tune_TC"} and line["score"] == line["tune_SD"]
    assert shown == [0.5, 1.0, 1.0]


def test_the_reward_of_an_epoch_and_the_entropy_of_goals(easy: Lesson, tmp_path: Path) -> None:
    losses: list[float] = []
    horizons: list[int] = []

    def nothing_gained(model, world, kind, bandit, goals, device, log_goal, dice):  # type: ignore[no-untyped-def]
        assert bandit.entropy == 0.5 and log_goal.shape == (len(world),) and goals.known.shape == (len(world),)
        horizons.append(int(world.horizon[0]))
        return log_goal.sum() * 0 + 0 * model.policy.weight.sum(), 3.0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joint, "rollout_loss", nothing_gained)
        patch.setattr(joint, "check_loss", lambda loss, run: losses.append(loss))
        config = JointConfig(epochs=1, batch=4, entropy=0.5, extra=2)
        run = Run(tmp_path, {})
        learn_jointly(lingunet(8), generator(), easy.train.take(range(6)), easy.tune, easy.vocabulary, config, run)
    assert losses == [pytest.approx(-0.5 * 8.0, abs=0.4)] * 2  # about log(16 * 192 + 1) for an even map of the ground
    assert horizons == [42, 42] and log_of(run)[0]["reward"] == 3.0


def test_goals_in_houses_are_learned_from_rewards_alone(houses: Houses, house_goals: Dataset, tmp_path: Path) -> None:
    words, few = houses.vocabulary, house_goals.take([0, 4])
    torch.manual_seed(0)
    legs = ActionGenerator(ActionGeneratorConfig(5, hidden=8))
    config, run = JointConfig(epochs=1, batch=2), Run(tmp_path, {})
    best = learn_jointly(lingunet(len(words)), legs, few, few, words, config, run)
    assert set(log_of(run)[0]) == {"epoch", "score", "reward", "tune_SD", "tune_MA", "tune_done"}
    assert read_config(best / "actions")["config"]["actions"] == 5


def test_defaults_and_limits() -> None:
    assert options(JointConfig) == {
        "epochs": (20, 1, None), "batch": (128, 1, None), "learning_rate": (0.00025, 0, 1), "entropy": (0.05, 0, None),
        "extra": (5, 0, None), "clip": (40.0, 0, None), "seed": (0, 0, None),
    }  # fmt: skip
