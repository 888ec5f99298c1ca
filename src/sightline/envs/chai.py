"""CHAI for Gymnasium: one house, or N houses in one call."""

from __future__ import annotations

from sightline.chai.kind import KIND
from sightline.envs.worlds import WorldEnv, WorldVectorEnv


class ChaiEnv(WorldEnv):
    """Follow an instruction in a house: walk, open, take and put things (CHAI, Misra et al., EMNLP 2018).

    ## Description
    The agent stands in one of five houses of four or six rooms, with furniture that opens and things that can be carried.
    An instruction tells what to do. The episode is a success when the agent ends within 1 m of where it should and has
    manipulated exactly what it should (`env.unwrapped.world.metrics()`).

    ## Action space
    `Discrete(1028)`: 0 forward (0.1 m), 1 turn right (90 degrees), 2 turn left (90 degrees), 3 stop, 4 + 32 * row + column
    interact with that cell of the 32 x 32 grid over the view: pick up, put, open, close, switch on or off (the rules:
    `help(sightline.chai.hands)`). Walls and furniture stop the agent.

    ## Observation space
    A `Dict`: `image` (128, 128, 3) uint8, the first-person view, 60 degrees wide, from 1.575 m above the floor, seeing from
    12 degrees above the horizon to 43 below; `pose` (3,) float32: x (east), z (north), heading (degrees, 0 = north,
    clockwise); `instruction`, text. On request (`observe=("panorama", "depth", "segmentation")`): `panorama` (128, 768, 3)
    uint8, six views from 180 degrees to the left onwards, forward in the fourth; `depth` (128, 128) float32 along the
    camera's axis; `segmentation` (128, 128) int32: furniture from 1, openable parts from 1001, switches from 2001, items
    from 3001, -1 floor, -2 walls and ceilings (`env.unwrapped.world.episodes[0].names` names them).

    ## Rewards
    -0.002 per action, +1 or -1 for stopping where and when the task is done or elsewhere, -1 for a collision, plus a
    potential that pays for turning and moving to the next goal on the way and for the right manipulation (formula and
    scales: `sightline.chai.reward`).

    ## Starting state
    `reset(seed=s)` makes house, variant, start, task and a plain instruction from `s` alone. The words name one thing of
    the house; "go to" one ends beside it, where the shortest way from the start meets it, all else where it is done.
    `reset(options={"scene": ..., "start": (x, z, heading), "goal": (x, z), "instruction": "..."})` fixes any of them; a
    scene is a house's name (1 to 5, "seed:7"), the path of a plan, "generated" (another house for every seed), or
    `{"house": 3, "variant": 0}`; with a goal the task is to go there. A start is moved to the nearest place of the 0.1 m
    lattice, and to a heading of 0, 90, 180 or 270 degrees; a goal to the nearest place of its room where one can stand. An
    instruction of your own changes the words, not the task.

    ## Episode end
    Terminated by stop; truncated after `horizon` (400) other actions. After that actions are refused (`info["refused"]`).

    ## Information
    `goal` (2,), where to end; `distance` to it through the house; `collision` (metres of the step lost); `refused` (why an
    action was not taken, or ""); `success` (stopped within 1 m of the end, with exactly the right manipulations); when the
    episode is over also `spl`, success weighted by what a demonstration walks over the way taken (at most 1), and
    `manipulation_accuracy` in percent.

    ## Arguments
    `size=(128, 128)`, `fov=60`, `horizon=400`, `observe=()`, `render_mode=None | "rgb_array" | "human"` (in the terminal),
    `threads=None` (for pictures; all cores). `houses="generated"`: every episode is in a house of its own.
    `corpus="standard"` or a folder, with `split="train" | "dev" | "test"`, draws the episodes of a corpus, its
    words included, instead: the seed draws an instruction, `options={"example": k}` names one.
    `instruction="tokens"` instead of "text": the observation's `instruction` is a Box of 64 token ids, as
    Stable-Baselines3, CleanRL and asynchronous vector environments need it. `env.unwrapped.vocabulary[id]` is the token;
    0 stands for none (after the end), 1 for unknown words. `vocabulary=FILE` has a token a line, the first `<unknown>`
    (by default the words of the plain instructions).

    ## Vector environment
    `gymnasium.make_vec("sightline/Chai-v0", num_envs=N, vectorization_mode="vector_entry_point")` steps and draws N houses
    in one call with the same results as N single environments; `autoreset_mode` is NEXT_STEP. The options of a reset hold
    for the episodes that follow by themselves, so one can train in one house.

    ## Version history
    v0: first release.
    """

    kind = KIND


class ChaiVectorEnv(WorldVectorEnv):
    """N CHAI houses that step and draw in one call; the same episodes, observations and rewards as N ChaiEnvs."""

    kind = KIND
