"""Learned legs: the action generator takes agents to their aims (paper, section "Action Generation").

In worlds where aims are places to walk to and things to reach for, walking ends with Stop, and reaching for a thing with an
Interact that is not refused; after a number of actions an aim is given up (paper, "Method Adaptations for CHAI").
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from sightline.agent.aim import ACTED, Aim, Event
from sightline.agent.look import Look
from sightline.errors import InputError
from sightline.geometry import View, bearing, distance, on_ground
from sightline.geometry.types import Bools, Floats, Ints
from sightline.models.action_generator import OUT_OF_SIGHT, ActionGenerator
from sightline.models.goal_map import MASKED
from sightline.models.goal_types import MOST_GOALS
from sightline.models.pretrained import load_model
from sightline.world import Kind, Step, World

TOO_LONG, NO_NEARER = "it took too long", "it got no nearer to it"
PATIENCE = 25  # actions without getting nearer, after which patient legs give up
UNLIMITED = 100_000  # actions: for patient legs there is no horizon
TRAINED_STEPS = 30  # patient legs count no further: the network was trained on episodes of 40 actions
HERE = 0.1  # of what is near: a place with a heading that is this close is only turned to
AT_ORIGIN = 0.6  # of what is near: an aim this close to where the way begins has no direction to overshoot in


class LearnedLegs:
    """The action generator and its memory over the steps of N worlds; it takes the most likely action."""

    channels: tuple[str, ...] = ()

    def __init__(
        self, kind: Kind, model: ActionGenerator, world: World, overshoot: float | None = None, patient: bool = False
    ):
        """Goals are moved `overshoot` farther away, because the network stops short; default: the model's `stops_short`.

        `patient` legs have no horizon: they go on as long as they get nearer to their aims.
        """
        self.kind, self.model, self.world = kind, model.eval(), world
        self.overshoot = model.config.stops_short if overshoot is None else overshoot
        self.device = next(model.parameters()).device
        count = len(world)
        self.targets, self.known, self.reaching = np.zeros((count, 3)), np.zeros(count, bool), np.zeros(count, bool)
        # step number given to the network: since the start, or since the aim began if typed
        self.steps: Ints = np.zeros(count, np.int64)
        self.spent: Ints = np.zeros(count, np.int64)  # actions for the aim
        self.patient = patient
        self._least, self._since = np.full(count, np.inf), np.zeros(count, np.int64)  # least distance, actions since then
        self._angle = 0.0  # degrees of a turn, as far as it has turned
        self._state: tuple[Tensor, Tensor] | None = None
        self._fresh: Bools = np.zeros(count, bool)  # whose memory is empty

    @property
    def typed(self) -> bool:
        """Whether it knows walking from reaching for things, and counts the steps of every aim anew."""
        return self.model.config.typed

    def horizon(self, world: World) -> Ints:
        """Every typed aim has a number of actions of its own."""
        if self.patient:
            return world.taken + UNLIMITED
        return np.full(len(world), self.kind.action_limit * MOST_GOALS) if self.typed else world.horizon

    def see(self, look: Look) -> None:
        """It walks by reckoning alone."""

    def set_out(self, n: int, aim: Aim, looks: int, origin: Floats) -> Event | None:
        """Forget the way to the aim before."""
        self.reaching[n], self.known[n] = aim.point is not None, aim.in_sight
        self.targets[n] = aim.point if aim.point is not None else self._beyond(origin, aim)
        self.spent[n], self._fresh[n] = 0, True
        if self.typed or self.patient:
            self.steps[n] = 0
        self._least[n], self._since[n] = np.inf, 0
        return None

    def _beyond(self, origin: Floats, aim: Aim) -> tuple[float, float, float]:
        """The place given to the network: `overshoot` beyond the aim, seen from an origin (2,)."""
        place = np.array(aim.stand[:2], dtype=np.float64)
        away = place - origin
        length = float(np.hypot(*away))
        if self.overshoot and not aim.waypoint and length >= AT_ORIGIN * self.kind.near:
            place = np.clip(place + away * (self.overshoot / length), *self.kind.view.bounds)
        return float(place[0]), 0.0, float(place[1])

    @torch.no_grad()
    def act(self, aims: Sequence[Aim | None], where: Sequence[int] | None = None) -> Ints:
        """(N,) the most likely actions as the world numbers them; with `where`, only these worlds remember having acted."""
        world = self.world
        cells, reckoned = goal_in_view(self.kind.view, world.pose, self.targets, self.known, self.device)
        reaching = torch.from_numpy(self.reaching).to(self.device) if self.typed else None
        if self._state is not None and self._fresh.any():
            keep = torch.from_numpy(~self._fresh).to(self.device)[:, None]
            self._state = self._state[0] * keep, self._state[1] * keep
        self._fresh[:] = False
        logits, state = self.model(cells, reckoned, torch.from_numpy(self.steps).to(self.device), self._state, reaching)
        if where is not None and state is not None and self._state is not None:
            new = torch.from_numpy(np.isin(np.arange(len(world)), where)).to(self.device)[:, None]
            state = torch.where(new, state[0], self._state[0]), torch.where(new, state[1], self._state[1])
        self._state = state
        chosen = permitted(logits, world.actions, reaching, cells).argmax(1)
        actions = aimed(chosen.cpu().numpy(), self.kind.interact, cells.cpu().numpy())
        for n, aim in enumerate(aims):
            if aim is not None and self._is_here(n, aim):
                actions[n] = self._turn(n, aim.stand[2])
        return actions

    def _is_here(self, n: int, aim: Aim) -> bool:
        """Whether all that is left of an aim is to turn on the spot."""
        turning = aim.point is None and len(aim.stand) == 3
        return turning and bool(distance(self.world.pose[n], aim.stand[:2]) <= HERE * self.kind.near)

    def _turn(self, n: int, heading: float) -> int:
        """The action that turns agent n to a heading; stop if no turn brings it nearer."""
        off = (heading - float(self.world.pose[n, 2]) + 180.0) % 360.0 - 180.0
        if abs(off) <= max(self._angle / 2, 1.0):
            return self.world.actions.index("stop")
        return self.world.actions.index("turn_right" if off > 0 else "turn_left")

    def after(self, actions: Ints, before: Floats, step: Step) -> dict[int, Event]:
        """Typed aims end with an interaction that is not refused, or when their actions are used up."""
        self.steps += 1
        self.spent += 1
        self._angle = max(self._angle, float(np.abs((self.world.pose[:, 2] - before[:, 2] + 180) % 360 - 180).max()))
        if self.patient:
            return self._without_progress()
        if not self.typed:
            return {}
        acted = self.kind.is_interaction(actions) & (step.refused == 0)
        late = self.spent >= self.kind.action_limit
        return {int(n): ACTED if acted[n] else Event(True, failed=TOO_LONG) for n in np.flatnonzero(acted | late)}

    def _without_progress(self) -> dict[int, Event]:
        """Give up aims that get no nearer."""
        self.steps = np.minimum(self.steps, TRAINED_STEPS)
        far = distance(self.world.pose, self.targets[:, ::2])
        nearer = far < self._least - 0.1
        self._least, self._since = np.where(nearer, far, self._least), np.where(nearer, 0, self._since + 1)
        return {int(n): Event(True, failed=NO_NEARER) for n in np.flatnonzero(self._since >= PATIENCE)}


def load_action_generator(kind: Kind, folder: Path, device: torch.device) -> ActionGenerator:
    """A trained action generator for a world, from its folder."""
    model = load_model(folder, str(device))
    if not isinstance(model, ActionGenerator):
        raise InputError(f"{folder}: is not an action generator.")
    if model.config.actions != len(kind.actions):
        raise InputError(f"{folder}: knows {model.config.actions} actions, but {kind.title} has {len(kind.actions)}.")
    return model


def goal_in_view(
    view: View, poses: Floats, goals: Floats, known: Bools | None, device: torch.device
) -> tuple[Tensor, Tensor]:
    """What an action generator is told of goals: the cell (N,) of the view, and (N, 5) where each is by reckoning.

    Goals are places on the ground (N, 2) or points (N, 3). The cell is 1024 when the goal is not in view or (not known) was
    never located. A goal is reckoned by its distance and bearing from where the agent is now, and its height: the agent
    knows how it has moved since it saw the goal.
    """
    places, heights = on_ground(goals)
    row, column = view.grid.in_view(poses, places, heights)
    cells = np.where(row < 0, OUT_OF_SIGHT, row * view.grid.cells + column)
    if known is not None:
        cells = np.where(known, cells, OUT_OF_SIGHT)
    far, turn = distance(poses, places), np.radians(bearing(poses, places))
    reckoned = np.stack([far / 20, np.exp(-far / 2), np.sin(turn), np.cos(turn), heights], axis=1)
    return torch.from_numpy(cells).to(device), torch.from_numpy(reckoned).to(device, torch.float32)


def permitted(logits: Tensor, actions: Sequence[str], reaching: Tensor | None, cells: Tensor) -> Tensor:
    """Logits (N, A) of the actions that goals permit; one that is in view at cells (N,) may be `reaching` (N,) for a thing.

    Walking to a place ends with Stop, reaching for a thing with Interact, once it is in view (paper, "Method Adaptations for
    CHAI"). Without `reaching` every action is permitted.
    """
    if reaching is None:
        return logits
    refused = torch.zeros_like(logits, dtype=torch.bool)
    refused[:, actions.index("stop")] = reaching
    refused[:, actions.index("interact")] = ~reaching | (cells == OUT_OF_SIGHT)
    return logits.masked_fill(refused, MASKED)


def aimed(chosen: Ints, interact: int | None, cells: Ints) -> Ints:
    """(N,) actions as a world numbers them: Interact (number `interact`) goes to the cell (N,) in which the goal is seen."""
    if interact is None:
        return chosen
    return np.where(chosen == interact, interact + np.minimum(cells, OUT_OF_SIGHT - 1), chosen)
