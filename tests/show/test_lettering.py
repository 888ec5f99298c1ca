"""Letters of pictures."""

import pytest

from sightline.show.lettering import font


def test_letters_have_the_size_asked_for() -> None:
    assert font(30).getlength("well") == pytest.approx(2 * font(15).getlength("well"), rel=0.1)
