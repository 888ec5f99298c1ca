"""Storage of studies: tables, the database, and migrations of older databases."""
