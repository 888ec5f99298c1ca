"""Paragraphs on the map: a colour for every instruction, beside its words."""

import numpy as np

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.show.maps import blank_map
from sightline.show.marks import BRIGHT, DEEP
from sightline.show.paragraph import _places, _together, paragraph_picture, segment_picture
from sightline.show.stops import Stop


def test_every_instruction_has_its_colour_on_the_map_and_in_the_words() -> None:
    paragraph = corpus_paragraph(corpus_kind("lani"), 0, 3)
    page = np.asarray(paragraph_picture(paragraph, 440))
    assert page.shape == (440, 704, 3)
    for _, colour in zip(paragraph.segments, BRIGHT.colours, strict=False):
        there = (page == tuple(bytes.fromhex(colour[1:]))).all(2)
        assert there[:, :440].any() and there[:, 440:].any()
    assert segment_picture(paragraph, 0, True, 220).size == (220, 232)  # with its key


def test_a_house_has_its_plan_above_and_views_below() -> None:
    paragraph = corpus_paragraph(corpus_kind("chai"), 0, 3)
    picture = paragraph_picture(paragraph, 500)
    page = np.asarray(picture)
    assert picture.height > 500
    for k, segment in enumerate(paragraph.segments):
        there = (page == tuple(bytes.fromhex(DEEP.colour(k)[1:]))).all(2)
        walked = segment.start[:2] != segment.end
        assert there[:500, :500].any() or not walked
        assert there[500:].any() == ("I(" in segment.actions)  # framed views


def test_stops_of_one_spot_share_a_mark() -> None:
    ground = blank_map((0.0, 10.0), 100)
    places = [(1.0, 1.0), (8.0, 8.0), (1.2, 1.0)]
    groups = _together([Stop(f"1{'abc'[k]}", (0.0, 0.0), place) for k, place in enumerate(places)], ground, 10)
    assert [[stop.name for stop in group] for group in groups] == [["1a", "1c"], ["1b"]]


def test_places_are_counted_once_in_a_row() -> None:
    poses = np.array([(1.0, 1, 0), (1, 1, 15), (1, 2, 15), (1, 1, 15)])
    assert _places(poses).tolist() == [[1, 1], [1, 2], [1, 1]]
