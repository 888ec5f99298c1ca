"""CHAI: houses with rooms, things to open and things to carry (paper, section "Tasks and Data")."""

from sightline.chai.episode import Episode
from sightline.chai.gaze import EYE
from sightline.chai.generate import generate_episode
from sightline.chai.house import HOUSES, House, load_house
from sightline.chai.planner import demonstrate, perform, plan_deed
from sightline.chai.reward import Reward
from sightline.chai.sight import arrange
from sightline.chai.stock import Stock, stock_of
from sightline.chai.world import ACTIONS, HORIZON, ChaiWorld
from sightline.render.cache import forget_stale

__all__ = [
    "ACTIONS", "EYE", "HORIZON", "HOUSES", "ChaiWorld", "Episode", "House", "Reward", "Stock",
    "demonstrate", "generate_episode", "load_house", "perform", "plan_deed", "stock_of",
]  # fmt: skip

forget_stale(arrange)
