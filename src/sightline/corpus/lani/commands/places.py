"""Where plain commands lead: for each kind, the things it names and the places it describes, the last one its end."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from sightline.corpus.grammar import Speaker
from sightline.corpus.lani.meaning import FENCES
from sightline.corpus.lani.terrain import Point, Pose, Terrain, ahead_of, apart, compass, inside, wrap
from sightline.corpus.lani.words import more_words, nouns_of_others, words
from sightline.corpus.records import Paragraph, Segment
from sightline.corpus.typing_habits import slip
from sightline.corpus.words import Description, descriptions_of, pick
from sightline.geometry.types import Floats
from sightline.language import tokenize
from sightline.lani.dynamics import STRIDE
from sightline.lani.episode import Episode
from sightline.lani.scene import PLACES_TRIED, Scene, no_free_place
from sightline.render import FIELD
from sightline.world import NAVIGATION, Goal

BESIDE_BODY = 1.8  # units from a landmark's body to the stopping place
AT_FENCE = 2.0  # and from a fence
UNITS = {
    "steps": STRIDE, "step": STRIDE, "paces": STRIDE, "strides": STRIDE, "units": 1.0, "meters": 1.0, "metres": 1.0,
    "m": 1.0, "yards": 0.9, "feet": 0.3,
}  # fmt: skip
COUNTS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen",
)  # fmt: skip
SHARES = {
    "half way": 0.5, "halfway": 0.5, "half of the way": 0.5, "half the distance": 0.5, "a third of the way": 1 / 3,
    "one third of the way": 1 / 3, "two thirds of the way": 2 / 3, "a quarter of the way": 0.25,
    "three quarters of the way": 0.75, "most of the way": 0.8,
}  # fmt: skip
Way = list[Point] | None


@dataclass(frozen=True)
class Naming:
    """How people name landmarks: probabilities of words outside the grammar, of typing slips, and of a location."""

    others: float = 0.35
    slips: float = 0.12
    where: float = 0.22


def anywhere(random: Random, terrain: Terrain) -> Pose:
    """A free place on a field with a random heading."""
    for _ in range(PLACES_TRIED):
        x, z = (round(1 + (FIELD - 2) * random.random(), 2) for _ in "xz")
        if terrain.is_free((x, z), 0.5):
            return x, z, round(360 * random.random(), 1)
    raise no_free_place()


def on_the_way(random: Random, episode: Episode, way: Floats) -> Pose | None:
    """A free pose on or near the way, where an agent may stop and look around again."""
    terrain = Terrain(episode.scene)
    corners = [episode.start[:2], *map(tuple, way.tolist()), episode.goal]
    leg = int(random.random() * (len(corners) - 1))
    share = random.random()
    (ax, az), (bx, bz) = corners[leg], corners[leg + 1]
    for _ in range(4):
        x, z = ax + share * (bx - ax) + random.gauss(0, 2.5), az + share * (bz - az) + random.gauss(0, 2.5)
        if inside((x, z), 1.0) and terrain.is_free((x, z), 0.5):
            return round(x, 2), round(z, 2), round(compass((x, z), (bx, bz)) + random.gauss(0, 40), 1)
    return None


def nearby(random: Random, episode: Episode) -> Pose | None:
    """A free start less than about a step from an episode's, with almost the same heading."""
    terrain = Terrain(episode.scene)
    x, z, heading = episode.start
    for _ in range(4):
        spot = x + random.gauss(0, 0.6), z + random.gauss(0, 0.6)
        if inside(spot, 0.5) and terrain.is_free(spot, 0.4):
            return round(spot[0], 2), round(spot[1], 2), round(heading + random.gauss(0, 4), 1)
    return None


def single_instruction(name: str, scene: Scene, at: Pose, way: list[Point], text: str) -> Paragraph:
    """A paragraph with one instruction that leads from a pose through these places, without a demonstration."""
    places = [(round(x, 2), round(z, 2)) for x, z in way]
    goals = tuple(Goal(NAVIGATION, place) for place in places)
    return Paragraph(name, scene, [Segment(text, tokenize(text), at, places[-1], "", intended=places[-1], goals=goals)])


class Command:
    """One command: fills the slots of its phrasing, and finds the places it leads to."""

    def __init__(
        self, random: Random, terrain: Terrain, at: Pose, speaker: Speaker, naming: Naming = Naming(),  # noqa: B008
        among: Sequence[int] | None = None,
    ):  # fmt: skip
        self.random, self.terrain, self.at, self.speaker, self.naming = random, terrain, at, speaker, naming
        self.among = range(len(terrain.middles)) if among is None else among  # the landmarks that it may name
        self.named: list[tuple[int, str]] = []

    def way(self, kind: str) -> Way:
        """The places that a command of this kind leads through, all within the field; None if there is no such way here."""
        places = LEADS_TO[kind](self)
        return places if places is not None and all(inside(place, 0.5) for place in places) else None

    # Naming.

    def landmark(self, slot: str, *without: int) -> int | None:
        """A landmark with an unambiguous name, as the filler of a slot."""
        for _ in range(6):
            k = self.among[int(self.random.random() * len(self.among))] if self.among else -1
            name = None if k < 0 or k in without else self._name(k)
            if name is not None:
                self.named.append((k, name))
                typed = self._typed(name)
                where = self._where(k) if self.random.random() < self.naming.where else ""
                self.speaker.slots |= {slot: f"the {typed}{where}", "B": typed}
                return k
        return None

    def landmarks(self, *slots: str) -> list[int] | None:
        """Several different landmarks."""
        chosen: list[int] = []
        for slot in slots:
            k = self.landmark(slot, *chosen)
            if k is None:
                return None
            chosen.append(k)
        return chosen

    def _name(self, k: int) -> str | None:
        """A description that is true of landmark k and of no other."""
        kinds = [placed.name for placed in self.terrain.scene.landmarks]
        if self.random.random() < self.naming.others:
            word = more_words().get(kinds[k], words()[kinds[k]])
            noun = self.random.choice(list(word.nouns))
            return None if noun in nouns_of_others(self.terrain.scene, k) else noun
        word = words()[kinds[k]]
        noun = pick(self.random, word.nouns)
        options = [Description(noun)] * 2 + descriptions_of(word, noun)
        others = [words()[kind] for m, kind in enumerate(kinds) if m != k]
        clear = [option for option in options if not any(map(option.describes, others))]
        return str(self.random.choice(clear)) if clear else None

    def _typed(self, name: str) -> str:
        if self.random.random() >= self.naming.slips:
            return name
        parts = name.split(" ")
        k = int(self.random.random() * len(parts))
        return " ".join([*parts[:k], slip(parts[k], self.random, frozenset()) or parts[k], *parts[k + 1 :]])

    def _where(self, k: int) -> str:
        """The location of landmark k in words: on a side of the agent, near another landmark, near a fence."""
        middle = self.terrain.middles[k]
        side, away = wrap(compass(self.at, middle) - self.at[2]), apart(self.at, middle)
        options = []
        if abs(side) < 20:
            options += ["straight ahead", "in front of you", "ahead of you", "up ahead"]
        elif 40 < abs(side) < 130:
            hand = "right" if side > 0 else "left"
            options += [
                f"on your {hand}",
                f"to your {hand}",
                f"on the {hand}",
                f"to the {hand}",
                f"on your {hand} hand side",
            ]
        elif abs(side) > 140:
            options += ["behind you", "at your back", "that is behind you"]
        if away > 28:
            options += ["in the distance", "far away", "over there", "at the other end of the field"]
        elif away < 9:
            options += ["right here", "close to you", "next to you", "near you"]
        edges = (FIELD - middle[1], FIELD - middle[0], middle[1], middle[0])
        nearest = min(range(4), key=lambda f: edges[f])
        if edges[nearest] < 8:
            fence = FENCES[nearest]
            options += [f"by the {fence} fence", f"near the {fence} fence", f"next to the {fence} wall"]
        return f" {self.random.choice(options)}" if options else ""

    def length(self) -> float:
        """A random number of units or steps, as $N $U."""
        unit = self.random.choice(list(UNITS))
        count = 1 if unit == "step" else self.random.randint(*(6, 60) if unit == "feet" else (2, 20))
        spelled = count < len(COUNTS) and self.random.random() < 0.4
        self.speaker.slots |= {"N": COUNTS[count] if spelled else str(count), "U": unit}
        if unit == "steps":
            self.speaker.holds.add("steps")
        return count * UNITS[unit]

    def side(self) -> int:
        """1 for right, -1 for left, as $S; the other side is $O."""
        right = self.random.random() < 0.5
        self.speaker.slots |= {"S": "right" if right else "left", "O": "left" if right else "right"}
        return 1 if right else -1

    def fence(self, slot: str = "F") -> int:
        """One of the four fences, from north clockwise."""
        side = self.random.randrange(4)
        self.speaker.slots[slot] = FENCES[side]
        return side

    # Places.

    def beside(self, k: int, seen_from: Point | Pose, turn: float = 0.0, off: float = BESIDE_BODY) -> Point:
        """A place beside landmark k: on the side that faces `seen_from`, rotated by `turn`."""
        return self.terrain.beside(k, compass(self.terrain.middles[k], seen_from) + turn, off)

    def at_fence(self, side: int, along: Point | Pose) -> Point:
        """The place before a fence that is nearest to `along`."""
        far = FIELD - AT_FENCE
        return ((along[0], far), (far, along[1]), (along[0], AT_FENCE), (AT_FENCE, along[1]))[side]

    def straight(self, turn: float, length: float) -> Way:
        """The place at a direction and distance from the start, if the path is free."""
        end = ahead_of(self.at, self.at[2] + turn, length)
        return [end] if self.free(end) else None

    def free(self, end: Point) -> bool:
        """Whether the straight path from the start to a place is free."""
        shares = np.linspace(0, 1, 1 + max(4, int(apart(self.at, end))))[1:].tolist()
        spots = [(self.at[0] + s * (end[0] - self.at[0]), self.at[1] + s * (end[1] - self.at[1])) for s in shares]
        return all(self.terrain.is_free(spot, 0.4) for spot in spots)

    def stands_free(self, end: Point) -> bool:
        return inside(end, 0.5) and self.terrain.is_free(end, 0.3)

    def command(self) -> Way:
        k = self.landmark("X")
        return None if k is None else [self.beside(k, self.at)]

    def stay(self) -> Way:
        self.landmark("X")
        self.speaker.slots.setdefault("X", "the other side")
        self.side()
        return [self.at[:2]]

    def forward(self) -> Way:
        return self.straight(0, self.length())

    def backward(self) -> Way:
        return self.straight(180, self.length())

    def sideways(self) -> Way:
        return self.straight(90 * self.side(), self.length())

    def ahead_fence(self) -> Way:
        ahead = ahead_of((0.0, 0.0), self.at[2], 1.0)
        room = min(((FIELD - self.at[a] if ahead[a] > 0 else self.at[a]) - 1.0) / max(abs(ahead[a]), 1e-9) for a in (0, 1))
        return self.straight(0, max(room, 0.0))

    def to_fence(self) -> Way:
        return [self.at_fence(self.fence(), self.at)]

    def corner(self) -> Way:
        first = self.fence()
        second = (first + self.random.choice((1, 3))) % 4
        self.speaker.slots["G"] = FENCES[second]
        return [self.at_fence(second, self.at_fence(first, self.at))]

    def fence_beside(self) -> Way:
        k = self.landmark("X")
        return None if k is None else [self.at_fence(self.fence(), self.terrain.middles[k])]

    def fence_between(self) -> Way:
        k = self.landmark("X")
        if k is None:
            return None
        middle, side = self.terrain.middles[k], self.fence()
        edge = self.at_fence(side, middle)
        body = self.terrain.beside(k, 90.0 * side, 0.0)
        end = (body[0] + edge[0]) / 2, (body[1] + edge[1]) / 2
        return [end] if apart(body, edge) < 20 and self.stands_free(end) else None

    def fence_middle(self) -> Way:
        return [self.at_fence(self.fence(), (FIELD / 2, FIELD / 2))]

    def middle(self) -> Way:
        return [(FIELD / 2, FIELD / 2)] if self.stands_free((FIELD / 2, FIELD / 2)) else None

    def lake(self) -> Way:
        lakes = self.terrain.lakes
        if not lakes:
            return None
        lake = min(lakes, key=lambda lake: apart(self.at, (lake.x, lake.z)) - lake.radius)
        if len(lakes) == 1:
            self.speaker.holds.add("one_lake")
        end = lake.at(compass((lake.x, lake.z), self.at))
        return [end] if self.stands_free(end) and apart(self.at, (lake.x, lake.z)) > lake.radius else None

    def then(self) -> Way:
        both = self.landmarks("X", "Y")
        if both is None:
            return None
        first = self.beside(both[0], self.at)
        return [first, self.beside(both[1], first)]

    def three(self) -> Way:
        chosen = self.landmarks("X", "Y", "Z")
        if chosen is None:
            return None
        way: list[Point] = []
        for k in chosen:
            way.append(self.beside(k, way[-1] if way else self.at))
        return way

    def instead(self) -> Way:
        both = self.landmarks("X", "Y")
        return None if both is None else [self.beside(both[1], self.at)]

    def between(self) -> Way:
        both = self.landmarks("X", "Y")
        if both is None:
            return None
        (ax, az), (bx, bz) = (self.terrain.middles[k] for k in both)
        ra, rb = (self.terrain.reach(k) for k in both)
        whole = max(apart((ax, az), (bx, bz)), 1e-9)
        share = min(max((ra + (whole - ra - rb) / 2) / whole, 0.0), 1.0)
        end = ax + share * (bx - ax), az + share * (bz - az)
        return [end] if self.stands_free(end) else None

    def behind(self) -> Way:
        k = self.landmark("X")
        return None if k is None else [self.beside(k, self.at, 180)]

    def at_the_side(self) -> Way:
        k = self.landmark("X")
        return None if k is None else [self.beside(k, self.at, -90 * self.side())]

    def off(self) -> Way:
        k = self.landmark("X")
        return None if k is None else [self.beside(k, self.at, -90 * self.side(), self.length())]

    def short(self) -> Way:
        k, length = self.landmark("X"), self.length()
        return None if k is None or self.terrain.gap(k, self.at) < length + 1 else [self.beside(k, self.at, off=length)]

    def beyond(self) -> Way:
        k = self.landmark("X")
        return None if k is None else [self.beside(k, self.at, 180, self.length())]

    def part(self) -> Way:
        k = self.landmark("X")
        if k is None:
            return None
        share = self.random.choice(list(SHARES))
        self.speaker.slots["M"] = share
        x, z = self.beside(k, self.at, off=0.0)
        return [(self.at[0] + SHARES[share] * (x - self.at[0]), self.at[1] + SHARES[share] * (z - self.at[1]))]

    def level(self) -> Way:
        """Straight on until a landmark is beside the agent."""
        k = self.landmark("X")
        if k is None:
            return None
        middle = self.terrain.middles[k]
        away, angle = apart(self.at, middle), wrap(compass(self.at, middle) - self.at[2])
        self.speaker.slots["S"] = "right" if angle > 0 else "left"
        ahead = away * math.cos(math.radians(angle))
        return self.straight(0, ahead) if ahead > 2 and abs(angle) > 15 else None

    def via(self) -> Way:
        """To one landmark, past another on a given side."""
        both = self.landmarks("X", "Y")
        if both is None:
            return None
        side = self.side()
        passed = self.terrain.beside(both[0], compass(self.at, self.terrain.middles[both[0]]) - 90 * side, BESIDE_BODY)
        return [passed, self.beside(both[1], passed)]

    def through(self) -> Way:
        """To one landmark, between two others."""
        gap = self.between()
        k = None if gap is None else self.landmark("Z", *(k for k, _ in self.named))
        return None if gap is None or k is None else [*gap, self.beside(k, gap[0])]

    def round(self) -> Way:
        """Around a landmark by one of its sides, to the far one."""
        k = self.landmark("X")
        if k is None:
            return None
        side = self.side()
        self.speaker.slots["C"] = "clockwise" if side > 0 else self.random.choice(("counterclockwise", "anticlockwise"))
        passed, end = self.beside(k, self.at, 90 * side), self.beside(k, self.at, 180)
        return [passed, end] if self.stands_free(passed) and self.stands_free(end) else None


LEADS_TO: dict[str, Callable[[Command], Way]] = {
    "command": Command.command, "front": Command.command, "stay": Command.stay, "forward": Command.forward,
    "backward": Command.backward, "sideways": Command.sideways, "ahead.fence": Command.ahead_fence,
    "fence": Command.to_fence, "corner": Command.corner, "fence.beside": Command.fence_beside,
    "fence.between": Command.fence_between, "fence.middle": Command.fence_middle, "middle": Command.middle,
    "lake": Command.lake, "then": Command.then, "three": Command.three, "instead": Command.instead,
    "between": Command.between, "behind": Command.behind, "beside": Command.at_the_side, "off": Command.off,
    "short": Command.short, "beyond": Command.beyond, "part": Command.part, "level": Command.level, "via": Command.via,
    "through": Command.through, "round": Command.round,
}  # fmt: skip
