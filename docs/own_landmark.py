"""Add a landmark, a windsock, from outside the package and use it in your own scene.

python docs/own_landmark.py pictures
"""

import sys
from pathlib import Path

import gymnasium
from PIL import Image

import sightline.envs  # noqa: F401
from sightline.lani import landmarks
from sightline.render.primitives import Primitive, frustum, rod


def windsock() -> list[Primitive]:
    """A white pole with an orange and white windsock."""
    pole = frustum("#f4f4f4", (0, 0, 0), (0.5, 6.0, 0.5))
    sock = [
        rod(c, (0.2 + 0.8 * k, 5.6, 0), (1.0 + 0.8 * k, 5.5, 0), 1.2 - 0.2 * k)
        for k, c in enumerate(("#ff6a13", "#ffffff") * 2)
    ]
    return [frustum("#8a8d91", (0, 0, 0), (2.0, 0.4, 2.0)), pole, *sock]


landmarks.add("Windsock", "windsock", 3.75, windsock)

SCENE = {  # places are on a map of 1000 x 1000, 20 to a unit of the field (docs/scene-files.md)
    "landmarkName": ["Windsock", "Well", "Barrel"],
    "xPos": [500, 200, 800],
    "zPos": [700, 400, 300],
    "radius": [80, 100, 80],
}

if __name__ == "__main__":
    env = gymnasium.make("sightline/Lani-v0", size=(256, 256))
    options = {"scene": SCENE, "start": (25.0, 20.0, 0.0), "goal": (25.0, 31.0)}
    observation, info = env.reset(seed=0, options=options)
    print(observation["instruction"])  # go to the windsock in front of you .
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    Image.fromarray(observation["image"]).save(folder / "windsock.png")
