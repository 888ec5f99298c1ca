"""Grounding of steps: each step of a plan becomes what to carry out, a question, or a refusal."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sightline.agent.aim import Aim
from sightline.agent.approach import ApproachingSeer
from sightline.agent.grounding import LIKELY, PERHAPS, Grounding, is_all
from sightline.agent.journey import next_goals
from sightline.agent.known_aims import beside, circling, middle, moved, turned
from sightline.agent.look import Look
from sightline.agent.look_for import LookFor, vantages
from sightline.agent.memory import Sighted
from sightline.agent.objections import missed, objection_to, with_indefinite
from sightline.agent.plan import OnceBegun, Planned
from sightline.agent.reply import ASK, LETTERS, REFUSE, Reply
from sightline.agent.seers import UNSURE
from sightline.agent.talk_state import TalkState
from sightline.language.misspelling import slips
from sightline.language.reading import Find, PlanStep
from sightline.language.reading.english import ABSENT
from sightline.language.reading.plan import MIDDLE, START, TAKEN_FROM
from sightline.language.reading.steps import UNKNOWN

HANDLING_PARTS = ("open", "close", "turn on", "turn off")  # verbs of what is done to furniture
TOUCHED = 0.5  # metres: an open door is this far before its furniture
OPTIONS = 4  # things in a question, at most; with more the nearest is meant
AT_HAND, MUCH_FARTHER = 3.5, 1.5  # times what is near; times as far, and what is near on top: then another one is not meant
CERTAIN = 0.6  # confidence of a piece of furniture that may be meant
APART, APART_OF_TWO_KINDS = 1.0, 0.4  # metres between two pieces that are surely two: furniture is often seen in parts


@dataclass
class OpenQuestion:
    """A question that the agent has asked about one step of a plan."""

    steps: tuple[PlanStep, ...]  # of the whole plan
    position: int  # of the step; -1: shall it look for something
    things: list[Sighted]


@dataclass
class StepGrounding:
    """Grounds the steps of one plan."""

    state: TalkState
    steps: tuple[PlanStep, ...]
    looking: bool = False  # it may look for what is not in sight
    question: OpenQuestion | None = None  # that one of the steps needs an answer to
    chosen: dict[int, list[Sighted]] = field(default_factory=dict)  # by position: what a person chose

    def ground(self, position: int) -> list[Planned] | Reply:
        """A step as what to carry out: by its words, or by aims that are known."""
        step = self.steps[position]
        if step.place:
            return self._to_place(step, position)
        if step.move is not None:
            return self._motion(step)
        find = step.find
        if find is None and not step.verb and (noun := self._strange_noun(step.words)):
            return self._unknown(step, Find(noun, UNKNOWN, noun=noun))
        if find is None:
            return [Planned(step, step.words, objection=objection_to(step, self.state))]
        if find.kinds == UNKNOWN:
            known = self._respelled(find)
            if known is None:
                return self._unknown(step, find)
            step = replace(step, words=step.words.replace(find.words, known.words), find=known)
            find = known
        if step.verb == "turn off" and not (
            self.state.did("turn on", find) or self._will_turn_on(find, position)
        ):  # everything is off when a conversation begins
            lit = "anything like that" if is_all(find) else f"the {find.noun}"
            return Reply(REFUSE, f"I have not switched on {lit}, so I leave it as it is.")
        if step.verb == "close" and is_all(find) and not find.kinds and not find.modified:
            return self._close_all()
        if not self.state.agent.predictor.model.shows:  # who cannot tell what is there goes by the words alone
            return [Planned(step, step.words)]
        return self._seen(step, find, position)

    def _will_turn_on(self, find: Find, position: int) -> bool:
        """Whether an earlier step of this plan switches such a thing on."""
        kinds = self.state.grounding().kinds(find)
        earlier = (step.find for step in self.steps[:position] if step.verb == "turn on")
        return any(other is not None and (not kinds or not other.kinds or bool(other.kinds & kinds)) for other in earlier)

    def _seen(self, step: PlanStep, find: Find, position: int) -> list[Planned] | Reply:
        """A step about a thing, by what was seen."""
        kind, chosen = self.state.agent.kind, self.chosen.get(position)
        things = chosen or self._things_for(step, find, position)
        anything = not self.state.grounding().kinds(find) and not find.modified
        picked = find.order or find.near or find.side is not None or find.but is not None
        if chosen or is_all(find) or picked or anything or step.other or step.verb == "circle":
            return self._to_things(step, find, things)
        if not kind.reaches and step.verb == "go" and not things and self._is_out_of_sight(step, find):
            if self.looking:
                return [self._looked_for(step, find)]
            self.question = OpenQuestion(self.steps, -1, [])
            return Reply(ASK, f"I see no {find.noun} from here. Shall I look for it, or do you mean something else?")
        if things and not kind.reaches and find.is_plain:
            things = self.state.grounding().candidates(find, PERHAPS)  # one is likely: another that may be there counts too
        options = self._without_distant(self._distinct(things))
        handled = any(_holds_point(thing, point) for thing in options for point in self.state.touched())
        if find.is_plain and 1 < len(options) <= OPTIONS and not handled and not self.state.holds(find):
            self.question = OpenQuestion(self.steps, position, options)
            return Reply(ASK, which(self.state.grounding(), options), options=tuple(options))
        last = position == len(self.steps) - 1
        why = missed(find, self.state) if last and step.verb == "go" and kind.reaches and find.is_plain else None
        return [self._carried_out(step, find, why)]

    def _carried_out(self, step: PlanStep, find: Find, why: Callable[[], str] | None = None) -> Planned:
        """A step that a seer finds by its words, which the agent's eyes may object to."""
        state, objection = self.state, objection_to(step, self.state)
        assert state.reader is not None
        if (
            objection is None
            or step.verb not in HANDLING_PARTS
            or not find.kinds
            or find.kinds & state.reader.lexicon.carried
        ):
            return Planned(step, step.words, objection=objection, why=why)
        seer = ApproachingSeer(lambda: state.agent.seer(state.memory), step.words, f"go to the {find.noun}", objection)
        return Planned(step, step.words, seer=seer, why=seer.why)

    def _things_for(self, step: PlanStep, find: Find, position: int) -> list[Sighted]:
        """The things seen that a step may be about; what is there later, after other steps, is not known yet."""
        if position > 0 and self.state.agent.kind.reaches:
            return []
        things = self.state.grounding().candidates(find)
        if step.other:
            before = self.state.last_place()
            near = self.state.agent.kind.near
            things = [t for t in things if before is None or math.dist((t.point[0], t.point[2]), before) > near]
        return things

    def _distinct(self, things: Sequence[Sighted]) -> list[Sighted]:
        """The things that are surely there, and surely several: furniture is often seen in parts."""
        reaches = self.state.agent.kind.reaches
        sure = [t for t in things if t.confidence >= (CERTAIN if reaches and not t.is_item else LIKELY)]
        return [t for k, t in enumerate(sure) if t.is_item or all(_are_two(t, other) for other in sure[:k])]

    def _without_distant(self, things: list[Sighted]) -> list[Sighted]:
        """In a house the thing close by is meant, not one that is much farther, mostly in another room."""
        away, kind = self.state.grounding().away, self.state.agent.kind
        if not kind.reaches or not things:
            return things
        nearest = min(map(away, things))
        return (
            things if nearest > AT_HAND * kind.near else [t for t in things if away(t) <= MUCH_FARTHER * nearest + kind.near]
        )

    def _is_out_of_sight(self, step: PlanStep, find: Find) -> bool:
        """Whether nothing like the thing is seen, and the goal predictor does not know where it is either."""
        state = self.state
        if not state.knows(find) or state.grounding().candidates(find, PERHAPS):
            return False
        look = Look(state.world, [0], channels=("rgb", "depth"))
        (aim,) = next_goals(state.agent.seer(), look.saying([step.words], [state.pose]), [[]])
        return aim is None or aim.confidence < UNSURE

    def _looked_for(self, step: PlanStep, find: Find) -> Planned:
        """A step that looks for its thing from other places."""
        state = self.state
        x, z, _ = state.pose.tolist()

        def spot(look: Look) -> Aim | None:
            state.memory.see(look, state.agent.predictor.shown(look))
            seen = state.grounding().candidates(find)
            return beside(state.agent.kind, state.pose, seen[0]) if seen else None

        seer = LookFor(spot, find.noun, vantages(state.pose, state.agent.kind.view.bounds), (x, z))
        looking = replace(step, words=f"look for the {find.noun}")
        return Planned(looking, looking.words, seer=seer, why=seer.why)

    # Words for things that are not known

    def _respelled(self, find: Find) -> Find | None:
        """An unknown noun as the known one that it is a misspelling of."""
        reader = self.state.reader
        assert reader is not None
        words = reader.lexicon.taught
        close = [w for w in words if w[0] == find.noun[:1] and len(find.noun) > 2 and slips(w, find.noun) == 1]
        finds = [reader.clause.thing(f"the {word}") for word in close]
        return next((known for known in finds if known.kinds and known.kinds != UNKNOWN), None)  # a "tent" is no "ten"

    def _strange_noun(self, words: str) -> str:
        """The only noun of words that no rule reads, if it is of something that there is none of in this world."""
        if self.state.reader is None:
            return ""
        lexicon = self.state.reader.lexicon
        named = re.findall(r"\b(?:the|a|an|that|my) (\w+)\b", words.lower())
        known = lexicon.things(words) or any(noun not in ABSENT or noun in lexicon.known for noun in named)
        return "" if known or len(set(named)) != 1 else str(named[0])

    def _unknown(self, step: PlanStep, find: Find) -> list[Planned] | Reply:
        assert self.state.reader is not None
        if all(word in self.state.reader.lexicon.known for word in find.noun.split()):
            return [Planned(step, step.words)]
        return Reply(REFUSE, f"I do not know what {with_indefinite(find.noun)} is, or I see none here. I do nothing.")

    # Aims that are known

    def _motion(self, step: PlanStep) -> list[Planned] | Reply:
        """A motion by direction and distance, or a part of the way to a thing."""
        state, move, find = self.state, step.move, step.find
        assert move is not None
        things = state.grounding().candidates(find) if find is not None and state.agent.predictor.model.shows else []
        if find is not None and not things:
            return Reply(REFUSE, f"I see no {find.noun} from here, so I do not know the way. I do nothing.")
        thing, aimed = things[0] if things else None, turned if move.turning else moved
        return [Planned(step, step.words, seer=OnceBegun(lambda: aimed(state.agent.kind, state.pose, move, thing)))]

    def _to_place(self, step: PlanStep, position: int) -> list[Planned] | Reply:
        """A place that it remembers."""
        state = self.state
        if step.place == MIDDLE:
            return [Planned(step, step.words, (middle(state.agent.kind),))]
        if step.place == TAKEN_FROM:
            if state.taken_from is None or not state.held:
                return Reply(REFUSE, "I hold nothing that I could put back.")
            return [Planned(step, step.words, (replace(state.taken_from, map=None, alternatives=(), remembered=False),))]
        before = [turn for turn in state.turns[:-1] if turn.journey is not None]
        pose = before[-1].pose if before and not position else state.turns[-1].pose
        x, z, heading = (state.start if step.place == START else pose).tolist()
        stand = (x, z, heading) if state.agent.kind.gait is not None else (x, z)
        return [Planned(step, step.words, (Aim(stand, remembered=True, reason="where it has been before"),))]

    def _close_all(self) -> list[Planned] | Reply:
        """A step for everything that the agent itself has opened."""
        steps = [planned.step for turn in self.state.turns for planned, _ in turn.deeds() if planned.step.verb == "open"]
        if not steps:
            return Reply(REFUSE, "I have not opened anything, so I leave everything as it is.")
        closing = [replace(step, verb="close", words=step.words.replace("open", "close", 1)) for step in steps]
        return [Planned(step, step.words, objection=objection_to(step, self.state)) for step in closing]

    def _to_things(self, step: PlanStep, find: Find, things: Sequence[Sighted]) -> list[Planned] | Reply:
        """A step about things that were seen."""
        state = self.state
        if not things:
            kinds = state.grounding().kinds(find)
            if state.agent.kind.reaches and kinds and not step.other and not find.near:
                return [self._carried_out(step, find)]
            missing = f"no other {find.noun}" if step.other else f"nothing like that: {find.words}"
            return Reply(REFUSE, f"I see {missing}. I do nothing.")
        several = things if is_all(find) or things in self.chosen.values() else things[:1]
        if step.verb == "circle":
            return [
                Planned(step, step.words, circling(state.agent.kind, state.pose, thing, step.times)) for thing in several
            ]
        grounding = state.grounding()
        every = [*several, *(thing for thing in grounding.things() if thing not in several)]
        return [self._to_thing(step, find, thing, grounding.name(thing, every)) for thing in several]

    def _to_thing(self, step: PlanStep, find: Find, thing: Sighted, name: str) -> Planned:
        """A step about one thing that was seen."""
        state, verb = self.state, step.verb or "go"
        words = step.words.replace(find.words, f"the {name}") if verb != "go" else f"go to the {name}"
        aims: tuple[Aim, ...] | None = None
        if verb == "go":
            aims = (beside(state.agent.kind, state.pose, thing),)
        elif verb == "take" and thing.is_item:
            aims = (Aim((thing.point[0], thing.point[2]), thing.point),)
        return Planned(replace(step, words=words, other=False), words, aims)


def which(grounding: Grounding, things: Sequence[Sighted]) -> str:
    """The question which of some things is meant."""
    options = [f"{LETTERS[k]}, {words}" for k, words in enumerate(grounding.listed(things))]
    return f"There {'are two' if len(options) == 2 else f'are {len(options)}'} that fit: {'; '.join(options)}. Which one?"


def _holds_point(thing: Sighted, point: Sequence[float]) -> bool:
    """Whether a point is within what was seen of a thing, or just before it."""
    inside = (low - TOUCHED <= at <= high + TOUCHED for low, at, high in zip(thing.low, point, thing.high, strict=True))
    return not thing.is_item and all(inside)


def _are_two(one: Sighted, other: Sighted) -> bool:
    return _gap(one, other) > (APART if one.name == other.name else APART_OF_TWO_KINDS)


def _gap(one: Sighted, other: Sighted) -> float:
    """Distance on the ground between what was seen of two things."""
    gaps = [max(one.low[k] - other.high[k], other.low[k] - one.high[k], 0.0) for k in (0, 2)]
    return math.hypot(*gaps)
