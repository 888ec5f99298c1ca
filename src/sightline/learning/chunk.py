"""A chunk of fresh training data: paragraphs of a stream as worlds at their starts, goals, and encoded instructions.

Worker processes make chunks and pack them (they need no torch); the training process only renders them. It does not restore
the worlds: checking a thousand saved worlds takes longer than learning from them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

import numpy as np

from sightline.corpus.examples import Example
from sightline.corpus.kind import CorpusKind, Named, OwnScenes, Pose, corpus_kind
from sightline.corpus.records import Paragraph, Segment
from sightline.corpus.splits import stream_paragraph
from sightline.corpus.stages import Stage, elsewhere, stages_of
from sightline.errors import InputError
from sightline.geometry import View, origin_of
from sightline.geometry.types import Array, Floats, Ints, Pictures
from sightline.language import Vocabulary, tokenize
from sightline.language.spelling import spell
from sightline.language.tokenizer import TRAINED_TOKENS
from sightline.models.done import done_of
from sightline.options import option
from sightline.render import Surroundings
from sightline.world import INTERACTION, NAVIGATION, Goal, Kind, SavedState, kind_of
from sightline.worlds import DrawnWorlds

ENDED = 2  # class of "no goal left"
WAY = 4  # maximum of waypoints that are learned
UNKNOWN = -(10**6)  # occurs in no segmentation
DROPPED_WORDS = 0.03  # probability of dropping a word of a mixed-in corpus
NOTHING = -100  # class that the loss ignores
NAMED = 16  # maximum of segmentation numbers of named objects, or of the target, per instruction
JOINTS = (", then ", ". ", " and then ", ", ", " and ", ". then ", " then ", ". next ", ", and ")


@dataclass(frozen=True)
class StreamConfig:
    """The composition of a stream."""

    chunks: int = option(1500, "Chunks of generated paragraphs per epoch.", min=1)
    paragraphs: int = option(24, "Paragraphs per chunk.", min=1, flags="--chunk-paragraphs")
    joined: float = option(0.05, "Share of pairs of instructions that also come as one long instruction.", min=0, max=1)
    varied: float = option(0.5, "Share of instructions with words that the grammar of corpora lacks.", min=0, max=1)
    distinct: int = option(0, "Number of different paragraphs, repeated; 0: never repeat.", min=0)
    plain: float = option(2.7, "Plain commands generated per paragraph, from any pose in the scene.", min=0, max=50)
    elsewhere: float = option(0.5, "Further start poses per instruction, in the same room (houses only).", min=0, max=20)
    nearby: float = option(
        0.0, "Further poses per deed that follows another, close to where it was (houses only).", min=0, max=20
    )
    again: float = option(0.15, "Share of instructions also shown from a pose on the way.", min=0, max=1)
    generated: float = option(0.0, "Share of chunks in generated houses (houses only).", min=0, max=1)
    houses: int = option(0, "Number of different generated houses, repeated; 0: never repeat (houses only).", min=0)
    mix: float = option(1.0, "Share of generated examples; the rest come from --corpus.", min=0.01, max=1)
    seed: int = 0
    rings: bool = False  # learn goals by bearing and distance, with waypoints
    stages: bool = False  # learn every goal of an instruction, each from its stage


@dataclass
class Chunk:
    """N examples."""

    worlds: SavedState  # the saved state of N worlds, each at its start
    starts: Floats  # (N, 3)
    goals: Floats  # (N, 2) the intended goals
    classes: Ints  # (N,) of the goal, as the model learns it
    ways: Ints  # (N, 4) of the waypoints; -1 for none
    origins: Floats  # (N, 4) the pose where the instruction was given, relative to the agent's
    words: Array  # (N, 64, ...)
    lengths: Ints  # (N,)
    named: Ints  # (N, 16) segmentation numbers of the named objects; 0 for none, UNKNOWN if unknown
    next: Ints  # (N,) type of the next goal: 0 navigation, 1 interaction, 2 none
    reached_for: Floats  # (N, 3) the point of an interaction; NaN for none
    points: Ints  # (N,) the cell that this point is behind, or out of sight; NOTHING if there is no point
    done: Floats  # (N, 6, 4) the goals that are already done (models.done)
    target: Ints  # (N, 16) segmentation numbers of what the next goal is about; 0 for none

    def __len__(self) -> int:
        return len(self.classes)


LEARNED = ("words", "lengths", "classes", "ways", "origins", "next", "points", "done")  # columns that batches have too


class SavedWorlds(NamedTuple):
    """Worlds that do not use our renderer: the training process restores them, and they draw themselves."""

    kind: Kind
    state: SavedState

    def panorama(self, channels: Sequence[str], device: str) -> Pictures:
        """The panoramas (N, H, 6 W[, 3]) by channel."""
        world = self.kind.make(device=device)
        world.restore(self.state)
        return world.panorama(channels)


class PackedChunk(NamedTuple):
    """A chunk as it travels to the training process."""

    surroundings: Surroundings | SavedWorlds  # what the N agents see
    columns: dict[str, Array]  # LEARNED, `named` and `target`
    scene: Ints  # (N,) the row of `tables` for each example
    tables: Array | None  # (S, M) int16: the class of each number in segmentation, by scene; None if there are no classes


def packed(chunk: Chunk, kind: Kind) -> PackedChunk:
    """Pack a chunk for the training process."""
    world = kind.make()
    world.restore(chunk.worlds)
    columns = {name: getattr(chunk, name) for name in (*LEARNED, "named", "target")}
    scene, tables = np.zeros(len(chunk), np.int64), None
    if kind.thing_classes is not None:
        scenes = [kind.scene_of(episode) for episode in world.episodes]
        firsts: dict[Any, int] = {}
        for k, each in enumerate(scenes):
            firsts.setdefault(each, k)
        order = {each: row for row, each in enumerate(firsts)}
        scene = np.array([order[each] for each in scenes])
        tables = kind.thing_classes([world.episodes[k] for k in firsts.values()]).astype(np.int16)
    surroundings = world.surroundings() if isinstance(world, DrawnWorlds) else SavedWorlds(kind, chunk.worlds)
    return PackedChunk(surroundings, columns, scene, tables)


class Maker:
    """Makes the chunk of a number, the same in any process: it depends on the config and the number only."""

    def __init__(
        self, config: StreamConfig, world: str, vocabulary: Vocabulary | None = None, mixed: Sequence[Paragraph] = (),
        scenes: OwnScenes = (),
    ):  # fmt: skip
        self.config, self.kind, self.corpus = config, kind_of(world), corpus_kind(world, scenes)
        if config.generated and self.corpus.fresh is None:
            raise InputError(f"--generated is for worlds with houses, which {self.kind.title} lacks.")
        self.others = mixed
        self.mixed = [Example(paragraph, k) for paragraph in mixed for k in range(len(paragraph.segments))]
        self.read: Callable[[list[str]], Sequence[Any]] = spell if vocabulary is None else vocabulary.ids

    def __call__(self, number: int) -> Chunk:
        paragraphs = self._paragraphs(number)
        random = Random(f"{self.config.seed}/{number}")
        if self.config.stages:
            others = self._others(len(paragraphs), Random(f"{self.config.seed}/{number}/mixed"))
            plain = self.commands(paragraphs, Random(f"{self.config.seed}/{number}/plain"))
            return self.staged([*paragraphs, *plain], random, others)
        wordings = [wording for p in paragraphs for wording in wordings_of(p, self.corpus, random, self.config)]
        if self.corpus.command is not None:
            wordings += self._plain(paragraphs, Random(f"{self.config.seed}/{number}/plain"))
        if self.mixed:
            wordings += self._mixed(len(wordings), Random(f"{self.config.seed}/{number}/mixed"))
        if self.config.rings and self.corpus.on_the_way is not None:
            wordings += self._again(wordings, Random(f"{self.config.seed}/{number}/again"))
        return self.pack(wordings)

    def _paragraphs(self, number: int) -> list[Paragraph]:
        """The paragraphs of a chunk, in the usual scenes or in generated ones."""
        random = Random(f"{self.config.seed}/{number}/scenes")
        if self.corpus.fresh is not None and random.random() < self.config.generated:
            return self.corpus.fresh(random, self.config.paragraphs, self.config.houses)
        first = number * self.config.paragraphs
        indices = np.arange(first, first + self.config.paragraphs)
        if self.config.distinct:
            indices = _repeated(indices, self.config.distinct, self.config.seed)
        return [stream_paragraph(self.corpus, self.config.seed, int(k)) for k in indices]

    def staged(
        self, paragraphs: Sequence[Paragraph], random: Random | None = None, others: Sequence[Paragraph] = ()
    ) -> Chunk:
        """Every goal of every instruction, and the stage after the last one; without `random`, in the corpus's own words.

        `others` are paragraphs of a corpus, mixed with fresh ones.
        """
        alone = replace(self.config, joined=0.0, varied=0.0 if random is None else self.config.varied)
        said = {w.example.key: w for p in paragraphs for w in wordings_of(p, self.corpus, random or Random(0), alone)}
        if random is not None:
            examples = [Example(paragraph, k) for paragraph in others for k in range(len(paragraph.segments))]
            said |= {example.key: self._retold(example, random) for example in examples}
        stages, state = stages_of([*paragraphs, *others], self.config.again, random)
        state["episodes"] = [self.kind.settled(episode) for episode in state["episodes"]]
        wordings = [said[stage.example.key]._replace(stage=stage) for stage in stages]
        if random is not None:
            rows, poses = self._elsewhere(stages, random)
            moved = [
                wordings[k]._replace(stage=stages[k]._replace(pose=p), moved=stages[k].done == 0)
                for k, p in zip(rows, poses, strict=True)
            ]
            wordings, state = wordings + moved, elsewhere(state, rows, poses)
        return self.pack(wordings, state)

    def _elsewhere(self, stages: Sequence[Stage], random: Random) -> tuple[list[int], list[Floats]]:
        """Some of the stages, and other poses for the agent."""
        both = [(k, np.array(pose)) for k, stage in enumerate(stages) for pose in self._other_poses(stage, random)]
        return [k for k, _ in both], [pose for _, pose in both]

    def _other_poses(self, stage: Stage, random: Random) -> list[Pose]:
        """Where else the agent may be: at the start of an instruction; and close by between two deeds, because an agent that
        opens a drawer from another side than its demonstration does not see everything that is inside."""
        corpus, example = self.corpus, stage.example
        poses: list[Pose | None] = []
        if stage.done == 0 and tuple(stage.pose) == example.segment.start and corpus.elsewhere is not None:
            count = int(self.config.elsewhere + random.random())
            poses = [corpus.elsewhere(random, example.paragraph, example.index) for _ in range(count)]
        elif stage.reaches and stage.done and stage.before[-1].kind == INTERACTION and corpus.nearby is not None:
            count = int(self.config.nearby + random.random())
            poses = [corpus.nearby(random, example.paragraph.scene, stage.pose) for _ in range(count)]
        return [pose for pose in poses if pose is not None]

    def _plain(self, paragraphs: Sequence[Paragraph], random: Random) -> list[Wording]:
        """Plain commands in the scenes of paragraphs."""
        assert self.corpus.command is not None
        wordings = []
        for paragraph in paragraphs:
            for _ in range(int(self.config.plain + random.random())):
                made = self.corpus.command(random, paragraph.scene)
                if made is not None:
                    example = Example(made[0], 0)
                    wordings.append(Wording(example, example.segment.tokens, made[1]))
        return wordings

    def commands(self, paragraphs: Sequence[Paragraph], random: Random) -> list[Paragraph]:
        """Paragraphs of plain commands in the scenes of others, `plain` for each."""
        make, wanted = self.corpus.command, self.config.plain * len(paragraphs)
        commands: list[Paragraph] = []
        if make is None:
            return commands
        for _ in range(math.ceil(wanted)):
            made = make(random, random.choice(paragraphs).scene)
            if made is not None:
                commands.append(made[0])
            if sum(len(paragraph.segments) for paragraph in commands) >= wanted:
                break
        return commands

    def _mixed(self, fresh: int, random: Random) -> list[Wording]:
        """Instructions of a corpus, mixed with `fresh` fresh ones; augmented scenes, and now and then a word is dropped."""
        wordings = []
        for _ in range(self._beside(fresh, random)):
            example = random.choice(self.mixed)
            if self.corpus.alike is not None:
                example = Example(self.corpus.alike(random, example.paragraph, example.index), 0)
            wordings.append(self._retold(example, random))
        return wordings

    def _others(self, fresh: int, random: Random) -> list[Paragraph]:
        """Paragraphs of a corpus, mixed with `fresh` fresh ones."""
        return [random.choice(self.others) for _ in range(self._beside(fresh, random) if self.others else 0)]

    def _beside(self, fresh: int, random: Random) -> int:
        """The number of corpus examples to mix with `fresh` fresh ones."""
        return round(fresh * (1 - self.config.mix) / self.config.mix + random.random() - 0.5)

    def _retold(self, example: Example, random: Random) -> Wording:
        """An example of a corpus with words dropped or varied at random; its named objects are unknown."""
        tokens = [token for token in example.segment.tokens if random.random() >= DROPPED_WORDS] or example.segment.tokens
        if self.corpus.vary is not None and random.random() < self.config.varied:
            tokens = self.corpus.vary(random, replace(example.segment, tokens=tokens), (), example.paragraph.scene)
        return Wording(example, tokens, None)

    def _again(self, wordings: Sequence[Wording], random: Random) -> list[Wording]:
        """Some of the wordings, seen from poses on the way, from which the rest of the path is straight."""
        assert self.corpus.on_the_way is not None
        again = []
        for wording in wordings:
            if random.random() < self.config.again:
                pose = self.corpus.on_the_way(random, wording.example.episode, wording.example.way)
                if pose is not None:
                    again.append(wording._replace(seen_from=pose))
        return again

    def pack(self, wordings: Sequence[Wording], worlds: SavedState | None = None) -> Chunk:
        """Examples as arrays; the worlds are at their starts, unless they are given."""
        sentences = [np.asarray(self.read(wording.tokens[:TRAINED_TOKENS] or [""])) for wording in wordings]
        words = np.zeros((len(wordings), TRAINED_TOKENS, *sentences[0].shape[1:]), np.int16)
        named = np.zeros((len(wordings), NAMED), np.int64)
        for k, (wording, sentence) in enumerate(zip(wordings, sentences, strict=True)):
            words[k, : len(sentence)] = sentence
            if wording.named is None:
                named[k] = UNKNOWN
            elif self.corpus.thing_ids is not None:
                things = list(dict.fromkeys(thing for thing, _ in wording.named))
                numbers = self.corpus.thing_ids(wording.example.paragraph.scene, things)[:NAMED]
                named[k, : len(numbers)] = numbers
        if worlds is None:
            worlds = start_worlds(self.kind, [wording.episode for wording in wordings])
        target = np.zeros((len(wordings), NAMED), np.int64)
        for k, wording in enumerate(wordings):
            numbers = self._target(wording)[:NAMED]
            target[k, : len(numbers)] = numbers
        starts = worlds["pose"]
        goals = np.array([wording.goal for wording in wordings])
        classes = goal_classes(self.kind.view, starts, goals, self.config.rings)
        kinds = np.array([wording.next for wording in wordings])
        reached_for = np.array([wording.point or (np.nan,) * 3 for wording in wordings])
        done = [[(g.stand[0], g.stand[1], g.kind == INTERACTION) for g in wording.done] for wording in wordings]
        ways = np.full((len(wordings), WAY), -1)
        if self.config.rings:
            for k, wording in enumerate(wordings):
                if wording.seen_from is None and wording.stage is None:
                    ways[k] = way_classes(self.kind.view, starts[k], wording.example.way)
        said_at = np.array([wording.said_at for wording in wordings], dtype=np.float64)
        origins = origin_of(said_at, starts)
        return Chunk(
            worlds, starts, goals, np.where(kinds == ENDED, NOTHING, classes), ways, origins, words,
            np.array([len(s) for s in sentences]), named, kinds, reached_for,
            point_classes(self.kind.view, starts, reached_for), done_of(starts, done), target,
        )  # fmt: skip

    def _target(self, wording: Wording) -> Sequence[int]:
        """What to reach for next, or the only thing that an instruction to walk names; none if that is unknown."""
        if wording.stage is None or self.corpus.thing_ids is None:
            return ()
        ahead = wording.example.goals[wording.stage.done :]
        reached_for = [goal.target for goal in ahead if goal.kind == INTERACTION]
        if reached_for:  # also on the way to it: is it in view yet?
            return reached_for[:1] if reached_for[0] else ()
        things = {thing for thing, _ in wording.named or ()}
        alone = bool(ahead) and len(wording.example.goals) == 1 and len(things) == 1
        return self.corpus.thing_ids(wording.example.paragraph.scene, list(things)) if alone else ()


def begin(
    config: StreamConfig, kind: Kind, vocabulary: Vocabulary | None, mixed: Sequence[Paragraph], scenes: OwnScenes,
    number: int,
) -> Callable[[int], PackedChunk]:  # fmt: skip
    """The worker function of a process (see sightline.workers)."""
    make = Maker(config, kind.name, vocabulary, mixed, scenes)
    return lambda chunk: packed(make(chunk), make.kind)


def goal_classes(view: View, starts: Floats, goals: Floats, rings: bool) -> Ints:
    """(N,) the classes of goals, by bearing and distance or by cells of the panorama."""
    return view.rings.classes(starts, goals) if rings else view.goal_classes(starts, goals)


def point_classes(view: View, starts: Floats, points: Floats) -> Ints:
    """(N,) the cells of panoramas that show points (N, 3), or out of sight; NOTHING where there is no point."""
    classes = np.full(len(points), NOTHING)
    some = np.flatnonzero(np.isfinite(points).all(1))
    classes[some] = view.goal_classes(starts[some], points[some])
    return classes


def way_classes(view: View, start: Floats, way: Floats) -> Ints:
    """(4,) the classes of waypoints, seen from a start; -1 for none."""
    classes = np.full(WAY, -1)
    few = way[:WAY]
    classes[: len(few)] = view.rings.classes(np.broadcast_to(start, (len(few), 3)), few)
    return classes


def start_worlds(kind: Kind, episodes: Sequence[Any]) -> SavedState:
    """The saved state of worlds at the start of episodes."""
    world = kind.make()
    world.reset(episodes)
    return world.save()


def _repeated(indices: Ints, distinct: int, seed: int) -> Ints:
    """The first `distinct` paragraphs again and again, each time in another order."""
    rounds, places = np.divmod(indices, distinct)
    orders = {r: np.random.default_rng([seed, r]).permutation(distinct) for r in set(rounds.tolist())}
    return np.array([orders[r][k] for r, k in zip(rounds.tolist(), places.tolist(), strict=True)])


class Wording(NamedTuple):
    """An example, in words that may differ from its own."""

    example: Example
    tokens: list[str]
    named: Named | None  # None if unknown
    seen_from: tuple[float, float, float] | None = None  # the agent's pose, if it differs from `said_at`
    stage: Stage | None = None  # the stage it is seen at, if not before the first goal of several
    moved: bool = False  # whether the instruction is given at this stage's pose instead of its original one

    @property
    def said_at(self) -> Sequence[float]:
        """The pose at which the instruction is given."""
        return self.stage.pose.tolist() if self.moved and self.stage is not None else self.example.segment.start

    @property
    def goal(self) -> tuple[float, float]:
        """The target: the intended place, not where a follower happened to end."""
        if self.stage is None:
            return self.example.segment.intended or self.example.segment.end
        goal = self.stage.goal
        x, z = self.stage.pose[:2].tolist() if goal is None else goal.stand[:2]
        return x, z

    @property
    def point(self) -> tuple[float, float, float] | None:
        """The point of an interaction."""
        return None if self.stage is None or self.stage.goal is None else self.stage.goal.point

    @property
    def next(self) -> int:
        """The type of the next goal: navigation, interaction, or none."""
        if self.stage is None:
            return 0
        return ENDED if self.stage.goal is None else int(self.stage.goal.kind == INTERACTION)

    @property
    def done(self) -> tuple[Goal, ...]:
        """The goals that are already done."""
        return () if self.stage is None else self.stage.before

    @property
    def episode(self) -> Any:
        """The example's episode, from the agent's pose."""
        episode = self.example.episode
        return episode if self.seen_from is None else replace(episode, start=self.seen_from)


def wordings_of(paragraph: Paragraph, corpus: CorpusKind, random: Random, config: StreamConfig) -> list[Wording]:
    """Every instruction, and some pairs of them as one; some in words the grammar lacks."""
    named: list[Named] = [() if corpus.named is None else corpus.named(paragraph, k) for k in range(len(paragraph.segments))]
    wordings = [Wording(Example(paragraph, k), s.tokens, named[k]) for k, s in enumerate(paragraph.segments)]
    for k in range(len(paragraph.segments) - 1):
        if random.random() < config.joined:
            both = _join(Example(paragraph, k), Example(paragraph, k + 1), random.choice(JOINTS))
            shorter = replace(paragraph, segments=[*paragraph.segments[:k], both, *paragraph.segments[k + 2 :]])
            wordings.append(Wording(Example(shorter, k), both.tokens, [*named[k], *named[k + 1]]))
    for n, wording in enumerate(wordings):
        if random.random() < config.varied and corpus.vary is not None:
            other = corpus.vary(random, wording.example.segment, wording.named or (), paragraph.scene)
            wordings[n] = wording._replace(tokens=other)
    return wordings


def _join(one: Example, two: Example, joint: str) -> Segment:
    """Two instructions as one, from the start of the first to the end of the second."""
    first, second = one.segment, two.segment
    text = first.instruction.rstrip(" .!") + joint + second.instruction
    goals = (*_goals(one, first.intended or first.end), *_goals(two, second.end))
    actions, clauses = first.actions + second.actions, first.clauses + second.clauses
    return Segment(
        text, tokenize(text), first.start, second.end, actions, second.intended, goals=goals, clauses=clauses
    )  # fmt: skip


def _goals(example: Example, end: tuple[float, float]) -> tuple[Goal, ...]:
    """The goals of an example, including its waypoints."""
    if example.segment.goals is not None:
        return example.segment.goals
    return tuple(Goal(NAVIGATION, (x, z)) for x, z in [*example.way.tolist(), end])
