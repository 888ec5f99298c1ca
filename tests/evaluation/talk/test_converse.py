"""Holding dialogues: the world is watched, whatever the conversation does in it."""

import io
import json

from evaluation.talk.stand_in import Answered, beginning

from sightline.evaluation.talk.converse import hold, write_turns
from sightline.evaluation.talk.dialogues import Dialogue, DialogueTurn
from sightline.world import kind_of

FORWARD, STOP = 0, 3
LANI = kind_of("lani")
AHEAD = {"reply": ["go"], "goal": {"toward": "ahead", "least": 2, "most": 4}}
BACK = {"reply": ["go"], "goal": {"start_of_turn": 1, "within": 1}}
SCRIPT = {
    "two steps": (Answered("go", "", ("forward",)), [FORWARD, FORWARD], [("forward", True, "")]),
    "come back": (Answered("go"), [], []),
    "which?": (Answered("ask", "The red or the blue one?"), [FORWARD], []),
}


def dialogue(*turns: tuple[str, dict]) -> Dialogue:  # type: ignore[type-arg]
    start = (25.0, 25.0, 0.0)
    return Dialogue("a", "lani", "plain", 3, tuple(DialogueTurn(*turn) for turn in turns), start=start)


def test_turns_follow_each_other_in_one_world() -> None:
    first, second, third = hold(
        dialogue(("two steps", AHEAD), ("come back", BACK), ("which?", AHEAD)), LANI, beginning(SCRIPT)
    )
    assert first.right and first.clear and not first.needless and first.end[1] > 26
    assert not second.right and second.faults and not second.unasked  # it said that it would go, and did not
    assert not third.right and third.needless and third.end == second.end  # a question moves nothing


def test_words_that_cannot_be_read_are_a_refusal() -> None:
    (turn,) = hold(dialogue(("???", {"reply": ["ask", "refuse"]})), LANI, beginning(SCRIPT))
    assert turn.right and turn.reply == "refuse" and "???" in turn.said


def test_results_are_json_lines() -> None:
    file = io.StringIO()
    write_turns(file, "best", hold(dialogue(("two steps", AHEAD)), LANI, beginning(SCRIPT)))
    line = json.loads(file.getvalue())
    assert line["method"] == "best" and line["right"] and line["expect"] == AHEAD
