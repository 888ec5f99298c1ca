"""LANI for Gymnasium: one field, or N fields in one call."""

from __future__ import annotations

from sightline.envs.worlds import WorldEnv, WorldVectorEnv
from sightline.lani.kind import KIND


class LaniEnv(WorldEnv):
    """Follow an instruction on a fenced field of landmarks (LANI, Misra et al., EMNLP 2018).

    ## Description
    The agent stands on a grass field of 50 x 50 units with 6 to 13 of 63 landmarks, a few lakes, and a fence that is blue
    in the north, red in the east, yellow in the south and white in the west. An instruction tells where to go. The episode
    is a success when the agent stops closer than 5 units to the goal.

    ## Action space
    `Discrete(4)`: 0 forward (1.5 units), 1 turn right (15 degrees), 2 turn left (15 degrees), 3 stop. The agent slides
    along landmarks and is held by the fence; lakes do not block.

    ## Observation space
    A `Dict`: `image` (128, 128, 3) uint8, the first-person view, 60 degrees wide, from 2.5 units above the ground; `pose`
    (3,) float32: x (east), z (north), heading (degrees, 0 = north, clockwise); `instruction`, text. On request
    (`observe=("panorama", "depth", "segmentation")`): `panorama` (128, 768, 3) uint8, six views from 180 degrees to the
    left onwards, forward in the fourth; `depth` (128, 128) float32 along the camera's axis, infinite in the sky;
    `segmentation` (128, 128) int32: 1..63 landmarks by name (your own from 64 on), 0 sky, -1 grass,
    -2 water, -3..-6 fence north, east, south, west.

    ## Rewards
    -0.005 per action, +1 or -1 for stopping within 5 units of the goal or elsewhere, down to -1 for a collision, plus a
    potential that pays for turning to the goal and for coming closer (formula and scales: `sightline.lani.reward`).

    ## Starting state
    `reset(seed=s)` makes scene, start, goal and a plain instruction from `s` alone. The words tell where the goal is: they
    single out one landmark ("go to the barrel on your left ."; in front is within 30 degrees, behind within 30 of straight
    back), and the goal lies two units before its body on the straight line from the start.
    `reset(options={"scene": ..., "start": (x, z, heading), "goal": (x, z), "instruction": "..."})` fixes any of them; a
    scene is a `Scene`, the path of an original scene config, or its decoded JSON.

    ## Episode end
    Terminated by stop; truncated after `horizon` (40) other actions. After that actions are refused (`info["refused"]`).

    ## Information
    `goal` (2,), `distance` to it, `collision` (units of the step lost), `refused` (why an action was not taken, or ""),
    `success` (stopped closer than 5 units to the goal); when the episode is over also `spl`: success weighted by the
    straight way from start to goal over the way taken (at most 1).

    ## Arguments
    `size=(128, 128)`, `fov=60`, `horizon=40`, `observe=()`, `render_mode=None | "rgb_array" | "human"` (in the terminal),
    `threads=None` (for pictures; all cores).
    `corpus="standard" | "written" | FOLDER` with `split="train" | "dev" | "test"` draws the
    episodes of a corpus, its words included, instead (the standard one is made once, in about a minute; the written one
    has `split="dev"` only): the seed draws an instruction, `options={"example": k}` names one.
    `instruction="tokens"` instead of "text": the observation's `instruction` is a Box of 64 token ids, as
    Stable-Baselines3, CleanRL and asynchronous vector environments need it. `env.unwrapped.vocabulary[id]` is the token;
    0 stands for none (after the end), 1 for unknown words. `vocabulary=FILE` has a token a line, the first `<unknown>`
    (by default the vocabulary of the standard corpus).

    ## Vector environment
    `gymnasium.make_vec("sightline/Lani-v0", num_envs=N, vectorization_mode="vector_entry_point")` steps and draws N fields
    in one call with the same results as N single environments; `autoreset_mode` is NEXT_STEP. (Gymnasium's own
    `vectorization_mode="async"` loses texts in shared memory; use `instruction="tokens"` there.)

    ## Version history
    v0: first release.
    """

    kind = KIND


class LaniVectorEnv(WorldVectorEnv):
    """N LANI fields that step and draw in one call; the same episodes, observations and rewards as N LaniEnvs."""

    kind = KIND
