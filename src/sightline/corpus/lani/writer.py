"""From meaning to words: clauses for its steps, joined in time order, framed for their position in the paragraph."""

from __future__ import annotations

from functools import cache, partial
from random import Random

from sightline.corpus.grammar import Filler
from sightline.corpus.lani.manoeuvres import Intention
from sightline.corpus.lani.meaning import SECTORS, Manoeuvre, other
from sightline.corpus.lani.names import LandmarkNamer, Setting
from sightline.corpus.lani.terrain import Pose, Trip, apart, compass, wrap
from sightline.corpus.lani.ways import STOP_BESIDE
from sightline.corpus.lani.words import grammar, words
from sightline.corpus.words import all_words
from sightline.corpus.writing import UnclearError, WordedInstruction, Writer

IN_ONE_BREATH = 0.75  # probability of a joint phrasing for two steps, if there is one


class FieldWriter(Writer):
    """One person who writes the paragraph of a trip."""

    def __init__(self, random: Random, trip: Trip, may_use_held_out: bool):
        super().__init__(random, grammar(), known_words(), may_use_held_out)
        self.trip = trip
        self.namer = LandmarkNamer(trip.terrain, self.speaker)

    def tell(self, intention: Intention, place: str) -> WordedInstruction:
        """The instruction for an intention; place is first, middle or last."""
        speaker, standing = self.speaker, self._standing(intention)
        self.namer.begin(intention.starts[0])
        slots: dict[str, Filler] = {"clause": partial(self._clauses, intention), "command": partial(self._bare, intention)}
        self._begin(place, len(intention.steps), slots)
        if standing is not None:
            speaker.slots["P"] = partial(self.namer.landmark, standing, in_full=True)
            speaker.holds.add("at")
        if intention.steps[-1].do.startswith(("pass", "between.through", "lake.pass")):
            speaker.holds.add("through")
        before = self.namer.topic, dict(self.namer.nouns)
        try:
            sentence = speaker.say(place)
        except UnclearError:  # the failed attempt leaves no trace
            self.namer.topic, self.namer.nouns = before
            raise
        text = self._type(sentence, place)
        ends_at = intention.steps[-1].of
        self.namer.topic = ends_at[0] if len(ends_at) == 1 else None  # the referent of "it" in the next instruction
        return WordedInstruction(text, sorted(speaker.tags), self.namer.named, speaker.held_out)

    def _standing(self, intention: Intention) -> int | None:
        """The landmark that the agent stands at, if the instruction does not involve it."""
        last = self.trip.standing
        if last is None or self.trip.terrain.gap(last, intention.starts[0]) > STOP_BESIDE + 3.0:
            return None
        return last if all(last not in step.of for step in intention.steps) else None

    def _bare(self, intention: Intention) -> str:
        """The clauses as a bare command, which "you need to" can precede."""
        self.speaker.holds.discard("alone")
        self.speaker.holds.add("command")
        return self._clauses(intention)

    def _clauses(self, intention: Intention) -> str:
        steps = intention.steps
        key = "+".join(step.do for step in steps)
        if len(steps) == 1 or (key in grammar().rules and self.random.random() < IN_ONE_BREATH):
            return self._say(key, intention, 0, [k for step in steps for k in step.of])
        return self._joined(intention, 0)

    def _joined(self, intention: Intention, n: int) -> str:
        """Steps from n on, in time order."""
        if n == len(intention.steps) - 1:
            return self._say(intention.steps[n].do, intention, n, list(intention.steps[n].of))
        step = intention.steps[n]
        first = partial(self._say, step.do, intention, n, list(step.of))
        return self.speaker.say("join", {"1": first, "2": partial(self._joined, intention, n + 1)})

    def _say(self, rule: str, intention: Intention, n: int, of: list[int]) -> str:
        """The clause of step n."""
        step, namer = intention.steps[n], self.namer
        slots: dict[str, Filler] = {"is": namer.verb}
        setting = _setting(intention.steps, n)
        for name, k in zip("XYZ", dict.fromkeys(of), strict=False):
            slots[name] = partial(namer.landmark, k, setting)
        for name, colour in zip("FG", step.fences, strict=False):
            slots[name] = partial(namer.fence, colour)
        slots["S"], slots["O"] = step.side, other(step.side)
        slots["K"] = namer.lake
        slots["D"] = lambda: self.speaker.say(f"distance.{step.distance}")
        holds = self.speaker.holds | self._circumstances(intention, n)
        if n:
            holds.discard("at")
        slots["T"] = "right" if self._turn(intention, n) > 0 else "left"
        return self.speaker.say(rule, slots, holds)

    def _turn(self, intention: Intention, n: int) -> float:
        """Degrees from the heading to the initial direction of a step's way, if it is known."""
        at = intention.starts[n]
        if n == 0:
            ahead = intention.path[min(3, len(intention.path) - 1)].tolist()
            return wrap(compass(at, (ahead[0], ahead[1])) - at[2])
        target = self._target(intention.steps[n])
        return 0.0 if target is None or intention.steps[n - 1].do.startswith("turn") else wrap(compass(at, target) - at[2])

    def _target(self, step: Manoeuvre) -> Pose | tuple[float, float] | None:
        return self.trip.terrain.middles[step.of[0]] if step.of else None

    def _circumstances(self, intention: Intention, n: int) -> set[str]:
        """The grammar's conditions that hold for a step."""
        holds = set()
        step = intention.steps[n]
        turn = abs(self._turn(intention, n))
        first = n == 0 or (n == 1 and intention.steps[0].do.startswith("turn"))
        if not (n == 1 and intention.steps[0].do.startswith("turn")) and not step.do.startswith("turn"):
            if 40 <= turn <= 145:
                holds.add("turn")
            elif turn > 155:
                holds.add("behind")
            elif turn < 18 and n == 0:
                holds.add("ahead")
        if step.side == "right":
            holds.add("clockwise")
        if first and n == len(intention.steps) - 1:
            path = intention.path
            way = len(path) - 1.0
            if apart(path[0].tolist(), path[-1].tolist()) > 0.97 * way:
                holds.add("straight")
            holds |= {"near"} if way < 9 else {"far"} if way > 20 else set()
        return holds


def _setting(steps: list[Manoeuvre], n: int) -> Setting:
    """How things of step n may be described. Descriptions relative to the start are valid for the first step only."""
    if n:
        return Setting()
    if any(step.do.startswith(("pass", "around")) for step in steps):
        return Setting(compared=len(steps) == 1)  # "the plane on your right" would mean the side on which it is passed
    if steps[0].do == "towards":
        return Setting(compared=True)  # "until the plane on your left is on your right"
    where = SECTORS - {"ahead"} if steps[0].do == "turn.face" else SECTORS
    return Setting(where, compared=len(steps) == 1, long=len(steps[0].of) == 1)


@cache
def known_words() -> frozenset[str]:
    """Every word of the grammar."""
    return all_words(grammar(), words().values())
