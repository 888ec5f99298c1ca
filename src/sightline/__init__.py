"""Sightline: agents that follow instructions in 3D worlds by first seeing where the goal is."""

__version__ = "0.1.0"

from sightline.kept_code import find_place

find_place()
