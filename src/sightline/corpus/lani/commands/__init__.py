"""Plain commands from anywhere on a field: "lighthouse", "stay", "10 steps forward", "the corner of two fences".

The corpus starts where journeys lead and speaks of what comes next; people start anywhere, look any way and name anything.
Streams of training data mix these in; corpora never have them.
"""

from __future__ import annotations

import math
from functools import cache
from importlib import resources
from random import Random

from sightline.corpus.chance import pick
from sightline.corpus.grammar import Grammar, Speaker
from sightline.corpus.kind import Named
from sightline.corpus.lani.meaning import FENCES
from sightline.corpus.lani.names import Description, words
from sightline.corpus.lani.terrain import Point, Pose, Terrain, apart, compass, inside
from sightline.corpus.lani.vary import more_words
from sightline.corpus.records import Segment
from sightline.corpus.typing_habits import Typist, slip
from sightline.language import tokenize
from sightline.lani import Scene
from sightline.lani.dynamics import STRIDE
from sightline.render import FIELD

KINDS = {
    "command": 0.36, "stay": 0.05, "forward": 0.07, "backward": 0.02, "sideways": 0.03, "ahead.fence": 0.05, "fence": 0.05,
    "corner": 0.05, "then": 0.08, "instead": 0.05, "between": 0.06, "behind": 0.04, "beside": 0.04, "front": 0.02,
    "short": 0.02, "beyond": 0.02, "halfway": 0.02,
}  # fmt: skip
BESIDE = 1.8  # units off a landmark's body where one stops
AT_FENCE = 2.0  # and off a fence
UNITS = {"steps": STRIDE, "step": STRIDE, "units": 1.0, "meters": 1.0, "metres": 1.0, "m": 1.0}
COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
OTHER_WORDS, TYPO = 0.35, 0.12  # how often a landmark has a name that the grammar lacks, and one with a typing error


@cache
def grammar() -> Grammar:
    """The phrasings, read once."""
    text = resources.files(__package__).joinpath("commands.txt").read_text(encoding="utf-8")
    return Grammar({"commands.txt": text}, [*"XYBNMFGSU"], ["steps"], [])


def plain_command(random: Random, scene: Scene, kind: str | None = None) -> tuple[Segment, Named] | None:
    """A command of some kind, from a random place; None where the field has nothing for it."""
    terrain = Terrain(scene)
    at = _anywhere(random, terrain)
    speaker = Speaker(grammar(), random)
    chosen = kind or pick(random, KINDS)
    named: list[tuple[int, str]] = []
    end = _Command(random, terrain, at, speaker, named).end_of(chosen)
    if end is None or not inside(end, 0.5):
        return None
    text = Typist.any(random).type(speaker.say(chosen), random, frozenset(), "last")
    place = (round(end[0], 2), round(end[1], 2))
    return Segment(text, tokenize(text), at, place, "", intended=place), named


def _anywhere(random: Random, terrain: Terrain) -> Pose:
    while True:
        x, z = (round(1 + (FIELD - 2) * random.random(), 2) for _ in "xz")
        if all(terrain.gap(k, (x, z)) > 0.5 for k in range(len(terrain.middles))):
            return x, z, round(360 * random.random(), 1)


class _Command:
    """One command: fills the slots of its phrasing, and knows where it ends."""

    def __init__(self, random: Random, terrain: Terrain, at: Pose, speaker: Speaker, named: list[tuple[int, str]]):
        self.random, self.terrain, self.at, self.speaker, self.named = random, terrain, at, speaker, named

    def end_of(self, kind: str) -> Point | None:
        """Where a command of a kind leads; None where the field has nothing for it."""
        return ENDS[kind](self)

    def _landmark(self, slot: str, without: int | None = None) -> int | None:
        """A landmark that can be named for sure, as the filler of a slot."""
        for _ in range(6):
            k = int(self.random.random() * len(self.terrain.middles)) if self.terrain.middles else -1
            name = None if k < 0 or k == without else self._name(k)
            if name is not None:
                self.named.append((k, name))
                said = self._typed(name)
                self.speaker.slots |= {slot: f"the {said}", "B": said}
                return k
        return None

    def _name(self, k: int) -> str | None:
        """A description that is true of landmark k and of no other."""
        kinds = [placed.name for placed in self.terrain.scene.landmarks]
        other = self.random.random() < OTHER_WORDS
        word = (more_words() if other else words())[kinds[k]]
        noun = self.random.choice(list(word.nouns)) if other else pick(self.random, word.nouns)
        if other:
            taken = {
                n for m, kind in enumerate(kinds) if m != k for lists in (more_words(), words()) for n in lists[kind].nouns
            }
            return None if noun in taken else noun
        options = [Description(noun)] * 3 + [Description(noun, a) for a in word.adjectives] + [
            Description(noun, phrase=p) for p in word.phrases
        ]  # fmt: skip
        clear = [d for d in options if not any(d.fits(kind) for m, kind in enumerate(kinds) if m != k)]
        return str(self.random.choice(clear)) if clear else None

    def _typed(self, name: str) -> str:
        if self.random.random() >= TYPO:
            return name
        parts = name.split(" ")
        k = int(self.random.random() * len(parts))
        return " ".join([*parts[:k], slip(parts[k], self.random, frozenset()) or parts[k], *parts[k + 1 :]])

    def _beside(self, k: int, seen_from: Point | Pose, turn: float = 0.0, off: float = BESIDE) -> Point:
        """Beside landmark k: on the side that faces a place, or turned around it from there."""
        return self.terrain.beside(k, compass(self.terrain.middles[k], seen_from) + turn, off)

    def _length(self) -> float:
        """Some units or steps, said as $N $U."""
        unit = self.random.choice(list(UNITS))
        count = 1 if unit == "step" else self.random.randint(2, 15)
        spelled = count < len(COUNTS) and self.random.random() < 0.4
        self.speaker.slots |= {"N": COUNTS[count] if spelled else str(count), "U": unit}
        if unit == "steps":
            self.speaker.holds.add("steps")
        return count * UNITS[unit]

    def _along(self, turn: float, length: float) -> Point | None:
        """So far from the start in a direction, as far as nothing is in the way."""
        angle = math.radians(self.at[2] + turn)
        end = self.at[0] + length * math.sin(angle), self.at[1] + length * math.cos(angle)
        free = all(
            self.terrain.gap(k, (self.at[0] + s * (end[0] - self.at[0]), self.at[1] + s * (end[1] - self.at[1]))) > 0.5
            for k in range(len(self.terrain.middles))
            for s in (0.2, 0.4, 0.6, 0.8, 1.0)
        )
        return end if free else None

    def _command(self) -> Point | None:
        k = self._landmark("X")
        return None if k is None else self._beside(k, self.at)

    def _front(self) -> Point | None:
        return self._command()

    def _stay(self) -> Point:
        return self.at[:2]

    def _forward(self) -> Point | None:
        return self._along(0, self._length())

    def _backward(self) -> Point | None:
        return self._along(180, self._length())

    def _sideways(self) -> Point | None:
        return self._along(90 * self._side(), self._length())

    def _side(self) -> int:
        right = self.random.random() < 0.5
        self.speaker.slots["S"] = "right" if right else "left"
        return 1 if right else -1

    def _ahead_fence(self) -> Point | None:
        angle = math.radians(self.at[2])
        ahead = (math.sin(angle), math.cos(angle))
        room = min(((FIELD - self.at[a] if ahead[a] > 0 else self.at[a]) - 1.0) / max(abs(ahead[a]), 1e-9) for a in (0, 1))
        return self._along(0, max(room, 0.0))

    def _fence(self) -> Point:
        side = self.random.randrange(4)
        self.speaker.slots["F"] = FENCES[side]
        x, z = self.at[:2]
        return ((x, FIELD - AT_FENCE), (FIELD - AT_FENCE, z), (x, AT_FENCE), (AT_FENCE, z))[side]

    def _corner(self) -> Point:
        first = self.random.randrange(4)
        second = (first + self.random.choice((1, 3))) % 4
        self.speaker.slots |= {"F": FENCES[first], "G": FENCES[second]}
        east, north = 1 in (first, second), 0 in (first, second)
        return (FIELD - AT_FENCE if east else AT_FENCE), (FIELD - AT_FENCE if north else AT_FENCE)

    def _two(self) -> tuple[int, int] | None:
        one = self._landmark("X")
        two = None if one is None else self._landmark("Y", one)
        return None if one is None or two is None or one == two else (one, two)

    def _then(self) -> Point | None:
        both = self._two()
        return None if both is None else self._beside(both[1], self.terrain.middles[both[0]])

    def _instead(self) -> Point | None:
        both = self._two()
        return None if both is None else self._beside(both[1], self.at)

    def _between(self) -> Point | None:
        both = self._two()
        if both is None:
            return None
        (ax, az), (bx, bz) = (self.terrain.middles[k] for k in both)
        ra, rb = (self.terrain.reach(k) for k in both)
        whole = max(apart((ax, az), (bx, bz)), 1e-9)
        share = min(max((ra + (whole - ra - rb) / 2) / whole, 0.0), 1.0)
        end = ax + share * (bx - ax), az + share * (bz - az)
        return end if all(self.terrain.gap(k, end) > 0.3 for k in range(len(self.terrain.middles))) else None

    def _behind(self) -> Point | None:
        k = self._landmark("X")
        return None if k is None else self._beside(k, self.at, 180)

    def _at_the_side(self) -> Point | None:
        k = self._landmark("X")
        return None if k is None else self._beside(k, self.at, -90 * self._side())

    def _short(self) -> Point | None:
        k = self._landmark("X")
        return None if k is None else self._beside(k, self.at, off=self._length())

    def _beyond(self) -> Point | None:
        k = self._landmark("X")
        return None if k is None else self._beside(k, self.at, 180, self._length())

    def _halfway(self) -> Point | None:
        k = self._landmark("X")
        if k is None:
            return None
        x, z = self._beside(k, self.at, off=0.0)
        return (self.at[0] + x) / 2, (self.at[1] + z) / 2


ENDS = {
    "command": _Command._command, "stay": _Command._stay, "forward": _Command._forward, "backward": _Command._backward,
    "sideways": _Command._sideways, "ahead.fence": _Command._ahead_fence, "fence": _Command._fence,
    "corner": _Command._corner, "then": _Command._then, "instead": _Command._instead, "between": _Command._between,
    "behind": _Command._behind, "beside": _Command._at_the_side, "front": _Command._front, "short": _Command._short,
    "beyond": _Command._beyond, "halfway": _Command._halfway,
}  # fmt: skip
