"""Items put into a house one after another: apart, in sight, and taken back without a trace."""

from sightline.chai import load_house
from sightline.chai.hands import extent
from sightline.chai.items import ITEMS
from sightline.chai.placing import Layout, footprint, half_extent

HOUSE = load_house(1)


def test_an_item_takes_what_hands_would_give_it() -> None:
    for kind, item in ITEMS.items():
        for turn in (0.0, 90.0, 180.0, 270.0):
            assert half_extent(kind, turn) == extent(item.size, turn)


def test_one_item_may_hide_another() -> None:
    layout = Layout(HOUSE, 3)
    surface = next(k for k, (_, s) in enumerate(HOUSE.surfaces) if not s.behind and s.name == "top" and s.room > 0.5)
    x0, z0, x1, z1, y, _ = layout.estate.surface_box[0, surface].tolist()
    x, z = (x0 + x1) / 2, (z0 + z1) / 2
    assert layout.has_room(surface, footprint("plum", x, z, 0.0))
    layout.put("plum", surface, (x, y, z, 0.0))
    assert layout.in_sight() and layout.kinds["plum"] == 1
    assert not layout.has_room(surface, footprint("apple", x + 0.01, z, 0.0))
    layout.put("bucket", surface, (x, y, z, 0.0))  # over the plum
    assert not layout.in_sight()
    layout.take_back()
    layout.take_back()
    assert len(layout) == 0 and layout.kinds["plum"] == 0 and layout.has_room(surface, footprint("plum", x, z, 0.0))
