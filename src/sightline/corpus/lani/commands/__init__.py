"""Plain commands from any pose on a field: "lighthouse", "stay", "10 steps forward", "the corner of two fences".

Corpus instructions start where the one before ended and describe what comes next; people start anywhere and name anything.
Streams of training data mix plain commands in; corpora never contain them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from sightline.corpus.grammar import Grammar, Speaker
from sightline.corpus.kind import Named
from sightline.corpus.lani.commands.places import Command, anywhere, single_instruction
from sightline.corpus.lani.terrain import Pose, Terrain
from sightline.corpus.records import Paragraph
from sightline.corpus.typing_habits import Typist
from sightline.corpus.words import grammar_in, pick
from sightline.lani import Scene

COMMAND_WEIGHTS = {
    "command": 0.30, "stay": 0.03, "forward": 0.04, "backward": 0.015, "sideways": 0.03, "ahead.fence": 0.04, "fence": 0.03,
    "corner": 0.04, "then": 0.06, "instead": 0.05, "between": 0.08, "behind": 0.03, "beside": 0.03, "front": 0.015,
    "short": 0.02, "beyond": 0.03, "part": 0.02, "level": 0.04, "off": 0.02, "fence.beside": 0.015, "fence.between": 0.025,
    "fence.middle": 0.01, "middle": 0.01, "lake": 0.035, "via": 0.05, "through": 0.03, "round": 0.03, "three": 0.01,
}  # fmt: skip


@cache
def grammar() -> Grammar:
    """The phrasings, read once."""
    return grammar_in(Path(__file__).with_name("commands.txt"), [*"XYZBNMFGSOUC"], ["steps", "one_lake"])


def plain_command(random: Random, scene: Scene, kind: str | None = None, start: Pose | None = None) -> Plain | None:
    """A command, of a given or random kind and from a given or random start; None if the field offers nothing for it."""
    terrain = Terrain(scene)
    at = start or anywhere(random, terrain)
    speaker = Speaker(grammar(), random)
    chosen = kind or pick(random, COMMAND_WEIGHTS)
    command = Command(random, terrain, at, speaker)
    way = command.way(chosen)
    if way is None:
        return None
    text = Typist.any(random).type(speaker.say(chosen), random, frozenset(), "last")
    return single_instruction("plain", scene, at, way, text), command.named


Plain = tuple[Paragraph, Named]
