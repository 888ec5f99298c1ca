"""The fingerprint: baselines and ceiling, worked by hand on three instructions."""

import pytest

from sightline.corpus.records import Paragraph, Segment
from sightline.evaluation.baselines import baselines, ceiling, readers
from sightline.lani import Scene


def segment(start: tuple[float, float, float], end: tuple[float, float], **more: tuple[float, float]) -> Segment:
    return Segment("go on .", ["go", "on", "."], start, end, "F", **more)


# An empty field. Looking north from (25, 5): one goal 15 ahead, one 4 behind, one 20 to the right.
PARAGRAPH = Paragraph(
    "a", Scene(()),
    [
        segment((25.0, 5.0, 0.0), (25.0, 20.0), intended=(25.0, 16.0), read=(28.0, 20.0)),
        segment((25.0, 5.0, 0.0), (25.0, 1.0), intended=(25.0, 1.0), read=(25.0, 1.0)),
        segment((25.0, 5.0, 0.0), (45.0, 5.0), intended=(45.0, 15.0), read=(45.0, 8.0)),
    ],
)  # fmt: skip


def test_stop_stays_where_it_is() -> None:
    assert baselines([PARAGRAPH])["stop"] == {"SD": pytest.approx((15 + 4 + 20) / 3), "TC": pytest.approx(100 / 3)}


def test_most_frequent_runs_into_the_fence() -> None:
    # 40 steps of 1.5 would lead beyond the northern fence; the agent stops at z = 49.6, a body's radius before it.
    distances = [29.6, 48.6, (20**2 + 44.6**2) ** 0.5]
    assert baselines([PARAGRAPH])["most-frequent"] == {"SD": pytest.approx(sum(distances) / 3, abs=0.01), "TC": 0.0}


def test_center_looks_fifteen_units_ahead() -> None:
    ahead = 5 + 2.5 / (3**-0.5) * 16 / 4.5  # row 20 of the grid
    distances = [ahead - 20, ahead - 1, (20**2 + (ahead - 5) ** 2) ** 0.5]
    found = baselines([PARAGRAPH])["center"]
    assert found["Dist"] == pytest.approx(sum(distances) / 3, abs=0.3)  # the cell's centre is half a cell to the side
    assert found["Acc"] == pytest.approx(100 / 3)


def test_random_walk_depends_on_its_seed_only() -> None:
    one, again, other = (baselines([PARAGRAPH] * 20, seed)["random-walk"] for seed in (1, 1, 2))
    assert one == again != other
    assert 8 < one["SD"] < 18


def test_ceiling_and_readers_compare_with_where_demonstrations_ended() -> None:
    assert ceiling([PARAGRAPH]) == {"Dist": pytest.approx((4 + 0 + 10) / 3), "Acc": pytest.approx(200 / 3)}
    assert readers([PARAGRAPH]) == {"Dist": pytest.approx(2.0), "Acc": 100.0}
    assert ceiling([Paragraph("b", Scene(()), [segment((1.0, 1.0, 0.0), (2.0, 2.0))])]) is None
