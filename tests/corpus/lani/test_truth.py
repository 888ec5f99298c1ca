"""Truth: hand-drawn ways of which meanings hold or not, and a checker that catches planted lies."""

import itertools
import json

import numpy as np
import pytest
from corpus.lani.record import changed
from lazily import Lazily

from sightline.corpus.lani.check import check_paragraph
from sightline.corpus.lani.kind import KIND
from sightline.corpus.lani.meaning import Manoeuvre, other
from sightline.corpus.lani.terrain import Terrain
from sightline.corpus.lani.truth import TracedWay, untrue
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import corpus_paragraph
from sightline.lani import Placed, Scene

# A tree (trunk of 0.7) in the middle of the field, a barrel (2.05) to the east of it; the agent comes from the south.
SCENE = Scene((Placed("LowPolyTree", 25.0, 25.0, 4.0), Placed("Barrel", 35.0, 25.0, 4.0)))
START = (25.0, 10.0, 0.0)


def said(way: list[tuple[float, float]], *steps: Manoeuvre, start: tuple[float, float, float] = START) -> str:
    corners = np.array([start[:2], *way])
    legs = [np.linspace(a, b, 20)[1:] for a, b in itertools.pairwise(corners)]
    return untrue(list(steps), TracedWay(Terrain(SCENE), start, np.concatenate([corners[:1], *legs]), start[:2], (5.0, 5.0)))


TO_THE_TREE = [(25.0, 22.2)]
LEFT_OF_IT = [(22.2, 25.0)]
PAST_IT_ON_THE_LEFT = [(22.2, 25.0), (21.5, 31.0)]  # the tree is on the right hand
BETWEEN = [(28.0, 20.0), (29.3, 24.0), (29.3, 29.0)]


def circle(turn: float) -> list[tuple[float, float]]:
    """Around the tree from its south side, clockwise when turn > 0."""
    angles = np.radians(180 + np.linspace(0, turn, 40))
    return [(25 + 2.9 * np.sin(a), 25 + 2.9 * np.cos(a)) for a in angles]


@pytest.mark.parametrize(
    ("way", "step"),
    [
        (TO_THE_TREE, Manoeuvre("go.near", (0,))),
        (TO_THE_TREE, Manoeuvre("go.front", (0,))),
        (LEFT_OF_IT, Manoeuvre("go.side", (0,), "left")),
        ([(22.0, 25.0), (25.0, 27.8)], Manoeuvre("go.far", (0,))),
        ([(22.0, 25.0), (25.0, 27.8)], Manoeuvre("go.fenceside", (0,), fences=("blue",))),
        (PAST_IT_ON_THE_LEFT, Manoeuvre("pass", (0,), "right")),
        (circle(180), Manoeuvre("around.half", (0,), "right")),
        (circle(-360), Manoeuvre("around.full", (0,), "left")),
        (BETWEEN, Manoeuvre("between.through", (0, 1))),
        ([(29.3, 25.0)], Manoeuvre("between.stop", (0, 1))),
        ([(25.0, 20.0)], Manoeuvre("forward.distance", distance=10)),
        ([(25.0, 16.5)], Manoeuvre("forward.halfway", (0,))),
        ([(3.0, 10.0)], Manoeuvre("fence.to", fences=("white",))),
        ([(25.0, 3.0), (10.0, 3.0), (3.0, 3.0)], Manoeuvre("fence.corner", (), "left", ("yellow", "white"))),
        ([(5.0, 5.0)], Manoeuvre("back.previous")),
    ],
)
def test_what_holds(way: list[tuple[float, float]], step: Manoeuvre) -> None:
    assert said(way, step) == ""


@pytest.mark.parametrize(
    ("way", "step", "why"),
    [
        (TO_THE_TREE, Manoeuvre("go.near", (1,)), "does not end beside"),
        (TO_THE_TREE, Manoeuvre("go.far", (0,)), "not behind"),
        (LEFT_OF_IT, Manoeuvre("go.side", (0,), "right"), "another side"),
        (LEFT_OF_IT, Manoeuvre("go.near", (0,)), "near side"),
        (PAST_IT_ON_THE_LEFT, Manoeuvre("pass", (0,), "left"), "that side"),
        ([(22.2, 20.0)], Manoeuvre("pass", (0,), "right"), "does not"),
        (circle(180), Manoeuvre("around.half", (0,), "left"), "other hand"),
        (circle(180), Manoeuvre("around.full", (0,), "right"), "degrees around"),
        (PAST_IT_ON_THE_LEFT, Manoeuvre("between.through", (0, 1)), "between"),
        ([(25.0, 20.0)], Manoeuvre("forward.distance", distance=4), "goes 10 units"),
        ([(15.0, 10.0)], Manoeuvre("forward.distance", distance=10), "that way"),
        ([(3.0, 10.0)], Manoeuvre("fence.to", fences=("red",)), "fence"),
        ([(25.0, 3.0), (10.0, 3.0), (3.0, 3.0)], Manoeuvre("fence.corner", (), "right", ("yellow", "white")), "other hand"),
        ([(5.0, 5.0)], Manoeuvre("back.start"), "elsewhere"),
    ],
)
def test_what_does_not(way: list[tuple[float, float]], step: Manoeuvre, why: str) -> None:
    assert why in said(way, step)


def test_steps_in_time_order() -> None:
    right, left, forward = Manoeuvre("turn.right"), Manoeuvre("turn.left"), Manoeuvre("forward.distance", distance=10)
    assert said([(35.0, 10.0)], right, forward) == ""
    assert said([(35.0, 10.0)], left, forward) != ""
    tree, ten = Manoeuvre("go.near", (0,)), Manoeuvre("forward.distance", distance=7)
    assert said([(25.0, 22.0), (32.0, 22.0)], tree, right, ten) == ""
    assert "turn" in said([(25.0, 22.0), (32.0, 22.0)], tree, left, ten)
    assert said([*PAST_IT_ON_THE_LEFT, (30.8, 25.0)], Manoeuvre("pass", (0,), "right"), Manoeuvre("go.near", (1,))) == ""


PARAGRAPHS = Lazily(lambda: (corpus_paragraph(KIND, 3, index) for index in range(120)))


def test_every_generated_sentence_is_true_and_clear() -> None:
    assert [(p.id, check_paragraph(p)) for p in PARAGRAPHS if check_paragraph(p)] == []


def lies(change: str) -> tuple[int, int]:
    """How many of the sentences that a change turns into a lie are caught, and how many there are."""
    caught = told = 0
    for paragraph in PARAGRAPHS:
        for k, segment in enumerate(paragraph.segments):
            data = json.loads(json.dumps(paragraph.to_json()))
            meaning = data["segments"][k]["meaning"]
            step = meaning["steps"][0]
            if change == "side" and step.get("side"):
                step["side"] = other(step["side"])
            elif change == "landmark" and step.get("of") and len(meaning["steps"]) == 1:
                step["of"][0] = max(
                    (m for m in range(len(paragraph.scene.landmarks)) if m not in step["of"]),
                    key=lambda m: np.hypot(*np.subtract(paragraph.scene.positions[m], segment.end)),
                )
                meaning["named"] = []
            else:
                continue
            told += 1
            caught += any(f"segments[{k}]: not true" in s for s in check_paragraph(Paragraph.from_json(data)))
    return caught, told


@pytest.mark.parametrize("change", ["side", "landmark"])
def test_planted_lies_are_caught(change: str) -> None:
    caught, told = lies(change)
    assert told > 80 and caught / told > 0.98


def test_a_name_that_fits_two_landmarks_is_caught() -> None:
    data = PARAGRAPHS[0].to_json()
    data = json.loads(json.dumps(data))
    k, name = next((k, n) for k, s in enumerate(data["segments"]) for n in s["meaning"]["named"] if n["as"] != "it")
    data["scene"]["landmarks"].append({**data["scene"]["landmarks"][name["of"]], "x": 49.0, "z": 49.0})
    data["segments"][k]["meaning"]["named"] = [{"of": name["of"], "as": name["as"]}]
    assert any("could be" in sentence for sentence in check_paragraph(Paragraph.from_json(data)))


def test_a_demonstration_that_does_not_replay_is_caught() -> None:
    data = json.loads(json.dumps(PARAGRAPHS[1].to_json()))
    data["segments"][0]["actions"] += "FF"
    assert any("its actions end at" in sentence for sentence in check_paragraph(Paragraph.from_json(data)))


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 120) == []
