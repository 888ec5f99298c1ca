"""Libraries that train agents take the environments as they are, with instructions as token ids (extra `learners`)."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import sightline.envs  # noqa: F401  (registers them)

IDS = [name for name in gymnasium.registry if name.startswith("sightline/")]
SMALL: dict[str, Any] = {"size": (36, 36), "instruction": "tokens", "horizon": 20}


@pytest.mark.parametrize("name", IDS)
def test_stable_baselines_checks_and_trains(name: str) -> None:
    pytest.importorskip("stable_baselines3")
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_checker import check_env

    env = gymnasium.make(name, **SMALL)
    check_env(env.unwrapped)
    model = PPO("MultiInputPolicy", env, n_steps=16, batch_size=8, n_epochs=1, seed=0, device="cpu").learn(32)
    seen, _ = env.reset(seed=0)
    assert env.action_space.contains(int(model.predict(seen)[0]))


@pytest.mark.parametrize("name", IDS)
def test_minari_collects(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    pytest.importorskip("h5py")
    pytest.importorskip("jax")  # which the collector uses
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = minari.DataCollector(gymnasium.make(name, **SMALL))  # infos differ in the last step: not recorded
    for seed in range(2):
        env.reset(seed=seed)
        for action in (0, 1, 3):
            env.step(action)
    dataset = env.create_dataset(f"sightline/test-{name[10:14].lower()}-v0")
    assert dataset.total_episodes == 2 and dataset.total_steps == 6
    assert next(dataset.iterate_episodes()).observations["instruction"].shape[0] == 4
    env.close()


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_steps_them_in_processes(name: str) -> None:
    many = gymnasium.make_vec(name, num_envs=2, vectorization_mode="async", **SMALL)
    try:
        seen, _ = many.reset(seed=3)
        one, _ = gymnasium.make(name, **SMALL).reset(seed=4)
        np.testing.assert_array_equal(seen["instruction"][1], one["instruction"])
        np.testing.assert_array_equal(seen["image"][1], one["image"])
        *_, info = many.step(np.array([3, 0]))
        assert info["_spl"].tolist() == [True, False]
    finally:
        many.close()
