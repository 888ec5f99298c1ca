"""Rewritten words: the rules read the lines of a rewriter that is sure; otherwise they read the words as they were typed."""

import pytest

from sightline.corpus.chai.lexicon import lexicon
from sightline.language.reading import Reader, Reading, Said
from sightline.language.reading.lines import PlainLine
from sightline.language.reading.plan import SEE, TAKEN_FROM

HOUSES = lexicon()
TYPED = "would be ever so nice to have it less stuffy in here"


def read(*lines: str, sure: float = 0.9, words: str = TYPED, said: Said | None = None) -> Reading:
    """The reading of words for which a rewriter writes these lines."""
    reader = Reader(HOUSES, True, "open the fridge", lambda words, before: [PlainLine(line, sure) for line in lines])
    return reader.read(words, said or Said())


def words(reading: Reading) -> list[str]:
    return [step.words for step in reading.steps]


def test_lines_are_steps_in_their_order() -> None:
    reading = read("open the window", "take the mug from the desk", "put the mug in the sink")
    assert words(reading) == ["open the window", "take the mug from the desk", "put the mug in the sink"]
    assert [step.verb for step in reading.steps] == ["open", "take", "put"] and not reading.left_out


def test_what_will_not_be_done_is_left_out_with_the_reason() -> None:
    reading = read("open the window", "not : open the oven", "cannot : sing a song")
    assert words(reading) == ["open the window"]
    assert [part.split(": ")[0] for part in reading.left_out] == ["open the oven", "sing a song"]
    assert "not to" in reading.left_out[0] and "cannot sing" in reading.left_out[1]


@pytest.mark.parametrize("line", ["not : open the oven", "cannot : sing a song", "cannot : answer that", "nothing"])
def test_where_nothing_is_left_to_do_it_refuses(line: str) -> None:
    reading = read(line)
    assert reading.refusal and not reading.steps and reading.query is None


def test_what_is_asked_for_and_forbidden_contradicts_itself() -> None:
    assert "contradicts" in read("open the oven", "not : open the oven").refusal


def test_a_question_is_a_query_and_beside_a_plan_it_is_answered_afterwards() -> None:
    reading = read("what do you see ?")
    assert reading.query is not None and reading.query.about == SEE
    reading = read("open the window", "what do you see ?")
    assert words(reading) == ["open the window"] and reading.then is not None and reading.then.about == SEE
    reading = read("open the window", "what do you see ?", "where is the mug ?")
    assert "where is the mug" in reading.left_out[0]


@pytest.mark.parametrize("line", ["unclear", "yes", "hmm blue"])
def test_what_the_rules_cannot_read_goes_to_the_rules_as_typed(line: str) -> None:
    assert words(read(line, words="open the fridge")) == ["open the fridge"]


def test_a_rewriter_that_is_not_sure_is_not_followed() -> None:
    assert words(read("open the window", sure=0.2, words="open the fridge")) == ["open the fridge"]
    assert words(read("open the window", sure=0.9, words="open the fridge")) == ["open the window"]


def test_back_means_where_it_was_taken() -> None:
    step = read("put the mug back", said=Said(held="mug")).steps[0]
    assert step.place == TAKEN_FROM and "mug" in step.words


def test_the_rewriter_hears_corrected_words_and_what_was_meant_before() -> None:
    heard: list[tuple[str, str]] = []

    def rewrite(words: str, before: str) -> list[PlainLine]:
        heard.append((words, before))
        return [PlainLine("close the fridge", 1.0)]

    Reader(HOUSES, True, rewrite=rewrite).read("Shut the frigde!", Said(meant=("open the fridge", "where is the mug ?")))
    assert heard == [("shut the fridge!", "open the fridge ; where is the mug ?")]


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("circle the fridge once", "once more the fridge"),
        ("go 6 metres forward", "north for six metres"),
        ("put the mug on the mug", "the mug will do"),
    ],
)
def test_lines_that_cannot_be_meant_are_not_read(line: str, typed: str) -> None:
    assert line not in words(read(line, words=typed))
    assert words(read("go to the fridge", words=typed)) == ["go to the fridge"]


def test_the_rules_know_the_order_where_it_is_turned_around() -> None:
    typed = "before you go to the sofa, close the fridge"
    assert words(read("go to the sofa", "close the fridge", words=typed)) == ["close the fridge", "go to the sofa"]


@pytest.mark.parametrize(
    ("line", "typed"), [("turn around", "about face"), ("circle the fridge once", "once about the fridge")]
)
def test_other_ways_to_say_around_are_believed(line: str, typed: str) -> None:
    assert words(read(line, words=typed)) == [line]
