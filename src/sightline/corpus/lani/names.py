"""Names: noun phrases that single out a landmark, a lake or a fence, and referring words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from sightline.corpus.grammar import Speaker
from sightline.corpus.lani.terrain import Pose, Terrain, apart, compass, wrap
from sightline.corpus.lani.words import words
from sightline.corpus.words import Description, Word, pick
from sightline.corpus.writing import UnclearError
from sightline.fields import Json

T = TypeVar("T")
SAME_NOUN = 0.7  # probability that a writer repeats a noun for the same thing
IT_AGAIN = 0.88  # probability of "it" for the last name in the same instruction
IT_STILL = 0.4  # probability of "it" for the last name of the instruction before
SAYS_ADJECTIVE, SAYS_PHRASE, SAYS_WHERE, SAYS_NEAR = 0.3, 0.06, 0.10, 0.03  # probability of each without need
LAKE = -1  # topic code for a lake
CLOSER = 0.7  # a thing is the closest if its distance is at most this share of the next one's


@dataclass(frozen=True)
class Setting:
    """What a description may use at its position."""

    where: frozenset[str] = frozenset()  # sectors around the start: "the well on your left"
    compared: bool = False  # "the closest barrel", seen from the start
    long: bool = False  # "the barrel with white stripes next to the house"


PLAIN_SETTING = Setting()


@dataclass
class LandmarkNamer:
    """Names the things of one field through one paragraph."""

    terrain: Terrain
    speaker: Speaker
    nouns: dict[int, str] = field(default_factory=dict)  # last noun of each landmark
    topic: int | None = None  # the landmark that "it" refers to
    here: str = ""  # the topic's description in this instruction, if it has one
    plural: bool = False  # whether the last noun was plural
    named: list[Json] = field(default_factory=list)  # things named in this instruction
    at: Pose = (0.0, 0.0, 0.0)  # start of this instruction

    def begin(self, at: Pose) -> None:
        """Start a new instruction at a pose."""
        self.at, self.here, self.named = at, "", []

    def landmark(self, k: int, setting: Setting = PLAIN_SETTING, in_full: bool = False) -> str:
        """A noun phrase for landmark k."""
        phrase = self._again(k) if self.topic == k and not in_full else None
        if phrase is None:
            phrase = self._anew(k, setting)
            self.here = phrase
        self.topic = k
        return phrase

    def _random(self) -> float:
        return self.speaker.random.random()

    def _again(self, k: int) -> str | None:
        """The topic again: "it", or as before; None to describe it anew, which only a new instruction does."""
        if self._random() < (IT_AGAIN if self.here else IT_STILL):
            self.speaker.tags.add("coreference")
            self.named.append({"of": k, "as": "it"})
            self.here = self.here or "it"
            return "them" if self.plural else "it"
        if self.here:
            return self.here if self.here != "it" else None
        if self._random() < 0.3 and k in self.nouns and not self._rivals(k, Description(self.nouns[k])):
            self.speaker.tags.add("coreference")
            self.named.append({"of": k, "as": self.nouns[k]})
            self.here = f"the {self.nouns[k]}"
            return f"{'those' if self.plural else 'that'} {self.nouns[k]}"
        return None

    def _kinds(self) -> list[str]:
        return [p.name for p in self.terrain.scene.landmarks]

    def _rivals(self, k: int, description: Description) -> list[int]:
        """Other landmarks of the field that a description also fits."""
        return [m for m, name in enumerate(self._kinds()) if m != k and description.describes(words()[name])]

    def _anew(self, k: int, setting: Setting) -> str:
        word = words()[self._kinds()[k]]
        noun = self.nouns.get(k)
        if noun is None or self._random() > SAME_NOUN:
            noun = pick(self.speaker.random, word.nouns)
        description, extra = Description(noun), ""
        mark: Json = {}
        rivals = self._rivals(k, description)
        if rivals:
            description, extra, mark = self._told_apart(k, word, description, rivals, setting)
        else:
            if word.adjectives and self._random() < SAYS_ADJECTIVE:
                description = Description(noun, self._one(word.adjectives))
            elif setting.long and word.phrases and self._random() < SAYS_PHRASE:
                description = Description(noun, phrase=self._one(word.phrases))
            if self._random() < SAYS_WHERE:
                extra, mark = self._where(k, setting)
            elif setting.long and self._random() < SAYS_NEAR:
                extra, mark = self._near(k)
        self.nouns[k] = description.noun
        self.plural = description.noun in word.plural
        self.named.append({"of": k, "as": str(description), **mark})
        return " ".join(filter(None, ("the", str(description), extra)))

    def _told_apart(
        self, k: int, word: Word, plain: Description, rivals: list[int], setting: Setting
    ) -> tuple[Description, str, dict[str, str]]:
        """A description that excludes all rivals, by one of several means in random order."""
        place = self._random()
        if place < 0.22:
            extra, mark = self._where(k, setting)
            if extra and all(self._sector(m) != mark["where"] for m in rivals):
                return plain, extra, mark
        elif place < 0.42 and setting.compared:
            degree = self._degree(k, rivals)
            if degree:
                return Description(plain.noun, degree), "", {"degree": degree}
        means = [(self._by_adjective, 1.0), (self._by_noun, 1.6), (self._by_phrase, 2.0)]
        for means_of_telling, _ in sorted(means, key=lambda m: self._random() * m[1]):
            description = means_of_telling(k, word, plain)
            if description is not None:
                return description, "", {}
        raise UnclearError

    def _by_adjective(self, k: int, word: Word, plain: Description) -> Description | None:
        return self._first(k, [Description(plain.noun, a) for a in word.adjectives])

    def _by_phrase(self, k: int, word: Word, plain: Description) -> Description | None:
        return self._first(k, [Description(plain.noun, phrase=p) for p in word.phrases])

    def _by_noun(self, k: int, word: Word, plain: Description) -> Description | None:
        clear = {noun: weight for noun, weight in word.nouns.items() if not self._rivals(k, Description(noun))}
        return Description(pick(self.speaker.random, clear)) if clear else None

    def _first(self, k: int, options: list[Description]) -> Description | None:
        clear = [d for d in options if not self._rivals(k, d)]
        return self._one(tuple(clear)) if clear else None

    def _sector(self, k: int) -> str:
        """The direction of a landmark from the start: ahead, left, right, behind, or in between (empty)."""
        side = wrap(compass(self.at, self.terrain.middles[k]) - self.at[2])
        if abs(side) < 22:
            return "ahead"
        if abs(side) > 150:
            return "behind"
        return "" if abs(side) < 35 or abs(side) > 140 else "right" if side > 0 else "left"

    def _where(self, k: int, setting: Setting) -> tuple[str, dict[str, str]]:
        sector = self._sector(k)
        if sector not in setting.where:
            return "", {}
        return self.speaker.say(f"where.{sector}"), {"where": sector}

    def _degree(self, k: int, rivals: list[int]) -> str:
        away = apart(self.at, self.terrain.middles[k])
        others = [apart(self.at, self.terrain.middles[m]) for m in rivals]
        self.speaker.holds.discard("two")
        if len(rivals) == 1:
            self.speaker.holds.add("two")
        if away < CLOSER * min(others):
            return self.speaker.say("closest")
        return self.speaker.say("farthest") if CLOSER * away > max(others) else ""

    def _near(self, k: int) -> tuple[str, Json]:
        """A nearby landmark, lake or fence as a modifier."""
        terrain, middle = self.terrain, self.terrain.middles[k]
        edges = {"yellow": middle[1], "blue": 50 - middle[1], "white": middle[0], "red": 50 - middle[0]}
        colour = min(edges, key=lambda c: edges[c])
        if edges[colour] < 9:
            self.speaker.slots["F"] = lambda: self.fence(colour)
            return self.speaker.say("near.fence"), {"near": colour}
        beside = [m for m in range(len(terrain.middles)) if m != k and apart(terrain.middles[m], middle) < 11]
        for m in beside:
            noun = pick(self.speaker.random, words()[self._kinds()[m]].nouns)
            if not self._rivals(m, Description(noun)) and noun not in words()[self._kinds()[k]].nouns:
                self.speaker.slots["N"] = f"the {noun}"
                return self.speaker.say("near.landmark"), {"near": m}
        for lake in terrain.lakes[:1] if len(terrain.lakes) == 1 else ():
            if apart(middle, lake.at(compass((lake.x, lake.z), middle), 0.0)) < 6:
                self.speaker.slots["K"] = self.speaker.say("lake")
                return self.speaker.say("near.lake"), {"near": "lake"}
        return "", {}

    def fence(self, colour: str) -> str:
        """A noun phrase for a fence."""
        self.speaker.slots["colour"] = colour
        self.plural, self.topic, self.here = False, None, ""
        return self.speaker.say("fence")

    def lake(self) -> str:
        """A noun phrase for a lake; it is the only one, or by far the closest."""
        if self.topic == LAKE and self.here and self._random() < IT_AGAIN:
            self.speaker.tags.add("coreference")
            return "it"
        self.plural, self.topic, self.here = False, LAKE, self.speaker.say("lake")
        return self.here

    def verb(self) -> str:
        """Is or are, after the last noun phrase."""
        return "are" if self.plural else "is"

    def _one(self, options: tuple[T, ...]) -> T:
        return options[int(self._random() * len(options))]
