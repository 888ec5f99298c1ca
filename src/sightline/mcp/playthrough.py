"""One episode that somebody plays with tools: looks, marks points to go to or to reach for, acts, says done.

It tells no more than an agent may know: pictures, its pose, the words, and what the world answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sightline.agent.agent import exact_legs
from sightline.agent.aim import Aim, Done
from sightline.agent.journey import Course, Journey
from sightline.agent.look import Look, enlarged, large_camera
from sightline.agent.pointing import Spot, aim_at, point_behind
from sightline.checks import checked_number, checked_whole, shown
from sightline.errors import ArgumentError, InputError
from sightline.fields import Json
from sightline.geometry import PANORAMA
from sightline.geometry.types import Array, Floats
from sightline.world import Kind

SIDE = 256  # pixels of a view
MOVE_LIMIT = 100  # actions in one call
MOVES = ("forward", "turn_right", "turn_left")


class _Keeping:
    """A seer that names no aims, and keeps the one that was marked."""

    channels: tuple[str, ...] = ()

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """The aim that the agent has."""
        return list(held)

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """Never."""
        return False


class Playthrough:
    """An episode in play."""

    def __init__(self, kind: Kind, episode: Any):
        self.kind, self.world = kind, kind.make(horizon=kind.action_limit)
        self.world.reset([episode])
        self.legs = exact_legs(kind, self.world)
        self.journey = Journey(kind, self.world, _Keeping(), self.legs, open_ended=True)
        self._seen: tuple[Floats, Array] | None = None  # the pose and the depths of the last look

    @property
    def over(self) -> bool:
        """Whether it has stopped, or has no actions left."""
        return bool(self.world.over[0])

    def look(self) -> Array:
        """(256, 1536, 3) the panorama: six views side by side, forward in the fourth. Points refer to it."""
        seen = enlarged(self.kind, self.world, [0], SIDE).panorama(("rgb", "depth"))
        self._seen = self.world.pose[0].copy(), np.asarray(seen["depth"][0])
        self.legs.see(Look(self.world, [0], channels=self.legs.channels))
        return np.asarray(seen["rgb"][0])

    def view(self) -> Array:
        """(256, 256, 3) what is straight ahead."""
        return np.asarray(enlarged(self.kind, self.world, [0], SIDE).observe()["rgb"][0])

    def go_to(self, view: int, x: float, y: float) -> str:
        """Walk to a point of the last panorama."""
        return self._pursue(view, x, y, reaching=False)

    def reach(self, view: int, x: float, y: float) -> str:
        """Go near a point of the last panorama and interact with what is there."""
        if not self.kind.reaches:
            raise InputError(f"Nothing can be reached for in {self.kind.title}: its agents only walk.")
        return self._pursue(view, x, y, reaching=True)

    def _pursue(self, view: int, x: float, y: float, reaching: bool) -> str:
        self._check_going()
        if self._seen is None:
            raise InputError("Look first: a point belongs to the panorama of the last look.")
        number = checked_whole(view, "The view", 1, len(PANORAMA))
        spot = Spot(number - 1, checked_number(x, "x", 0, 1), checked_number(y, "y", 0, 1))
        camera, (pose, depth) = large_camera(self.kind, SIDE), self._seen
        point = point_behind(camera, pose, depth, spot)
        if point is None:
            raise InputError("There is only sky at that point; mark the ground or a thing.")
        self.journey.courses[0] = course = Course()
        self.journey.aim(0, aim_at(self.kind, camera, pose, point, reaching))
        taken = int(self.world.taken[0])
        while not course.ended and not self.over:
            if self.journey.step() is None:
                break
        spent = int(self.world.taken[0]) - taken
        failed = course.ended[-1].failed if course.ended else "the actions were used up"
        done = f"Given up: {failed}." if failed else "Done: the world accepted the interaction." if reaching else "There."
        return f"{done} {spent} actions. {self.state_words()}"

    def act(self, moves: Sequence[str]) -> str:
        """Take single actions."""
        if not isinstance(moves, list) or not 1 <= len(moves) <= MOVE_LIMIT:
            raise ArgumentError(f"actions is a list of 1 to {MOVE_LIMIT} of {', '.join(MOVES)}, got {shown(moves)}.")
        for move in moves:
            if move not in MOVES:
                raise ArgumentError(f"An action is one of {', '.join(MOVES)}, got {shown(move)}.")
        lost = 0.0
        for move in moves:
            self._check_going()
            lost += float(self._step(self.world.actions.index(move)))
        bumped = f" Something was in the way ({lost:.1f} {self.kind.unit} lost)." if lost > 0 else ""
        return f"{len(moves)} actions.{bumped} {self.state_words()}"

    def done(self) -> str:
        """Say that the instruction is carried out."""
        self._check_going()
        self._step(self.world.actions.index("stop"))
        return self.state_words()

    def _step(self, action: int) -> float:
        """Take one action, which the legs hear of; the part of the step that was lost to obstacles."""
        before = self.world.pose.copy()
        step = self.world.step([action])
        self.legs.after(np.array([action]), before, step)
        return float(step.collision[0])

    def score(self) -> Json:
        """The metrics of the episode, once it is over."""
        if not self.over:
            raise InputError("The episode is not over yet; say done first.")
        return {name: round(float(values[0]), 6) for name, values in self.world.metrics().items()}

    def state_words(self) -> str:
        """Where the agent is, and how many actions it has left."""
        x, z, heading = self.world.pose[0].tolist()
        if self.over:
            why = "you said done" if self.world.stopped[0] else "all actions are used up"
            return f"The episode is over: {why}."
        left = int(self.world.horizon[0] - self.world.taken[0])
        return f"You are at x {x:.2f}, z {z:.2f}, heading {heading:.0f} degrees; {left} actions left."

    def _check_going(self) -> None:
        if self.over:
            raise InputError("The episode is over; begin another one.")
