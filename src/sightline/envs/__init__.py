"""Gymnasium environments: `import sightline.envs`, then `gymnasium.make("sightline/Lani-v0")`."""

import gymnasium

from sightline.envs.lani import LaniEnv, LaniVectorEnv

gymnasium.register(
    id="sightline/Lani-v0",
    entry_point="sightline.envs.lani:LaniEnv",
    vector_entry_point="sightline.envs.lani:LaniVectorEnv",
)

__all__ = ["LaniEnv", "LaniVectorEnv"]
