"""Deeds: what words tell hands to do, in order."""

import pytest

from sightline.language.reading.deeds import CLOSE, OPEN, PUT, SWITCH, TAKE, deeds_of


@pytest.mark.parametrize(
    ("words", "deeds"),
    [
        ("open the fridge", (OPEN,)),
        ("Then pull the left door shut.", (CLOSE,)),
        ("Slide out the drawer", ()),
        ("First pull the right door of the sideboard open.", (OPEN,)),
        ("pull the deodorant out of the right side of the cabinet", (TAKE,)),
        ("open the left door, then take the cup, put it in and close the door", (OPEN, TAKE, PUT, CLOSE)),
        ("bring the red cup to the table", (TAKE, PUT)),
        ("please switch the tv on", (SWITCH,)),
        ("Get to the door next to the open shelf", ()),
        ("go to the close-by table and take a look at it", ()),
        ("leave the doughnut there, then shut it", (PUT, CLOSE)),
        ("leave the kitchen", ()),
        ("shut off the tap", (SWITCH,)),
    ],
)
def test_deeds_in_order(words: str, deeds: tuple[str, ...]) -> None:
    assert deeds_of(words) == deeds


@pytest.mark.parametrize("words", ["don't open the oven", "open it unless it is hot", "what happens when you close it", ""])
def test_nothing_is_sure_in_what_is_denied_or_asked(words: str) -> None:
    assert deeds_of(words) == ()
