"""A conversation with one agent: what a person says becomes a plan, a question back, a refusal or an answer.

    talk = Talk(agent, world)                 # one world
    reply = talk.say("go to the house")       # nothing is done yet
    if reply.kind == GO: talk.journey.finish()
    for report in talk.account(): ...         # which steps were done, and why others were not

The plan is carried out by the one journey (agent.journey). What the agent has seen, done and said goes from turn to turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from sightline.agent.agent import Agent
from sightline.agent.aim import Aim
from sightline.agent.answers import PastStep, answer
from sightline.agent.grounding import LIKELY, PERHAPS, Grounding, is_all
from sightline.agent.journey import AIMS, Journey, next_goals
from sightline.agent.look import Look
from sightline.agent.look_for import LookFor, vantages
from sightline.agent.memory import Memory, Sighted
from sightline.agent.plan import OnceBegun, Planned, PlanSeer
from sightline.agent.seers import UNSURE
from sightline.geometry import distance
from sightline.geometry.pose import direction
from sightline.geometry.types import Floats
from sightline.language.misspelling import slips
from sightline.language.reading import Find, PlanStep, Reader, Reading, Said
from sightline.language.reading.plan import START, TAKEN_FROM
from sightline.language.reading.steps import CARRYING, LAPS, UNKNOWN
from sightline.world import World

GO, ASK, REFUSE, ANSWER = "go", "ask", "refuse", "answer"  # kinds of replies
OPTIONS = 4  # things in a question, at most; with more the nearest is meant
LETTERS = "ABCD"
# As shares of what is near in a world: five units in fields, a metre in houses.
BEFORE_THING = 0.25  # where to stand, from the surface of a thing
FAR_MOVE, MOVE, LITTLE = 40.0, 2.0, 0.8  # "until the fence", "go north", "a bit further"
HOUSE_STEP, FIELD_STEP = 0.6, 1.5  # what people call a step
AROUND = 0.7  # from the surface of a thing that is circled
LAP = 8  # places on a circle
ARRIVED = 3.0  # metres from the middle of a piece of furniture: the agent is at it
CONFIDENT = 0.9  # of an aim at something that is not recognized as what was named
CERTAIN, FURNITURE_APART = 0.9, 1.0  # confidence, and metres between two pieces that are surely two
# Metres from a point to reach for: another item, the item meant, the furniture meant.
AT_POINT, AT_ITEM, WITHIN = 0.25, 0.3, 0.4


class Reply(NamedTuple):
    """What an agent says to a person."""

    kind: str  # GO, ASK, REFUSE or ANSWER
    words: str
    steps: tuple[str, ...] = ()  # the plan in plain words
    options: tuple[Sighted, ...] = ()  # of a question, in the order of LETTERS
    left_out: tuple[str, ...] = ()  # parts that will not be done, each with the reason


class StepReport(NamedTuple):
    """What became of a step."""

    words: str
    done: bool
    why: str  # it was not done


@dataclass
class TalkTurn:
    """What a person said, and what came of it."""

    words: str
    reply: Reply
    pose: Floats  # (3,) before it
    steps: tuple[PlanStep, ...] = ()
    plan: PlanSeer | None = None
    journey: Journey | None = None

    @property
    def kind(self) -> str:
        """The kind of its reply; a plan of which nothing could be done was refused in the end."""
        over = self.journey is not None and bool(self.journey.world.over[0])
        return REFUSE if over and not any(report.done for report in self.account()) else self.reply.kind

    def account(self) -> list[StepReport]:
        """The steps of the plan, each with whether it was done."""
        if self.plan is None or self.journey is None:
            return []
        ends = self.plan.ends(0, self.journey.courses[0].ended)
        return [StepReport(planned.step.words, not why, why) for planned, why in ends]


@dataclass
class _Question:
    """A question that the agent has asked."""

    steps: tuple[PlanStep, ...]  # of the whole plan
    position: int  # of the step that it is about
    things: list[Sighted]


@dataclass
class Talk:
    """A conversation with one agent in one world."""

    agent: Agent
    world: World
    reader: Reader | None  # None: words go to the seer as they are
    memory: Memory = field(init=False)
    turns: list[TalkTurn] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.memory = self.agent.remember(self.world)
        self.start = self.world.pose[0].copy()
        self.held = ""  # what it holds, in words
        self._taken_from: Aim | None = None
        self._question: _Question | None = None
        self._offer: tuple[PlanStep, ...] | None = None  # the plan whose thing it has offered to look for
        self._looked_at: tuple[Any, ...] = ()
        self._looking = False  # it may look for what is not in sight
        self._settled = True  # the last turn's journey has been taken account of

    # Turns

    @property
    def journey(self) -> Journey | None:
        """The journey of the last turn, if its plan is to be carried out."""
        return self.turns[-1].journey if self.turns else None

    def account(self) -> list[StepReport]:
        """The steps of the last turn's plan, each with whether it was done."""
        return self.turns[-1].account() if self.turns else []

    def say(self, words: str) -> Reply:
        """Read what a person says; nothing is done yet."""
        self._settle()
        asked, self._question = self._question, None
        last = next((turn.steps for turn in reversed(self.turns) if turn.steps), ())
        offered, self._offer = self._offer, None
        reading = self._read(words, Said(last, self.held, asked is not None, offered is not None, self._named()))
        if reading.choice and offered is not None:
            asked = _Question(offered, -1, [])
        turn = TalkTurn(words, Reply(REFUSE, ""), self.world.pose[0].copy())
        self.turns.append(turn)
        turn.reply = self._reply(reading, asked, turn)
        return turn.reply

    def say_steps(self, words: str, steps: Sequence[str]) -> Reply:
        """The same for steps that a person has written for some words."""
        self._settle()
        turn = TalkTurn(words, Reply(REFUSE, ""), self.world.pose[0].copy())
        self.turns.append(turn)
        said = Said(held=self.held)
        plan = [step for text in steps for step in (self._read(text, said).steps or (PlanStep(text.strip()),))]
        turn.reply = self._plan(plan, turn, ())
        return turn.reply

    def take_back(self) -> None:
        """Forget the last turn; what was seen stays in memory."""
        if self.turns:
            self.turns.pop()
        self._question = None

    def _named(self) -> str:
        """The thing that was named last, in what a person said or in a question of the agent."""
        for turn in reversed(self.turns[-3:]):
            things = [] if self.reader is None else self.reader.lexicon.things(turn.words)
            if things:
                return things[-1].noun
        return ""

    def _read(self, words: str, said: Said) -> Reading:
        return Reading((PlanStep(words.strip()),)) if self.reader is None else self.reader.read(words, said)

    def _reply(self, reading: Reading, asked: _Question | None, turn: TalkTurn) -> Reply:
        if reading.refusal:
            return Reply(REFUSE, reading.refusal, left_out=reading.left_out)
        if reading.query is not None:
            self.look_around()
            return Reply(ANSWER, answer(reading.query, self.grounding(), self._done(), self.held))
        if reading.choice and asked is not None and asked.position < 0:
            return self._plan(asked.steps, turn, (), looking=True)
        if reading.choice and asked is not None:
            self.look_around()
            chosen = self.grounding().chosen(reading.choice, asked.things)
            if not chosen:
                self._question = asked
                return Reply(ASK, self._which(asked.things), options=tuple(asked.things))
            return self._plan(asked.steps, turn, (), {asked.position: chosen})
        return self._plan(reading.steps, turn, reading.left_out)

    def look_around(self) -> None:
        """See what is around the agent, unless it has since it moved last."""
        now = (*self.world.pose[0].tolist(), len(self.turns))
        if now[:3] != self._looked_at[:3] and self.agent.predictor.model.shows:
            look = Look(self.world, [0], channels=("rgb", "depth"))
            self.memory.see(look, self.agent.predictor.shown(look))
        self._looked_at = now

    def grounding(self) -> Grounding:
        """What it has seen, from where it stands."""
        kind = self.agent.kind
        assert self.reader is not None
        return Grounding(self.reader.lexicon, self.memory, self.world.pose[0], kind.near, kind.unit)

    def _done(self) -> list[PastStep]:
        """What was done in earlier turns, in words."""
        return [
            PastStep(turn.words, report.words, report.done, report.why)
            for turn in self.turns[:-1]
            for report in turn.account()
        ]

    def _settle(self) -> None:
        """Learn from what the last turn has done."""
        turn = self.turns[-1] if self.turns else None
        if turn is None or turn.plan is None or turn.journey is None:
            return
        ended = turn.journey.courses[0].ended
        for planned, why in turn.plan.ends(0, ended):
            if not why and planned.step.verb == "take" and planned.step.find is not None:
                self.held = planned.step.find.noun
                self._taken_from = next((e.aim for e in reversed(ended) if e.interaction), None)
            elif not why and planned.step.verb == "put":
                self.held = ""

    # Plans

    def _plan(
        self,
        steps: Sequence[PlanStep],
        turn: TalkTurn,
        left_out: Sequence[str],
        chosen: dict[int, list[Sighted]] | None = None,
        looking: bool = False,
    ) -> Reply:
        """Ground the steps; a question or a refusal if one of them needs it."""
        turn.steps = tuple(steps)
        if any(_needs_eyes(step) for step in steps):
            self.look_around()
        self._looking = looking
        planned: list[Planned] = []
        for position, step in enumerate(steps):
            outcome = self._ground(step, position, tuple(steps), (chosen or {}).get(position))
            if isinstance(outcome, Reply):
                if outcome.kind == REFUSE and len(steps) > 1 and position > 0:
                    left_out = (*left_out, f"{step.words}: {outcome.words}")
                    continue
                return outcome
            planned += outcome
        if not planned:
            return Reply(REFUSE, "There is nothing left to do.", left_out=tuple(left_out))
        answered = chosen is not None or looking  # "yes" and "the second" are no instructions
        self._proceed(". ".join(part.step.words for part in planned) if answered else turn.words)
        turn.plan = PlanSeer(lambda: self.agent.seer(self.memory), [planned])
        legs = self.agent.legs(self.world, self.memory, patient=True)
        turn.journey = Journey(self.agent.kind, self.world, turn.plan, legs, AIMS * len(planned) + LAPS * LAP)
        words = tuple(part.step.words for part in planned)
        return Reply(GO, understood(words, left_out), words, left_out=tuple(left_out))

    def _proceed(self, words: str) -> None:
        """Begin an episode at the present pose and state."""
        x, z, heading = self.world.pose[0].tolist()
        episode = replace(self.world.episodes[0], instruction=words, start=(x, z, heading))
        self.world.proceed([episode])

    def _ground(
        self, step: PlanStep, position: int, steps: tuple[PlanStep, ...], chosen: list[Sighted] | None
    ) -> list[Planned] | Reply:
        """A step as what to carry out: by its words, or by aims that are known."""
        if step.place:
            return self._to_place(step, position)
        if step.move is not None:
            return [Planned(step, step.words, seer=OnceBegun(lambda: self._moved(step)))]
        find = step.find
        if find is None:
            return [Planned(step, step.words)]
        if find.kinds == UNKNOWN:
            known = self._respelled(find)
            if known is None:
                return self._unknown(step, find)
            step = replace(step, words=step.words.replace(find.words, known.words), find=known)
            find = known
        if step.verb == "turn off" and not self._switched_on(find):
            lit = "anything like that" if is_all(find) else f"the {find.noun}"
            return Reply(REFUSE, f"I have not switched on {lit}, so I leave it as it is.")
        if not self.agent.predictor.model.shows:  # who cannot tell what is there goes by the words alone
            return [Planned(step, step.words)]
        things = chosen or self._things_for(step, find, position)
        anything = not find.kinds and not find.modified
        if chosen or is_all(find) or find.order or find.near or anything or step.other or step.verb == "circle":
            return self._to_things(step, find, things)
        if not self.agent.kind.reaches and step.verb == "go" and not things and self._is_out_of_sight(step, find):
            if self._looking:
                return [self._looked_for(step, find)]
            self._offer = steps
            return Reply(ASK, f"I see no {find.noun} from here. Shall I look for it, or do you mean something else?")
        if things and not self.agent.kind.reaches and find.is_plain:
            things = self.grounding().candidates(find, PERHAPS)  # one is likely: another that may be there counts too
        if find.is_plain and len(self._distinct(things)) > 1 and not self._holds(find):
            options = self._distinct(things)[:OPTIONS]
            if len(self._distinct(things)) <= OPTIONS:
                self._question = _Question(steps, position, options)
                return Reply(ASK, self._which(options), options=tuple(options))
        last = position == len(steps) - 1
        why = self._missed(find) if last and step.verb == "go" and self.agent.kind.reaches and find.is_plain else None
        return [Planned(step, step.words, objection=self._objection(step), why=why)]

    def _missed(self, find: Find) -> Callable[[], str] | None:
        """Once the agent has arrived: why that is not at the thing; None for rooms, which are not seen as things."""
        assert self.reader is not None
        if not find.kinds or find.kinds & self.reader.lexicon.rooms or not self._knows(find):
            return None

        def missed() -> str:
            pose = self.world.pose[0]
            seen = [t for t in self.memory.things(0) if t.name in find.kinds]
            return (
                ""
                if any(float(distance(pose, (t.point[0], t.point[2]))) < ARRIVED for t in seen)
                else f"it saw no {find.noun}"
            )

        return missed

    def _switched_on(self, find: Find) -> bool:
        """Whether it has switched on something like this in this conversation: everything is off when one begins."""
        lit = [
            planned.step.find
            for turn in self.turns
            if turn.plan is not None and turn.journey is not None
            for planned, why in turn.plan.ends(0, turn.journey.courses[0].ended)
            if not why and planned.step.verb != "turn off"
        ]
        kinds = self.grounding().kinds(find)
        return any(other is None or not kinds or not other.kinds or other.kinds & kinds for other in lit)

    def _things_for(self, step: PlanStep, find: Find, position: int) -> list[Sighted]:
        """The things seen that a step may be about; what is there later, after other steps, is not known yet."""
        if position > 0 and self.agent.kind.reaches:
            return []
        things = self.grounding().candidates(find)
        if step.other:
            before = self._last_place()
            things = [
                t for t in things if before is None or math.dist((t.point[0], t.point[2]), before) > self.agent.kind.near
            ]
        return things

    def _is_out_of_sight(self, step: PlanStep, find: Find) -> bool:
        """Whether nothing like the thing is seen, and the goal predictor does not know where it is either."""
        if not self._knows(find) or self.grounding().candidates(find, PERHAPS):
            return False
        look = Look(self.world, [0], channels=("rgb", "depth"))
        (aim,) = next_goals(self.agent.seer(), look.saying([step.words], [self.world.pose[0]]), [[]])
        return aim is None or aim.confidence < UNSURE

    def _looked_for(self, step: PlanStep, find: Find) -> Planned:
        """A step that looks for its thing from other places."""
        x, z, _ = self.world.pose[0].tolist()

        def spot(look: Look) -> Aim | None:
            self.memory.see(look, self.agent.predictor.shown(look))
            seen = self.grounding().candidates(find)
            return self._beside(seen[0]) if seen else None

        seer = LookFor(spot, find.noun, vantages(self.world.pose[0], self.agent.kind.view.bounds), (x, z))
        looking = replace(step, words=f"look for the {find.noun}")
        return Planned(looking, looking.words, seer=seer, why=seer.why)

    def _last_place(self) -> tuple[float, float] | None:
        """Where the last journey led."""
        journeys = [turn.journey for turn in self.turns if turn.journey is not None]
        aim = journeys[-1].last_aim() if journeys else None
        return None if aim is None else (float(aim.place[0]), float(aim.place[1]))

    def _distinct(self, things: Sequence[Sighted]) -> list[Sighted]:
        """The things that are surely there, and surely several: furniture is often seen in parts."""
        sure = [
            thing
            for thing in things
            if thing.confidence >= (CERTAIN if self.agent.kind.reaches and not thing.is_item else LIKELY)
        ]
        apart = [
            t for k, t in enumerate(sure) if all(_gap(t, other) > FURNITURE_APART for other in sure[:k] if not t.is_item)
        ]
        return apart

    def _holds(self, find: Find) -> bool:
        return bool(self.held) and find.noun in self.held

    def _knows(self, find: Find) -> bool:
        """Whether its eyes know every kind that is meant: added landmarks are new to them."""
        return all(kind in self.agent.kind.thing_names for kind in find.kinds)

    def _respelled(self, find: Find) -> Find | None:
        """An unknown noun as the known one that it is a misspelling of."""
        assert self.reader is not None
        words = self.reader.lexicon.taught
        close = [w for w in words if w[0] == find.noun[:1] and len(find.noun) > 2 and slips(w, find.noun) == 1]
        finds = [self.reader.clause.thing(f"the {word}") for word in close]
        return next((known for known in finds if known.kinds and known.kinds != UNKNOWN), None)  # a "tent" is no "ten"

    def _unknown(self, step: PlanStep, find: Find) -> list[Planned] | Reply:
        assert self.reader is not None
        if all(word in self.reader.lexicon.known for word in find.noun.split()):
            return [Planned(step, step.words)]
        return Reply(REFUSE, f"I do not know what {_article(find.noun)} is, or I see none here. I do nothing.")

    # Aims that are known

    def _moved(self, step: PlanStep) -> Aim:
        """Where a motion by direction and distance leads."""
        move, kind = step.move, self.agent.kind
        assert move is not None
        pose = self.world.pose[0]
        stride = HOUSE_STEP if kind.gait is not None else FIELD_STEP
        length = move.distance
        if length is None:
            shares = FAR_MOVE if move.until else MOVE if move.absolute else LITTLE
            length = move.steps * stride if move.steps is not None else shares * kind.near
        heading = move.heading if move.absolute else pose[2] + move.heading
        low, high = kind.view.bounds
        margin = 0.04 * (high - low) if kind.gait is None else 0.0
        if move.until == "corner":
            corner = [high - margin if slope > 0 else low + margin for slope in direction(heading).tolist()]
            return Aim((corner[0], corner[1]), remembered=True, reason="as you said")
        way = direction(heading)
        for value, slope in zip(pose[:2], way, strict=True):  # stop before the fence on the way, not beside it
            room = (
                (high - margin - value) / slope
                if slope > 1e-9
                else (low + margin - value) / slope
                if slope < -1e-9
                else np.inf
            )
            length = min(length, max(room, 0.0))
        x, z = (pose[:2] + length * way).tolist()
        return Aim((x, z), remembered=True, reason="as you said")

    def _to_place(self, step: PlanStep, position: int) -> list[Planned] | Reply:
        """A place that it remembers."""
        if step.place == TAKEN_FROM:
            if self._taken_from is None or not self.held:
                return Reply(REFUSE, "I hold nothing that I could put back.")
            return [Planned(step, step.words, (replace(self._taken_from, map=None, alternatives=(), remembered=False),))]
        moved = [turn for turn in self.turns[:-1] if turn.journey is not None]
        before = moved[-1].pose if moved and not position else self.turns[-1].pose
        x, z, heading = (self.start if step.place == START else before).tolist()
        stand = (x, z, heading) if self.agent.kind.gait is not None else (x, z)
        return [Planned(step, step.words, (Aim(stand, remembered=True, reason="where it has been before"),))]

    def _to_things(self, step: PlanStep, find: Find, things: Sequence[Sighted]) -> list[Planned] | Reply:
        """A step about things that were seen."""
        if not things:
            kinds = self.grounding().kinds(find)
            if self.agent.kind.reaches and kinds and not step.other and not find.near:
                return [Planned(step, step.words, objection=self._objection(step))]
            missing = f"no other {find.noun}" if step.other else f"nothing like that: {find.words}"
            return Reply(REFUSE, f"I see {missing}. I do nothing.")
        several = things if is_all(find) else things[:1]
        if step.verb == "circle":
            return [Planned(step, step.words, self._circle(several[0], step.times))]
        grounding, every = self.grounding(), grounding_things(self.grounding(), several)
        planned = []
        for thing in several:
            name = f"the {grounding.name(thing, every)}"
            verb = step.verb or "go"
            words = step.words.replace(find.words, name) if verb != "go" else f"go to {name}"
            aims: tuple[Aim, ...] | None = None
            if verb == "go":
                aims = (self._beside(thing),)
            elif verb == "take" and thing.is_item:
                aims = (Aim((thing.point[0], thing.point[2]), thing.point),)
            planned.append(Planned(replace(step, words=words, other=False), words, aims))
        return planned

    def _beside(self, thing: Sighted) -> Aim:
        """Where to stand to be at a thing."""
        kind, pose = self.agent.kind, self.world.pose[0]
        at = np.array([thing.point[0], thing.point[2]])
        away = pose[:2] - at
        length = max(float(np.hypot(*away)), 1e-6)
        back = min(self._radius(thing) + BEFORE_THING * kind.near, length)
        x, z = (at + away / length * back).tolist()
        return Aim((x, z), None, thing.confidence, remembered=True, reason="as it sees it")

    def _radius(self, thing: Sighted) -> float:
        return max(thing.high[0] - thing.low[0], thing.high[2] - thing.low[2]) / 2

    def _circle(self, thing: Sighted, times: int) -> tuple[Aim, ...]:
        """Places around a thing, the last of them where the first is."""
        kind, pose = self.agent.kind, self.world.pose[0]
        at = np.array([thing.point[0], thing.point[2]])
        first = math.atan2(*(pose[:2] - at))
        radius = self._radius(thing) + AROUND * kind.near
        low, high = kind.view.bounds
        angles = [first + 2 * math.pi * k / LAP for k in range(times * LAP + 1)]
        places = [
            np.clip(at + radius * np.array([math.sin(a), math.cos(a)]), low + 0.5, high - 0.5).tolist() for a in angles
        ]
        return tuple(Aim((x, z), remembered=True, waypoint=k < len(places) - 1) for k, (x, z) in enumerate(places))

    # Words

    def _which(self, things: Sequence[Sighted]) -> str:
        options = [f"{LETTERS[k]}, {words}" for k, words in enumerate(self.grounding().listed(things))]
        return (
            f"There {'are two' if len(options) == 2 else f'are {len(options)}'} that fit: {'; '.join(options)}. Which one?"
        )

    def _objection(self, step: PlanStep) -> Any:
        """(world, aim): why an aim of the seer reaches for another thing than the one that was named."""
        find, to, reader = step.find, step.to, self.reader
        if (
            not self.agent.kind.reaches
            or find is None
            or reader is None
            or not find.kinds
            or not self._knows(find)
            or not step.verb
        ):
            return None
        kinds = find.kinds | (to.kinds if to is not None else frozenset())
        if to is not None and not to.kinds:
            return None

        carrying = step.verb in CARRYING

        def objection(n: int, aim: Aim) -> str:
            if aim.point is None or not aim.in_sight:
                return ""
            things = self.memory.things(n)
            if any(t.name in kinds and _reaches(t, aim.point) for t in things):
                return ""
            at = [t for t in things if t.is_item and math.dist(t.point, aim.point) < AT_POINT and t.confidence >= PERHAPS]
            if carrying and not at and aim.confidence >= CONFIDENT:
                return ""
            return f"it saw no {find.noun}" + (f", only {_article(reader.lexicon.name(at[0].name))} there" if at else "")

        return objection


def account_words(reports: Sequence[StepReport]) -> str:
    """Which steps were done, and why others were not; empty where a single step was done."""
    if len(reports) == 1 and reports[0].done:
        return ""
    parts = [f"{k} {r.words}: {'done' if r.done else f'not done, {r.why}'}" for k, r in enumerate(reports, 1)]
    return f"{'; '.join(parts)}." if parts else ""


def grounding_things(grounding: Grounding, things: Sequence[Sighted]) -> list[Sighted]:
    """Things to be told apart from each other and from everything else that is seen."""
    return [*things, *(thing for thing in grounding.things() if thing not in things)]


def understood(steps: Sequence[str], left_out: Sequence[str]) -> str:
    """The plan as a sentence for people."""
    plan = (
        f"I understood: {', '.join(f'{k} {words}' for k, words in enumerate(steps, 1))}."
        if len(steps) > 1
        else f"I understood: {steps[0]}."
    )
    return " ".join([plan, *(f"Not done: {part}." for part in left_out)])


def _gap(one: Sighted, other: Sighted) -> float:
    """Distance on the ground between what was seen of two things."""
    gaps = [max(one.low[k] - other.high[k], other.low[k] - one.high[k], 0.0) for k in (0, 2)]
    return math.hypot(*gaps)


def _needs_eyes(step: PlanStep) -> bool:
    return step.find is not None


def _reaches(thing: Sighted, point: Sequence[float]) -> bool:
    """Whether a point belongs to a thing, as far as was seen of it."""
    if thing.is_item:
        return math.dist(thing.point, point) < AT_ITEM
    return all(low - WITHIN <= value <= high + WITHIN for low, value, high in zip(thing.low, point, thing.high, strict=True))


def _article(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
