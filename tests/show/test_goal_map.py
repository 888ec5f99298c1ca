"""Figures and words about goals: marks sit where the grid says, directions and sureness are those worked out by hand."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sightline.agent.sight import GRID, goal_classes
from sightline.corpus.lani.generate import corpus_paragraph
from sightline.errors import InputError
from sightline.evaluation.animation import actions_of, animation, in_view, run_frames
from sightline.evaluation.curves import curves_picture, read_log, run_names
from sightline.evaluation.feature_maps import most_varied
from sightline.evaluation.figures import (
    Example,
    examples_picture,
    goal_panel,
    goal_picture,
    heat,
    in_pixels,
    rollout_picture,
    terminal_panel,
)
from sightline.evaluation.telling import (
    absent_landmarks,
    beside_words,
    direction_words,
    goal_words,
    landmark_nouns,
)
from sightline.geometry import Camera
from sightline.geometry.types import Floats
from sightline.lani import Episode, Placed, Scene

FIELD = Scene((Placed("WaterWell", 20.0, 30.0, 2.0), Placed("Barrel2", 40.0, 10.0, 2.0)))
START = (20.0, 15.0, 0.0)  # facing the well, 15 units ahead
EPISODE = Episode(FIELD, START, (20.0, 27.0), "go to the well")


def peaked(place: tuple[float, float], share: float = 0.9, start: tuple[float, float, float] = START) -> Floats:
    """A goal map with most of its probability on the cell of a place, the rest evenly on the ground."""
    found = np.zeros(GRID.out_of_sight + 1)
    ground = np.repeat(GRID.ground_rows(), GRID.columns)
    found[:-1][ground] = (1 - share) / ground.sum()
    found[goal_classes(np.array([start]), np.array([place]))[0]] += share
    return found


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ((20, 27), "about 12 units straight ahead"),
        ((11.5, 23.5), "about 12 units ahead to the left"),  # 45 degrees
        ((28.5, 23.5), "about 12 units ahead to the right"),
        ((10, 15), "about 10 units to the left"),
        ((30, 15), "about 10 units to the right"),
        ((13, 8), "about 10 units behind to the left"),  # 135 degrees
        ((27, 8), "about 10 units behind to the right"),
        ((20, 5), "about 10 units straight behind"),
        ((20, 16), "about 1 unit straight ahead"),
    ],
)
def test_directions_in_words(place: tuple[float, float], told: str) -> None:
    assert goal_words(FIELD, START, place).startswith(f"{told}, ")
    assert goal_words(Scene(()), START, place) == told


def test_directions_turn_with_the_agent() -> None:
    assert goal_words(Scene(()), (20.0, 15.0, 90.0), (20, 25)) == "about 10 units to the left"
    assert direction_words(-179.0) == direction_words(179.0) == "straight behind"


def test_the_nearest_landmark_has_its_everyday_name() -> None:
    assert beside_words(FIELD, (20, 26)) == "beside the well"
    assert beside_words(FIELD, (20, 30)) == "at the well"
    assert beside_words(FIELD, (40, 16)) == "near the barrel"
    assert beside_words(FIELD, (48, 48)).endswith("units from the well")
    assert beside_words(Scene(()), (20, 26)) == ""
    assert goal_words(FIELD, START, START[:2], in_sight=False).startswith("right here, ")


def test_two_landmarks_of_one_noun_are_told_apart() -> None:
    two = Scene((*FIELD.landmarks, Placed("Barrel", 10.0, 10.0, 2.0)))
    assert landmark_nouns(two) == ["well", "green barrel", "blue barrel"]


@pytest.mark.parametrize(
    ("instruction", "absent"),
    [
        ("go around the well and stop at the red barrel", []),
        ("Go to the ANVIL, then to the well.", ["anvil"]),
        ("from the park bench to the apple and back to the park bench", ["park bench", "apple"]),
        ("walk to the wishing well", []),  # the longest noun, and there it is
        ("between the barrels", []),
        ("pass the bush with pink flowers", ["bush"]),  # the phrase names nothing of its own
        ("pass the well as well as the barrel", []),
        ("go forward ten steps", []),
    ],
)
def test_landmarks_that_the_field_does_not_have(instruction: str, absent: list[str]) -> None:
    assert absent_landmarks(instruction, FIELD) == absent


def test_what_a_corpus_names_is_there() -> None:
    paragraphs = [corpus_paragraph(0, k) for k in range(100)]
    told = [(s.instruction, p.scene) for p in paragraphs for s in p.segments]
    wrong = [instruction for instruction, scene in told if absent_landmarks(instruction, scene)]
    assert len(wrong) < 0.005 * len(told), wrong  # a misspelt noun may hide what it belongs to


@pytest.mark.parametrize("place", [(20.0, 27.0), (28.0, 23.0), (10.0, 15.0), (20.0, 6.0)])
def test_heat_lies_over_the_goal_and_nowhere_else(place: tuple[float, float]) -> None:
    layer = np.asarray(heat(peaked(place, 0.999)))
    shown = np.argwhere(layer[..., 3] > 0)
    spot = in_pixels(START, place)
    assert spot is not None
    assert np.abs(shown.mean(0) - (spot[1], spot[0])).max() <= 8  # one cell
    assert len(shown) < 0.002 * layer.shape[0] * layer.shape[1]
    assert not layer[:128, :, 3].any()  # the sky stays clear


def test_the_cross_sits_on_the_predicted_goal() -> None:
    probabilities, predicted = peaked((28.0, 23.0)), (24.0, 21.0)
    spot = in_pixels(START, predicted)
    assert spot is not None
    bare = np.asarray(goal_panel(EPISODE, probabilities, predicted, marks=False)).astype(int)
    marked = np.asarray(goal_panel(EPISODE, probabilities, predicted)).astype(int)
    changed = np.abs(marked - bare).sum(2) > 0
    changed[:, ::256] = False  # the lines between the views
    changed[-44:, 3 * 256 : 4 * 256] = False  # the arrow
    rows, columns = np.nonzero(changed)
    assert (rows.min() + rows.max() + 1) / 2 == pytest.approx(spot[1], abs=1.5)
    assert (columns.min() + columns.max() + 1) / 2 == pytest.approx(spot[0], abs=1.5)


def test_the_terminal_marks_the_same_place() -> None:
    spot = in_pixels(START, (28.0, 23.0))
    small = terminal_panel(EPISODE, peaked((28.0, 23.0)), (28.0, 23.0), 96)
    assert small.shape == (16, 96, 3)
    assert spot is not None and (small[int(spot[1] / 16), int(spot[0] / 16)] == 255).all()


def test_goal_and_rollout_pictures_are_drawn_for_every_kind_of_goal() -> None:
    stays = np.full(GRID.out_of_sight + 1, 1e-9)
    stays[-1] = 1.0
    for probabilities, predicted in ((peaked((20.0, 27.0)), (20.0, 27.0)), (stays, START[:2])):
        wordy = replace(EPISODE, instruction="word " * 400)
        picture = goal_picture(wordy, probabilities, predicted, (20.0, 15.5), "a note")
        assert picture.size[0] == 1536
        assert picture.size[1] < 600  # long words are cut
    poses = np.array([(20.0, 15.0 + 1.5 * k, 0.0) for k in range(8)])
    with_all = rollout_picture(EPISODE, poses, (20, 27), EPISODE.goal, poses[:, :2] + 1, "a note")
    plain = rollout_picture(EPISODE, poses, (20, 27))
    assert with_all.width == plain.width == 900


def test_the_sheet_says_success_and_failure_in_colours() -> None:
    probabilities = peaked((20.0, 27.0))

    def corner(completed: bool) -> tuple[int, ...]:
        sheet = examples_picture([Example(EPISODE, probabilities, np.array([20.0, 27.0]), completed)] * 2)
        return sheet.getpixel((1546 - 14, 10 + 12))  # type: ignore[return-value]

    green, red = corner(True), corner(False)
    assert green[1] > green[0]
    assert red[0] > red[1]


def test_a_run_moves_frame_by_frame(tmp_path: Path) -> None:
    poses = np.array([START, (20.0, 15.0, 15.0), (20.0, 15.0, 0.0), (20.0, 16.5, 0.0), (20.0, 16.5, 0.0)])
    assert actions_of(poses, True) == ["turn right", "turn left", "forward", "stop", "stopped"]
    assert actions_of(poses, False)[-2:] == ["blocked", "out of time"]
    frames = run_frames(EPISODE, poses, (20.0, 27.0), True)
    assert len(frames) == 5
    first, options = animation(frames)
    first.save(tmp_path / "run.gif", **options)
    with Image.open(tmp_path / "run.gif") as moving:
        assert moving.n_frames >= 4  # type: ignore[attr-defined]
        assert moving.info["loop"] == 0


def test_the_goal_in_view_is_where_the_camera_puts_it() -> None:
    camera = Camera(288, 288)
    ahead = in_view(START, (20.0, 27.0), camera)
    assert ahead is not None
    assert ahead[0] == pytest.approx(144)
    # 2.5 units down over 12 units ahead, in pixels of 2 tan(30 degrees) / 288
    assert ahead[1] == pytest.approx(144 + 2.5 / 12 / (2 * np.tan(np.pi / 6) / 288))
    assert in_view(START, (20.0, 5.0), camera) is None
    assert in_view(START, (45.0, 16.0), camera) is None


def test_the_most_varied_channels_are_shown() -> None:
    values = np.zeros((5, 4, 6))
    values[3, :2], values[1, :2] = 2.0, 1.0
    assert most_varied(values, 2) == [1, 3]
    assert most_varied(values[:1], 3) == [0]


def test_curves_are_read_and_drawn(tmp_path: Path) -> None:
    for name, shift in (("a", 0.0), ("b", 1.0)):
        (tmp_path / name / "run").mkdir(parents=True)
        lines = [{"time": 1.0, "epoch": k, "score": 1.0, "loss": 3.0 / k + shift, "tune_dist": 9.0} for k in (1, 2, 2, 3)]
        lines.append({"time": 2.0, "note": "done"})
        (tmp_path / name / "run" / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    runs = [tmp_path / "a" / "run", tmp_path / "b" / "run" / "log.jsonl"]
    assert read_log(runs[0]) == {"loss": [(1, 3.0), (2, 1.5), (3, 1.0)], "tune_dist": [(1, 9.0), (2, 9.0), (3, 9.0)]}
    assert run_names(runs) == ["a/run", "b/run"]
    assert np.asarray(curves_picture(runs)).std() > 5
    assert run_names([tmp_path / "a"]) == ["a"]


@pytest.mark.parametrize(
    ("text", "told"), [("", "no epochs"), ('{"epoch": 1, "loss": 2}\nnot so\n', "line 2"), ("[1]", "line 1")]
)
def test_a_log_that_is_none_is_refused(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(text)
    with pytest.raises(InputError, match=told):
        read_log(tmp_path)
