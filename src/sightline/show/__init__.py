"""Pictures, animations, curves and sentences for people. A module named after a world holds what is specific to it."""
