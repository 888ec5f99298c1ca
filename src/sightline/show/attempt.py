"""One attempt at an instruction that a person watches: each aim is shown and described before the agent goes for it.

Commands and pages take sentences, pictures and machine-readable facts from here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PIL import Image

from sightline.agent.agent import Agent
from sightline.agent.aim import Aim
from sightline.agent.journey import LOST_BELOW, NO_TIME, UNWANTED, Journey, Outcome
from sightline.agent.look import Look, make_worlds
from sightline.agent.memory import Memory
from sightline.chat.agent import ChatAgent
from sightline.chat.seers import AskingSeer
from sightline.chat.usage import Usage
from sightline.fields import Json
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.show.animation import FRAME_SIDE, FRAME_TIME, action_words, run_frames, views_on_the_way
from sightline.show.goal_map import goals_picture
from sightline.show.naming import list_words
from sightline.show.remarks import Remarks, remarks
from sightline.show.rollout import PAGE_WIDTH, errands_picture, rollout_picture
from sightline.show.scenery import scenery_of
from sightline.show.sighting import VIEW_SIDE, Sighting, sighting_of
from sightline.show.task import Task
from sightline.show.words import capital, changed_words, confidence_words, goal_words, outcome_words, way_words
from sightline.world import INTERACTION, NAVIGATION, World

NOT_STARTED, STOPPED, OUT_OF_ACTIONS = "you did not say go", "it was stopped on the way", "it ran out of actions"
BY_PERSON, REMEMBERED, MARKED = "set by you", "as it was seen before", "marked by the model"
REPLACED = "it looked again, and saw something else"
FRAME_COUNT = 80  # approximate number of frames of an animation: long paths skip steps
FAST_FRAME_TIME = 120  # milliseconds per frame of a long one


@dataclass(frozen=True, eq=False)
class Proposal:
    """An aim as it was shown before the agent went for it."""

    aim: Aim
    way: Floats  # (K, 2) the waypoints before it
    position: int  # index among all aims of the agent, from 0
    number: int  # number among the shown aims, from 1
    again: bool  # the agent looked again, and now predicts another goal
    deed: str  # "walk there", "open the door of the oven"
    words: str  # the place in words
    sighting: Sighting
    moment: int  # number of steps before it was shown


class Attempt:
    """An agent that follows the instruction of a task in a world."""

    def __init__(
        self,
        agent: Agent | ChatAgent,
        task: Task,
        world: World | None = None,
        memory: Memory | None = None,
        journey: Journey | None = None,
    ):
        """The world must be in the task's start state; by default a new one is made.

        `memory` is what the agent remembers of this world from earlier instructions; by default nothing. `journey` is how it
        goes; by default the instruction goes to its seer as it is.
        """
        self.agent, self.task, self.kind = agent, task, task.kind
        if world is None:
            world = make_worlds(task.kind, agent.device)
            world.reset([task.episode])
        self.world, self.memory = world, memory or agent.remember(world)
        self.journey = journey or agent.journey(world, self.memory)
        self.before = world.save()  # the state at the start of the instruction
        self.proposals: list[Proposal] = []  # the last one is the current aim
        self.deeds: list[str] = []  # the deeds so far, in words
        self._goals_at: list[Aim | None] = []  # the goal after each step; looking again may change it
        self._new = False  # the last shown aim has not been started yet

    def then(self, instruction: str) -> Attempt:
        """An attempt at the next instruction, from the agent's current pose; this one is over."""
        task = self.task.then(instruction, self.world.pose[0])
        self.world.proceed([task.episode])
        return Attempt(self.agent, task, self.world, self.memory)

    @cached_property
    def remarks(self) -> Remarks:
        """Warnings about the instruction, to read before trusting the prediction."""
        return remarks(self.agent, Look(self.world, [0], channels=("segmentation",)))

    # Looking

    def look(self) -> bool:
        """Look around if needed; returns whether there is an aim that has not been started. Without one the agent stops."""
        course, over = self.journey.courses[0], self.world.over[0]
        unseen = course.aim is not None and bool(self.proposals) and len(course.ended) > self.proposals[-1].position
        if self.journey.look() or (unseen and not course.finished and not over):
            self._show()
        elif course.finished and not over and self.journey.legs is not None:
            self.journey.step()
            self._goals_at.append(self.current)
        return self._new

    def _show(self) -> None:
        """Show the aim, unless a person could not tell it from the one shown last."""
        *way, aim = self.journey.upcoming(0)
        ended, last = self.journey.courses[0].ended, self.proposals[-1] if self.proposals else None
        before = last if last is not None and last.position == len(ended) + len(way) else None
        deed, seen = self._deed(aim), aim.in_sight or aim.point is not None
        if before is not None and not aim.given:
            same = deed == before.deed or (aim.point == before.aim.point and aim.in_sight)
            if same and distance(before.aim.place, aim.place) < self.kind.near:
                return
        places = np.array([waypoint.stand for waypoint in way]).reshape(-1, 2)
        self.proposals.append(
            Proposal(
                aim, places, len(ended) + len(way),
                (last.number if last else 0) + (before is None), before is not None and not aim.given, deed,
                goal_words(self.kind, self.world.episodes[0], self.world.pose[0], aim.place, seen),
                self._sighting(aim, places, VIEW_SIDE), len(self.journey.actions),
            )
        )  # fmt: skip
        self._new = True

    def _deed(self, aim: Aim) -> str:
        if aim.searching:
            return f"walk there to look for {f'the {aim.wanted}' if aim.wanted else 'it'}"
        if aim.point is None:
            return "walk there"
        if not aim.in_sight and self.journey.courses[0].looks < 1:
            return "walk there to look for what to reach for"
        return scenery_of(self.kind).reach_words(self.world, 0, aim.point)

    def _sighting(self, aim: Aim, way: Floats, side: int) -> Sighting:
        return sighting_of(self.kind, self.world, aim, way, self.task.true_goal if aim.point is None else None, side)

    def sighting(self, side: int = VIEW_SIDE) -> Sighting:
        """The panorama around the agent, with its aim."""
        last = self.proposals[-1]
        fresh = side == last.sighting.side and np.array_equal(last.sighting.pose, self.world.pose[0])
        return last.sighting if fresh else self._sighting(last.aim, last.way, side)

    # Corrections by a person

    def aim_at(self, target: Floats) -> None:
        """Set the goal: a place (2,) to walk to, or, for an interaction, a point (3,) to reach for."""
        x, *height, z = target.tolist()
        reach = bool(height) and self.proposals[-1].aim.point is not None
        self.aim(Aim((x, z), (x, height[0], z) if reach else None))

    def aim(self, aim: Aim) -> None:
        """Set the aim; its waypoints are dropped."""
        self._drop_waypoints()
        self.journey.aim(0, aim)
        self._show()

    def skip(self) -> None:
        """Drop the aim that was shown last, and go on to the next."""
        self._drop_waypoints()
        self.journey.skip(0)
        self._new = False

    def _drop_waypoints(self) -> None:
        while (aim := self.journey.courses[0].aim) is not None and aim.waypoint:
            self.journey.skip(0)
            self.journey.look()

    @property
    def skipped(self) -> list[Aim]:
        """The aims that a person has dropped."""
        return [e.aim for e in self.journey.courses[0].ended if e.failed == UNWANTED and not e.aim.waypoint]

    # Going

    def steps(self) -> Iterator[Floats]:
        """Go for the aim; yields the pose (3,) after every step, until another aim must be shown or the episode is over."""
        self._new = False
        while not self.world.over[0]:
            if self.journey.step(asking=True) is not None:
                self._goals_at.append(self.current)
                yield self.journey.path[-1][0]
                if self.kind.is_interaction(self.journey.actions[-1])[0] and not self.journey.steps[-1].refused[0]:
                    self.deeds.append(scenery_of(self.kind).deed_words(self.world, 0))
            if self.look():
                return

    def go(self) -> Outcome:
        """Go for the aim without a film, until another aim must be shown or the episode is over."""
        for _ in self.steps():
            pass
        return self.outcome()

    @property
    def question(self) -> str:
        """The question to ask before the agent goes on."""
        return "Go there?" if self.proposals[-1].aim.point is None or not self.proposals[-1].aim.in_sight else "Do that?"

    @property
    def again(self) -> bool:
        """Whether the aim is a new prediction for the one shown before."""
        return self.proposals[-1].again

    @property
    def current(self) -> Aim | None:
        """The aim that was shown last, with its latest prediction; None if there was no aim."""
        return self.last_seen(self.proposals[-1]) if self.proposals else None

    def last_seen(self, goal: Proposal) -> Aim:
        """A shown aim with its latest prediction; the agent may have looked again on the way."""
        ended = self.journey.courses[0].ended
        return ended[goal.position].aim if goal.position < len(ended) else self.journey.leads_to() or goal.aim

    @property
    def target(self) -> Floats | None:
        """What to mark in a view: a place (2,) or a point (3,); None for a place out of sight."""
        return None if self.current is None else _target(self.current)

    @property
    def corrected(self) -> bool:
        """Whether a person has set the aim."""
        return self.proposals[-1].aim.given

    @property
    def way(self) -> Floats:
        """(K, 2) the waypoints before the aim that was shown last."""
        return self.proposals[-1].way

    @property
    def actions(self) -> list[int]:
        """The actions so far."""
        return [int(chosen[0]) for chosen in self.journey.actions]

    @property
    def path(self) -> Floats:
        """(T, 3) the poses so far."""
        return self.journey.trajectory()

    # Sentences

    def goal_sentence(self) -> str:
        """The next deed and its place, the confidence, and the path there."""
        return self.sentence(self.proposals[-1])

    def sentence(self, goal: Proposal) -> str:
        """The same for any shown aim."""
        sure = confidence_words(self.kind, goal.aim.confidence, self.remarks.doubt)
        if goal.aim.map is None:
            sure = goal.aim.reason or (REMEMBERED if goal.aim.remembered else BY_PERSON if goal.aim.given else MARKED)
        if self.kind.reaches:
            again = "Looked again from here: " if goal.again else ""
            what = f"{goal.number}. {again}{goal.deed if again else capital(goal.deed)}, {goal.words}"
        else:
            what = f"The goal is {goal.words}"
        way = way_words(self.kind, self.world.episodes[0], goal.sighting.pose, goal.way)
        return " ".join(filter(None, (f"{what}." if goal.aim.searching else f"{what} ({sure}).", way)))

    def advice(self) -> str:
        """Advice about an aim with low confidence, before or after the agent goes; empty if there is none."""
        if self.unanswered:
            return "The model gave no answer that can be read: say it in other words."
        if not self.proposals:
            return "It sees nothing to do: say it in other words."
        if self.lost:
            return "It did not find the goal: say it in other words, from here."
        if not self._new or self.proposals[-1].aim.confidence >= LOST_BELOW:
            return ""
        if self.remarks.hidden and self.agent.looks_again:
            return "It does not know where that is yet, and will look again on the way."
        return "It does not know where that is: say it in other words."

    @property
    def unanswered(self) -> bool:
        """Whether a model behind an address gave no readable answer."""
        return isinstance(self.journey.seer, AskingSeer) and self.journey.seer.usages.get(0, Usage()).failed > 0

    @property
    def lost(self) -> bool:
        """Whether the goal is still unknown after looking again or giving up."""
        gave_up = any(self.last_seen(goal).confidence < LOST_BELOW and self.failure(goal) for goal in self.goals())
        return bool(self.world.over[0]) and (self.outcome().lost or gave_up)

    def goals(self) -> list[Proposal]:
        """The shown aims, each in its latest version."""
        return list({goal.number: goal for goal in self.proposals}.values())

    def failure(self, goal: Proposal) -> str:
        """Why an aim was not reached; empty if it was."""
        ended = self.journey.courses[0].ended
        if goal.position < len(ended):
            return ended[goal.position].failed
        if self.world.over[0] and not self.world.stopped[0]:
            return OUT_OF_ACTIONS
        return NOT_STARTED if self._new else STOPPED

    def outcome(self) -> Outcome:
        """The outcome so far, with the aim that was shown last."""
        return replace(self.journey.outcome(), aim=self.current)

    def outcome_sentence(self) -> str:
        """What was done, what was not, and why."""
        sentences = [capital(list_words(self.deeds))] if self.deeds else []
        goals = self.goals()
        sentences += [
            f"Did not {goal.deed}{f' ({goal.number})' if len(goals) > 1 else ''}, because {why}"
            for goal in goals if (why := self.failure(goal)) not in ("", OUT_OF_ACTIONS)
        ]  # fmt: skip
        positions = {goal.position for goal in goals}
        ended = [e for k, e in enumerate(self.journey.courses[0].ended) if k not in positions]
        others = Counter(e.failed for e in ended if e.failed and not (e.aim.waypoint and e.failed == UNWANTED))
        late = others.pop(NO_TIME, 0)
        sentences += [f"Gave up {n} more goal{'s' * (n > 1)} at once, because {why}" for why, n in others.items()]
        if late:
            sentences.append(f"Left out {late} place{'s' * (late > 1)} to pass, because {NO_TIME}")
        if (first := self._moved_from) is not None:
            place = self.last_seen(self.proposals[-1]).place
            sentences.append(changed_words(self.kind, self.task.episode, first, place).removesuffix("."))
        if held := scenery_of(self.kind).held_words(self.world, 0):
            sentences.append(f"It holds {held}")
        sentences.append(outcome_words(self.kind, self.outcome(), self.task.goal_known))
        return " ".join(f"{sentence}." for sentence in sentences)

    @property
    def _moved_from(self) -> Floats | None:
        """(2,) the place that was shown for the aim, if a later look has moved it."""
        if not self.proposals:
            return None
        first, last = self.proposals[-1].aim.place, self.last_seen(self.proposals[-1]).place
        return first if distance(first, last) > self.kind.near else None

    # Pictures

    def goal_picture(self) -> Image.Image:
        """The aims so far, each over its panorama, with words."""
        return goals_picture([(goal.sighting, self.sentence(goal)) for goal in self.proposals])

    def path_picture(self, pixels: int = PAGE_WIDTH) -> Image.Image:
        """The path so far on the map, with the outcome."""
        ground = scenery_of(self.kind).map_of(self.task.episode, pixels, "spoken")
        goals, task, note = self.goals(), self.task, self.outcome_sentence()
        if len(goals) == 1 and goals[0].aim.point is None:
            return rollout_picture(
                ground, self.path, task.episode.instruction, self.last_seen(goals[0]).place, task.true_goal,
                task.demonstration, note, pixels, self.way, self._moved_from, self.last_seen(goals[0]).given,
            )  # fmt: skip
        marks = [(goal.number, goal.aim.place, not self.failure(goal)) for goal in goals]
        return errands_picture(
            ground, self.path, task.episode.instruction, marks, task.true_goal, task.demonstration, note, pixels
        )

    @property
    def pace(self) -> int:
        """Milliseconds per frame of its animation."""
        return FRAME_TIME if len(self.journey.actions) <= FRAME_COUNT else FAST_FRAME_TIME

    def frames(self, side: int = FRAME_SIDE) -> list[Image.Image]:
        """An animation of the path so far: views, with steps skipped on long paths, and the map."""
        actions, path = self.actions[: len(self.path) - 1], self.path
        acts = self.kind.is_interaction(np.array([*actions, 0]))
        stride = max(1, len(actions) // FRAME_COUNT)
        moments = [
            t for t in range(len(actions) + 1)
            if t % stride == 0 or t >= len(actions) - 1 or acts[t] or acts[t - 1]
        ]  # fmt: skip
        ending = "stopped" if self.world.stopped[0] else "out of actions" if self.world.over[0] else "waits"
        doing = [*action_words(self.world.actions, actions, self.journey.steps[: len(actions)]), ending]
        about: list[Proposal | None] = [None] * (len(actions) + 1)
        for proposal in self.proposals:
            about[proposal.moment :] = [proposal] * (len(about) - proposal.moment)
        aims = self._aims_at(about)
        for t in range(len(doing)):
            goal = about[t]
            if t and aims[t] is not aims[t - 1] and about[t] is about[t - 1] and t < len(actions):
                doing[t] = f"looked again, {doing[t]}"
            if goal is not None and self.kind.reaches:
                doing[t] += f" ({goal.number}. {goal.deed})"
        ground = scenery_of(self.kind).map_of(self.task.episode, side)
        return run_frames(
            self.kind, ground, views_on_the_way(self.kind, self.before, actions, side, moments), path,
            self.task.episode.instruction, doing, [None if aim is None else _target(aim) for aim in aims],
            self.way if self.proposals else None, moments, [aim is not None and aim.given for aim in aims],
        )  # fmt: skip

    def _aims_at(self, about: list[Proposal | None]) -> list[Aim | None]:
        """The aim before each step, and after the last: as shown, or as predicted since."""
        aims: list[Aim | None] = []
        for t, proposal in enumerate(about):
            later = proposal is not None and proposal.moment < t <= len(self._goals_at)
            aims.append((self._goals_at[t - 1] if later else None) or (None if proposal is None else proposal.aim))
        return aims

    # Facts for programs

    def goal_facts(self) -> Json:
        """The aims that were shown."""
        facts, last = [], self.goals()
        for goal in self.proposals:
            failed = self.failure(goal) if goal in last else REPLACED
            facts.append({
                "number": goal.number, "kind": NAVIGATION if goal.aim.point is None else INTERACTION,
                "stand": np.round(goal.aim.stand, 2).tolist(),
                "point": np.round(goal.aim.target, 2).tolist() if len(goal.aim.target) == 3 else None,
                "way": goal.way.round(2).tolist(), "in_sight": goal.aim.in_sight, "given": goal.aim.given,
                "words": f"{goal.deed}, {goal.words}", "confidence": round(goal.aim.confidence, 4),
                "done": not failed, "failed": failed,
            })  # fmt: skip
        return {"goals": facts}

    def outcome_facts(self) -> Json:
        """The outcome."""
        outcome = self.outcome()
        facts: Json = self.goal_facts() | {
            "steps": outcome.steps, "stopped": outcome.stopped, "end": outcome.end.round(2).tolist(),
            "distance_to_goal": round(outcome.off, 2), "looks": outcome.looks,
            "deeds": scenery_of(self.kind).deed_facts(self.world, 0),
            "holds": scenery_of(self.kind).held_words(self.world, 0), "lost": self.lost,
        }  # fmt: skip
        if self.task.goal_known:
            facts |= {"true_goal": self.task.true_goal} | {name: round(value, 2) for name, value in outcome.metrics.items()}
            facts["completed"] = bool(outcome.metrics["completed"])
        return facts


def _target(aim: Aim) -> Floats | None:
    """What to mark of an aim in a view; a walking aim out of sight has only the agent's own place."""
    return None if aim.point is None and not aim.in_sight else np.array(aim.target)
