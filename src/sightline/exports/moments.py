"""Count, minimum, maximum, mean and variance of vectors, merged piece by piece (Chan, Golub and LeVeque 1979)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sightline.fields import Json
from sightline.geometry.types import Array


@dataclass(frozen=True)
class Moments:
    """Of `count` vectors: each list has one number per dimension."""

    count: int
    low: list[float]
    high: list[float]
    mean: list[float]
    variance: list[float]  # of the whole, not an estimate from a sample

    @classmethod
    def of(cls, values: Array) -> Moments:
        """Of the rows of values (N, D), or of numbers (N,)."""
        rows = np.asarray(values, np.float64).reshape(len(values), -1)
        return cls(len(rows), *(a.tolist() for a in (rows.min(0), rows.max(0), rows.mean(0), rows.var(0))))

    @classmethod
    def of_colours(cls, picture: Array) -> Moments:
        """Of the pixels (H, W, 3) of a picture, scaled to 0..1, by channel; the count is 1, the picture."""
        height, width, channels = picture.shape
        lines = picture.reshape(height, width * channels)  # reduced along the rows first: five times as fast
        total = lines.sum(0, dtype=np.uint32).reshape(width, channels).sum(0, dtype=np.float64)
        squares = np.square(lines, dtype=np.uint16).sum(0, dtype=np.uint32).reshape(width, channels).sum(0, dtype=np.float64)
        low, high = (reduced.reshape(width, channels) for reduced in (lines.min(0), lines.max(0)))
        pixels = height * width
        mean = total / pixels
        variance = np.maximum(squares / pixels - mean**2, 0.0)
        return cls(
            1, (low.min(0) / 255).tolist(), (high.max(0) / 255).tolist(), (mean / 255).tolist(),
            (variance / 255**2).tolist(),
        )  # fmt: skip

    def merged(self, other: Moments) -> Moments:
        """Of both together."""
        count = self.count + other.count
        share = other.count / count
        mean, variance, away = [], [], zip(self.mean, other.mean, self.variance, other.variance, strict=True)
        for one, two, spread, spread_two in away:
            mean.append(one + (two - one) * share)
            variance.append(spread + (spread_two - spread) * share + (two - one) ** 2 * share * (1 - share))
        low, high = (
            list(map(pick, *both))
            for pick, both in ((min, (self.low, other.low)), (max, (self.high, other.high)))
        )  # fmt: skip
        return Moments(count, low, high, mean, variance)

    def stats(self) -> Json:
        """As LeRobot names them."""
        deviation = [value**0.5 for value in self.variance]
        return {"min": self.low, "max": self.high, "mean": self.mean, "std": deviation, "count": [self.count]}
