"""What CHAI's corpus brings."""

from corpus.chai.made import PARAGRAPHS

from sightline.corpus.chai.kind import KIND


def test_what_an_instruction_names() -> None:
    assert KIND.named is not None
    for k in range(len(PARAGRAPHS[0].segments)):
        for number, name in KIND.named(PARAGRAPHS[0], k):
            assert number > 0 and name


def test_a_path_is_as_long_as_its_steps() -> None:
    segment = PARAGRAPHS[0].segments[0]
    assert KIND.path_length is not None
    assert KIND.path_length(PARAGRAPHS[0], 0) == 0.1 * segment.actions.count("F")


def test_the_standard_corpus_is_on_record() -> None:
    assert KIND.standard[:2] == (0, 1596) and len(KIND.standard.sha256) == 64


def test_it_checks_its_own() -> None:
    assert KIND.check(PARAGRAPHS[1]) == []
