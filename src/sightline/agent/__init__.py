"""Agents: from an instruction and what is seen to a goal, and to actions; scripted baselines; batched rollouts."""

from sightline.agent.agent import Agent, Goals

__all__ = ["Agent", "Goals"]
