"""The GPU backend without a GPU: the same picture through Triton's interpreter, and code for a real GPU."""

import os
import subprocess
import sys

import numpy as np
import pytest

os.environ["TRITON_INTERPRET"] = "1"  # read when the kernels are defined, so before they are imported
pytest.importorskip("triton")

from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.lani import LANDMARKS, Placed, Scene, generate_scene, scenes_of
from sightline.render import Scenes, render, views

INTERPRETED = "cpu:0"  # any device but "cpu" is drawn by the GPU backend
ALL = ("rgb", "depth", "segmentation")
# The interpreter is slow, and draws tiles of 64 × 16 pixels, however few of them a picture needs.


def same_picture(scenes: Scenes, poses: np.ndarray, camera: Camera, headings: tuple[float, ...] = (0.0,)) -> None:
    cams = views(poses, camera, headings)
    cpu, gpu = render(scenes, cams, camera, ALL), render(scenes, cams, camera, ALL, device=INTERPRETED)
    difference = np.abs(cpu["rgb"].astype(int) - gpu["rgb"].numpy()).max(axis=-1)
    assert (difference > 2).mean() <= 0.01
    assert (cpu["segmentation"] != gpu["segmentation"].numpy()).mean() <= 0.005
    depth = gpu["depth"].numpy()
    sky = np.isinf(cpu["depth"])
    assert (np.isinf(depth) != sky).mean() <= 0.005
    both = ~sky & ~np.isinf(depth)
    assert (np.abs(depth[both] / cpu["depth"][both] - 1) > 1e-3).mean() <= 0.005


def test_cpu_and_gpu_draw_the_same_fields() -> None:
    scenes = [generate_scene(s) for s in range(3)]
    rng = np.random.default_rng(0)
    same_picture(scenes_of(scenes), rng.uniform((1, 1, 0), (49, 49, 360), (3, 3)), Camera(64, 32))


def test_several_cameras_and_a_shifted_frustum() -> None:
    scenes = scenes_of([generate_scene(s) for s in (11, 12)])
    same_picture(
        scenes, np.array([[20.0, 20, 30], [30, 12, 200]]), Camera(64, 16, fov=75, eye=1.6, shift=-0.4), (0.0, 120.0)
    )


def shapes(name: str) -> set[tuple[object, ...]]:
    """What the kernels tell apart in a landmark: quadric (ellipsoid, cylinder, cone or none), planes, pattern."""
    parts = LANDMARKS[name].build()
    return {(p.quadric and np.sign(p.quadric[0]), len(p.planes), p.pattern and p.pattern.kind) for p in parts}


def test_close_to_every_shape() -> None:
    left, names = set().union(*map(shapes, LANDMARKS)), list[str]()
    while left:  # the interpreter is slow: few landmarks that have all shapes between them
        names.append(max(LANDMARKS, key=lambda name: len(shapes(name) & left)))
        left -= shapes(names[-1])
    assert len(names) < 12
    scenes = scenes_of([Scene((Placed(name, 25.0, 25.0, 5.0),)) for name in names])
    same_picture(scenes, np.tile([[21.0, 15.0, 20.0]], (len(names), 1)), Camera(60, 16))


def test_rooms_are_drawn_alike() -> None:
    from sightline.chai import ChaiWorld, generate_episode

    camera = Camera(24, 24, eye=1.575, shift=-0.37)
    cpu, gpu = ChaiWorld(camera), ChaiWorld(camera, device=INTERPRETED)
    for world in (cpu, gpu):
        world.reset([generate_episode(0)])
        world.state.open[:, ::2] = 1
    one, two = cpu.observe(ALL), gpu.observe(ALL)
    assert (np.abs(one["rgb"].astype(int) - two["rgb"].numpy()).max(axis=-1) > 2).mean() <= 0.01
    assert (one["segmentation"] != two["segmentation"].numpy()).mean() <= 0.005
    np.testing.assert_allclose(two["depth"].numpy(), one["depth"], rtol=0.01)


def test_a_changed_scene_is_drawn_anew() -> None:
    camera, pose = Camera(16, 16), np.array([[25.0, 10.0, 0.0]])
    scenes = scenes_of([generate_scene(1)])
    before = render(scenes, views(pose, camera), camera, device=INTERPRETED)["rgb"].clone()
    scenes.put(0, np.array([0]), np.array([[25.0, 0.0, 20.0, 0.0]]), np.array([1]))
    after = render(scenes, views(pose, camera), camera, device=INTERPRETED)["rgb"]
    assert (before != after).any()


def test_a_missing_gpu_is_said() -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    camera = Camera(8, 8)
    with pytest.raises(InputError, match="no GPU"):
        render(scenes_of([generate_scene(0)]), views([[25, 25, 0]], camera), camera, device="cuda")


COMPILE = """
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from sightline.render.gpu.paint import paint
from sightline.render.gpu.prepare import prepare

whole = {"per_scene", "capacity", "height", "width", "tiles_down", "tiles_across"}
ints = {"firsts", "models", "ids", "starts", "ints", "counts", "out_segmentation"}
bytes_ = {"water", "out_rgb"}
numbers = {"ambient", "sky", "sun"}

def compile(kernel, constants):
    kinds = {n: "*i32" if n in ints else "*u8" if n in bytes_ else "*fp32" for n in kernel.arg_names}
    kinds |= {n: "i32" for n in whole & set(kernel.arg_names)}
    kinds |= {n: "fp32" for n in numbers & set(kernel.arg_names)}
    kinds |= {n: "constexpr" for n in constants}
    source = ASTSource(fn=kernel, signature=kinds, constexprs=constants)
    assert "ptx" in triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm

compile(prepare, {"BLOCK": 16})
flags = {"BACKDROP": True, "RGB": True, "DEPTH": True, "SEGMENTATION": True, "TALL": 16, "WIDE": 64}
compile(paint, flags)
compile(paint, flags | {"DEPTH": False, "SEGMENTATION": False})
"""


def test_the_kernels_compile_for_a_gpu() -> None:
    environment = {k: v for k, v in os.environ.items() if k != "TRITON_INTERPRET"}
    done = subprocess.run([sys.executable, "-c", COMPILE], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
