"""Tables and pages of numbers: on the terminal, and as Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sightline.corpus.files import Corpus
from sightline.corpus.statistics import OTHER_CORPORA, PAPER

Rows = list[tuple[str, str, str]]
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


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:.1f}"


def _pair(scores: dict[str, float] | None, *keys: str) -> str:
    return "-" if scores is None else " / ".join(f"{scores[key]:.1f}" for key in keys)


def stats_rows(found: dict[str, Any], scored: str) -> dict[str, Rows]:
    """Each table of the statistics: what, here, in the paper."""
    sizes = [(name, _number(found[key]), _number(PAPER[key])) for key, name in SIZES.items()]
    phenomena = [
        (name, _number((found["phenomena"] or {}).get(key)), _number(PAPER["phenomena"][key]))
        for key, name in PHENOMENA.items()
    ]
    scores = []
    for name, paper in PAPER["baselines"].items():
        keys = tuple(paper)
        scores.append((f"{name}: {' / '.join(keys)}", _pair(found["baselines"][name], *keys), _pair(paper, *keys)))
    scores.append(("ceiling: Dist / Acc", _pair(found["ceiling"], "Dist", "Acc"), "-"))
    if found["readers"] is not None:
        scores.append(("readers: Dist / Acc", _pair(found["readers"], "Dist", "Acc"), "-"))
    return {
        "Sizes": sizes,
        "Phenomena, in percent of the instructions": phenomena,
        f"Baselines and ceiling on {scored} (distances in units, shares in percent)": scores,
    }


def other_rows(found: dict[str, Any]) -> list[tuple[str, ...]]:
    """This corpus beside others: the paper's appendix."""
    rows = [
        (name, f"{count:,}", f"{vocabulary:,}", f"{tokens:.1f}", actions, length, partly)
        for name, (count, vocabulary, tokens, actions, length, partly) in OTHER_CORPORA.items()
    ]
    here = (
        "this corpus",
        *(_number(found[key]) for key in ("instructions", "vocabulary", "tokens_per_instruction")),
        "4",
        _number(found["actions_per_instruction"]),
        "yes",
    )
    return [*rows, here]


OTHER = ("corpus", "count", "vocabulary", "tokens", "actions", "length", "partial")
OTHER_KEY = """Columns: instructions, distinct tokens, tokens per instruction, kinds of actions, actions per instruction,
whether the agent sees only a part of its world. The corpora are those of the paper's appendix: Bisk et al. 2016,
MacMahon et al. 2006 (SAIL), Matuszek et al. 2012, Misra et al. 2015, and the paper's own two."""


def stats_tables(found: dict[str, Any], where: Path, scored: str) -> None:
    """Print the statistics."""
    console = Console()
    for title, rows in stats_rows(found, scored).items():
        table = Table(title=title, title_justify="left")
        table.add_column("")
        table.add_column("here", justify="right")
        table.add_column("paper", justify="right")
        for row in rows:
            table.add_row(*row)
        console.print(table)
    table = Table(*OTHER, title="Beside other instruction corpora", title_justify="left")
    for others in other_rows(found):
        table.add_row(*others)
    console.print(table)
    console.print(f"[dim]Corpus: {where}[/dim]", highlight=False, soft_wrap=True)


def _markdown(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(header)} |", f"|{'---|' + '---:|' * (len(header) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


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
    for title, rows in stats_rows(found, scored).items():
        parts += [f"## {title}", _markdown(("", "here", "paper"), list(rows))]
    parts += ["## Beside other instruction corpora", _markdown(OTHER, other_rows(found)), OTHER_KEY]
    if source == "generated":
        parts += [
            f"{found['unseen_phrasing']:.1f} % of all instructions use a phrasing that is held out from train; all of\n"
            "these are in dev and test.",
        ]
    return "\n\n".join(parts) + "\n"
