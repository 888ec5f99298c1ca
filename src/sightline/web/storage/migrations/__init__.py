"""Steps from one version of the tables to the next, in `versions`; run by alembic."""
