"""Follow's API: say, see, correct, go, watch, undo, tell again; and what it answers when it is asked for nonsense."""

import io
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from fastapi.testclient import TestClient
from PIL import Image

from sightline.chai import load_house
from sightline.chai.house import PLANS
from sightline.corpus.records import Paragraph, paragraph_fields
from sightline.geometry.rings import RINGS
from sightline.language import Vocabulary
from sightline.models.goal_types import TYPES
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.pretrained import save_model
from sightline.web.app import create_app
from sightline.web.context import Context
from sightline.web.film import pose_at
from sightline.web.settings import Settings
from sightline.world import INTERACTION, kind_of

FOLLOW = "/api/follow/sessions"
WORDS = "go to the windmill"


@pytest.fixture()
def session(client: TestClient) -> Iterator[str]:
    yield f"{FOLLOW}/{begin(client)['name']}"


def begin(client: TestClient, **told: Any) -> dict[str, Any]:
    answer = client.post(FOLLOW, json={"beginning": {"seed": 656}} | told)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


def done(client: TestClient, address: str, body: object = None) -> dict[str, Any]:
    answer = client.post(address, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def problem(client: TestClient, address: str, body: object, status: int) -> str:
    answer = client.post(address, json=body)
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"])


def context_of(client: TestClient) -> Context:
    return client.app.state.context  # type: ignore[attr-defined, no-any-return]


def size_of(client: TestClient, address: str) -> tuple[int, int]:
    answer = client.get(address)
    assert answer.headers["content-type"] == "image/jpeg"
    return Image.open(io.BytesIO(answer.content)).size


def test_worlds_have_methods(client: TestClient) -> None:
    lani = client.get("/api/follow/worlds").json()[0]
    assert lani["name"] == "lani" and lani["scene"] == "field" and lani["methods"] == ["best", "paper"]


def test_an_instruction_becomes_a_goal_then_a_walk_and_the_next_one_goes_on_from_there(
    client: TestClient, session: str
) -> None:
    before = client.get(session).json()
    assert before["proposal"] is None and before["turns"] == [] and len(before["examples"]) >= 2
    plain = client.get(f"{session}/panorama.jpg").content
    proposal = done(client, f"{session}/say", {"words": WORDS})["proposal"]
    assert proposal["words"] == WORDS and proposal["sentence"].startswith("The goal is ") and 0 < proposal["sure"] <= 1
    assert client.get(f"{session}/panorama.jpg").content != plain  # the goal map is on it
    after = done(client, f"{session}/go")
    (turn,) = after["turns"]
    assert after["proposal"] is None and turn["path"][0] == before["pose"] and turn["path"][-1] == after["pose"]
    assert np.hypot(*np.subtract(after["pose"][:2], turn["place"])) < 6 and "Took " in turn["ending"]
    again = done(client, f"{session}/say", {"words": "turn around"})
    assert again["pose"] == after["pose"] and again["proposal"]["words"] == "turn around"


def test_pictures_have_their_sizes(client: TestClient, session: str) -> None:
    assert size_of(client, f"{session}/panorama.jpg") == (6 * 256, 256)
    assert size_of(client, f"{session}/view.jpg?side=100") == (100, 100)
    about = client.get(f"{session}/map").json()
    assert size_of(client, f"{session}/map.jpg") == tuple(about["size"])
    assert about["west"] == -1 and about["north"] == 51


def test_the_goal_is_corrected_on_the_map_and_on_the_panorama(client: TestClient, session: str) -> None:
    x, z, heading = done(client, f"{session}/say", {"words": WORDS})["pose"]
    proposal = done(client, f"{session}/aim", {"place": [20, 21]})["proposal"]
    assert proposal["place"] == [20, 21] and proposal["corrected"] and proposal["sure"] == 1 and not proposal["notes"]
    ahead = done(client, f"{session}/aim", {"spot": [3.5 / 6, 0.8]})["proposal"]["place"]  # below the horizon, ahead
    turn = np.degrees(np.arctan2(ahead[0] - x, ahead[1] - z)) - heading
    assert abs((turn + 180) % 360 - 180) < 1
    assert "sky" in problem(client, f"{session}/aim", {"spot": [0.5, 0.01]}, 400)
    assert "one of the two" in problem(client, f"{session}/aim", {}, 400)
    assert client.get(session).json()["proposal"]["place"] == ahead


def test_an_only_goal_cannot_be_skipped(client: TestClient, session: str) -> None:
    done(client, f"{session}/say", {"words": WORDS})
    assert "all that it would do" in problem(client, f"{session}/skip", None, 400)


def test_undo_takes_back_words_then_turns_and_reset_takes_back_all(client: TestClient, session: str) -> None:
    start = client.get(session).json()["pose"]
    for words in (WORDS, "turn right"):
        done(client, f"{session}/say", {"words": words})
        moved = done(client, f"{session}/go")
    done(client, f"{session}/say", {"words": "turn left"})
    assert done(client, f"{session}/undo")["proposal"] is None
    back = done(client, f"{session}/undo")
    assert len(back["turns"]) == 1 and back["pose"] == back["turns"][0]["path"][-1]
    assert done(client, f"{session}/reset")["pose"] == start != moved["pose"]
    assert "nothing to undo" in problem(client, f"{session}/undo", None, 409)


def test_a_story_is_told_again_to_a_server_that_forgot_it(client: TestClient, session: str) -> None:
    for words in (WORDS, "turn around"):
        done(client, f"{session}/say", {"words": words})
        told = done(client, f"{session}/go")
    again = client.post(FOLLOW, json=told["story"]).json()
    assert again["pose"] == told["pose"] and again["story"] == told["story"]
    assert [t["path"] for t in again["turns"]] == [t["path"] for t in told["turns"]]


def test_what_was_followed_is_a_record_of_a_corpus(client: TestClient, session: str) -> None:
    assert "nothing to download" in client.get(f"{session}/record").json()["error"]
    done(client, f"{session}/say", {"words": WORDS})
    done(client, f"{session}/go")
    answer = client.get(f"{session}/record")
    record = answer.json()
    assert answer.headers["content-disposition"] == 'attachment; filename="lani-followed-656.jsonl"'
    assert list(paragraph_fields("lani").wrong(record, "record")) == []
    paragraph = Paragraph.from_json(record)
    assert paragraph.source == "written" and paragraph.segments[0].instruction == WORDS and paragraph.segments[0].actions


def test_a_session_sleeps_and_comes_back_as_it_was(client: TestClient) -> None:
    story = begin(client)
    session = f"{FOLLOW}/{story['name']}"
    done(client, f"{session}/say", {"words": WORDS})
    corrected = done(client, f"{session}/aim", {"place": [30, 30]})
    picture = client.get(f"{session}/panorama.jpg").content
    kept = context_of(client).sessions.find(story["name"])
    kept.sleep()
    assert not kept.awake and kept.attempt is None
    assert client.get(f"{session}/panorama.jpg").content == picture and kept.awake
    assert client.get(session).json()["proposal"] == corrected["proposal"]


def watch(client: TestClient, session: str, order: dict[str, Any], stop_after: int = 10**9) -> tuple[list[Any], int]:
    """The lines of JSON that come, and how many pictures."""
    lines, pictures = [], 0
    with client.websocket_connect(f"{session}/live?rate=60&side=64&speed=60") as socket:
        socket.send_json(order)
        while True:
            message = socket.receive()
            if message.get("bytes"):
                assert Image.open(io.BytesIO(message["bytes"])).size == (64, 64)
                pictures += 1
                if pictures == stop_after:
                    socket.send_json({"do": "stop"})
                continue
            lines.append(json.loads(message["text"]))
            if not {"session", "replayed", "error"}.isdisjoint(lines[-1]):
                return lines, pictures


def test_it_is_watched_while_it_goes_and_again_afterwards(client: TestClient, session: str) -> None:
    done(client, f"{session}/say", {"words": WORDS})
    lines, pictures = watch(client, session, {"do": "go"})
    path = lines[-1]["session"]["turns"][0]["path"]
    steps = [pose for line in lines[:-1] for pose in line.get("steps", [])]
    assert steps == path[1:] and pictures == len(lines) - 1 > 5
    assert lines[-2]["pose"] == path[-1]
    again, _ = watch(client, session, {"do": "replay", "turn": 0})
    assert [pose for line in again[:-1] for pose in line.get("steps", [])] == path[1:]


def test_it_is_stopped_on_the_way_and_stands_there(client: TestClient, session: str) -> None:
    done(client, f"{session}/say", {"words": WORDS})
    lines, _ = watch(client, session, {"do": "go"}, stop_after=3)
    (turn,) = lines[-1]["session"]["turns"]
    assert turn["ending"].startswith("You stopped it after ") and lines[-1]["session"]["pose"] == turn["path"][-1]
    assert done(client, f"{session}/say", {"words": WORDS})["proposal"]


def test_who_leaves_while_it_goes_finds_it_there(client: TestClient, session: str) -> None:
    done(client, f"{session}/say", {"words": WORDS})
    with client.websocket_connect(f"{session}/live?rate=30&side=64&speed=1") as socket:
        socket.send_json({"do": "go"})
        socket.receive_json()
        assert "on its way" in problem(client, f"{session}/say", {"words": WORDS}, 409)
    until = time.monotonic() + 10
    while not (turns := client.get(session).json()["turns"]) and time.monotonic() < until:
        time.sleep(0.05)
    assert "Took " in turns[0]["ending"]


@pytest.mark.parametrize("order", [{"do": "dance"}, {"do": "replay", "turn": 9}, {"do": "go"}, {"do": "replay"}, {}])
def test_a_strange_order_is_answered_with_a_sentence(client: TestClient, session: str, order: dict[str, Any]) -> None:
    (line,), pictures = watch(client, session, order)
    assert line["error"].endswith(".") and not pictures


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        ("", 400, "empty"),
        ("   \n", 400, "empty"),
        ("12345 !!", 400, "without a word"),
        ("a" * 4001, 422, "at most 4000"),
    ],
)
def test_words_that_are_none_are_refused(client: TestClient, session: str, words: str, status: int, sentence: str) -> None:
    assert sentence in problem(client, f"{session}/say", {"words": words}, status)
    assert client.get(session).json()["proposal"] is None


@pytest.mark.parametrize("words", ["иди к бочке", "<script>alert(1)</script>", "go " * 1300, "走到井边"])
def test_strange_words_get_a_goal_with_a_note(client: TestClient, session: str, words: str) -> None:
    proposal = done(client, f"{session}/say", {"words": words})["proposal"]
    assert proposal["notes"] and proposal["words"] == words.strip()


@pytest.mark.parametrize(
    "story",
    [
        {"beginning": {"seed": -1}},
        {"beginning": {"world": "mars"}},
        {"beginning": {"method": "/etc"}},
        {"beginning": {"start": [99, 1, 0]}},
        {"beginning": {"scene": 3}},
        {"beginning": {"seed": 1}, "turns": [{"words": "go", "actions": "XYZ", "goal": [1, 1]}]},
        {"beginning": {"seed": 1}, "turns": [{"words": "go", "actions": "F", "goal": [1, 1e9]}]},
        {"beginning": {"seed": 1}, "more": 1},
        [],
    ],
)
def test_a_story_that_cannot_be_is_refused(client: TestClient, story: object) -> None:
    answer = client.post(FOLLOW, json=story)
    assert answer.status_code in (400, 422) and answer.json()["error"].endswith(".")


def test_a_session_that_is_not_there_is_said(client: TestClient) -> None:
    assert "begin a new one" in problem(client, f"{FOLLOW}/nobody/say", {"words": WORDS}, 404)


def test_a_pose_between_two_steps_turns_the_shorter_way() -> None:
    path = [np.array([0.0, 0.0, 350.0]), np.array([1.0, 2.0, 10.0])]
    assert pose_at(path, 0.5).tolist() == [0.5, 1.0, 360.0]
    assert pose_at(path, 7).tolist() == path[1].tolist()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with an agent for houses that was never taught anything."""
    folder = tmp_path_factory.mktemp("weights")
    torch.manual_seed(0)
    config = LookoutConfig(
        width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, ground=kind_of("chai").view.first_ground_row,
        rings=RINGS, interacts=True,
    )  # fmt: skip
    eyes = Lookout(config)
    eyes.next[-1].bias.data[TYPES.index(INTERACTION)] = 9.0  # there is always something more to reach for
    save_model(eyes, folder / "chai" / "best-goal", Vocabulary(("<unknown>", "go", "to", "the", "table")))
    with pytest.MonkeyPatch.context() as patch, TestClient(create_app(Settings(rate=0))) as client:
        patch.setattr("sightline.agent.shipped.WEIGHTS", folder)
        yield client


def test_a_house_from_outside_is_chosen_by_its_name_and_never_by_a_path(house: TestClient, tmp_path: Path) -> None:
    plan = tmp_path / "home.toml"
    plan.write_text((PLANS / "1.toml").read_text())
    own = load_house(plan)
    (world,) = house.get("/api/follow/worlds").json()
    assert own.name in [scene["name"] for scene in world["scenes"]]
    facts = begin(house, beginning={"world": "chai", "scene": own.name, "seed": 16})
    assert size_of(house, f"{FOLLOW}/{facts['name']}/map.jpg")[0] > 100
    assert house.post(FOLLOW, json=facts["story"]).json()["pose"] == facts["pose"]
    for scene in (str(plan), "plan:0123456789abcdef", f"{own.name}\n", 0):
        assert house.post(FOLLOW, json={"beginning": {"world": "chai", "scene": scene}}).status_code in (400, 422)


def test_in_houses_each_goal_is_shown_in_turn(house: TestClient) -> None:
    (world,) = house.get("/api/follow/worlds").json()
    assert [scene["name"] for scene in world["scenes"][:5]] == [1, 2, 3, 4, 5] and world["methods"] == ["best"]
    facts = begin(house, beginning={"world": "chai", "scene": 2, "seed": 16})
    session, shown = f"{FOLLOW}/{facts['name']}", 0
    facts = done(house, f"{session}/say", {"words": "go to the table"})
    while facts["proposal"] is not None and shown < 3:
        shown += 1
        assert re.match(r"\d\. (Looked again from here: )?\w+", facts["proposal"]["sentence"])
        assert size_of(house, f"{session}/panorama.jpg") == (6 * 256, 256)
        facts = done(house, f"{session}/{'go' if shown < 3 else 'skip'}")
        if facts["proposal"]:
            assert len(facts["done"]) <= shown
    assert shown
    facts = done(house, f"{session}/say", {"words": "go to the table"})  # what is not done yet ends there
    (turn,) = facts["turns"]
    assert turn["goals"] and turn["path"]
    again = house.post(FOLLOW, json=facts["story"]).json()
    assert again["pose"] == turn["path"][-1]
    assert done(house, f"{session}/undo")["proposal"] is None
    record = house.get(f"{session}/record").json()
    assert record["scene"]["house"] == 2 and record["segments"][0]["instruction"] == "go to the table"
