"""The participants' functions: join, consent, get an item, do it, answer once, resume later, withdraw.

Nothing is acknowledged before it is committed. A participant has one open item at a time and sees no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Select, and_, bindparam, delete, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from sightline.errors import InputError
from sightline.web.bodies import Json
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Answer, Assignment, Item, Moment, Participant, Study, now
from sightline.web.studies.items import ItemContent
from sightline.web.studies.plan import ACT, SEGMENT, TASKS, check_task
from sightline.web.studies.platforms import completion_address, hash_of, token_of
from sightline.web.studies.play import Event, Play, Plays

ABANDONED = timedelta(hours=24)  # an item that was idle for this long may also be given to another participant
ANSWERED = "This was answered already, perhaps in another tab."
ID_LENGTH = 100  # characters of a platform's id


class UnknownLinkError(InputError):
    """The link is unknown, or the item belongs to another participant."""

    status = 404  # as the response to a request


class ConflictError(InputError):
    """The request contradicts the stored state: it was answered in another tab, for example."""

    status = 409


@dataclass(frozen=True)
class OpenItem:
    """A participant's assignment with its study and item."""

    study: Study
    item: Item
    assignment: Assignment

    @property
    def content(self) -> ItemContent:
        return ItemContent(self.study.task, self.item.content)


class Taking:
    """The actions of participants, identified by their token."""

    def __init__(self, database: Database):
        self.database, self.plays = database, Plays()

    def join(self, join_token: str, platform_id: str) -> str:
        """The token of a platform's participant; the same on every visit."""
        who = platform_id.strip()
        if not who or len(who) > ID_LENGTH or not who.isprintable():
            raise InputError("The platform did not send your id; please open this page from the platform.")
        token = token_of(join_token, who)
        try:
            with self.database.writing() as session:
                study = session.scalar(select(Study).where(Study.join_hash == hash_of(join_token)))
                if study is None:
                    raise UnknownLinkError("There is no study at this link; it may have been replaced by another one.")
                if _participant(session, token) is None:
                    _check_open(study)
                    session.add(Participant(study_id=study.id, token_hash=hash_of(token), platform_id=who))
        except IntegrityError:  # joined in another tab at the same moment, or through a replaced link
            with self.database.reading() as session:
                if _participant(session, token) is None:
                    raise ConflictError("You have joined this study before, through another link; use that one.") from None
        return token

    def state(self, token: str) -> Json:
        """A participant's progress: the introduction, their item, or the end."""
        with self.database.writing() as session:
            me = _find_participant(session, token)
            study = me.study
            check_task(study.name, study.task)
            facts: Json = {
                "title": TASKS[study.task].title, "instructions": study.instructions, "consent": study.consent,
                "task": study.task, "done": _answered(session, me),
            }  # fmt: skip
            if me.withdrawn:
                return {**facts, "state": "withdrawn"}
            if study.closed:
                return {**facts, "state": "closed", **_end(study, facts["done"])}
            if not me.consented:
                return {**facts, "state": "consent"}
            assignment = _open_assignment(session, me) or _give_item(session, study, me)
            if assignment is None:
                return {**facts, "state": "done" if facts["done"] else "full", **_end(study, facts["done"])}
            facts["of"] = facts["done"] + 1 + _left_after(session, study, me, facts["done"])
            session.flush()
            item, number, text = assignment.item, assignment.id, assignment.text
        content = ItemContent(study.task, item.content)
        return {**facts, "state": "item", "assignment": number, "draft": text, "item": content.to_json(study.shows_map)}

    def consent(self, token: str) -> None:
        """Record a participant's consent."""
        with self.database.writing() as session:
            me = _find_participant(session, token)
            _check_open(me.study)
            if me.withdrawn:
                raise ConflictError("You have withdrawn from this study.")
            me.consented = me.consented or now()

    def map_picture(self, token: str, number: int) -> bytes:
        """The map of an item's scene."""
        opened = self._open(token, number)
        if not opened.content.shows_map(opened.study.shows_map):
            raise UnknownLinkError("There is no map in this task.")
        return opened.content.map().jpeg

    def look(self, token: str, number: int) -> Json:
        """The current view and state of an item's play."""
        with self._held(token, number) as (opened, play):
            return opened.content.progress(play, opened.study.shows_map)

    def act(self, token: str, number: int, after: int, events: Sequence[Event]) -> Json:
        """Apply the events that follow the first `after`; a tab that is behind another one only gets the current state."""
        with self._held(token, number) as (opened, play):
            before = list(play.events)
            if after == len(before):
                try:
                    for event in events:
                        if play.over and not isinstance(event, dict):
                            break  # the batch is longer than the actions left
                        play.do(event)
                    self._keep(number, before, play.events)
                except Exception:
                    self.plays.forget(number)  # it differs from the stored events
                    raise
            return opened.content.progress(play, opened.study.shows_map)

    def start_over(self, token: str, number: int) -> Json:
        """Delete all events of an item."""
        with self._held(token, number) as (opened, play):
            self._keep(number, list(play.events), [])
            return opened.content.progress(self._play(opened, []), opened.study.shows_map)

    def keep_text(self, token: str, number: int, text: str) -> None:
        """Store a draft of a text."""
        with self.database.writing() as session:
            assignment = _opened(session, token, number).assignment
            assignment.text, assignment.touched = text, now()

    def answer(self, token: str, number: int, key: str, sent: Json) -> None:
        """Store an answer. The same key again is the same answer; another key for the same item is refused."""
        if not 16 <= len(key) <= 64 or not key.isascii() or not key.isprintable():
            raise InputError("An answer's key has 16 to 64 plain characters.")
        with self.plays.holding(number):
            opened = self._unanswered(token, number, key)
            if opened is None:
                return
            try:
                play = self._play(opened, opened.assignment.events) if opened.study.task in (ACT, SEGMENT) else None
                content = opened.content.answer(sent, play)
                with self.database.writing() as session:
                    session.add(Answer(assignment_id=number, key=key, content=content))
            except IntegrityError:  # another tab, in another process, at the same moment
                self._unanswered(token, number, key)
            finally:
                self.plays.forget(number)

    def withdraw(self, token: str) -> None:
        """Delete everything that a participant made, including items of other studies made from it."""
        with self.database.writing() as session:
            delete_data(session, _find_participant(session, token))

    def _unanswered(self, token: str, number: int, key: str) -> OpenItem | None:
        """An assignment to be answered; None if this answer is already stored."""
        with self.database.reading() as session:
            opened = _opened(session, token, number, answered=True)
            kept = session.scalar(select(Answer).where(Answer.assignment_id == number))
        if kept is not None and kept.key != key:
            raise ConflictError(ANSWERED)
        return opened if kept is None else None

    def _open(self, token: str, number: int) -> OpenItem:
        with self.database.reading() as session:
            return _opened(session, token, number)

    @contextmanager
    def _held(self, token: str, number: int) -> Iterator[tuple[OpenItem, Play]]:
        """An item and its play, with exclusive access."""
        with self.plays.holding(number):
            opened = self._open(token, number)
            if not opened.content.acted_out:
                raise UnknownLinkError("There is nothing to steer in this task.")
            yield opened, self._play(opened, opened.assignment.events)

    def _play(self, opened: OpenItem, events: list[Event]) -> Play:
        return self.plays.get(opened.assignment.id, events, lambda: opened.content.play(opened.study.horizon))

    def _keep(self, number: int, before: list[Event], events: list[Event]) -> None:
        """Store an item's events, unless the stored ones no longer equal `before`."""
        with self.database.writing() as session:
            assignment = session.get(Assignment, number, with_for_update=True)
            answered = session.scalar(select(Answer.id).where(Answer.assignment_id == number))
            if assignment is None or answered is not None or assignment.events != before:
                raise ConflictError("This was changed in another tab; load the page again.")
            assignment.events, assignment.touched = list(events), now()


def delete_data(session: Session, participant: Participant) -> None:
    """Delete a participant's work and identity; only the withdrawal and the hash of the link stay."""
    session.execute(delete(Item).where(Item.author_id == participant.id))
    session.execute(delete(Assignment).where(Assignment.participant_id == participant.id))
    participant.platform_id, participant.withdrawn = None, participant.withdrawn or now()


def _participant(session: Session, token: str) -> Participant | None:
    return session.scalar(select(Participant).where(Participant.token_hash == hash_of(token)))


def _find_participant(session: Session, token: str) -> Participant:
    participant = _participant(session, token)
    if participant is None:
        raise UnknownLinkError("There is no study at this link. Please check that the link is complete.")
    return participant


def _check_open(study: Study) -> None:
    if study.closed:
        raise ConflictError("This study has ended; thank you.")


def _opened(session: Session, token: str, number: int, answered: bool = False) -> OpenItem:
    """A participant's own assignment; it must be open unless it may be `answered`."""
    me = _find_participant(session, token)
    assignment = session.scalar(select(Assignment).where(Assignment.id == number, Assignment.participant_id == me.id))
    if assignment is None:
        raise UnknownLinkError("This item was not given to you.")
    _check_open(me.study)
    check_task(me.study.name, me.study.task)
    if not answered and session.scalar(select(Answer.id).where(Answer.assignment_id == number)) is not None:
        raise ConflictError(ANSWERED)
    return OpenItem(me.study, assignment.item, assignment)


def _open_assignment(session: Session, me: Participant) -> Assignment | None:
    """The assignment that a participant has not answered yet."""
    return session.scalar(
        select(Assignment)
        .outerjoin(Answer, Answer.assignment_id == Assignment.id)
        .where(Assignment.participant_id == me.id, Answer.id.is_(None))
        .order_by(Assignment.id)
    )


def _answered(session: Session, me: Participant) -> int:
    """The number of a participant's stored answers."""
    return session.scalar(select(func.count(Answer.id)).join(Assignment).where(Assignment.participant_id == me.id)) or 0


def _free_items() -> Select[Item]:
    """The items of :study that can be assigned to :me: not yet theirs, not made by the person of :platform_id, and with
    fewer than :people answers and assignments touched after :since. Those with the fewest come first."""
    counts = or_(
        and_(Answer.id.is_(None), Assignment.touched > bindparam("since", type_=Moment)),
        and_(Answer.id.is_not(None), Answer.set_aside.is_(None)),
    )
    taken = (
        select(Assignment.item_id, func.count().label("people"))
        .outerjoin(Answer, Answer.assignment_id == Assignment.id)
        .where(counts)
        .group_by(Assignment.item_id)
        .subquery()
    )
    mine = select(Assignment.item_id).where(Assignment.participant_id == bindparam("me"))
    people, author = func.coalesce(taken.c.people, 0), aliased(Participant)
    by_another = or_(author.platform_id.is_(None), author.platform_id != bindparam("platform_id"))
    return (
        select(Item)
        .outerjoin(taken, taken.c.item_id == Item.id)
        .outerjoin(author, Item.author_id == author.id)
        .where(Item.study_id == bindparam("study"), people < bindparam("people"), Item.id.not_in(mine), by_another)
        .order_by(people, Item.place)
    )


# Built once: building a query takes longer than running it.
_NEXT = _free_items().limit(1)
_FREE_COUNT = select(func.count()).select_from(_free_items().order_by(None).subquery())


def _choice(study: Study, me: Participant) -> Json:
    """The parameters of the queries above."""
    who = {"me": me.id, "platform_id": me.platform_id or ""}
    return {**who, "study": study.id, "people": study.people, "since": now() - ABANDONED}


def _give_item(session: Session, study: Study, me: Participant) -> Assignment | None:
    """Assign another item to a participant; None if there is none."""
    if study.per_person and _answered(session, me) >= study.per_person:
        return None
    session.get(Study, study.id, with_for_update=True)  # lock the study, so that no item is assigned too often
    item = session.scalar(_NEXT, _choice(study, me))
    if item is None:
        return None
    assignment = Assignment(item=item, participant=me, events=[], text="")
    session.add(assignment)
    return assignment


def _left_after(session: Session, study: Study, me: Participant, done: int) -> int:
    """The number of items that a participant can expect after the current one."""
    session.flush()
    free = session.scalar(_FREE_COUNT, _choice(study, me)) or 0
    return min(free, max(study.per_person - done - 1, 0)) if study.per_person else free


def _end(study: Study, done: int) -> Json:
    """A participant's completion data; a code only after at least one answer."""
    if not done or not study.code:
        return {}
    return {"platform": study.platform, "code": study.code, "address": completion_address(study.platform, study.code)}
