"""Seers: who names the aims of instructions. Trained goal predictors, people and records that know the goals already."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sightline.agent.aim import Aim, Done, Point
from sightline.agent.choice import choose, choose_ways
from sightline.agent.goal_typing import REACH_FOR
from sightline.agent.look import Look
from sightline.agent.memory import Memory
from sightline.agent.predictor import GoalPredictor
from sightline.agent.relations import likely_places
from sightline.agent.wayfinding import nearest_behind, points_of_cells
from sightline.geometry import CELLS, PANORAMA, distance
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.language.reading.deeds import CLOSE, OPEN, SWITCH
from sightline.models.goal_types import END, TYPES
from sightline.world import Kind, World

UNSURE = 0.6  # the agent looks again on the way at an aim with less confidence
FAR_AWAY = 4.0  # times `Kind.near`; the agent looks again on the way at an aim farther away
TARGET_CELLS = 3  # cells that may show what to reach for
SAME_OBJECT = 0.2  # metres: alternatives farther away than this are a different object, which the user has not approved
OTHER_THING = 0.3  # metres: two looks at points farther apart than this are at two things
NEGLIGIBLE = 1e-3  # share of a map
# Choosing by the eyes: how cells that show what the words name count more. Measured in generated houses outside every split.
LEAST_MATCH, LEAST_NAMED = 0.01, 0.05  # added to likelihoods, so that no verdict of the eyes is final
TRUST_IN_THINGS = 0.5  # exponent of the likelihood of named furniture; that of items is 1
IN_VIEW, SURELY_IN_VIEW = 0.03, 0.3  # likelihood of the likeliest cell: an item below is out of view, above it is in view
AT_HAND = 0.7  # likelihood of what is named, from which on it is reached for where it is in reach
MISTAKEN_WITHIN = 0.2  # metres
CELLS_APART = 2  # cells between candidates, at least: next to the likeliest cell is mostly more of the same object

Types = Callable[[World], Sequence[Sequence[int]]]  # the goal types (agent.goal_typing) of every world's instruction


class GoalSeer:
    """One look gives the whole plan: waypoints, if the model predicts any, and the goal (paper, "Goal Prediction")."""

    def __init__(self, predictor: GoalPredictor, memory: Memory | None = None):
        self.predictor, self.kind = predictor, predictor.kind
        self.memory = memory
        self.plans: dict[int, list[Aim]] = {}  # by world: waypoints and goal

    @property
    def channels(self) -> tuple[str, ...]:
        """To remember things it must know how far away they are."""
        return ("rgb",) if self.memory is None else ("rgb", "depth")

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """The next aim of each plan. An aim that is looked at again is replaced if the new one is at least as sure."""
        which = look.which.tolist()
        rows = [row for row, n in enumerate(which) if n not in self.plans or held[row] is not None]
        for row, plan in zip(rows, self._see(look.take(rows)) if rows else (), strict=True):
            n, old, new = which[row], held[row], plan[-1]
            if old is None:
                self.plans[n] = plan
            else:
                self.plans[n][-1] = new if new.confidence >= old.confidence else replace(old, seen_from=new.seen_from)
        plans = [self.plans[n] for n in which]
        return [plan[len(before)] if len(before) < len(plan) else None for plan, before in zip(plans, done, strict=True)]

    def _see(self, look: Look) -> list[list[Aim]]:
        """Predict the plans of all worlds of a look."""
        predictor, kind, model = self.predictor, self.kind, self.predictor.model
        maps = predictor.maps(look) if self.memory is None else self.memory.maps(predictor, look)
        classes, places = choose(kind, model, look.poses, maps["goal"])
        rows = np.arange(len(look))
        sure = predictor.confidence(look, rows, maps["goal"], [(x, z) for x, z in places.tolist()], np.ones(len(look)))
        rings = model.readout == "rings"
        in_sight = classes >= kind.view.grid.columns if rings else classes != kind.view.grid.out_of_sight
        ways = choose_ways(kind, model, look.poses, maps["way"]) if "way" in maps else [()] * len(look)
        return [
            [
                *(Aim((float(x), float(z)), seen_from=look.poses[k], waypoint=True) for x, z in ways[k]),
                Aim(
                    (float(places[k, 0]), float(places[k, 1])), None, float(sure[k]), maps["goal"][k], look.poses[k],
                    in_sight=bool(in_sight[k]),
                ),
            ]
            for k in rows
        ]  # fmt: skip

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """Whether the agent is halfway to a goal that was far away or uncertain, if the model may look again."""
        if aim.waypoint or aim.seen_from is None or not self.predictor.model.looks_again:
            return False
        whole, left = distance(aim.seen_from, aim.stand), distance(pose, aim.stand)
        doubtful = aim.confidence < UNSURE or whole > FAR_AWAY * self.kind.near
        return bool(doubtful and left < whole / 2)


class TypedSeer:
    """The words alone give the types of all goals; a look for each goal says where it is (paper, "Method Adaptations").

    Places on the ground are found by projection, things to reach for by casting a ray into what is seen.
    """

    channels = ("rgb", "depth")

    def __init__(self, predictor: GoalPredictor, types: Types):
        self.predictor, self._types = predictor, types
        self._read: Sequence[Sequence[int]] | None = None

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """A goal of the next type, where there is one."""
        if self._read is None:
            self._read = self._types(look.world)
        types = [self._read[n][len(before) : len(before) + 1] for n, before in zip(look.which, done, strict=True)]
        rows = [row for row, type_ in enumerate(types) if len(type_)]
        aims: list[Aim | None] = [None] * len(look)
        if rows:
            reaching = np.array([types[row][0] == REACH_FOR for row in rows], dtype=bool)
            for row, aim in zip(rows, self._see(look.take(rows), reaching), strict=True):
                aims[row] = aim
        return aims

    def _see(self, look: Look, reaching: Bools) -> list[Aim]:
        predictor, kind = self.predictor, self.predictor.kind
        maps = predictor.maps(look, anywhere=reaching)["goal"]
        classes, places = choose(kind, predictor.model, look.poses, maps)
        points, seen = points_of(kind, look.world, look.which, classes, reaching)
        targets = [tuple(points[k]) if reaching[k] else tuple(places[k]) for k in range(len(look))]
        sure = predictor.confidence(look, np.arange(len(look)), maps, targets, np.ones(len(look)))
        return [
            Aim(
                (float(x), float(z)), (float(x), float(y), float(z)) if reaching[k] else None, float(sure[k]), maps[k],
                look.poses[k], in_sight=bool(seen[k]),
            )
            for k, (x, y, z) in enumerate(points)
        ]  # fmt: skip

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """It looks once for each goal."""
        return False


class NextSeer:
    """Our model for houses: given the goals that are done, it predicts from one look what comes next and where."""

    channels = ("rgb", "depth")

    def __init__(self, predictor: GoalPredictor, memory: Memory | None = None):
        self.predictor, self.kind = predictor, predictor.kind
        self.memory = memory

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """What the model sees; an aim that the agent came here for is kept even if the model now predicts "end".

        A thing is remembered from where it was in view if it no longer is, or if the model now prefers another thing without
        being surer. (On 200 plain commands second looks turned to another thing. At what to take: 0 became right and 7 wrong
        where it was not surer, 16 and 1 where it was; of other deeds 14 and 22, and 51 and 17.)
        """
        aims = self._see(look, done)
        for k, old in enumerate(held):
            aim = aims[k] or old
            if aim is not None and aim.point is not None and old is not None and old.point is not None and old.in_sight:
                if not aim.in_sight:
                    aim = replace(
                        aim, point=old.point, alternatives=old.alternatives, map=None, in_sight=True, remembered=True,
                        confidence=old.confidence, wanted=old.wanted, kinds=old.kinds, match=old.match,
                    )  # fmt: skip
                elif (
                    aim.point is not None
                    and math.dist(aim.point, old.point) > OTHER_THING
                    and aim.confidence <= old.confidence
                ):
                    aim = replace(old, map=None, remembered=True)
            aims[k] = aim
        return aims

    def _see(self, look: Look, done: Sequence[Sequence[Done]]) -> list[Aim | None]:
        predictor = self.predictor
        maps = predictor.maps(look, done=done) if self.memory is None else self.memory.maps(predictor, look, done)
        ground, types, likely = maps["goal"], maps["next"].argmax(1), maps["next"].max(1)
        cells, out_of_view = self._by_eyes(look, maps)
        for row in np.flatnonzero((types == END) & (self._wants_item(look, maps) | self._wants_deed(look, maps))).tolist():
            if not any(over.interaction for over in done[row]):  # what is to be done has not been
                types[row] = TYPES.index("interaction")
        for row in np.flatnonzero((types == TYPES.index("navigation")) & self._wants_deed(look, maps)).tolist():
            if not any(over.interaction for over in done[row]) and self._is_at_hand(look, row, maps):
                types[row] = TYPES.index("interaction")
        stands = choose(self.kind, predictor.model, look.poses, ground)[1]
        points: dict[int, list[Point]] = {}
        reaching = np.flatnonzero(types == TYPES.index("interaction"))
        if len(reaching):
            behind = nearest_behind(look, reaching, likeliest_cells(cells[reaching]))  # (M, 3, 3)
            points = {int(k): [(x, y, z) for x, y, z in three] for k, three in zip(reaching, behind.tolist(), strict=True)}
            seen = reaching[~out_of_view[reaching]]
            if len(seen):
                stands[seen] = self._stands_for(look.poses[seen], ground[seen], behind[~out_of_view[reaching], 0])
        aims: list[Aim | None] = []
        for k, (x, z) in enumerate(stands.tolist()):
            first, *others = points.get(k, [None])
            same = tuple(other for other in others if other and first and math.dist(first, other) < SAME_OBJECT)
            in_sight = first is None or not out_of_view[k]
            map_ = ground[k] if first is None or out_of_view[k] else cells[k]
            aim = Aim((x, z), first, 1.0, map_, look.poses[k], same, in_sight)
            aims.append(None if types[k] == END else aim)
        return self._with_confidence(look, self._with_match(look, aims, maps, cells), likely)

    def _wants_item(self, look: Look, maps: dict[str, Floats]) -> Bools:
        """(M,) whether the model wants an item and the words name one."""
        if "match" not in maps:
            return np.zeros(len(look), bool)
        names = np.array([bool(self.predictor.naming(words).items) for words in look.instructions])
        return names & (maps["wanted"][:, 0] < 0.5)

    def _wants_deed(self, look: Look, maps: dict[str, Floats]) -> Bools:
        """(M,) whether the words ask to open, close or switch something, and for nothing else that hands do."""
        if "parts" not in maps:
            return np.zeros(len(look), bool)
        return np.array([self.predictor.naming(words).deed in (OPEN, CLOSE, SWITCH) for words in look.instructions])

    def _by_anchors(self, look: Look) -> Floats:
        """(M, 32 * 192) how likely cells show what stands so to what was seen of it as the words say."""
        likely = np.ones((len(look), CELLS * CELLS * len(PANORAMA)))
        if self.memory is None or not self.predictor.detailed:
            return likely
        for row, n in enumerate(look.which.tolist()):
            if anchors := self.predictor.naming(look.instructions[row]).anchors:
                points = points_of_cells(look, row)
                likely[row] = likely_places(anchors, self.memory.things(n), points, look.poses[row])
        return likely

    def _is_at_hand(self, look: Look, row: int, maps: dict[str, Floats]) -> bool:
        """Whether what the words name is surely in reach."""
        named = self.predictor.naming(look.instructions[row])
        if not named.things or self.kind.gait is None:
            return False
        x, z, _ = look.poses[row]
        eye = (x, look.world.camera.eye, z)
        with np.errstate(invalid="ignore"):
            near = ((points_of_cells(look, row) - eye) ** 2).sum(1) < self.kind.gait.reach**2
        return bool((maps["named"][row] * maps["parts"][row])[near].max(initial=0.0) >= AT_HAND)

    def _by_eyes(self, look: Look, maps: dict[str, Floats]) -> tuple[Floats, Bools]:
        """Maps (M, 32 * 192) of what to reach for, and (M,) whether it is out of view.

        The model may point at where such a thing was in other houses; its eyes see what is here.
        """
        cells, out_of_view = maps["point"][:, :-1], maps["point"][:, -1] > 0.5
        if "match" not in maps:
            return cells, out_of_view
        self._leave_out_mistaken(look, maps["match"])
        item, other = self._wants_item(look, maps), maps["wanted"][:, 0] >= 0.5
        most = maps["match"].max(1)
        out_of_view = np.where(item, (most < IN_VIEW) | (out_of_view & (most < SURELY_IN_VIEW)), out_of_view)
        trust = np.ones_like(cells)
        trust[item] = maps["match"][item] + LEAST_MATCH
        # Hands that reach for an item pick it up: what is no item is reached for beside them.
        bare = np.maximum(1 - maps["items"][other], LEAST_NAMED)
        trust[other] = (maps["named"][other] + LEAST_NAMED) ** TRUST_IN_THINGS * bare
        if "parts" in maps:
            trust[other] *= maps["parts"][other] + LEAST_NAMED
            for row, words in enumerate(look.instructions):
                deed = self.predictor.naming(words).deed
                if other[row] and deed in (OPEN, CLOSE):
                    is_open = maps["open"][row]
                    trust[row] *= LEAST_NAMED + (is_open if deed == CLOSE else 1 - is_open)
        chosen = cells * trust * self._by_anchors(look)
        return chosen / np.maximum(chosen.sum(1, keepdims=True), NEGLIGIBLE**3), out_of_view

    def _leave_out_mistaken(self, look: Look, match: Floats) -> None:
        """Cells (M, 32 * 192) near items that turned out to be others than what is meant do not show what is meant."""
        for row, n in enumerate(look.which.tolist()):
            others = [] if self.memory is None else self.memory.mistaken[n]
            meant = self._kinds_named(look.instructions[row]) if others else frozenset()
            points = [other.point for other in others if other.kinds & meant]
            if points:
                seen = points_of_cells(look, row)
                with np.errstate(invalid="ignore"):
                    near = [((seen - point) ** 2).sum(1) < MISTAKEN_WITHIN**2 for point in points]
                match[row, np.any(near, axis=0)] = 0.0

    def _kinds_named(self, words: str) -> frozenset[str]:
        named = self.predictor.naming(words).items
        return frozenset(self.kind.thing_names[self.kind.items[kind]] for kinds in named for kind in kinds)

    def _with_match(self, look: Look, aims: list[Aim | None], maps: dict[str, Floats], cells: Floats) -> list[Aim | None]:
        """The aims that reach for something, with the kinds that may be meant, and how likely the likeliest cell or one
        beside it shows one of these."""
        if "match" not in maps:
            return aims
        for k, aim in enumerate(aims):
            if aim is None or aim.point is None:
                continue
            named = self.predictor.naming(look.instructions[k])
            if maps["wanted"][k].argmax() > 0:
                likely = maps["wanted"][k, 1:]
                kind = int((self.predictor.naming.wanted(look.instructions[k], likely) + NEGLIGIBLE * likely).argmax())
                kinds = next((kinds for kinds in named.items if kind in kinds), (kind,))
                names = [self.kind.thing_names[self.kind.items[kind]] for kind in (kind, *kinds)]
                aims[k] = replace(
                    aim, wanted=names[0], kinds=frozenset(names), match=_highest_near(maps["match"][k], cells[k])
                )
            elif named.things:
                names = [self.kind.thing_names[number] for number in named.things]
                likely = maps["named"][k]
                if named.deed == CLOSE and "open" in maps:  # what is shut already is not meant
                    likely = likely * maps["open"][k]
                aims[k] = replace(aim, wanted=named.noun, kinds=frozenset(names), match=_highest_near(likely, cells[k]))
        return aims

    def _with_confidence(self, look: Look, aims: list[Aim | None], likely: Floats) -> list[Aim | None]:
        for k, aim in enumerate(aims):
            if aim is not None and aim.map is not None:
                sure = self.predictor.confidence(look, np.array([k]), aim.map[None], [aim.target], likely[[k]])
                aims[k] = replace(aim, confidence=float(sure[0]))
        return aims

    def _stands_for(self, poses: Floats, ground: Floats, points: Floats) -> Floats:
        """(M, 2) where to stand to reach for points (M, 3), by maps (M, 28 * 192) of stands as seen from poses (M, 3).

        The likeliest place of a map may belong to another object: so those count from which the point is in reach, unless
        the map hardly has any.
        """
        kind = self.kind
        assert kind.gait is not None
        places = kind.view.rings.points(poses, kind.view.bounds)[:, :, 0]  # (M, 28 * 192, 2)
        maps = ground * (distance(places, points[:, None, ::2]) <= kind.gait.reach)
        shares = maps.sum(1, keepdims=True)
        reachable = np.where(shares > NEGLIGIBLE, maps / np.maximum(shares, NEGLIGIBLE), ground)
        return choose(kind, self.predictor.model, poses, reachable)[1]

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """Its legs say when to look again."""
        return False


@dataclass
class GivenAims:
    """Aims that are known beforehand: those of records ("oracle goals"), or a person's."""

    aims: Sequence[Sequence[Aim]]  # of every world, in order
    channels: tuple[str, ...] = ()

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """The next of them."""
        return [
            self.aims[n][len(before)] if len(before) < len(self.aims[n]) else None
            for n, before in zip(look.which, done, strict=True)
        ]

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """They are right."""
        return False


def aims_at_cells(kind: Kind, look: Look, classes: Ints, reaching: Bools) -> list[Aim]:
    """The aims that goal classes (M,) stand for in the worlds of a look."""
    points, seen = points_of(kind, look.world, look.which, classes, reaching)
    return [
        Aim((float(x), float(z)), (float(x), float(y), float(z)) if reaching[k] else None, in_sight=bool(seen[k]))
        for k, (x, y, z) in enumerate(points)
    ]


def points_of(kind: Kind, world: World, which: Ints, classes: Ints, reaching: Bools) -> tuple[Floats, Bools]:
    """What goal classes (M,) stand for in some worlds (M,): points (M, 3), and whether there is one to be seen.

    Where there is none, the point is at the agent's own place.
    """
    poses = world.pose[which]
    ground = kind.view.goal_places(poses, classes)
    points = np.stack([ground[:, 0], np.zeros(len(which)), ground[:, 1]], axis=1)
    seen = classes != kind.view.grid.out_of_sight
    cast = np.flatnonzero(reaching & seen)
    if len(cast):
        row, column = kind.view.cells(classes[cast])
        cells = np.zeros((3, len(world)), np.int64)  # view, row, column; locate() takes a cell for every world
        cells[:, which[cast]] = column // CELLS, row, column % CELLS
        points[cast] = world.locate(*cells).point[which[cast]]
    seen &= np.isfinite(points).all(1)
    return np.where(seen[:, None], points, np.stack([poses[:, 0], np.zeros(len(which)), poses[:, 1]], axis=1)), seen


def _highest_near(map_: Floats, cells: Floats) -> float:
    """The highest value of a map (32 * 192) in the likeliest of some cells (32 * 192), or beside it."""
    row, column = divmod(int(cells.argmax()), CELLS * len(PANORAMA))
    beside = np.take(map_.reshape(CELLS, -1), range(column - 1, column + 2), 1, mode="wrap")
    return float(beside[max(row - 1, 0) : row + 2].max())


def likeliest_cells(maps: Array) -> Ints:
    """(N, TARGET_CELLS) cells of maps (N, 32 * 192), the likeliest first, that are at least CELLS_APART from each other."""
    columns = CELLS * len(PANORAMA)
    left = maps.reshape(len(maps), CELLS, columns).astype(np.float64)
    cells = np.empty((len(maps), TARGET_CELLS), np.int64)
    rows, across = np.arange(CELLS)[:, None], np.arange(columns)
    for k in range(TARGET_CELLS):
        cells[:, k] = left.reshape(maps.shape).argmax(1)
        for one, cell in zip(left, cells[:, k], strict=True):
            row, column = divmod(int(cell), columns)
            around = np.abs(across - column)
            one[np.maximum(np.abs(rows - row), np.minimum(around, columns - around)) < CELLS_APART] = -np.inf
    return cells
