"""Every method of the tables by its name: how it runs in worlds, and which trained parts it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from sightline.addresses import load
from sightline.agent.agent import Agent, Goals, Walker, all_goals, load_action_generator
from sightline.agent.errands import Aim, run_errands, told
from sightline.agent.follow import follow
from sightline.agent.looking import device_of, make_worlds
from sightline.agent.next_goal import eyes_of
from sightline.agent.reactive import Reactive
from sightline.agent.rollout import Policy, run
from sightline.agent.scripted import center, most_frequent, random_walk, stop
from sightline.agent.shipped import PARTS, model_folder, weights_folder
from sightline.checks import checked_floats, shown
from sightline.corpus.examples import Example
from sightline.errors import InputError
from sightline.geometry.types import Array, Floats
from sightline.models.pretrained import read_config
from sightline.world import Kind, World

CHUNK = 64  # examples that are looked at together
WATCHED = ("pose", "goal", "horizon", "taken", "over", "stopped")  # of worlds: what an agent of somebody's may not change
CHECKPOINT = "checkpoint"  # the method that --checkpoint names
Tell = Callable[[int], None]


@dataclass
class Outcome:
    """What a method did in N worlds."""

    pose: Floats | None = None  # (N, 3) where the agents ended; None when the method does not act
    metrics: dict[str, Array] | None = None  # of the worlds then
    goal: Floats | None = None  # (N, 2) the places that it predicted; None when it does not predict any
    goal_distance: Floats | None = None  # (N,) from there to the true ones
    sure: Floats | None = None  # (N,) how likely it says each of them is right; None when it does not say
    path: Floats | None = None  # (T + 1, N, 3) the poses that it went through; None when it does not act
    found: Floats | None = None  # (N, 2) where it believed the goals to be in the end, having looked again on the way


@dataclass(frozen=True)
class Method:
    """How a method runs, whether it acts and predicts goals, and which trained parts it needs."""

    run: Callable[[Runner, World, Sequence[Example]], Outcome]
    acts: bool = True
    predicts: bool = False
    parts: tuple[str, ...] = ()
    weights: str = ""  # the method whose weights it uses, where that has another name


class Runner:
    """Lets methods run: loads each model once, and looks at each example once with each goal predictor."""

    def __init__(
        self, kind: Kind, device: str = "cpu", seed: int = 0, checkpoint: Path | None = None,
        tell: Tell = lambda done: None,
    ):  # fmt: skip
        self.kind, self.device, self.seed, self.checkpoint, self.tell = kind, device_of(device), seed, checkpoint, tell
        self._agents: dict[tuple[Path, Path | None], Agent] = {}
        self._located: dict[tuple[Path, Example], Goals] = {}
        self._told, self._fresh = 0, True

    def world(self, examples: Sequence[Example]) -> World:
        """Worlds at the starts of examples."""
        world = make_worlds(self.kind, self.device, horizon=self.kind.trial)
        world.reset([example.episode for example in examples])
        return world

    def run(self, method: str, world: World, examples: Sequence[Example], fresh: bool = True) -> Outcome:
        """What a method does in worlds in which examples are to be followed; they are `fresh` at the examples' starts."""
        self._told, self._fresh = 0, fresh
        outcome = self.method(method).run(self, world, examples)
        for name, values in (outcome.metrics or {}).items():
            if np.shape(values) != (len(world),) or np.isnan(values).any():
                raise InputError(f"metrics() of this world gave {shown(values)} for {name}, not a number for each world.")
        self.done(len(examples) - self._told)
        return outcome

    def done(self, count: int) -> None:
        """Some more examples are done."""
        self._told += count
        self.tell(count)

    def agent(self, goal: Path, actions: Path | None) -> Agent:
        """The agent of two trained models, loaded once."""
        if (goal, actions) not in self._agents:
            self._agents[goal, actions] = Agent.from_folders(self.kind, goal, actions, str(self.device))
        return self._agents[goal, actions]

    def locate(self, folder: Path, world: World, examples: Sequence[Example]) -> Goals:
        """Where a goal predictor sees the goals; an example that was seen from its own start before is not seen again."""
        known = self._located if self._fresh else {}
        new = [n for n, example in enumerate(examples) if (folder, example) not in known]
        for first in range(0, len(new), CHUNK):
            some = new[first : first + CHUNK]
            goals = self.agent(folder, None).locate(world, some)
            goals = replace(goals, probabilities=np.empty((len(some), 0)))  # nobody asks for the maps, and they are large
            for k, n in enumerate(some):
                known[folder, examples[n]] = goals.take([k])
            self.done(len(some))
        return all_goals([known[folder, example] for example in examples])

    def folders(self, method: str) -> list[Path]:
        """Where a method's weights lie, or would lie."""
        parts = self.method(method).parts
        if method == CHECKPOINT:
            if self.checkpoint is None:
                return []
            return [self._one_model] if self._one_model else [model_folder(self.checkpoint / part) for part in parts]
        return [shipped_folder(self.kind, self.method(method).weights or method, part) for part in parts]

    def method(self, name: str) -> Method:
        """What a name stands for; a checkpoint that is one model and not an agent's two parts is what that model can do."""
        if name in METHODS and (name != CHECKPOINT or not self._one_model):
            return METHODS[name]
        if name == CHECKPOINT and self._one_model:
            architecture = read_config(self._one_model).get("kind")
            if architecture in ("misra17", "chaplot18"):
                return _reactive(CHECKPOINT)
            return _oracle(CHECKPOINT, CHECKPOINT) if architecture == "action-generator" else _goals_only(CHECKPOINT)
        return _own(load(name, f"There is no method {name!r}; there are {', '.join(METHODS)}, or give module:CLASS."), name)

    @property
    def _one_model(self) -> Path | None:
        """The folder of a checkpoint that is one model."""
        folder = None if self.checkpoint is None else model_folder(self.checkpoint)
        return folder if folder and (folder / "config.json").is_file() else None


def shipped_folder(kind: Kind, method: str, part: str) -> Path:
    """The folder of a part of a shipped method: `goal`, `actions`, or `all` of one that has no parts."""
    if part == "all":
        return weights_folder(kind, method)
    return weights_folder(kind, getattr(PARTS[method], part) if method in PARTS else f"{method}-{part}")


def _acted(world: World, path: Floats, goals: Goals | None = None) -> Outcome:
    """The outcome of worlds in which a method has acted."""
    outcome = Outcome() if goals is None else _predicted(world, goals.places, goals.sure)
    outcome.pose, outcome.metrics, outcome.path = world.pose.copy(), world.metrics(), path
    return outcome


def _predicted(world: World, places: Floats, sure: Floats | None = None) -> Outcome:
    return Outcome(goal=places, goal_distance=world.distances(places), sure=sure)


def _scripted(policy: Policy) -> Method:
    def act(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        return _acted(world, run(world, policy))

    return Method(act)


def _random_walk(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
    # In a paragraph's next segment an agent must not repeat the walk of the one before.
    return _acted(world, run(world, random_walk(world, runner.seed + examples[0].place)))


def _center(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
    return _predicted(world, center(runner.kind, world))


def _ceiling(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
    return _predicted(world, np.array([example.segment.intended for example in examples], dtype=np.float64))


def _agent(name: str) -> Method:
    def look_and_go(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        goal, actions = runner.folders(name)
        if runner.kind.gait is not None and runner.agent(goal, None).goal_model.in_turn:
            return _acted(world, run_errands(runner.kind, world, eyes_of(runner.agent(goal, None), world)))
        goals = runner.locate(goal, world, examples)
        if not actions.is_dir():  # a goal predictor that nobody has taught to walk yet
            return _predicted(world, goals.places, goals.sure)
        following = follow(runner.agent(goal, actions), world, goals)
        outcome = _acted(world, np.stack(following.path), goals)
        outcome.found = goals.places if following.goals is None else following.goals.places
        return outcome

    return Method(look_and_go, predicts=True, parts=("goal", "actions"))


def _goals_only(name: str) -> Method:
    def look(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        goals = runner.locate(runner.folders(name)[0], world, examples)
        return _predicted(world, goals.places, goals.sure)

    return Method(look, acts=False, predicts=True, parts=("goal",))


def _told(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
    """Our agent in a world that is a lattice, told all goals."""
    goals = [[Aim(goal.stand, goal.point) for goal in example.goals] for example in examples]
    return _acted(world, run_errands(runner.kind, world, told(goals)))


def _oracle(name: str, of: str) -> Method:
    def go(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        if of == "best" and runner.kind.gait is not None:
            return _told(runner, world, examples)
        walker = Walker(runner.kind, load_action_generator(runner.folders(name)[0], runner.device), len(world))
        ends = world.goal.copy()
        return _acted(world, run(world, lambda world: walker.act(world, ends)))

    return Method(go, parts=("actions",), weights=of)


def _reactive(name: str) -> Method:
    def react(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        return _acted(world, Reactive.from_folder(runner.folders(name)[0], str(runner.device)).run(world))

    return Method(react, parts=("all",))


def _own(agent_class: Any, name: str) -> Method:
    """A class of the user's: `act(world)` gives the actions (N,), and `locate(world)`, if it has one, places (N, 2)."""
    if not isinstance(agent_class, type) or not callable(getattr(agent_class, "act", None)):
        raise InputError(f"{name}: is no agent, which is a class with act(world) that returns one action for every world.")
    predicts = callable(getattr(agent_class, "locate", None))

    def play(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        agent, outcome = agent_class(), Outcome()

        def ask(question: str) -> Any:
            """What the agent answers, which may try things out in the worlds but must leave them as they were."""
            before = [getattr(world, part).copy() for part in WATCHED]
            answer = getattr(agent, question)(world)
            if not all(np.array_equal(getattr(world, part), old) for part, old in zip(WATCHED, before, strict=True)):
                raise InputError(f"{name}: {question}(world) has changed the worlds; it may only look at them.")
            return answer

        if predicts:
            places = checked_floats(ask("locate"), (len(world), 2), f"{name}: what locate(world) gives")
            outcome = _predicted(world, places)
        outcome.path = run(world, lambda world: ask("act"))
        outcome.pose, outcome.metrics = world.pose.copy(), world.metrics()
        return outcome

    return Method(play, predicts=predicts)


METHODS: dict[str, Method] = {
    "stop": _scripted(stop),
    "random-walk": Method(_random_walk),
    "most-frequent": _scripted(most_frequent),
    "center": Method(_center, acts=False, predicts=True),
    "misra17": _reactive("misra17"),
    "chaplot18": _reactive("chaplot18"),
    "janner": _goals_only("janner"),
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


def check_names(wanted: str, runner: Runner) -> None:
    """Raise InputError unless there is something by each name that a person asked for."""
    for name in wanted.split(","):
        if name.strip() not in ("", "all"):
            runner.method(name.strip())


def choose_methods(wanted: str, runner: Runner, examples: Sequence[Example], acting: bool) -> list[str]:
    """The methods that a person asked for by name or as `all`, for a table of acting or of predicting goals."""
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if names == ["all"]:
        able = [name for name in METHODS if not why_not(name, runner, examples, acting)]
        return able if acting else _with_different_predictors(able, runner)
    for name in names:
        if reason := why_not(name, runner, examples, acting):
            raise InputError(reason)
    if not names:
        raise InputError(f"--methods names no method; there are {', '.join(METHODS)}.")
    return list(dict.fromkeys(names))


def _with_different_predictors(names: list[str], runner: Runner) -> list[str]:
    """Methods without those whose goal predictor is that of an earlier one."""
    first: dict[Path | str, str] = {}
    for name in names:
        first.setdefault(next(iter(runner.folders(name)), name), name)
    return list(first.values())


def why_not(name: str, runner: Runner, examples: Sequence[Example], acting: bool) -> str:
    """Why a method cannot be in a table; empty when it can."""
    method = runner.method(name)
    if acting and not method.acts:
        return f"Method {name!r} only predicts goals; it belongs in --table goals or phenomena."
    if not acting and not method.predicts:
        return f"Method {name!r} predicts no goals; it belongs in --table results or paragraphs."
    if name == CHECKPOINT and runner.checkpoint is None:
        return "Method 'checkpoint' needs --checkpoint DIR, a trained model, or a folder with goal and actions in it."
    if name == "ceiling" and any(example.segment.intended is None for example in examples):
        return "Method 'ceiling' needs to know what instructions mean (`intended`), which this corpus does not say."
    if name == "best-oracle-goals" and runner.kind.gait is not None:  # it walks by what it sees, which nobody taught it
        return ""
    sees_the_floor = runner.kind.gait is not None and name in ("best", CHECKPOINT)
    needed = runner.folders(name) if acting and not sees_the_floor else runner.folders(name)[:1]  # the first sees the goal
    missing = [folder for folder in needed if not folder.is_dir()]
    return f"Method {name!r} has no trained weights here: there is no folder {missing[0]}." if missing else ""
