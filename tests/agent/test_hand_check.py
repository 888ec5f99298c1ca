"""A look at the hands: what was taken by mistake is put back, and not taken again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from houses import CHAI

from sightline.agent.aim import Aim, Done
from sightline.agent.hand_check import HandCheckingSeer
from sightline.agent.look import Look
from sightline.agent.memory import Memory
from sightline.agent.objections import objection_to
from sightline.agent.predictor import Shown
from sightline.agent.wayfinding import points_of_cells
from sightline.chai.house.arrays import HELD
from sightline.language.reading import Find, PlanStep
from sightline.world import World

MUG, PLUM = "red mug", "plum"
POSE = np.array([5.0, 6.0, 0.0])
TAKE = Aim((5.0, 6.2), (5.0, 1.0, 7.0), 0.9, np.ones(1), POSE, wanted=MUG, kinds=frozenset({MUG}), match=0.6)
TOOK = Done(5.0, 6.2, True)


class Says:
    """A seer that says these aims in turn, the last one for ever; it keeps which goals it was told to be over."""

    channels = ("rgb",)

    def __init__(self, *aims: Aim | None):
        self.aims, self.done = list(aims), list[Sequence[Done]]()

    def next(self, look: Any, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        self.done.append(done[0])
        return [self.aims.pop(0) if len(self.aims) > 1 else self.aims[0]]

    def doubts(self, aim: Aim, pose: Any) -> bool:
        return False


class Around:
    """A look from a pose."""

    which, poses = np.array([0]), POSE[None]


@pytest.fixture
def memory() -> Memory:
    world = CHAI.make(threads=1)
    world.reset(CHAI.anywhere(1, seed=4))
    return Memory(CHAI, world)


def ask(seer: HandCheckingSeer, *done: Done) -> Aim | None:
    return seer.next(Around(), [list(done)], [None])[0]  # type: ignore[arg-type]


def test_a_wrong_item_is_put_back_and_the_seer_does_not_hear_of_it(memory: Memory) -> None:
    says = Says(TAKE)
    seer = HandCheckingSeer(says, memory)
    assert ask(seer) is TAKE
    memory.in_hand[0] = {PLUM: 0.8}
    back = ask(seer, TOOK)
    assert back is not None and back.point is not None and back.fixed and PLUM in back.reason
    assert (back.point[0], back.point[2]) == (5.0, 7.0) and back.point[1] <= 1.0  # where it stood
    assert [other.point for other in memory.mistaken[0]] == [TAKE.point]
    memory.in_hand[0] = {}
    assert ask(seer, TOOK, TOOK) is TAKE and says.done[-1] == []  # another one may be taken


@pytest.mark.parametrize("shares", [{MUG: 0.5}, {PLUM: 0.3}, {PLUM: 0.5, MUG: 0.2}, {}])
def test_what_may_be_right_is_kept(memory: Memory, shares: dict[str, float]) -> None:
    seer = HandCheckingSeer(Says(TAKE, None), memory)
    ask(seer)
    memory.in_hand[0] = shares
    assert ask(seer, TOOK) is None and not memory.mistaken[0]


def test_hands_are_looked_at_only_after_an_item_was_taken(memory: Memory) -> None:
    memory.in_hand[0] = {PLUM: 0.8}
    furniture = replace(TAKE, kinds=frozenset({"white fridge"}))
    for aim, over in ((furniture, TOOK), (TAKE, TOOK._replace(interaction=False))):
        seer = HandCheckingSeer(Says(aim, None), memory)
        ask(seer)
        assert ask(seer, over) is None


def test_it_gives_up_if_there_is_no_place_for_the_wrong_item(memory: Memory) -> None:
    seer = HandCheckingSeer(Says(TAKE), memory)
    ask(seer)
    memory.in_hand[0] = {PLUM: 0.8}
    ask(seer, TOOK)
    aim = ask(seer, TOOK, Done(5.0, 6.2, False, "nothing can be put there"))
    assert aim is not None and "by mistake" in aim.given_up


def test_what_the_hands_hold_is_seen_there_and_nowhere_else() -> None:
    world: World = CHAI.make(threads=1)
    world.reset(CHAI.anywhere(2, seed=4))
    state = world.state  # type: ignore[attr-defined]
    item = int(np.flatnonzero(state.kind[0] >= 0)[0])
    state.held[0], state.surface[0, item] = item, HELD
    look, memory = Look(world, [0, 1], channels=("depth", "segmentation")), Memory(CHAI, world)
    assert CHAI.thing_classes is not None
    numbers = np.asarray(look["segmentation"])[:, 2::4, 2::4].reshape(2, -1)
    tables = CHAI.thing_classes(world.episodes)
    classes = np.stack([tables[n][numbers[n] - CHAI.segmentation[0]] for n in range(2)]).astype(np.int64)
    memory.see(look, Shown(classes, np.ones(classes.shape)))
    name = CHAI.thing_names[int(tables[0][int(state_number(numbers[0], look)) - CHAI.segmentation[0]])]
    assert max(memory.in_hand[0], key=lambda kind: memory.in_hand[0][kind]) == name and memory.in_hand[1] == {}
    near = [thing for thing in memory.things(0) if np.hypot(*(np.array(thing.point)[::2] - world.pose[0, :2])) < 0.6]
    assert name not in {thing.name for thing in near}


def state_number(numbers: Any, look: Look) -> int:
    """The number in segmentation of what is nearest to the agent."""
    points = points_of_cells(look, 0)
    x, z = look.poses[0, :2]
    away = np.nan_to_num((points[:, 0] - x) ** 2 + (points[:, 2] - z) ** 2 + (points[:, 1] - 1.1) ** 2, nan=np.inf)
    return int(numbers[away.argmin()])


def test_nobody_objects_to_putting_back_what_is_not_what_was_asked_for() -> None:
    lexicon = SimpleNamespace(carried=frozenset({MUG, PLUM}), name=str)
    plum = SimpleNamespace(name=PLUM, is_item=True, point=TAKE.point, confidence=0.9)
    state: Any = SimpleNamespace(
        agent=SimpleNamespace(kind=CHAI), reader=SimpleNamespace(lexicon=lexicon), knows=lambda find: True,
        memory=SimpleNamespace(things=lambda n: [plum]),
    )  # fmt: skip
    objection = objection_to(PlanStep("take the mug", "take", Find("the mug", frozenset({MUG}), noun="mug")), state)
    assert objection is not None and objection(0, TAKE)
    assert not objection(0, replace(TAKE, reason="to put it back"))
