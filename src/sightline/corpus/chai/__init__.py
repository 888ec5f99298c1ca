"""CHAI's corpus: errands in houses, told as people tell them (paper, section "CHAI")."""
