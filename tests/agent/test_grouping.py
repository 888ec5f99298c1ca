"""Grouping of cubes: by class, by closeness, and through others."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from sightline.agent.grouping import group_cubes


def test_cubes_in_a_row_are_one_group_and_a_gap_divides_it() -> None:
    classes = np.zeros(5, np.int64)
    places = np.array([[0, 0, 0], [2, 0, 0], [4, 0, 0], [9, 0, 0], [10, 1, 0]])
    assert group_cubes(classes, places, 2.5).tolist() == [0, 0, 0, 3, 3]


def test_other_classes_do_not_join() -> None:
    assert group_cubes(np.array([1, 1, 2]), np.zeros((3, 3), np.int64), 2.5).tolist() == [0, 0, 2]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 12), st.integers(0, 4), st.integers(0, 12)), min_size=1))
def test_the_groups_are_those_of_a_graph(cubes: list[tuple[int, int, int, int]]) -> None:
    numbers = np.array(sorted(cubes))
    pairs = cKDTree(numbers * [100, 1, 1, 1]).query_pairs(2.5, output_type="ndarray")
    links = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(numbers),) * 2)
    _, labels = connected_components(links, directed=False)
    groups = group_cubes(numbers[:, 0].copy(), numbers[:, 1:].copy(), 2.5)
    same, expected = (label[:, None] == label for label in (groups, labels))
    assert np.array_equal(same, expected)
