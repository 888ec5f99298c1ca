"""`sightline follow`: predict the goal of an instruction, show it, ask, and go there; then the next one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import (
    WORLD,
    JsonOption,
    MethodOption,
    PicturesOption,
    SceneOption,
    WorldOption,
    flag_option,
    seed_option,
)
from sightline.cli.output import announce_compiling, new_folder, print_json, save, say
from sightline.errors import ArgumentError, InputError
from sightline.fields import Json

if TYPE_CHECKING:
    from sightline.show.attempt import Attempt

LONGEST_ECHO = 500  # characters of an instruction that are printed
STAYED = "It did not go, because there is no terminal to ask for a yes. Add --yes to let it go without asking."


def follow(
    instructions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[INSTRUCTION]...",
            help="Instructions in English, each in quotes, followed in order. Default: one of the world's corpus.",
        ),
    ] = None,
    world: WorldOption = WORLD,
    seed: Annotated[
        int,
        seed_option(
            "Seed of scene and start pose; without INSTRUCTION: number of the paragraph whose first instruction is followed."
        ),
    ] = 7,
    scene: SceneOption = None,
    start: Annotated[
        str | None,
        typer.Option(metavar="X,Z,HEADING", help="Start pose: x (east), z (north), degrees clockwise from north."),
    ] = None,
    method: MethodOption = "best",
    yes: Annotated[bool, flag_option("--yes", "-y", help="Go without asking; do not ask for further instructions.")] = False,
    out: PicturesOption = Path("follow"),
    json: JsonOption = False,
) -> None:
    """Follow an instruction: look around, show the predicted goal with its confidence and waypoints, ask, then go.

    The agent goes only after a yes, or with --yes. It looks again on the way to a goal that is far away or uncertain; if it
    stays uncertain, it asks for other words. In a terminal it then asks for the next instruction, which starts at the
    current pose; an empty one ends. Writes goal.png (goal and waypoints on the panorama), path.png (the path from above) and
    run.gif (the agent's views); the files of the second instruction are goal-2.png and so on.

    In a house an instruction can have several goals: each is shown, described ("open the door of the oven") and confirmed
    before it is done. At the end the command lists what was done, what was not, and why.

    Examples: `sightline follow "walk around the truck and then go to the rock" --seed 46`;
    `sightline follow --world chai "switch on the lamp and go to the kitchen" --house 2 --seed 7`
    """
    from sightline.show.task import check_instruction, choose_task

    sentences = _sentences(instructions or [])
    for instruction in sentences:
        check_instruction(instruction)
    pose = None if start is None else _pose(start)
    announce_compiling()

    from sightline.agent import Agent
    from sightline.show.attempt import Attempt

    task = choose_task(world, sentences[0] if sentences else None, seed, scene, start=pose)
    attempt = Attempt(Agent.from_pretrained(world, method), task)
    target = new_folder(out)
    asking = not yes and _can_ask()
    reports: list[Json] = []
    further = sentences[1:]
    for turn in _attempts(attempt, further, asking):
        reports.append(_follow(turn, target, len(reports) + 1, yes, asking))
        if not reports[-1]["went"]:
            further.clear()  # they were meant to start at the goal of this one
    if json:
        went = all(report["went"] for report in reports)
        print_json({"world": world, "seed": seed, "went": went, "instructions": reports})
        return
    for report in reports:
        for file in report["files"]:
            print(file)


def _sentences(words: list[str]) -> list[str]:
    """The instructions of a command line; words without quotes are one instruction."""
    return [" ".join(words)] if len(words) > 1 and not any(" " in word.strip() for word in words) else words


def _pose(text: str) -> tuple[float, float, float]:
    try:
        x, z, heading = (float(number) for number in text.split(","))
    except ValueError:
        raise ArgumentError(f"--start takes x, z and heading such as 10,8,30, got {text!r}.") from None
    return x, z, heading


def _can_ask() -> bool:
    """Whether a person can see and answer a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _attempts(attempt: Attempt, further: list[str], asking: bool) -> Iterator[Attempt]:
    """The attempt at the first instruction, then at further ones, then at those that a person types."""
    yield attempt
    while further or asking:
        if further and not (asking and attempt.lost):
            attempt = attempt.then(further.pop(0))
            yield attempt
            continue
        instruction = _ask(attempt.lost)
        if not instruction:
            return
        try:
            attempt = attempt.then(instruction)
        except InputError as error:
            say(str(error))
        else:
            yield attempt


def _follow(attempt: Attempt, target: Path, number: int, yes: bool, asking: bool) -> Json:
    """Show the goal of an instruction, go there after a yes, and report the facts for --json."""
    suffix = "" if number == 1 else f"-{number}"
    episode, notes = attempt.task.episode, list(attempt.remarks.sentences)
    words = episode.instruction
    say(f"Instruction: {words[:LONGEST_ECHO]}{' ...' if len(words) > LONGEST_ECHO else ''}")
    for note in notes:
        say(f"Note: {note}")
    report: Json = {
        "instruction": words, "start": [round(value, 2) for value in episode.start], "notes": notes,
    }  # fmt: skip
    files, went, going = [], False, True
    while going and attempt.look():
        files = [save(attempt.goal_picture(), target / f"goal{suffix}.png")]
        _show_in_terminal(attempt)
        say(attempt.goal_sentence())
        _advise(attempt)
        going = yes or (asking and _confirm(attempt.question))
        report |= attempt.goal_facts()
        if going:
            attempt.go()
            went = True
    report["went"] = going
    if not going:
        say("It stays where it is." if asking else STAYED)
    if went or going:
        say(attempt.outcome_sentence())
        if going:
            _advise(attempt)
        report |= attempt.outcome_facts()
        files += _save_way(attempt, target, suffix)
    return report | {"files": [str(file) for file in files]}


def _advise(attempt: Attempt) -> None:
    """Print advice if the agent is uncertain."""
    if advice := attempt.advice():
        say(advice)


def _ask(lost: bool) -> str:
    """The next instruction that a person types; empty to end."""
    question = "In other words (Enter ends)" if lost else "Next instruction (Enter ends)"
    try:
        instruction: str = typer.prompt(question, default="", show_default=False, err=True)
    except typer.Abort:  # Ctrl-D or Ctrl-C
        say("")
        return ""
    return instruction.strip()


def _confirm(question: str) -> bool:
    """Whether a person says yes; Ctrl-C and Ctrl-D count as no."""
    try:
        return typer.confirm(question, default=True, err=True)
    except typer.Abort:
        say("")
        return False


def _show_in_terminal(attempt: Attempt) -> None:
    """Draw the goal on the panorama if the terminal can show pictures."""
    from sightline.show.terminal import blocks, can_show, fitting_columns

    if not can_show(sys.stderr):
        return
    import numpy as np

    from sightline.show.goal_map import terminal_caption, terminal_panel

    columns, sighting = fitting_columns(np.zeros((1, 6, 3), np.uint8), 6), attempt.sighting()
    say(blocks(terminal_panel(sighting, columns), columns) + "\n" + terminal_caption(sighting, columns))


def _save_way(attempt: Attempt, target: Path, suffix: str) -> list[Path]:
    """Write the pictures of the path."""
    from sightline.show.animation import animation

    first, options = animation(attempt.frames(), attempt.pace)
    path, run = target / f"path{suffix}.png", target / f"run{suffix}.gif"
    return [save(attempt.path_picture(), path), save(first, run, "GIF", **options)]
