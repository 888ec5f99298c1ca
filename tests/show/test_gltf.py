"""3D files of fields and houses, read back."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import run


def read(file: Path) -> tuple[dict[str, Any], bytes]:
    """The document and the binary part of a .glb file."""
    content = file.read_bytes()
    magic, version, length = struct.unpack_from("<III", content)
    assert (magic, version, length) == (0x46546C67, 2, len(content))
    size, kind = struct.unpack_from("<II", content, 12)
    assert kind == 0x4E4F534A and size % 4 == 0
    second, kind = struct.unpack_from("<II", content, 20 + size)
    assert kind == 0x004E4942 and second % 4 == 0 and 28 + size + second == len(content)
    return json.loads(content[20 : 20 + size]), content[28 + size :]


def array(document: dict[str, Any], binary: bytes, index: int) -> np.ndarray:
    accessor = document["accessors"][index]
    view = document["bufferViews"][accessor["bufferView"]]
    kind = {5126: np.float32, 5125: np.uint32}[accessor["componentType"]]
    width = 3 if accessor["type"] == "VEC3" else 1
    return np.frombuffer(binary, kind, accessor["count"] * width, view["byteOffset"]).reshape(-1, width)


def check(document: dict[str, Any], binary: bytes) -> None:
    """What a validator checks: indices in range, limits, unit normals."""
    for mesh in document["meshes"]:
        for part in mesh["primitives"]:
            points = array(document, binary, part["attributes"]["POSITION"])
            limits = document["accessors"][part["attributes"]["POSITION"]]
            assert points.min(0).tolist() == limits["min"] and points.max(0).tolist() == limits["max"]
            normals = array(document, binary, part["attributes"]["NORMAL"])
            assert len(normals) == len(points) and np.linalg.norm(normals, axis=1) == pytest.approx(1.0, abs=1e-4)
            assert array(document, binary, part["indices"]).max() < len(points)
            assert part["material"] < len(document["materials"])


def test_a_field_is_a_3d_file_with_its_landmarks_by_name(tmp_path: Path) -> None:
    told = json.loads(run("view", "lani", "--seed", "7", "--out", "new/field.glb", "--json", cwd=tmp_path).stdout)
    assert told["files"] == ["new/field.glb"]
    document, binary = read(tmp_path / "new" / "field.glb")
    check(document, binary)
    nodes = {node["name"]: node for node in document["nodes"]}
    assert {*told["landmarks"], "ground", "fence north", "fence west"} <= nodes.keys()
    north = nodes["fence north"]["mesh"]
    points = array(document, binary, document["meshes"][north]["primitives"][0]["attributes"]["POSITION"])
    assert points[:, 2].max() <= -50  # glTF's z points south
    colour = document["materials"][document["meshes"][north]["primitives"][0]["material"]]
    assert colour["name"] == "#3454b2"


def test_a_house_is_a_3d_file_with_rooms_and_things_by_name(tmp_path: Path) -> None:
    told = json.loads(run("view", "chai", "--house", "2", "--out", "house.glb", "--json", cwd=tmp_path).stdout)
    document, binary = read(tmp_path / "house.glb")
    check(document, binary)
    nodes = document["nodes"]
    root = nodes[document["scenes"][0]["nodes"][0]]
    rooms = {nodes[k]["name"]: [nodes[c]["name"] for c in nodes[k]["children"]] for k in root["children"]}
    assert rooms.keys() == told["items"].keys()
    for room, kinds in told["items"].items():
        assert {f"floor of the {room}", f"walls of the {room}"} <= set(rooms[room])
        assert all(any(name.startswith(kind) for name in rooms[room]) for kind in kinds)


def test_other_files_are_refused(tmp_path: Path) -> None:
    assert "folder" in run("view", "lani", "--out", "field.gltf", cwd=tmp_path, expect=2).stderr
    (tmp_path / "file").write_text("")
    run("view", "lani", "--out", "file/field.glb", cwd=tmp_path, expect=2)
