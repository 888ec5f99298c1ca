"""The field from above, and the landmarks that people name."""

from dataclasses import replace

import numpy as np
import pytest
from show_scenes import EMPTY, EPISODE, FIELD, START

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.errors import InputError
from sightline.lani import Placed, Scene
from sightline.lani.dynamics import clearances
from sightline.render import look
from sightline.show.lani import SCENERY, names_in, other_colours
from sightline.show.lani_pictures import field_from_above, field_map


def test_north_is_up_and_fences_have_their_colours() -> None:
    above = field_from_above(Scene(()), 260).astype(int)
    top, right, bottom, left = above[4, 130], above[130, 255], above[255, 130], above[130, 4]
    for seen, colour in zip((top, right, bottom, left), look.FENCE, strict=True):
        np.testing.assert_array_equal(seen, np.array(colour))


def test_the_edge_is_drawn_just_outside_the_field() -> None:
    above = field_from_above(Scene(()), 520).astype(int)  # the field is 10 to 510, the fence 4 thick
    north, east, south, west = look.FENCE
    for row, column, colour in (
        (6, 6, north), (6, 513, north), (9, 260, north), (260, 510, east), (260, 513, east), (10, 510, east),
        (509, 510, east), (510, 260, south), (513, 6, south), (260, 9, west), (260, 6, west), (10, 9, west), (509, 9, west),
    ):  # fmt: skip
        assert above[row, column].tolist() == list(colour), (row, column)
    for row, column in ((5, 260), (514, 260), (260, 5), (260, 514), (10, 260), (509, 260), (260, 10), (260, 509)):
        assert above[row, column].tolist() not in [list(colour) for colour in look.FENCE], (row, column)


def test_a_landmark_is_drawn_where_it_stands() -> None:
    place = (12.0, 40.0)
    empty = np.asarray(field_map(Scene(()), 208).picture).astype(int)
    ground = field_map(Scene((Placed("Apple", *place, 4.0),)), 208)
    rows, columns = np.nonzero(np.abs(np.asarray(ground.picture).astype(int) - empty).max(axis=-1) > 60)
    column, row = ground.at(place)
    assert abs(columns.mean() - column) < 6
    assert abs(rows.mean() - row) < 6


def test_maps_have_the_names_that_are_asked_for() -> None:
    assert SCENERY.map_of(EPISODE, 64).names == ()
    assert SCENERY.map_of(EPISODE, 64, "spoken").names == (("well", (20.0, 30.0)), ("barrel", (40.0, 10.0)))
    assert [name for name, _ in SCENERY.map_of(EPISODE, 64, "paths").names] == ["well", "barrel"]


def test_the_nearest_landmark_has_its_everyday_name() -> None:
    assert SCENERY.beside(EPISODE, (20, 26)) == "beside the well"
    assert SCENERY.beside(EPISODE, (20, 30)) == "at the well"
    assert SCENERY.beside(EPISODE, (20, 26), START) == "on the near side of the well"
    assert SCENERY.beside(EPISODE, (20, 34), START) == "on the far side of the well"
    assert SCENERY.beside(EPISODE, (16, 30), START) == "left of the well"
    assert SCENERY.beside(EPISODE, (16, 30), (20, 45, 180)) == "right of the well"  # from the other side
    assert SCENERY.beside(EPISODE, (40, 16)) == "near the barrel"
    assert SCENERY.beside(EPISODE, (48, 48)).endswith("units from the well")
    assert SCENERY.beside(EMPTY, (20, 26)) == ""


@pytest.mark.parametrize(
    ("gap", "words"), [(0.45, "at"), (0.55, "beside"), (2.9, "beside"), (3.1, "near"), (7.9, "near"), (8.1, "8 units from")]
)
def test_words_for_distances_count_from_the_landmark_s_body(gap: float, words: str) -> None:
    well, body = FIELD.landmarks[0], FIELD.bodies[0]
    west = np.array([(well.x - step, well.z) for step in np.arange(0.0, 15.0, 0.01)])
    place = west[np.abs(clearances(body[None], west) - gap).argmin()]
    assert SCENERY.beside(EPISODE, place) == f"{words} the well"


def test_two_landmarks_of_one_noun_are_told_apart() -> None:
    two = Scene((*FIELD.landmarks, Placed("Barrel", 10.0, 10.0, 2.0)))
    assert names_in(two) == ["well", "green barrel", "blue barrel"]


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
def test_landmarks_that_the_field_lacks(instruction: str, absent: list[str]) -> None:
    assert SCENERY.absent_things(instruction, EPISODE) == absent


def test_what_is_absent_is_said_before_what_has_another_colour() -> None:
    absent, colour = SCENERY.mismatches("go past the anvil to the purple barrel", EPISODE)
    assert "no anvil" in absent and "no purple one" in colour
    assert SCENERY.mismatches("go to the well", EPISODE) == []


@pytest.mark.parametrize(
    ("instruction", "sentences"),
    [
        ("go to the green barrel", []),
        ("go to the red barrel", ["there is a barrel here, but no red one."]),
        ("between the red barrels", ["there are barrels here, but no red ones."]),
        ("go to the big red oil drum", ["there is an oil drum here, but no red one."]),
        ("go to the dark barrel", []),  # who knows
        ("go to the red fence and the barrel", []),
        ("go to the red anvil", []),  # there is no anvil at all
    ],
)
def test_landmarks_of_another_colour(instruction: str, sentences: list[str]) -> None:
    assert other_colours(instruction, EPISODE) == sentences


def test_what_a_corpus_names_is_there() -> None:
    paragraphs = [corpus_paragraph(corpus_kind("lani"), 0, k) for k in range(100)]
    named = [(s.instruction, p.scene) for p in paragraphs for s in p.segments]
    fields = [(words, replace(EPISODE, scene=scene)) for words, scene in named]
    wrong = [words for words, field in fields if SCENERY.absent_things(words, field) or other_colours(words, field)]
    assert len(wrong) < 0.005 * len(named), wrong  # a misspelt noun may hide what it belongs to


def test_a_reader_sees_coordinates_and_a_writer_the_path() -> None:
    paragraph = corpus_paragraph(corpus_kind("lani"), 0, 3)
    reader, writer = (SCENERY.segment_picture(paragraph, 0, path, 220) for path in (False, True))
    assert reader.size == (230, 242) and writer.size == (220, 232)  # with the key below
    red = (np.asarray(writer) == (0xE0, 0x1B, 0x24)).all(2).sum()
    assert red > 20 and not (np.asarray(reader) == (0xE0, 0x1B, 0x24)).all(2).any()
    with pytest.raises(InputError, match="instructions 1 to"):
        SCENERY.segment_picture(paragraph, 99, True)
    with pytest.raises(InputError, match="no reference path"):
        SCENERY.segment_picture(replace(paragraph, path=None), 0, True, 220)
