"""Details: what cells show, by a trunk's features and the shape of what is there."""

import numpy as np
import torch
from houses import CHAI

from sightline.models.details import SHAPE, DetailedLookout, Details, DetailsConfig, features_of, shape_of, trunk_features
from sightline.models.lookout import Lookout, LookoutConfig

CAMERA = CHAI.view.camera
TRUNK = LookoutConfig(width=24, heads=2, layers=1, channels=(8, 16), things=5, eyes=4, items=2)


def test_it_says_what_every_two_cells_show_and_of_every_cell_the_part() -> None:
    torch.manual_seed(0)
    trunk = Lookout(TRUNK).eval()
    details = Details(DetailsConfig(things=5, parts=3, features=trunk_features(trunk), width=16, blocks=2)).eval()
    features = features_of(trunk.see(torch.rand(2, 3, 128, 768)), shape_of(torch.full((2, 128, 768), 3.0), CAMERA))
    assert features.shape == (2, trunk_features(trunk) + SHAPE, 16, 96)
    things, parts, is_open = details(features)
    assert things.shape == (2, 5, 16, 96) and parts.shape == (2, 3, 32, 192) and is_open.shape == (2, 32, 192)


def test_the_ends_of_a_panorama_meet() -> None:
    torch.manual_seed(0)
    details = Details(DetailsConfig(things=5, parts=3, features=4, width=16, blocks=2)).eval()
    features = torch.rand(1, 4 + SHAPE, 16, 96)
    turned, parts, _ = details(features.roll(16, 3))  # by one view
    torch.testing.assert_close(turned, details(features)[0].roll(16, 3))
    torch.testing.assert_close(parts, details(features)[1].roll(32, 3))


def test_a_floor_is_low_and_faces_up_and_a_wall_faces_the_eye() -> None:
    v = torch.from_numpy(CAMERA.v(np.arange(128) + 0.5)).float()
    floor = torch.where(v < 0, CAMERA.eye / -v, torch.inf).clamp(max=4.0)  # a wall 4 metres ahead, and the floor before it
    shape = shape_of(floor[:, None].expand(128, 768)[None], CAMERA)[0]
    assert shape.shape == (SHAPE, 16, 96)
    low = shape[0, -1]
    torch.testing.assert_close(low, torch.zeros(96), atol=1e-4, rtol=0)
    torch.testing.assert_close(shape[3:, -1].abs(), torch.tensor([0.0, 1.0, 0.0])[:, None].expand(3, 96), atol=1e-3, rtol=0)
    torch.testing.assert_close(shape[3:, 0].abs(), torch.tensor([0.0, 0.0, 1.0])[:, None].expand(3, 96), atol=1e-3, rtol=0)


def test_a_lookout_with_details_is_a_lookout_that_sees_more() -> None:
    torch.manual_seed(0)
    trunk = Lookout(LookoutConfig(width=24, heads=2, layers=1, channels=(8, 16), things=5, eyes=4, items=2, interacts=True,
                                  rings=3)).eval()  # fmt: skip
    both = DetailedLookout(trunk, Details(DetailsConfig(5, 3, trunk_features(trunk), 16, 1)).eval())
    panorama, words, lengths = torch.rand(1, 3, 128, 768), torch.ones(1, 2, 16, dtype=torch.long), torch.tensor([2])
    shape = shape_of(torch.full((1, 128, 768), 3.0), CAMERA)
    plain, detailed = trunk(panorama, words, lengths), both(panorama, words, lengths, showing=True, shape=shape)
    assert set(detailed) == {*plain, "items", "things", "parts", "open"} and both.detailed and both.readout == "rings"
    for name, value in plain.items():
        torch.testing.assert_close(detailed[name], value)
    shown = both.shown(panorama, shape=shape)
    for name in ("items", "things", "parts", "open"):
        torch.testing.assert_close(shown[name], detailed[name])
    assert set(both(panorama, words, lengths, showing=True)) == {*plain, "items", "things"}
    assert set(both.shown(panorama)) == {"items", "things"}
