"""What the corpus of LANI brings."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.corpus.kind import CorpusKind, Named, Standard
from sightline.corpus.lani.build import CARD, standard, written_folder
from sightline.corpus.lani.generate import generate_paragraph
from sightline.corpus.lani.vary import varied
from sightline.corpus.records import Paragraph
from sightline.lani import Scene


def named(paragraph: Paragraph, k: int) -> Named:
    """The landmarks that instruction k names: their places in the scene, and what they are called."""
    things = (paragraph.segments[k].meaning or {}).get("named", [])
    return [(thing["of"], thing["as"]) for thing in things if thing["of"] is not None and thing["of"] >= 0]


def thing_ids(scene: Scene, things: Sequence[int]) -> Sequence[int]:
    """What segmentation shows for landmarks of a scene."""
    return (scene.models[list(things)] + 1).tolist()


KIND = CorpusKind(
    name="lani", generate=generate_paragraph, card=CARD, check=lambda paragraph: [],
    standard=Standard(standard()["seed"], standard()["paragraphs"], standard()["sha256"]), written=written_folder(),
    named=named, thing_ids=thing_ids, vary=varied,
)  # fmt: skip
