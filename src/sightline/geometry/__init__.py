"""Geometry: poses, the camera, the goal grid. Only this package maps cells to places on the ground."""

from sightline.geometry.camera import FORWARD_VIEW, PANORAMA, Camera, into_view
from sightline.geometry.grid import CELLS, OUT_OF_SIGHT, GoalGrid
from sightline.geometry.pose import bearing, direction, distance, heading_to, origin_of, wrap
from sightline.geometry.view import View, on_ground

__all__ = [
    "CELLS", "FORWARD_VIEW", "OUT_OF_SIGHT", "PANORAMA", "Camera", "GoalGrid", "View",
    "bearing", "direction", "distance", "heading_to", "into_view", "on_ground", "origin_of", "wrap",
]  # fmt: skip
