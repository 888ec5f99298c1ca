"""Export of a study: a corpus folder, the original release's files, or the raw answers.

The two collection tasks together make a corpus: the texts of a `write` study, as followed in a `segment` study.
People's language has the source `human`; that of stand-ins has `written`, and its card names the language models.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast

from sightline.corpus.check import problems
from sightline.corpus.files import Corpus, Entry, fill_corpus
from sightline.corpus.kind import corpus_kind, format_of
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.files import new_folder
from sightline.language import Vocabulary, tokenize
from sightline.web.bodies import Json
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Study
from sightline.web.studies.creating import find_study
from sightline.web.studies.items import ItemContent
from sightline.web.studies.owning import CountedAnswer, counted_answers, seconds
from sightline.web.studies.plan import SEGMENT
from sightline.world import Goal, kind_of

CORPUS, ANSWERS = "corpus", "answers"  # the other formats are the world's original ones
ANSWERS_FILE = "answers.jsonl"
CARD = """# {title} instructions from the study "{name}"

{paragraphs} paragraphs, written and then followed and cut into instructions on the pages of Sightline, by {who}.
`path` and `scenario` are what the writers were shown; `actions` are the follower's, without those that changed nothing, and
replay from `start`. Instructions that a follower called invalid, and answers that the study's owner set aside, are left out.
Texts came from: {corpus}.
"""


def export(database: Database, name: str, target: Path, format: str = CORPUS, force: bool = False) -> int:
    """Write the answers that count into a new folder; returns the number of paragraphs or answers."""
    with database.reading() as session:
        study = find_study(session, name)
        answers = counted_answers(session, study)
        if format == ANSWERS:
            return _write_answers(study, answers, target, force)
        if study.task != SEGMENT:
            raise InputError(
                f"Only a `segment` study makes a corpus, and {study.name} is a `{study.task}` study: make a `segment` study "
                f"from it, or export its answers (--format {ANSWERS})."
            )
        paragraphs = paragraphs_of(study, (a for a in answers if a.answer.content["valid"]))
    if not paragraphs:
        raise InputError(f"{study.name} has no valid answers yet, so there is nothing to export.")
    if format == CORPUS:
        _write_corpus(study, paragraphs, target, force)
    else:
        words = Counter(token for paragraph in paragraphs for segment in paragraph.segments for token in segment.tokens)
        corpus = Corpus(_about(study, paragraphs), {study.split: paragraphs}, Vocabulary.of(words))
        format_of(study.world, format).write(corpus, target, force)
    return len(paragraphs)


def paragraphs_of(study: Study, answers: Iterable[CountedAnswer]) -> list[Paragraph]:
    """The followed texts as records."""
    return [_paragraph(study, answer) for answer in answers]


def _paragraph(study: Study, counted: CountedAnswer) -> Paragraph:
    content = ItemContent(study.task, counted.item.content)
    kind, parts, before = content.kind, counted.answer.content["parts"], content.paragraph
    find, goals = corpus_kind(study.world).recorded_goals, cast(list[tuple[Goal, ...] | None], [None] * len(parts))
    if find is not None:
        goals[:] = find(content.episode, [kind.read_actions(part["actions"]) for part in parts])
    segments = [_segment(content, part, part_goals) for part, part_goals in zip(parts, goals, strict=True)]
    return Paragraph(
        f"{corpus_kind(study.world).prefix}-{counted.answer.id:06d}", before.scene, segments, before.world,
        "written" if study.stand_in else "human", before.seed, before.path, before.scenario,
    )  # fmt: skip


def _segment(content: ItemContent, part: Json, goals: tuple[Goal, ...] | None) -> Segment:
    text = " ".join(content.units[part["first"] : part["upto"]])
    x, z, _ = part["end"]
    return Segment(text, tokenize(text), tuple(part["start"]), (x, z), part["actions"], goals=goals)


def _about(study: Study, paragraphs: Sequence[Paragraph]) -> Json:
    """The corpus.json of a study's corpus."""
    return {"world": study.world, "source": paragraphs[0].source, "seed": None, "study": study.name}


def _write_corpus(study: Study, paragraphs: Sequence[Paragraph], target: Path, force: bool) -> None:
    """Write a corpus folder; it appears only if `corpus validate` would accept it."""
    card = CARD.format(
        title=kind_of(study.world).title, name=study.name, paragraphs=len(paragraphs), corpus=study.corpus,
        who=f"a language model as stand-in for people ({study.stand_in})" if study.stand_in else "people",
    )  # fmt: skip
    entries = (Entry.of(study.split, paragraph) for paragraph in paragraphs)
    with new_folder(target, force, "corpus.json") as folder:
        fill_corpus(folder, entries, _about(study, paragraphs), card)
        for sentence in problems(folder):
            raise InputError(sentence.replace(str(folder), str(target)))


def _write_answers(study: Study, answers: Iterable[CountedAnswer], target: Path, force: bool) -> int:
    """Write every answer that counts as a line with its item; participants are numbers. Returns the number of answers."""
    count = 0
    with new_folder(target, force, ANSWERS_FILE) as folder, (folder / ANSWERS_FILE).open("w", encoding="utf-8") as file:
        for counted in answers:
            line = {
                "answer": counted.answer.id, "participant": counted.participant, "by": study.stand_in or "human",
                "task": study.task, "given": seconds(counted.answer.given), "item": counted.item.content,
                **counted.answer.content,
            }  # fmt: skip
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            count += 1
    return count
