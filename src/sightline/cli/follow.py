"""`sightline follow`: predict the goal of an instruction, show it, ask, and go there; then the next one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import (
    WORLD,
    JsonOption,
    MethodOption,
    PicturesOption,
    ReaderOption,
    SceneOption,
    WorldOption,
    flag_option,
    seed_option,
)
from sightline.cli.output import announce_compiling, new_folder, print_json, save, say
from sightline.errors import ArgumentError
from sightline.fields import Json

if TYPE_CHECKING:
    from sightline.show.attempt import Attempt
    from sightline.show.conversation import Conversation, Exchange

LONGEST_ECHO = 500  # characters of an instruction that are printed
GO, ASK, REFUSE = "go", "ask", "refuse"  # kinds of replies (agent.talk)
WORDLESS = "stay"  # the instruction of a scene in which the first turn is "???": the agent replies to the turn itself
NOT_DONE = 3  # exit code of a turn that was refused, or that ends with a question
STAYED = "It did not go, because there is no terminal to ask for a yes. Add --yes to let it go without asking."


def follow(
    instructions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[INSTRUCTION]...",
            help="What to say, in English, each turn in quotes, in order. Default: an instruction of the world's corpus.",
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
    reader: ReaderOption = "best",
    yes: Annotated[bool, flag_option("--yes", "-y", help="Go without asking; do not ask for further instructions.")] = False,
    out: PicturesOption = Path("follow"),
    json: JsonOption = False,
) -> None:
    """Talk to an agent: it says what it understood, shows each goal with its confidence, asks, and then goes.

    The reader turns your words into a plan of plain steps. It may also answer ("what do you see?"), ask which of two
    things you mean, or refuse ("don't open the oven"; "sing"). Goals are shown before the agent goes, and it goes only
    after a yes, or with --yes. At the end it says which steps were done, which were not, and why. Each INSTRUCTION in
    quotes is one turn; in a terminal the agent then asks for the next one, and an empty one ends.

    Writes goal.png (goal and waypoints on the panorama), path.png (the path from above) and run.gif (the agent's views);
    the files of the second turn are goal-2.png and so on. Exit code: 0 if the last turn was done or answered, 3 if it was
    refused or ends with a question, 2 for wrong arguments.

    Examples: `sightline follow "walk around the truck and then go to the rock" --seed 46`;
    `sightline follow --world chai "what do you see?" "open the fridge" "close it again" --house 2 --seed 7 --yes`
    """
    from sightline.show.task import choose_task

    turns = _turns(instructions or [])
    pose = None if start is None else _pose(start)
    announce_compiling()

    from sightline.agent import Agent
    from sightline.show.conversation import Conversation

    wordless = bool(turns) and bool(turns[0].strip()) and not any(letter.isalpha() for letter in turns[0])
    task = choose_task(world, WORDLESS if wordless else turns[0] if turns else None, seed, scene, start=pose)
    conversation = Conversation(Agent.from_pretrained(world, method), task, reader)
    target = new_folder(out)
    asking = not yes and _can_ask()
    reports: list[Json] = []
    further = turns or [task.episode.instruction]
    while (words := _next_words(further, reports, asking)) is not None:
        exchange = conversation.say(words)
        reports.append(_follow(conversation, exchange, target, len(reports) + 1, yes, asking))
    if json:
        print_json({"world": world, "seed": seed, "went": _went(reports), "instructions": reports})
    else:
        for report in reports:
            for file in report["files"]:
                print(file)
    kind = reports[-1]["reply"]["kind"]
    if kind == REFUSE and reader != "none" and Path(method).is_dir():
        say("With --reader none your model gets the words as they are.")
    if kind in (ASK, REFUSE):
        raise typer.Exit(NOT_DONE)


def _went(reports: list[Json]) -> bool:
    """Whether the agent carried out everything that it set out to do."""
    return all(report["went"] for report in reports if report["reply"]["kind"] == GO)


def _turns(words: list[str]) -> list[str]:
    """The turns of a command line; words without quotes are one turn."""
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


def _next_words(further: list[str], reports: list[Json], asking: bool) -> str | None:
    """The next turn: of the command line, or what a person types; None ends.

    Who was asked something, or whose words led nowhere, answers that before the other turns of the command line.
    """
    waits = bool(reports) and asking and (reports[-1]["reply"]["kind"] == ASK or bool(reports[-1].get("lost")))
    if further and not waits:
        return further.pop(0)
    return (_ask(waits) or None) if asking else None


def _follow(conversation: Conversation, exchange: Exchange, target: Path, number: int, yes: bool, asking: bool) -> Json:
    """Say the reply; show the goals of a plan, go there after a yes, and report the facts for --json."""
    suffix = "" if number == 1 else f"-{number}"
    words, attempt = exchange.words, exchange.attempt
    say(f"Instruction: {words[:LONGEST_ECHO]}{' ...' if len(words) > LONGEST_ECHO else ''}")
    report: Json = {"instruction": words, "went": False, "notes": [], "goals": [], "deeds": [], "files": []}
    if attempt is None:
        say(exchange.reply.words)
        files = (
            [save(conversation.options_picture(exchange.reply), target / f"goal{suffix}.png")]
            if exchange.reply.options
            else []
        )
        return report | exchange.facts() | conversation.state_facts() | {"files": [str(file) for file in files]}
    if len(exchange.reply.steps) > 1 or exchange.reply.left_out or exchange.reply.steps[0] != words.strip():
        say(exchange.reply.words)
    notes = attempt.remarks.notes
    for note in notes:
        say(f"Note: {note.words}")
    start = [round(value, 2) for value in attempt.task.episode.start]
    report |= {"start": start, "notes": [note._asdict() for note in notes]}
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
        if account := exchange.account_sentence():
            say(account)
        if going:
            _advise(attempt)
        report |= attempt.outcome_facts()
        files += _save_way(attempt, target, suffix)
    facts = exchange.facts() | conversation.state_facts() | {"path": attempt.path.round(2).tolist()}
    return report | facts | {"files": [str(file) for file in files]}


def _advise(attempt: Attempt) -> None:
    """Print advice if the agent is uncertain."""
    if advice := attempt.advice():
        say(advice)


def _ask(waits: bool) -> str:
    """What a person types next; empty to end. The agent may wait for an answer or for other words."""
    question = "Your answer (Enter ends)" if waits else "Next instruction (Enter ends)"
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
