"""What CHAI brings: houses in records, actions with cells, and the state in which an instruction starts."""

import numpy as np
import pytest
from chai.houses import furnished, part

from sightline.chai import ChaiWorld, Episode, load_house, plan_deed, stock_of
from sightline.chai.episode import deed_of
from sightline.chai.hands import OPEN, PUT
from sightline.chai.house import FIRST_ITEM, FLOOR, WALLS
from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.chai.kind import CLASSES, KIND, Scene
from sightline.errors import InputError
from sightline.world import INTERACTION, NAVIGATION, Goal


def test_scenes_go_into_records_and_back() -> None:
    house = load_house(3)
    scene = Scene(3, 12, house.fingerprint)
    assert KIND.scene_from_json(KIND.scene_to_json(scene)) == scene and scene.load() is house
    with pytest.raises(InputError, match="changed"):
        Scene(3, 12, "0123456789abcdef").load()


def test_scenes_are_houses() -> None:
    assert KIND.generate(3, scene=2).house.name == "2"
    assert KIND.generate(3, scene={"house": 4, "variant": 1}).stock == stock_of(load_house(4), 1)
    assert KIND.generate(3, instruction="do it").instruction == "do it"
    for scene, says in (
        ({"home": 1}, "house and variant"),
        ({"house": 1, "variant": -1}, "from 0 to"),
        (2.5, "number"),
    ):
        with pytest.raises(InputError, match=says):
            KIND.generate(3, scene=scene)


def test_actions_have_cells() -> None:
    assert KIND.spell_actions([0, 1, 2, 4 + 32 * 20 + 16, 3]) == "FRLI(20,16)"
    assert KIND.read_actions("FI(0,31)L") == [0, 4 + 31, 2]


def test_an_instruction_starts_as_those_before_it_left_the_house() -> None:
    house = load_house(1)
    scene, start = Scene(1, 5, house.fingerprint), KIND.anywhere(1, 4)[0].start
    start = next(e.start for e in KIND.anywhere(60, 4) if e.house is house)
    world = ChaiWorld(horizon=10**6)
    world.reset([Episode(house, stock_of(house, 5), start, ())])
    drawer = next(number for number, name in house.names.items() if "drawer" in name and number > 1000)
    actions = plan_deed(world, (OPEN, drawer, 0))
    assert actions is not None
    for action in actions:
        world.step([action])
    now = tuple(world.pose[0].tolist())
    episode = KIND.episode(scene, now, [Goal(NAVIGATION, now[:2])], now[:2], "stay", 9, start, [KIND.spell_actions(actions)])
    other = ChaiWorld()
    other.reset([episode])
    assert other.state.open.sum() == 1 and other.differences(world.save()) == [
        f"the episode goes on after 0 actions, was at {len(actions)}"
    ]
    np.testing.assert_array_equal(other.panorama()["rgb"], world.panorama()["rgb"])
    assert other.metrics()["manipulation_accuracy"][0] == 100.0  # what was done before does not count


def test_deeds_are_spelled_with_names_and_numbers() -> None:
    house, stock = furnished()
    episode = Episode(house, stock, (2.0, 2.5, 0.0), ())
    drawer = part(house, "top left drawer", "oak drawer counter")
    assert episode.spell((OPEN, drawer, 0)) == ("open", f"top left drawer of the oak drawer counter {drawer}", "")
    put = episode.spell((PUT, 3001, drawer))
    assert put[0] == "put" and put[1].endswith(" 3001") and put[2].endswith(f" {drawer}")
    goal = Goal(INTERACTION, (1.0, 2.0, 90.0), (1.0, 1.0, 1.0), put)
    assert deed_of(goal) == (PUT, 3001, drawer)
    assert episode.tell((OPEN, drawer, 0)) == "open the top left drawer of the oak drawer counter"
    assert episode.tell((PUT, 3001, drawer)).endswith(" in the top left drawer of the oak drawer counter")
    table = next(number for number, name in house.names.items() if name == "white kitchen table")
    assert episode.tell((PUT, 3001, table)).endswith(" on the white kitchen table")


def test_classes_of_the_standard_corpus_keep_their_numbers() -> None:
    assert (CLASSES["oak drawer counter"], CLASSES["mirror"], CLASSES["water glass"], CLASSES["umbrella"]) == (
        2,
        110,
        111,
        222,
    )
    assert sorted(CLASSES.values()) == list(range(2, KIND.things))
    assert CLASSES.keys() == FURNITURE.keys() | ITEMS.keys()


def test_cells_show_things_by_what_they_are() -> None:
    assert KIND.thing_classes is not None
    episodes = KIND.anywhere(3, 5)
    classes = KIND.thing_classes(episodes)
    assert classes.shape == (3, KIND.segmentation[1] - KIND.segmentation[0] + 1) and classes.max() < KIND.things
    least = KIND.segmentation[0]
    for episode, row in zip(episodes, classes, strict=True):
        house = episode.house
        assert row[WALLS - least] == 0 and row[FLOOR - least] == 1
        same = dict(zip((piece.thing.name for piece in house.plan.pieces), row[1 - least :], strict=False))
        for k, piece in enumerate(house.plan.pieces):
            numbers = (1 + k, *house.parts_of(1 + k))
            assert {int(row[number - least]) for number in numbers} == {same[piece.thing.name]}
        kinds = {item.kind: int(row[FIRST_ITEM + k - least]) for k, item in enumerate(episode.stock.items)}
        for k, item in enumerate(episode.stock.items):
            assert row[FIRST_ITEM + k - least] == kinds[item.kind]
        assert len(set(kinds.values()) | set(same.values())) == len(kinds) + len(same)
        assert min(kinds.values()) > 1 and min(same.values()) > 1
