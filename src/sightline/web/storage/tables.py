"""The tables of studies with people: studies, their items, who takes part, what they were given, what they answered.

Of a person only the platform's id is kept, and links are kept as hashes: a reader of the database cannot act for
a participant. Everything that a participant has made hangs on their row, so that deleting it deletes all of it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, MetaData, String, Text, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from sightline.web.bodies import Json


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite, which has no zones, is given the time without one and gives it back with it."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        """What the database gave, in UTC."""
        return None if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# A number that was deleted is not given again: a request may still name it.
NEVER_AGAIN = {"sqlite_autoincrement": True}


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


class Table(DeclarativeBase):
    """What all tables share: constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Study(Table):
    """A task for people: what they do, with which items, and what they read first."""

    __tablename__ = "study"
    __table_args__ = (UniqueConstraint("name"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    task: Mapped[str] = mapped_column(String(20))  # one of studies.tasks.TASKS
    world: Mapped[str] = mapped_column(String(200))
    corpus: Mapped[str] = mapped_column(Text)  # where the items are from: a corpus, or another study
    split: Mapped[str] = mapped_column(String(20))
    people: Mapped[int]  # who answer each item
    per_person: Mapped[int]  # items that one person gets at most; 0: all that are left
    horizon: Mapped[int]  # actions that a person may take on an item
    shows_map: Mapped[bool]  # whether those who act in first person see a map beside it
    stand_in: Mapped[str] = mapped_column(String(80))  # the language model that takes part; empty for people
    platform: Mapped[str] = mapped_column(String(20))  # one of studies.platforms.PLATFORMS
    code: Mapped[str] = mapped_column(String(80))  # by which the platform knows that a participant has finished
    instructions: Mapped[str] = mapped_column(Text)
    consent: Mapped[str] = mapped_column(Text)
    join_hash: Mapped[str | None] = mapped_column(String(64), unique=True)  # of the link by which a platform's people join
    created: Mapped[datetime] = mapped_column(Moment, default=now)
    closed: Mapped[datetime | None] = mapped_column(Moment)  # since when it accepts no participants and answers

    items: Mapped[list[Item]] = relationship(back_populates="study", order_by="Item.place", passive_deletes=True)
    participants: Mapped[list[Participant]] = relationship(back_populates="study", passive_deletes=True)


class Item(Table):
    """One thing to do, whole: it depends on no file."""

    __tablename__ = "item"
    __table_args__ = (UniqueConstraint("study_id", "place"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("study.id", ondelete="CASCADE"), index=True)
    place: Mapped[int]  # from 0
    author_id: Mapped[int | None] = mapped_column(ForeignKey("participant.id", ondelete="CASCADE"), index=True)
    content: Mapped[Json] = mapped_column(JSON)  # see studies.items

    study: Mapped[Study] = relationship(back_populates="items")
    author: Mapped[Participant | None] = relationship(foreign_keys=[author_id])
    assignments: Mapped[list[Assignment]] = relationship(back_populates="item", passive_deletes=True)


class Participant(Table):
    """A person who takes part: a link, or a platform's id. After a withdrawal only the row itself is left."""

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


class Assignment(Table):
    """An item that was given to a participant, and how far they have come with it."""

    __tablename__ = "assignment"
    __table_args__ = (UniqueConstraint("item_id", "participant_id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("item.id", ondelete="CASCADE"), index=True)
    participant_id: Mapped[int] = mapped_column(ForeignKey("participant.id", ondelete="CASCADE"), index=True)
    given: Mapped[datetime] = mapped_column(Moment, default=now)
    touched: Mapped[datetime] = mapped_column(Moment, default=now)
    events: Mapped[list[Any]] = mapped_column(JSON, default=list)  # what was done so far, see studies.play
    text: Mapped[str] = mapped_column(Text, default="")  # and what was written

    item: Mapped[Item] = relationship(back_populates="assignments")
    participant: Mapped[Participant] = relationship(back_populates="assignments")
    answer: Mapped[Answer | None] = relationship(back_populates="assignment", passive_deletes=True)


class Answer(Table):
    """What a participant has answered, once: the database itself refuses a second one."""

    __tablename__ = "answer"
    __table_args__ = (UniqueConstraint("assignment_id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignment.id", ondelete="CASCADE"))
    key: Mapped[str] = mapped_column(String(64))  # made by the sender, so that sending again is no second answer
    content: Mapped[Json] = mapped_column(JSON)  # see studies.answers
    given: Mapped[datetime] = mapped_column(Moment, default=now)
    set_aside: Mapped[str | None] = mapped_column(Text)  # why it does not count; None when it does

    assignment: Mapped[Assignment] = relationship(back_populates="answer")
