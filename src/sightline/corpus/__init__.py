"""Corpora of instructions: records, files, statistics; generation and original formats per world."""
