"""Gymnasium environments: `import sightline.envs`, then `gymnasium.make("sightline/Lani-v0")` or "sightline/Chai-v0"."""

import gymnasium

from sightline.envs.chai import ChaiEnv, ChaiVectorEnv
from sightline.envs.lani import LaniEnv, LaniVectorEnv

for _name in ("Lani", "Chai"):
    gymnasium.register(
        id=f"sightline/{_name}-v0",
        entry_point=f"sightline.envs.{_name.lower()}:{_name}Env",
        vector_entry_point=f"sightline.envs.{_name.lower()}:{_name}VectorEnv",
    )

__all__ = ["ChaiEnv", "ChaiVectorEnv", "LaniEnv", "LaniVectorEnv"]
