"""Idioms are put plainly; ordinary words stay as they are."""

import pytest

from sightline.language.reading.idioms import plainly


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("pull the upper tray out", "open the upper tray"),
        ("push it back in and shut the dishwasher", "close it and shut the dishwasher"),
        ("raise the toilet lid", "open the toilet lid"),
        ("fire up two burners", "turn on two burners"),
        ("in case the tv is off turn it on, after that grab the ball", "turn on the tv, after that grab the ball"),
        ("if the fridge is still open, close it", "close the fridge"),
        ("stop at both stones", "go to both stones"),
        ("drop by the barrel", "go to the barrel"),
        ("find your way to the dumpster", "go to the dumpster"),
        ("3 meters westward", "3 meters west"),
        ("1.5 m in northern direction", "1.5 m north"),
        ("take the thing that stands beside the plate", "take the thing beside the plate"),
        ("the fruit, give it to me", "take the fruit"),
        ("the left door, please open it", "please open the left door"),
    ],
)
def test_idioms_are_put_plainly(words: str, plain: str) -> None:
    assert plainly(words) == plain


@pytest.mark.parametrize(
    "words",
    [
        "go to the sofa, take it", "pull the mug out of the drawer", "if the fridge is open, open it",
        "stop before the fence", "lift the mug", "the barrel that is near the lake", "push the chair in the corner",
        "go past the barrel",
    ],
)  # fmt: skip
def test_other_words_stay_as_they_are(words: str) -> None:
    assert plainly(words) == words
