"""Alembic migrations between versions of the tables, in `versions`."""
