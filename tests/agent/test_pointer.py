"""Pointing in pictures: the mark is where the map is, only the picture counts, and models that cannot are refused."""

from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from sightline.agent.placement import Placement
from sightline.agent.pointer import Pointer, mark_of, missed_by, pointing_logits
from sightline.errors import InputError
from sightline.language import Vocabulary
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.pretrained import save_model


def test_the_mark_is_the_middle_of_the_likeliest_spot() -> None:
    where = Placement.ahead(300, 200)
    map_ = np.zeros(32 * 192)
    first = where.cell(0.5, 0.5)
    map_[[first, first + 1]] = 0.3  # together more than the single cell
    map_[where.cell(0.1, 0.9)] = 0.4
    mark = mark_of(map_, where)
    middle = (where.spots()[first] + where.spots()[first + 1]) / 2
    assert (mark.x, mark.y) == pytest.approx(tuple(middle)) and mark.share == pytest.approx(0.6)
    assert missed_by(mark, *middle, where) == pytest.approx(0, abs=1e-9)
    assert missed_by(mark, middle[0], middle[1] + 0.3, where) == pytest.approx(0.2)  # of the longer side


@pytest.mark.parametrize("spot", [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0)])
def test_marks_at_the_edge_are_pixels_of_the_picture(spot: tuple[float, float]) -> None:
    for size in ((1, 1), (10_000, 1), (1, 10_000), (768, 128)):
        where = Placement.ahead(*size)
        map_ = np.zeros(32 * 192)
        map_[where.cell(*spot)] = 1
        x, y = mark_of(map_, where).pixel(*size)
        assert 0 <= x < size[0] and 0 <= y < size[1]


def test_only_cells_of_the_picture_count() -> None:
    inside = torch.zeros(1, 32 * 192, dtype=torch.bool)
    inside[0, 7] = True
    logits = torch.arange(32 * 192 + 1.0)[None]
    assert pointing_logits({"goal": logits}, inside).argmax() == 7
    assert pointing_logits({"goal": -logits, "point": logits}, inside).shape == (1, 32 * 192)


def small(interacts: bool) -> Lookout:
    torch.manual_seed(0)
    return Lookout(
        LookoutConfig(width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, rings=28, interacts=interacts)
    )


def test_both_models_point_in_pictures_of_any_size(tmp_path: Path) -> None:
    words = Vocabulary.of(["the", "mug"])
    torch.manual_seed(0)
    save_model(small(True), tmp_path / "ours", words)
    save_model(LingUNet(LingUNetConfig(len(words), 8, 16, features=(4, 4), channels=4)), tmp_path / "papers", words)
    pictures = [Image.new("RGB", size, "#30c060") for size in ((1, 1), (900, 300), (33, 2000), (1536, 256))]
    for folder in ("ours", "papers"):
        pointer = Pointer.from_pretrained(str(tmp_path / folder))
        asked = ["the mug", "???", "x" * 300, ""]
        marks = pointer.mark(pictures, asked)
        assert all(0 <= mark.x <= 1 and 0 <= mark.y <= 1 and mark.map.sum() == pytest.approx(1) for mark in marks)
        assert ((pointer.sureness(marks, asked) >= 0) & (pointer.sureness(marks, asked) <= 1)).all()
        alone = pointer.mark(pictures[1:2], asked[1:2])[0]
        assert (alone.x, alone.y) == pytest.approx((marks[1].x, marks[1].y), abs=1e-3)


def test_a_model_without_a_head_for_cells_is_refused(tmp_path: Path) -> None:
    save_model(small(False), tmp_path, Vocabulary.of(["the"]))
    with pytest.raises(InputError, match="does not point"):
        Pointer.from_pretrained(str(tmp_path))
    with pytest.raises(InputError, match="neither"):
        Pointer.from_pretrained("nowhere")
