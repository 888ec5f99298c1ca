"""Paragraphs on the map: a colour for every instruction, beside its words."""

import numpy as np

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.show.paragraph import COLOURS, _places, paragraph_picture, segment_picture


def test_every_instruction_has_its_colour_on_the_map_and_in_the_words() -> None:
    paragraph = corpus_paragraph(corpus_kind("lani"), 0, 3)
    page = np.asarray(paragraph_picture(paragraph, 440))
    assert page.shape == (440, 704, 3)
    for _, colour in zip(paragraph.segments, COLOURS, strict=False):
        there = (page == tuple(bytes.fromhex(colour[1:]))).all(2)
        assert there[:, :440].any() and there[:, 440:].any()
    assert segment_picture(paragraph, 0, True, 220).size == (220, 232)  # with its key


def test_places_are_counted_once_in_a_row() -> None:
    poses = np.array([(1.0, 1, 0), (1, 1, 15), (1, 2, 15), (1, 1, 15)])
    assert _places(poses).tolist() == [[1, 1], [1, 2], [1, 1]]
