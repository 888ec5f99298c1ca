"""LANI's CorpusKind (see sightline.corpus.kind). Its parts are imported on first use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from sightline.corpus.kind import Named, cells_in, corpus_in, late
from sightline.corpus.lani.meaning import MEANING, disagreement
from sightline.lani.scene import Scene

if TYPE_CHECKING:
    from sightline.corpus.records import Segment

HERE = "sightline.corpus.lani"
NOTE = (
    "right: within 4 units of the body meant, 5 of the place meant, 3 of the start for stay; a hidden thing counts when it "
    "is found on the way. same goal: another way of saying the same moves the goal by 3 units at most."
)


def thing_ids(scene: Scene, things: Sequence[int]) -> list[int]:
    """The segmentation ids of landmarks, given by their indices in a scene."""
    ids: list[int] = (scene.models[list(things)] + 1).tolist()
    return ids


def vary(random: Random, segment: Segment, named: Named, scene: Scene) -> list[str]:
    """An instruction reworded with words that the grammar lacks."""
    from sightline.corpus.lani.words import reword

    return reword(random, segment.tokens, named, scene)


KIND = corpus_in(
    Path(__file__).parent, HERE, name="lani", sources=("sightline.lani", HERE), meaning=MEANING, agree=disagreement,
    thing_ids=thing_ids, vary=vary, command=late(f"{HERE}.commands:plain_command"), alike=late(f"{HERE}.alike:alike"),
    on_the_way=late(f"{HERE}.commands.places:on_the_way"), way=late(f"{HERE}.check:places_to_pass"),
    judge_way=late(f"{HERE}.check:judge"), facts=late(f"{HERE}.facts:FieldFacts"),
    abilities=late(f"{HERE}.abilities:situations"), abilities_note=NOTE,
    path_length=late(f"{HERE}.follower:path_length"), cells=cells_in(f"{HERE}.cells"),
)  # fmt: skip
