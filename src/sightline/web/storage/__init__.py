"""What studies keep: tables, the database they lie in, and how older databases become newer ones."""
