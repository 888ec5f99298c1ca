"""Facts of a field, for judges."""

import pytest

from sightline.corpus.lani.facts import FieldFacts
from sightline.lani import Episode, LaniWorld, Scene
from sightline.lani.scene import Placed


def test_things_fences_and_lakes_by_name() -> None:
    world = LaniWorld()
    world.reset([Episode(Scene((Placed("Well", 10.0, 20.0, 2.0),), ((80, 80, 83),)), (25.0, 25.0, 0.0), (0.0, 0.0))])
    facts = FieldFacts(world)
    near, far = facts.gap("Well", (10.0, 25.0)), facts.gap("Well", (10.0, 35.0))
    assert near is not None and far == pytest.approx(near + 10) and facts.gap("Tower2", (0.0, 0.0)) is None
    assert facts.gap("north fence", (10.0, 45.0)) == 5 and facts.gap("west fence", (10.0, 45.0)) == 10
    assert facts.gap("fence", (10.0, 45.0)) == 5
    assert facts.gap("lake", (40.25, 40.25)) == pytest.approx(0) and facts.centre("Well") == (10.0, 20.0)
