"""Landmarks of the street: things that stand at its side."""

from __future__ import annotations

from sightline.render.primitives import Primitive, box, frustum


def traffic_cone() -> list[Primitive]:
    return [
        box("#2b2b2e", (0, 0, 0), (2.4, 0.25, 2.4)),
        frustum("#f0661a", (0, 0.25, 0), (1.9, 3.4, 1.9), top=0.12),
        frustum("#f4f2ec", (0, 1.2, 0), (1.48, 0.7, 1.48), top=0.78),
    ]
