"""Agents: from an instruction and what is seen to a goal, and to actions; scripted baselines; batched rollouts."""

from sightline.agent.agent import Agent, Goals
from sightline.agent.errands import Aim, Errands
from sightline.agent.follow import Following, follow
from sightline.agent.next_goal import errands_of

__all__ = ["Agent", "Aim", "Errands", "Following", "Goals", "errands_of", "follow"]
