"""The four tasks for people, and their default introductory texts.

`act` measures human performance; `write` and `segment` are the two tasks that collected the paper's corpora;
`rate` is its human evaluation.
"""

from __future__ import annotations

from typing import NamedTuple

ACT, WRITE, SEGMENT, RATE = "act", "write", "segment", "rate"
ENOUGH = 10_000  # actions for exploring, or following a whole paragraph


class Task(NamedTuple):
    """A task for participants."""

    title: str
    from_above: str  # the task text for a reference path, on a map
    inside: str  # the task text for a scene to explore, in first person


TASKS = {
    ACT: Task(
        "Be the agent",
        "You see through the eyes of a robot in a field. Read the instruction, walk where it asks you to go, and stop "
        "there. Stop as soon as you have done what it says, and nothing more.",
        "You see through the eyes of a robot in a house. Read the instruction and do what it says: walk, and click on "
        "things to take, put, open or switch them. Stop as soon as it is done.",
    ),
    WRITE: Task(
        "Write instructions",
        "You see a field from above, and a path through it from the red end to the blue end. Write instructions that lead "
        "a robot along this path. The robot sees the field from the ground, with its own eyes: it has no map and does not "
        "see the path. Speak of the things that it will pass.",
        "Read what the situation is. Look around in the house: walk, open things, take them. Then write what a robot "
        "should do in this house, one sentence after another. The robot will not be told the situation.",
    ),
    SEGMENT: Task(
        "Follow and segment",
        "Somebody wrote these instructions for a robot on this field. Mark the words that you are going to do next, steer "
        "the robot along as they say, then mark the next words, until all is done. The path that the writer saw is shown. "
        "If nobody could follow them, say that they are invalid.",
        "Somebody wrote these sentences for a robot in this house. Do what each says, then ask for the next one. If nobody "
        "could follow them, say that they are invalid.",
    ),
    RATE: Task(
        "Rate",
        "Somebody followed an instruction. You see the way that was meant and the way that was taken. How well does the "
        "way that was taken follow the instruction? 1: not at all. 5: perfectly.",
        "Somebody followed an instruction in a house. You see the way that was meant and the way that was taken. How well "
        "does the way that was taken follow the instruction? 1: not at all. 5: perfectly.",
    ),
}

CONSENT = (
    "Taking part is voluntary. What you do on these pages (your actions, what you write, your ratings, and when) is kept "
    "for research and may be published without anything that identifies you; of you only the id that your platform gave us "
    "is kept. You may stop at any time, and you may withdraw: then everything that you have done here is deleted."
)
