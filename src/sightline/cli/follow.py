"""`sightline follow`: see where an instruction leads, show and say it, ask, and go there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.cli.options import SEED, JsonOption, MethodOption, SceneOption, WorldOption
from sightline.cli.output import folder, print_json, save, say

if TYPE_CHECKING:
    from sightline.show.attempt import Attempt

LONGEST = 500  # letters of an instruction that are repeated on the terminal


def follow(
    instruction: Annotated[
        str | None, typer.Argument(help="Where to go, in English. Without it: an instruction of the world's corpus.")
    ] = None,
    world: WorldOption = "lani",
    seed: Annotated[
        int,
        typer.Option(help="Which scene and start; without an instruction, which paragraph of the corpus.", min=0, max=SEED),
    ] = 7,
    scene: SceneOption = None,
    method: MethodOption = "best",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Go without asking first.")] = False,
    out: Annotated[Path, typer.Option(help="Folder for the pictures; it is made if it does not exist.")] = Path("follow"),
    json: JsonOption = False,
) -> None:
    """Follow an instruction: look around, show and say where the goal is and how sure that is, ask, then go there.

    Writes goal.png (the goal on the panorama), path.png (the way from above) and run.gif (what the agent saw).

    Example: `sightline follow "go around the well and stop at the red barrel" --seed 7`
    """
    from sightline.show.task import check_instruction, choose_task

    if instruction is not None:
        check_instruction(instruction)

    from sightline.agent import Agent
    from sightline.show.attempt import Attempt

    agent = Agent.from_pretrained(world, method)
    attempt = Attempt(agent, choose_task(world, instruction, seed, scene))
    target = folder(out)
    words, remarks = attempt.task.episode.instruction, attempt.remarks()
    say(f"Instruction: {words[:LONGEST]}{' ...' if len(words) > LONGEST else ''}")
    for remark in remarks:
        say(f"Note: {remark}")
    files = [save(attempt.goal_picture(), target / "goal.png")]
    _show_in_terminal(attempt)
    say(attempt.goal_sentence())
    going = yes or not sys.stdin.isatty() or typer.confirm("Go there?", default=True, err=True)
    result: dict[str, Any] = {
        "instruction": words, "world": world, "seed": seed, "start": attempt.task.episode.start, "notes": remarks,
        "goal": attempt.goal_facts(), "went": going,
    }  # fmt: skip
    if going:
        attempt.go()
        say(attempt.outcome_sentence())
        result |= attempt.outcome_facts()
        files += _save_way(attempt, target)
    else:
        say("It stays where it is.")
    if json:
        print_json(result | {"files": [str(file) for file in files]})
        return
    for file in files:
        print(file)


def _show_in_terminal(attempt: Attempt) -> None:
    """The goal on the panorama, where the terminal can draw."""
    from sightline.render.terminal import blocks, can_show, fitting_columns

    if not can_show(sys.stderr):
        return
    import numpy as np

    from sightline.show.goal_map import terminal_panel

    columns = fitting_columns(np.zeros((1, 6, 3), np.uint8), 6)
    ahead = columns * 7 // 12  # the middle of the fourth of six views
    say(blocks(terminal_panel(attempt.sighting(), columns), columns) + "\n" + " " * max(0, ahead - 4) + "▲ ahead")


def _save_way(attempt: Attempt, target: Path) -> list[Path]:
    """The pictures of how it went."""
    from sightline.show.animation import animation

    first, options = animation(attempt.frames())
    return [save(attempt.path_picture(), target / "path.png"), save(first, target / "run.gif", "GIF", **options)]
