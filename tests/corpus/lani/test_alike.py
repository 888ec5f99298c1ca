"""Instructions that are hardly others: in the mirror left is right, and everything else is as it was."""

from random import Random

import numpy as np
import pytest

from sightline.corpus.examples import Example
from sightline.corpus.lani.alike import alike, mirrored_words
from sightline.corpus.lani.generate import generate_paragraph
from sightline.geometry import bearing, distance
from sightline.language import tokenize

PARAGRAPH = generate_paragraph(5, "lani-5", "train")


@pytest.mark.parametrize(
    ("said", "mirrored"),
    [
        ("turn left and keep the well on your right", "turn right and keep the well on your left"),
        ("walk around it clockwise", "walk around it counterclockwise"),
        ("walk around it anticlockwise", "walk around it clockwise"),
        ("go to the red fence, past the red barrel", None),  # whose colours change, and whose do not?
        ("go to the red fence", "go to the white fence"),
        ("go to the blue fence", "go to the blue fence"),
        ("go to the red barrel", "go to the red barrel"),
        ("stop right in front of the well", None),
        ("right next to the well", None),
        ("a metre is left", None),
        ("turn to three o'clock", None),
        ("go to the well", "go to the well"),
    ],
)
def test_words_in_the_mirror(said: str, mirrored: str | None) -> None:
    assert mirrored_words(tokenize(said)) == (None if mirrored is None else tokenize(mirrored))


def test_in_the_mirror_everything_lies_on_the_other_side() -> None:
    for k, segment in enumerate(PARAGRAPH.segments):
        segment.tokens = ["go", "to", "the", "well"]
        seen = [alike(Random(seed), PARAGRAPH, k) for seed in range(12)]
        turned = [p for p in seen if p.scene != PARAGRAPH.scene]
        assert 2 <= len(turned) <= 10
        for paragraph in seen:
            example, (there,) = Example(paragraph, 0), paragraph.segments
            sign = -1 if paragraph in turned else 1
            things = np.array([(p.x, p.z) for p in PARAGRAPH.scene.landmarks])
            others = np.array([(p.x, p.z) for p in paragraph.scene.landmarks])
            assert distance(np.array(there.start), others) == pytest.approx(
                distance(np.array(segment.start), things), abs=3.5
            )
            off = sign * bearing(np.array(there.start), others) - bearing(np.array(segment.start), things)
            far = distance(np.array(segment.start), things) > 10
            assert np.abs((off[far] + 180) % 360 - 180).max(initial=0) < 40
            assert there.intended is not None and segment.intended is not None
            x, z = there.intended
            assert (50 - x if sign < 0 else x, z) == pytest.approx(segment.intended)
            assert len(example.way) == len(Example(PARAGRAPH, k).way)
            wet, dry = paragraph.scene.lake_cells(), PARAGRAPH.scene.lake_cells()
            assert ((wet[:, ::-1] if sign < 0 else wet) == dry).all()
