"""One attempt at an instruction with several goals, that a person watches: each goal is shown and said before it is gone to.

It is to worlds in which errands are done what `attempt` is to others, and offers the same to commands and pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from sightline.agent.agent import Agent
from sightline.agent.errands import Aim
from sightline.agent.follow import LOST
from sightline.agent.next_goal import errands_of, sureness_of
from sightline.errors import InputError
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.show.animation import SIDE as SMALL
from sightline.show.animation import action_words, run_frames, views_on_the_way
from sightline.show.attempt import Attempt, Watched
from sightline.show.goal_map import goals_picture
from sightline.show.rollout import PIXELS, errands_picture
from sightline.show.scenery import scenery_of
from sightline.show.sighting import SIDE, Sighting, look_around
from sightline.show.task import Task
from sightline.show.words import goal_words, length_words, list_words, sureness_words
from sightline.world import INTERACTION, NAVIGATION, World

NOT_TOLD, TOLD, REMEMBERED = "it was not told to", "as it was told", "as it was seen before"
REPLACED = "it looked again, and saw something else"
FRAMES = 80  # of a moving picture, more or less: long ways are shown in strides


@dataclass(frozen=True, eq=False)
class Shown:
    """A goal as it was shown before the agent went there."""

    place_in_line: int  # among all goals that the agent has had, from 0
    number: int  # among those that were shown, from 1
    again: bool  # it was seen before, and is something else from closer by
    aim: Aim
    sure: float
    deed: str  # what it will do: "walk there", "open the door of the oven"
    words: str  # and where
    sighting: Sighting
    moment: int  # steps before it was seen

    @property
    def place(self) -> Floats:
        """(2,) on the ground: where it will stand, or what it will reach for."""
        return _on_ground(self.aim)


class ErrandAttempt(Watched):
    """An agent that follows the instruction of a task, goal after goal."""

    pace = 120  # milliseconds for each frame of a moving picture

    def __init__(self, agent: Agent, task: Task, world: World | None = None):
        super().__init__(agent, task, world)
        self.errands = errands_of(agent, self.world)
        self.shown: list[Shown] = []  # in order; the last one is what it is about
        self.deeds: list[str] = []  # what was done, in words
        self.before = self.world.save()  # the state in which it was said
        self._new = False

    @property
    def question(self) -> str:
        """What to ask before it goes on."""
        return "Go there?" if len(self.shown[-1].aim.target) == 2 else "Do that?"

    def look(self) -> bool:
        """Look around if that is needed; whether there is a goal now that was not shown before. Without any it stops."""
        if self.errands.look():
            self._see()
        elif self.errands.errands[0].finished and not self.world.over[0]:
            self.errands.step()
        return self._new

    def _see(self) -> None:
        """A goal was seen. It is new unless it is what was shown before, as far as people can tell."""
        errand, world = self.errands.errands[0], self.world
        assert errand.aim is not None
        aim, last = errand.aim, self.shown[-1] if self.shown else None
        before = last if last is not None and last.place_in_line == len(errand.ended) else None
        deed = "walk there" if aim.point is None else "walk there to look for what to reach for"
        if aim.point is not None and not (aim.unseen and errand.approaching):  # what it cannot see it reaches for on a guess
            deed = scenery_of(self.kind).reach_words(world, 0, aim.point)
        same = before is not None and (deed == before.deed or (aim.point == before.aim.point and not aim.unseen))
        if before is not None and same and distance(before.place, _on_ground(aim)) < self.kind.near:
            return
        number = (last.number if last else 0) + (before is None)
        sure = before.sure if before is not None and aim.remembered else sureness_of(self.agent, world, 0, aim)
        self.shown.append(
            Shown(
                len(errand.ended), number, before is not None, aim, sure, deed, self._where(aim), self._sighting(aim, SIDE),
                len(self.errands.actions),
            )
        )  # fmt: skip
        self._new = True

    def _where(self, aim: Aim) -> str:
        """Where a goal is for somebody who stands where the agent stands."""
        return goal_words(self.kind, self.world.episodes[0], self.world.pose[0], _on_ground(aim))

    def _sighting(self, aim: Aim, side: int) -> Sighting:
        pose, words = self.world.pose[0].copy(), self.world.episodes[0].instruction
        seen = look_around(self.kind, self.world, 0, side)
        return Sighting(self.kind, pose, words, seen["rgb"], self._cells(aim), np.array(aim.target), depth=seen["depth"])

    def _cells(self, aim: Aim) -> Floats:
        """(32 * 192 + 1,) the map of a goal as it is drawn on the panorama; nowhere anything where somebody has told it."""
        view = self.kind.view
        if aim.map is None:
            return np.zeros(view.grid.out_of_sight + 1)
        if len(aim.target) == 2:
            return view.cells_of_rings(self.world.pose[:1], aim.map[None])[0]
        return np.append(aim.map, 1 - aim.map.sum())

    def sighting(self, side: int = SIDE) -> Sighting:
        """What the agent sees around it now, and where it believes that the goal is."""
        return self._sighting(self.shown[-1].aim, side)

    def goal_sentence(self) -> str:
        """What it will do next and where, and how sure that is."""
        return self._sentence(self.shown[-1])

    def _sentence(self, goal: Shown) -> str:
        sure = sureness_words(self.kind, goal.sure, self.remarks.doubt)
        if goal.aim.map is None:
            sure = REMEMBERED if goal.aim.remembered else TOLD
        again = "Looked again from here: " if goal.again else ""
        what = goal.deed if again else _capital(goal.deed)
        return f"{goal.number}. {again}{what}, {goal.words} ({sure})."

    def advice(self) -> str:
        """What to do about a goal that the agent hardly believes in, before it goes or after; empty when all is well."""
        if not self.shown:
            return "It sees nothing to do: better say it another way."
        if self.lost:
            return "It did not find what was meant: say it in other words, from here."
        if not self.world.over[0] and self.shown[-1].sure < LOST:
            return "It does not know what that is: better say it another way."
        return ""

    @property
    def lost(self) -> bool:
        """Whether it has given up what it hardly believed in."""
        return bool(self.world.over[0]) and any(goal.sure < LOST and self._failure(goal) for goal in self._goals())

    def _goals(self) -> list[Shown]:
        """The goals that were shown, each as it was seen last."""
        return list({goal.number: goal for goal in self.shown}.values())

    def _failure(self, goal: Shown) -> str:
        """Why a goal was not done; empty when it was."""
        ended = self.errands.errands[0].ended
        return ended[goal.place_in_line].failed if goal.place_in_line < len(ended) else NOT_TOLD

    @property
    def again(self) -> bool:
        """Whether the goal is the one that was shown before, as it looks from closer by."""
        return self.shown[-1].again

    @property
    def place(self) -> Floats:
        """(2,) the goal, on the ground."""
        return self.shown[-1].place

    @property
    def target(self) -> Floats:
        """(2,) where it will stand, or (3,) the point that it will reach for."""
        return np.array(self.shown[-1].aim.target)

    @property
    def sure(self) -> float:
        """How likely the goal is right, as far as the agent can tell."""
        return self.shown[-1].sure

    @property
    def corrected(self) -> bool:
        """Whether somebody has set the goal."""
        return self.shown[-1].aim.map is None and not self.shown[-1].aim.remembered

    @property
    def way(self) -> Floats:
        """(0, 2) places to pass on the way are goals of their own here."""
        return np.zeros((0, 2))

    def aim_at(self, target: Floats) -> None:
        """Somebody has pointed at the goal: a place (2,) to walk to, or a point (3,) to reach for if that is to be done."""
        x, *height, z = target.tolist()
        reach = bool(height) and self.shown[-1].aim.point is not None
        self.aim(Aim((x, z), (x, height[0], z) if reach else None))

    def aim(self, aim: Aim) -> None:
        """Somebody knows better what comes next."""
        errand = self.errands.errands[0]
        before, ended = errand.aim, len(errand.ended)
        self.errands.aim(0, aim)
        if len(errand.ended) > ended:  # it was over at once
            del errand.ended[ended:]
            if before is not None:
                self.errands.aim(0, before)
            raise InputError("The agent sees no way to do that, or has nothing to do for it.")
        self._see()

    def skip(self) -> None:
        """Somebody does not want what was shown last: on to what comes after it."""
        self.errands.skip(0)
        self._new = False

    def steps(self) -> Iterator[Floats]:
        """Go there and do it; the pose (3,) after every step, until there is a goal to be shown or all is over."""
        self._new = False
        reaching = self.world.actions.index("interact")
        while not self.world.over[0]:
            yield self.errands.step()[0]
            if self.errands.actions[-1][0] >= reaching and not self.errands.done[-1].refused[0]:
                self.deeds.append(scenery_of(self.kind).deed_words(self.world, 0))
            if self.look():
                return

    def go(self) -> None:
        """Go there and do it without stopping to show it, until there is a goal to be shown or all is over."""
        for _ in self.steps():
            pass

    @property
    def actions(self) -> list[int]:
        """What it has done so far."""
        return [int(chosen[0]) for chosen in self.errands.actions]

    @property
    def path(self) -> Floats:
        """(T, 3) the poses so far."""
        return np.stack(self.errands.path)[:, 0]

    def outcome_sentence(self) -> str:
        """What was done and what was not, and why."""
        sentences = [_capital(list_words(self.deeds))] if self.deeds else []
        goals = self._goals()
        sentences += [
            f"Did not {goal.deed} ({goal.number}), because {why}" for goal in goals if (why := self._failure(goal))
        ]
        shown = {goal.place_in_line for goal in goals}
        unseen = Counter(ended.failed for k, ended in enumerate(self.errands.errands[0].ended) if k not in shown)
        sentences += [f"Gave up {n} more goal{'s' * (n > 1)} at once, because {why}" for why, n in unseen.items() if why]
        if held := scenery_of(self.kind).held_words(self.world, 0):
            sentences.append(f"It holds {held}")
        sentences.append(self._ending())
        return " ".join(f"{sentence}." for sentence in sentences)

    def _ending(self) -> str:
        count = len(self.errands.actions)
        ending = f"Took {count} step{'' if count == 1 else 's'}"
        if self.world.over[0]:
            ending += " and stopped" if self.world.stopped[0] else " and ran out of actions"
        if not self.task.goal_known:
            return ending
        metrics = self.world.metrics()
        off = length_words(self.kind, float(metrics["stop_distance"][0]), 1)
        return f"{ending} {off} from where to end ({'success' if metrics['completed'][0] else 'failure'})"

    def goal_picture(self) -> Image.Image:
        """The goals so far, each on what the agent saw around it, with words."""
        return goals_picture([(goal.sighting, self._sentence(goal)) for goal in self.shown])

    def path_picture(self, pixels: int = PIXELS) -> Image.Image:
        """The way so far on the map, with how it went."""
        ground = scenery_of(self.kind).map_of(self.task.episode, pixels, "spoken")
        goals = [(goal.number, goal.place, not self._failure(goal)) for goal in self._goals()]
        return errands_picture(
            ground, self.path, self.task.episode.instruction, goals, self.task.true_goal, self.task.demonstration,
            self.outcome_sentence(), pixels,
        )  # fmt: skip

    def frames(self, side: int = SMALL) -> list[Image.Image]:
        """A moving picture of the way so far: what the agent saw, in strides where it walked far, and the map."""
        actions, reaching = self.actions, self.world.actions.index("interact")
        stride = max(1, len(actions) // FRAMES)
        moments = [
            t for t in range(len(actions) + 1)
            if t % stride == 0 or t >= len(actions) - 1 or actions[t] >= reaching or actions[t - 1] >= reaching
        ]  # fmt: skip
        doing = [*action_words(self.world.actions, actions, self.errands.done), "stopped" if self.world.over[0] else "waits"]
        about: list[Shown | None] = [None] * (len(actions) + 1)
        for shown in self.shown:
            about[shown.moment :] = [shown] * (len(about) - shown.moment)
        for t, goal in enumerate(about):
            doing[t] += "" if goal is None else f" ({goal.number}. {goal.deed})"
        ground = scenery_of(self.kind).map_of(self.task.episode, side)
        return run_frames(
            self.kind, ground, views_on_the_way(self.kind, self.before, actions, side, moments), self.path,
            self.task.episode.instruction, doing, [None if goal is None else goal.aim.target for goal in about],
            moments=moments,
        )  # fmt: skip

    def goal_facts(self) -> dict[str, Any]:
        """The goals that were shown, for programs."""
        facts = []
        last = self._goals()
        for goal in self.shown:
            failed = self._failure(goal) if goal in last else REPLACED
            facts.append({
                "number": goal.number, "kind": NAVIGATION if goal.aim.point is None else INTERACTION,
                "stand": np.round(goal.aim.stand, 2).tolist(),
                "point": np.round(goal.aim.target, 2).tolist() if len(goal.aim.target) == 3 else None,
                "words": f"{goal.deed}, {goal.words}", "sureness": round(goal.sure, 4),
                "done": not failed, "failed": failed,
            })  # fmt: skip
        return {"goals": facts}

    def outcome_facts(self) -> dict[str, Any]:
        """How it went, for programs."""
        facts: dict[str, Any] = self.goal_facts() | {
            "steps": len(self.errands.actions), "stopped": bool(self.world.stopped[0]),
            "end": self.world.pose[0].round(2).tolist(), "deeds": self.deeds,
            "holds": scenery_of(self.kind).held_words(self.world, 0), "lost": self.lost,
        }  # fmt: skip
        if self.task.goal_known:
            metrics = {name: round(float(values[0]), 2) for name, values in self.world.metrics().items()}
            facts |= {"true_goal": self.task.true_goal} | metrics | {"completed": bool(metrics["completed"])}
        return facts


AnyAttempt = Attempt | ErrandAttempt


def attempt_at(agent: Agent, task: Task, world: World | None = None) -> AnyAttempt:
    """An attempt as an agent makes it: at one goal, or at one after the other."""
    return ErrandAttempt(agent, task, world) if agent.does_errands else Attempt(agent, task, world)


def _on_ground(aim: Aim) -> Floats:
    return np.array([aim.target[0], aim.target[-1]])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
