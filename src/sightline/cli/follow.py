"""`sightline follow`: see where an instruction leads, show and say it, ask, and go there; then the next one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.cli.options import SEED, JsonOption, MethodOption, PicturesOption, SceneOption, WorldOption
from sightline.cli.output import announce_compiling, new_folder, print_json, save, say
from sightline.errors import InputError

if TYPE_CHECKING:
    from sightline.show.attempt import Attempt

LONGEST = 500  # letters of an instruction that are repeated on the terminal
STAYED = "It did not go, since nobody could be asked. Add --yes to let it go without asking."


def follow(
    instructions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[INSTRUCTION]...",
            help="Where to go, in English. Several, each in quotes, are followed one after the other. "
            "Without any: an instruction of the world's corpus.",
        ),
    ] = None,
    world: WorldOption = "lani",
    seed: Annotated[
        int,
        typer.Option(help="Which scene and start; without an instruction, which paragraph of the corpus.", min=0, max=SEED),
    ] = 7,
    scene: SceneOption = None,
    start: Annotated[
        str | None,
        typer.Option(metavar="X,Z,HEADING", help="Begin here instead: east, north, and degrees clockwise from north."),
    ] = None,
    method: MethodOption = "best",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Go without asking; ask for no further instruction.")] = False,
    out: PicturesOption = Path("follow"),
    json: JsonOption = False,
) -> None:
    """Follow an instruction: look around, show and say where the goal is, how sure that is and which way, ask, then go.

    It goes only after a yes, or with --yes, and looks again on the way to a goal that is far off or that it is not sure of;
    if it still does not know, it asks for other words. In a terminal it then asks for the next instruction, which goes on
    from where it stands; an empty one ends. Writes goal.png (goal and way on the panorama), path.png (the way from above)
    and run.gif (what the agent saw); those of the second instruction are goal-2.png and so on.

    In a house it does one thing after the other: each is shown, said ("open the door of the oven") and asked for before it
    is done, and at the end it says what was done, what was not, and why.

    Examples: `sightline follow "walk around the truck and then go to the rock" --seed 46`;
    `sightline follow --world chai "switch on the lamp and go to the kitchen" --house 2 --seed 7`
    """
    from sightline.show.task import check_instruction, choose_task

    given = _sentences(instructions or [])
    for instruction in given:
        check_instruction(instruction)
    pose = None if start is None else _pose(start)
    announce_compiling()

    from sightline.agent import Agent
    from sightline.show.attempt import Attempt

    task = choose_task(world, given[0] if given else None, seed, scene, start=pose)
    attempt = Attempt(Agent.from_pretrained(world, method), task)
    target = new_folder(out)
    asking = not yes and _can_ask()
    reports: list[dict[str, Any]] = []
    further = given[1:]
    for turn in _attempts(attempt, further, asking):
        reports.append(_follow(turn, target, len(reports) + 1, yes, asking))
        if not reports[-1]["went"]:
            further.clear()  # they were to be followed from where it would be by now
    if json:
        went = all(report["went"] for report in reports)
        print_json({"world": world, "seed": seed, "went": went, "instructions": reports})
        return
    for report in reports:
        for file in report["files"]:
            print(file)


def _sentences(words: list[str]) -> list[str]:
    """The instructions that were given; words without quotes are one."""
    return [" ".join(words)] if len(words) > 1 and not any(" " in word.strip() for word in words) else words


def _pose(text: str) -> tuple[float, float, float]:
    try:
        x, z, heading = (float(number) for number in text.split(","))
    except ValueError:
        raise InputError(f"--start takes x, z and heading such as 10,8,30, got {text!r}.") from None
    return x, z, heading


def _can_ask() -> bool:
    """Whether somebody is there who sees a question and can answer it."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _attempts(attempt: Attempt, given: list[str], asking: bool) -> Iterator[Attempt]:
    """The attempt at the first instruction, then those at the ones that were given, then at what is asked for."""
    yield attempt
    while given or asking:
        if given and not (asking and attempt.lost):
            attempt = attempt.then(given.pop(0))
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


def _follow(attempt: Attempt, target: Path, number: int, yes: bool, asking: bool) -> dict[str, Any]:
    """Show and say where an instruction leads, go there if that is wanted, and report, as JSON has it."""
    suffix = "" if number == 1 else f"-{number}"
    episode, notes = attempt.task.episode, list(attempt.remarks.sentences)
    words = episode.instruction
    say(f"Instruction: {words[:LONGEST]}{' ...' if len(words) > LONGEST else ''}")
    for note in notes:
        say(f"Note: {note}")
    report: dict[str, Any] = {
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
    """Say when the agent does not know where to go."""
    if advice := attempt.advice():
        say(advice)


def _ask(lost: bool) -> str:
    """What a person says next; nothing when they have had enough."""
    question = "In other words (Enter ends)" if lost else "Next instruction (Enter ends)"
    try:
        instruction: str = typer.prompt(question, default="", show_default=False, err=True)
    except typer.Abort:  # Ctrl-D or Ctrl-C
        say("")
        return ""
    return instruction.strip()


def _confirm(question: str) -> bool:
    """Whether a person says yes; who goes away does not."""
    try:
        return typer.confirm(question, default=True, err=True)
    except typer.Abort:
        say("")
        return False


def _show_in_terminal(attempt: Attempt) -> None:
    """The goal on the panorama, where the terminal can draw."""
    from sightline.show.terminal import blocks, can_show, fitting_columns

    if not can_show(sys.stderr):
        return
    import numpy as np

    from sightline.show.goal_map import terminal_caption, terminal_panel

    columns, seen = fitting_columns(np.zeros((1, 6, 3), np.uint8), 6), attempt.sighting()
    say(blocks(terminal_panel(seen, columns), columns) + "\n" + terminal_caption(seen, columns))


def _save_way(attempt: Attempt, target: Path, suffix: str) -> list[Path]:
    """The pictures of how it went."""
    from sightline.show.animation import animation

    first, options = animation(attempt.frames(), attempt.pace)
    path, run = target / f"path{suffix}.png", target / f"run{suffix}.gif"
    return [save(attempt.path_picture(), path), save(first, run, "GIF", **options)]
