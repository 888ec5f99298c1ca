"""LANI: landmark navigation on a fenced field (paper, section "Tasks and Data")."""

from sightline.lani.dynamics import advance
from sightline.lani.episode import Episode, episode_in, generate_episode
from sightline.lani.files import read_scene, write_scene
from sightline.lani.landmarks import LANDMARKS, NAMES
from sightline.lani.reward import Reward
from sightline.lani.scene import Placed, Scene, generate_scene
from sightline.lani.world import ACTIONS, HORIZON, LaniWorld, head_to_goal, scenes_of
from sightline.render.cache import forget_stale

__all__ = [
    "ACTIONS", "HORIZON", "LANDMARKS", "NAMES", "Episode", "LaniWorld", "Placed", "Reward", "Scene",
    "episode_in", "generate_episode", "generate_scene", "head_to_goal", "read_scene", "scenes_of", "write_scene",
]  # fmt: skip

forget_stale(advance)
