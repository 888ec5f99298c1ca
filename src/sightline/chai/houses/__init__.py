"""The five houses, one plan each."""
