"""Scenes as glTF 2.0 in one binary file (.glb), which Blender, game engines and browsers open; written with numpy alone."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import sightline
from sightline.fields import Json
from sightline.geometry.types import Array
from sightline.show.meshes import Colour, Mesh

FLOAT, UINT = 5126, 5125  # component types of glTF
VERTICES, INDICES = 34962, 34963  # targets of buffer views
MAGIC, JSON_CHUNK, BINARY_CHUNK = 0x46546C67, 0x4E4F534A, 0x004E4942


@dataclass
class Node:
    """A named thing: its model, its place (x, y, z north, turn clockwise in degrees), and the things below it."""

    name: str
    model: Mapping[Colour, Mesh] | None = None
    key: str = ""  # of its model: nodes with the same key share one
    place: Sequence[float] = (0.0, 0.0, 0.0, 0.0)
    id: int | None = None  # its number in segmentation
    children: list[Node] = field(default_factory=list)


class _Writer:
    """Collects the parts of a file."""

    def __init__(self) -> None:
        self.binary = bytearray()
        self.views: list[Json] = []
        self.accessors: list[Json] = []
        self.meshes: list[Json] = []
        self.nodes: list[Json] = []
        self.materials: dict[Colour, int] = {}
        self.models: dict[str, int] = {}  # index of each mesh by its key

    def accessor(self, values: Array, target: int, limits: bool = False) -> int:
        """Add an array, (N, 3) float32 or (N,) uint32; its index."""
        vectors = values.ndim == 2
        self.views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": values.nbytes, "target": target})
        self.binary += values.tobytes()
        entry: Json = {
            "bufferView": len(self.views) - 1, "componentType": FLOAT if vectors else UINT, "count": len(values),
            "type": "VEC3" if vectors else "SCALAR",
        }  # fmt: skip
        if limits:
            entry |= {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}
        self.accessors.append(entry)
        return len(self.accessors) - 1

    def mesh(self, node: Node) -> int:
        """The mesh of a node's model."""
        assert node.model is not None
        key = node.key or node.name
        if key not in self.models:
            primitives = []
            for colour, mesh in node.model.items():
                attributes = {
                    "POSITION": self.accessor(mesh.points.astype(np.float32), VERTICES, limits=True),
                    "NORMAL": self.accessor(mesh.normals.astype(np.float32), VERTICES),
                }
                indices = self.accessor(mesh.triangles.astype(np.uint32).ravel(), INDICES)
                material = self.materials.setdefault(colour, len(self.materials))
                primitives.append({"attributes": attributes, "indices": indices, "material": material})
            self.models[key] = len(self.meshes)
            self.meshes.append({"name": key.strip("/") or node.name, "primitives": primitives})
        return self.models[key]

    def node(self, node: Node) -> int:
        """Add a node and everything below it; its index."""
        entry: Json = {"name": node.name}
        x, y, z, turn = (float(value) for value in node.place)
        if (x, y, z) != (0.0, 0.0, 0.0):
            entry["translation"] = [x, y, -z]
        if turn % 360:
            half = math.radians(-turn) / 2
            entry["rotation"] = [0.0, math.sin(half), 0.0, math.cos(half)]
        if node.model:
            entry["mesh"] = self.mesh(node)
        if node.id is not None:
            entry["extras"] = {"id": node.id}
        if node.children:
            entry["children"] = [self.node(child) for child in node.children]
        self.nodes.append(entry)
        return len(self.nodes) - 1


def _material(colour: Colour) -> Json:
    """A plain surface; glTF's colours are linear, ours are sRGB."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in (c / 255 for c in colour)]
    surface = {"baseColorFactor": [*linear, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.9}
    return {"name": "#{:02x}{:02x}{:02x}".format(*colour), "pbrMetallicRoughness": surface}


def glb(root: Node) -> bytes:
    """The file of a scene."""
    writer = _Writer()
    first = writer.node(root)
    document: dict[str, Any] = {
        "asset": {"version": "2.0", "generator": f"Sightline {sightline.__version__}"}, "scene": 0,
        "scenes": [{"name": root.name, "nodes": [first]}], "nodes": writer.nodes, "meshes": writer.meshes,
        "materials": [_material(colour) for colour in writer.materials], "accessors": writer.accessors,
        "bufferViews": writer.views, "buffers": [{"byteLength": len(writer.binary)}],
    }  # fmt: skip
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = b"".join(
        struct.pack("<II", len(content), kind) + content
        for content, kind in ((text, JSON_CHUNK), (writer.binary, BINARY_CHUNK))
    )
    return struct.pack("<III", MAGIC, 2, 12 + len(chunks)) + chunks
