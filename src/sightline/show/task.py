"""An instruction in a scene: the user's own words in a generated scene, or an instruction of a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from sightline.corpus.choose import demonstration, example_in
from sightline.corpus.examples import Example
from sightline.corpus.opening import opening_episode
from sightline.errors import InputError
from sightline.fields import is_unicode
from sightline.geometry.types import Floats
from sightline.world import Kind, kind_of

HEADING_LIMIT = 1e6  # degrees; beyond it a heading loses float precision


@dataclass(frozen=True, eq=False)
class Task:
    """An instruction to follow, with its goal and demonstration if they are known."""

    kind: Kind
    name: str  # for file names
    episode: Any
    goal_known: bool = False  # whether the episode's goal belongs to its instruction
    example: Example | None = None  # its record

    @property
    def true_goal(self) -> tuple[float, float] | None:
        """The true end, if known."""
        return self.episode.goal if self.goal_known else None

    @cached_property
    def demonstration(self) -> Floats | None:
        """(T, 3) or (T, 2) the demonstration, if known."""
        return None if self.example is None else demonstration(self.example)

    def then(self, instruction: str, pose: Floats) -> Task:
        """The next instruction in the same scene; its goal is unknown."""
        check_instruction(instruction)
        x, z, heading = pose.tolist()
        return Task(self.kind, self.name, replace(self.episode, instruction=instruction.strip(), start=(x, z, heading)))


def choose_task(
    world: str, instruction: str | None, seed: int, scene: str | None = None, corpus: Path | None = None,
    paragraph: str | None = None, segment: int = 1, start: tuple[float, float, float] | None = None,
) -> Task:  # fmt: skip
    """The user's words in the scene of a seed (or a named scene); without words, an instruction of a corpus.

    Own words may have a `start` pose instead of that of the seed.

    Without `paragraph` the seed chooses one of the corpus; `corpus` defaults to the standard one. For a named scene
    without words, the world generates an instruction.
    """
    if instruction is not None and (corpus is not None or paragraph is not None):
        raise InputError("Either words of your own or an instruction of a corpus: leave out one of the two.")
    if instruction is not None:
        check_instruction(instruction)
    if instruction is None and start is not None:
        raise InputError("A start goes with an instruction of your own: others are meant from where they were said.")
    if instruction is None and scene is None:
        return task_of(example_in(corpus, world, str(seed) if paragraph is None else paragraph, segment))
    kind = kind_of(world)
    if start is not None:
        check_start(kind, start)
    name = f"seed-{seed}" if scene is None else Path(scene).stem
    if instruction is not None:
        return Task(kind, name, opening_episode(kind, seed, scene, start, instruction.strip()))
    episode = kind.generate(seed, scene=scene, start=start)
    return Task(kind, name, episode, goal_known=True)


def check_start(kind: Kind, start: tuple[float, float, float]) -> None:
    """Raise InputError if a start is outside the bounds of a world."""
    low, high = kind.view.bounds
    *place, heading = start
    if not all(low <= value <= high for value in place) or not abs(heading) <= HEADING_LIMIT:
        raise InputError(f"A start is x and z from {low:g} to {high:g} and a heading in degrees, got {start}.")


def task_of(example: Example) -> Task:
    """The task of a record."""
    return Task(example.kind, example.name, example.episode, True, example)


def check_instruction(instruction: str) -> None:
    """Raise InputError if an instruction has no word or is not valid text."""
    if not is_unicode(instruction):
        raise InputError("The instruction is not valid Unicode: type it in UTF-8.")
    if not any(letter.isalpha() for letter in instruction):
        problem = "empty" if not instruction.strip() else f"{instruction.strip()[:40]!r}, without a word"
        raise InputError(f'The instruction is {problem}; say where to go, for example "go to the barrel".')
