"""Dialogues to judge an agent by: their schema, and reading them from files of JSON lines.

    {"id": "chai-t12", "world": "chai", "group": "negation", "seed": 1, "scene": {"house": 2, "variant": 2},
     "start": [4.9, 9.5, 0], "turns": [{"words": "don't open the oven", "expect": {"reply": ["refuse", "answer"]}}]}

The reply must be of one of the kinds in `reply`. If the agent goes, `goal` and `deeds` must hold; without `deeds`, nothing
may have been manipulated. If it does not go, it must not have moved or manipulated anything.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sightline.errors import FileFormatError, InputError
from sightline.fields import Either, Flag, FreeForm, Json, ListOf, Number, Numbers, Object, OneOf, Text
from sightline.world import Kind

FOLDER = Path(__file__).parent
REPLIES = ("go", "ask", "refuse", "answer")
SIDES = {"ahead": 0.0, "right": 90.0, "back": 180.0, "left": -90.0}  # degrees from where the agent faced before the turn
VERBS = ("pick up", "put", "open", "close", "switch on", "switch off")
GROUPS = (
    "plain", "negation", "absent", "questions", "ambiguity", "follow-ups", "quantity", "steps", "relations", "compass",
    "unsupported", "polite", "gibberish", "contradiction",
)  # fmt: skip

_NAME = Text(blank=False)
_NAMES = ListOf(_NAME, "a list of names", least=1)
_DEED = ListOf(_NAME, "a deed such as [verb, thing] or [put, thing, receptacle]", least=2)
_DEEDS = ListOf(_DEED, "a list of deeds")


def _goal_error(goal: Json) -> str:
    """What is wrong with the combination of a goal's fields, or ""."""
    if not any(key in goal for key in ENDS):
        return f"a goal says where the turn must end: one of {', '.join(ENDS)}."
    if any(key in goal for key in ("near", "at", "start_of_turn", "via", "visits")) and "within" not in goal:
        return "a goal with near, at, start_of_turn, via or visits says how far off is still right: within."
    if "around" in goal and "degrees" not in goal:
        return "a goal with around says by how much: degrees."
    if "toward" in goal and "least" not in goal:
        return "a goal with toward says how far the agent must have come that way: least."
    return ""


ENDS = ("near", "at", "in", "toward", "start_of_turn", "still", "visits", "around")
_GOAL = Object(
    "a goal",
    {},
    {
        "near": _NAMES,  # ends near any thing of these names
        "at": Numbers((-1.0, -1.0), (60.0, 60.0), "a place [x, z]"),
        "within": Number(0, 50, above=True),
        "in": _NAMES,  # ends in one of these rooms
        "toward": Either((Number(-360, 360), OneOf(tuple(SIDES))), "degrees from north, or ahead, right, back or left"),
        "least": Number(0, 100), "most": Number(0, 100, above=True),  # how far, for toward
        "start_of_turn": Number(1, 20, whole=True),  # ends where this turn began
        "still": Flag(),
        "via": ListOf(_NAMES, "a list of lists of names"),  # passes a thing of each list, in this order
        "visits": ListOf(_NAMES, "a list of lists of names"),  # passes a thing of each list, in any order
        "around": _NAME, "degrees": Number(90, 3600),  # walks around this thing, by this much in either direction
    },
    _goal_error,
)  # fmt: skip


def _expect_error(expect: Json) -> str:
    """What is wrong with the combination of an expectation's fields, or ""."""
    for deed in [deed for key in ("deeds", "may") for deed in expect.get(key) or ()] + [
        deed for deeds in expect.get("or_deeds") or () for deed in deeds
    ]:
        if deed[0] not in VERBS or len(deed) > (3 if deed[0] == "put" else 2):
            return f"deed {deed} is not [verb, thing] or [put, thing, receptacle] with a verb of {', '.join(VERBS)}."
    asks_to_act = expect.get("deeds") or "goal" in expect
    if asks_to_act and "go" not in expect["reply"] and not (expect.get("goal") or {}).get("still"):
        return "it has deeds or a goal, but its replies lack go."
    return ""


_EXPECT = Object(
    "an expectation",
    {"reply": ListOf(OneOf(REPLIES), "a list of replies", least=1)},
    {
        "goal": _GOAL,
        "deeds": _DEEDS,  # exactly these, in any order
        "or_deeds": ListOf(_DEEDS, "a list of lists of deeds"),  # or exactly one of these sets
        "may": _DEEDS,  # these too, but they need not
        "holds": Text(),  # the item in its hands afterwards; empty: nothing
        "says": ListOf(_NAMES, "a list of lists of words"),  # of each list one word occurs in what it says
        "undone": Flag(),  # it does not claim to have done everything
    },
    _expect_error,
)
_FIELDS = Object(
    "a dialogue",
    {
        "id": Text(blank=False, spaces=False),
        "world": Text(blank=False),
        "group": OneOf(GROUPS),
        "seed": Number(0, 2**32 - 1, whole=True),
        "turns": ListOf(Object("a turn", {"words": Text(), "expect": _EXPECT}), "a list of turns", least=1),
    },
    {"scene": FreeForm(), "start": Numbers((-1.0, -1.0, -360.0), (60.0, 60.0, 360.0), "a pose [x, z, heading]")},
)


@dataclass(frozen=True)
class DialogueTurn:
    """What a person says, and what must hold afterwards."""

    words: str
    expect: Json

    @property
    def clear(self) -> bool:
        """Whether the only right reply is to go."""
        return bool(self.expect["reply"] == ["go"])


@dataclass(frozen=True)
class Dialogue:
    """A conversation in one scene."""

    id: str
    world: str
    group: str
    seed: int
    turns: tuple[DialogueTurn, ...]
    scene: Json | None = None
    start: tuple[float, float, float] | None = None

    def episode(self, kind: Kind) -> Any:
        """The episode in which it takes place."""
        goal = None if self.start is None else self.start[:2]  # a task of its own is not needed
        return kind.generate(self.seed, self.scene, self.start, goal, instruction="")


def read_dialogues(file: Path, world: str) -> list[Dialogue]:
    """The dialogues of a file; FileFormatError, naming the line, if one is wrong."""
    if not file.is_file():
        raise InputError(f"{file}: there is no such file of dialogues.")
    dialogues = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for problem in problems_of(line, world):
            raise FileFormatError(f"{file}, line {number}: {problem}")
        dialogues.append(_dialogue(json.loads(line)))
    repeated = [name for name, count in Counter(dialogue.id for dialogue in dialogues).items() if count > 1]
    if repeated:
        raise FileFormatError(f"{file}: the id {repeated[0]} occurs more than once.")
    return dialogues


def problems_of(line: str, world: str) -> Iterator[str]:
    """What is wrong with one line of a file of dialogues, a sentence each."""
    try:
        record = json.loads(line)
    except ValueError:
        yield "it is not JSON."
        return
    sentences = list(_FIELDS.wrong(record, ""))
    yield from sentences
    if not sentences and record["world"] != world:
        yield f"the dialogue is of world {record['world']!r}, not {world!r}."
    for k, turn in enumerate(record["turns"] if not sentences else (), 1):
        goal = turn["expect"].get("goal") or {}
        if goal.get("start_of_turn", 1) > k:
            yield f"turn {k} refers to the start of turn {goal['start_of_turn']}, which is later."


def bundled(world: str, split: str) -> Path:
    """The file of a world's bundled dialogues."""
    return FOLDER / world / f"{split}.jsonl"


def groups_of(dialogues: Sequence[Dialogue]) -> list[str]:
    """The groups that occur, in the order of GROUPS."""
    here = {dialogue.group for dialogue in dialogues}
    return [group for group in GROUPS if group in here]


def _dialogue(record: Json) -> Dialogue:
    turns = tuple(DialogueTurn(turn["words"], turn["expect"]) for turn in record["turns"])
    start = record.get("start")
    return Dialogue(
        record["id"], record["world"], record["group"], record["seed"], turns, record.get("scene"),
        None if start is None else (start[0], start[1], start[2]),
    )  # fmt: skip
