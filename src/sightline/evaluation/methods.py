"""Every method of the tables (INTERFACES, "Methods"): from examples to where agents end and where they see the goal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sightline.agent.agent import PARTS, WEIGHTS, Agent, Walker, part_folder, trained
from sightline.agent.rollout import run
from sightline.agent.scripted import Policy, center, most_frequent, random_walk, stop
from sightline.agent.sight import device_of
from sightline.errors import InputError
from sightline.evaluation.examples import Example
from sightline.geometry.types import Bools, Floats
from sightline.lani import Episode, LaniWorld
from sightline.models.action_generator import ActionGenerator
from sightline.models.pretrained import load_model, load_vocabulary, read_config

WORLD = "lani"
CHUNK = 64  # examples that are looked at together
CHECKPOINT = "checkpoint"  # the method that --checkpoint names
Tell = Callable[[int], None]


@dataclass
class Outcome:
    """What a method did with N examples."""

    pose: Floats | None = None  # (N, 3) where the agents ended; None when the method does not act
    goal: Floats | None = None  # (N, 2) the places that it predicted; None when it does not predict any
    sure: Floats | None = None  # (N,) how likely it says each of them is right; None when it does not say


class Runner:
    """Lets methods run: loads each model once, and looks at each example once with each goal predictor."""

    def __init__(self, device: str = "cpu", seed: int = 0, checkpoint: Path | None = None, tell: Tell = lambda done: None):
        self.device, self.seed, self.checkpoint, self.tell = device_of(device), seed, checkpoint, tell
        self._eyes: dict[Path, Agent] = {}
        self._legs: dict[Path, ActionGenerator] = {}
        self._seen: dict[tuple[Path, Episode], tuple[Floats, bool, float]] = {}
        self._told = 0

    def run(self, method: str, examples: Sequence[Example]) -> Outcome:
        """What a method does with examples."""
        self._told = 0
        outcome = self.method(method).run(self, examples)
        self.done(len(examples) - self._told)
        return outcome

    def done(self, count: int) -> None:
        """Some more examples are done."""
        self._told += count
        self.tell(count)

    def look(self, folder: Path, examples: Sequence[Example]) -> tuple[Floats, Bools, Floats]:
        """Where (N, 2) a goal predictor sees the goals, (N,) whether it sees them at all, and (N,) how sure it is."""
        episodes = [example.episode for example in examples]
        new = [e for e in dict.fromkeys(episodes) if (folder, e) not in self._seen]
        for first in range(0, len(new), CHUNK):
            some = new[first : first + CHUNK]
            goals = self._seeing(folder).locate(some)
            for episode, place, in_sight, sure in zip(some, goals.places, goals.in_sight, goals.sure, strict=True):
                self._seen[folder, episode] = place, bool(in_sight), float(sure)
            self.done(len(some))
        found = [self._seen[folder, e] for e in episodes]
        places, in_sight, sure = zip(*found, strict=True)
        return np.array(places), np.array(in_sight), np.array(sure)

    def walk(self, folder: Path, examples: Sequence[Example], goals: Floats, in_sight: Bools | None = None) -> Floats:
        """(N, 3) where an action generator ends that is given goals (N, 2)."""
        walker = Walker(self._walking(folder), len(examples))
        return self.act(examples, lambda world: walker.act(world, goals, in_sight))

    def act(self, examples: Sequence[Example], policy: Policy) -> Floats:
        """(N, 3) where a policy ends."""
        world = self.world(examples)
        run(world, policy)
        return world.pose

    def world(self, examples: Sequence[Example]) -> LaniWorld:
        """Worlds at the starts of examples."""
        world = LaniWorld(device="cuda" if self.device.type == "cuda" else "cpu")
        world.reset([example.episode for example in examples])
        return world

    def folders(self, method: str) -> list[Path]:
        """Where a method's weights lie, or would lie."""
        parts = self.method(method).parts
        if method == CHECKPOINT:
            if self.checkpoint is None:
                return []
            return [self._whole] if self._whole else [trained(self.checkpoint / part) for part in parts]
        return [shipped(METHODS[method].weights or method, part) for part in parts]

    def method(self, name: str) -> Method:
        """What a name stands for; a checkpoint that is one model and not an agent's two parts is what that model can do."""
        if name != CHECKPOINT or not self._whole:
            return METHODS[name]
        kind = read_config(self._whole).get("kind")
        if kind in ("misra17", "chaplot18"):
            return _reactive(CHECKPOINT)
        return _oracle(CHECKPOINT, CHECKPOINT) if kind == "action-generator" else _eyes_only(CHECKPOINT)

    @property
    def _whole(self) -> Path | None:
        """The folder of a checkpoint that is one model."""
        folder = None if self.checkpoint is None else trained(self.checkpoint)
        return folder if folder and (folder / "config.json").is_file() else None

    def _seeing(self, folder: Path) -> Agent:
        """An agent that only looks: its action generator is untrained and never asked."""
        if folder not in self._eyes:
            legs = ActionGenerator(ActionGenerator.Config())
            self._eyes[folder] = Agent(load_model(folder, str(self.device)), legs, load_vocabulary(folder), self.device)
        return self._eyes[folder]

    def _walking(self, folder: Path) -> ActionGenerator:
        if folder not in self._legs:
            model = load_model(folder, str(self.device))
            if not isinstance(model, ActionGenerator):
                raise InputError(f"{folder}: is not an action generator.")
            self._legs[folder] = model
        return self._legs[folder]


def shipped(method: str, part: str) -> Path:
    """The folder of a part of a shipped method: `goal`, `actions`, or `all` of one that has no parts."""
    if part == "all":
        return WEIGHTS / WORLD / method
    return part_folder(WORLD, method, part) if method in PARTS else WEIGHTS / WORLD / f"{method}-{part}"


@dataclass(frozen=True)
class Method:
    """How a method runs, whether it acts and predicts goals, and which trained parts it needs."""

    run: Callable[[Runner, Sequence[Example]], Outcome]
    acts: bool = True
    predicts: bool = False
    parts: tuple[str, ...] = field(default=())
    weights: str | None = None  # the method whose weights it uses, where that has another name


def _scripted(policy: Policy) -> Method:
    return Method(lambda runner, examples: Outcome(runner.act(examples, policy)))


def _random_walk(runner: Runner, examples: Sequence[Example]) -> Outcome:
    world = runner.world(examples)
    # In a paragraph's next segment an agent must not repeat the walk of the one before.
    run(world, random_walk(world, runner.seed + examples[0].segment))
    return Outcome(world.pose)


def _center(runner: Runner, examples: Sequence[Example]) -> Outcome:
    return Outcome(goal=center([example.episode for example in examples]))


def _ceiling(runner: Runner, examples: Sequence[Example]) -> Outcome:
    return Outcome(goal=np.array([example.intended for example in examples], dtype=np.float64))


def _agent(name: str) -> Method:
    def both(runner: Runner, examples: Sequence[Example]) -> Outcome:
        goal, actions = runner.folders(name)
        places, in_sight, sure = runner.look(goal, examples)
        if not actions.is_dir():  # a goal predictor that nobody has taught to walk yet
            return Outcome(None, places, sure)
        return Outcome(runner.walk(actions, examples, places, in_sight), places, sure)

    return Method(both, predicts=True, parts=("goal", "actions"))


def _eyes_only(name: str) -> Method:
    def eyes(runner: Runner, examples: Sequence[Example]) -> Outcome:
        places, _, sure = runner.look(runner.folders(name)[0], examples)
        return Outcome(None, places, sure)

    return Method(eyes, acts=False, predicts=True, parts=("goal",))


def _oracle(name: str, of: str) -> Method:
    def legs(runner: Runner, examples: Sequence[Example]) -> Outcome:
        ends = np.array([example.episode.goal for example in examples])
        return Outcome(runner.walk(runner.folders(name)[0], examples, ends))

    return Method(legs, parts=("actions",), weights=of)


def _reactive(name: str) -> Method:
    def react(runner: Runner, examples: Sequence[Example]) -> Outcome:
        from sightline.agent.baselines import Reactive

        agent = Reactive.from_folder(runner.folders(name)[0], str(runner.device))
        poses = []
        for first in range(0, len(examples), 4 * CHUNK):
            world = runner.world(examples[first : first + 4 * CHUNK])
            agent.run(world)
            poses.append(world.pose)
            runner.done(len(world))
        return Outcome(np.concatenate(poses))

    return Method(react, parts=("all",))


METHODS: dict[str, Method] = {
    "stop": _scripted(stop),
    "random-walk": Method(_random_walk),
    "most-frequent": _scripted(most_frequent),
    "center": Method(_center, acts=False, predicts=True),
    "misra17": _reactive("misra17"),
    "chaplot18": _reactive("chaplot18"),
    "janner": _eyes_only("janner"),
    "paper": _agent("paper"),
    "best": _agent("best"),
    CHECKPOINT: _agent(CHECKPOINT),
    "paper-no-rnn": _agent("paper-no-rnn"),
    "paper-no-language": _agent("paper-no-language"),
    "paper-joint": _agent("paper-joint"),
    "paper-oracle-goals": _oracle("paper-oracle-goals", "paper"),
    "best-oracle-goals": _oracle("best-oracle-goals", "best"),
    "ceiling": Method(_ceiling, acts=False, predicts=True),
}


def chosen(wanted: str, runner: Runner, examples: Sequence[Example], acting: bool) -> list[str]:
    """The methods that a person asked for by name or as `all`, for a table of acting or of predicting goals."""
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if names == ["all"]:
        able = [name for name in METHODS if not why_not(name, runner, examples, acting)]
        return able if acting else _different_eyes(able, runner)
    for name in names:
        if reason := why_not(name, runner, examples, acting):
            raise InputError(reason)
    if not names:
        raise InputError(f"--methods names no method; there are {', '.join(METHODS)}.")
    return list(dict.fromkeys(names))


def _different_eyes(names: list[str], runner: Runner) -> list[str]:
    """Methods without those whose goal predictor is that of an earlier one."""
    first: dict[Path | str, str] = {}
    for name in names:
        first.setdefault(next(iter(runner.folders(name)), name), name)
    return list(first.values())


def why_not(name: str, runner: Runner, examples: Sequence[Example], acting: bool) -> str:
    """Why a method cannot be in a table; empty when it can."""
    if name not in METHODS:
        return f"There is no method {name!r}; there are {', '.join(METHODS)}."
    method = runner.method(name)
    if acting and not method.acts:
        return f"Method {name!r} only predicts goals; it belongs into --table goals or phenomena."
    if not acting and not method.predicts:
        return f"Method {name!r} predicts no goals; it belongs into --table results or paragraphs."
    if name == CHECKPOINT and runner.checkpoint is None:
        return "Method 'checkpoint' needs --checkpoint DIR, a trained model, or a folder with goal and actions in it."
    if name == "ceiling" and any(example.intended is None for example in examples):
        return "Method 'ceiling' needs to know what instructions mean (`intended`), which this corpus does not say."
    needed = runner.folders(name) if acting else runner.folders(name)[:1]  # the first sees the goal
    missing = [folder for folder in needed if not folder.is_dir()]
    return f"Method {name!r} has no trained weights here: there is no folder {missing[0]}." if missing else ""
