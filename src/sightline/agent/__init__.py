"""Agents: from an instruction and what is seen to a goal, and to actions; scripted baselines; batched rollouts."""
