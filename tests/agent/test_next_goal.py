"""The next goal as a model sees it: a model that says one thing leads the agent there, and its end is the end."""

from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from sightline.agent import Agent
from sightline.agent.errands import Aim, run_errands
from sightline.agent.next_goal import SAME, eyes_of, likeliest_cells, stands_for, sureness_of
from sightline.agent.wayfinding import points_of_cells
from sightline.corpus.examples import examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.geometry.rings import RINGS
from sightline.language import Vocabulary
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.pretrained import load_model, save_model
from sightline.world import kind_of

CHAI = kind_of("chai")
EXAMPLES = examples_of([stream_paragraph(corpus_kind("chai"), 8, 0)])[:3]


class Saying(nn.Module):
    """Says a navigation to a class of the rings, then (by how many goals are done) the end."""

    readout, calibration, spells, in_half, in_turn, looks_again = "rings", (1.0, 0.0, 0.0), True, False, True, True
    config = LookoutConfig()

    def __init__(self, ring: int, column: int, after: int):
        super().__init__()
        self.place, self.after = ring * 192 + column, after

    def forward(self, pictures: Tensor, words: Tensor, lengths: Tensor, origins: Tensor, done: Tensor) -> dict[str, Tensor]:
        count = len(pictures)
        goal, next_ = torch.zeros(count, CHAI.view.rings.count), torch.zeros(count, 3)
        goal[:, self.place] = 50.0
        ended = done[..., 3].sum(1) >= self.after
        next_[torch.arange(count), torch.where(ended, 2, 0)] = 1.0
        return {"goal": goal, "next": next_, "point": torch.zeros(count, 32 * 192 + 1)}


def agent(model: nn.Module) -> Agent:
    return Agent(CHAI, model, ActionGenerator(ActionGeneratorConfig()), Vocabulary.of(["go"]), torch.device("cpu"))  # type: ignore[arg-type]


def test_it_goes_where_the_model_says_and_stops_when_it_says_so() -> None:
    world = CHAI.make()
    world.reset([example.episode for example in EXAMPLES])
    start = world.pose.copy()
    run_errands(CHAI, world, eyes_of(agent(Saying(0, 0, 1)), world))
    np.testing.assert_array_equal(world.pose, start)  # the first ring is where one stands
    assert world.stopped.all()
    world.reset([example.episode for example in EXAMPLES])
    away = CHAI.view.rings.distances()[8, 0]
    run_errands(CHAI, world, eyes_of(agent(Saying(8, 112, 1)), world))
    assert world.stopped.all()
    moved = np.hypot(*(world.pose - start)[:, :2].T)
    assert np.sort(moved)[:2] == pytest.approx(away, abs=0.1)  # the third has something in its way


def test_a_model_from_disk_does_something_and_ends(tmp_path: Path) -> None:
    torch.manual_seed(0)
    config = LookoutConfig(
        width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, ground=CHAI.view.first_ground_row, rings=RINGS,
        interacts=True,
    )  # fmt: skip
    save_model(Lookout(config), tmp_path / "goal", Vocabulary.of(["go"]))
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode])
    eyes = load_model(tmp_path / "goal")
    path = run_errands(CHAI, world, eyes_of(agent(eyes), world))
    assert world.stopped[0] and len(path) >= 2


def test_the_likeliest_cells_are_apart_also_around_the_back() -> None:
    maps = np.zeros((2, 32, 192), np.float32)
    maps[0, 10, 0], maps[0, 11, 191], maps[0, 10, 2], maps[0, 30, 100] = 9, 8, 7, 6
    maps[1, 5, 50], maps[1, 5, 51], maps[1, 7, 50], maps[1, 6, 52] = 9, 8, 7, 6
    cells = likeliest_cells(maps.reshape(2, -1))
    assert cells.tolist() == [[10 * 192, 10 * 192 + 2, 30 * 192 + 100], [5 * 192 + 50, 7 * 192 + 50, 6 * 192 + 52]]


def test_how_sure_it_is_of_a_goal_is_what_its_map_has_near_it() -> None:
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode])
    model, cell = agent(Saying(0, 0, 1)), 20 * 192 + 100
    x, y, z = points_of_cells(world, 0)[cell].tolist()
    np.testing.assert_allclose(world.locate([3], [20], [4]).point[0], (x, y, z), atol=0.1)
    cells, ground = np.zeros(32 * 192), np.zeros(CHAI.view.rings.count)
    cells[[cell, 20 * 192]] = 0.6, 0.4  # the second is behind
    place = CHAI.view.rings.points(world.pose, CHAI.view.bounds, 1)[0, 5 * 192 + 7, 0]
    ground[5 * 192 + 7] = 1.0
    here = float(place[0]), float(place[1])
    assert sureness_of(model, world, 0, Aim(here, (x, y, z), likely=0.5, map=cells)) == pytest.approx(0.3)
    for aim in (Aim(here, map=ground), Aim(here, (x, y, z), map=ground, unseen=True)):  # calibrated: the odds of the map
        assert sureness_of(model, world, 0, aim) == pytest.approx(0.999)
    assert sureness_of(model, world, 0, Aim(here)) == 1.0


def test_one_stands_where_what_is_reached_for_is_in_reach() -> None:
    world = CHAI.make()
    world.reset([EXAMPLES[0].episode])
    us, pose = agent(Saying(0, 0, 1)), world.pose[:1]
    places = CHAI.view.rings.points(pose, CHAI.view.bounds)[0, :, 0]
    near, far = 8 * 192 + 60, 18 * 192 + 150
    ground = np.zeros((1, CHAI.view.rings.count))
    ground[0, near], ground[0, far] = 0.4, 0.6  # it is likelier that one goes to the other thing
    (x, z), (a, b) = places[near], places[far]
    assert np.hypot(x - a, z - b) > 3
    for point, stand in (((x + 0.5, 1.0, z), (x, z)), ((a, 1.0, b + 0.5), (a, b)), ((x + 300.0, 1.0, z), (a, b))):
        there = stands_for(us, pose, ground, np.array([point]))[0]
        np.testing.assert_allclose(there, stand, atol=0.3)


def test_what_is_tried_instead_is_close_to_what_was_shown() -> None:
    """Of three likely cells, the second is the next but one to the first, the third behind the agent."""

    class Reaching(Saying):
        def forward(
            self, pictures: Tensor, words: Tensor, lengths: Tensor, origins: Tensor, done: Tensor
        ) -> dict[str, Tensor]:
            said = super().forward(pictures, words, lengths, origins, done)
            said["next"][:, 1] = 5.0
            said["point"][:, [20 * 192 + 100, 20 * 192 + 102, 20 * 192 + 5]] = torch.tensor([9.0, 8.0, 7.0])
            return said

    world = CHAI.make()
    world.reset([example.episode for example in EXAMPLES])
    for aim in eyes_of(agent(Reaching(8, 100, 1)), world)(world, range(3), [[]] * 3):
        assert aim is not None and aim.point is not None and len(aim.others) <= 1
        assert all(np.linalg.norm(np.subtract(aim.point, other)) < SAME for other in aim.others)
