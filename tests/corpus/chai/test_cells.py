"""Goals in houses, as tables name them."""

from functools import cache

import pytest

from sightline.chai.episode import Episode
from sightline.corpus.chai import cells
from sightline.corpus.opening import opening_episode
from sightline.errors import InputError
from sightline.world import kind_of


@cache
def house() -> Episode:
    episode: Episode = opening_episode(kind_of("chai"), 3, "2")
    return episode


def deeds(*texts: str) -> list[tuple[str, str]]:
    """Verb and object of each deed."""
    shown = cells.demonstrate(house(), house().start, [cells.read(house(), text) for text in texts])
    return [(g.deed[0], g.deed[1].rpartition(" ")[0]) for g in shown.goals or () if g.deed is not None]


def test_a_deed_includes_what_it_needs() -> None:
    assert deeds("open fridge") == [("open", "upper door of the white fridge")]
    assert deeds("open oven") == [("open", "oven door of the stove")]
    assert [verb for verb, _ in deeds("put blue mug in sink")] == ["open", "pick up", "put"]
    assert deeds("turn on tap in the kitchen") == [("switch on", "tap of the blue sink counter")]
    done = deeds("put lemon in fridge", "close fridge")  # the drawer that it lay in is closed first
    assert [verb for verb, _ in done][-2:] == ["close", "close"] and done[-1][1] == "upper door of the white fridge"


def test_one_can_go_to_rooms_furniture_and_places() -> None:
    for text in ("go to the bedroom", "sofa", "3.5 5.4", "white nightstand 1"):
        shown = cells.demonstrate(house(), house().start, [cells.read(house(), text)])
        assert shown.goals and shown.goals[-1].kind == "navigation"
    plan = house().house.plan
    end = cells.demonstrate(house(), house().start, [cells.read(house(), "bedroom")]).end
    assert plan.rooms[plan.room_of(*end)].name == "bedroom"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("open fridgee", "is it 'fridge'"), ("take green mug", "green mug 1"), ("turn on tap", "tap of the teal vanity"),
        ("opne fridge", "is it 'open'"), ("put lemon", "put ITEM in PLACE"), ("blue soda", "blue sofa"),
        ("0 0", r"free|outside"),        ("take unicorn", "no item"),
    ],
)  # fmt: skip
def test_a_wrong_goal_says_what_would_be_right(text: str, word: str) -> None:
    with pytest.raises(InputError, match=word):
        cells.read(house(), text)


@pytest.mark.parametrize(
    ("texts", "word"),
    [
        (("close fridge",), "closed already"), (("take lemon", "open fridge"), "hands are full"),
        (("take lemon", "put lemon in freezer"), "closed, and the hands are full"), (("put teapot in sink",), "no room"),
        (("turn off television",), "off already"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_says_why(texts: tuple[str, ...], word: str) -> None:
    with pytest.raises(InputError, match=word):
        deeds(*texts)


def test_a_start_is_free_and_faces_one_of_four_directions() -> None:
    x, z, _ = house().start
    assert cells.start(house(), (x, z, 90.0)) == (x, z, 90.0)
    for pose in ((x, z, 45.0), (0.0, 0.0, 0.0), (99.0, 99.0, 0.0)):
        with pytest.raises(InputError):
            cells.start(house(), pose)


def test_exact_names_of_the_lists_are_understood() -> None:
    known = cells.HouseNames(house())
    for thing in known.parts:
        assert cells.read(house(), f"open {thing.exact}").thing == thing
    for thing in known.items:
        assert cells.read(house(), f"take {thing.exact}").thing == thing
    for thing in known.switches:
        assert cells.read(house(), f"turn on {thing.exact}").thing == thing
    for thing in known.pieces:
        assert cells.read(house(), f"go to {thing.exact}").thing == thing
    for place in known.places:
        assert cells.read(house(), f"put lemon on {place.exact}").place == place
