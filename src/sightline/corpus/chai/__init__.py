"""CHAI's corpus: errands in houses, in the language that people use (paper, section "CHAI")."""
