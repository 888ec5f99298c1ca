"""Supervised goal prediction: it learns, goes on exactly where it was cut off, and its losses are what they say."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from houses import Houses
from lessons import CPU, LANI, Lesson, lingunet, log_of, lookout, options
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sightline.agent.look import as_input
from sightline.errors import InputError
from sightline.learning import goal
from sightline.learning.chunk import StreamConfig
from sightline.learning.data import Batch, Dataset
from sightline.learning.distributed import Team
from sightline.learning.goal import (
    BestConfig,
    GoalConfig,
    Learner,
    Share,
    auxiliary_loss,
    blended,
    goal_score,
    learn_goals,
    predict_goals,
    shares,
    unused_heads,
)
from sightline.learning.run import Run
from sightline.learning.stream import Stream
from sightline.models.janner import Janner, JannerConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.pretrained import load_model, read_config

ALONE = Team(0, 1, CPU)


def learn(lesson: Lesson, run: Run, model: nn.Module | None = None, **settings: Any) -> Path:
    config = GoalConfig(batch=5, **({"learning_rate": 0.01, "decay": True} | settings))
    model = model or lingunet(len(lesson.vocabulary))
    return learn_goals(model, lesson.train, lesson.tune, lesson.vocabulary, config, run)


def test_it_gets_better_and_keeps_its_best_epoch(lesson: Lesson, tmp_path: Path) -> None:
    run = Run(tmp_path, {})
    best = learn(lesson, run, epochs=4)
    log = log_of(run)
    assert [line["epoch"] for line in log] == [1, 2, 3, 4]
    assert log[-1]["loss"] < log[0]["loss"] - 0.5 and log[0]["loss"] < math.log(32 * 192 + 1) + 1
    about = read_config(best)["about"]
    scores = [line["score"] for line in log]
    assert about["epoch"] == 1 + scores.index(min(scores)) and run.best == min(scores)
    assert about["tune"] == {"Dist": run.best, "Acc": log[about["epoch"] - 1]["tune_acc"]}
    assert about["trained"]["learning_rate"] == 0.01
    assert goal_score(load_model(best), lesson.tune)["Dist"] == pytest.approx(run.best, rel=1e-3)


def test_a_run_that_was_cut_goes_on_exactly(lesson: Lesson, tmp_path: Path) -> None:
    said: list[str] = []
    through, first = Run(tmp_path / "through", {"a": 1}), Run(tmp_path / "cut", {"a": 1})
    learn(lesson, through, epochs=2)
    _learn_one_epoch_of(lesson, first, 2)
    torch.manual_seed(99)  # another process has other random numbers
    second = Run(tmp_path / "cut", {"a": 1}, say=said.append)
    learn(lesson, second, epochs=2)
    assert said == [f"{tmp_path / 'cut'}: going on after epoch 1."]
    assert log_of(second) == log_of(through)
    kept = [torch.load(run.checkpoint, weights_only=True)["parts"] for run in (through, second)]
    for key, weight in kept[0]["model"].items():
        assert torch.equal(weight, kept[1]["model"][key]), key
    assert kept[0]["schedule"] == kept[1]["schedule"] and kept[0]["schedule"]["lr_lambdas"][0]["done"] == 1.0


def _learn_one_epoch_of(lesson: Lesson, run: Run, epochs: int) -> None:
    """As if the process had been killed after its first epoch."""
    finish = run.finish_epoch

    def finish_and_die(*args: Any, **facts: Any) -> None:
        finish(*args, **facts)
        raise KeyboardInterrupt

    run.finish_epoch = finish_and_die  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        learn(lesson, run, epochs=epochs)


def test_a_loss_that_is_not_a_number_stops_and_keeps_the_checkpoint(
    lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(tmp_path, {})
    learn(lesson, run, epochs=1)
    before = run.checkpoint.read_bytes()
    monkeypatch.setattr(goal, "as_input", lambda pictures: as_input(pictures) * math.nan)
    with pytest.raises(InputError, match=r"the loss became nan in epoch 2; the checkpoint of epoch 1 is kept\. Try a lower"):
        learn(lesson, Run(tmp_path, {}), epochs=2)
    assert run.checkpoint.read_bytes() == before and len(log_of(run)) == 1


def test_janner_learns_as_lingunet_does(lesson: Lesson, tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = Janner(JannerConfig(len(lesson.vocabulary), 8, 56, local=20, features=(4, 4)))
    run = Run(tmp_path, {})
    assert isinstance(load_model(learn(lesson, run, model, epochs=2)), Janner)
    assert log_of(run)[1]["loss"] < log_of(run)[0]["loss"]


def test_the_best_model_learns_from_a_stream(lesson: Lesson, tmp_path: Path) -> None:
    from sightline.language.spelling import spell

    tune = Dataset(LANI, lesson.tune.episodes[:2], [spell(["go"]), spell(["go", "on"])], CPU)
    config = BestConfig(epochs=2, batch=4, learning_rate=0.01)
    shown: list[str] = []
    run = Run(tmp_path, {}, progress=lambda what, share: shown.append(what))
    with Stream(StreamConfig(chunks=1, paragraphs=2, joined=0), LANI, config.batch, CPU, 1) as stream:
        best = learn_goals(lookout(), stream, tune, lesson.vocabulary, config, run)
    assert len(log_of(run)) == 2 and all(math.isfinite(line["loss"]) for line in log_of(run))
    assert read_config(best)["about"]["trained"]["things"] == 0.5
    done = torch.load(run.checkpoint, weights_only=True)["parts"]["schedule"]
    assert done["lr_lambdas"][0] == {"decay": True, "done": 1.0}


def test_a_batch_that_an_epoch_has_no_examples_for_is_said(lesson: Lesson, tmp_path: Path) -> None:
    config = BestConfig(epochs=1, batch=400)
    with (
        Stream(StreamConfig(chunks=1, paragraphs=1), LANI, 400, CPU, 1) as stream,
        pytest.raises(InputError, match="An epoch has fewer than 400 examples; use a smaller --batch or more --chunks"),
    ):
        learn_goals(lookout(), stream, lesson.tune, lesson.vocabulary, config, Run(tmp_path, {}))


def test_lessons_cover_an_epoch(lesson: Lesson) -> None:
    given = list(shares(lesson.train, GoalConfig(batch=4, seed=3), 1, ALONE))
    count = len(lesson.train)
    assert [len(share.batch) for share in given] == [share.size for share in given]
    assert sum(share.size for share in given) == count and all(share.counts for share in given)
    assert [share.done for share in given] == [(n + 1) / len(given) for n in range(len(given))]


class Fixed(nn.Module):
    """Says the same of everything: where the goal is and what is passed, what each of four cells shows, which is named."""

    def __init__(self) -> None:
        super().__init__()
        self.goal = nn.Parameter(torch.tensor([0.0, 1.0, 2.0]))
        self.things, self.named = nn.Parameter(torch.zeros(3, 2, 2)), nn.Parameter(torch.zeros(1, 2, 2))
        self.way = nn.Parameter(torch.zeros(2, 4))  # two places to pass, each of three classes or none
        self.said_at: Tensor | None = None

    def forward(
        self, pictures: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None = None,
        origins: Tensor | None = None, done: Tensor | None = None,
    ) -> dict[str, Tensor]:  # fmt: skip
        self.said_at, count = origins, len(pictures)
        return {name: weight.expand(count, *weight.shape) for name, weight in self.named_parameters()}


def small_batch() -> Batch:
    things = torch.tensor([[[0, 1], [2, 2]], [[1, 1], [1, 0]]])
    return Batch(
        torch.zeros(2, 1, 1, 3, dtype=torch.uint8), torch.zeros(2, 1), torch.ones(2), torch.tensor([2, 0]),
        torch.tensor([[1, -1, -1, -1], [-1, -1, -1, -1]]), torch.tensor([[0.0, 0, 0, 1], [3, 4, 0, 1]]),
        torch.tensor([1, 2]), torch.tensor([3, -100]), torch.zeros(2, 6, 4), things, (things == 2).to(torch.int8),
    )  # fmt: skip


def test_the_auxiliary_loss_by_hand() -> None:
    model, batch = Fixed(), small_batch()
    nn.init.constant_(model.named, 1.0)
    model.things.data[2] = 1.0
    outputs = {name: output.detach() for name, output in model(*batch.tensors()[:3]).items()}
    likely, not_two = 1 - math.log(2 + math.e), -math.log(2 + math.e)
    things = -(2 * likely + 6 * not_two) / 8  # two of eight cells show 2
    named = -(2 * math.log(1 / (1 + math.exp(-1))) + 6 * math.log(1 / (1 + math.exp(1)))) / 8  # and these are named
    for weights in ((0.5, 0.25), (0.0, 0.25), (0.5, 0.0), (0.0, 0.0)):
        loss = auxiliary_loss(outputs, batch, GoalConfig(things=weights[0], named=weights[1]))
        assert float(loss) == pytest.approx(weights[0] * things + weights[1] * named, rel=1e-5)
    nothing = Batch(*batch.tensors()[:9])
    assert float(auxiliary_loss(outputs, nothing, GoalConfig(things=1, named=1))) == 0
    assert float(auxiliary_loss({"goal": outputs["goal"]}, batch, GoalConfig(things=1, named=1))) == 0


def test_what_comes_next_and_what_to_reach_for_are_learned_where_models_say_them() -> None:
    """An interaction whose thing is in cell 3, and an end; nothing is to be reached for in the second."""
    batch = small_batch()
    outputs = {
        "next": torch.tensor([[0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]),
        "point": torch.tensor([[0.0, 0, 0, 3], [9, 9, 9, 9]]),
    }
    next_ = (math.log(2 + math.e) - 1 + math.log(2 + math.e**2) - 2) / 2
    point = math.log(3 + math.e**3) - 3
    assert float(auxiliary_loss(outputs, batch, GoalConfig())) == pytest.approx(next_ + point, rel=1e-5)


def test_names_that_nobody_knows_teach_nothing() -> None:
    model, batch = Fixed(), small_batch()
    nn.init.constant_(model.named, 1.0)
    outputs = {name: output.detach() for name, output in model(*batch.tensors()[:3]).items()}
    assert batch.named is not None
    known = float(auxiliary_loss(outputs, batch, GoalConfig(named=1)))
    batch.named[1] = -1  # nothing of the second is named, or nobody has said so
    first = -(2 * math.log(1 / (1 + math.exp(-1))) + 2 * math.log(1 / (1 + math.exp(1)))) / 4
    loss = float(auxiliary_loss(outputs, batch, GoalConfig(named=1)))
    assert loss == pytest.approx(first / 2, rel=1e-5) and loss < known


def test_the_loss_of_places_to_pass_by_hand() -> None:
    """Four answers for two places of two examples: class 1 once, none three times; more places than it tells are left."""
    model, batch = Fixed(), small_batch()
    model.way.data = torch.tensor([[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.0]])
    outputs = {name: output.detach() for name, output in model(*batch.tensors()[:3]).items()}
    one, two = math.log(3 + math.e), math.log(3 + math.exp(2))
    expected = ((one - 1) + one + 2 * (two - 2)) / 4
    assert float(auxiliary_loss(outputs, batch, GoalConfig(way=0.5))) == pytest.approx(0.5 * expected, rel=1e-5)
    assert float(auxiliary_loss(outputs, batch, GoalConfig())) == 0
    assert float(auxiliary_loss({"goal": outputs["goal"]}, batch, GoalConfig(way=1))) == 0


def test_a_model_learns_from_where_words_were_said() -> None:
    model, batch = Fixed(), small_batch()
    Learner(model, torch.optim.SGD(model.parameters(), lr=1.0), ALONE, GoalConfig(half=False)).update(Share(batch, 2, 1.0))
    assert model.said_at is not None and torch.equal(model.said_at, batch.origins)


def test_an_update_by_hand() -> None:
    model, batch = Fixed(), small_batch()
    config = GoalConfig(half=False, things=1.0)
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    before = model.goal.detach().clone()
    loss = Learner(model, optimizer, ALONE, config).update(Share(batch, 4, 1.0))
    expected = -before.log_softmax(0)[[2, 0]].sum() / 4  # its share of a batch of four
    assert float(loss) == pytest.approx(float(expected), rel=1e-6)
    gradient = (2 * before.softmax(0) - F.one_hot(torch.tensor([2, 0]), 3).sum(0)) / 4
    torch.testing.assert_close(model.goal.detach(), before - gradient)
    share = F.one_hot(batch.things, 3).float().mean(0).permute(2, 0, 1)  # type: ignore[arg-type]
    torch.testing.assert_close(model.things.detach(), (share - 1 / 3) / 4 * 0.5)  # half of the batch is here


def test_the_gradient_is_clipped_and_an_idle_process_teaches_nothing() -> None:
    for clip, counts, norm in ((0.0, True, 0.505), (0.01, True, 0.01), (0.0, False, 0.0)):
        model = Fixed()
        before = model.goal.detach().clone()
        learner = Learner(model, torch.optim.SGD(model.parameters(), lr=1.0), ALONE, GoalConfig(half=False, clip=clip))
        loss = learner.update(Share(small_batch(), 2, 1.0, counts))
        assert float((model.goal.detach() - before).norm()) == pytest.approx(norm, rel=0.01, abs=1e-9)
        assert (float(loss) > 0) == counts


def test_heads_without_a_loss_are_known() -> None:
    every = GoalConfig(things=0.5, named=0.5, way=0.5)
    assert not unused_heads(Fixed(), every, LANI)
    for name in ("things", "named", "way"):
        assert unused_heads(Fixed(), replace(every, **{name: 0.0}), LANI)
    assert not unused_heads(nn.Linear(1, 1), GoalConfig(), LANI)


def test_the_rate_follows_the_schedule_and_progress_is_shown(lesson: Lesson, tmp_path: Path) -> None:
    rates: list[float] = []
    shown: list[tuple[str, float]] = []
    run = Run(tmp_path, {}, progress=lambda what, share: shown.append((what, share)))
    update = Learner.update

    def watched(self: Learner, share: Share) -> Tensor:
        rates.append(self.optimizer.param_groups[0]["lr"])
        return update(self, share)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Learner, "update", watched)
        learn(lesson, run, epochs=2)
    count = math.ceil(len(lesson.train) / 5)
    done = [epoch / 2 + n / count / 2 for epoch in range(2) for n in range(count)]
    expected = [0.01 * min((d + 0.001) / 0.02, 0.5 + 0.5 * math.cos(math.pi * d)) for d in done]
    np.testing.assert_allclose(rates, expected, rtol=1e-9)
    assert shown[0][0].startswith("epoch 1/2, loss ") and shown[0][1] == pytest.approx(0.5 / count)
    assert len(shown) == 2 * (count + 1)  # on a CPU after every update, and at the end of an epoch
    assert [share for _, share in shown].count(0.5) == 2  # the last update of an epoch, and its end
    assert shown[-1][0].startswith("epoch 2/2, loss ") and ", dist " in shown[-1][0] and ", acc " in shown[-1][0]


def test_predictions_and_scores(lesson: Lesson) -> None:
    model = lingunet(len(lesson.vocabulary))
    few, many = predict_goals(model, lesson.tune, batch=2), predict_goals(model, lesson.tune)
    np.testing.assert_allclose(few, many, atol=1e-4)
    np.testing.assert_allclose(few.sum(1), 1, atol=1e-5)
    right = np.zeros_like(few)
    right[np.arange(len(right)), lesson.tune.classes] = 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(goal, "predict_goals", lambda model, data: right)
        scores = goal_score(model, lesson.tune)
    places = LANI.view.goal_places(lesson.tune.starts, lesson.tune.classes)
    away = np.linalg.norm(places - lesson.tune.goals, axis=1)
    assert scores["Dist"] == pytest.approx(away.mean()) and scores["Acc"] == pytest.approx(100 * (away <= 5).mean())


def test_defaults_and_limits() -> None:
    paper = {
        "epochs": (20, 1, None), "batch": (64, 1, None), "learning_rate": (0.001, 0, 1), "seed": (0, 0, None),
        "compiled": (False, None, None), "half": (True, None, None),
        "decay": (False, None, None), "weight_decay": (0.0, 0, 1), "clip": (0.0, 0, None),
        "things": (0.0, 0, None), "named": (0.0, 0, None), "way": (0.0, 0, None), "blend": (1.0, 0, 1),
        "items": (0.0, 0, None), "wanted": (0.0, 0, None), "sight": (0.0, 0, None),
    }  # fmt: skip
    assert options(GoalConfig) == paper
    ours = {
        "epochs": (24, 1, None), "batch": (512, 1, None), "decay": (True, None, None), "weight_decay": (0.02, 0, 1),
        "clip": (1.0, 0, None), "things": (0.5, 0, None), "named": (0.5, 0, None), "way": (1.0, 0, None),
        "compiled": (True, None, None), "items": (1.0, 0, None), "wanted": (0.5, 0, None), "sight": (0.5, 0, None),
    }  # fmt: skip
    assert options(BestConfig) == paper | ours
    assert goal.REPORT == 50


def test_what_is_kept_is_a_mean_of_what_was_learned_and_what_the_model_began_with() -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Linear(2, 1))
    before = {name: torch.zeros_like(value) for name, value in model.state_dict().items() if name.startswith(("0.", "1."))}
    kept = blended(model, before, 0.75)
    torch.testing.assert_close(kept[0].weight, 0.75 * model[0].weight)
    torch.testing.assert_close(kept[1].running_var, 0.75 * model[1].running_var)
    torch.testing.assert_close(kept[2].weight, model[2].weight)  # what began at random is as it was learned
    assert kept[0].weight is not model[0].weight and model[1].num_batches_tracked == kept[1].num_batches_tracked


def test_each_goal_in_a_house_is_learned(houses: Houses, house_goals: Dataset, tmp_path: Path) -> None:
    words, few = houses.vocabulary, house_goals.take([0, 1, 4, 5])
    run = Run(tmp_path, {})
    torch.manual_seed(0)
    model = LingUNet(LingUNetConfig(len(words), 8, 16, features=(4, 4), channels=4, dropout=0.0, ground=6))
    learn_goals(model, few, few, words, GoalConfig(epochs=25, batch=4, learning_rate=0.02, half=False), run)
    log = log_of(run)
    assert log[-1]["loss"] < log[0]["loss"] / 2 and {"tune_dist", "tune_acc"} <= set(log[0])
    assert min(line["tune_dist"] for line in log) < log[0]["tune_dist"]
