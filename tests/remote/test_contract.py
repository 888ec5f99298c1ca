"""A RemoteWorld keeps what every world promises: the tests of all worlds, with worlds on a server."""

import pytest
from test_world import (  # noqa: F401
    test_a_horizon_is_at_least_one_action,
    test_a_kind_describes_its_world,
    test_a_state_that_is_not_of_this_world_is_refused_and_changes_nothing,
    test_arguments_of_a_world,
    test_distances_are_from_the_agent_or_from_places,
    test_each_world_has_a_horizon_of_its_own,
    test_episodes_are_episodes,
    test_episodes_start_and_end_somewhere,
    test_nothing_can_be_asked_of_worlds_without_episodes,
    test_poses_that_are_none_are_told_before_a_kernel_sees_them,
    test_public_arrays_keep_their_shape,
    test_some_worlds_can_be_saved_and_go_on_exactly,
    test_the_next_episode_starts_in_the_world_as_it_is,
    test_worlds_that_are_not_there,
)

from sightline.remote import remote_kind
from sightline.world import KINDS, Kind


@pytest.fixture(params=list(KINDS))
def kind(request: pytest.FixtureRequest, address: str, token: str) -> Kind:
    return remote_kind(address, request.param, token)
