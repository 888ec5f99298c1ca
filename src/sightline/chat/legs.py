"""Legs behind an address: a model sees the view ahead every few steps and names the next actions. It needs no seer."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from sightline.agent.aim import Aim, Event
from sightline.agent.look import Look, enlarged
from sightline.chat.asking import Asker, ModelQuestion, Picture, object_schema, with_hint
from sightline.chat.oracle import actions_of
from sightline.chat.prompts import NOTHING, filled
from sightline.chat.reading import MalformedError, PointReader, objects_in
from sightline.chat.seers import jpeg
from sightline.chat.usage import Usage
from sightline.geometry import CELLS, FORWARD_VIEW
from sightline.geometry.types import Floats, Ints
from sightline.models.goal_types import MOST_GOALS
from sightline.world import Kind, Step, World

REMEMBERED = 20  # actions that a prompt tells
_INTERACT = re.compile(r"interact\W*([\d.]+\s*(?:%|px)?)\W+([\d.]+\s*(?:%|px)?)\W*", re.IGNORECASE)


class ChatLegs:
    """A model that names actions in N worlds."""

    channels: tuple[str, ...] = ()

    def __init__(
        self, kind: Kind, world: World, asker: Asker, prompt: str, demonstrations: Sequence[Sequence[int]] | None = None
    ):
        """With `demonstrations`, a mock server on this machine is told the right actions."""
        self.kind, self.world, self.asker, self.prompt = kind, world, asker, prompt
        self.demonstrations = demonstrations
        self.usages: dict[int, Usage] = {}  # by world
        count = len(world)
        self._queues: list[deque[int]] = [deque() for _ in range(count)]
        self._views: list[deque[bytes]] = [deque(maxlen=asker.config.last) for _ in range(count)]
        self._deeds: list[deque[str]] = [deque(maxlen=REMEMBERED) for _ in range(count)]
        self._began = world.taken.copy()
        self._reader = PointReader(kind.reaches, asker.config.view_size, unit=asker.config.coordinates)

    def horizon(self, world: World) -> Ints:
        """As the world has it, for every goal that an instruction may have."""
        return world.horizon * MOST_GOALS if self.kind.reaches else world.horizon

    def see(self, look: Look) -> None:
        """It looks ahead only."""

    def set_out(self, n: int, aim: Aim, looks: int, origin: Floats) -> Event | None:
        """It has no aims."""
        return None

    def act(self, aims: Sequence[Aim | None], where: Sequence[int] | None = None) -> Ints:
        """(N,) the next action that the model has named; it is asked wherever none is left."""
        asking = [n for n, queue in enumerate(self._queues) if not queue and not self.world.over[n]]
        if asking:
            self._ask(asking)
        stop = self.world.actions.index("stop")
        return np.array([queue.popleft() if queue else stop for queue in self._queues], dtype=np.int64)

    def _ask(self, asking: list[int]) -> None:
        """Who gets no readable answer stops."""
        seen = enlarged(self.kind, self.world, asking, self.asker.config.view_size).observe()["rgb"]
        for n, view in zip(asking, np.asarray(seen), strict=True):
            self._views[n].append(jpeg(view))
        replies = self.asker.ask([self._question(n) for n in asking])
        for n, reply in zip(asking, replies, strict=True):
            self.usages[n] = self.usages.get(n, Usage()) + reply.usage
            self._queues[n] = deque(reply.value or [self.world.actions.index("stop")])

    def _question(self, n: int) -> ModelQuestion[list[int]]:
        config, names = self.asker.config, self.world.actions
        taken = int(self.world.taken[n] - self._began[n])
        deeds = ", ".join(self._deeds[n])
        done = f"{taken} actions{f'; the latest: {deeds}' if deeds else ''}" if taken else NOTHING
        text = filled(
            self.prompt, instruction=self.world.episodes[n].instruction, done=done, every=str(config.every),
            actions=", ".join(names),
        )  # fmt: skip
        pictures = tuple(Picture(f"View {k} of {len(self._views[n])}", view) for k, view in enumerate(self._views[n], 1))
        spelled = {"type": "string"} if self.kind.reaches else {"type": "string", "enum": list(names)}
        limits = {"minItems": 1, "maxItems": config.every}
        schema = object_schema(actions={"type": "array", "items": spelled, **limits})
        question = ModelQuestion(text, pictures, schema, self._read)
        if self.demonstrations is not None:
            right = actions_of(names, self.demonstrations[n], taken, config.every, self.kind.interact)
            question = with_hint(question, {"actions": right})
        return question

    def _read(self, text: str) -> list[int]:
        """The actions that an answer names, as the world numbers them."""
        found = [fields["actions"] for fields in objects_in(text, "actions")]
        if any(actions != found[0] for actions in found):
            raise MalformedError("There are several different answers; give one.")
        named = [found[0]] if isinstance(found[0], str) else found[0]
        if not isinstance(named, list) or not named:
            raise MalformedError("`actions` is a list of one action or more.")
        return [self._number(action, first=k == 0) for k, action in enumerate(named[: self.asker.config.every])]

    def _number(self, action: Any, first: bool) -> int:
        names = self.world.actions
        if not isinstance(action, str):
            raise MalformedError(f"Actions are words: {', '.join(names)}.")
        word = re.sub(r"[\s-]+", "_", action.strip().lower())
        word = {"left": "turn_left", "right": "turn_right", "move_forward": "forward", "ahead": "forward"}.get(word, word)
        if word in names and word != "interact":
            return names.index(word)
        spot = _INTERACT.fullmatch(action.strip()) if self.kind.interact is not None else None
        if spot is None or self.kind.interact is None:
            raise MalformedError(f"{action[:40]!r} is no action; there are {', '.join(names)}.")
        if not first:
            raise MalformedError('"interact" must be the first action after a picture.')
        at = self._reader.spot({"view": FORWARD_VIEW + 1, "x": spot[1], "y": spot[2]})
        return self.kind.interact + CELLS * int(at.y * CELLS) + int(at.x * CELLS)

    def after(self, actions: Ints, before: Floats, step: Step) -> dict[int, Event]:
        """Remember what was done, and what the world answered."""
        for n, action in enumerate(actions.tolist()):
            name = self.world.actions[min(action, len(self.world.actions) - 1)]
            refusal = self.world.refusals[step.refused[n]]
            blocked = name == "forward" and not step.moved[n] and not refusal
            self._deeds[n].append(f"{name} (refused: {refusal})" if refusal else f"{name} (blocked)" if blocked else name)
        return {}
