"""From meaning to words: a clause for each step, joined in time order, framed for its position in the paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from random import Random
from typing import NamedTuple

from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.corpus.chai.choosing import only_way
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.item_names import ItemNamer
from sightline.corpus.chai.meaning import ErrandStep, SettingOut
from sightline.corpus.chai.places import Place, place_of_kind
from sightline.corpus.chai.words import furniture_words, grammar, item_words
from sightline.corpus.grammar import Filler
from sightline.corpus.words import all_words
from sightline.corpus.writing import WordedInstruction, Writer

FROM = 0.18  # probability of "from the counter" for a visible item
_PARTICLE = re.compile(r"\b(turn|switch|pick|pull|slide|open) (on|off|up|out) (it|them)\b")


class Clause(NamedTuple):
    """The wording of a step, kept for retelling."""

    do: str  # the rule
    step: ErrandStep
    fillers: dict[str, str]  # of slots that were used, or that are implicit
    many: frozenset[str]  # plural slots
    holds: frozenset[str]  # conditions
    kinds: frozenset[str]  # of its things, place and room
    text: str


class HouseWriter(Writer):
    """One person who writes one paragraph about a household.

    `plainly`: the text says what to do, not where in the house it is, and not that an item must be taken first.
    """

    def __init__(self, home: Household, random: Random, may_use_held_out: bool, plainly: bool = False):
        super().__init__(random, grammar(), known_words(), may_use_held_out)
        self.home, self.plainly = home, plainly
        self.namer = ItemNamer(home, self.speaker, plainly)
        self.seen: set[int] = set()  # rooms left, and pieces walked to
        self.clauses: list[Clause] = []  # of this instruction

    def tell(self, steps: Sequence[ErrandStep], place: str, out: SettingOut) -> WordedInstruction:
        """The instruction for these steps, in the household before them; place is first, middle or last."""
        self.namer.begin()
        self.clauses = []
        slots: dict[str, Filler] = {
            "clause": partial(self._clause, steps, out),
            "command": partial(self._joined, steps, 0, out),
        }
        self._begin(place, len(steps), slots, {"plainly"} if self.plainly else ())
        speaker = self.speaker
        sentence = _PARTICLE.sub(r"\1 \3 \2", speaker.say(place))  # "pick it up"
        text = self._type(sentence, place).replace("..", ".")
        self.seen.add(self.home.room)
        return WordedInstruction(text, sorted(speaker.tags), self.namer.named, speaker.held_out, tuple(self.clauses))

    def _clause(self, steps: Sequence[ErrandStep], out: SettingOut) -> str:
        """All steps, where a sentence of its own may stand."""
        if len(steps) == 1:
            self.speaker.holds.add("free")
        return self._joined(steps, 0, out)

    def _joined(self, steps: Sequence[ErrandStep], n: int, out: SettingOut) -> str:
        """Steps from n on, in time order."""
        following = n + 2 if _is_look(steps, n) else n + 1
        if following == len(steps):
            return self._say(steps, n, out)
        slots: dict[str, Filler] = {
            "1": partial(self._say, steps, n, out),
            "2": partial(self._joined, steps, following, out),
        }
        return self.speaker.say("join", slots)

    def _say(self, steps: Sequence[ErrandStep], n: int, out: SettingOut) -> str:
        """The clause of step n."""
        step, namer, home = steps[n], self.namer, self.home
        rule, holds = step.do, set(self.speaker.holds)
        if n == 0:
            holds |= _directions(out)
        slots: dict[str, Filler] = {"T": "right" if out.turn > 0 else "left", "it": namer.pronoun}
        if step.do in ("enter", "door"):
            holds |= self._about_room(step.of[0])
            slots["R"] = partial(namer.room_name, step.of[0])
            between = only_way(home.house, namer.room, step.of[0])
            if between >= 0:
                holds.add("through")
                slots["Q"] = partial(namer.room_name, between)
        elif step.do == "go":
            holds |= {"back"} if step.of[0] in self.seen else set()
            slots["X"] = partial(namer.piece, step.of[0])
        elif _is_look(steps, n):
            name = home.house.parts[step.of[0] - FIRST_PART][1].name
            rule, slots["part"] = "look", name.split()[-1]
            holds |= {"here"} if namer.is_inside_here(step.of[0]) else set()
            holds.add("in" if name.endswith("drawer") else "out")
            slots["X"] = partial(namer.inside, step.of[0])
        elif step.do in ("open", "close"):
            name = home.house.parts[step.of[0] - FIRST_PART][1].name
            holds.add("in" if name.endswith(("drawer", "tray")) else "out")
            slots["X"] = partial(namer.part, step.of[0], step.do == "close")
        elif step.do in ("on", "off"):
            holds |= {"tap"} if namer.is_tap(step.of[0]) else set()
            holds |= {"here"} if namer.here == FIRST_PIECE + home.house.piece_of(step.of[0]) else set()
            slots["X"], slots["P"] = partial(namer.switch, step.of[0]), partial(namer.switched_piece, step.of[0])
        else:
            self._items(steps, n, slots, holds)
        text = self._remembered(step, slots, rule, holds)
        namer.room = self._room_after(step)
        if step.do == "open":
            namer.opened.add(step.of[0])
        if step.do == "go":
            self.seen.add(step.of[0])
        return text

    def _remembered(self, step: ErrandStep, slots: dict[str, Filler], rule: str, holds: set[str]) -> str:
        """Expand a rule as the clause of a step, and keep the clause."""
        fillers = {name: filler for name, filler in slots.items() if isinstance(filler, str) and name != "T"}
        many = {"I", "N"} if slots["it"] == "them" else set()

        def filled(name: str, filler: Filler) -> str:
            fillers[name] = filler if isinstance(filler, str) else filler()
            if self.namer.plural:
                many.add(name)
            return fillers[name]

        text = self.speaker.say(rule, {name: partial(filled, name, filler) for name, filler in slots.items()}, holds)
        self.clauses.append(Clause(rule, step, fillers, frozenset(many), frozenset(holds), self._kinds(step), text))
        return text

    def _kinds(self, step: ErrandStep) -> frozenset[str]:
        """The kinds of a step's things."""
        home, house = self.home, self.home.house
        if step.do in ("enter", "door"):
            return frozenset({house.plan.rooms[step.of[0]].kind})
        if step.do in ("take", "put", "bring"):
            return frozenset(home.kind_of(item) for item in step.of) | ({step.place} if step.place else set())
        switch = {house.switches[step.of[0] - FIRST_SWITCH][1].kind} if step.do in ("on", "off") else set()
        return frozenset({house.plan.pieces[house.piece_of(step.of[0])].thing.noun}) | switch

    def _items(self, steps: Sequence[ErrandStep], n: int, slots: dict[str, Filler], holds: set[str]) -> None:
        """Slots and conditions of clauses about items."""
        step, namer = steps[n], self.namer
        if step.do != "take":
            target = place_of_kind(self.home.house, step.to, step.place)
            slots["X"], slots["in"] = partial(namer.place, target), namer.preposition(target)
            holds.add("in" if slots["in"] == "in" else "out")
        if step.do == "put":
            slots["I"] = partial(namer.held, step.of[0])
        else:
            self._taken(steps, n, slots, holds)
            slots["it"] = namer.pronoun()  # refers to the items, even if other things are named in between
        if step.do != "take" and namer.is_here(target):
            holds |= {"here"} if not namer.is_plural_here() else {"here", "several"}

    def _taken(self, steps: Sequence[ErrandStep], n: int, slots: dict[str, Filler], holds: set[str]) -> None:
        """Slots and conditions for items that are not in the hands yet."""
        step, namer, home = steps[n], self.namer, self.home
        if len(step.of) > 1:
            holds.add("several")
        at = home.place_of(step.of[0])
        closed = set(home.closed(at.part)) - namer.opened if at is not None else set()
        if closed:
            holds |= {"apart", "shut"}
        elif at is not None and len(step.of) == 1 and not namer.opens(at) and self._tells_from(at):
            holds |= {"apart", "ajar" if at.part >= 0 else "off"}
        if "apart" in holds:
            assert at is not None
            slots["N"], slots["P"] = namer.items_apart(step.of)
            slots["at"] = namer.preposition(at)
        else:
            slots["I"] = namer.items(step.of)

    def _tells_from(self, at: Place) -> bool:
        """Whether to say where a visible item is; not if the reader was just sent there."""
        return FIRST_PIECE + at.piece not in self.namer.piece_nouns and self.random.random() < FROM

    def _about_room(self, room: int) -> set[str]:
        doors = self.home.house.plan.doorways
        holds = {"back"} if room in self.seen else set()
        return holds | ({"door"} if any({room, self.namer.room} == set(door.rooms) for door in doors) else set())

    def _room_after(self, step: ErrandStep) -> int:
        """The reader's room after a step."""
        if step.do in ("enter", "door"):
            return step.of[0] if step.do == "enter" else self.namer.room
        number = step.to or step.of[-1]
        return self.home.room_of(number) if number < FIRST_ITEM or number != self.home.held else self.namer.room


def _is_look(steps: Sequence[ErrandStep], n: int) -> bool:
    """Whether a part is opened only to be closed again, which means looking into it."""
    return n + 1 < len(steps) and (steps[n].do, steps[n + 1].do) == ("open", "close") and steps[n].of == steps[n + 1].of


def _directions(out: SettingOut) -> set[str]:
    """Conditions on how a path begins."""
    holds = {"far"} if out.length > 4 else set()
    if abs(out.turn) < 20:
        return holds | {"ahead"}
    return holds | ({"behind"} if abs(out.turn) > 150 else {"turn"} if 40 < abs(out.turn) < 140 else set())


@cache
def known_words() -> frozenset[str]:
    """Every word of the grammar."""
    return all_words(grammar(), (*item_words().values(), *furniture_words().values()))
