"""Learning: every learner gets better, goes on exactly where it was cut off, and stops with a clear word when it breaks."""

import json
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sightline.agent.sight import device_of, goal_classes
from sightline.corpus.lani.build import generate_corpus
from torch import nn

from sightline.agent.agent import Agent
from sightline.corpus.files import Corpus, read_corpus
from sightline.errors import InputError
from sightline.lani import Episode, LaniWorld, Scene
from sightline.learning.bandit import BanditConfig, draw, learn_actions, rollout_loss
from sightline.learning.data import Examples, batches, split_for_tuning
from sightline.learning.goal import GoalConfig, learn_goals
from sightline.learning.hogwild import learn_actions_by_workers
from sightline.learning.joint import JointConfig, learn_jointly
from sightline.learning.reactive import ReactiveConfig, generalised_advantages, learn_reactive
from sightline.learning.run import Run, check_loss, check_weights
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.janner import Janner, JannerConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import load_model, read_config

torch.set_num_threads(1)  # on a busy machine, threads wait for each other longer than they help
CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("corpus") / "lani"
    generate_corpus(made, 20, 11, 1)
    return made


@pytest.fixture(scope="module")
def corpus(folder: Path) -> Corpus:
    return read_corpus(folder)


class Lesson:
    """Some paragraphs, and small models that learn from them in seconds."""

    def __init__(self, corpus: Corpus, paragraphs: int):
        self.vocabulary = corpus.vocabulary
        train, tune = split_for_tuning(corpus.splits["train"][:paragraphs])
        self.train, self.tune = (Examples.of(part, corpus.vocabulary.ids, CPU) for part in (train, tune))
        torch.manual_seed(0)

    def lingunet(self) -> LingUNet:
        return LingUNet(LingUNetConfig(len(self.vocabulary), 8, 16, features=(8, 8), channels=4))

    def goal(self, run: Run, **settings: Any) -> Path:
        config = GoalConfig(batch=8, **({"learning_rate": 0.01} | settings))
        return learn_goals(self.lingunet(), self.train, self.tune, self.vocabulary, config, run)

    def janner(self, run: Run, **settings: Any) -> Path:
        model = Janner(JannerConfig(len(self.vocabulary), 8, 56, local=20, features=(8, 8)))
        config = GoalConfig(batch=8, **({"learning_rate": 0.01} | settings))
        return learn_goals(model, self.train, self.tune, self.vocabulary, config, run)

    def sampled(self, run: Run, exact: bool = False, **settings: Any) -> Path:
        model = ActionGenerator(ActionGeneratorConfig(hidden=32))
        config = BanditConfig(batch=8, exact=exact, **({"learning_rate": 0.005} | settings))
        return learn_actions(model, self.train, self.tune, config, run)

    def exact(self, run: Run, **settings: Any) -> Path:
        return self.sampled(run, exact=True, **settings)

    def misra17(self, run: Run, **settings: Any) -> Path:
        model = Misra17(Misra17Config(len(self.vocabulary), image=16, embedding=8, text=16, hidden=16))
        return learn_reactive(model, self.train, self.tune, self.vocabulary, self.reactive(**settings), run)

    def chaplot18(self, run: Run, **settings: Any) -> Path:
        model = Chaplot18(Chaplot18Config(len(self.vocabulary), embedding=8, text=16, hidden=16))
        return learn_reactive(model, self.train, self.tune, self.vocabulary, self.reactive(**settings), run)

    def reactive(self, **settings: Any) -> ReactiveConfig:
        return ReactiveConfig(worlds=8, window=4, gamma=0.5, **({"learning_rate": 0.002} | settings))

    def joint(self, run: Run, **settings: Any) -> Path:
        generator = ActionGenerator(ActionGeneratorConfig(hidden=32))
        config = JointConfig(batch=8, **({"learning_rate": 0.02} | settings))
        return learn_jointly(self.lingunet(), generator, self.train, self.tune, self.vocabulary, config, run)


def straight_ahead(examples: Examples, count: int) -> Examples:
    """The easiest lesson there is: empty fields, every goal 12 units straight ahead, where even a walk of chance learns."""
    episodes = [Episode(Scene(()), (25.0, 15.0, 0.0), (25.0, 27.0), "go straight ahead .")] * count
    starts, goals = np.array([e.start for e in episodes]), np.array([e.goal for e in episodes])
    return Examples(episodes, [[1, 2, 3, 4]] * count, starts, goals, goal_classes(starts, goals), examples.device)


def log_of(run: Run) -> list[dict[str, Any]]:
    """The lines of a run's log, without the time of day."""
    lines = (run.folder / "log.jsonl").read_text().splitlines()
    return [{k: v for k, v in json.loads(line).items() if k != "time"} for line in lines]


LEARNERS = ("goal", "janner", "sampled", "exact", "misra17", "chaplot18", "joint")
# Epochs, what the log calls it, and by how much it must have changed.
GAINS = {
    "goal": (4, "loss", -1.0), "janner": (4, "loss", -0.5), "sampled": (5, "reward", 3.0), "exact": (5, "reward", 3.0),
    "misra17": (3, "reward", 0.5), "chaplot18": (4, "reward", 0.3), "joint": (6, "reward", 3.0),
}  # fmt: skip


@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_gets_better(name: str, corpus: Corpus, tmp_path: Path) -> None:
    epochs, fact, gain = GAINS[name]
    lesson, run = Lesson(corpus, 4), Run(tmp_path, {})
    if fact == "reward":
        lesson.train, lesson.tune = (straight_ahead(lesson.train, count) for count in (64, 2))
    best = getattr(lesson, name)(run, epochs=epochs)
    log = log_of(run)
    assert [line["epoch"] for line in log] == list(range(1, epochs + 1))
    assert (log[-1][fact] - log[0][fact]) * np.sign(gain) > abs(gain), log
    about = read_config(best / "goal" if name == "joint" else best)["about"]
    assert log[about["epoch"] - 1]["score"] == min(line["score"] for line in log) == run.best
    assert list((tmp_path / "tensorboard").iterdir())


@pytest.mark.parametrize("name", LEARNERS)
def test_a_run_that_was_cut_goes_on_exactly(name: str, corpus: Corpus, tmp_path: Path) -> None:
    told: list[str] = []
    whole, first = Run(tmp_path / "whole", {"a": 1}), Run(tmp_path / "cut", {"a": 1}, tell=told.append)
    getattr(Lesson(corpus, 2), name)(whole, epochs=2)
    getattr(Lesson(corpus, 2), name)(first, epochs=1)
    torch.manual_seed(99)  # another process has other random numbers
    second = Run(tmp_path / "cut", {"a": 1}, tell=told.append)
    lesson = Lesson(corpus, 2)
    torch.manual_seed(98)
    getattr(lesson, name)(second, epochs=2)
    assert told == [f"{tmp_path / 'cut'}: going on after epoch 1."]
    assert log_of(second) == log_of(whole)
    parts = [torch.load(run.checkpoint, weights_only=True)["parts"]["model"] for run in (whole, second)]
    for key, weight in parts[0].items():
        assert torch.equal(weight, parts[1][key]), key


@pytest.mark.parametrize("name", LEARNERS)
def test_a_loss_that_is_no_number_stops_and_keeps_the_checkpoint(name: str, corpus: Corpus, tmp_path: Path) -> None:
    run = Run(tmp_path, {})
    getattr(Lesson(corpus, 1), name)(run, epochs=1)
    kept = torch.load(run.checkpoint, weights_only=True)
    for weight in kept["parts"]["model"].values():
        weight.mul_(math.nan) if weight.is_floating_point() else None
    torch.save(kept, run.checkpoint)
    before = run.checkpoint.read_bytes()
    with pytest.raises(InputError, match=r"the loss became nan in epoch 2; the checkpoint of epoch 1 is kept\. Try a lower"):
        getattr(Lesson(corpus, 1), name)(Run(tmp_path, {}), epochs=2)
    assert run.checkpoint.read_bytes() == before
    assert len(log_of(run)) == 1


def test_a_learning_rate_that_is_far_too_high_ends_in_a_sentence(corpus: Corpus, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="in epoch 1; there is no checkpoint yet"):
        Lesson(corpus, 6).sampled(Run(tmp_path, {}), learning_rate=1e30)
    assert not (tmp_path / "checkpoint.pt").exists() and not (tmp_path / "best").exists()


def test_the_last_update_of_an_epoch_is_checked_too(tmp_path: Path) -> None:
    model, run = nn.Linear(2, 2), Run(tmp_path, {})
    check_weights(model, run)
    check_loss(1e9, run)
    nn.init.constant_(model.bias, math.inf)
    with pytest.raises(InputError, match="a weight became infinite"):
        run.finish_epoch({"model": model}, 1.0, lambda: None)
    assert list(tmp_path.iterdir()) == []


def kept_run(folder: Path, settings: dict[str, Any]) -> Run:
    run = Run(folder, settings)
    for _ in run.epochs(1, 0):
        run.finish_epoch({"model": nn.Linear(2, 2)}, 1.0, lambda: None)
    return run


@pytest.mark.parametrize(
    ("spoil", "settings", "says"),
    [
        (lambda f: None, {"batch": 8, "seed": 1}, "was started with another batch; use another --out"),
        (lambda f: None, {"batch": 8, "seed": 2}, "was started with another batch, seed;"),
        (lambda f: None, {"seed": 1}, "was started with another batch;"),
        (lambda f: f.write_bytes(b"junk"), {"batch": 4, "seed": 1}, "cannot be read as a checkpoint"),
        (lambda f: f.write_bytes(f.read_bytes()[:300]), {"batch": 4, "seed": 1}, "cannot be read as a checkpoint"),
        (lambda f: torch.save([1], f), {"batch": 4, "seed": 1}, "cannot be read as a checkpoint"),
    ],
)
def test_another_checkpoint_is_refused(
    spoil: Callable[[Path], object], settings: dict[str, Any], says: str, tmp_path: Path
) -> None:
    spoil(kept_run(tmp_path, {"batch": 4, "seed": 1, "epochs": 5}).checkpoint)
    with pytest.raises(InputError, match=says):
        Run(tmp_path, settings).resume({"model": nn.Linear(2, 2)}, CPU)


def test_more_epochs_may_be_asked_for_later(tmp_path: Path) -> None:
    kept_run(tmp_path, {"batch": 4, "epochs": 1})
    later = Run(tmp_path, {"batch": 4, "epochs": 9})
    later.resume({"model": nn.Linear(2, 2)}, CPU)
    assert later.epoch == 1 and later.best == 1.0 and later.seconds > 0


def test_a_run_that_is_killed_between_model_and_checkpoint_keeps_its_model_again(tmp_path: Path) -> None:
    kept: list[int] = []
    run = Run(tmp_path, {})
    for epoch in run.epochs(2, 0):
        run.finish_epoch({"model": nn.Linear(2, 2)}, 2.0 - epoch, lambda epoch=epoch: kept.append(epoch))
        if epoch == 0:
            first = run.checkpoint.read_bytes()
    run.checkpoint.write_bytes(first)  # as if the second one had not been written
    again = Run(tmp_path, {})
    again.resume({"model": nn.Linear(2, 2)}, CPU)
    for epoch in again.epochs(2, 0):
        again.finish_epoch({"model": nn.Linear(2, 2)}, 2.0 - epoch, lambda epoch=epoch: kept.append(epoch))
    assert kept == [0, 1, 1]


def test_minutes_are_a_limit(tmp_path: Path) -> None:
    assert list(Run(tmp_path, {}, minutes=0).epochs(5, 0)) == []
    run = Run(tmp_path, {}, minutes=10)
    for _ in run.epochs(5, 0):
        run.epoch += 1
        run.deadline -= 4 * 60  # as if time had passed
    assert run.epoch == 3


def test_batches_depend_on_seed_and_epoch_only() -> None:
    one = batches(50, 16, 3, 2)
    assert [len(b) for b in one] == [16, 16, 16, 2]
    assert sorted(np.concatenate(one).tolist()) == list(range(50))
    np.random.seed(7)
    torch.manual_seed(7)
    assert all((a == b).all() for a, b in zip(one, batches(50, 16, 3, 2), strict=True))
    for other in ((4, 2), (3, 1)):
        assert not (np.concatenate(one) == np.concatenate(batches(50, 16, *other))).all()


def test_the_last_paragraphs_are_for_tuning(corpus: Corpus) -> None:
    paragraphs = corpus.splits["train"]
    train, tune = split_for_tuning(paragraphs * 3)
    assert len(tune) == round(0.05 * 3 * len(paragraphs)) and train + tune == paragraphs * 3
    assert split_for_tuning(paragraphs[:1]) == (paragraphs[:1], paragraphs[:1])
    with pytest.raises(InputError, match="no examples to learn from"):
        Examples.of([], corpus.vocabulary, CPU)


def test_generalised_advantages_by_hand() -> None:
    # Two worlds, three steps, gamma 0.5, tau 0.5. The second world's episode ends at its second step.
    rewards = torch.tensor([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    values = torch.tensor([[0.5, 0.5], [1.0, 1.0], [1.5, 1.5]])
    ends = torch.tensor([[False, False], [False, True], [False, False]])
    found = generalised_advantages(rewards, values, ends, torch.tensor([2.0, 2.0]), 0.5, 0.25)
    # Surprises r + gamma V' - V of the first: 1 + 0.5 - 0.5 = 1; 2 + 0.75 - 1 = 1.75; 3 + 1 - 1.5 = 2.5.
    # Backwards: 2.5; 1.75 + 0.25 * 2.5 = 2.375; 1 + 0.25 * 2.375 = 1.59375.
    # The second: 2.5; 2 - 1 = 1, nothing after it; 1 + 0.25 * 1 = 1.25.
    torch.testing.assert_close(found, torch.tensor([[1.59375, 1.25], [2.375, 1.0], [2.5, 2.5]]))


def a_single_choice() -> tuple[ActionGenerator, LaniWorld]:
    """A policy of 0.4, 0.2, 0.3, 0.1 in an empty field, with one step to go towards a goal 20 units straight ahead."""
    model = ActionGenerator(ActionGeneratorConfig(hidden=8))
    nn.init.zeros_(model.policy.weight)
    model.policy.bias.data = torch.tensor([0.4, 0.2, 0.3, 0.1]).log()
    world = LaniWorld(horizon=1)
    world.reset([Episode(Scene(()), (25.0, 10.0, 0.0), (25.0, 30.0))])
    return model, world


# phi: 2 * 0.4 * 20 / 1.5 = 10.6667 here; 2 * (10 / 23.5) * 18.5 / 1.5 = 10.4965 a step ahead; 1.2 more after a turn.
REWARDS = (-0.005 + 10.666667 - 10.496454, -1.205, -1.205, -1.005)
ENTROPY = -sum(p * math.log(p) for p in (0.4, 0.2, 0.3, 0.1))


def test_the_exact_objective_by_hand() -> None:
    model, world = a_single_choice()
    loss, _ = rollout_loss(model, world, BanditConfig(exact=True, entropy=0.05), CPU)
    expected = 0.4 * REWARDS[0] + 0.2 * REWARDS[1] + 0.3 * REWARDS[2] + 0.1 * REWARDS[3]
    assert float(loss.detach()) == pytest.approx(-(expected + 0.05 * ENTROPY), abs=1e-5)
    loss.backward()
    gradient = model.policy.bias.grad  # of minus the expectation: -p (r - mean r), and the entropy's part
    assert gradient is not None
    p, r = np.array([0.4, 0.2, 0.3, 0.1]), np.array(REWARDS)
    np.testing.assert_allclose(gradient, -p * (r - expected) + 0.05 * p * (np.log(p) + ENTROPY), atol=1e-5)


def test_the_sampled_objective_by_hand() -> None:
    possible = [-(math.log(p) * r + 0.05 * ENTROPY) for p, r in zip((0.4, 0.2, 0.3, 0.1), REWARDS, strict=True)]
    found = set()
    for seed in range(30):
        torch.manual_seed(seed)
        model, world = a_single_choice()
        loss, reward = rollout_loss(model, world, BanditConfig(entropy=0.05), CPU)
        action = int(np.argmin([abs(float(loss.detach()) - each) for each in possible]))
        assert float(loss.detach()) == pytest.approx(possible[action], abs=1e-5)
        assert reward == pytest.approx(REWARDS[action], abs=1e-5)
        found.add(action)
    assert found == {0, 1, 2, 3}


def test_a_goal_is_credited_with_what_followed() -> None:
    model, world = a_single_choice()
    log_goal = torch.tensor([-2.0], requires_grad=True)
    loss, reward = rollout_loss(model, world, BanditConfig(), CPU, world.goal, np.array([True]), log_goal)
    loss.backward()
    assert log_goal.grad is not None and float(log_goal.grad) == pytest.approx(-reward, abs=1e-6)


def test_drawing_from_no_numbers_is_left_to_the_loss() -> None:
    assert draw(torch.full((3, 4), math.nan)).shape == (3, 1)
    assert draw(torch.tensor([[0.0, -math.inf]])).tolist() == [[0]]


def test_workers_without_locks_learn_too(corpus: Corpus, tmp_path: Path) -> None:
    lesson, run = Lesson(corpus, 2), Run(tmp_path, {})
    lesson.train, lesson.tune = (straight_ahead(lesson.train, count) for count in (64, 2))
    model = ActionGenerator(ActionGeneratorConfig(hidden=32))
    config = BanditConfig(epochs=4, batch=4, learning_rate=0.005, exact=True)
    best = learn_actions_by_workers(model, lesson.train, lesson.tune, config, run, 2)
    log = log_of(run)
    assert len(log) == 4 and log[-1]["reward"] > log[0]["reward"] + 2
    assert isinstance(load_model(best), ActionGenerator)
    with pytest.raises(InputError, match="examples for 1000 workers"):
        learn_actions_by_workers(model, lesson.train, lesson.tune, config, run, 1000)


def test_two_processes_of_torchrun_learn_what_one_does(folder: Path, tmp_path: Path) -> None:
    words = ["-m", "sightline", "train", "goal", "--corpus", str(folder), "--paragraphs", "2", "--epochs", "2", "--batch",
             "3", "--dropout", "0", "--full-precision", "--device", "cpu", "--json"]  # fmt: skip
    torchrun = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    for out, before in (("one", []), ("two", torchrun)):
        done = subprocess.run(
            [sys.executable, *before, *words, "--out", str(tmp_path / out)], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert told["epochs"] == 2 and set(told["tune"]) == {"Dist", "Acc"}
        assert Path(told["folder"]) == tmp_path / out / "best"
    one, two = (log_of(Run(tmp_path / out, {})) for out in ("one", "two"))
    np.testing.assert_allclose([line["loss"] for line in two], [line["loss"] for line in one], rtol=1e-3)
    assert len(two) == 2


def test_what_was_trained_is_an_agent(corpus: Corpus, tmp_path: Path) -> None:
    lesson = Lesson(corpus, 2)
    best = lesson.joint(Run(tmp_path, {}), epochs=1)
    agent = Agent.from_pretrained(method=str(best))
    goals = agent.locate(lesson.tune.episodes[:2])
    assert goals.places.shape == (2, 2)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there() -> None:
    assert device_of("auto") == CPU
    with pytest.raises(InputError, match="no GPU here; use --device cpu"):
        device_of("cuda")
    with pytest.raises(InputError, match="no device 'tpux'"):
        device_of("tpux")
