"""What models really answer is read, or refused."""

import json

import pytest

from sightline.agent.pointing import Spot
from sightline.chat.faults import FAULTS
from sightline.chat.reading import DONE, LOOK, REACH, WALK, MalformedError, Marking, PointReader, objects_in

READ = PointReader(reaches=True, side=400)
RIGHT = Marking(WALK, Spot(3, 0.25, 0.75))
PLAIN = '{"answer": "walk", "view": 4, "x": 250, "y": 750}'


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"```json\n{PLAIN}\n```",
        f"The barrel is ahead.\n\n{PLAIN}\nI hope that helps!",
        f"{PLAIN}\n{PLAIN}",  # the same answer twice
        f"<think>first I thought {PLAIN.replace('4', '2')}</think>{PLAIN}",
        '{"Answer": "Walk", "view": "4", "x": "250", "y": "750"}',
        "{'answer': 'walk', 'view': 4, 'x': 250, 'y': 750,}",
        '{answer: "walk", view: 4, x: 250, y: 750}',
        '{"answer": "go", "view": "ahead", "x": 0.25, "y": 0.75}',
        '{"answer": "walk", "view": 4, "point": [250, 750]}',
        '{"answer": "walk", "view": 4, "point_2d": {"x": 250, "y": 750}}',
        '{"answer": "walk", "view": 4, "bbox_2d": [200, 700, 300, 800]}',
        '{"answer": "walk", "view": 4, "x": "25%", "y": "75%"}',
        '{"answer": "walk", "view": 4, "x": "100px", "y": "300 px"}',
        '{"answer": {"answer": "walk", "view": 4, "x": 250, "y": 750}}',
        "answer: walk, view: 4, x: 250, y: 750",
    ],
)
def test_answers_in_many_spellings(text: str) -> None:
    assert READ(text) == RIGHT


def test_kinds_and_units() -> None:
    assert READ('{"answer": "done", "view": null, "x": null, "y": null}') == Marking(DONE)
    assert READ('{"answer": "reach", "view": 1, "x": 0, "y": 0}') == Marking(REACH, Spot(0, 0.0, 0.0))
    assert READ(PLAIN.replace("walk", "look again")).kind == LOOK
    with pytest.raises(MalformedError, match="walk"):
        PointReader(reaches=False, side=400)(PLAIN.replace("walk", "reach"))
    pixels = PointReader(True, 400, unit="pixels")('{"answer": "walk", "view": 4, "x": 100, "y": 300}')
    assert pixels == RIGHT
    strip = PointReader(True, 400, strip=True)('{"answer": "walk", "view": null, "x": 500, "y": 750}')
    assert strip == Marking(WALK, Spot(3, 0.0, 0.75))


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.answered], ids=lambda fault: fault.name)
def test_faults_cannot_be_read(fault) -> None:  # type: ignore[no-untyped-def]
    from random import Random

    for seed in range(12):
        try:
            text = json.loads(fault.make(Random(seed), 0.0).body)["choices"][0]["message"]["content"]
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            continue
        if isinstance(text, str):
            with pytest.raises(MalformedError):
                READ(text)


def test_another_field() -> None:
    assert objects_in('```{"actions": ["forward"]}```', "actions") == [{"actions": ["forward"]}]
    with pytest.raises(MalformedError, match="actions"):
        objects_in(PLAIN, "actions")
