"""The agent's view of a house."""
