"""Torch modules and their configs: goal prediction, action generation, and the learned baselines."""
