"""Choosing examples: by place or id, at random, and the poses of a demonstration."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tiny_world import CORPUS, KIND

from sightline.corpus.build import generate_corpus
from sightline.corpus.choose import demonstration, example_in, find_paragraph, random_examples
from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import SEEDS, corpus_paragraph
from sightline.errors import InputError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("corpora") / "toy"
    generate_corpus(CORPUS, target, 40, 1, 1)
    return target


def test_a_paragraph_by_place_or_id(folder: Path) -> None:
    assert (
        find_paragraph(folder, "16") == find_paragraph(folder, "tiny_world-KIND-000016") == corpus_paragraph(CORPUS, 1, 16)
    )
    for which in ("40", "-1", "x", "1.0", "²", "9" * 5000):
        with pytest.raises(InputError, match="has paragraphs 0 to 39, or ids such as tiny_world-KIND-000000; got"):
            find_paragraph(folder, which)


@pytest.mark.parametrize("corpus", [None, Path("standard")])
def test_a_paragraph_of_the_standard_corpus_is_made_on_its_own(corpus: Path | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGHTLINE_CACHE", "/nowhere")
    example = example_in(corpus, KIND.name, "16", 2)
    assert example.paragraph == corpus_paragraph(CORPUS, 3, 16) and example.index == 1
    assert example_in(corpus, KIND.name, "tiny_world-KIND-000016", 1).index == 0
    beyond = example_in(corpus, KIND.name, str(SEEDS + 5), 1)
    assert beyond.paragraph == corpus_paragraph(CORPUS, 4, 5)
    last = SEEDS * (SEEDS - 3) - 1
    assert example_in(corpus, KIND.name, str(last), 1).paragraph == corpus_paragraph(CORPUS, SEEDS - 1, SEEDS - 1)
    for which in ("x", "-1", str(last + 1), "9" * 5000):
        with pytest.raises(InputError, match="is not a paragraph of the standard corpus; its paragraphs are 0, 1, 2"):
            example_in(corpus, KIND.name, which, 1)


def test_an_instruction_of_a_folder(folder: Path) -> None:
    assert example_in(folder, KIND.name, "3", 2).key == ("tiny_world-KIND-000003", 1)
    for segment in (0, 3):
        with pytest.raises(InputError, match=f"tiny_world-KIND-000003 has instructions 1 to 2, got {segment}"):
            example_in(folder, KIND.name, "3", segment)


def test_random_examples_are_of_different_paragraphs_of_dev(folder: Path) -> None:
    for corpus, count in ((folder, 6), (None, 9)):
        chosen = random_examples(corpus, KIND.name, 100, 5)
        assert len({e.paragraph.id for e in chosen}) == len(chosen) == count
        assert {e.segment.tokens[0] for e in chosen} == {"dev"} and {e.index for e in chosen} == {0, 1}
        four, again, others = ([e.key for e in random_examples(corpus, KIND.name, 4, seed)] for seed in (5, 5, 6))
        assert four == again != others and len(four) == 4


def test_a_corpus_without_dev_has_random_examples_too(folder: Path) -> None:
    assert len(random_examples(Path("written"), "lani", 300, 0)) == 200


def test_a_demonstration_replays_and_ends_at_the_end(folder: Path) -> None:
    poses = demonstration(example_in(folder, KIND.name, "0", 2))
    assert np.allclose(poses, [[10.0, 13.0, 0.0], [10.0, 14.5, 0.0], [10.0, 16.0, 0.0]])
    for example in random_examples(Path("written"), "lani", 10, 0):
        poses = demonstration(example)
        assert len(poses) == len(example.segment.actions) + 1 and poses[0].tolist() == list(example.segment.start)
        assert math.dist(poses[-1, :2], example.segment.end) < 0.02


def test_people_s_moves_of_another_step_length_do_not_replay(folder: Path) -> None:
    paragraph = find_paragraph(folder, "0")
    ours = Example(Paragraph(paragraph.id, paragraph.scene, paragraph.segments, KIND.name, "human"), 0)
    assert len(demonstration(ours)) == 3  # they were recorded here
    longer = [replace(paragraph.segments[0], end=(10.0, 12.0))]
    imported = Example(Paragraph(paragraph.id, paragraph.scene, longer, KIND.name, "human"), 0)
    assert np.array_equal(demonstration(imported), [[10.0, 10.0, 0.0], [10.0, 12.0, 0.0]])
