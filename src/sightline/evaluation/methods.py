"""Runs the methods of the tables: puts the seer and the legs of each together for the examples of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from sightline.addresses import load
from sightline.agent.agent import load_predictor, plans, seer_of
from sightline.agent.aim import Aim, Done, Legs, Seer
from sightline.agent.goal_typing import GoalTyper, types_of
from sightline.agent.journey import AIMS, Journey, next_goals
from sightline.agent.legs import LearnedLegs, load_action_generator
from sightline.agent.look import Look, chunks, device_of, make_worlds
from sightline.agent.memory import Memory
from sightline.agent.methods import (
    CEILING,
    CENTER,
    CHAT,
    GENERATOR,
    METHODS,
    MODEL,
    ORACLE,
    OWN,
    RANDOM_WALK,
    REACTIVE,
    STOP,
    Method,
    bundled_folder,
    model_folder,
)
from sightline.agent.plan import PlanSeer, as_planned
from sightline.agent.planner import PlannerLegs
from sightline.agent.predictor import GoalPredictor
from sightline.agent.reactive import Reactive
from sightline.agent.scripted import CENTER_CELL, PolicyLegs, most_frequent, random_walk, stop
from sightline.agent.seers import GivenAims, GoalSeer, TypedSeer, aims_at_cells
from sightline.chat.config import ACTIONS, PREFIX, ChatConfig
from sightline.chat.model import ChatModel
from sightline.chat.usage import Usage
from sightline.checks import shown
from sightline.corpus.examples import Example
from sightline.corpus.stages import Stage, each_goal, rows_of
from sightline.errors import InputError
from sightline.evaluation.outcome import MethodOutcome, traces_of
from sightline.evaluation.own_agent import OwnAgent
from sightline.geometry.types import Bools, Floats
from sightline.language.reading import Reader
from sightline.models.pretrained import read_config
from sightline.world import Kind, World

EXAMPLE_BATCH = 64  # examples that are looked at together
CHECKPOINT = "checkpoint"  # the method that --checkpoint names
EXACT = 0.0  # overshoot of legs whose aims are the true goals
Progress = Callable[[int], None]  # hears how many more examples are done


class Runner:
    """Runs methods; each goal predictor is loaded once, and `GoalSeer` plans are cached per predictor and example."""

    def __init__(
        self, kind: Kind, device: str = "cpu", seed: int = 0, checkpoint: Path | None = None,
        progress: Progress = lambda done: None, chat: ChatConfig | None = None,
        own: Mapping[str, type] | None = None,
    ):  # fmt: skip
        """`own`: agent classes by the names that methods may have."""
        self.kind, self.device, self.seed = kind, device_of(device), seed
        self.checkpoint, self.progress = checkpoint, progress
        # Whether agents search for what is not in view. Not in the tables of corpora: it costs stop distance there.
        self.searches = False
        self.reader: Reader | None = None  # None: words go to the seers as they are
        self._predictors: dict[Path, GoalPredictor] = {}
        self._plans: dict[tuple[Path, Example], list[Aim]] = {}
        self._stages: dict[frozenset[tuple[str, int]], tuple[list[Stage], dict[str, Any]]] = {}
        self._own = {name: OwnAgent(agent, name) for name, agent in (own or {}).items()}
        self._chat, self._models = chat or ChatConfig(), dict[str, ChatModel]()  # models behind an address, by method

    def world(self, examples: Sequence[Example]) -> World:
        """Worlds at the starts of examples."""
        world = make_worlds(self.kind, self.device, horizon=self.kind.action_limit)
        world.reset([example.episode for example in examples])
        return world

    # What methods are

    @property
    def names(self) -> list[str]:
        """The methods that `all` may stand for, in the order of the tables."""
        names = list(METHODS)
        names.insert(names.index("best") + 1, CHECKPOINT)
        return names

    def method(self, name: str) -> Method:
        """The method of a name; if the checkpoint is a single model, the method that this model allows."""
        if name == CHECKPOINT:
            return self._checkpoint_method()
        if name in METHODS:
            return METHODS[name]
        if name.startswith(PREFIX):
            acts = self._chat.interface == ACTIONS
            return Method(legs=CHAT) if acts else Method(CHAT, GENERATOR, actions="best-actions", plans=True)
        if name not in self._own:
            missing = f"There is no method {name!r}; there are {', '.join(self.names)}, {PREFIX}MODEL, or give module:CLASS."
            self._own[name] = OwnAgent(load(name, missing), name)
        return Method(OWN if self._own[name].predicts else None, OWN)

    def _checkpoint_method(self) -> Method:
        architecture = read_config(self._one_model).get("kind") if self._one_model else "agent"
        if architecture in ("misra17", "chaplot18"):
            return Method(legs=REACTIVE)
        if architecture == "action-generator":
            return Method(ORACLE, GENERATOR)
        walks = architecture == "agent" or (architecture == "lookout" and self.kind.reaches)
        return Method(MODEL, GENERATOR if walks else None, plans=walks and self._checkpoint_plans)

    @property
    def _checkpoint_plans(self) -> bool:
        """Whether the agent of a checkpoint walks by the planner, as its goal predictor decides."""
        there = self.kind.reaches and self.checkpoint is not None and self.folder(CHECKPOINT, "goal").is_dir()
        return there and plans(self.predictor(CHECKPOINT))

    @property
    def _one_model(self) -> Path | None:
        """The folder of a checkpoint that is one model."""
        folder = None if self.checkpoint is None else model_folder(self.checkpoint)
        return folder if folder and (folder / "config.json").is_file() else None

    def folders(self, name: str) -> list[Path]:
        """Where a method's weights lie, or would lie; the goal predictor's first."""
        if name == CHECKPOINT and self.checkpoint is None:
            return []
        return [self.folder(name, part) for part in self.method(name).parts(self.kind)]

    def folder(self, name: str, part: str) -> Path:
        """Where a part of a method lies, or would lie: `goal`, `actions`, `types` or `reactive`."""
        if name != CHECKPOINT or self.checkpoint is None:
            return bundled_folder(self.kind, self.method(name), part)
        own = self._one_model or model_folder(self.checkpoint / part)
        return own if part != "types" or own.is_dir() else bundled_folder(self.kind, METHODS["paper"], part)

    def names_items(self, name: str) -> bool:
        """Whether the goal predictor of a method names items."""
        return self.method(name).seer == MODEL and self.predictor(name).model.names_items

    def predictor(self, name: str) -> GoalPredictor:
        """The goal predictor of a method, loaded once."""
        folder = self.folder(name, "goal")
        if folder not in self._predictors:
            self._predictors[folder] = load_predictor(self.kind, folder, str(self.device))
        return self._predictors[folder]

    @property
    def models(self) -> list[ChatModel]:
        """The models behind an address that methods ask."""
        return list(self._models.values())

    def model(self, name: str) -> ChatModel | None:
        """The model behind an address that a method asks; None for other methods."""
        if not name.startswith(PREFIX):
            return None
        if name not in self._models:
            self._models[name] = ChatModel(name.removeprefix(PREFIX), self.kind, self._chat)
        return self._models[name]

    def _legs(self, name: str, world: World, examples: Sequence[Example], memory: Memory | None = None) -> Legs | None:
        """The legs of a method; None if it only predicts goals, as one does whose action generator is not trained yet."""
        method = self.method(name)
        if method.legs == GENERATOR:
            if method.planned(self.kind):
                return PlannerLegs(self.kind, world, memory)
            folder = self.folder(name, "actions")
            if name == CHECKPOINT and not folder.is_dir():
                return None
            overshoot = EXACT if method.seer in (ORACLE, CHAT) else None
            return LearnedLegs(self.kind, load_action_generator(self.kind, folder, self.device), world, overshoot)
        if method.legs == REACTIVE:
            return PolicyLegs(world, Reactive.from_folder(self.folder(name, "reactive"), str(self.device)).policy(world))
        if method.legs == RANDOM_WALK:  # every batch of examples has walks of its own, by its first one
            first = crc32(examples[0].name.encode())
            return PolicyLegs(world, random_walk(self.kind, world, (self.seed, first)))
        if method.legs == OWN:
            return PolicyLegs(world, self._own[name].act)
        if method.legs == CHAT and (model := self.model(name)) is not None:
            return model.legs(world, [self.kind.read_actions(example.segment.actions) for example in examples])
        return None if method.legs is None else PolicyLegs(world, stop if method.legs == STOP else most_frequent)

    # Following instructions

    def run(self, name: str, world: World, examples: Sequence[Example], fresh: bool = True) -> MethodOutcome:
        """Let a method follow examples in worlds, which are `fresh` if they are at the examples' own starts."""
        method, outcome = self.method(name), MethodOutcome()
        if method.legs == OWN:
            self._own[name].restart()
        searches = self.searches and method.planned(self.kind) and method.seer == MODEL
        memory = Memory(self.kind, world) if searches else None
        seer, most_aims = self._seer(name, examples, fresh, memory), AIMS
        if self.reader is not None and method.seer == MODEL and self.predictor(name).model.says_next:
            plans_read = [as_planned(self.reader, example.segment.instruction) for example in examples]
            seer = PlanSeer(lambda: seer_of(self.predictor(name), None, memory), plans_read)
            most_aims *= max(map(len, plans_read))
        reporting = _Reporting(seer, self.progress) if seer is not None else None
        legs = self._legs(name, world, examples, memory)
        journey = Journey(self.kind, world, reporting, legs, most_aims)
        if method.predicts and not self.kind.reaches:
            outcome.aims = self._first_aims(name, journey, seer, examples, fresh)
            outcome.goal_distance = world.distances(np.array([aim.place for aim in outcome.aims]))
        if legs is not None:
            outcome.path, outcome.traces = journey.finish(), traces_of(journey)
            outcome.pose, outcome.metrics = world.pose.copy(), world.metrics()
            if outcome.aims is not None and seer is not None:
                outcome.last_aims = [journey.leads_to(n) for n in range(len(world))]
        for metric, values in (outcome.metrics or {}).items():
            if np.shape(values) != (len(world),) or np.isnan(values).any():
                raise InputError(f"metrics() of this world gave {shown(values)} for {metric}, not a number for each world.")
        if (model := self.model(name)) is not None:
            outcome.model, outcome.usage = model.info, model.usage_of(legs if seer is None else seer, len(world))
        self.progress(len(examples) - (reporting.reported if reporting is not None else 0))
        return outcome

    def _seer(self, name: str, examples: Sequence[Example], fresh: bool, memory: Memory | None = None) -> Seer | None:
        """The seer of a method that follows examples; plans that were made for them before are used again."""
        method = self.method(name)
        if method.seer == ORACLE:
            return GivenAims(_true_aims(examples))
        if method.seer == CHAT and (model := self.model(name)) is not None:
            return model.seer(_true_aims(examples))
        if method.seer != MODEL:
            return None
        predictor = self.predictor(name)
        needs_types = "types" in method.parts(self.kind) and not predictor.model.says_next
        types = GoalTyper.from_folder(self.folder(name, "types"), str(self.device)) if needs_types else None
        if types is None and self.kind.reaches and not predictor.model.says_next:
            return None  # a predictor alone, whose goals are asked for type by type (`predict`)
        seer = seer_of(predictor, types, memory)
        if isinstance(seer, GoalSeer) and fresh:
            keys = [(self.folder(name, "goal"), example) for example in examples]
            seer.plans |= {n: list(self._plans[key]) for n, key in enumerate(keys) if key in self._plans}
        return seer

    def _first_aims(
        self, name: str, journey: Journey, seer: Seer | None, examples: Sequence[Example], fresh: bool
    ) -> list[Aim]:
        """The goals that a method predicts before it goes anywhere."""
        if seer is None:
            stages = [Stage(e, len(e.goals) - 1, pose) for e, pose in zip(examples, journey.world.pose, strict=True)]
            return [aim for aim in self._aims(name, Look(journey.world, range(len(examples))), stages) if aim is not None]
        journey.look()
        if isinstance(seer, GoalSeer) and fresh:
            for n, example in enumerate(examples):  # without their maps, which are large
                plan = [aim if aim.waypoint else replace(aim, map=np.empty(0)) for aim in seer.plans[n]]
                self._plans[self.folder(name, "goal"), example] = plan
        return [aim for n in range(len(examples)) if (aim := journey.leads_to(n)) is not None]

    # Predicting goals

    def predict(self, name: str, examples: Sequence[Example]) -> tuple[list[Stage], MethodOutcome]:
        """What a method says of every goal of examples, each from the demonstration's state before it."""
        if not examples:
            return [], MethodOutcome(aims=[])
        stages, state = self._stages_of(examples)
        aims: list[Aim | None] = []
        usage: list[Usage] = []
        for rows in chunks(range(len(stages)), EXAMPLE_BATCH):
            batch = [stages[k] for k in rows]
            if state is None:
                world = self.world([stage.example for stage in batch])
            else:
                world = make_worlds(self.kind, self.device)
                world.restore(rows_of(state, rows))
            if self.method(name).legs == OWN:
                self._own[name].restart()
            starts = np.array([stage.example.segment.start for stage in batch])
            aims += self._aims(name, Look(world, range(len(batch)), starts), batch, usage)
            done = [len(examples) * k // len(stages) for k in (rows[0], rows[-1] + 1)]
            self.progress(done[1] - done[0])
        outcome = MethodOutcome(aims=aims, goal_distance=missed_by(aims, stages))
        if (model := self.model(name)) is not None:
            outcome.usage, outcome.model = usage, model.info
        return stages, outcome

    def _aims(self, name: str, look: Look, stages: Sequence[Stage], usage: list[Usage] | None = None) -> list[Aim | None]:
        """What a method says of the goals of stages, in worlds that are at them; methods are told each goal's type.

        What a model behind an address has cost is added to `usage`.
        """
        method, kind = self.method(name), self.kind
        reaching = _reaching(stages)
        if method.seer == OWN:
            return [*self._own[name].aims(look.world, kind.reaches)]
        if method.seer == CENTER:
            row, column = CENTER_CELL
            return [*aims_at_cells(kind, look, np.full(len(stages), row * kind.view.grid.columns + column), reaching)]
        if method.seer == CEILING:
            if not kind.reaches:
                return [Aim(stage.example.segment.intended or ()) for stage in stages]
            truth = kind.view.goal_classes(look.poses, np.array([stage.point for stage in stages]))
            return [*aims_at_cells(kind, look, truth, reaching)]  # no map of cells can say more
        done: list[list[Done]] = [
            [Done(goal.stand[0], goal.stand[1], goal.point is not None) for goal in stage.before] if kind.reaches else []
            for stage in stages
        ]
        if (model := self.model(name)) is not None:
            asking = model.seer(_true_aims([stage.example for stage in stages]))
            aims = next_goals(asking, look, done)
            if usage is not None:
                usage += model.usage_of(asking, len(stages))
            return aims
        predictor = self.predictor(name)
        if kind.reaches and not predictor.model.says_next:
            seer: Seer = TypedSeer(predictor, lambda world: [types_of(stage.example.goals) for stage in stages])
        else:
            seer = seer_of(predictor)
        return next_goals(seer, look, done)

    def _stages_of(self, examples: Sequence[Example]) -> tuple[list[Stage], dict[str, Any] | None]:
        """The goals of examples and the states before them; on fields the last goal counts, from the example's start."""
        if not self.kind.reaches:
            return [Stage(e, len(e.goals) - 1, np.array(e.segment.start)) for e in examples], None
        keys = frozenset(example.key for example in examples)
        if keys not in self._stages:
            paragraphs = list({example.paragraph.id: example.paragraph for example in examples}.values())
            self._stages[keys] = each_goal(paragraphs, lambda example: example.key in keys)
        return self._stages[keys]


class _Reporting:
    """A seer that reports its worlds as they get their first aims."""

    def __init__(self, seer: Seer, progress: Progress):
        self.seer, self.channels, self.doubts, self.progress = seer, seer.channels, seer.doubts, progress
        self.reported = 0

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """As the seer itself."""
        aims = self.seer.next(look, done, held)
        first = sum(not before and old is None for before, old in zip(done, held, strict=True))
        self.reported += first
        self.progress(first)
        return aims


def _true_aims(examples: Sequence[Example]) -> list[list[Aim]]:
    return [[Aim(goal.stand, goal.point) for goal in example.goals] for example in examples]


def missed_by(aims: Sequence[Aim | None], stages: Sequence[Stage]) -> Floats:
    """(N,) how far aims are from the stages' goals: on the floor, or in space where a thing is reached for."""
    points = np.array([_point(aim, stage) for aim, stage in zip(aims, stages, strict=True)])
    off = points - np.array([stage.point for stage in stages])
    off[~_reaching(stages), 1] = 0.0
    away: Floats = np.sqrt((off**2).sum(1))
    return away


def _point(aim: Aim | None, stage: Stage) -> tuple[float, float, float]:
    """The point an aim is scored at: its point if the goal is an interaction, else its stand.

    The agent's place if there is no aim.
    """
    if aim is not None and aim.point is not None and stage.reaches:
        return aim.point
    x, z = stage.pose[:2] if aim is None else aim.stand[:2]
    return float(x), 0.0, float(z)


def _reaching(stages: Sequence[Stage]) -> Bools:
    return np.array([stage.reaches for stage in stages], dtype=bool)


def names_in(wanted: str | Sequence[str]) -> list[str]:
    """The names of methods: separated by commas, or several such texts. A text that begins with `openai:` is one name."""
    names: list[str] = []
    for text in (wanted,) if isinstance(wanted, str) else wanted:
        names += [text.strip()] if text.strip().startswith(PREFIX) else [name.strip() for name in text.split(",")]
    return [name for name in dict.fromkeys(names) if name]


def check_names(wanted: str | Sequence[str], runner: Runner) -> None:
    """Raise InputError unless every name stands for a method, and every model behind an address can be asked."""
    for name in names_in(wanted):
        if name != "all":
            runner.method(name)
            runner.model(name)


def choose_methods(
    wanted: str | Sequence[str], runner: Runner, examples: Sequence[Example], acting: bool, table: str = ""
) -> list[str]:
    """The methods that a person asked for by name or as `all`, for a table of acting or of predicting goals."""
    names = names_in(wanted)
    if names == ["all"]:
        able = [name for name in runner.names if not why_not(name, runner, examples, acting, table)]
        return able if acting else _with_different_predictors(able, runner)
    for name in names:
        if reason := why_not(name, runner, examples, acting, table):
            raise InputError(reason)
    if not names:
        raise InputError(f"--methods names no method; there are {', '.join(runner.names)}.")
    return names


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
    if acting and method.legs is None:
        return f"Method {name!r} only predicts goals; it belongs in --table goals or phenomena."
    if not acting and not method.predicts:
        return f"Method {name!r} predicts no goals; it belongs in --table results or paragraphs."
    if name == CHECKPOINT and runner.checkpoint is None:
        return "Method 'checkpoint' needs --checkpoint DIR, a trained model, or a folder with goal and actions in it."
    if name == "ceiling" and not runner.kind.reaches and any(e.segment.intended is None for e in examples):
        return "Method 'ceiling' needs to know what instructions mean (`intended`), which this corpus does not say."
    needed = runner.folders(name) if acting else runner.folders(name)[:1]  # the goal predictor
    missing = [folder for folder in needed if not folder.is_dir()]
    return f"Method {name!r} has no trained weights here: there is no folder {missing[0]}." if missing else ""
