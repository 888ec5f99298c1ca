"""Shortest paths through a house, and a planner with full knowledge of it."""
