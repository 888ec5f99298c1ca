"""A world outside the package with a corpus that takes no time to make: LANI's fields with a well, and two instructions."""

from dataclasses import replace
from typing import Any

from sightline.corpus.kind import CorpusKind, Standard
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.lani.kind import KIND as LANI
from sightline.lani.scene import Placed, Scene

KIND = replace(LANI, name="tiny_world:KIND", title="TINY", unit="feet", corpus="tiny_world:CORPUS", paper={})
BARE = replace(LANI, name="tiny_world:BARE", title="BARE", corpus="", paper={})  # has no corpus


def generate(seed: int, name: str, split: str) -> Paragraph:
    """Two steps ahead, twice."""
    if seed % 1_000_000 == 77:
        raise InputError("Paragraph 77 cannot be made.")
    scene = Scene((Placed("Well", 40.0, round(1 + seed % 4000 / 100, 2), 4.0),))
    said = f"{split} {seed}"
    segments = [
        Segment(
            said, said.split(), (10.0, 10.0 + z, 0.0), (10.0, 13.0 + z), "FF", (10.0, 13.5 + z), ["coreference"][: int(z)]
        )
        for z in (0.0, 3.0)
    ]
    return Paragraph(name, scene, segments, KIND.name, "generated", seed)


def check(paragraph: Paragraph) -> list[str]:
    return ["is unlucky."] if paragraph.seed % 1_000_000 == 13 else []


def agree(record: dict[str, Any]) -> str:
    return "has a scenario." if record.get("scenario") else ""


CORPUS = CorpusKind(
    KIND.name, generate, "{paragraphs} of {seed}\n", check, Standard(3, 60, "unknown"), sources=("tiny_world",), agree=agree,
    path_length=lambda paragraph, k: 3.0 + k,
)  # fmt: skip
