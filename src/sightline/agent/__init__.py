"""Agents: from an instruction and what is seen to a goal, and to actions; scripted baselines; batched rollouts."""

from sightline.agent.agent import Agent, Goals
from sightline.agent.follow import Following, follow

__all__ = ["Agent", "Following", "Goals", "follow"]
