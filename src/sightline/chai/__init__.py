"""CHAI: houses with rooms, things to open and things to carry (paper, section "Tasks and Data").

`house` holds the parts of a house (plans, furniture, items, arrays for the kernels), `sight` the agent's view of it, and
`route` shortest paths and a planner. `dynamics` moves the agent; `hands` carries out interactions.
"""

from sightline.chai.episode import Episode
from sightline.chai.generate import generate_episode
from sightline.chai.house import HOUSES, House, generate_house, load_house
from sightline.chai.house.routes import routes
from sightline.chai.reward import Reward, pursue
from sightline.chai.route.planner import demonstrate, perform, plan_deed
from sightline.chai.route.ways import shortest_ways
from sightline.chai.sight.arrange import arrange
from sightline.chai.sight.gaze import EYE
from sightline.chai.stock import Stock, stock_of
from sightline.chai.world import ACTIONS, HORIZON, ChaiWorld
from sightline.render.cache import forget_stale

__all__ = [
    "ACTIONS", "EYE", "HORIZON", "HOUSES", "ChaiWorld", "Episode", "House", "Reward", "Stock",
    "demonstrate", "generate_episode", "generate_house", "load_house", "perform", "plan_deed", "stock_of",
]  # fmt: skip

for _kernel in (routes, pursue, shortest_ways, arrange):  # one kernel of each folder
    forget_stale(_kernel)
