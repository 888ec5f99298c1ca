"""The written set that ships with the package: what is in it, and that its splits share nothing."""

import itertools
import math

from sightline.corpus.files import read_corpus
from sightline.corpus.lani.kind import KIND
from sightline.corpus.records import SPLITS

assert KIND.written is not None
WRITTEN = read_corpus(KIND.written)


def test_it_is_as_large_as_its_card_says() -> None:
    counts = {split: (len(made), sum(len(p.segments) for p in made)) for split, made in WRITTEN.splits.items()}
    assert counts == {"train": (1030, 1588), "dev": (200, 200), "test": (206, 305)}
    said = WRITTEN.about["counts"]
    assert counts == {split: (said[split]["paragraphs"], said[split]["instructions"]) for split in SPLITS}
    assert {p.source for p in WRITTEN.paragraphs()} == {"written"}


def test_no_field_and_no_sentence_is_in_two_splits() -> None:
    for one, two in itertools.combinations(SPLITS, 2):
        fields, others = ({p.scene.landmarks for p in WRITTEN.splits[split]} for split in (one, two))
        assert not fields & others
        seeds, other_seeds = ({p.seed for p in WRITTEN.splits[split]} for split in (one, two))
        assert not seeds & other_seeds
        said, other_said = ({" ".join(s.tokens) for p in WRITTEN.splits[split] for s in p.segments} for split in (one, two))
        assert not said & other_said


def test_it_is_known_where_every_sentence_leads_and_what_is_evaluated_has_readers() -> None:
    for split, paragraphs in WRITTEN.splits.items():
        segments = [segment for paragraph in paragraphs for segment in paragraph.segments]
        assert all(segment.intended is not None and segment.actions for segment in segments)
        assert all(paragraph.path is not None for paragraph in paragraphs)
        away = [math.dist(s.read, s.intended) for s in segments if s.read is not None and s.intended is not None]
        assert len(away) == (164 if split == "train" else len(segments))
        assert sum(distance <= 5 for distance in away) / len(away) > 0.96  # the sentences say what they should


def test_its_vocabulary_is_that_of_its_training_sentences() -> None:
    said = {token for p in WRITTEN.splits["train"] for segment in p.segments for token in segment.tokens}
    assert not WRITTEN.vocabulary.unknown(sorted(said)) and len(WRITTEN.vocabulary) == len(said) + 1
