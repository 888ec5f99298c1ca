"""Seers behind an address: a model marks the next aim on what the agent sees, or names it from what is in view in words."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from sightline.agent.aim import Aim, Done, Point
from sightline.agent.look import Look, enlarged, large_camera
from sightline.agent.pointing import Spot, aim_at, point_behind
from sightline.chat.asking import Asker, ChatReply, ModelQuestion, Picture, object_schema, with_hint
from sightline.chat.config import STRIP, ChatConfig
from sightline.chat.oracle import Truth, marking_of, naming_of
from sightline.chat.prompts import LABELS, done_words, filled, views_words
from sightline.chat.reading import (
    DONE,
    LOOK,
    REACH,
    WALK,
    MalformedError,
    Marking,
    PointReader,
    kind_of_answer,
    number_in,
    objects_in,
)
from sightline.chat.usage import Usage
from sightline.geometry import PANORAMA, bearing, direction, distance
from sightline.geometry.types import Array, Floats
from sightline.world import Kind

QUALITY = 92  # of JPEGs
THING_LIMIT, LEAST_PIXELS = 60, 12  # things in words, the largest ones; smaller ones are not seen
SKY = "There is only sky at that point; mark the ground or a thing."


def jpeg(pixels: Array) -> bytes:
    """A picture (H, W, 3) as a file."""
    file = io.BytesIO()
    Image.fromarray(np.asarray(pixels)).save(file, "JPEG", quality=QUALITY)
    return file.getvalue()


class AskingSeer:
    """What both seers share: in fields a walk ends the instruction; who gets no readable answer stops where it stands."""

    channels: tuple[str, ...] = ()

    def __init__(self, kind: Kind, asker: Asker, prompt: str, truth: Truth | None = None):
        """With `truth`, a mock server on this machine is told the right answers."""
        self.kind, self.asker, self.prompt, self.truth = kind, asker, prompt, truth
        self.usages: dict[int, Usage] = {}  # by world
        self._ended: set[int] = set()  # worlds where nothing is left to do
        kinds = [WALK, *([REACH] if kind.reaches else []), LOOK, DONE]
        self._kinds: dict[str, Any] = {"type": "string", "enum": kinds}

    @property
    def config(self) -> ChatConfig:
        return self.asker.config

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """What the model says comes next, where anything does."""
        rows = [row for row, n in enumerate(look.which.tolist()) if n not in self._ended]
        aims: list[Aim | None] = [None] * len(look)
        if rows:
            for row, aim in zip(rows, self._ask(look.take(rows), [done[row] for row in rows]), strict=True):
                aims[row] = aim
        return aims

    def _ask(self, look: Look, done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        replies = self.asker.ask(self._questions(look, done))
        return [self._aim(look, row, reply, bool(done[row])) for row, reply in enumerate(replies)]

    def _questions(self, look: Look, done: Sequence[Sequence[Done]]) -> list[ModelQuestion[tuple[str, Aim | None]]]:
        raise NotImplementedError

    def _aim(self, look: Look, row: int, reply: ChatReply[tuple[str, Aim | None]], begun: bool) -> Aim | None:
        n = int(look.which[row])
        self.usages[n] = self.usages.get(n, Usage()) + reply.usage
        kind, aim = reply.value or (DONE, None)
        if kind == DONE or (kind == WALK and not self.kind.reaches):
            self._ended.add(n)
        if aim is None and not begun and not self.kind.reaches:  # in fields every agent has a goal: its own place
            x, z, _ = look.poses[row].tolist()
            return Aim((x, z), in_sight=False, marked=True)
        return aim

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """It says itself where to look again."""
        return False


class PointingSeer(AskingSeer):
    """A vision-language model that marks points on pictures of the panorama."""

    def _questions(self, look: Look, done: Sequence[Sequence[Done]]) -> list[ModelQuestion[tuple[str, Aim | None]]]:
        side, strip = self.config.view_size, self.config.layout == STRIP
        seen = enlarged(self.kind, look.world, look.which, side).panorama(("rgb", "depth"))
        rgb, depth = np.asarray(seen["rgb"]), np.asarray(seen["depth"])
        coordinate = {"type": ["number", "null"], "minimum": 0, "maximum": 1000}
        view = {"type": ["integer", "null"], "minimum": 1, "maximum": len(PANORAMA)}
        schema = object_schema(answer=self._kinds, view=view, x=coordinate, y=coordinate)
        reader = PointReader(self.kind.reaches, side, strip, self.config.coordinates)
        camera = large_camera(self.kind, side)
        questions = []
        for row in range(len(look)):
            pose = look.poses[row]

            def read(text: str, pose: Floats = pose, depth: Array = depth[row]) -> tuple[str, Aim | None]:
                return self._read(reader(text), pose, depth)

            text = filled(
                self.prompt, instruction=look.instructions[row], done=done_words(self.kind, pose, done[row]),
                views=views_words(self.config),
            )  # fmt: skip
            question = ModelQuestion(text, self._pictures(rgb[row], side, strip), schema, read)
            if self.truth is not None:
                goals = self.truth[int(look.which[row])]
                question = with_hint(question, marking_of(self.kind, camera, pose, depth[row], goals, done[row], strip))
            questions.append(question)
        return questions

    def _pictures(self, panorama: Array, side: int, strip: bool) -> tuple[Picture, ...]:
        if strip:
            return (Picture("Views 1 to 6", jpeg(panorama)),)
        views = [panorama[:, view * side : (view + 1) * side] for view in range(len(PANORAMA))]
        return tuple(Picture(f"View {k} ({LABELS[k - 1]})", jpeg(view)) for k, view in enumerate(views, 1))

    def _read(self, marking: Marking, pose: Floats, depth: Array) -> tuple[str, Aim | None]:
        if marking.spot is None:
            return marking.kind, None
        camera = large_camera(self.kind, self.config.view_size)
        point = point_behind(camera, pose, depth, marking.spot)
        if point is None:
            raise MalformedError(SKY)
        return marking.kind, aim_at(self.kind, camera, pose, point, marking.kind == REACH)


class NamingSeer(AskingSeer):
    """A language model without eyes that reads names, bearings and distances of what is in view: privileged."""

    channels = ("depth", "segmentation")

    def _questions(self, look: Look, done: Sequence[Sequence[Done]]) -> list[ModelQuestion[tuple[str, Aim | None]]]:
        number: dict[str, Any] = {"type": ["number", "null"]}
        schema = object_schema(
            answer=self._kinds, thing={"type": ["integer", "null"], "minimum": 1, "maximum": THING_LIMIT},
            bearing=number | {"minimum": -180, "maximum": 180}, distance=number | {"minimum": 0, "maximum": self._farthest},
        )  # fmt: skip
        questions = []
        for row in range(len(look)):
            pose, things = look.poses[row], self._things(look, row)

            def read(text: str, pose: Floats = pose, things: Any = things) -> tuple[str, Aim | None]:
                return self._read(text, pose, things)

            text = filled(
                self.prompt, instruction=look.instructions[row], done=done_words(self.kind, pose, done[row]),
                things=self._lines(pose, things),
            )  # fmt: skip
            question = ModelQuestion(text, (), schema, read)
            if self.truth is not None:
                goals = self.truth[int(look.which[row])]
                points = [point for _, point in things]
                question = with_hint(question, naming_of(self.kind, pose, points, goals, done[row]))
            questions.append(question)
        return questions

    @property
    def _farthest(self) -> float:
        low, high = self.kind.view.bounds
        return math.ceil(math.hypot(high - low, high - low))

    def _things(self, look: Look, row: int) -> list[tuple[str, Point]]:
        """The things in view, the largest first, each with the point in the middle of what is seen of it."""
        assert self.kind.names_in is not None
        names = self.kind.names_in(look.world.episodes[int(look.which[row])])
        numbers, depth = np.asarray(look["segmentation"][row]), look.depth[row]
        seen, counts = np.unique(numbers, return_counts=True)
        things = []
        for number, _ in sorted(zip(seen.tolist(), counts.tolist(), strict=True), key=lambda pair: -pair[1]):
            where = np.argwhere(numbers == number)
            if number in names and len(where) >= LEAST_PIXELS:
                middle = where[np.abs(where - np.median(where, axis=0)).sum(1).argmin()]
                point = _point_of_pixel(look, row, depth, int(middle[0]), int(middle[1]))
                if point is not None:
                    things.append((names[number], point))
        return things[:THING_LIMIT]

    def _lines(self, pose: Floats, things: Sequence[tuple[str, Point]]) -> str:
        lines = []
        for k, (name, (x, y, z)) in enumerate(things, 1):
            away, turn = float(distance(pose, (x, z))), float(bearing(pose, (x, z)))
            height = f", height {y:.1f}" if self.kind.reaches else ""
            lines.append(f"{k}. {name}: bearing {turn:.0f}, distance {away:.1f} {self.kind.unit}{height}")
        return "\n".join(lines) or "nothing that has a name"

    def _read(self, text: str, pose: Floats, things: Sequence[tuple[str, Point]]) -> tuple[str, Aim | None]:
        found = objects_in(text)
        if any(fields != found[0] for fields in found):
            raise MalformedError("There are several different answers; give one.")
        fields = found[0]
        kind = kind_of_answer(fields, self.kind.reaches)
        if kind == DONE:
            return DONE, None
        camera = self.kind.view.camera
        if fields.get("thing") is not None:
            number = number_in(fields, "thing", 1, max(len(things), 1))
            if number != int(number) or not things:
                raise MalformedError("`thing` is the number of a thing in view.")
            return kind, aim_at(self.kind, camera, pose, things[int(number) - 1][1], kind == REACH)
        if kind == REACH:
            raise MalformedError("`thing` is the number of the thing to reach for.")
        turn, away = number_in(fields, "bearing", -360, 360), number_in(fields, "distance", 0, 1e6)
        x, z = (pose[:2] + min(away, self._farthest) * direction(pose[2] + turn)).tolist()
        return kind, aim_at(self.kind, camera, pose, (x, 0.0, z), reaching=False)


def _point_of_pixel(look: Look, row: int, depth: Array, line: int, column: int) -> Point | None:
    camera = look.world.camera
    view, within = divmod(column, camera.width)
    spot = Spot(view, (within + 0.5) / camera.width, (line + 0.5) / camera.height)
    return point_behind(camera, look.poses[row], depth, spot)
