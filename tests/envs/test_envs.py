"""Every registered environment keeps Gymnasium's promises and ours."""

import copy
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import sightline.envs  # noqa: F401  (registers them)
from sightline.corpus.build import generate_corpus
from sightline.corpus.files import read_corpus
from sightline.corpus.kind import corpus_kind
from sightline.errors import InputError
from sightline.lani import Scene, generate_episode, write_scene

IDS = [name for name in gymnasium.registry if name.startswith("sightline/")]
SMALL = {"size": (24, 24)}
EVERYTHING = ("panorama", "depth", "segmentation")


def make(name: str, **options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(name, **{**SMALL, **options})


def make_many(name: str, count: int, **options: Any) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", **{**SMALL, **options})


def same(a: dict[str, Any], b: dict[str, Any]) -> None:
    assert a.keys() == b.keys()
    for name in a:
        np.testing.assert_array_equal(a[name], b[name], err_msg=name)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("extras", [(), EVERYTHING])
def test_gymnasium_has_no_complaint(name: str, extras: tuple[str, ...], recwarn: pytest.WarningsRecorder) -> None:
    check_env(make(name, observe=extras).unwrapped, skip_render_check=False)
    told = [str(w.message) for w in recwarn.list if "depth" not in str(w.message)]  # depth is unbounded: the sky
    assert [t for t in told if "WARN" in t and "infinity" not in t] == []


@pytest.mark.parametrize("name", IDS)
def test_observations_lie_in_the_space(name: str) -> None:
    env = make(name, observe=EVERYTHING)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert set(info) == {"goal", "distance", "collision", "refused", "success"}
    assert seen["image"].shape == (24, 24, 3)
    assert seen["panorama"].shape == (24, 144, 3)
    for action in range(3):
        seen, reward, _, _, _ = env.step(action)
        assert env.observation_space.contains(seen)
        assert isinstance(reward, float)
    np.testing.assert_array_equal(seen["panorama"][:, 72:96], seen["image"])


@pytest.mark.parametrize("name", IDS)
def test_the_default_image_is_128_square(name: str) -> None:
    assert gymnasium.make(name).observation_space["image"].shape == (128, 128, 3)


@pytest.mark.parametrize("name", IDS)
def test_an_episode_depends_on_its_seed_only(name: str) -> None:
    def run(env: gymnasium.Env[Any, Any], seed: int) -> list[Any]:
        seen, _ = env.reset(seed=seed)
        return [seen["image"].tobytes(), seen["instruction"], *(env.step(a)[1] for a in (0, 0, 1, 0, 2, 3))]

    env = make(name)
    first = run(env, 11)
    run(env, 12)
    assert run(env, 11) == first
    assert run(make(name), 11) == first
    assert run(make(name), 12) != first


@pytest.mark.parametrize("name", IDS)
def test_resets_without_a_seed_go_on_from_the_last(name: str) -> None:
    a, b = make(name), make(name)
    a.reset(seed=5)
    b.reset(seed=5)
    episodes = [(a.reset()[0]["instruction"], b.reset()[0]["instruction"]) for _ in range(5)]
    assert all(x == y for x, y in episodes)
    assert len({x for x, _ in episodes}) > 1


@pytest.mark.parametrize("name", IDS)
def test_an_environment_pickles_and_copies(name: str) -> None:
    env = make(name).unwrapped
    env.reset(seed=1)
    env.step(0)
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        same(env.step(0)[0], twin.step(0)[0])
        env.reset(seed=1)
        env.step(0)


@pytest.mark.parametrize("name", IDS)
def test_the_vector_environment_equals_single_ones_step_by_step(name: str) -> None:
    count, horizon = 4, 6
    many = make_many(name, count, horizon=horizon, observe=EVERYTHING)
    singles = [make(name, horizon=horizon, observe=EVERYTHING) for _ in range(count)]
    assert many.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, info = many.reset(seed=40)
    ended = [False] * count
    for k, env in enumerate(singles):
        one, told = env.reset(seed=40 + k)
        same({n: v[k] for n, v in seen.items()}, one)
        np.testing.assert_array_equal(info["goal"][k], told["goal"])
    rng = np.random.default_rng(0)
    for _ in range(25):
        actions = rng.choice(4, size=count, p=[0.5, 0.2, 0.2, 0.1])
        seen, rewards, terminated, truncated, info = many.step(actions)
        assert many.observation_space.contains(seen)
        for k, env in enumerate(singles):
            if ended[k]:
                one, told = env.reset()
                result = (0.0, False, False)
            else:
                one, *result_, told = env.step(int(actions[k]))
                result = tuple(result_)
            same({n: v[k] for n, v in seen.items()}, one)
            assert (rewards[k], terminated[k], truncated[k]) == result
            assert info["distance"][k] == pytest.approx(told["distance"])
            assert info["collision"][k] == told["collision"]
            assert info["refused"][k] == told["refused"] == ""
            ended[k] = bool(result[1] or result[2])


@pytest.mark.parametrize("name", IDS)
def test_stop_terminates_and_the_horizon_truncates(name: str) -> None:
    env = make(name, horizon=3)
    env.reset(seed=0)
    assert env.step(3)[2:4] == (True, False)
    *_, terminated, truncated, info = env.step(0)
    assert "over" in info["refused"]
    assert (terminated, truncated) == (True, False)  # a stopped episode stays stopped
    env.reset(seed=0)
    assert [env.step(1)[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]


def test_options_fix_parts_of_a_lani_episode(tmp_path: Any) -> None:
    env = make("sightline/Lani-v0")
    scene = generate_episode(8).scene
    options = {"start": (5.0, 6.0, 90), "goal": (20.0, 21.0), "instruction": "walk to the old mill ."}
    seen, info = env.reset(seed=1, options={"scene": scene, **options})
    assert seen["instruction"] == options["instruction"]
    assert seen["pose"].tolist() == [5, 6, 90]
    assert info["goal"].tolist() == [20, 21]
    write_scene(scene, tmp_path / "scene.json")
    again, _ = env.reset(seed=1, options={"scene": str(tmp_path / "scene.json"), **options})
    same(seen, again)
    for bad, told in (({"start": (1, 2)}, "3 finite"), ({"color": 1}, "color"), ({"scene": {"xPos": []}}, "landmarkName"),
                      ({"goal": (99.0, 1.0)}, "goal"), ({"goal": "x"}, "goal"), ({"goal": None}, "goal"),
                      ({"scene": 5}, "scene"), ({"instruction": 7}, "instruction")):  # fmt: skip
        with pytest.raises(InputError, match=told):
            env.reset(seed=1, options=bad)


def test_options_fix_parts_of_a_chai_episode() -> None:
    env = make("sightline/Chai-v0")
    options = {
        "scene": {"house": 2, "variant": 1},
        "start": (3.0, 3.0, 90),
        "goal": (5.0, 3.0),
        "instruction": "come here .",
    }
    seen, info = env.reset(seed=1, options=options)
    assert seen["instruction"] == options["instruction"]
    assert seen["pose"].tolist() == pytest.approx([3, 3, 90]) and info["goal"].tolist() == pytest.approx([5, 3], abs=0.3)
    assert env.unwrapped.world.episodes[0].house.name == "2"
    assert "house" not in env.reset(seed=1, options={"scene": 4})[1] and env.unwrapped.world.episodes[0].house.name == "4"
    for bad, told in (({"start": (1, 2)}, "3 finite numbers"), ({"color": 1}, "color"), ({"scene": 9}, "no house 9"),
                      ({"goal": (99.0, 1.0)}, "outside house"), ({"scene": {"garden": 1}}, "garden"),
                      ({"scene": {"house": 1, "variant": -1}}, "variant"), ({"scene": 1.5}, "scene"),
                      ({"start": (0.0, 0.0, 0.0)}, "not a free place"), ({"instruction": 7}, "instruction"),
                      ({"instruction": "日"}, "characters")):  # fmt: skip
        with pytest.raises(InputError, match=told):
            env.reset(seed=1, options=bad)


def test_options_hold_for_the_episodes_that_follow_by_themselves() -> None:
    many = make_many("sightline/Chai-v0", 2)
    many.reset(seed=np.int64(1), options={"scene": 3})
    many.step(np.array([3, 3]))
    many.step(np.array([0, 0]))
    assert [e.house.name for e in many.unwrapped.world.episodes] == ["3", "3"]


def test_interacting_earns_what_the_world_says() -> None:
    from sightline.chai.episode import deed_of
    from sightline.chai.route.planner import demonstrate

    env = make("sightline/Chai-v0").unwrapped
    env.reset(seed=9)
    episode = env.world.episodes[0]
    shown = demonstrate(episode, [deed_of(g) for g in episode.goals if g.deed], episode.goal)
    assert shown is not None
    earned = []
    for action in shown[0]:
        _, reward, terminated, truncated, info = env.step(action)
        assert info["refused"] == ""
        earned.append(reward)
    assert terminated and not truncated and info["distance"] < 1.0
    assert max(earned) > 1.9 and earned[-1] == pytest.approx(0.998)
    env.reset(seed=9)
    _, reward, _, _, info = env.step(4)  # the upper left corner: a wall, or too far away
    assert info["refused"] and reward == pytest.approx(-0.002)  # a refused attempt costs what any action costs


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="smell"):
        make("sightline/Lani-v0", observe=("smell",))
    with pytest.raises(InputError, match="width"):
        make("sightline/Lani-v0", size=(24, 0))
    with pytest.raises(InputError, match="pair"):
        make("sightline/Lani-v0", size=24)
    with pytest.raises(InputError, match="num_envs"):
        make_many("sightline/Lani-v0", -1)
    env = make("sightline/Lani-v0").unwrapped
    env.reset(seed=0)
    with pytest.raises(InputError, match="action space"):
        env.step(9)
    for bad in ("forward", None, float("nan"), [0, 1]):
        with pytest.raises(InputError, match="whole-number actions"):
            env.step(bad)
    with pytest.raises(InputError, match="3 whole-number actions"):
        many = make_many("sightline/Chai-v0", 3)
        many.reset(seed=0)
        many.step(np.zeros(2, int))
    with pytest.raises(InputError, match="one seed per environment"):
        make_many("sightline/Lani-v0", 3).reset(seed=[1, 2])


def test_rendering_modes(capsys: pytest.CaptureFixture[str]) -> None:
    env = make("sightline/Lani-v0", render_mode="rgb_array")
    seen, _ = env.reset(seed=0)
    np.testing.assert_array_equal(env.render(), seen["image"])
    make("sightline/Lani-v0", render_mode="human").reset(seed=0)
    assert "▀" in capsys.readouterr().out


@pytest.mark.parametrize("name", IDS)
def test_every_step_says_whether_it_was_a_success(name: str) -> None:
    env = make(name)
    _, info = env.reset(seed=0)
    assert info["success"] is False and "spl" not in info
    *_, info = env.step(3)
    assert info["success"] is False and info["spl"] == 0.0
    start = env.unwrapped.world.pose[0].tolist()
    env.reset(seed=0, options={"start": start, "goal": start[:2]})
    *_, info = env.step(3)
    assert info["success"] is True and info["spl"] == 1.0  # nothing to walk, nothing walked
    env.reset(seed=0, options={"start": start, "goal": start[:2]})
    env.step(1)
    *_, info = env.step(3)
    assert info["success"] is True and info["spl"] == 1.0
    assert ("manipulation_accuracy" in info) == ("Chai" in name)


def test_a_detour_costs_spl() -> None:
    env = make("sightline/Lani-v0")
    env.reset(seed=0, options={"start": (20.0, 20.0, 0.0), "goal": (20.0, 23.0), "scene": Scene(())})
    for action in (0, 0, *[1] * 12, 0, 0):  # 3 units ahead, and back again
        env.step(action)
    *_, info = env.step(3)
    assert info["success"] is True and info["spl"] == pytest.approx(0.5)


def test_a_demonstration_in_a_house_has_full_spl() -> None:
    from sightline.chai.episode import deed_of
    from sightline.chai.route.planner import demonstrate

    env = make("sightline/Chai-v0").unwrapped
    env.reset(seed=9)
    episode = env.world.episodes[0]
    shown = demonstrate(episode, [deed_of(g) for g in episode.goals if g.deed], episode.goal)
    assert shown is not None
    for action in shown[0]:
        *_, info = env.step(action)
    assert info["success"] is True and info["manipulation_accuracy"] == 100.0 and info["spl"] == pytest.approx(1.0)


@pytest.mark.parametrize("name", IDS)
def test_instructions_as_token_ids(name: str) -> None:
    text, env = make(name), make(name, instruction="tokens")
    many = make_many(name, 2, instruction="tokens")
    assert set(many.reset(seed=7)[0]) == set(env.reset(seed=7)[0])
    for seed in range(7, 12):
        (said, _), (seen, _) = text.reset(seed=seed), env.reset(seed=seed)
        ids = seen["instruction"]
        assert env.observation_space.contains(seen) and 1 not in ids  # every word of a plain instruction is known
        assert " ".join(env.unwrapped.vocabulary[k] for k in ids if k) == said["instruction"]
    np.testing.assert_array_equal(many.reset(seed=11)[0]["instruction"][0], ids)
    env.reset(seed=0, options={"instruction": "xyzzy " * 200})
    assert set(env.step(0)[0]["instruction"]) == {1}


def test_the_default_vocabulary_is_that_of_the_models() -> None:
    import sightline
    from sightline.envs.worlds import FOLDER

    package = Path(sightline.__file__).parent
    for world in ("lani",):
        trained = package / "agent" / "weights" / world / "paper-goal" / "vocabulary.txt"
        assert (FOLDER / f"{world}.txt").read_text() == trained.read_text()


def test_a_vocabulary_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("<unknown>\ngo\n")
    env = make("sightline/Lani-v0", instruction="tokens", vocabulary=tmp_path / "words.txt")
    assert env.reset(seed=1)[0]["instruction"][:3].tolist() == [2, 1, 1] and env.unwrapped.vocabulary == (
        "",
        "<unknown>",
        "go",
    )


def test_episodes_of_a_corpus(tmp_path: Path) -> None:
    env = make("sightline/Lani-v0", corpus="written", split="dev")
    many = make_many("sightline/Lani-v0", 2, corpus="written", split="dev")
    seen, _ = env.reset(seed=4)
    same({n: v[1] for n, v in many.reset(seed=3)[0].items()}, seen)
    first, _ = env.reset(seed=5, options={"example": 0})
    assert first["instruction"] == env.reset(seed=6, options={"example": 0})[0]["instruction"]
    assert len({env.reset()[0]["instruction"] for _ in range(5)}) > 1
    for bad, told in (({"scene": 1}, "scene"), ({"example": -1}, "example"), ({"example": 10**9}, "example")):
        with pytest.raises(InputError, match=told):
            env.reset(seed=1, options=bad)
    generate_corpus(corpus_kind("lani"), tmp_path / "few", 2, 0, 1)  # the first fourteen are for training
    with pytest.raises(InputError, match="no split 'dev'"):
        make("sightline/Lani-v0", corpus=str(tmp_path / "few"), split="dev")
    with pytest.raises(InputError, match="no such folder"):
        make("sightline/Lani-v0", corpus="/nowhere")
    generate_corpus(corpus_kind("chai"), tmp_path / "errands", 1, 0, 1)
    errands = make("sightline/Chai-v0", corpus=str(tmp_path / "errands"), split="train")
    told = {
        segment.instruction for paragraph in read_corpus(tmp_path / "errands").paragraphs() for segment in paragraph.segments
    }
    assert {errands.reset(seed=seed)[0]["instruction"] for seed in range(9)} <= told


BAD = [True, "x", b"x", float("nan"), float("inf"), -1, 1.5, 10**400, {}, object(), np.array("x"), [[1], [1, 2]], [None], 1j]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize(
    "argument",
    ["size", "fov", "horizon", "threads", "observe", "render_mode", "corpus", "split", "instruction", "vocabulary"],
)
def test_arguments_are_told(name: str, argument: str) -> None:
    entry = type(make(name).unwrapped)
    for bad in [b for b in BAD if (argument, b) != ("fov", 1.5)]:
        with pytest.raises(InputError):
            entry(**{**SMALL, argument: bad})


@pytest.mark.parametrize("name", IDS)
def test_seeds_options_and_actions_are_told(name: str) -> None:
    env, many = make(name).unwrapped, make_many(name, 2).unwrapped
    for bad in BAD:
        with pytest.raises(InputError):
            env.reset(seed=bad)
        with pytest.raises(InputError):
            many.reset(seed=bad)
        with pytest.raises(InputError):
            env.reset(seed=1, options={"start": bad})
        with pytest.raises(InputError):
            type(many)(num_envs=bad, **SMALL)
        env.reset(seed=1)
        with pytest.raises(InputError):
            env.step(bad)


def test_every_episode_may_be_in_a_house_of_its_own() -> None:
    env = gymnasium.make("sightline/Chai-v0", houses="generated", size=(32, 32))
    names = []
    for seed in (0, 1):
        env.reset(seed=seed)
        names.append(env.unwrapped.world.episodes[0].house.name)  # type: ignore[attr-defined]
    assert len(set(names)) == 2 and all(name.startswith("seed:") for name in names)
    with pytest.raises(InputError, match="houses"):
        gymnasium.make("sightline/Lani-v0", houses="generated")
