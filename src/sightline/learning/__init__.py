"""Learning: supervised goal prediction, the contextual bandit, actor-critic, joint training."""
