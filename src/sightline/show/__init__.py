"""Pictures, animations, curves and sentences for people. What is about one world is in a module named after it."""
