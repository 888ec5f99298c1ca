"""Where plain commands lead: each kind checked against what its words say, by measuring."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from sightline.corpus.grammar import Speaker
from sightline.corpus.lani.commands import grammar
from sightline.corpus.lani.commands.places import COUNTS, LEADS_TO, SHARES, UNITS, Command, anywhere, nearby, on_the_way
from sightline.corpus.lani.meaning import FENCES
from sightline.corpus.lani.terrain import Point, Terrain, apart, compass, wrap
from sightline.corpus.splits import STREAMS
from sightline.lani import Episode, Placed, Scene, generate_scene

TERRAINS = [Terrain(generate_scene(STREAMS + k)) for k in range(40)]


class Told:
    """A command that was given, and the places that it leads to."""

    def __init__(self, command: Command, way: list[Point]):
        self.command, self.terrain, self.at, self.way, self.end = command, command.terrain, command.at, way, way[-1]
        self.slots = {name: str(filler) for name, filler in command.speaker.slots.items()}
        self.of = [k for k, _ in command.named]

    @property
    def units(self) -> float:
        """How far $N $U is."""
        count = self.slots["N"]
        return UNITS[self.slots["U"]] * (COUNTS.index(count) if count in COUNTS else int(count))

    @property
    def side(self) -> int:
        return 1 if self.slots["S"] == "right" else -1

    def turned(self, to: Point) -> float:
        """Degrees to the right, as seen from the start."""
        return wrap(compass(self.at, to) - self.at[2])

    def to_fence(self, slot: str, place: Point | None = None) -> float:
        x, z = place or self.end
        return (50 - z, 50 - x, z, x)[FENCES.index(self.slots[slot])]

    def gap(self, n: int, place: Point | None = None) -> float:
        """Between a place, or the end, and the n-th landmark that is named."""
        return self.terrain.gap(self.of[n], place or self.end)

    def round(self, n: int = 0) -> float:
        """Degrees from where the start is, as seen from the n-th landmark, to where the end is."""
        middle = self.terrain.middles[self.of[n]]
        return wrap(compass(middle, self.end) - compass(middle, self.at))


def close(value: float, to: float, by: float = 0.05) -> bool:
    return abs(value - to) <= by


def between(t: Told) -> bool:
    a, b = (t.terrain.middles[k] for k in t.of)
    return close(apart(a, t.end) + apart(t.end, b), apart(a, b), 1e-6) and min(t.gap(0), t.gap(1)) > -2


def via(t: Told) -> bool:
    """The place to pass is beside X, which is then on the hand that was said; the end is beside Y."""
    x = t.terrain.middles[t.of[0]]
    hand = wrap(compass(t.way[0], x) - compass(t.at, x))
    return close(t.gap(0, t.way[0]), 1.8) and hand * t.side > 0 and close(t.gap(1), 1.8)


def through(t: Told) -> bool:
    """The place to pass lies between X and Y; the end is beside Z."""
    a, b = (t.terrain.middles[k] for k in t.of[:2])
    return close(apart(a, t.way[0]) + apart(t.way[0], b), apart(a, b), 1e-6) and close(t.gap(2), 1.8) and len(set(t.of)) == 3


def around(t: Told) -> bool:
    """The place to pass is at the side where X is on the hand that was said, the end behind it."""
    x = t.terrain.middles[t.of[0]]
    hand = wrap(compass(t.way[0], x) - compass(t.at, x))
    clockwise = t.slots["C"] == "clockwise"
    return hand * t.side > 0 and clockwise == (t.side > 0) and abs(t.round()) > 179 and t.slots["O"] != t.slots["S"]


CHECKS: dict[str, Callable[[Told], bool]] = {
    "command": lambda t: close(t.gap(0), 1.8) and abs(t.round()) < 1,
    "front": lambda t: close(t.gap(0), 1.8) and abs(t.round()) < 1,
    "stay": lambda t: t.end == t.at[:2],
    "forward": lambda t: close(apart(t.at, t.end), t.units) and abs(t.turned(t.end)) < 1,
    "backward": lambda t: close(apart(t.at, t.end), t.units) and abs(t.turned(t.end)) > 179,
    "sideways": lambda t: close(apart(t.at, t.end), t.units) and close(t.turned(t.end), 90 * t.side, 1),
    "ahead.fence": lambda t: (
        apart(t.at, t.end) < 1e-9
        or (abs(t.turned(t.end)) < 1 and close(min(*t.end, 50 - t.end[0], 50 - t.end[1]), 1.0))
    ),
    "fence": lambda t: close(t.to_fence("F"), 2) and close(min(abs(t.end[0] - t.at[0]), abs(t.end[1] - t.at[1])), 0),
    "corner": lambda t: close(t.to_fence("F"), 2) and close(t.to_fence("G"), 2) and t.slots["F"] != t.slots["G"],
    "fence.beside": lambda t: (
        close(t.to_fence("F"), 2) and min(abs(np.subtract(t.end, t.terrain.middles[t.of[0]]))) < 1e-9
    ),
    "fence.between": lambda t: t.to_fence("F") < t.to_fence("F", t.terrain.middles[t.of[0]]) and t.gap(0) > 0,
    "fence.middle": lambda t: close(t.to_fence("F"), 2) and 25.0 in t.end,
    "middle": lambda t: t.end == (25.0, 25.0),
    "lake": lambda t: any(close(apart(t.end, lake.at(compass((lake.x, lake.z), t.at))), 0) for lake in t.terrain.lakes),
    "then": lambda t: close(t.gap(0, t.way[0]), 1.8) and close(t.gap(1), 1.8) and t.of[0] != t.of[1],
    "three": lambda t: all(close(t.gap(n, t.way[n]), 1.8) for n in range(3)) and len(set(t.of)) == 3,
    "instead": lambda t: close(t.gap(1), 1.8) and abs(t.round(1)) < 1 and t.of[0] != t.of[1],
    "between": between,
    "behind": lambda t: close(t.gap(0), 1.8) and abs(t.round()) > 179,
    "beside": lambda t: close(t.gap(0), 1.8) and close(t.round(), -90 * t.side, 1),  # seen from it, our right is its left
    "off": lambda t: close(t.gap(0), t.units) and close(t.round(), -90 * t.side, 1),
    "short": lambda t: close(t.gap(0), t.units) and abs(t.round()) < 1 and apart(t.at, t.end) < apart(
        t.at, t.terrain.middles[t.of[0]]
    ),
    "beyond": lambda t: close(t.gap(0), t.units) and abs(t.round()) > 179,
    "part": lambda t: close(
        apart(t.at, t.end), SHARES[t.slots["M"]] * apart(t.at, t.command.beside(t.of[0], t.at, off=0.0))
    ),
    "level": lambda t: abs(t.turned(t.end)) < 1 and close(
        wrap(compass(t.end, t.terrain.middles[t.of[0]]) - t.at[2]), 90 * t.side, 1
    ),
    "via": via, "through": through, "round": around,
}  # fmt: skip


def test_every_kind_is_checked() -> None:
    assert CHECKS.keys() == LEADS_TO.keys()


@pytest.mark.parametrize("kind", CHECKS)
def test_ends_are_what_the_words_say(kind: str) -> None:
    random, checked = Random(kind), 0
    for terrain in TERRAINS:
        command = Command(random, terrain, anywhere(random, terrain), Speaker(grammar(), random))
        way = LEADS_TO[kind](command)
        if way is not None:
            checked += 1
            told = Told(command, way)
            assert CHECKS[kind](told), (told.at, told.way, told.slots)
            assert command.speaker.say(kind)  # every slot of the phrasings is filled
    assert checked >= 5


def test_a_name_fits_one_landmark_only() -> None:
    """Two benches: no command can name one of them; the barrel between them is named."""
    twins = Scene((Placed("Bench", 10, 10, 2), Placed("Bench", 40, 40, 2), Placed("Barrel", 25, 25, 2)))
    random, terrain = Random(0), Terrain(twins)
    for _ in range(60):
        command = Command(random, terrain, (5.0, 40.0, 0.0), Speaker(grammar(), random))
        assert command.landmark("X") in (2, None)


def test_other_landmarks_can_be_left_out() -> None:
    random = Random(0)
    for _ in range(30):
        command = Command(random, TERRAINS[0], (5.0, 40.0, 0.0), Speaker(grammar(), random), among=[1])
        assert command.landmark("X") in (1, None) and command.landmarks("X", "Y") is None
    assert Command(random, TERRAINS[0], (5.0, 40.0, 0.0), Speaker(grammar(), random), among=[]).landmark("X") is None


def test_something_in_the_way_makes_no_command() -> None:
    wall = Terrain(Scene((Placed("Barrel", 25, 20, 2),)))
    command = Command(Random(0), wall, (25.0, 10.0, 0.0), Speaker(grammar(), Random(0)))
    assert command.straight(0, 15) is None and command.straight(180, 5) == [(pytest.approx(25), pytest.approx(5))]
    assert command.straight(0, 5) is not None and command.ahead_fence() is None


def test_anywhere_is_free_and_nearby_is_near() -> None:
    random = Random(0)
    for terrain in TERRAINS[:10]:
        x, z, heading = at = anywhere(random, terrain)
        assert 1 <= x <= 49 and 1 <= z <= 49 and 0 <= heading <= 360
        assert all(terrain.gap(k, at) > 0.5 for k in range(len(terrain.middles)))
        moved = nearby(random, Episode(terrain.scene, at, (25.0, 25.0)))
        if moved is not None:
            assert apart(moved, at) < 3.5 and abs(moved[2] - heading) < 20
            assert all(terrain.gap(k, moved) > 0.39 for k in range(len(terrain.middles)))


def test_a_pose_on_the_way_lies_on_one_of_its_legs_and_looks_along_it() -> None:
    """Legs of an L: 2.5 units of scatter per axis around them, 40 degrees around where they lead."""
    episode, way = Episode(Scene(()), (10.0, 10.0, 0.0), (40.0, 40.0)), np.array([[10.0, 40.0]])
    poses = [pose for seed in range(300) if (pose := on_the_way(Random(seed), episode, way)) is not None]
    assert len(poses) > 290
    off = np.minimum(abs(np.array(poses)[:, 0] - 10), abs(np.array(poses)[:, 1] - 40))
    assert off.max() < 12 and 1 < off.mean() < 3
    first = [pose for pose in poses if pose[1] < 30]  # on the leg that leads north to the corner
    turned = [wrap(pose[2] - compass(pose, (10.0, 40.0))) for pose in first]
    assert len(first) > 50 and abs(np.mean(turned)) < 12 and 25 < np.std(turned) < 55


def test_a_way_through_a_body_has_no_free_pose_to_look_from() -> None:
    house = Scene((Placed("BigHouse", 25, 25, 8),))
    inside = Episode(house, (25.0, 25.0, 0.0), (25.0, 25.1))
    poses = [on_the_way(Random(seed), inside, np.zeros((0, 2))) for seed in range(30)]
    assert all(Terrain(house).gap(0, pose) > 0.5 for pose in poses if pose is not None) and None in poses
