"""What hands in a house would do, and have done, in words."""

import numpy as np
import pytest

from sightline.agent import Look
from sightline.agent.wayfinding import points_of_cells
from sightline.chai import ChaiWorld, generate_episode
from sightline.chai.episode import deed_of
from sightline.chai.route.planner import plan_deed
from sightline.show.chai_hands import deed_words, held_words, reach_words

VERBS = ("take", "put", "open", "close", "switch on", "switch off")


@pytest.mark.parametrize("seed", range(6))
def test_what_is_foreseen_is_what_is_done(seed: int) -> None:
    world = ChaiWorld()
    world.reset([generate_episode(seed)])
    did = {"take": "took", "put": "put", "open": "opened", "close": "closed"}
    for goal in world.episodes[0].goals:
        if goal.deed is None:
            continue
        actions = plan_deed(world, deed_of(goal))
        for action in actions[:-1]:
            world.step([action])
        row, column = divmod(int(actions[-1]) - 4, 32)
        words = reach_words(world, 0, world.locate([3], [row], [column]).point[0])
        world.step([actions[-1]])
        verb = next(verb for verb in VERBS if words.startswith(verb))
        done = deed_words(world, 0)
        if verb == "put":
            assert (
                words.split(" in the ")[0].split(" on the ")[0].split(" beside ")[0] in done and held_words(world, 0) == ""
            )
        else:
            assert done == words.replace(verb, did.get(verb, verb.replace("switch", "switched")), 1)
        assert bool(held_words(world, 0)) == bool(np.asarray(world.save()["held"])[0] >= 0)


def test_what_is_in_the_hands_is_no_place_to_put_it() -> None:
    world = ChaiWorld()
    world.reset([generate_episode(0)])
    item = next(goal for goal in world.episodes[0].goals if goal.deed and goal.deed[0] == "pick up")
    for goal in world.episodes[0].goals:
        for action in plan_deed(world, deed_of(goal)) if goal.deed else ():
            world.step([action])
        if goal is item:
            break
    held = deed_of(item)[1]
    seen = np.asarray(world.panorama(("segmentation",))["segmentation"])[0, 2::4, 2::4].ravel()
    x, y, z = points_of_cells(Look(world, [0]), 0)[np.flatnonzero(seen == held)[0]]
    assert reach_words(world, 0, (x, y, z)) == f"put {held_words(world, 0)} down there"


def test_walls_and_what_is_out_of_sight() -> None:
    world = ChaiWorld()
    world.reset([generate_episode(1)])
    x, z, _ = world.pose[0]
    assert reach_words(world, 0, (x, 40.0, z)) == "reach for something out of sight"
