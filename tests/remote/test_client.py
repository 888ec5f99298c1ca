"""RemoteWorld: step by step what a world in this process gives, bit for bit; and what happens when something is wrong."""

import gc
import json
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.request import Request, urlopen

import numpy as np
import pytest
from playwright._impl._driver import compute_driver_executable
from tiny_world import KIND as TINY

from sightline.agent import Agent
from sightline.chai.house import PLANS, load_house
from sightline.envs.chai import ChaiEnv
from sightline.envs.lani import LaniEnv, LaniVectorEnv
from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.remote import RemoteWorld, remote_kind
from sightline.remote.client import write_episode
from sightline.remote.frames import decode, encode
from sightline.remote.websocket import WebSocket
from sightline.world import World, kind_of

TOY = "toy_world:KIND"
CHANNELS = ("rgb", "depth", "segmentation")
ARRAYS = ("pose", "goal", "horizon", "taken", "over", "stopped")


def same(one: Any, other: Any, where: str = "") -> None:
    """Whether two results are equal, bit for bit, and of the same types."""
    assert type(one) is type(other), where
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            same(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype and one.shape == other.shape, where
        assert one.tobytes() == other.tobytes(), where
    elif isinstance(one, tuple):
        for k, (a, b) in enumerate(zip(one, other, strict=True)):
            same(a, b, f"{where}[{k}]")
    else:
        assert one == other, where


def moves(world: World, steps: int, count: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    chosen = rng.choice(3, size=(steps, len(world)), p=[0.6, 0.2, 0.2])
    return np.where(rng.random(chosen.shape) < 0.3, rng.integers(3, count, chosen.shape), chosen) if count > 4 else chosen


@pytest.fixture(params=["lani", "chai", TOY])
def pair(request: pytest.FixtureRequest, address: str, token: str) -> Iterator[tuple[World, RemoteWorld]]:
    """A world here and one on a server, with the same three episodes."""
    kind, camera = kind_of(request.param), Camera(48, 32)
    here = kind.make(camera, horizon=12)
    with RemoteWorld(address, request.param, token, camera, horizon=12) as there:
        for world in (here, there):
            world.reset([kind.generate(seed) for seed in (3, 4, 5)])
        yield here, there


def test_a_remote_world_is_the_world_bit_for_bit(pair: tuple[World, RemoteWorld]) -> None:
    here, there = pair
    kind = there.kind
    assert there.camera == here.camera and there.actions == here.actions and there.refusals == here.refusals
    same(here.save(), there.save())
    saved = []
    for k, actions in enumerate(moves(here, 14, kind.action_count)):
        same(here.rewards(), there.rewards())
        same(here.rewards_of(actions), there.rewards_of(actions))
        same(here.step(actions), there.step(actions.tolist() if k % 2 else actions))
        for name in ARRAYS:
            same(getattr(here, name), getattr(there, name), name)
        same(here.observe(CHANNELS[: 1 + k % 3]), there.observe(CHANNELS[: 1 + k % 3]))
        same(here.metrics(), there.metrics())
        same(here.distances(), there.distances())
        if k % 5 == 0:
            same(here.panorama(CHANNELS), there.panorama(CHANNELS))
            same(here.panorama(where=[2, 0]), there.panorama(where=np.array([2, 0])))
            cells = np.array([3, 2, 4]), np.array([20, 5, 31]), [16, 0, 31]
            same(here.locate(*cells), there.locate(*cells))
            same(here.distances(here.goal + 0.25), there.distances(here.goal + 0.25))
            saved.append(here.save([1, 2]))
    assert here.over.all()
    same(here.save([2, 0]), there.save([2, 0]))
    for state in saved:  # from here to there
        for world in pair:
            world.restore(state)
        assert there.episodes == here.episodes and len(there) == 2
        same(here.observe(), there.observe())
        same(here.step([0, 1]), there.step([0, 1]))
        same(here.save(), there.save())
    here.restore(there.save())  # and back
    for world in pair:
        world.proceed(list(world.episodes))
        world.reset([kind.generate(9)], [1])
    after = here.save(), there.save()
    for state in after if kind.name == TOY else ():  # which writes other starts into the episodes that it goes on with
        state.pop("episodes")
    same(*after)
    same(here.panorama(), there.panorama())


def test_what_is_written_into_its_arrays_reaches_the_server(pair: tuple[World, RemoteWorld]) -> None:
    here, there = pair
    for world in pair:
        world.step([0, 0, 0])
        world.observe()
    for world in pair:
        world.horizon[:] = [4, 1, 9]
        world.pose = world.pose[[0, 0, 0]] if there.kind.name != "chai" else world.pose
        world.threads = 1
        assert world.taken.tolist() == [1, 1, 1]
    same(here.observe(), there.observe())  # which is not what the step before has seen
    same(here.step([1, 1, 1]), there.step([1, 1, 1]))
    same(here.save(), there.save())
    assert there.horizon.tolist() == [4, 1, 9] and there.over.tolist() == [False, True, False]


def test_a_step_brings_the_picture_that_is_asked_for_after_every_step(pair: tuple[World, RemoteWorld]) -> None:
    here, there = pair
    asked: list[dict[str, Any]] = []
    ask = there._ask
    there._ask = lambda message: (asked.append(message), ask(message))[1]  # type: ignore[method-assign]
    for _ in range(3):
        for world in pair:
            world.step([1, 1, 1])
        same(here.observe(), there.observe())
    assert [message["call"] for message in asked] == ["step", "observe", "step", "step"]
    first = there.observe()["rgb"]
    assert asked[-1]["call"] == "observe" and first is not there.observe()["rgb"]
    there.step([1, 1, 1]), there.step([1, 1, 1]), there.step([1, 1, 1])
    assert [message["arguments"].get("observe") for message in asked[-3:]] == [["rgb"], None, None]


@pytest.mark.parametrize("world", ["lani", "chai"])
def test_errors_arrive_as_the_same_sentences(world: str, address: str, token: str) -> None:
    kind = kind_of(world)
    here, there = kind.make(), RemoteWorld(address, world, token)
    episode = kind.generate(1)

    def sentence(call: Any) -> str:
        with pytest.raises(InputError) as told:
            call()
        return str(told.value)

    calls: list[Any] = [
        lambda w: w.observe(), lambda w: w.step([0]), lambda w: w.save(), lambda w: w.metrics(), lambda w: w.reset([]),
        lambda w: w.reset(None), lambda w: w.reset([5]), lambda w: w.reset([episode, "x"]), lambda w: w.proceed([episode]),
        lambda w: w.reset([replace(episode, start=(1e9, 1.0, 2.0))]), lambda w: w.restore({}),
    ]  # fmt: skip
    schema: list[tuple[str, Any]] = [  # what no frame may hold is refused before a world sees it
        ("start", lambda w: w.reset([replace(episode, start=(np.nan, 1.0, 2.0))])),
        ("instruction", lambda w: w.reset([replace(episode, instruction=5)])), ("state", lambda w: w.restore(None)),
    ]  # fmt: skip
    started: list[Any] = [
        lambda w: w.step([0]), lambda w: w.step([0, 99999]), lambda w: w.step("x"), lambda w: w.step([0.5, 1.0]),
        lambda w: w.rewards_of([-1, 0]), lambda w: w.observe("rgb"), lambda w: w.observe(["smell"]), lambda w: w.observe([]),
        lambda w: w.panorama(where=[2]), lambda w: w.locate([6, 0], [0, 0], [0, 0]), lambda w: w.locate([0], [0], [0]),
        lambda w: w.distances([[np.inf, 0], [0, 0]]), lambda w: w.reset([episode], [7]),
        lambda w: w.reset([episode], [0, 1]),
        lambda w: w.proceed([episode]), lambda w: w.save([-1]), lambda w: w.restore({"episodes": [episode]}),
    ]  # fmt: skip
    for call in calls:
        assert sentence(lambda: call(here)) == sentence(lambda: call(there))  # noqa: B023
    for word, call in schema:
        assert all(word in sentence(lambda: call(w)).lower() for w in (here, there))  # noqa: B023
    for each in (here, there):
        each.reset([episode, kind.generate(2)])
    for call in started:
        assert sentence(lambda: call(here)) == sentence(lambda: call(there))  # noqa: B023
    same(here.save(), there.save())  # and nothing has changed
    for argument in ({"horizon": 0}, {"near": -1.0}, {"threads": 0}, {"device": ""}):
        assert sentence(lambda: kind.make(**argument)) == sentence(  # noqa: B023
            lambda: RemoteWorld(address, world, token, **argument)  # noqa: B023
        )


def lent(address: str, token: str) -> int:
    request = Request(f"{address}/api/remote/kinds", headers={"Authorization": f"Bearer {token}"})
    with urlopen(request) as answer:
        told = json.load(answer)
    return told["most"] - told["free"]


def wait_for(count: int, address: str, token: str) -> bool:
    until = time.monotonic() + 5
    while lent(address, token) != count and time.monotonic() < until:
        time.sleep(0.01)
    return lent(address, token) == count


def test_worlds_are_limited_and_freed_when_their_client_goes_away(address: str, token: str) -> None:
    gc.collect()
    assert wait_for(0, address, token)
    kind = kind_of("lani")
    one = RemoteWorld(address, "lani", token)
    one.reset(kind.anywhere(60, 0))
    two = RemoteWorld(address, "lani", token)
    with pytest.raises(InputError, match=r"100 worlds.*40.*41"):
        two.reset(kind.anywhere(41, 0))
    two.reset(kind.anywhere(40, 0))
    with pytest.raises(InputError, match="0 are free"):
        RemoteWorld(address, "chai", token)
    two.reset(kind.anywhere(3, 0))
    assert lent(address, token) == 63
    one.close()
    assert wait_for(3, address, token)
    del two
    gc.collect()
    assert wait_for(0, address, token)
    with pytest.raises(ConnectionError, match="is lost"):
        one.metrics()


def test_an_answer_that_was_not_waited_for_is_not_taken_for_another(address: str, token: str) -> None:
    world = RemoteWorld(address, "lani", token)
    world.reset(kind_of("lani").anywhere(1, 0))

    def interrupted() -> bytearray:
        raise KeyboardInterrupt

    with patch.object(world._socket, "receive", interrupted), pytest.raises(KeyboardInterrupt):
        world.rewards()
    with pytest.raises(ConnectionError, match="is lost"):
        world.metrics()


def test_pictures_have_a_size(address: str, token: str) -> None:
    with RemoteWorld(address, "lani", token, Camera(2048, 2048)) as world:
        world.reset(kind_of("lani").anywhere(1, 0))
        with pytest.raises(InputError, match=r"12 MB.*8 MB"):
            world.observe()
        with pytest.raises(InputError, match="These pictures"):
            world.panorama(where=[0])
        assert len(world.metrics()["stop_distance"]) == 1


def test_who_may_not(address: str, token: str) -> None:
    for wrong in ("a-wrong-token-of-mine", token[:-1], token + "x"):
        with pytest.raises(InputError, match="does not accept this token"):
            RemoteWorld(address, "lani", wrong)
    with pytest.raises(InputError, match="The world must be one of 'lani', 'chai', 'toy_world:KIND', got 'tiny_world:KIND'"):
        RemoteWorld(address, TINY.name, token)


def test_garbage_is_answered_with_a_sentence(address: str, token: str) -> None:
    line = WebSocket(address, "/api/remote/socket", token, 5)
    rng = np.random.default_rng(0)
    messages: list[Any] = [
        None, 5, [], {}, {"world": 5}, {"world": "lani", "camera": 5}, {"world": "lani", "camera": {"width": 10**9}},
        {"world": "lani", "camera": {"x": 1}}, {"world": "lani", "horizon": "x"}, {"world": "lani", "device": "cuda"},
        {"call": "step"},
    ]  # fmt: skip
    calls: list[Any] = [
        None, [], {}, {"call": 5}, {"call": "__init__"}, {"call": "step"}, {"call": "step", "arguments": 5},
        {"call": "step", "arguments": {"actions": [0], "x": 1}}, {"call": "reset", "arguments": {"episodes": 5}},
        {"call": "metrics", "set": {"pose": "x"}}, {"call": "metrics", "set": {"episodes": []}},
        {"call": "metrics", "set": 5}, {"call": "panorama", "arguments": {"where": [[0], [1, 2]]}},
        {"call": "observe", "arguments": {"channels": [["rgb"]]}}, {"call": "observe", "arguments": {"channels": 5}},
        {"call": "metrics", "set": {"threads": 10**30}}, {"call": "metrics", "set": {"pose": np.zeros((5, 5))}},
        {"call": "restore", "arguments": {"state": {"episodes": [{"seed": 1}], "pose": [1]}}},
        *({"call": "reset", "arguments": {"episodes": [episode]}} for episode in EPISODES),
    ]  # fmt: skip
    for message in messages:
        line.send(encode(message))
        assert decode(line.receive())["error"].endswith(".")
    for frame in (b"", b"x", rng.bytes(100)):
        line.send(frame)
        assert decode(line.receive())["error"].endswith(".")
    line.send(encode({"world": "chai"}))
    assert decode(line.receive())["result"]["world"] == "chai"
    for call in calls:
        line.send(encode(call))
        answer = decode(line.receive())
        assert answer["error"].endswith("."), call
        assert "failed on the server" not in answer["error"], call
    line.send(encode({"call": "reset", "arguments": {"episodes": [{"seed": 1}]}}))
    assert decode(line.receive())["now"]["pose"].shape == (1, 3)
    line._send(0x1, b"text")
    with pytest.raises(ConnectionError, match="messages are binary frames"):
        line.receive()
    line = WebSocket(address, "/api/remote/socket", token, 5)
    line.send(b"x" * (2**20 + 1))
    with pytest.raises(ConnectionError):
        line.receive()


SCENE = {"house": 1, "variant": 1, "fingerprint": "x"}
EPISODES: list[Any] = [
    5, {"x": 1}, {"seed": -1}, {"seed": "1"}, {"seed": 10**30}, {"seed": 1, "start": "x"}, {"seed": 1, "start": [1e300] * 3},
    {"seed": 1, "end": [1, 2, 3]}, {"seed": 1, "instruction": 5}, {"seed": 1, "instruction": "x" * 20_000},
    {"scene": SCENE}, {"scene": {**SCENE, "house": "/etc/passwd"}, "start": [1, 1, 0]},
    {"scene": {**SCENE, "house": "1"}, "start": [1, 1, 0]}, {"scene": {**SCENE, "house": 6}, "start": [1, 1, 0]},
    {"scene": SCENE, "start": [1, 1, 0]}, {"scene": "x", "start": [1, 1, 0]},
    {"scene": {"a": "x" * 70_000}, "start": [1, 1, 0]},
]  # fmt: skip


@pytest.fixture(scope="module")
def plain_scene() -> dict[str, Any]:
    kind = kind_of("chai")
    return write_episode(kind, kind.generate(1))


@pytest.mark.parametrize(
    "wrong",
    [
        {"goals": 5}, {"goals": [5]}, {"goals": [{"kind": "x", "stand": [1, 1]}]}, {"goals": [{"kind": "navigation"}]},
        {"goals": [{"kind": "navigation", "stand": [1, "x"]}]}, {"goals": [{"kind": "interaction", "stand": [1, 1, 0]}]},
        {"goals": [{"kind": "interaction", "stand": [1, 1, 0], "point": [1, 1, 1], "deed": ["fly", "milk 1", ""]}]},
        {"goals": [{"kind": "interaction", "stand": [1, 1, 0], "point": [1, 1, 1], "deed": ["open", "milk", ""]}]},
        {"goals": [{"kind": "interaction", "stand": [1, 1, 0], "point": [1, 1, 1], "deed": ["open", f"m {10**30}", ""]}]},
        {"goals": [{"kind": "interaction", "stand": [1, 1, 0], "point": [1, 1, 1], "deed": [1, 2, 3]}]},
        {"goals": [{"kind": "navigation", "stand": [1, 1]}] * 101}, {"before": "FF"}, {"before": [5]}, {"before": ["X"]},
        {"before": ["F" * 30_000]}, {"first": [1e9, 0, 0], "before": ["F"]}, {"start": None}, {"end": ["x", 1]},
    ],
)  # fmt: skip
def test_episodes_of_strangers_are_checked(
    wrong: dict[str, Any], plain_scene: dict[str, Any], address: str, token: str
) -> None:
    line = WebSocket(address, "/api/remote/socket", token, 5)
    line.send(encode({"world": "chai"}))
    line.receive()
    line.send(encode({"call": "reset", "arguments": {"episodes": [{**plain_scene, **wrong}]}}))
    told = decode(line.receive())
    assert "episode 0" in told["error"] and "failed" not in told["error"]
    line.close()


def test_a_house_from_outside_is_sent_by_name_to_a_server_that_has_its_plan(address: str, token: str, tmp_path: Any) -> None:
    kind = kind_of("chai")
    own = tmp_path / "own.toml"
    own.write_text((PLANS / "1.toml").read_text())
    episode = kind.generate(1, scene=load_house(own))
    here = kind.make()
    here.reset([episode])
    with RemoteWorld(address, "chai", token) as there:
        there.reset([episode])
        same(there.observe(), here.observe())
        there.restore(there.save())
        with patch.dict("sightline.chai.house._houses", clear=True), pytest.raises(InputError, match="--house"):
            there.reset([episode])


def test_the_best_agent_follows_an_instruction_on_a_server(address: str, token: str) -> None:
    agent, kind = Agent.from_pretrained("lani"), kind_of("lani")
    episode = kind.generate(7)
    journeys = []
    with RemoteWorld(address, "lani", token) as there:
        for world in (kind.make(), there):
            world.reset([episode])
            journeys.append(agent.journey(world))
            journeys[-1].finish()
        here, remote = journeys
        same(here.trajectory(), remote.trajectory())
        same(here.outcome().metrics, remote.outcome().metrics)
        assert remote.outcome().stopped


@pytest.mark.parametrize("env", [LaniEnv, ChaiEnv])
def test_environments_work_with_a_remote_world(env: Any, address: str, token: str) -> None:
    there = type("RemoteEnv", (env,), {"kind": remote_kind(address, env.kind.name, token)})
    both = env(observe=("depth",)), there(observe=("depth",))
    seen = [e.reset(seed=3) for e in both]
    same(*seen)
    for action in (0, 1, 0, 2, 0, 3):
        seen = [e.step(action) for e in both]
        for one, other in zip(*seen, strict=True):
            same(one, other)
    assert seen[1][2]


def test_vector_environments_work_with_remote_worlds(address: str, token: str) -> None:
    there = type("RemoteEnv", (LaniVectorEnv,), {"kind": remote_kind(address, "lani", token)})
    both = LaniVectorEnv(4, horizon=2), there(4, horizon=2)
    same(*(e.reset(seed=3)[0] for e in both))
    for _ in range(4):
        for one, other in zip(*(e.step(np.array([0, 1, 2, 3])) for e in both), strict=True):
            if isinstance(one, np.ndarray):
                same(one, other)


def test_the_example_in_javascript_reaches_its_goal(address: str, token: str) -> None:
    node, _ = compute_driver_executable()  # that Playwright brings along
    example = Path(__file__).parents[2] / "examples" / "remote.mjs"
    done = subprocess.run(
        [node, example, address.replace("http", "ws")], capture_output=True, text=True, timeout=60,
        env={**os.environ, "SIGHTLINE_REMOTE_TOKEN": token},
    )  # fmt: skip
    *walk, end = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert len(walk) > 5 and walk[-1].startswith("stop: at") and float(end.split()[1]) < 5
