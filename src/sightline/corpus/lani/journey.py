"""What a paragraph has seen so far: where its instructions started and which landmarks they ended at."""

from __future__ import annotations

from dataclasses import dataclass, field

from sightline.corpus.lani.meaning import Manoeuvre
from sightline.corpus.lani.terrain import Point, Pose, Terrain


@dataclass
class Journey:
    terrain: Terrain
    start: Pose
    starts: list[Pose] = field(default_factory=list)  # of each instruction that is done
    visited: list[int] = field(default_factory=list)  # landmarks that were ended at, in order
    standing: int | None = None  # the landmark that the last instruction ended at, if at one
    done: list[Manoeuvre] = field(default_factory=list)  # what the last instruction asked for

    @property
    def previous(self) -> Point:
        """Where the instruction before the one at hand started."""
        return (self.starts[-1] if self.starts else self.start)[:2]
