"""Judging conversations: dialogues with what must hold after each turn (`sightline evaluate --table talk`)."""
