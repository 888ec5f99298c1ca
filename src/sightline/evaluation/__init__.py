"""Runs methods over a corpus: scores, tables, figures."""
