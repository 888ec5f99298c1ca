"""The plan of a house, and the things that people name."""

import numpy as np
import pytest
from show_scenes import CHAI

from sightline.agent import Look
from sightline.agent.wayfinding import points_of_cells
from sightline.chai import ChaiWorld, generate_episode
from sightline.chai.episode import deed_of
from sightline.chai.house import FIRST_SWITCH
from sightline.chai.route.planner import plan_deed
from sightline.show.chai import SCENERY, switch_name
from sightline.world import INTERACTION, NAVIGATION, Goal

HOUSE = CHAI.generate(5, scene=3)


def test_the_plan_fits_and_places_are_where_they_are_drawn() -> None:
    ground = SCENERY.map_of(HOUSE, 300)
    assert max(ground.picture.size) == 300
    pixels = np.asarray(ground.picture).astype(int)
    fridge = next(piece for piece in HOUSE.house.plan.pieces if piece.thing.name == "red fridge")
    column, row = ground.at((fridge.at[0], fridge.at[2])).astype(int)
    assert pixels[row, column, 0] > 1.5 * pixels[row, column, 1:].max()  # red
    outside = ground.at((0.0, 0.0)).astype(int)  # south of the bathroom
    assert pixels[outside[1], outside[0]].min() >= 245
    assert (np.asarray(SCENERY.map_of(HOUSE, 300, "spoken").picture) != pixels).any()


def test_rooms_and_the_furniture_that_is_reached_for_have_labels() -> None:
    house = HOUSE.house
    fridge = next(k for k, piece in enumerate(house.plan.pieces) if piece.thing.name == "red fridge")
    door = next(number for number, name in house.names.items() if name == "upper door of the red fridge")
    table = next(k for k, piece in enumerate(house.plan.pieces) if piece.thing.noun == "coffee table")
    x, y, z = house.outward(table, house.plan.pieces[table].thing.surfaces[0].at)
    goals = [
        Goal(NAVIGATION, (8.0, 13.0)),
        Goal(INTERACTION, (11.0, 2.4, 90.0), (11.6, 1.2, 2.4), ("open", f"upper door of the red fridge {door}", "")),
        Goal(INTERACTION, (x, z, 0.0), (x, y + 0.05, z), ("pick up", "book 3001", "")),
    ]
    told = SCENERY.labels(HOUSE, goals)
    assert [label.text for label in told if not label.large] == ["fridge", "coffee table"]
    assert [label.text for label in told if label.large] == [room.name for room in house.plan.rooms]
    assert told[0].place == house.plan.pieces[fridge].at[::2]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ((11.5, 3.0), "beside the fridge in the kitchen"),
        ((8.0, 13.0), "in the bedroom"),
        ((7.0, 14.0), "near the closet in the bedroom"),
        ((1.0, 1.0), "outside the house"),
        ((8.2, 16.2), "beside the green single bed in the bedroom"),  # there are two beds
    ],
)
def test_what_a_place_is_near(place: tuple[float, float], words: str) -> None:
    assert SCENERY.beside(HOUSE, place) == words


def test_a_place_has_a_side_as_seen_from_a_pose() -> None:
    assert SCENERY.beside(HOUSE, (11.5, 3.0), (11.5, 1.0, 0.0)) == "left of the fridge in the kitchen"
    assert SCENERY.beside(HOUSE, (11.5, 3.0), (9.0, 3.0, 90.0)) == "on the near side of the fridge in the kitchen"


@pytest.mark.parametrize(
    ("instruction", "absent"),
    [
        ("open the fridge and take the lemon", []),
        ("play the piano, then water the orchids and the Cucumbers", ["piano", "cucumbers"]),
        ("switch on the lamp", []),  # a floor lamp is one
        ("put the orange cushion on the beds", ["orange cushion"]),  # there is an orange, but none is meant
        ("eat the orange, then the plum", ["plum"]),
        ("walk to the kitchen", []),
    ],
)
def test_things_that_the_house_lacks(instruction: str, absent: list[str]) -> None:
    assert SCENERY.absent_things(instruction, HOUSE) == absent


def test_what_generated_errands_name_is_there() -> None:
    for seed in range(40):
        episode = CHAI.generate(seed)
        assert SCENERY.absent_things(episode.instruction, episode) == [], episode.instruction


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
        words = SCENERY.reach_words(world, 0, world.locate([3], [row], [column]).point[0])
        world.step([actions[-1]])
        verb = next(verb for verb in VERBS if words.startswith(verb))
        done = SCENERY.deed_words(world, 0)
        if verb == "put":
            assert (
                words.split(" in the ")[0].split(" on the ")[0].split(" beside ")[0] in done
                and SCENERY.held_words(world, 0) == ""
            )
        else:
            assert done == words.replace(verb, did.get(verb, verb.replace("switch", "switched")), 1)
        assert bool(SCENERY.held_words(world, 0)) == bool(np.asarray(world.save()["held"])[0] >= 0)


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
    assert SCENERY.reach_words(world, 0, (x, y, z)) == f"put {SCENERY.held_words(world, 0)} down there"


def test_walls_and_what_is_out_of_sight() -> None:
    world = ChaiWorld()
    world.reset([generate_episode(1)])
    x, z, _ = world.pose[0]
    assert SCENERY.reach_words(world, 0, (x, 40.0, z)) == "reach for something out of sight"


def test_a_switch_is_named_after_what_it_turns_on() -> None:
    episode = generate_episode(7, house=2)
    names = {switch_name(episode, FIRST_SWITCH + k) for k in range(len(episode.house.switches))}
    assert "floor lamp" in names and not any("shade" in name or "screen" in name for name in names)
    assert any(name.startswith("tap of the") for name in names)
