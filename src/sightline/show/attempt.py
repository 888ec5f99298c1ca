"""One attempt at a task that a person watches: look, say where the goal is and how sure, be corrected, go, say how it went.

All that a command or a page needs to show it is here: sentences, pictures, and facts for programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from sightline.agent.agent import Agent, Goals
from sightline.agent.follow import LOST, Following, Outcome
from sightline.agent.looking import make_worlds
from sightline.errors import InputError
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.show.animation import SIDE as SMALL
from sightline.show.animation import STEP, action_words, run_frames, views_on_the_way
from sightline.show.goal_map import goal_picture
from sightline.show.remarks import Remarks, remarks
from sightline.show.rollout import PIXELS, rollout_picture
from sightline.show.scenery import scenery_of
from sightline.show.sighting import SIDE, Sighting, sighting_of
from sightline.show.task import Task
from sightline.show.words import changed_words, goal_sentence, goal_words, outcome_words
from sightline.world import World


class Watched:
    """What all attempts have: an agent, a task, and a world that is in the state in which the task starts."""

    def __init__(self, agent: Agent, task: Task, world: World | None = None):
        """Without a world one is made."""
        self.agent, self.task, self.kind = agent, task, task.kind
        if world is None:
            world = make_worlds(task.kind, agent.device)
            world.reset([task.episode])
        self.world = world

    def then(self, instruction: str) -> Self:
        """An attempt at the next instruction, which goes on from where the agent stands; this one is over."""
        task = self.task.then(instruction, self.world.pose[0])
        self.world.proceed([task.episode])
        return type(self)(self.agent, task, self.world)

    @cached_property
    def remarks(self) -> Remarks:
        """What to know about the instruction, from where the agent begins, before trusting what comes of it."""
        return remarks(self.agent, self.world)


class Attempt(Watched):
    """An agent that follows the instruction of a task."""

    def __init__(self, agent: Agent, task: Task, world: World | None = None):
        super().__init__(agent, task, world)
        self.following = Following(agent, self.world)
        self.before = self.world.save()  # the state in which it was said
        self.corrected = False  # somebody has set the goal
        self._aims: list[Goals] = []  # what it believed at each step; it may look again on the way

    question = "Go there?"  # before it goes
    again = False  # a goal that was shown is never another one from closer by
    pace = STEP  # milliseconds for each frame of a moving picture

    def look(self) -> bool:
        """Look around if it has not yet; whether there is a goal now that was not gone to."""
        return bool(len(self.goals.places)) and not self._aims

    @property
    def goals(self) -> Goals:
        """Where the agent believes that the goal is; it looks around when it has not yet."""
        return self.following.goals or self.following.look()

    @property
    def place(self) -> Floats:
        """(2,) the goal."""
        return self.goals.places[0]

    @property
    def in_sight(self) -> bool:
        """Whether the agent sees the goal; otherwise it believes to be there already."""
        return bool(self.goals.in_sight[0])

    @property
    def sure(self) -> float:
        """How likely the goal is right, as far as the agent can tell."""
        return float(self.goals.sure[0])

    @property
    def way(self) -> Floats:
        """(K, 2) the places that it means to pass on the way to the goal, in order; often none."""
        return self.goals.way(0)[:-1]

    @property
    def first_place(self) -> Floats | None:
        """(2,) where it saw the goal before it went, if it has seen it elsewhere since."""
        first = self._aims[0].places[0] if self._aims else self.place
        return first if distance(first, self.place) > self.kind.near else None

    @property
    def lost(self) -> bool:
        """Whether it has looked again on the way and still does not know where the goal is."""
        return self.outcome().lost

    def goal_words(self) -> str:
        """Where the goal is, for somebody who stands where the agent stands."""
        return goal_words(self.kind, self.task.episode, self.world.pose[0], self.place, self.in_sight)

    def goal_sentence(self) -> str:
        """Where the goal is, how sure that is, and the way there."""
        where = self.kind, self.task.episode, self.world.pose[0]
        return goal_sentence(*where, self.place, self.in_sight, self.sure, self.doubt, self.way)

    def advice(self) -> str:
        """What to do about a goal that the agent hardly believes in, before it goes or after; empty when all is well."""
        if self.lost:
            return "It looked again on the way and still does not know where that is: say it in other words, from here."
        if self._aims or self.sure >= LOST:
            return ""
        if self.remarks.hidden and self.agent.goal_model.looks_again:
            return "It does not know where that is yet, and will look again on the way."
        return "It does not know where that is: better say it another way."

    @property
    def doubt(self) -> str:
        """What to call its sureness when the words give reason to doubt it; not when somebody has set the goal."""
        return "" if self.corrected else self.remarks.doubt

    @property
    def target(self) -> Floats | None:
        """(2,) the goal if it can be seen."""
        return self.place if self.in_sight else None

    @property
    def actions(self) -> list[int]:
        """What it has done so far."""
        return [int(chosen[0]) for chosen in self.following.actions]

    @property
    def path(self) -> Floats:
        """(T, 3) the poses so far."""
        return self.following.way()

    def skip(self) -> None:
        """There is no goal after this one."""
        raise InputError("This is all that it would do; say something else, or undo it.")

    def aim_at(self, target: Floats) -> None:
        """Somebody has pointed at where the goal is: a place (2,), or a point (3,) above it."""
        self.aim(target if len(target) == 2 else target[::2])

    def aim(self, place: ArrayLike) -> None:
        """Somebody knows better where the goal is: (2,)."""
        self.corrected = True
        self.following.aim(np.asarray(place, dtype=np.float64)[None])

    def steps(self) -> Iterator[Floats]:
        """Go there; the pose (3,) after every step."""
        for poses in self.following.steps():
            self._aims.append(self.goals)
            yield poses[0]

    def go(self) -> Outcome:
        """Go there without stopping to show it."""
        for _ in self.steps():
            pass
        return self.outcome()

    def outcome(self) -> Outcome:
        """How it has gone so far."""
        return self.following.outcome()

    def outcome_sentence(self) -> str:
        """How it went, and whether it saw the goal elsewhere on the way."""
        ending = outcome_words(self.kind, self.outcome(), self.task.goal_known)
        if self.first_place is None:
            return ending
        return f"{changed_words(self.kind, self.task.episode, self.first_place, self.place)} {ending}"

    def sighting(self, side: int = SIDE) -> Sighting:
        """What the agent sees around it now, and where it believes that the goal is."""
        return sighting_of(self.following, 0, self.task.true_goal, side)

    def goal_picture(self, side: int = SIDE) -> Image.Image:
        """The goal on what the agent sees around it now, with words."""
        return goal_picture(self.sighting(side), self.goal_sentence())

    def path_picture(self, pixels: int = PIXELS) -> Image.Image:
        """The way so far from above, with how it went."""
        ground = scenery_of(self.kind).map_of(self.task.episode, pixels, "spoken")
        return rollout_picture(
            ground, self.following.way(), self.task.episode.instruction, self.place, self.task.true_goal,
            self.task.demonstration, self.outcome_sentence(), pixels, self.way, self.first_place,
        )  # fmt: skip

    def frames(self, side: int = SMALL) -> list[Image.Image]:
        """A moving picture of the way so far: what the agent saw at every step, and the map."""
        views = views_on_the_way(self.kind, self.before, self.actions, side)
        doing = action_words(self.world.actions, self.actions, self.following.done)
        aims = [*self._aims, self.goals]
        for t in range(1, len(doing)):
            if aims[t] is not aims[t - 1]:
                doing[t] = f"looked again, {doing[t]}"
        doing.append("stopped" if self.world.stopped[0] else "out of time")
        ground = scenery_of(self.kind).map_of(self.task.episode, side)
        return run_frames(
            self.kind, ground, views, self.following.way(), self.task.episode.instruction, doing,
            [aim.places[0] if aim.in_sight[0] else None for aim in aims], self.way,
        )  # fmt: skip

    def goal_facts(self) -> dict[str, Any]:
        """The goal, for programs; the way are the places to pass, in order, and the goal."""
        goal = {
            "place": self.place.round(2).tolist(), "in_sight": self.in_sight, "words": self.goal_words(),
            "sureness": round(self.sure, 4), "way": self.goals.way(0).round(2).tolist(),
        }  # fmt: skip
        return {"goal": goal}

    def outcome_facts(self) -> dict[str, Any]:
        """How it went, for programs; sureness and goal are those of the last look."""
        outcome = self.outcome()
        facts: dict[str, Any] = {
            "steps": outcome.steps, "stopped": outcome.stopped, "end": outcome.end.round(2).tolist(),
            "distance_to_goal": round(outcome.off, 2), "looks": outcome.looks, "sureness": round(outcome.sure, 4),
            "lost": outcome.lost, "last_goal": self.place.round(2).tolist(),
        }  # fmt: skip
        if self.task.goal_known:
            facts |= {"true_goal": self.task.true_goal} | {k: round(v, 2) for k, v in outcome.metrics.items()}
            facts["completed"] = bool(outcome.metrics["completed"])
        return facts
