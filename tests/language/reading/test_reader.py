"""The reader: what it understands becomes steps, what it does not goes on unchanged."""

import re

import pytest

from sightline.corpus.chai.lexicon import lexicon as houses
from sightline.corpus.lani.lexicon import lexicon as fields
from sightline.language.reading import PlanStep, Reader, Said
from sightline.language.reading.plan import (
    ALL,
    COUNT,
    EXISTS,
    HOLDING,
    INSIDE,
    NEAREST,
    SEE,
    START,
    TAKEN_FROM,
    TALLEST,
    WHERE,
)


@pytest.fixture(scope="module")
def field():
    return Reader(fields(), hands=False)


@pytest.fixture(scope="module")
def house():
    return Reader(houses(), hands=True, example="open the fridge")


def words(reading):
    return [step.words for step in reading.steps]


@pytest.mark.parametrize(
    ("said", "plan"),
    [
        ("open the fridge", ["open the fridge"]),
        ("Could you please shut the fridge?", ["close the fridge"]),
        ("open teh frige", ["open the fridge"]),
        ("switch the lamp on", ["turn on the lamp"]),
        ("take the mug and put it on the table", ["take the mug", "put the mug on the table"]),
        (
            "go to the living room, turn on the tv, then go to the bedroom and turn off the lamp",
            ["go to the living room", "turn on the tv", "go to the bedroom", "turn off the lamp"],
        ),
        ("before you open the fridge, close the microwave", ["close the microwave", "open the fridge"]),
        ("put the red mug into the dishwasher and shut it", ["put the red mug into the dishwasher", "close the dishwasher"]),
        ("open the oven. no wait, open the fridge", ["open the fridge"]),
    ],
)
def test_errands_become_steps_in_plain_words(house, said, plan):
    assert words(house.read(said)) == plan


def test_what_the_rules_do_not_understand_goes_on_unchanged(field, house):
    said = "Behind the right door of the wall cabinet are two glasses. Put both on the dining table, water glass first."
    assert words(house.read(said)) == [said]
    way = "Turn left a bit and walk until you've just passed the red flowers, then go to the banana."
    assert words(field.read(way)) == [way]


@pytest.mark.parametrize("said", ["don't open the oven", "please do not touch the stove", "never go to the kitchen"])
def test_what_is_forbidden_is_not_done(house, said):
    reading = house.read(said)
    assert not reading.steps and "not" in reading.refusal


def test_a_forbidden_part_is_left_out_and_said(field):
    reading = field.read("go to the well but don't pass the tree")
    assert words(reading) == ["go to the well"] and "not to" in reading.left_out[0]


@pytest.mark.parametrize("said", ["sing a song", "wash the dishes", "water the plants", "call my mum"])
def test_what_it_cannot_do_is_refused_with_what_it_can(house, said):
    reading = house.read(said)
    assert not reading.steps and "cannot" in reading.refusal and "open" in reading.refusal


def test_fields_have_nothing_for_hands(field):
    assert "hands" in field.read("open the treasure chest").refusal


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("???", "no words"),
        ("asdf qwer zxcv", "understand"),
        ("geh bitte zum baum", "German"),
        ("<b>go</b>", "markup"),
        ("走到树那里", "English"),
    ],
)
def test_other_languages_and_gibberish_are_said_to_be_that(field, said, why):
    assert why in field.read(said).refusal


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("what do you see?", SEE), ("where is the barn", WHERE), ("how many trees are there?", COUNT),
        ("is there a well?", EXISTS),
        ("what are you holding?", HOLDING), ("whats in the chest", INSIDE),
    ],
)  # fmt: skip
def test_questions_are_asked_about_the_world(field, said, about):
    assert field.read(said).query.about == about


def test_polite_questions_are_commands(field):
    assert words(field.read("Would you mind walking to the anvil?")) == ["walk to the anvil"]
    long = "could you please be so kind as to walk over to the tombstone, I would really like to have a look at it"
    assert words(field.read(long)) == ["walk over to the tombstone"]


def test_motions_by_compass_and_distance(field):
    (north,) = field.read("north 10 meters").steps
    assert (north.move.heading, north.move.absolute, north.move.distance) == (0.0, True, 10.0)
    (south,) = field.read("go south until the fence").steps
    assert south.move.heading == 180.0 and south.move.until
    (steps,) = field.read("walk five steps forward").steps
    assert steps.move.steps == 5 and not steps.move.absolute
    assert field.read("go north until the well").steps[0].move is None  # the well is the goal


def test_noun_phrases_say_which_and_how_many(field):
    find = field.read("the tallest thing").steps[0].find
    assert find.order == TALLEST and not find.kinds
    assert field.read("go to the nearest barrel").steps[0].find.order == NEAREST
    assert field.read("visit all the trees").steps[0].find.number == ALL
    assert field.read("go to both houses").steps[0].find.number == 2
    assert field.read("go to the thing next to the palm").steps[0].find.near.noun == "palm"
    assert field.read("the red and white thing").steps[0].find.kinds >= {"Beacon"}
    assert "Bench" in field.read("find something to sit on").steps[0].find.kinds
    assert field.read("circle the tower twice").steps[0].times == 2


def test_an_unknown_thing_is_known_to_be_unknown(house):
    assert house.read("take the elephant").steps[0].find.kinds == {""}


def test_follow_ups_use_what_was_said_before(house):
    before = house.read("open the fridge").steps
    assert words(house.read("close it again", Said(before))) == ["close the fridge again"]
    assert house.read("again", Said(before)).steps == before
    assert words(house.read("the same in the bedroom", Said(before))) == ["go to the bedroom", "open the fridge"]
    (back,) = house.read("put it back", Said(held="mug")).steps
    assert back.place == TAKEN_FROM and "mug" in back.words
    assert house.read("go back to where you started").steps[0].place == START
    assert house.read("no, the other one", Said(before)).steps[0].other
    assert house.read("again").refusal


def test_answers_to_its_question_are_choices(field):
    asked = Said((PlanStep("go to the house", "go"),), asked=True)
    for choice in ("the second", "A", "the red one", "the one by the well"):
        assert field.read(choice, asked).choice
    assert words(field.read("go to the well", asked)) == ["go to the well"]


def test_long_letters_are_cut_after_twelve_steps(house):
    reading = house.read(", then ".join(["open the fridge", "close the fridge"] * 8))
    assert len(reading.steps) == 12 and len(reading.left_out) == 4


@pytest.mark.parametrize("said", ["go to the tree. " * 251, "go to the " + "x" * 61])
def test_what_is_too_long_is_refused_and_not_cut_off(field, said):
    reading = field.read(said)
    assert not reading.steps and re.search("more than|at most", reading.refusal)
    assert len(reading.refusal) < 200


@pytest.mark.parametrize(
    ("said", "heading", "absolute", "noun"),
    [
        ("turn around", 180, False, ""),
        ("turn left", 270, False, ""),
        ("please turn 90 degrees to the right", 90, False, ""),
        ("face north", 0, True, ""),
        ("turn to the well", 0, False, "well"),
        ("face the tower", 0, False, "tower"),
    ],
)
def test_a_turn_on_the_spot(field: Reader, said: str, heading: float, absolute: bool, noun: str) -> None:
    (step,) = field.read(said).steps
    assert step.verb == "turn" and step.move is not None and step.move.turning
    assert (step.move.heading % 360, step.move.absolute) == (heading, absolute)
    assert (step.find.noun if step.find else "") == noun


@pytest.mark.parametrize("said", ["turn left 5 meters", "turn on the lamp", "walk left"])
def test_what_is_no_turn_on_the_spot(house: Reader, said: str) -> None:
    assert all(step.move is None or not step.move.turning for step in house.read(said).steps)
