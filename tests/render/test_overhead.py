"""Pictures from above: north is up, and half of the width is as asked for."""

import numpy as np
import pytest

from sightline.render import Library, Scenes
from sightline.render.overhead import font, from_above
from sightline.render.primitives import box


def test_a_box_is_where_it_stands() -> None:
    scenes = Scenes(Library({"box": [box("#ff0000", (0, 0, 0), (2, 1, 4))]}), 1, 1, backdrop=False)
    scenes.put(0, np.array([0]), np.array([[13.0, 0.0, 22.0, 0.0]]), np.array([1]))
    picture = from_above(scenes, (10.0, 20.0), 10.0, (100, 200))[0]  # ten pixels per unit, twenty units wide
    rows, columns = np.nonzero(picture[..., 0] > 60)
    assert (columns.min(), columns.max() + 1) == pytest.approx((120, 140), abs=1)  # 2 to 4 units to the east
    assert (rows.min(), rows.max() + 1) == pytest.approx((10, 50), abs=1)  # 0 to 4 units to the north


def test_letters_have_the_size_asked_for() -> None:
    assert font(30).getlength("well") == pytest.approx(2 * font(15).getlength("well"), rel=0.1)
