"""Statistics of a corpus, worked by hand."""

from tiny_world import BARE, CORPUS, KIND

from sightline.corpus.records import Paragraph, Segment
from sightline.corpus.splits import corpus_paragraph
from sightline.corpus.statistics import OTHER_CORPORA, statistics
from sightline.lani.scene import Scene


def test_counts_and_means() -> None:
    numbers = statistics([corpus_paragraph(CORPUS, 0, n) for n in (0, 1, 14)])
    phenomena = numbers.pop("phenomena")
    assert phenomena["coreference"] == 50.0 and phenomena["comparatives"] == 0.0 and len(phenomena) == 6
    assert numbers == {
        "paragraphs": 3, "instructions": 6, "instructions_per_paragraph": 2.0, "path_length": 3.5,
        "actions_per_instruction": 2.0, "tokens_per_instruction": 2.0, "vocabulary": 5, "unseen_phrasing": 0.0,
    }  # fmt: skip
    assert KIND.name == corpus_paragraph(CORPUS, 0, 0).world


def test_what_is_not_known_is_none() -> None:
    unseen = Segment("a", ["a"], (1, 1, 0), (1, 1), "FFR", unseen_phrasing=True)
    numbers = statistics([Paragraph("a", Scene(()), [unseen, Segment("a", ["a"], (1, 1, 0), (1, 1), "")], BARE.name)])
    assert numbers["phenomena"] is None and numbers["path_length"] is None
    assert numbers["actions_per_instruction"] == 1.5 and numbers["unseen_phrasing"] == 50.0


def test_other_corpora_are_those_of_the_papers_appendix() -> None:
    assert OTHER_CORPORA == {
        "Bisk 2016": (16767, 1426, 15.27, "81", "15.4", "no"), "SAIL 2006": (3237, 563, 7.96, "3", "3.12", "yes"),
        "Matuszek 2012": (217, 39, 6.65, "3", "-", "no"), "Misra 2015": (469, 775, 48.7, "> 100", "21.5", "no"),
        "LANI 2018": (28204, 2292, 12.07, "4", "24.6", "yes"), "CHAI 2018": (13729, 1018, 10.14, "1028", "54.5", "yes"),
    }  # fmt: skip
