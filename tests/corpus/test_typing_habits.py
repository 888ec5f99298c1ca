"""How people type: each habit by itself, and slips that leave other words alone."""

from collections import Counter
from random import Random

import pytest
from corpus.lani.record import changed

from sightline.corpus.typing_habits import CONFUSED, Typist, slip

PLAIN = Typist("sentence", ".", 0.0, False, False)
TEXT = "go to the well , then turn left"


def typed(typist: Typist, text: str = TEXT, place: str = "middle", seed: int = 0) -> str:
    return typist.type(text, Random(seed), frozenset({"well", "will"}), place)


@pytest.mark.parametrize(
    ("capitals", "says"),
    [("sentence", "Go to the well. Then"), ("none", "go to the well. then"), ("all", "GO TO THE WELL. THEN"),
     ("title", "Go To The Well. Then")],
)  # fmt: skip
def test_capitals(capitals: str, says: str) -> None:
    assert typed(Typist(capitals, "", 0.0, False, False), "go to the well . then", seed=1) == says


def test_punctuation_moves_to_its_word_and_is_not_doubled() -> None:
    assert typed(PLAIN) == "Go to the well, then turn left."
    assert typed(PLAIN, "stop , .") == "Stop." and typed(PLAIN, "where are them are") == "Where are they are."


def test_ends_are_those_of_the_writer_mostly_and_the_last_is_no_comma() -> None:
    ends = Counter(typed(Typist("none", "!", 0.0, False, False), seed=n)[-1] for n in range(300))
    assert 0.85 < ends["!"] / 300 < 0.95 and set(ends) == {"!", "."}
    runs_on = Typist("sentence", ",", 0.0, False, False)
    assert {typed(runs_on, place="last", seed=n)[-1] for n in range(50)} == {"."}
    assert typed(runs_on, place="first")[0] == "G" and typed(runs_on, place="middle")[0] == "g"


def test_articles_are_left_out_and_words_shortened() -> None:
    without = [typed(Typist("none", "", 0.0, False, True), "go the the the the", seed=n).count("the") for n in range(100)]
    assert 0.2 < sum(without) / 400 < 0.4
    short = [typed(Typist("none", "", 0.0, True, False), "you", seed=n) for n in range(200)]
    assert 0.5 < sum(text.startswith("u") for text in short) / 200 < 0.7


def test_a_careful_writer_makes_no_slips_and_another_some() -> None:
    words = "walk past the lighthouse and continue in that direction until the fence"
    assert {typed(PLAIN, words, seed=n) for n in range(50)} == {f"{words.capitalize()}."}
    slips = [typed(Typist("none", ".", 0.2, False, False), words, seed=n) != f"{words}." for n in range(50)]
    assert sum(slips) > 30


def test_slips_are_near_the_word_and_never_another_known_one() -> None:
    slips = {slip("fence,", Random(n), frozenset({"fenec", "fece", "fence"})) for n in range(400)}
    assert len(slips) > 8 and all(slip.endswith(",") for slip in slips)
    assert not {slip[:-1] for slip in slips} & {"fenec", "fece"}
    assert all((slip[0] == "f" and abs(len(slip) - 6) <= 1) or slip.startswith("ef") for slip in slips)
    assert {"fnece,", "fenc,", "fennce,"} <= slips
    assert {slip("at", Random(n), frozenset()) for n in range(50)} == {"at"} == {slip("at", Random(1), frozenset())}
    assert {slip("10,", Random(n), frozenset()) for n in range(20)} == {"10,"}


def test_common_confusions_and_doubled_or_lost_words() -> None:
    assert set(CONFUSED["past"]) < {slip("past", Random(n), frozenset()) for n in range(200)}
    assert {"the the", ""} < {slip("the", Random(n), frozenset()) for n in range(200)}


def test_writers_differ_as_people_do() -> None:
    writers = [Typist.any(Random(n)) for n in range(2000)]
    assert 0.5 < sum(w.slips == 0 for w in writers) / 2000 < 0.6
    slips = [w.slips for w in writers if w.slips]
    assert 0.0026 < min(slips) < 0.004 and 0.022 < max(slips) < 0.0245
    assert sum(w.shortens for w in writers) < 40 and 20 < sum(w.leaves_articles_out for w in writers) < 90
    assert Counter(w.capitals for w in writers).most_common(1)[0][0] == "sentence"


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 120) == []
