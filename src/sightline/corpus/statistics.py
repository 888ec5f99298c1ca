"""What a corpus is like in numbers, beside the paper's and other instruction corpora (paper, tables 1, 2 and appendix)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.corpus.records import PHENOMENA, Paragraph
from sightline.lani.dynamics import STRIDE

ORIGINAL_STRIDE = 1.0  # the original demonstrations were recorded with shorter steps than the paper's 1.5

PAPER: dict[str, Any] = {
    "paragraphs": 6000, "instructions": 28204, "instructions_per_paragraph": 4.7, "path_length": None,
    "actions_per_instruction": 24.6, "tokens_per_instruction": 12.1, "vocabulary": 2292,
    "phenomena": {
        "spatial_relations": 61.5, "location_conjunction": 18.0, "temporal_coordination": 32.5,
        "trajectory_constraints": 47.0, "coreference": 16.0, "comparatives": 1.0,
    },
    "baselines": {
        "stop": {"SD": 15.4, "TC": 8.2}, "random-walk": {"SD": 14.8, "TC": 9.7}, "most-frequent": {"SD": 19.3, "TC": 2.9},
        "center": {"Dist": 12.0, "Acc": 19.5},
    },
    "ceiling": None,
}  # fmt: skip

# Instructions, vocabulary, tokens per instruction, number of actions, actions per instruction, partially observed.
OTHER_CORPORA = {
    "Bisk 2016": (16767, 1426, 15.27, "81", "15.4", "no"),
    "SAIL 2006": (3237, 563, 7.96, "3", "3.12", "yes"),
    "Matuszek 2012": (217, 39, 6.65, "3", "-", "no"),
    "Misra 2015": (469, 775, 48.7, "> 100", "21.5", "no"),
    "LANI 2018": (28204, 2292, 12.07, "4", "24.6", "yes"),
    "CHAI 2018": (13729, 1018, 10.14, "1028", "54.5", "yes"),
}


def statistics(paragraphs: Sequence[Paragraph]) -> dict[str, Any]:
    """Counts and means over paragraphs; phenomena in percent of the instructions, None where they are not marked."""
    segments = [segment for p in paragraphs for segment in p.segments]
    count = len(segments)
    walked = sum(
        s.actions.count("F") * (ORIGINAL_STRIDE if p.source == "human" else STRIDE) for p in paragraphs for s in p.segments
    )
    marked = all(s.phenomena is not None for s in segments)
    return {
        "paragraphs": len(paragraphs),
        "instructions": count,
        "instructions_per_paragraph": count / len(paragraphs),
        "path_length": walked / count,
        "actions_per_instruction": sum(len(s.actions) for s in segments) / count,
        "tokens_per_instruction": sum(len(s.tokens) for s in segments) / count,
        "vocabulary": len({token for s in segments for token in s.tokens}),
        "phenomena": {name: 100 * sum(name in (s.phenomena or ()) for s in segments) / count for name in PHENOMENA}
        if marked
        else None,
        "unseen_phrasing": 100 * sum(s.unseen_phrasing for s in segments) / count,
    }
