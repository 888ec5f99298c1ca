"""Holding dialogues with an agent: the world is watched, and every turn is judged."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import IO, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from sightline.corpus.kind import DeedNames, SceneFacts, corpus_kind
from sightline.errors import InputError
from sightline.evaluation.talk.dialogues import Dialogue, DialogueTurn
from sightline.evaluation.talk.judge import Happened, judge, spell
from sightline.fields import Json
from sightline.geometry.types import Floats
from sightline.world import Kind, Step, World


class AnyReply(Protocol):
    """A reply: sightline.agent.reply.Reply, or a test's."""

    @property
    def kind(self) -> str: ...  # go, ask, refuse or answer

    @property
    def words(self) -> str: ...

    @property
    def steps(self) -> tuple[str, ...]: ...

    @property
    def left_out(self) -> tuple[str, ...]: ...  # parts that will not be done


class Going(Protocol):
    """What carries a plan out."""

    def finish(self) -> Any: ...


class AnyTalk(Protocol):
    """A conversation with one agent in one world: sightline.agent.talk.Talk, or a test's."""

    @property
    def journey(self) -> Going | None: ...

    def say(self, words: str) -> AnyReply:
        """Read the words; nothing is done yet."""

    def account(self) -> Sequence[Any]:
        """What became of each step of the plan: (words, done, why, and perhaps more)."""


@dataclass(frozen=True)
class TurnResult:
    """What became of one turn."""

    dialogue: str
    group: str
    turn: int  # from 1 on
    words: str
    expect: Json
    right: bool
    unasked: bool
    needless: bool
    clear: bool
    faults: tuple[str, ...]
    reply: str
    said: str
    deeds: tuple[str, ...]
    end: tuple[float, ...]


class Watch(NamedTuple):
    """What happened in a watched world: poses after each step, and deeds."""

    poses: list[Floats]
    deeds: list[DeedNames]


def watch(world: World, facts: SceneFacts) -> Watch:
    """Record every step of a world from now on. Its own list of deeds starts anew with each instruction."""
    seen, step = Watch([], []), world.step

    def watched(actions: ArrayLike) -> Step:
        before = len(facts.deeds())
        result = step(actions)
        seen.poses.append(world.pose[0].copy())
        seen.deeds.extend(facts.deeds()[before:])
        return result

    world.step = watched  # type: ignore[method-assign]
    return seen


def hold(dialogue: Dialogue, kind: Kind, begin: Callable[[World], AnyTalk]) -> list[TurnResult]:
    """Hold one dialogue, in a world of its own."""
    world = kind.make(threads=1)
    world.reset([dialogue.episode(kind)])
    make_facts = corpus_kind(kind.name).facts
    if make_facts is None:
        raise InputError(f"There are no judges of dialogues in {kind.title}.")
    facts = make_facts(world)
    seen, talk, starts = watch(world, facts), begin(world), list[Floats]()
    results = []
    for number, turn in enumerate(dialogue.turns, 1):
        starts.append(world.pose[0].copy())
        happened = _take_turn(talk, turn, seen, facts, starts[-1])
        verdict = judge(turn.expect, happened, facts, starts, kind.near)
        results.append(
            TurnResult(
                dialogue.id,
                dialogue.group,
                number,
                turn.words,
                turn.expect,
                not verdict.faults,
                verdict.unasked,
                turn.clear and happened.reply == "ask",
                turn.clear,
                verdict.faults,
                happened.reply,
                happened.said,
                tuple(map(spell, happened.deeds)),
                tuple(round(float(v), 2) for v in world.pose[0]),
            )
        )
    return results


def _take_turn(talk: AnyTalk, turn: DialogueTurn, seen: Watch, facts: SceneFacts, start: Floats) -> Happened:
    """Say the words of a turn, and let the agent do its plan."""
    seen.poses[:], seen.deeds[:] = [start], []
    complete = True
    try:
        reply = talk.say(turn.words)
        kind, said = reply.kind, [reply.words, *reply.steps, *reply.left_out]
        if kind == "go" and talk.journey is not None:
            talk.journey.finish()
            account = [tuple(step)[:3] for step in talk.account()]
            complete = not reply.left_out and all(done for _, done, _ in account)
            said += [str(part) for words, _, why in account for part in (words, why)]
    except InputError as error:  # words that it refuses to read
        kind, said = "refuse", [str(error)]
    return Happened(kind, " ".join(filter(None, said)), complete, np.stack(seen.poses), tuple(seen.deeds), facts.held())


def write_turns(file: IO[str], method: str, results: Sequence[TurnResult]) -> None:
    """Results as JSON lines."""
    for result in results:
        file.write(json.dumps({"method": method, **asdict(result)}, ensure_ascii=False) + "\n")


class Unread:
    """A conversation without a reader: whatever is said is an instruction, and the agent follows it."""

    class Following(NamedTuple):
        """The reply to anything."""

        kind: str
        words: str
        steps: tuple[str, ...]
        left_out: tuple[str, ...] = ()

    def __init__(self, agent: Any, world: World):
        self.agent, self.world, self.journey = agent, world, None

    def say(self, words: str) -> Following:
        """Set out."""
        x, z, heading = self.world.pose[0].tolist()
        self.world.proceed([replace(self.world.episodes[0], instruction=words, start=(x, z, heading))])
        self.journey = self.agent.journey(self.world)
        return self.Following("go", "", (words,))

    def account(self) -> list[Any]:
        """It gives none."""
        return []
