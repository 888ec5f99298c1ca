"""Ways through a house, and a planner that knows everything in it."""
