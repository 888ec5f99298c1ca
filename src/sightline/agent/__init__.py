"""Agents: a seer names aims, legs reach them, and a journey is the one loop from words to deeds; baselines."""

from sightline.agent.agent import Agent
from sightline.agent.aim import Aim, Legs, Seer
from sightline.agent.journey import Journey, Outcome
from sightline.agent.look import Look
from sightline.agent.memory import Memory, Sighted

__all__ = ["Agent", "Aim", "Journey", "Legs", "Look", "Memory", "Outcome", "Seer", "Sighted"]
