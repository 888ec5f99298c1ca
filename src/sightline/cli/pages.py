"""The statistics of a corpus as tables, for the terminal and as a Markdown page."""

from __future__ import annotations

from pathlib import Path

from sightline.cli.output import columns_here
from sightline.corpus.files import Corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.statistics import OTHER_CORPORA
from sightline.evaluation.layout import Cell, Column, Table, as_markdown, as_text
from sightline.fields import Json
from sightline.world import kind_of

SIZES = {
    "paragraphs": "paragraphs", "instructions": "instructions", "instructions_per_paragraph": "instructions per paragraph",
    "path_length": "path length per instruction ({unit})", "actions_per_instruction": "actions per instruction",
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


def stats_tables(numbers: Json, world: str, scored: str) -> list[Table]:
    """The statistics of a corpus beside the paper's, its phenomena, its baselines, and other corpora."""
    kind = kind_of(world)
    paper = corpus_kind(world).statistics if kind.corpus else {}
    sizes: list[list[Cell]] = [
        [name.format(unit=kind.unit), _counted(numbers[key]), _counted(paper.get(key))] for key, name in SIZES.items()
    ]
    here, reported = numbers["phenomena"] or {}, paper.get("phenomena", {})
    phenomena: list[list[Cell]] = [[name, here.get(key), reported.get(key)] for key, name in PHENOMENA.items()]
    scores: list[list[Cell]] = []
    for name, ours in numbers["baselines"].items():
        keys = list(paper.get("baselines", {}).get(name, ours))
        scores.append(
            [f"{name}: {' / '.join(keys)}", _pair(ours, *keys), _pair(paper.get("baselines", {}).get(name), *keys)]
        )
    for name in ("ceiling", "readers"):
        if name == "ceiling" or numbers[name] is not None:
            scores.append([f"{name}: Dist / Acc", _pair(numbers[name], "Dist", "Acc"), None])
    return [
        Table("Sizes", BESIDE_PAPER, sizes),
        Table("Phenomena, in percent of the instructions", BESIDE_PAPER, phenomena),
        Table(f"Baselines and ceiling on {scored} (distances in {kind.unit}, shares in percent)", BESIDE_PAPER, scores),
        Table("Beside other instruction corpora", OTHER, _other_rows(numbers, kind.action_count), [OTHER_KEY]),
    ]


def _other_rows(numbers: Json, actions: int) -> list[list[Cell]]:
    """Other corpora, from the paper's appendix, and this one."""
    here = [numbers[key] for key in ("instructions", "vocabulary", "tokens_per_instruction")]
    rows = {**OTHER_CORPORA, "this corpus": (*here, str(actions), numbers["actions_per_instruction"], "yes")}
    return [[name, *(_counted(value) for value in row)] for name, row in rows.items()]


def stats_text(numbers: Json, world: str, folder: Path, scored: str) -> str:
    """The statistics for the terminal."""
    tables = [as_text(table, columns_here()) for table in stats_tables(numbers, world, scored)]
    return "\n".join([*tables, f"Corpus: {folder}"])


def stats_page(numbers: Json, corpus: Corpus, scored: str) -> str:
    """The statistics as a Markdown page."""
    world, source, seed = corpus.about["world"], corpus.about.get("source"), corpus.about.get("seed")
    origin = f"{source}, seed {seed}" if seed is not None else source
    counts = ", ".join(f"{n['paragraphs']:,} paragraphs in {split}" for split, n in corpus.about["counts"].items())
    parts = [
        f"# The {kind_of(world).title} corpus in numbers",
        f"Source: {origin}; {counts}.\n"
        "Language that is *generated* was made by a grammar, not written by people; the paper's numbers are those of its\n"
        f"human-written corpus. Made by `sightline corpus stats --world {world} --page FILE`.",
    ]
    parts += [as_markdown(table).rstrip() for table in stats_tables(numbers, world, scored)]
    if source == "generated":
        parts += [
            f"{numbers['unseen_phrasing']:.1f} % of all instructions use a phrasing that is held out from train; all of\n"
            "these are in dev and test.",
        ]
    return "\n\n".join(parts) + "\n"
