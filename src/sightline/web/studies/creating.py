"""Creating a study from a plan: its items, and the participants' links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVarTuple

import numpy as np
from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from sightline.checks import checked_whole
from sightline.corpus.choose import random_examples, random_paragraphs
from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.web.bodies import Json
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Answer, Assignment, Item, Participant, Study
from sightline.web.studies.plan import (
    ACT,
    ACTION_LIMIT,
    CONSENT,
    PEOPLE_LIMIT,
    RATE,
    SEGMENT,
    TASKS,
    WRITE,
    StudyPlan,
    check_task,
)
from sightline.web.studies.platforms import LINKS, hash_of, new_token
from sightline.world import kind_of

Columns = TypeVarTuple("Columns")
PERSON = "human"  # the follower in items to rate; language models are never called so


class UnknownError(InputError):
    """There is no such study, answer or participant."""

    status = 404  # as the response to a request


@dataclass(frozen=True)
class Created:
    """A study, and its link, which is not stored."""

    study: int
    items: int
    join_token: str | None


def create(database: Database, plan: StudyPlan) -> Created:
    """Create a study with all its items, or nothing."""
    kind, task = kind_of(plan.world), TASKS[plan.task]
    with database.reading() as session:
        source = find_study(session, plan.source) if plan.source else None
        answers = list(_from_study(session, plan, source)) if source is not None else []
    if source is not None and not answers:
        raise InputError(f"{source.name} has no answers yet, so there is nothing to {plan.task}.")
    contents = _contents(plan, answers)
    if not contents:
        raise InputError("This study would have no items: none were found for it.")
    above = contents[0][0]["record"].get("path") is not None
    token = None if plan.platform == LINKS else new_token()
    study = Study(
        name=plan.name, task=plan.task, world=plan.world, corpus=plan.source or plan.corpus,
        split=plan.split if source is None else source.split,
        people=plan.people, per_person=plan.per_person,
        horizon=plan.horizon or (kind.horizon if plan.task == ACT else ACTION_LIMIT), shows_map=plan.shows_map,
        stand_in=plan.stand_in.strip(), platform=plan.platform, code=plan.code.strip(),
        instructions=plan.instructions.strip() or (task.from_above if above else task.inside),
        consent=plan.consent.strip() or CONSENT, join_hash=None if token is None else hash_of(token),
    )  # fmt: skip
    study.items = [Item(place=k, content=content, author_id=author) for k, (content, author) in enumerate(contents)]
    try:
        with database.writing() as session:
            session.add(study)
    except IntegrityError:
        raise InputError(f"There is a study named {plan.name!r} already.") from None
    return Created(study.id, len(contents), token)


def find_study(session: Session, name: str) -> Study:
    """A study by its name or number."""
    study = session.scalar(select(Study).where(Study.name == name))
    if study is None and name.isascii() and name.isdecimal() and len(name) < 10:
        study = session.get(Study, int(name))
    if study is None:
        there = session.scalars(select(Study.name).order_by(Study.id)).all()
        raise UnknownError(f"There is no study {name!r}; there {'are ' + ', '.join(there) if there else 'is none yet'}.")
    check_task(study.name, study.task)
    return study


def answers_of(query: Select[*Columns], study: Study) -> Select[*Columns]:
    """A query over the answers of a study, ordered by item, then by time."""
    return (
        query.join(Assignment, Answer.assignment_id == Assignment.id)
        .join(Item, Assignment.item_id == Item.id)
        .where(Item.study_id == study.id)
        .order_by(Item.place, Answer.id)
    )


def make_links(database: Database, name: str, count: int) -> list[str]:
    """Tokens of new participants; each makes a link. Only its hash is stored."""
    checked_whole(count, "The number of links", 1, PEOPLE_LIMIT)
    tokens = [new_token() for _ in range(count)]
    with database.writing() as session:
        study = find_study(session, name)
        if study.platform != LINKS:
            raise InputError(f"People join {study.name} through {study.platform}; it has no links of its own.")
        session.add_all(Participant(study_id=study.id, token_hash=hash_of(token)) for token in tokens)
    return tokens


def renew_joining(database: Database, name: str) -> str:
    """A new link for a platform's participants; the old one becomes invalid, but those who have joined can continue."""
    token = new_token()
    with database.writing() as session:
        study = find_study(session, name)
        if study.platform == LINKS:
            raise InputError(f"{study.name} is not on a platform: its people have links of their own.")
        study.join_hash = hash_of(token)
    return token


Source = tuple[Json, int | None]  # an item's content, and the participant who made it


def _contents(plan: StudyPlan, answers: list[Source]) -> list[Source]:
    """The items of a study, in the order of assignment."""
    rng = np.random.default_rng([plan.seed, 17])
    if plan.task in (WRITE, SEGMENT):
        if answers:
            return answers
        paragraphs = random_paragraphs(_corpus(plan), plan.world, plan.items, rng, plan.split)
        return [(_checked_paragraph(plan, paragraph), None) for paragraph in paragraphs]
    if plan.task == ACT:
        return [({"record": e.paragraph.to_json(), "place": e.index}, None) for e in _examples(plan)]
    examples = _rated_examples(answers) if answers else _examples(plan)
    contents = answers + [(content, None) for method in plan.methods for content in paths_of(method, plan.world, examples)]
    return [contents[k] for k in rng.permutation(len(contents)).tolist()]  # shuffled: the order does not reveal the follower


def _corpus(plan: StudyPlan) -> Path | None:
    return None if plan.corpus == "standard" else Path(plan.corpus)


def _check_world(plan: StudyPlan, paragraph: Paragraph) -> None:
    if paragraph.world != plan.world:
        raise InputError(f"{plan.corpus}: is a corpus of {paragraph.world}, not of {plan.world}.")


def _examples(plan: StudyPlan) -> list[Example]:
    examples = random_examples(_corpus(plan), plan.world, plan.items, plan.seed, plan.split)
    for example in examples:
        _check_world(plan, example.paragraph)
        if not example.segment.placed:
            raise InputError(f"{example.paragraph.id}: the original scene is not available, so it cannot be acted out.")
    return examples


def _checked_paragraph(plan: StudyPlan, paragraph: Paragraph) -> Json:
    """The content of an item for `write` or `segment`."""
    _check_world(plan, paragraph)
    if not paragraph.segments[0].placed or (paragraph.path is None and paragraph.scenario is None):
        raise InputError(f"{paragraph.id}: has neither a reference path nor a scenario, so there is nothing to write about.")
    record = paragraph.to_json()
    if plan.task == WRITE:
        return {"record": record}
    return {"record": record, "text": " ".join(segment.instruction for segment in paragraph.segments)}


def _from_study(session: Session, plan: StudyPlan, source: Study) -> Iterator[Source]:
    """Answers of another study as items: texts to follow, or paths to rate."""
    wanted = {SEGMENT: WRITE, RATE: ACT}[plan.task]
    if source.task != wanted or source.world != plan.world:
        raise InputError(
            f"A `{plan.task}` study needs answers of a `{wanted}` study in {plan.world}; "
            f"{source.name} is a `{source.task}` study in {source.world}."
        )
    query = answers_of(select(Answer, Assignment, Item), source).where(Answer.set_aside.is_(None)).limit(plan.items)
    for answer, assignment, item in session.execute(query):
        if plan.task == SEGMENT:
            content = {**item.content, "text": answer.content["text"]}
        else:
            path = {"by": source.stand_in or PERSON, "path": answer.content["path"], "metrics": answer.content["metrics"]}
            content = {**item.content, **path}
        yield content, assignment.participant_id


def _rated_examples(answers: Sequence[Source]) -> list[Example]:
    """The instructions whose paths are rated, without duplicates."""
    examples: dict[tuple[str, int], Example] = {}
    for content, _ in answers:
        example = Example(Paragraph.from_json(content["record"]), content["place"])
        examples.setdefault(example.key, example)
    return list(examples.values())


def paths_of(method: str, world: str, examples: Sequence[Example]) -> Iterator[Json]:
    """A method's paths on examples, as items to rate."""
    from sightline.evaluation.methods import Runner, choose_methods

    runner = Runner(kind_of(world))
    choose_methods(method, runner, examples, acting=True)
    outcome = runner.run(method, runner.world(examples), examples)
    assert outcome.path is not None and outcome.metrics is not None  # the method acts
    for n, example in enumerate(examples):
        metrics = {name: float(values[n]) for name, values in outcome.metrics.items()}
        path = outcome.path[:, n].round(4).tolist()
        while len(path) > 1 and path[-1] == path[-2]:  # drop the padding: other worlds ran longer
            path.pop()
        yield {"record": example.paragraph.to_json(), "place": example.index, "by": method, "path": path, "metrics": metrics}
