"""Letters of pictures."""

import pytest

from sightline.show.marks import break_lines, drawable, font, text_width


def test_letters_have_the_size_asked_for() -> None:
    assert font(30).getlength("well") == pytest.approx(2 * font(15).getlength("well"), rel=0.1)


def test_characters_that_the_font_lacks_are_replaced() -> None:
    empty_box = bytes(font(20).getmask("\uffff"))
    written = drawable("café – “90 × 2” … isn’t")
    assert written == 'cafe - "90 x 2" ... isn\'t'
    assert not any(bytes(font(20).getmask(letter)) == empty_box for letter in written if letter != " ")
    assert break_lines("left – right", 500, 15) == ["left - right"]
    assert text_width("–", 15) == text_width("-", 15)
