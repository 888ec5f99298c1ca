"""Goals in turn: what is learned of each stage, and how a model that knows everything scores."""

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest
import torch
from lessons import CPU
from scipy.special import expit
from torch import Tensor, nn

from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import stream_paragraph
from sightline.geometry import distance
from sightline.geometry.rings import RINGS
from sightline.learning.chunk import ENDED, NOTHING, UNKNOWN, Chunk, Maker, StreamConfig, point_classes
from sightline.learning.staged import FAR, Staged
from sightline.learning.stream import drawn
from sightline.models.goal_map import AS_IT_IS, HERE
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.world import INTERACTION, kind_of

CHAI = kind_of("chai")
CONFIG = StreamConfig(paragraphs=2, plain=0.0, elsewhere=0.0, again=0.0, rings=True, stages=True, seed=3)


@pytest.fixture(scope="module")
def paragraphs() -> list[Paragraph]:
    return [stream_paragraph(corpus_kind("chai"), 3, k) for k in range(2)]


@pytest.fixture(scope="module")
def chunk() -> Chunk:
    return Maker(CONFIG, "chai")(0)


def test_every_goal_is_an_example_and_so_is_the_end(paragraphs: list[Paragraph], chunk: Chunk) -> None:
    segments = [segment for paragraph in paragraphs for segment in paragraph.segments]
    goals = [goal for segment in segments for goal in segment.goals or ()]
    assert len(chunk) == len(goals) + len(segments)
    assert (chunk.next == ENDED).sum() == len(segments)
    assert (
        (chunk.next == 1).sum()
        == sum(goal.kind == INTERACTION for goal in goals)
        == np.isfinite(chunk.reached_for).all(1).sum()
    )
    ended = chunk.next == ENDED
    assert (chunk.classes[ended] == NOTHING).all() and (chunk.classes[~ended] >= 0).all()
    assert (chunk.points[chunk.next != 1] == NOTHING).all()
    places = CHAI.view.rings.points(chunk.starts[~ended], CHAI.view.bounds)[
        np.arange((~ended).sum()), chunk.classes[~ended], 0
    ]
    assert np.median(distance(places, chunk.goals[~ended])) < 0.3  # a class stands for where the goal is
    assert chunk.done.shape == (len(chunk), 6, 4) and chunk.done[..., 3].sum(1).max() >= 1


def test_a_chunk_is_the_same_in_any_process(chunk: Chunk) -> None:
    again = Maker(CONFIG, "chai")(0)
    for name in ("starts", "goals", "classes", "points", "done", "words", "next"):
        np.testing.assert_array_equal(getattr(chunk, name), getattr(again, name))


class Knowing(nn.Module):
    """Says what is true of a chunk's stages, in order."""

    readout, calibration, reach_calibration, config = "rings", (1.0, 0.0, 0.0), None, None

    def __init__(self, chunks: list[Chunk], wrong: bool = False):
        super().__init__()
        self.chunks, self.wrong = list(chunks), wrong

    def forward(self, pictures: Tensor, words: Tensor, lengths: Tensor, origins: Tensor, done: Tensor) -> dict[str, Tensor]:
        chunk = self.chunks.pop(0)
        each = torch.arange(len(chunk))
        goal, point, next_ = (torch.zeros(len(chunk), n) for n in (CHAI.view.rings.count, 32 * 192 + 1, 3))
        goal[each, torch.from_numpy(chunk.classes).clamp(min=0)] = 50.0
        point[each, torch.from_numpy(chunk.points).clamp(min=0)] = 50.0
        next_[each, (torch.from_numpy(chunk.next) + self.wrong) % 3] = 1.0
        return {"goal": goal, "point": point, "next": next_}


def test_who_knows_everything_is_right_and_who_knows_nothing_is_not(paragraphs: list[Paragraph]) -> None:
    staged = Staged(CHAI, paragraphs, CONFIG, CPU)
    scores = staged.score(Knowing(staged.chunks))
    assert scores["next"] == 100 and scores["stands"] > 95 and scores["points"] > 80 and scores["Acc"] > 85
    assert scores["Dist"] < 1.0
    assert staged.score(Knowing(staged.chunks, wrong=True))["next"] == 0
    blank = {**vars(staged.chunks[0])}
    blank["classes"], blank["points"] = np.zeros_like(blank["classes"]), np.zeros_like(blank["points"])
    nowhere = staged.score(Knowing([Chunk(**blank)]))
    assert nowhere["Acc"] < 40 and 1 < nowhere["Dist"] <= FAR


def test_a_model_learns_how_often_it_is_right(paragraphs: list[Paragraph]) -> None:
    """It is always sure, and says the right thing in one chunk and nonsense in the other."""
    staged = Staged(CHAI, paragraphs, CONFIG, CPU)
    blank = {**vars(staged.chunks[0])}
    blank["classes"], blank["points"] = np.zeros_like(blank["classes"]), np.zeros_like(blank["points"])
    calibrations = []
    for chunk in (staged.chunks[0], Chunk(**blank)):
        model = Knowing([chunk])
        model.sureness = nn.Buffer(torch.tensor(AS_IT_IS))
        staged.score(model)
        share, _, always = model.sureness.tolist()
        said = math.e / (math.e + 2)  # how likely it says that such a goal comes next; of where it is it has no doubt
        calibrations.append(float(expit(share * math.log(said / (1 - said)) + always)))
    assert calibrations[0] > 0.75 and calibrations[1] < 0.5


def test_lookout_says_what_comes_next_and_heeds_what_is_done() -> None:
    torch.manual_seed(0)
    config = LookoutConfig(pieces=12, width=16, heads=2, layers=1, reading=1, channels=(8, 8), things=0, ground=6,
                           rings=RINGS, interacts=True)  # fmt: skip
    model = Lookout(config).eval()
    words, lengths = torch.tensor([[[1, 2], [3, 4]]]), torch.tensor([2])
    pictures, done = torch.rand(1, 3, 128, 768), torch.zeros(1, 6, 4)
    before = model(pictures, words, lengths, done=done)
    assert before["next"].shape == (1, 3) and before["point"].shape == (1, 32 * 192 + 1)
    assert before["goal"].shape == (1, CHAI.view.rings.count)
    torch.testing.assert_close(before, model(pictures, words, lengths, done=done + torch.tensor([9.0, 9.0, 1.0, 0.0])))
    done[0, 0] = torch.tensor([1.0, 2.0, 1.0, 1.0])
    assert not torch.equal(model(pictures, words, lengths, done=done)["next"], before["next"])


def test_paragraphs_of_a_corpus_come_among_fresh_ones(paragraphs: list[Paragraph], chunk: Chunk) -> None:
    mixed = Maker(replace(CONFIG, mix=0.5), "chai", None, paragraphs[:1])(0)
    assert len(mixed) > len(chunk)  # as many paragraphs again
    from_corpus = (mixed.named == UNKNOWN).all(1)
    assert 0 < from_corpus.sum() < len(mixed)
    ends = {(goal.stand[0], goal.stand[1]) for s in paragraphs[0].segments for goal in s.goals or ()}
    going = from_corpus & (mixed.next != ENDED)
    assert {tuple(goal) for goal in mixed.goals[going].tolist()} == ends


def test_what_is_to_be_reached_for_may_be_out_of_sight() -> None:
    start = np.array([[5.0, 5.0, 0.0]] * 3)
    points = np.array([[5.0, 1.0, 7.0], [5.0, 0.0, 5.5], [np.nan] * 3])  # ahead, on the floor at one's feet, nothing
    ahead, low, nothing = point_classes(CHAI.view, start, points).tolist()
    assert 0 <= ahead < 32 * 192 and low == CHAI.view.grid.out_of_sight == 32 * 192 and nothing == NOTHING


def test_some_instructions_are_said_from_elsewhere_in_the_room(paragraphs: list[Paragraph]) -> None:
    config = replace(CONFIG, varied=0.0, elsewhere=1.0)
    chunk = Maker(config, "chai").staged(paragraphs, Random(1))
    plain = Maker(replace(config, elsewhere=0.0), "chai").staged(paragraphs, Random(1))
    moved = range(len(plain), len(chunk))
    assert len(moved) > 3
    world = CHAI.make()
    world.restore(chunk.worlds)
    np.testing.assert_array_equal(world.pose, chunk.starts)
    np.testing.assert_allclose(chunk.origins[moved], np.broadcast_to(HERE, (len(moved), 4)), atol=1e-6)  # said where it is
    segments = [segment for paragraph in paragraphs for segment in paragraph.segments]
    for n in moved:
        assert not chunk.done[n].any()
        goals = [s.goals[0] for s in segments if s.goals and s.goals[0].stand[:2] == tuple(chunk.goals[n])]
        assert goals and all(tuple(chunk.starts[n]) != segment.start for segment in segments)


def test_between_two_deeds_the_agent_may_stand_close_by(paragraphs: list[Paragraph]) -> None:
    config = replace(CONFIG, varied=0.0, nearby=2.0)
    chunk = Maker(config, "chai").staged(paragraphs, Random(1))
    plain = Maker(replace(config, nearby=0.0), "chai").staged(paragraphs, Random(1))
    moved = range(len(plain), len(chunk))
    assert len(moved) > 3
    for n in moved:
        assert chunk.next[n] == 1 and chunk.done[n, :, 3].any()
        (same,) = {k for k in range(len(plain)) if (plain.reached_for[k] == chunk.reached_for[n]).all()} or {-1}
        assert same >= 0 and (plain.goals[same] == chunk.goals[n]).all()
        assert 0 <= distance(chunk.starts[n], plain.starts[same, :2]) < 1.8


def test_plain_commands_come_as_paragraphs_of_their_own(paragraphs: list[Paragraph], chunk: Chunk) -> None:
    maker = Maker(replace(CONFIG, plain=4.0), "chai")
    commands = maker.commands(paragraphs, Random(1))
    assert 8 <= sum(len(paragraph.segments) for paragraph in commands) < 12  # four for each, and what the last one has more
    assert {paragraph.scene for paragraph in commands} <= {paragraph.scene for paragraph in paragraphs}
    assert len(maker(0)) >= len(chunk) + 2 * 8  # a goal and the end of each, at least


class Staring(Knowing):
    """Reaches for the right cells, or for the first one, and is calibrated on the thing itself."""

    reach_calibration = AS_IT_IS

    def __init__(self, chunks: list[Chunk], reach: Tensor, wrong: bool = False):
        super().__init__(chunks)
        self.reach, self.astray = reach, wrong
        self.sureness, self.reach_sureness = (nn.Buffer(torch.tensor(AS_IT_IS)) for _ in range(2))

    def forward(self, *seen: Tensor, **told: Tensor) -> dict[str, Tensor]:
        said = super().forward(*seen, **told)
        point = torch.zeros_like(said["point"])
        point[self.reach] = 50.0
        if self.astray:  # beside it: the target's cells are the only wrong ones
            point = torch.where(self.reach, -50.0, torch.roll(point, 2, 1))
        return {**said, "point": point, "next": 20 * said["next"]}


def test_sureness_of_things_is_about_the_right_thing(paragraphs: list[Paragraph]) -> None:
    staged = Staged(CHAI, paragraphs, CONFIG, CPU)
    reach = drawn(staged.packed[0], CHAI, CPU).reach
    assert reach is not None
    sure = []
    for wrong in (False, True):
        model = Staring(staged.chunks, reach, wrong)
        scores = staged.score(model)
        share, _, always = model.reach_sureness.tolist()
        sure.append(float(expit(share * math.log(0.99 / 0.01) + always)))
        assert (scores["items"] > 90) != wrong and (scores["unseen"] > 90 or wrong)
    assert sure[0] > 0.8 > sure[1]
