"""The statistics of a corpus as tables: on the terminal, and as a Markdown page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sightline.cli.output import columns_here
from sightline.corpus.files import Corpus
from sightline.corpus.statistics import OTHER_CORPORA, PAPER
from sightline.evaluation.layout import Cell, Column, Table, as_markdown, as_text

SIZES = {
    "paragraphs": "paragraphs", "instructions": "instructions", "instructions_per_paragraph": "instructions per paragraph",
    "path_length": "path length per instruction (units)", "actions_per_instruction": "actions per instruction",
    "tokens_per_instruction": "tokens per instruction", "vocabulary": "vocabulary (distinct tokens)",
}  # fmt: skip
PHENOMENA = {
    "spatial_relations": "spatial relations between locations",
    "location_conjunction": "conjunctions of two or more locations",
    "temporal_coordination": "temporal coordination of sub-goals",
    "trajectory_constraints": "constraints on the shape of trajectory",
    "coreference": "co-reference",
    "comparatives": "comparatives",
}
BESIDE_PAPER = [Column("", words=True), Column("here", 1), Column("paper", 1)]
OTHER = [
    Column("corpus", words=True), Column("count"), Column("vocabulary"), Column("tokens", 1), Column("actions"),
    Column("length", 1), Column("partial"),
]  # fmt: skip
OTHER_KEY = (
    "Columns: instructions, distinct tokens, tokens per instruction, kinds of actions, actions per instruction, "
    "whether the agent sees only a part of its world. The corpora are those of the paper's appendix: Bisk et al. 2016, "
    "MacMahon et al. 2006 (SAIL), Matuszek et al. 2012, Misra et al. 2015, and the paper's own two."
)


def _counted(value: Cell) -> Cell:
    return f"{value:,}" if isinstance(value, int) else value


def _pair(scores: dict[str, float] | None, *keys: str) -> Cell:
    return None if scores is None else " / ".join(f"{scores[key]:.1f}" for key in keys)


def stats_tables(found: dict[str, Any], scored: str) -> list[Table]:
    """The statistics of a corpus beside the paper's, its phenomena, its baselines, and other corpora."""
    sizes: list[list[Cell]] = [[name, _counted(found[key]), _counted(PAPER[key])] for key, name in SIZES.items()]
    marked, paper = found["phenomena"] or {}, PAPER["phenomena"]
    phenomena: list[list[Cell]] = [[name, marked.get(key), paper[key]] for key, name in PHENOMENA.items()]
    scores: list[list[Cell]] = []
    for name, theirs in PAPER["baselines"].items():
        scores.append([f"{name}: {' / '.join(theirs)}", _pair(found["baselines"][name], *theirs), _pair(theirs, *theirs)])
    scores.append(["ceiling: Dist / Acc", _pair(found["ceiling"], "Dist", "Acc"), None])
    if found["readers"] is not None:
        scores.append(["readers: Dist / Acc", _pair(found["readers"], "Dist", "Acc"), None])
    return [
        Table("Sizes", BESIDE_PAPER, sizes),
        Table("Phenomena, in percent of the instructions", BESIDE_PAPER, phenomena),
        Table(f"Baselines and ceiling on {scored} (distances in units, shares in percent)", BESIDE_PAPER, scores),
        Table("Beside other instruction corpora", OTHER, _other_rows(found), [OTHER_KEY]),
    ]


def _other_rows(found: dict[str, Any]) -> list[list[Cell]]:
    """Other corpora, from the paper's appendix, and this one."""
    here = [found[key] for key in ("instructions", "vocabulary", "tokens_per_instruction")]
    rows = {**OTHER_CORPORA, "this corpus": (*here, "4", found["actions_per_instruction"], "yes")}
    return [[name, *(_counted(value) for value in row)] for name, row in rows.items()]


def stats_text(found: dict[str, Any], where: Path, scored: str) -> str:
    """The statistics for the terminal."""
    shown = [as_text(table, columns_here()) for table in stats_tables(found, scored)]
    return "\n".join([*shown, f"Corpus: {where}"])


def stats_page(found: dict[str, Any], corpus: Corpus, scored: str) -> str:
    """The statistics as a Markdown page."""
    source, seed = corpus.about.get("source"), corpus.about.get("seed")
    made = f"{source}, seed {seed}" if seed is not None else source
    counts = ", ".join(f"{n['paragraphs']:,} paragraphs in {split}" for split, n in corpus.about["counts"].items())
    parts = [
        "# The LANI corpus in numbers",
        f"Source: {made}; {counts}.\n"
        "Language that is *generated* was made by a grammar, not written by people; the paper's numbers are those of its\n"
        "human-written corpus. Made by `sightline corpus stats --world lani --page FILE`.",
    ]
    parts += [as_markdown(table).rstrip() for table in stats_tables(found, scored)]
    if source == "generated":
        parts += [
            f"{found['unseen_phrasing']:.1f} % of all instructions use a phrasing that is held out from train; all of\n"
            "these are in dev and test.",
        ]
    return "\n\n".join(parts) + "\n"
