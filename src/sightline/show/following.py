"""Follow an instruction from Python: where the agent saw the goal, what it did, and the pictures of both."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from sightline.agent.agent import Agent
from sightline.fields import Json
from sightline.show.animation import animation
from sightline.show.attempt import Attempt
from sightline.show.task import choose_task


@dataclass(frozen=True)
class Followed:
    """An instruction that an agent has followed. Printed, it says what the agent saw and did; a notebook shows the goal."""

    attempt: Attempt
    sentences: tuple[str, ...]  # each goal as it was seen, then the outcome

    @property
    def facts(self) -> Json:
        """An entry of `sightline follow --json`: instruction, start, notes, goals, steps, end and more."""
        episode = self.attempt.task.episode
        return {
            "instruction": episode.instruction, "start": [round(value, 2) for value in episode.start],
            "notes": list(self.attempt.remarks.sentences), **self.attempt.outcome_facts(),
        }  # fmt: skip

    def goal_picture(self) -> Image.Image:
        """The goals, each over the panorama on which it was seen."""
        return self.attempt.goal_picture()

    def path_picture(self) -> Image.Image:
        """The path on the map."""
        return self.attempt.path_picture()

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write goal.png, path.png and run.gif, as `sightline follow` does."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        first, options = animation(self.attempt.frames(), self.attempt.pace)
        files = [target / name for name in ("goal.png", "path.png", "run.gif")]
        self.goal_picture().save(files[0])
        self.path_picture().save(files[1])
        first.save(files[2], "GIF", **options)
        return files

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.goal_picture().save(file, "PNG")
        return file.getvalue()


def follow_words(
    agent: Agent, instruction: str | None, seed: int, scene: str | None, start: tuple[float, float, float] | None
) -> Followed:
    """Let an agent follow words of one's own, or an instruction of the corpus, to the end without asking."""
    task = choose_task(agent.kind.name, instruction, seed, scene, start=start)
    attempt, sentences = Attempt(agent, task), []
    while attempt.look():
        sentences.append(attempt.goal_sentence())
        attempt.go()
    return Followed(attempt, (*sentences, attempt.outcome_sentence()))
