"""Models behind an address in both worlds: seers and legs of the one journey."""

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.agent.aim import Aim, Done
from sightline.agent.look import Look, large_camera
from sightline.agent.pointing import Spot, aim_at, point_behind, spot_of
from sightline.chat.agent import ChatAgent
from sightline.chat.config import ChatConfig, read_address
from sightline.chat.mock import MockModel
from sightline.chat.model import ChatModel
from sightline.chat.prompts import done_words, read_prompt
from sightline.corpus.examples import Example
from sightline.errors import ArgumentError, FileFormatError
from sightline.evaluation.methods import Runner, names_in
from sightline.evaluation.scores import run_single, usage_scores
from sightline.web.agents import AgentPool
from sightline.world import kind_of

LANI, CHAI = kind_of("lani"), kind_of("chai")


def config(server: MockModel, folder: Path, **options: Any) -> ChatConfig:
    return ChatConfig(**{"base_url": server.url, "cache": str(folder), "mock_oracle": True, "view_size": 64, **options})


def fields(count: int) -> list[Example]:
    """Instructions on generated fields, as examples."""
    from sightline.corpus.records import Paragraph, Segment

    episodes = [LANI.generate(seed) for seed in range(count)]
    return [
        Example(Paragraph(f"p{k}", e.scene, [Segment("go .", ["go", "."], e.start, e.goal, "FF", phenomena=[])]), 0)
        for k, e in enumerate(episodes)
    ]


def test_a_point_and_its_spot_belong_together() -> None:
    world = LANI.make()
    world.reset([LANI.generate(3)])
    camera, pose = large_camera(LANI, 128), world.pose[0]
    depth = np.asarray(world.panorama(("depth",))["depth"][0])
    for view in range(6):
        spot = Spot(view, 0.3, 0.9)
        point = point_behind(camera, pose, depth, spot)
        assert point is not None and point[1] < 0.5
        again = spot_of(camera, pose, point)
        assert again is not None and again.view == view and again[1:] == pytest.approx(spot[1:], abs=0.01)
    assert point_behind(camera, pose, depth, Spot(3, 0.5, 0.01)) is None  # the sky
    aim = aim_at(LANI, camera, pose, (10.0, 0.0, 12.0), reaching=False)
    assert aim.stand == (10.0, 12.0) and aim.point is None and aim.marked and aim.fixed and not aim.given
    before = aim_at(CHAI, camera, np.array([0.0, 0.0, 0.0]), (0.0, 1.0, 4.0), reaching=False)
    assert 3.0 < before.stand[1] < 4.0  # it stops before a thing
    assert aim_at(CHAI, camera, pose, (1.0, 1.0, 4.0), reaching=True).point == (1.0, 1.0, 4.0)


@pytest.mark.parametrize("options", [{}, {"layout": "strip"}, {"interface": "words"}], ids=str)
def test_the_oracle_leads_to_the_goals_of_fields(tmp_path: Path, options: dict[str, Any]) -> None:
    some = fields(6)
    with MockModel() as server:
        runner = Runner(LANI, chat=config(server, tmp_path, view_size=128, **options))
        results = run_single(runner, "openai:oracle", some)
        (model,) = runner.models
        stages, goals = runner.predict("openai:oracle", some)
        model.asker.close()
    assert sum(result.metrics["completed"] for result in results if result.metrics) >= 5
    assert all(result.usage is not None and 1 <= result.usage.calls < 8 for result in results)
    assert usage_scores(results)["failed"] == 0 and len(goals.usage or ()) == len(stages) == 6
    assert model.info.privileged == (options.get("interface") == "words") and len(model.info.prompt_sha256) == 64


def test_the_oracle_names_the_actions_of_demonstrations(tmp_path: Path) -> None:
    some = fields(2)
    with MockModel() as server:
        runner = Runner(LANI, chat=config(server, tmp_path, interface="actions", every=3))
        world = runner.world(some)
        outcome = runner.run("openai:oracle", world, some)
        runner.models[0].asker.close()
    assert world.taken.tolist() == [2, 2] and world.stopped.all() and outcome.usage is not None
    assert [usage.calls for usage in outcome.usage] == [1, 1]


def test_who_gets_no_answer_stops_and_is_counted(tmp_path: Path) -> None:
    some = fields(3)
    with MockModel("broken", right=0.0, delay=0.5) as server:
        runner = Runner(LANI, chat=config(server, tmp_path, timeout=0.2, retries=0))
        model = runner.model("openai:broken")
        assert model is not None
        model.asker.server.reached = True
        results = run_single(runner, "openai:broken", some)
        model.asker.close()
    assert usage_scores(results)["failed"] == 3
    assert [result.end for result in results] == [tuple(e.segment.start[:2]) for e in some]


def test_a_house_is_shown_and_named(tmp_path: Path) -> None:
    world = CHAI.make()
    episode = CHAI.generate(3, instruction="take the mug")
    world.reset([episode])
    place = tuple(episode.start[:2])
    done = [[Done(*place, False), Done(0.0, 0.0, True), Done(1.0, 1.0, False, "it saw no way to it")]]
    with MockModel("random") as server:
        for interface, pictures in (("pixel", 6), ("words", 0)):
            model = ChatModel("random", CHAI, config(server, tmp_path, interface=interface))
            seer = model.seer([[]])
            (asked,) = seer._questions(Look(world, [0]), done)
            assert len(asked.pictures) == pictures and "take the mug" in asked.text and "saw no way" in asked.text
            assert "(here)" in asked.text and "$" not in asked.text
            seer.next(Look(world, [0]), done, [None])
            assert seer.usages[0].calls >= 1
            model.asker.close()
        legs = ChatModel("random", CHAI, config(server, tmp_path, interface="actions")).legs(world, [])
        assert legs._read('{"actions": ["interact 500 250", "turn left"]}') == [CHAI.interact + 8 * 32 + 16, 2]  # type: ignore[operator]
        assert legs.horizon(world)[0] > world.horizon[0]
        legs.asker.close()


def test_prompts_need_their_places(tmp_path: Path) -> None:
    file = tmp_path / "own.md"
    file.write_text("Go: $instruction. It costs $5.")
    with pytest.raises(FileFormatError, match=r"\$done"):
        read_prompt(LANI, ChatConfig(prompt=str(file)))
    file.write_text("Go: $instruction. $done")
    assert read_prompt(LANI, ChatConfig(prompt=str(file))) == file.read_text()
    assert done_words(LANI, np.zeros(3), []) == "nothing yet"
    for kind in (LANI, CHAI):
        for interface in ("pixel", "actions", "words"):
            assert "$instruction" in read_prompt(kind, ChatConfig(interface=interface))
    with pytest.raises(ArgumentError, match="--interface"):
        ChatConfig(interface="telepathy")


def test_names_with_commas_and_colons() -> None:
    assert names_in(["stop,best", "openai:a,b:c", "stop"]) == ["stop", "best", "openai:a,b:c"]


def test_addresses_of_models() -> None:
    assert read_address("openai:a/b@c@https://d/v1", ChatConfig())[0] == "a/b@c"
    assert read_address("openai:a@http://127.0.0.1:9/v1", ChatConfig())[1].base_url == "http://127.0.0.1:9/v1"
    for wrong in ("best", "openai:", "openai:@http://a"):
        with pytest.raises(ArgumentError, match="--model"):
            read_address(wrong, ChatConfig())


def test_pages_list_models_and_ask_them_when_somebody_speaks(tmp_path: Path) -> None:
    from sightline.web.sessions import Sessions
    from sightline.web.settings import Settings
    from sightline.web.story import Beginning, Story

    with MockModel("random") as server:
        pool = AgentPool(["best"], {"openai:random": ("random", config(server, tmp_path, mock_oracle=False))})
        assert pool.methods_of("lani") == ["best", "openai:random"] and server.sent == {}
        sessions = Sessions(pool, Settings(sessions=4, idle_timeout=60.0))
        session = sessions.begin(Story(beginning=Beginning(world="lani", method="openai:random")))
        session.say("go to the tree")
        while session.card is None and not session.turns:
            threading.Event().wait(0.01)
        if session.card is not None:
            assert "marked by the model" in session.card.sentence and not session.facts()["proposal"]["corrected"]
            assert session.panorama()
            session.go()
        assert server.sent["right"] >= 1
        agent = pool.agent("lani", "openai:random")
        assert isinstance(agent, ChatAgent) and Aim((1.0, 1.0), marked=True).fixed
        sessions.close()
        pool.close()
