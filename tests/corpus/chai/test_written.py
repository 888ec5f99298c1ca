"""The written set of houses that ships with the package: what is in it, that it replays, and that readers understood it."""

import math

from sightline.corpus.chai.check import check_paragraph
from sightline.corpus.chai.kind import KIND
from sightline.corpus.files import read_corpus
from sightline.corpus.splits import SEEDS, STREAMS
from sightline.world import INTERACTION

assert KIND.written is not None
WRITTEN = read_corpus(KIND.written)
SEGMENTS = [segment for paragraph in WRITTEN.paragraphs() for segment in paragraph.segments]
BATCH = 5 * 10**17  # seeds from one batch to the next: two of train, one of dev, one of test
TRAIN, DEV, TEST = ([segment for p in WRITTEN.splits[split] for segment in p.segments] for split in ("train", "dev", "test"))


def test_it_is_as_large_as_its_card_says() -> None:
    assert list(WRITTEN.splits) == ["train", "dev", "test"] and len(TRAIN) >= 900 and len(DEV) == 210 and len(TEST) >= 200
    assert KIND.written is not None
    card = (KIND.written / "README.md").read_text(encoding="utf-8")
    assert f"\n# {len(SEGMENTS):,} written CHAI instructions" in card
    assert f"| train | {len(TRAIN)} |" in card and f"| dev | {len(DEV)} |" in card and f"| test | {len(TEST)} |" in card
    assert {p.source for p in WRITTEN.paragraphs()} == {"written"} and all(p.scenario for p in WRITTEN.paragraphs())


def test_no_corpus_and_no_stream_has_its_houses() -> None:
    seeds = [p.seed for p in WRITTEN.paragraphs()]
    assert len(set(seeds)) == len(seeds) and min(seeds) >= STREAMS * (1 + SEEDS)
    assert all(p.scene.variant == p.seed for p in WRITTEN.paragraphs())


def test_a_batch_tells_each_scenario_once_and_knows_all_houses() -> None:
    batches = {p.seed // BATCH for p in WRITTEN.paragraphs()}
    assert len(batches) == 4
    for batch in batches:
        paragraphs = [p for p in WRITTEN.paragraphs() if p.seed // BATCH == batch]
        assert {p.scene.house for p in paragraphs} == {1, 2, 3, 4, 5}
        assert len({p.scenario for p in paragraphs}) == len(paragraphs)


def test_its_demonstrations_replay() -> None:
    assert [sentence for p in WRITTEN.paragraphs() for sentence in check_paragraph(p)] == []


def test_readers_ended_where_it_leads() -> None:
    for segments in (TRAIN, DEV):
        walking = [segment for segment in segments if all(goal.kind != INTERACTION for goal in segment.goals or ())]
        assert 0.3 < len(walking) / len(segments) < 0.45
    assert all(segment.read is not None for segment in walking)  # of dev everything was read
    assert all(math.dist(segment.read, segment.end) <= 1.0 for segment in SEGMENTS if segment.read is not None)


def test_it_has_no_annotations_of_the_grammar() -> None:
    assert not any(segment.meaning or segment.phenomena or segment.unseen_phrasing for segment in SEGMENTS)
