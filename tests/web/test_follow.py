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
from show_scenes import CHAI, small_lookout

from sightline.agent import Journey
from sightline.chai import load_house
from sightline.chai.house import PLANS
from sightline.corpus.records import Paragraph, paragraph_fields
from sightline.language import Vocabulary
from sightline.models.goal_types import TYPES
from sightline.models.pretrained import save_model
from sightline.web.app import create_app
from sightline.web.context import Context
from sightline.web.pictures import pose_at, steps_shown
from sightline.web.problems import SERVER_FAULT
from sightline.web.sessions import Session
from sightline.web.settings import Settings
from sightline.web.story import TURN_LIMIT
from sightline.world import INTERACTION, KINDS, kind_of

FOLLOW = "/api/follow/sessions"
WORDS = "go to the gorilla"
AS_IT_IS = "walk along the wall past the sofa to the window"  # the reader leaves these words to the seer


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
    assert proposal["place"] == [20, 21] and proposal["corrected"] and not proposal["notes"]
    assert "(set by you)" in proposal["sentence"] and "100" not in proposal["sentence"]
    ahead = done(client, f"{session}/aim", {"spot": [3.5 / 6, 0.8]})["proposal"]["place"]  # below the horizon, ahead
    turn = np.degrees(np.arctan2(ahead[0] - x, ahead[1] - z)) - heading
    assert abs((turn + 180) % 360 - 180) < 1
    assert "sky" in problem(client, f"{session}/aim", {"spot": [0.5, 0.01]}, 400)
    assert "either" in problem(client, f"{session}/aim", {}, 400)
    assert client.get(session).json()["proposal"]["place"] == ahead


def test_who_skips_the_only_goal_stays_and_is_told_so(client: TestClient, session: str) -> None:
    before = done(client, f"{session}/say", {"words": WORDS})
    after = done(client, f"{session}/skip")
    (turn,) = after["turns"]
    assert after["proposal"] is None and after["pose"] == before["pose"] and "not wanted" in turn["ending"]
    assert [goal["failed"] for goal in turn["goals"]] == ["it was not wanted"]
    assert after["story"]["turns"][0]["aims"][0]["failed"] == "it was not wanted"


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


class Breaks:
    """Makes an agent fail on the way, or when it looks around."""

    def __init__(self, patch: pytest.MonkeyPatch):
        self.steps: int | None = None  # before it fails
        step, look = Journey.step, Journey.look

        def failing_step(journey: Journey, asking: bool = False) -> object:
            if self.steps is not None and len(journey.actions) >= self.steps:
                raise RuntimeError("out of memory")
            return step(journey, asking)

        def failing_look(journey: Journey) -> list[int]:
            if self.steps == 0:
                raise RuntimeError("out of memory")
            return look(journey)

        patch.setattr(Journey, "step", failing_step)
        patch.setattr(Journey, "look", failing_look)


@pytest.fixture()
def breaks(monkeypatch: pytest.MonkeyPatch) -> Breaks:
    return Breaks(monkeypatch)


def assert_usable(client: TestClient, session: str, pose: list[float]) -> None:
    """It stands where it was told to go, with nothing said, and can be told again."""
    facts = client.get(session).json()
    assert not facts["going"] and facts["proposal"] is None and facts["turns"] == [] and facts["pose"] == pose
    done(client, f"{session}/say", {"words": WORDS})
    assert len(done(client, f"{session}/go")["turns"]) == 1


def test_an_error_on_the_way_leaves_a_session_usable(client: TestClient, session: str, breaks: Breaks) -> None:
    pose = done(client, f"{session}/say", {"words": WORDS})["pose"]
    breaks.steps = 3
    assert "on the server" in problem(client, f"{session}/go", None, 500)
    breaks.steps = None
    assert "say where to go" in problem(client, f"{session}/go", None, 409)
    assert_usable(client, session, pose)


def test_an_error_while_looking_leaves_a_session_usable(client: TestClient, session: str, breaks: Breaks) -> None:
    pose = client.get(session).json()["pose"]
    breaks.steps = 0
    assert "on the server" in problem(client, f"{session}/say", {"words": WORDS}, 500)
    breaks.steps = None
    assert "say where to go" in problem(client, f"{session}/go", None, 409)  # nothing was shown
    assert_usable(client, session, pose)


def test_an_error_on_the_way_is_said_to_who_watches(client: TestClient, session: str, breaks: Breaks) -> None:
    pose = done(client, f"{session}/say", {"words": WORDS})["pose"]
    breaks.steps = 3
    lines: list[dict[str, Any]] = [{}]
    with (
        pytest.raises(RuntimeError, match="memory"),  # as in the log of a real server
        client.websocket_connect(f"{session}/live?rate=60&side=64&speed=60") as socket,
    ):
        socket.send_json({"do": "go"})
        while (message := socket.receive())["type"] == "websocket.send" and "error" not in lines[-1]:
            lines.append(json.loads(message.get("text") or "{}"))
    assert lines[-1] == {"error": SERVER_FAULT} and "pose" in lines[1]
    breaks.steps = None
    assert_usable(client, session, pose)


def test_an_error_after_who_watched_has_gone_leaves_a_session_usable(
    client: TestClient, session: str, breaks: Breaks
) -> None:
    pose = done(client, f"{session}/say", {"words": WORDS})["pose"]
    with client.websocket_connect(f"{session}/live?rate=30&side=64&speed=1") as socket:
        socket.send_json({"do": "go"})
        socket.receive_json()
        breaks.steps = 3
    until = time.monotonic() + 10
    while client.get(session).json()["going"] and time.monotonic() < until:
        time.sleep(0.05)
    breaks.steps = None
    assert_usable(client, session, pose)


def test_one_who_is_told_to_wait_does_not_stop_the_walk_of_another(client: TestClient, session: str) -> None:
    done(client, f"{session}/say", {"words": WORDS})
    with client.websocket_connect(f"{session}/live?rate=30&side=64&speed=20") as socket:
        socket.send_json({"do": "go"})
        socket.receive_json()
        (line,), _ = watch(client, session, {"do": "go"})
        assert "on its way" in line["error"] and client.get(session).json()["going"]
        while "text" not in (message := socket.receive()) or "session" not in message["text"]:
            pass
    assert len(client.get(session).json()["turns"]) == 1


def test_the_last_turn_works_and_the_next_is_refused_until_one_is_undone(client: TestClient) -> None:
    turns = [{"words": "turn", "actions": "L"}] * (TURN_LIMIT - 1)
    session = f"{FOLLOW}/{begin(client, turns=turns)['name']}"
    done(client, f"{session}/say", {"words": WORDS})
    facts = done(client, f"{session}/go")
    assert len(facts["turns"]) == TURN_LIMIT and client.post(FOLLOW, json=facts["story"]).json()["pose"] == facts["pose"]
    assert str(TURN_LIMIT) in problem(client, f"{session}/say", {"words": WORDS}, 409)
    assert client.get(session).status_code == 200
    assert len(done(client, f"{session}/undo")["turns"]) == TURN_LIMIT - 1
    assert done(client, f"{session}/say", {"words": WORDS})["proposal"]


def test_it_is_stopped_on_the_way_and_stands_there(client: TestClient, session: str) -> None:
    done(client, f"{session}/say", {"words": WORDS})
    lines, _ = watch(client, session, {"do": "go"}, stop_after=3)
    (turn,) = lines[-1]["session"]["turns"]
    assert turn["ending"].startswith("You stopped it after ") and lines[-1]["session"]["pose"] == turn["path"][-1]
    assert [goal["failed"] for goal in turn["goals"]] == ["it was stopped on the way"]
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
        ("a" * 4001, 422, "at most 4000"),
    ],
)
def test_words_that_are_none_are_refused(client: TestClient, session: str, words: str, status: int, sentence: str) -> None:
    assert sentence in problem(client, f"{session}/say", {"words": words}, status)
    assert client.get(session).json()["proposal"] is None


@pytest.mark.parametrize("words", ["иди к бочке", "<script>alert(1)</script>", "走到井边", "12345 !!"])
def test_strange_words_are_refused_with_a_sentence(client: TestClient, session: str, words: str) -> None:
    facts = done(client, f"{session}/say", {"words": words})
    (turn,) = facts["turns"]
    assert facts["proposal"] is None and turn["reply"] == "refuse" and turn["ending"].endswith(".")
    assert turn["words"] == words and turn["path"] == [facts["pose"]]
    assert "nothing to download" in client.get(f"{session}/record").json()["error"]
    assert done(client, f"{session}/undo")["turns"] == []


def test_a_very_long_instruction_gets_a_goal_with_a_note(client: TestClient, session: str) -> None:
    proposal = done(client, f"{session}/say", {"words": "past the well " * 278})["proposal"]
    assert proposal["notes"] and proposal["words"] == ("past the well " * 278).strip()


def test_a_question_waits_for_its_answer(client: TestClient, session: str) -> None:
    plain = client.get(f"{session}/panorama.jpg").content
    (turn,) = done(client, f"{session}/say", {"words": "go to the barrel"})["turns"]  # this field has none
    assert turn["reply"] == "ask" and "no barrel" in turn["ending"] and turn["options"] == []
    assert client.get(f"{session}/panorama.jpg").content == plain
    facts = done(client, f"{session}/say", {"words": "yes"})
    assert facts["plan"] == ["look for the barrel"] and facts["proposal"] is not None


def test_a_plan_is_shown_and_can_be_changed(client: TestClient, session: str) -> None:
    facts = done(client, f"{session}/say", {"words": "go to the gorilla, then go to the apple"})
    assert facts["plan"] == ["go to the gorilla", "go to the apple"]
    changed = done(client, f"{session}/plan", {"steps": ["go 3 steps north"]})
    assert changed["plan"] == ["go 3 steps north"] and changed["proposal"]["place"] != facts["proposal"]["place"]
    assert changed["proposal"]["words"] == facts["proposal"]["words"] and changed["turns"] == []
    for step in ("", "don't go to the apple", "sing a song"):
        assert "Step 2" in problem(client, f"{session}/plan", {"steps": ["go north", step]}, 400)
    assert client.get(session).json()["plan"] == changed["plan"]
    done(client, f"{session}/undo")
    assert "say where to go" in problem(client, f"{session}/plan", {"steps": ["go north"]}, 409)


@pytest.mark.parametrize(
    "story",
    [
        {"beginning": {"seed": -1}},
        {"beginning": {"world": "mars"}},
        {"beginning": {"method": "/etc"}},
        {"beginning": {"start": [99, 1, 0]}},
        {"beginning": {"scene": 3}},
        {"beginning": {"seed": 1}, "turns": [{"words": "go", "actions": "XYZ"}]},
        {"beginning": {"seed": 1}, "turns": [{"words": "go", "actions": "F", "aims": [{"stand": [1, 1e9]}]}]},
        {"beginning": {"seed": 1}, "turns": [{"words": "go", "actions": "F", "aims": [{"stand": [1, 1]}] * 33}]},
        {"beginning": {"seed": 1}, "turns": [{"words": "go", "actions": "F"}] * (TURN_LIMIT + 1)},
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


def test_a_film_of_any_walk_is_short_and_slow_stays_slower() -> None:
    assert steps_shown(8, 0.25) == pytest.approx(8 * 0.25, rel=0.05)  # it begins at its speed
    assert steps_shown(8, 6.0) >= max(kind_of(world).horizon for world in KINDS)
    assert all(steps_shown(4, t) == steps_shown(8, t) / 2 for t in (0.5, 2.0, 6.0))


def test_a_picture_that_exists_is_sent_at_once(client: TestClient, session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done(client, f"{session}/say", {"words": WORDS})
    pictures = {name: client.get(f"{session}/{name}").content for name in ("panorama.jpg", "view.jpg?side=64")}
    with monkeypatch.context() as patch:
        patch.setattr(Session, "in_use", None)  # what draws a new picture
        assert all(client.get(f"{session}/{name}").content == picture for name, picture in pictures.items())
        assert client.get(f"{session}/view.jpg?side=65").status_code == 500  # not drawn yet
    assert client.get(f"{session}/view.jpg?side=63").status_code == 422
    assert client.get(f"{session}x/view.jpg").status_code == 404
    done(client, f"{session}/undo")
    assert client.get(f"{session}/panorama.jpg").content != pictures["panorama.jpg"]


@pytest.fixture()
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server with an agent for houses that was never taught anything."""
    torch.manual_seed(0)
    model = small_lookout(CHAI)
    model.next[-1].bias.data[TYPES.index(INTERACTION)] = 9.0  # there is always something more to reach for
    save_model(model, tmp_path / "chai" / "best-goal", Vocabulary(("<unknown>", "go", "to", "the", "table")))
    monkeypatch.setattr("sightline.agent.methods.WEIGHTS", tmp_path)
    with TestClient(create_app(Settings(rate=0))) as client:
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
    facts = begin(house, beginning={"world": "chai", "scene": 2, "seed": 16, "start": [8.5, 5.7, 0.0]})
    session, shown = f"{FOLLOW}/{facts['name']}", 0
    facts = done(house, f"{session}/say", {"words": AS_IT_IS})
    while facts["proposal"] is not None and shown < 3:
        shown += 1
        assert re.match(r"\d\. (Looked again from here: )?\w+", facts["proposal"]["sentence"])
        assert size_of(house, f"{session}/panorama.jpg") == (6 * 256, 256)
        facts = done(house, f"{session}/{'go' if shown < 3 else 'skip'}")
        if facts["proposal"]:
            assert len(facts["earlier"]) <= shown and facts["several_goals"]
    assert shown == 3 and facts["earlier"][-1]["failed"] == "it was not wanted"
    facts = done(house, f"{session}/say", {"words": AS_IT_IS})  # what is not done yet ends there
    (turn,) = facts["turns"]
    assert [bool(goal["failed"]) for goal in turn["goals"]][-2:] == [True, True] and turn["path"]
    again = house.post(FOLLOW, json=facts["story"]).json()
    assert again["pose"] == turn["path"][-1]
    assert done(house, f"{session}/undo")["proposal"] is None
    record = house.get(f"{session}/record").json()
    assert record["scene"]["house"] == 2 and record["segments"][0]["instruction"] == AS_IT_IS


def test_in_houses_the_paper_s_agent_is_watched_from_goal_to_goal(client: TestClient) -> None:
    houses = next(world for world in client.get("/api/follow/worlds").json() if world["name"] == "chai")
    assert houses["methods"] == ["best", "paper"]
    facts = begin(client, beginning={"world": "chai", "scene": 2, "seed": 16, "method": "paper"})
    session, sentences = f"{FOLLOW}/{facts['name']}", []
    facts = done(client, f"{session}/say", {"words": "go to the kitchen and open the fridge"})
    while facts["proposal"] is not None:
        sentences.append(facts["proposal"]["sentence"])
        assert size_of(client, f"{session}/panorama.jpg") == (6 * 256, 256)
        assert len(sentences) == len(facts["earlier"]) + 1
        facts = (
            watch(client, session, {"do": "go"})[0][-1]["session"] if len(sentences) == 1 else done(client, f"{session}/go")
        )
    (turn,) = facts["turns"]
    assert [sentence[:2] for sentence in sentences] == [f"{number}." for number in range(1, len(sentences) + 1)]
    assert len(sentences) > 1 and [goal["sentence"] for goal in turn["goals"]] == sentences
    assert "Took " in turn["ending"]
    again = client.post(FOLLOW, json=facts["story"]).json()
    assert again["pose"] == facts["pose"] and again["turns"][0]["goals"] == turn["goals"]


def test_a_story_that_would_take_long_to_repeat_is_refused(client: TestClient) -> None:
    turns = [{"words": "go", "actions": "F" * 60_000}] * 2
    assert "actions" in problem(client, FOLLOW, {"beginning": {}, "turns": turns}, 422)
