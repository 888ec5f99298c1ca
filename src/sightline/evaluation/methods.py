"""Every method of the tables by its name: how it runs in worlds, and which trained parts it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sightline.addresses import load
from sightline.agent.agent import Agent, Goals, Walker, all_goals, load_action_generator
from sightline.agent.errands import Aim, run_errands
from sightline.agent.errands import told as errands_told
from sightline.agent.follow import follow
from sightline.agent.goal_typing import GoalTyper, types_of
from sightline.agent.in_turn import eyes_of, run_in_turn, told
from sightline.agent.looking import device_of, make_worlds
from sightline.agent.next_goal import eyes_of as errand_eyes
from sightline.agent.reactive import Reactive
from sightline.agent.rollout import Policy, run
from sightline.agent.scripted import center, most_frequent, random_walk, stop
from sightline.agent.shipped import PARTS, model_folder, weights_folder
from sightline.checks import shown
from sightline.corpus.examples import Example
from sightline.corpus.stages import Stage, each_goal, rows_of
from sightline.errors import InputError
from sightline.evaluation.goals_in_turn import Look, look_at_center, look_at_truth, look_with, missed_by
from sightline.evaluation.method import Method, Outcome, acted, predicted
from sightline.evaluation.own_agent import own_agent
from sightline.geometry.types import Floats
from sightline.models.pretrained import read_config
from sightline.world import Kind, World

CHUNK = 64  # examples that are looked at together
CHECKPOINT = "checkpoint"  # the method that --checkpoint names
WALKING = "navigation"  # the table of instructions that ask for walking only, and what methods are called that learned these
Tell = Callable[[int], None]


class Runner:
    """Lets methods run: loads each model once, and looks at each example once with each goal predictor."""

    def __init__(
        self, kind: Kind, device: str = "cpu", seed: int = 0, checkpoint: Path | None = None,
        tell: Tell = lambda done: None,
    ):  # fmt: skip
        self.kind, self.device, self.seed, self.checkpoint, self.tell = kind, device_of(device), seed, checkpoint, tell
        self._agents: dict[tuple[Path, Path | None], Agent] = {}
        self._located: dict[tuple[Path, Example], Goals] = {}
        self._stages: dict[frozenset[tuple[str, int]], tuple[list[Stage], dict[str, Any]]] = {}
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
        what = self.method(method)
        parts = what.in_turn if self.kind.in_turn and what.in_turn is not None else what.parts
        return [] if method == CHECKPOINT and self.checkpoint is None else [self.folder(method, part) for part in parts]

    def folder(self, method: str, part: str) -> Path:
        """Where a part of a method lies, or would lie: `goal`, `actions`, `types`, or `all` of one that has no parts."""
        if method != CHECKPOINT or self.checkpoint is None:
            return shipped_folder(self.kind, self.method(method).weights or method, part)
        own = self._one_model or model_folder(self.checkpoint / part)
        return own if part != "types" or own.is_dir() else shipped_folder(self.kind, "paper", part)

    def look(self, method: str, examples: Sequence[Example]) -> tuple[list[Stage], Outcome]:
        """What a method says of every goal of examples, where they come in turn, from the state before it."""
        if not examples:
            return [], Outcome()
        stages, state = self._stages_of(examples)
        find = self.method(method).look
        assert find is not None  # whoever predicts goals does so one after the other too
        look, world, parts = find(self), make_worlds(self.kind, self.device), []
        for first in range(0, len(stages), CHUNK):
            few = range(first, min(first + CHUNK, len(stages)))
            world.restore(rows_of(state, few))
            parts.append(look(world, [stages[k] for k in few]))
            self.tell(len(examples) * few.stop // len(stages) - len(examples) * few.start // len(stages))
        points, sure = np.concatenate([p.points for p in parts]), [p.sure for p in parts if p.sure is not None]
        return stages, Outcome(
            goal=points, goal_distance=missed_by(points, stages), sure=np.concatenate(sure) if sure else None
        )

    def _stages_of(self, examples: Sequence[Example]) -> tuple[list[Stage], dict[str, Any]]:
        """The goals of examples and the states before them, which every method looks at."""
        keys = frozenset(example.key for example in examples)
        if keys not in self._stages:
            paragraphs = list({example.paragraph.id: example.paragraph for example in examples}.values())
            self._stages[keys] = each_goal(paragraphs, lambda example: example.key in keys)
        return self._stages[keys]

    def method(self, name: str) -> Method:
        """What a name stands for; a checkpoint that is one model and not an agent's two parts is what that model can do."""
        if name in METHODS and (name != CHECKPOINT or not self._one_model):
            return METHODS[name]
        if name == CHECKPOINT and self._one_model:
            architecture = read_config(self._one_model).get("kind")
            if architecture in ("misra17", "chaplot18"):
                return _reactive(CHECKPOINT)
            if architecture == "lookout" and self.kind.in_turn:
                return METHODS[CHECKPOINT]
            return _oracle(CHECKPOINT, CHECKPOINT) if architecture == "action-generator" else _goals_only(CHECKPOINT)
        missing = f"There is no method {name!r}; there are {', '.join(METHODS)}, or give module:CLASS."
        return own_agent(load(name, missing), name)

    @property
    def _one_model(self) -> Path | None:
        """The folder of a checkpoint that is one model."""
        folder = None if self.checkpoint is None else model_folder(self.checkpoint)
        return folder if folder and (folder / "config.json").is_file() else None


def shipped_folder(kind: Kind, method: str, part: str) -> Path:
    """The folder of a part of a shipped method: `goal`, `actions`, `types`, or `all` of one that has no parts."""
    if part == "all":
        return weights_folder(kind, method)
    if part == "types":
        return weights_folder(kind, PARTS.get(method, PARTS["paper"]).types)
    return weights_folder(kind, getattr(PARTS[method], part) if method in PARTS else f"{method}-{part}")


def _scripted(policy: Policy) -> Method:
    def act(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        return acted(world, run(world, policy))

    return Method(act)


def _random_walk(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
    # In a paragraph's next segment an agent must not repeat the walk of the one before.
    return acted(world, run(world, random_walk(world, runner.seed + examples[0].place)))


def _center(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
    return predicted(world, center(runner.kind, world))


def _ceiling(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
    return predicted(world, np.array([example.segment.intended for example in examples], dtype=np.float64))


def _agent(name: str, in_turn: tuple[str, ...] = ("goal", "actions", "types"), table: str = "") -> Method:
    def look_and_go(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        goal, actions = runner.folder(name, "goal"), runner.folder(name, "actions")
        if runner.kind.in_turn:
            return acted(world, _go_in_turn(runner, name, world))
        goals = runner.locate(goal, world, examples)
        if not actions.is_dir():  # a goal predictor that nobody has taught to walk yet
            return predicted(world, goals.places, goals.sure)
        following = follow(runner.agent(goal, actions), world, goals)
        outcome = acted(world, np.stack(following.path), goals)
        outcome.found = goals.places if following.goals is None else following.goals.places
        return outcome

    return Method(look_and_go, predicts=True, parts=("goal", "actions"), in_turn=in_turn, look=_look_with(name), table=table)


def _go_in_turn(runner: Runner, name: str, world: World) -> Floats:
    """The path of an agent that goes from goal to goal: ours, or the paper's."""
    agent = runner.agent(runner.folder(name, "goal"), None)
    if agent.does_errands:
        return run_errands(runner.kind, world, errand_eyes(agent, world))
    agent = runner.agent(runner.folder(name, "goal"), runner.folder(name, "actions"))
    types = GoalTyper.from_folder(runner.folder(name, "types"), str(runner.device)).types_of(
        [episode.instruction for episode in world.episodes]
    )
    return run_in_turn(runner.kind, world, agent.action_model, types, eyes_of(agent))


def _look_with(name: str) -> Callable[[Runner], Look]:
    return lambda runner: look_with(runner.agent(runner.folder(name, "goal"), None))


def _goals_only(name: str) -> Method:
    def look(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        goals = runner.locate(runner.folders(name)[0], world, examples)
        return predicted(world, goals.places, goals.sure)

    return Method(look, acts=False, predicts=True, parts=("goal",), look=_look_with(name))


def _best_told(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
    """Our agent where goals come in turn, told all of them."""
    goals = [[Aim(goal.stand, goal.point) for goal in example.goals] for example in examples]
    return acted(world, run_errands(runner.kind, world, errands_told(goals)))


def _oracle(name: str, of: str) -> Method:
    def go(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        if of == "best" and runner.kind.in_turn:
            return _best_told(runner, world, examples)
        legs = load_action_generator(runner.folders(name)[0], runner.device)
        if runner.kind.in_turn:
            types, points = [types_of(e.goals) for e in examples], [[g.at for g in e.goals] for e in examples]
            return acted(world, run_in_turn(runner.kind, world, legs, types, told(points)))
        walker, ends = Walker(runner.kind, legs, len(world)), world.goal.copy()
        return acted(world, run(world, lambda world: walker.act(world, ends)))

    # Where goals come in turn, ours walks by what it sees of the floor, which nobody taught it.
    return Method(go, parts=("actions",), in_turn=() if of == "best" else None, weights=of)


def _reactive(name: str, table: str = "") -> Method:
    def react(runner: Runner, world: World, examples: Sequence[Example]) -> Outcome:
        return acted(world, Reactive.from_folder(runner.folders(name)[0], str(runner.device)).run(world))

    return Method(react, parts=("all",), table=table)


METHODS: dict[str, Method] = {
    "stop": _scripted(stop),
    "random-walk": Method(_random_walk),
    "most-frequent": _scripted(most_frequent),
    "center": Method(_center, acts=False, predicts=True, look=lambda runner: look_at_center(runner.kind)),
    "misra17": _reactive("misra17"),
    "chaplot18": _reactive("chaplot18"),
    "janner": _goals_only("janner"),
    "paper": _agent("paper"),
    "best": _agent("best", in_turn=("goal",)),
    CHECKPOINT: _agent(CHECKPOINT, in_turn=("goal",)),
    "paper-no-rnn": _agent("paper-no-rnn"),
    "paper-no-language": _agent("paper-no-language"),
    "paper-joint": _agent("paper-joint"),
    "paper-oracle-goals": _oracle("paper-oracle-goals", "paper"),
    "best-oracle-goals": _oracle("best-oracle-goals", "best"),
    "ceiling": Method(_ceiling, acts=False, predicts=True, look=lambda runner: look_at_truth(runner.kind)),
    **{f"{name}-{WALKING}": _reactive(f"{name}-{WALKING}", WALKING) for name in ("misra17", "chaplot18")},
    f"paper-{WALKING}": _agent(f"paper-{WALKING}", table=WALKING),
}


def check_names(wanted: str, runner: Runner) -> None:
    """Raise InputError unless there is something by each name that a person asked for."""
    for name in wanted.split(","):
        if name.strip() not in ("", "all"):
            runner.method(name.strip())


def choose_methods(wanted: str, runner: Runner, examples: Sequence[Example], acting: bool, table: str = "") -> list[str]:
    """The methods that a person asked for by name or as `all`, for a table of acting or of predicting goals."""
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if names == ["all"]:
        able = [name for name in METHODS if not why_not(name, runner, examples, acting, table)]
        return able if acting else _with_different_predictors(able, runner)
    for name in names:
        if reason := why_not(name, runner, examples, acting, table):
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


def why_not(name: str, runner: Runner, examples: Sequence[Example], acting: bool, table: str = "") -> str:
    """Why a method cannot be in a table; empty when it can."""
    method = runner.method(name)
    if method.table not in ("", table):
        return f"Method {name!r} has learned a part of the task only; it belongs in --table {method.table}."
    if acting and not method.acts:
        return f"Method {name!r} only predicts goals; it belongs in --table goals or phenomena."
    if not acting and not method.predicts:
        return f"Method {name!r} predicts no goals; it belongs in --table results or paragraphs."
    if name == CHECKPOINT and runner.checkpoint is None:
        return "Method 'checkpoint' needs --checkpoint DIR, a trained model, or a folder with goal and actions in it."
    unmeant = not runner.kind.in_turn and any(example.segment.intended is None for example in examples)
    if name == "ceiling" and unmeant:
        return "Method 'ceiling' needs to know what instructions mean (`intended`), which this corpus does not say."
    needed = runner.folders(name) if acting else runner.folders(name)[:1]  # the first sees the goal
    missing = [folder for folder in needed if not folder.is_dir()]
    return f"Method {name!r} has no trained weights here: there is no folder {missing[0]}." if missing else ""
