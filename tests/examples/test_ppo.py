"""The PPO example: its arithmetic by hand, and a few updates from end to end."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

SOURCE = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ppo_example", SOURCE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["ppo_example"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_advantages_equal_an_example_worked_by_hand(ppo: ModuleType) -> None:
    """Three fields, three steps, discount and trace 1/2: one goes on, one terminates at step 1, one is truncated there."""
    rewards = torch.tensor([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [4.0, 4.0, 4.0]])
    values = torch.tensor([[2.0, 2.0, 2.0], [4.0, 4.0, 4.0], [8.0, 8.0, 8.0], [16.0, 16.0, 16.0]])
    ends = torch.tensor([False, True, False]), torch.tensor([False, False, True])
    terminated, truncated = (
        torch.stack([torch.zeros(3, dtype=torch.bool), end, torch.zeros(3, dtype=torch.bool)]) for end in ends
    )
    advantages = ppo.advantages_of(rewards, values, terminated, truncated, 0.5, 0.5)
    # surprise: 1 + 4/2 - 2 = 1;  2 + 8/2 - 4 = 2 (terminated: 2 - 4 = -2);  4 + 16/2 - 8 = 4
    assert advantages[:, 0].tolist() == [1 + (2 + 4 / 4) / 4, 2 + 4 / 4, 4]
    assert advantages[:, 1].tolist() == [1 - 2 / 4, -2, 4]
    assert advantages[:, 2].tolist() == [1 + 2 / 4, 2, 4]


def test_own_movement_is_told_from_the_start(ppo: ModuleType) -> None:
    """For a start that faces east, 5 east and 10 south are 5 ahead and 10 to the right; facing south is a right turn."""
    moved = ppo.moved_since(np.array([[10.0, 20.0, 90.0]]), np.array([[15.0, 10.0, 180.0]]))
    assert moved == pytest.approx(np.array([[0, 1, 5 / 25, 10 / 25]]), abs=1e-6)


def test_steps_that_only_reset_are_left_out(ppo: ModuleType) -> None:
    """An agent that always stops ends every second step; the steps between are resets, and begin a new movement."""
    fields = ppo.Fields(3, "cpu")
    seen = fields.reset(5)
    policy = ppo.Policy(fields.vocabulary)
    with torch.no_grad():
        policy.actor.bias[:] = torch.tensor([0.0, 0.0, 0.0, 50.0])
    episodes = ppo.Episodes(3)
    rollout, _ = ppo.collect(policy, fields, seen, 4, episodes)
    assert rollout.counts.tolist() == [[True] * 3, [False] * 3] * 2 == rollout.terminated.tolist()
    assert rollout.values.shape == (5, 3) and (rollout.rewards[1::2] == 0).all() and len(episodes.ended) == 6
    assert (rollout.seen.moved == torch.tensor([1.0, 0, 0, 0])).all()
    assert not torch.equal(rollout.seen.words[1], rollout.seen.words[2])


def test_an_update_makes_what_paid_likelier(ppo: ModuleType) -> None:
    torch.manual_seed(0)
    fields = ppo.Fields(16, "cpu")
    policy = ppo.Policy(fields.vocabulary)
    rollout, _ = ppo.collect(policy, fields, fields.reset(0), 8, ppo.Episodes(16))
    rollout = rollout._replace(rewards=(rollout.actions == 1).float())  # as if only turning right paid
    ppo.update(policy, torch.optim.Adam(policy.parameters(), lr=1e-3), rollout, ppo.Config(discount=0.0, minibatch=16))
    chances = policy(ppo.Seen(*(part[0] for part in rollout.seen)))[0].softmax(1).mean(0)
    assert chances.argmax() == 1 and chances[1] > 0.3


def test_it_runs_from_end_to_end_and_again_the_same(ppo: ModuleType, tmp_path: Path) -> None:
    arguments = ["--steps=96", "--envs=4", "--rollout=12", "--epochs=1", "--episodes=3", "--seed=3", "--out"]
    results = [ppo.train(ppo.read_config([*arguments, str(tmp_path / name)])) for name in ("one", "two")]
    rows = [json.loads(line) for line in (tmp_path / "one" / "log.jsonl").read_text().splitlines()]
    assert [row["steps"] for row in rows] == [48, 96]
    assert all(0 <= row["spl"] <= row["success"] <= 100 and 0 < row["entropy"] <= np.log(4) + 1e-3 for row in rows)
    assert json.loads((tmp_path / "one" / "result.json").read_text()) == results[0]
    assert results[0]["before"] == results[1]["before"] and results[0]["after"] == results[1]["after"]
    policies = [(tmp_path / name / "policy.safetensors").read_bytes() for name in ("one", "two")]
    assert policies[0] == policies[1]


def test_seconds_end_it_early(ppo: ModuleType, tmp_path: Path) -> None:
    arguments = ["--seconds=0", "--envs=2", "--rollout=2", "--epochs=1", "--episodes=1", "--out"]
    assert ppo.train(ppo.read_config([*arguments, str(tmp_path)]))["steps"] == 4


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["--envs", "0"], "--envs must be at least 1, got 0."),
        (["--discount", "1.5"], "--discount must be at most 1, got 1.5."),
        (["--rate", "nan"], "--rate must be at least 0, got nan."),
        (["--device", "tpu"], "--device is cpu or cuda, got 'tpu'."),
        (["--out", "{file}"], "cannot make this folder"),
        (["--steps", "many"], "argument --steps: invalid int value: 'many'"),
    ],
)
def test_bad_input_gives_a_sentence(
    ppo: ModuleType, arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as end:
        ppo.read_config([argument.format(file=tmp_path / "file") for argument in arguments])
    assert end.value.code == 2 and sentence in capsys.readouterr().err
