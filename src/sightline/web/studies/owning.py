"""The owner's functions: status of studies, inspecting and excluding answers, closing, reopening, deleting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from sightline.corpus.choose import demonstration
from sightline.web.bodies import Json
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Answer, Assignment, Item, Participant, Study, now
from sightline.web.studies.creating import UnknownError, answers_of, find_study
from sightline.web.studies.items import ItemContent
from sightline.web.studies.plan import ACT, TASKS, check_task
from sightline.web.studies.taking import delete_data

READ_SIZE = 100  # answers per database read


@dataclass(frozen=True)
class CountedAnswer:
    """An answer with its item; the participant is only a number."""

    answer: Answer
    item: Item
    participant: int


def counted_answers(session: Session, study: Study) -> Iterator[CountedAnswer]:
    """The answers of a study that are not set aside, in the order of its items; read in blocks."""
    query = answers_of(select(Answer, Item, Assignment.participant_id), study).where(Answer.set_aside.is_(None))
    for answer, item, participant in session.execute(query, execution_options={"yield_per": READ_SIZE}):
        yield CountedAnswer(answer, item, participant)


def seconds(moment: datetime) -> str:
    """A time as text, to the second."""
    return moment.isoformat(timespec="seconds")


def statuses(database: Database) -> list[Json]:
    """The status of all studies, the newest first."""
    with database.reading() as session:
        return [_status(session, study) for study in session.scalars(select(Study).order_by(Study.id.desc()))]


def status(database: Database, name: str) -> Json:
    """The status of a study."""
    with database.reading() as session:
        return _status(session, find_study(session, name))


def _status(session: Session, study: Study) -> Json:
    def count(query: Select[int]) -> int:
        return session.scalar(query) or 0

    items = select(func.count(Item.id)).where(Item.study_id == study.id)
    answers = answers_of(select(func.count(Answer.id)), study).order_by(None)
    people = select(func.count(Participant.id)).where(Participant.study_id == study.id)
    assigned = count(items.join(Assignment, Assignment.item_id == Item.id))
    answered, aside = count(answers), count(answers.where(Answer.set_aside.is_not(None)))
    return {
        "id": study.id, "name": study.name, "task": study.task, "world": study.world, "corpus": study.corpus,
        "title": TASKS[study.task].title if study.task in TASKS else study.task, "split": study.split,
        "people": study.people, "per_person": study.per_person, "platform": study.platform,
        "stand_in": study.stand_in, "items": count(items), "wanted": count(items) * study.people,
        "answers": answered - aside, "set_aside": aside, "begun": assigned - answered, "participants": count(people),
        "consented": count(people.where(Participant.consented.is_not(None), Participant.withdrawn.is_(None))),
        "withdrawn": count(people.where(Participant.withdrawn.is_not(None))),
        "created": seconds(study.created),
        "closed": study.closed and seconds(study.closed),
    }  # fmt: skip


def list_answers(database: Database, name: str, first: int = 0, count: int = 50) -> list[Json]:
    """A page of a study's answers, including those set aside: `count` answers from offset `first`."""
    with database.reading() as session:
        query = answers_of(select(Answer, Item.place, Assignment.participant_id), find_study(session, name))
        return [
            {
                "id": answer.id, "item": place, "participant": participant, "set_aside": answer.set_aside,
                "given": seconds(answer.given), "answer": answer.content,
            }
            for answer, place, participant in session.execute(query.offset(first).limit(count))
        ]  # fmt: skip


def find_answer(session: Session, number: int) -> Answer:
    """An answer by its number."""
    answer = session.get(Answer, number)
    if answer is None:
        raise UnknownError(f"There is no answer {number}.")
    study = answer.assignment.item.study
    check_task(study.name, study.task)
    return answer


def answer_content(database: Database, number: int) -> ItemContent:
    """The item that an answer is for."""
    with database.reading() as session:
        item = find_answer(session, number).assignment.item
        return ItemContent(item.study.task, item.content)


def show_answer(database: Database, number: int) -> Json:
    """An answer and its item, including what participants do not see."""
    with database.reading() as session:
        answer = find_answer(session, number)
        item, participant = answer.assignment.item, answer.assignment.participant_id
        content = ItemContent(item.study.task, item.content)
    hidden: Json = {key: item.content[key] for key in ("by", "metrics") if key in item.content}
    if content.task == ACT:
        hidden["reference"] = [(x, z) for x, z, _ in demonstration(content.example).round(4).tolist()]
    return {
        "id": answer.id, "place": item.place, "participant": participant, "set_aside": answer.set_aside,
        "given": seconds(answer.given), "item": content.to_json(with_map=True) | hidden,
        "answer": answer.content,
    }  # fmt: skip


def set_aside(database: Database, number: int, reason: str) -> None:
    """Exclude an answer, with a reason; its item is assigned once more. An empty reason includes it again."""
    with database.writing() as session:
        find_answer(session, number).set_aside = reason or None


def close(database: Database, name: str) -> None:
    """Accept no more participants and answers; existing answers stay. Closing again keeps the first time."""
    with database.writing() as session:
        study = find_study(session, name)
        study.closed = study.closed or now()


def reopen(database: Database, name: str) -> None:
    """Accept participants and answers again."""
    with database.writing() as session:
        find_study(session, name).closed = None


def list_participants(database: Database, name: str) -> list[Json]:
    """The participants of a study and their progress."""
    with database.reading() as session:
        study = find_study(session, name)
        answers = func.count(Answer.id)
        query = (
            select(Participant, answers)
            .outerjoin(Assignment, Assignment.participant_id == Participant.id)
            .outerjoin(Answer, Answer.assignment_id == Assignment.id)
            .where(Participant.study_id == study.id)
            .group_by(Participant.id)
            .order_by(Participant.id)
        )
        return [
            {
                "id": who.id, "platform_id": who.platform_id, "answers": done, "consented": who.consented is not None,
                "withdrawn": who.withdrawn is not None,
            }
            for who, done in session.execute(query)
        ]  # fmt: skip


def delete_participant(database: Database, name: str, number: int) -> None:
    """Delete all data of a participant, at their request."""
    with database.writing() as session:
        participant = session.get(Participant, number)
        if participant is None or participant.study_id != find_study(session, name).id:
            raise UnknownError(f"There is no participant {number} in this study.")
        delete_data(session, participant)
