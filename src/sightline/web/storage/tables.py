"""The tables of studies with people: studies, items, participants, assignments, answers.

The only personal datum is the platform's id, and links are stored as hashes: a reader of the database cannot act for
a participant. Everything that a participant made references their row, so that deleting it deletes all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, MetaData, String, Text, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from sightline.checks import shown
from sightline.errors import InputError
from sightline.web.bodies import Json

T = TypeVar("T")


class DamagedError(InputError):
    """A row holds something that was never written there: the file is damaged, or another program changed it."""

    status = 503  # as the response to a request
    public = "The database is damaged; the owner of this server must restore a backup."

    def __init__(self, what: str, value: object):
        super().__init__(f"The database is damaged: {shown(value)} stands where it has {what}; restore a backup.")


class _Checked(TypeDecorator[T]):
    """A column whose stored values are checked when they are read."""

    what: str

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], T | None] | None:
        """Read a stored value; DamagedError if it cannot be read."""
        read = super().result_processor(dialect, coltype)

        def checked(value: Any) -> T | None:
            try:
                return value if read is None else read(value)
            except (ValueError, TypeError, AttributeError):
                raise DamagedError(self.what, value) from None

        return checked


class Document(_Checked[Any]):
    """A JSON object (`dict`) or array (`list`)."""

    impl = JSON
    cache_ok = True

    def __init__(self, kind: type):
        super().__init__()
        self.kind, self.what = kind, f"a JSON {'object' if kind is dict else 'array'}"

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """The stored object or array."""
        if not isinstance(value, self.kind):
            raise TypeError
        return value


class Moment(_Checked[datetime]):
    """A time in UTC; SQLite stores it without a time zone, which is added when it is read."""

    impl = DateTime(timezone=True)
    cache_ok, what = True, "a time"

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored time, in UTC."""
        return None if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# Deleted ids are never reused: a request may still name one.
NEVER_AGAIN = {"sqlite_autoincrement": True}


def now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


class DatabaseTable(DeclarativeBase):
    """Base of all tables: constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Study(DatabaseTable):
    """A task for people: what to do, its items, and the introductory texts."""

    __tablename__ = "study"
    __table_args__ = (UniqueConstraint("name"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    task: Mapped[str] = mapped_column(String(20))  # one of studies.plan.TASKS
    world: Mapped[str] = mapped_column(String(200))
    corpus: Mapped[str] = mapped_column(Text)  # source of the items: a corpus, or another study
    split: Mapped[str] = mapped_column(String(20))
    people: Mapped[int]  # participants per item
    per_person: Mapped[int]  # maximum of items per participant; 0: unlimited
    horizon: Mapped[int]  # maximum of actions per item
    shows_map: Mapped[bool]  # whether participants who act in first person also see a map
    stand_in: Mapped[str] = mapped_column(String(80))  # name of the language model that takes part; empty for people
    platform: Mapped[str] = mapped_column(String(20))  # one of studies.platforms.PLATFORMS
    code: Mapped[str] = mapped_column(String(80))  # the platform's completion code
    instructions: Mapped[str] = mapped_column(Text)
    consent: Mapped[str] = mapped_column(Text)
    join_hash: Mapped[str | None] = mapped_column(String(64), unique=True)  # of the link for a platform's participants
    created: Mapped[datetime] = mapped_column(Moment, default=now)
    closed: Mapped[datetime | None] = mapped_column(Moment)  # since when it refuses participants and answers

    items: Mapped[list[Item]] = relationship(back_populates="study", order_by="Item.place", passive_deletes=True)
    participants: Mapped[list[Participant]] = relationship(back_populates="study", passive_deletes=True)


class Item(DatabaseTable):
    """One unit of work, complete in itself: it depends on no file."""

    __tablename__ = "item"
    __table_args__ = (UniqueConstraint("study_id", "place"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"), index=True)
    place: Mapped[int]  # from 0
    author_id: Mapped[int | None] = mapped_column(ForeignKey("participant.id", ondelete="CASCADE"), index=True)
    content: Mapped[Json] = mapped_column(Document(dict))  # see studies.items

    study: Mapped[Study] = relationship(back_populates="items")
    author: Mapped[Participant | None] = relationship(foreign_keys=[author_id])
    assignments: Mapped[list[Assignment]] = relationship(back_populates="item", passive_deletes=True)


class Participant(DatabaseTable):
    """A participant: a link, or a platform's id. After a withdrawal only the row itself is left."""

    __tablename__ = "participant"
    __table_args__ = (UniqueConstraint("study_id", "platform_id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    platform_id: Mapped[str | None] = mapped_column(String(100))
    created: Mapped[datetime] = mapped_column(Moment, default=now)
    consented: Mapped[datetime | None] = mapped_column(Moment)
    withdrawn: Mapped[datetime | None] = mapped_column(Moment)

    study: Mapped[Study] = relationship(back_populates="participants")
    assignments: Mapped[list[Assignment]] = relationship(back_populates="participant", passive_deletes=True)


class Assignment(DatabaseTable):
    """An item given to a participant, and their progress."""

    __tablename__ = "assignment"
    __table_args__ = (UniqueConstraint("item_id", "participant_id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id", ondelete="CASCADE"), index=True)
    participant_id: Mapped[int] = mapped_column(ForeignKey("participant.id", ondelete="CASCADE"), index=True)
    given: Mapped[datetime] = mapped_column(Moment, default=now)
    touched: Mapped[datetime] = mapped_column(Moment, default=now)
    events: Mapped[list[Any]] = mapped_column(Document(list), default=list)  # events so far, see studies.play
    text: Mapped[str] = mapped_column(Text, default="")  # draft so far

    item: Mapped[Item] = relationship(back_populates="assignments")
    participant: Mapped[Participant] = relationship(back_populates="assignments")
    answer: Mapped[Answer | None] = relationship(back_populates="assignment", passive_deletes=True)


class Answer(DatabaseTable):
    """A participant's answer to an assignment; the database refuses a second one."""

    __tablename__ = "answer"
    __table_args__ = (UniqueConstraint("assignment_id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignment.id", ondelete="CASCADE"))
    key: Mapped[str] = mapped_column(String(64))  # made by the sender, so that a repeated request stores nothing new
    content: Mapped[Json] = mapped_column(Document(dict))  # see studies.items
    given: Mapped[datetime] = mapped_column(Moment, default=now)
    set_aside: Mapped[str | None] = mapped_column(Text)  # why it does not count; None if it counts

    assignment: Mapped[Assignment] = relationship(back_populates="answer")
