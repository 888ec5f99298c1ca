"""`sightline follow`: see where an instruction leads, show and say it, ask, and go there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.cli.examples import Chosen, in_field
from sightline.cli.options import JsonOption, World, WorldOption
from sightline.cli.output import folder, print_json, save, say

if TYPE_CHECKING:
    from sightline.agent.agent import Agent, Goals


def follow(
    instruction: Annotated[
        str | None, typer.Argument(help="Where to go, in English. Without it: an instruction of the generated corpus.")
    ] = None,
    world: WorldOption = World.lani,
    seed: Annotated[int, typer.Option(help="Which field and start; with no instruction, which of the corpus.", min=0)] = 7,
    scene: Annotated[Path | None, typer.Option(help="Go in this original scene config (JSON) instead.")] = None,
    method: Annotated[
        str, typer.Option(metavar="NAME|DIR", help="best or paper: agents that come along; or a folder with your own.")
    ] = "best",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Go without asking.")] = False,
    out: Annotated[Path, typer.Option(help="Folder for the pictures; made if it is not there.")] = Path("follow"),
    json: JsonOption = False,
) -> None:
    """Follow an instruction: look around, show and say where the goal is and how sure that is, ask, then go there.

    Writes goal.png (the goal on the panorama), path.png (the way from above) and run.gif (what the agent saw).

    Example: `sightline follow "go around the well and stop at the red barrel" --seed 7`
    """
    chosen = in_field(instruction, seed, scene)

    from sightline.agent.agent import Agent
    from sightline.evaluation.figures import goal_picture
    from sightline.evaluation.telling import goal_words, sureness_words

    agent, episode = Agent.from_pretrained(world.value, method), chosen.episode
    target = folder(out)
    remarks = _remarks(agent, chosen)
    say(f"Instruction: {episode.instruction[:500]}{' ...' if len(episode.instruction) > 500 else ''}")
    for remark in remarks:
        say(f"Note: {remark}")
    goals = agent.locate([episode])
    place, in_sight = goals.places[0], bool(goals.in_sight[0])
    where = goal_words(episode.scene, episode.start, place, in_sight)
    share = float(goals.sure[0])
    note = f"The goal is {where} ({sureness_words(share)})."
    files = [save(goal_picture(episode, goals.probabilities[0], place, chosen.goal, note), target / "goal.png")]
    _show(goals, chosen)
    say(note)
    going = yes or not sys.stdin.isatty() or typer.confirm("Go there?", default=True, err=True)
    result: dict[str, Any] = {
        "instruction": episode.instruction, "seed": seed, "start": episode.start, "notes": remarks,
        "goal": {
            "place": place.round(2).tolist(), "in_sight": in_sight, "words": where, "sureness": round(share, 4),
        },
        "went": going,
    }  # fmt: skip
    if going:
        facts, more = _go(agent, goals, chosen, target)
        result |= facts
        files += more
    else:
        say("It stays where it is.")
    if json:
        print_json(result | {"files": [str(file) for file in files]})
        return
    for file in files:
        print(file)


def _remarks(agent: Agent, chosen: Chosen) -> list[str]:
    """What a person should know about an instruction before they trust what comes of it."""
    from sightline.evaluation.telling import absent_landmarks
    from sightline.language import tokenize
    from sightline.models.text import LONGEST

    told = chosen.episode.instruction
    tokens, remarks = tokenize(told), []
    if len(tokens) > LONGEST:
        remarks.append(f"only the first {LONGEST} of {len(tokens):,} tokens are read.")
        told = " ".join(tokens[:LONGEST])
    unknown = list(dict.fromkeys(agent.unknown_words(told)))
    if unknown and len(unknown) == len({token for token in tokenize(told) if token.isalpha()}):
        remarks.append("the agent knows none of these words (it was taught English), so the goal is a guess.")
    elif unknown:
        remarks.append(f"the agent does not know {_listed([repr(word) for word in unknown])}.")
    absent = absent_landmarks(told, chosen.episode.scene)
    if absent:
        remarks.append(f"this field has no {_listed(absent, 'and no')}.")
    return remarks


def _listed(words: list[str], joint: str = "and") -> str:
    """Some words as a list in a sentence, the first few of them."""
    if len(words) > 8:
        return f"{', '.join(words[:8])} and {len(words) - 8} more"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


def _show(goals: Goals, chosen: Chosen) -> None:
    """The goal on the panorama, in the terminal where it can draw."""
    from sightline.render.terminal import can_show

    if not can_show(sys.stderr):
        return
    import numpy as np

    from sightline.evaluation.figures import terminal_panel
    from sightline.render.terminal import blocks, fitting_columns

    columns = fitting_columns(np.zeros((1, 6, 3), np.uint8), 6)
    picture = terminal_panel(chosen.episode, goals.probabilities[0], goals.places[0], columns)
    ahead = columns * 7 // 12  # the middle of the fourth of six views
    say(blocks(picture, columns) + "\n" + " " * max(0, ahead - 4) + "▲ ahead")


def _go(agent: Agent, goals: Goals, chosen: Chosen, target: Path) -> tuple[dict[str, Any], list[Path]]:
    """Walk to the goal; how it went, and the pictures of it."""
    import numpy as np

    from sightline.evaluation.animation import animation, run_frames
    from sightline.evaluation.figures import rollout_picture
    from sightline.geometry import distance
    from sightline.lani import LaniWorld

    episode, place = chosen.episode, goals.places[0]
    world = LaniWorld()
    world.reset([episode])
    poses = np.concatenate(agent.walk(world, goals.places, goals.in_sight))  # (T, 3)
    stopped, off = bool(world.stopped[0]), float(distance(world.pose[0], place))
    ending = "stopped" if stopped else "ran out of actions"
    goal = "the goal it saw" if goals.in_sight[0] else "where it began"
    note = f"Took {len(poses) - 1} steps and {ending} {off:.1f} units from {goal}"
    facts: dict[str, Any] = {
        "steps": len(poses) - 1, "stopped": stopped, "end": poses[-1].round(2).tolist(), "distance_to_goal": round(off, 2),
    }  # fmt: skip
    if chosen.goal is not None:
        away = float(world.metrics()["stop_distance"][0])
        note += f", {away:.1f} from the true one ({'success' if world.metrics()['completed'][0] else 'failure'})"
        facts |= {
            "true_goal": chosen.goal,
            "stop_distance": round(away, 2),
            "completed": bool(world.metrics()["completed"][0]),
        }
    say(f"{note}.")
    path = rollout_picture(episode, poses, place, chosen.goal, chosen.demonstration, f"{note}.")
    frames = run_frames(episode, poses, place if goals.in_sight[0] else None, stopped)
    first, options = animation(frames)
    return facts, [save(path, target / "path.png"), save(first, target / "run.gif", "GIF", **options)]
