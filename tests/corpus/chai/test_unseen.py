"""The split unseen-houses: true and clear, the same on every call, and in houses that nothing else uses."""

import re
from pathlib import Path
from random import Random

import pytest

from sightline.chai.house import generate_house
from sightline.chai.house.generate import RESERVED, UNSEEN
from sightline.chai.kind import KIND as WORLD
from sightline.chai.kind import Scene
from sightline.corpus.chai.check import check_paragraph
from sightline.corpus.chai.fresh import fresh_scene
from sightline.corpus.chai.kind import KIND
from sightline.corpus.chai.unseen import COMMANDS, INSTRUCTIONS, HouseQuota, _spread, is_unseen, paragraphs_of
from sightline.corpus.kind import corpus_kind
from sightline.errors import InputError

ROOT = Path(__file__).parents[3]
STORY = 900_000  # a house that has one
ABOUT_IT = (Path(__file__), ROOT / "tests" / "cli" / "test_house.py")  # tests that such houses are refused


def test_paragraphs_are_true_and_there_are_as_many_as_asked_for() -> None:
    made = paragraphs_of(HouseQuota(STORY, 7, 2))
    assert {split: sum(len(p.segments) for p in some) for split, some in made.items()} == {
        "unseen-houses": 7, "unseen-commands": 2,
    }  # fmt: skip
    paragraphs = [paragraph for some in made.values() for paragraph in some]
    assert all(check_paragraph(paragraph) == [] for paragraph in paragraphs)
    assert {paragraph.scene.house for paragraph in paragraphs} == {f"seed:{STORY}"}
    assert len({paragraph.scene.variant for paragraph in paragraphs}) == len({p.id for p in paragraphs}) == len(paragraphs)
    assert paragraphs_of(HouseQuota(STORY, 0, 2))["unseen-commands"] == made["unseen-commands"]


def test_its_size() -> None:
    assert (len(UNSEEN), INSTRUCTIONS, COMMANDS) == (200, 2000, 1000)
    assert sum(_spread(2000, 117)) == 2000 and set(_spread(2000, 117)) == {17, 18}


def test_nobody_learns_there() -> None:
    assert max(UNSEEN) < RESERVED
    assert not any(is_unseen(fresh_scene(Random(k), houses=3).house) for k in range(3))
    assert not any(is_unseen(WORLD.generate(seed, "generated").house.name) for seed in (0, UNSEEN.start))
    for world in ("seed:900199", "seed:900000"):
        assert is_unseen(world)
    assert not any(map(is_unseen, (1, 900_000, "seed:900200", "seed:7", "plan:0123456789abcdef")))
    with pytest.raises(InputError, match="unseen-houses"):
        corpus_kind("chai", (generate_house(UNSEEN.start),))
    assert KIND.unseen is not None and KIND.unseen.holds(Scene.of(generate_house(UNSEEN.start), 3))


def test_tests_pages_and_demos_use_other_houses() -> None:
    """Houses by seed in the project: `seed:N`, `generate_house(N)`, `house generate --seed N`."""
    named = re.compile(r"seed:(\d+)|generate_(?:house|plan)\((\d[\d_]*)|house generate --seed (\d+)")
    files = [file for folder in ("tests", "docs", "examples", "src") for file in (ROOT / folder).rglob("*")]
    files += [ROOT / "README.md", ROOT / "Makefile"]
    used = set()
    for file in files:
        if file.suffix in (".py", ".md", ".toml", "") and file.is_file() and file not in ABOUT_IT:
            text = file.read_text(encoding="utf-8", errors="ignore")
            used |= {int(number.replace("_", "")) for match in named.findall(text) for number in match if number}
    assert used and used.isdisjoint(UNSEEN)
