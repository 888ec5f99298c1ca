"""What the agent sees of a house."""
