"""The first tables: studies, items, participants, assignments, answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
MOMENT = sa.DateTime(timezone=True)


def _number() -> sa.Column[int]:
    return sa.Column("id", sa.Integer(), primary_key=True)


def _belongs_to(table: str, name: str = "", nullable: bool = False) -> sa.Column[int]:
    """A foreign key column with cascading deletion."""
    owner = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(name or f"{table}_id", sa.Integer(), owner, nullable=nullable)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "study",
        _number(),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("task", sa.String(20), nullable=False),
        sa.Column("world", sa.String(200), nullable=False),
        sa.Column("corpus", sa.Text(), nullable=False),
        sa.Column("split", sa.String(20), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("per_person", sa.Integer(), nullable=False),
        sa.Column("horizon", sa.Integer(), nullable=False),
        sa.Column("shows_map", sa.Boolean(), nullable=False),
        sa.Column("stand_in", sa.String(80), nullable=False),
        sa.Column("platform", sa.String(20), nullable=False),
        sa.Column("code", sa.String(80), nullable=False),
        sa.Column("instructions", sa.Text(), nullable=False),
        sa.Column("consent", sa.Text(), nullable=False),
        sa.Column("join_hash", sa.String(64)),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("closed", MOMENT),
        sa.UniqueConstraint("join_hash"),
        sa.UniqueConstraint("name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "participant",
        _number(),
        _belongs_to("study"),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("platform_id", sa.String(100)),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("consented", MOMENT),
        sa.Column("withdrawn", MOMENT),
        sa.UniqueConstraint("study_id", "platform_id"),
        sa.UniqueConstraint("token_hash"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "item",
        _number(),
        _belongs_to("study"),
        sa.Column("place", sa.Integer(), nullable=False),
        _belongs_to("participant", "author_id", nullable=True),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.UniqueConstraint("study_id", "place"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "assignment",
        _number(),
        _belongs_to("item"),
        _belongs_to("participant"),
        sa.Column("given", MOMENT, nullable=False),
        sa.Column("touched", MOMENT, nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.UniqueConstraint("item_id", "participant_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "answer",
        _number(),
        _belongs_to("assignment"),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("given", MOMENT, nullable=False),
        sa.Column("set_aside", sa.Text()),
        sa.UniqueConstraint("assignment_id"),
        sqlite_autoincrement=True,
    )
    for table, column in (
        ("participant", "study_id"), ("item", "study_id"), ("item", "author_id"), ("assignment", "item_id"),
        ("assignment", "participant_id"),
    ):  # fmt: skip
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
