"""How ways begin, and what may be said of it."""

import pytest

from sightline.corpus.chai.meaning import setting_out
from sightline.worlds import read_actions


@pytest.mark.parametrize(
    ("actions", "turn"),
    [("FFFFF", 0.0), ("RFFFF", 90.0), ("LFFFF", -90.0), ("RRFFFF", 180.0), ("LLFFFF", 180.0), ("FFRFFFFL", 90.0), ("", 0.0),
     ("FRFFLFFFF", 0.0), ("LI(3,4)FFFF", -90.0)],
)  # fmt: skip
def test_the_turn_before_the_first_steps(actions: str, turn: float) -> None:
    out = setting_out(read_actions(actions))
    assert out.turn == turn and out.length == pytest.approx(0.1 * actions.count("F"))


def test_what_is_said_of_it() -> None:
    left = setting_out(read_actions("LFFFFF"))
    assert left.is_untrue(["turn", "left", "and", "go", "to", "the", "fridge"]) == ""
    assert left.is_untrue(["turn", "right", "and", "go", "to", "the", "fridge"]) == "right"
    assert left.is_untrue(["walk", "straight", "ahead", "to", "the", "fridge"]) == "straight"
    assert left.is_untrue(["go", "to", "the", "fridge"]) == ""
