"""From where things are got at: what is kept for the package's houses is what looking around finds."""

import numpy as np
import pytest

from sightline.chai import HOUSES, load_house
from sightline.chai.reach import check_reach, find_standing_places, is_known, standing_places

BORDERLINE = 0.02  # share of places that are just in view or just not: processors round differently


@pytest.mark.parametrize("number", HOUSES)
def test_what_is_known_of_a_house_is_true(number: int) -> None:
    """After a change to furniture or plans: python -c 'from sightline.chai.reach import write_known; write_known()'."""
    house = load_house(number)
    assert is_known(house)
    check_reach(house)
    kept, found = standing_places(house), find_standing_places(house)
    differing = sum(not np.array_equal(a, b) for a, b in zip(kept, found, strict=True))
    assert differing <= BORDERLINE * len(kept)
