"""Generation: the same bytes for a seed, the right shape of paragraphs, nothing of dev and test in training streams."""

import hashlib
import json
import math
from itertools import islice, pairwise
from pathlib import Path

from corpus.chai.made import PARAGRAPHS, SEGMENTS

from sightline.chai.kind import KIND as WORLD
from sightline.corpus.build import generate_corpus
from sightline.corpus.chai import generate
from sightline.corpus.chai.check import check_paragraph
from sightline.corpus.chai.kind import KIND
from sightline.corpus.files import Entry, read_corpus
from sightline.corpus.splits import STREAMS, corpus_paragraph, split_of, stream
from sightline.corpus.statistics import statistics
from sightline.world import INTERACTION, NAVIGATION


def test_the_standard_corpus_is_the_one_on_record() -> None:
    """Processors round differently, so what is just in view differs: the bytes of two kinds are on record."""
    first = json.loads((Path(generate.__file__).parent / "standard.json").read_text())["slice"]
    lines = "".join(Entry.of(split_of(n), PARAGRAPHS[n]).line for n in range(first["paragraphs"]))
    assert hashlib.sha256(lines.encode()).hexdigest() in first["sha256"]


def test_a_paragraph_depends_on_its_own_seed_only() -> None:
    assert corpus_paragraph(KIND, 0, 7) == PARAGRAPHS[7]
    assert corpus_paragraph(KIND, 1, 7) != PARAGRAPHS[7]


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    generate_corpus(KIND, tmp_path / "c", 12, 0, 2)
    corpus = read_corpus(tmp_path / "c")
    assert sorted(corpus.paragraphs(), key=lambda p: p.id) == PARAGRAPHS[:12]


def test_a_paragraph_has_a_variant_of_its_own() -> None:
    assert [paragraph.scene.variant for paragraph in PARAGRAPHS] == [paragraph.seed for paragraph in PARAGRAPHS]
    fresh = list(islice(stream(KIND, seed=4), 3))
    assert all(paragraph.scene.variant >= STREAMS for paragraph in fresh)  # beyond those of any corpus
    assert not any(segment.unseen_phrasing for paragraph in fresh for segment in paragraph.segments)


def test_paragraphs_are_shaped_as_described() -> None:
    for paragraph in PARAGRAPHS:
        assert 5 <= len(paragraph.segments) <= 11 and paragraph.scenario
        for one, two in pairwise(paragraph.segments):
            assert two.start[:2] == one.end
        for segment in paragraph.segments:
            assert segment.tokens and segment.goals and WORLD.read_actions(segment.actions)


def test_goals_are_manipulations_doorways_and_the_end() -> None:
    for segment in SEGMENTS:
        assert segment.goals is not None
        interactions = [goal for goal in segment.goals if goal.kind == INTERACTION]
        assert len(interactions) == segment.actions.count("I")
        for goal in interactions:
            x, y, z = goal.point or (0.0, 0.0, 0.0)
            assert math.dist((goal.stand[0], 1.575, goal.stand[1]), (x, y, z)) < 2.4 + 1e-3  # within reach of the eyes
        last = segment.goals[-1]
        assert math.dist(last.stand[:2], segment.end) <= 0.5
        if last.kind == NAVIGATION and len(segment.goals) > 1 and segment.goals[-2].kind == INTERACTION:
            assert math.dist(last.stand[:2], segment.goals[-2].stand[:2]) > 0.5


def test_every_paragraph_is_true() -> None:
    assert [sentence for paragraph in PARAGRAPHS[:20] for sentence in check_paragraph(paragraph)] == []


def test_unseen_phrasings_are_in_dev_and_test_only() -> None:
    unseen = {split: [0, 0] for split in ("train", "dev", "test")}
    for n, paragraph in enumerate(PARAGRAPHS):
        for segment in paragraph.segments:
            unseen[split_of(n)][segment.unseen_phrasing] += 1
    assert unseen["train"][1] == 0
    assert (
        0.03
        < sum(unseen[split][1] for split in ("dev", "test")) / sum(sum(unseen[split]) for split in ("dev", "test"))
        < 0.3
    )


def test_the_language_has_the_shares_of_the_paper_s_sample() -> None:
    found = statistics(PARAGRAPHS)
    for name, share in KIND.statistics["phenomena"].items():
        assert abs(found["phenomena"][name] - share) < 10, name  # 4 for the whole corpus; this is a small slice
    assert 8 < found["tokens_per_instruction"] < 12
    assert abs(found["instructions_per_paragraph"] / KIND.statistics["instructions_per_paragraph"] - 1) < 0.15
    walks = sum("I" not in segment.actions for segment in SEGMENTS) / len(SEGMENTS)
    assert abs(walks - 0.375) < 0.1


def test_instructions_are_seldom_alike() -> None:
    texts = [segment.instruction.lower() for segment in SEGMENTS]
    assert len(set(texts)) / len(texts) > 0.9
