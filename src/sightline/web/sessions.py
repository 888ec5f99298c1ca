"""Sessions of Follow: an agent in a scene, what was said to it, and where it went.

A session is its story: where it began, and for each turn the words, the goal, and the actions. Everything else can be made
from that again, so a link can hold a whole session, and a server that has forgotten one can be told.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image

from sightline.agent import Agent
from sightline.agent.follow import Outcome
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.language import tokenize
from sightline.show.errands import AnyAttempt, attempt_at
from sightline.show.goal_map import goal_panel
from sightline.show.maps import Map
from sightline.show.scenery import scenery_of
from sightline.show.sighting import point_at
from sightline.show.task import Task, check_instruction, check_start
from sightline.show.words import goal_sentence, outcome_words
from sightline.web.pictures import NOWHERE, Screen, jpeg, panorama
from sightline.web.predictor import Predictor
from sightline.web.problems import RequestError
from sightline.web.story import Story, StoryTurn
from sightline.world import World, kind_of

SIDE = 256  # pixels of each of the six views of a panorama
MAP, MAPS = 720, 64  # pixels of a map's longer side, and how many are remembered
GOING = "It is on its way; stop it first, or wait until it is there."
LEFT = "It was left there before all of it was done."
NOTHING_SAID = "Nothing was said yet; say where to go first."


@dataclass(frozen=True, eq=False)
class Proposal:
    """Where words lead, as the agent saw it from where they were said, or as somebody has set it."""

    words: str
    sentence: str
    place: Floats  # (2,)
    sure: float
    target: Floats | None  # what to mark in pictures: a place (2,) or a point (3,); None when it cannot be seen
    question: str = "Go there?"
    corrected: bool = False  # somebody knew better
    notes: tuple[str, ...] = ()
    advice: str = ""
    way: Floats = field(default_factory=lambda: NOWHERE)  # (K, 2) places to pass


@dataclass(frozen=True, eq=False)
class Turn:
    """An instruction that was followed."""

    goals: list[Proposal]  # in turn; at least one
    before: dict[str, Any]  # the world's state when it was said
    actions: list[int]
    path: Floats  # (T + 1, 3) poses, before the first action and after each
    stopped: bool  # the agent said so; otherwise it ran out of actions, or was stopped
    ending: str  # how it went
    lost: bool = False  # the agent does not know where it should have gone

    @property
    def proposal(self) -> Proposal:
        """The last goal."""
        return self.goals[-1]


class Session:
    """One agent in one scene, and the person who tells it where to go."""

    def __init__(self, name: str, story: Story, agent: Agent):
        self.name, self.beginning, self.agent, self.kind = name, story.beginning, agent, agent.kind
        self.turns: list[Turn] = []
        self.attempt: AnyAttempt | None = None  # at what was said last, until all of it is done
        self.goals: list[Proposal] = []  # what came of it: the last one was not gone to yet, those before it were
        self._pictures: dict[str, tuple[Any, bytes]] = {}  # of what is seen now: when each was drawn, and its bytes
        self.going, self.used, self.lock = False, time.monotonic(), threading.RLock()
        begin = self.beginning
        if begin.start is not None:
            check_start(self.kind, begin.start)
        self.task = Task(
            self.kind, f"{self.kind.name}-{begin.seed}",
            self.kind.generate(begin.seed, begin.scene, begin.start, instruction=""),
        )  # fmt: skip
        self._world: World | None = self.kind.make(threads=1)
        self._world.reset([self.task.episode])
        self._first = self._state = self._world.save()
        self._retell(story.turns)

    @property
    def proposal(self) -> Proposal | None:
        """The goal that waits for a yes."""
        return self.goals[-1] if self.goals else None

    @property
    def world(self) -> World:
        """The world; it wakes up when it is needed, and what was said is read again."""
        if self._world is None:
            self._world = self.kind.make(threads=1)
            self._world.restore(self._state)
            if self.goals:
                (proposal,) = self.goals
                self.attempt = self._attempt(proposal.words)
                self.attempt.look()
                if proposal.corrected:
                    self.attempt.aim_at(proposal.place if proposal.target is None else proposal.target)
        return self._world

    @property
    def awake(self) -> bool:
        """Whether it has a world."""
        return self._world is not None

    def sleep(self) -> None:
        """Keep only the world's state; what was begun, and is not all done, ends here."""
        with self.lock:
            if self._world is not None and not self.going:
                if len(self.goals) > 1:
                    self._end(LEFT)
                self._state = self._world.save()
                self._world = self.attempt = None
                self._pictures.clear()

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Alone with the session, awake, while it stands."""
        with self.lock:
            self.used = time.monotonic()
            if self.going:
                raise RequestError(409, GOING)
            _ = self.world
            yield

    def say(self, words: str) -> None:
        """Look around for where words lead; they replace what was said before and not followed."""
        check_instruction(words)
        if len(self.goals) > 1:
            self._end(LEFT)
        self.goals, self.attempt = [], self._attempt(words)
        self._look()

    def _attempt(self, words: str) -> AnyAttempt:
        task = self.task.then(words, self.world.pose[0])
        self.world.proceed([task.episode])
        return attempt_at(self.agent, task, self.world)

    def _look(self) -> None:
        """The next goal of what was said; when there is none, all is done."""
        attempt = self._said()
        if attempt.look():
            self.goals[len(self.goals) - attempt.again :] = [_proposal(attempt)]
        else:
            self._end("")

    def skip(self) -> None:
        """Not this goal, but what comes after it."""
        self._said().skip()
        self._look()

    def aim(self, target: Floats) -> None:
        """Set the goal: a place (2,), or a point (3,)."""
        attempt = self._said()
        attempt.aim_at(np.clip(target, *self.kind.view.bounds))
        self.goals[-1] = _proposal(attempt)

    def aim_in_panorama(self, x: float, y: float) -> None:
        """Set the goal at a spot of the panorama, both from 0 to 1."""
        point = point_at(self.kind, self._said().world, x, y, side=SIDE)
        if point is None:
            raise InputError("That is the sky; choose a place on the ground, or a thing.")
        self.aim(point)

    def _said(self) -> AnyAttempt:
        if self.attempt is None:
            raise RequestError(409, NOTHING_SAID)
        return self.attempt

    def begin_going(self) -> Iterator[Floats]:
        """Go to the goal: the pose (3,) after every step; whoever begins this must end it with `arrive`."""
        with self.in_use():
            attempt = self._said()
            self.going = True
        return attempt.steps()

    def arrive(self, stopped: bool = False) -> None:
        """It is there, or somebody has stopped it: what was said is done, or has another goal."""
        with self.lock:
            self.going, self.used = False, time.monotonic()
            self._end(f"You stopped it after {len(self._said().actions)} steps.") if stopped else self._look()

    def _end(self, why: str) -> None:
        """What was said is done, or was broken off: why, in a sentence."""
        attempt = self._said()
        ending = why or " ".join(filter(None, (attempt.outcome_sentence(), attempt.advice())))
        goals = self.goals or [_nothing(attempt)]
        if self.goals:
            goals[-1] = replace(goals[-1], place=attempt.place)  # it may have seen it elsewhere on the way
        lost, stopped = not why and attempt.lost, bool(self.world.stopped[0])
        self.turns.append(Turn(goals, attempt.before, attempt.actions, attempt.path, stopped, ending, lost))
        self.attempt, self.goals = None, []

    def go(self) -> None:
        """Go to the goal without stopping to show it."""
        for _ in self.begin_going():
            pass
        self.arrive()

    def undo(self) -> None:
        """Take back what was said, with what was done of it; or if nothing was, the last turn."""
        if self.attempt is not None:
            self.world.restore(self.attempt.before)
            self.attempt, self.goals = None, []
        elif self.turns:
            self.world.restore(self.turns.pop().before)
        else:
            raise RequestError(409, "There is nothing to undo.")

    def reset(self) -> None:
        """Back to the beginning."""
        self.turns.clear()
        self.attempt, self.goals = None, []
        self.world.restore(self._first)

    def replay(self, number: int) -> tuple[Turn, World, Iterator[Floats]]:
        """A turn, a world of its own in the state before it, and the steps through it: the pose (3,) after each."""
        if not 0 <= number < len(self.turns):
            raise RequestError(404, f"There is no turn {number + 1}; there are {len(self.turns)}.")
        turn = self.turns[number]
        world = self.kind.make(threads=1)
        world.restore(turn.before)

        def steps() -> Iterator[Floats]:
            for action in turn.actions:
                world.step([action])
                yield world.pose[0].copy()

        return turn, world, steps()

    def panorama(self) -> bytes:
        """What is around the agent, with the goal when something was said."""
        return self._drawn("panorama", self._panorama)

    def _panorama(self) -> Image.Image:
        return goal_panel(self.attempt.sighting(SIDE)) if self.attempt is not None else panorama(self.kind, self.world, SIDE)

    def view(self, side: int) -> bytes:
        """What the agent sees ahead, with the goal when something was said."""
        return self._drawn(f"view {side}", lambda: self._view(side))

    def _view(self, side: int) -> Image.Image:
        screen, proposal = Screen(self.kind, side), self.proposal
        screen.show(self.world.save())
        return screen.view() if proposal is None else screen.view(None, proposal.target, proposal.way)

    def _drawn(self, name: str, draw: Callable[[], Image.Image]) -> bytes:
        """A picture, which is drawn again only when something has changed since."""
        now = (self.proposal, *self.world.pose[0].tolist(), len(self.turns))
        when, picture = self._pictures.get(name, (None, b""))
        if when != now:
            picture = jpeg(draw())
            self._pictures[name] = now, picture
        return picture

    def ground(self) -> Map:
        """The scene from above; names of things that are not in the picture are to be written over it."""
        return _ground(self.kind.name, self.beginning.seed, self.beginning.scene)

    def story(self) -> Story:
        """All that is needed to tell it again."""
        turns = [
            StoryTurn(
                words=turn.proposal.words, actions=self.kind.spell_actions(turn.actions), stopped=turn.stopped,
                goal=_rounded(turn.proposal.place), sure=round(turn.proposal.sure, 3), corrected=turn.proposal.corrected,
            )
            for turn in self.turns
        ]  # fmt: skip
        return Story(beginning=self.beginning, turns=turns)

    def _retell(self, turns: list[StoryTurn]) -> None:
        """Do what a story tells; the agent is not asked again."""
        world, stop = self.world, self.world.actions.index("stop")
        for number, told in enumerate(turns):
            for wrong in self.kind.actions_field.wrong(told.actions, f"turns[{number}].actions"):
                raise InputError(wrong)
            task = self.task.then(told.words, world.pose[0])
            world.proceed([task.episode])
            before, path = world.save(), [world.pose[0].copy()]
            actions = self.kind.read_actions(told.actions) + [stop] * told.stopped
            for action in actions:
                world.step([action])
                path.append(world.pose[0].copy())
            place = np.clip(np.asarray(told.goal, dtype=np.float64), *self.kind.view.bounds)
            sentence = goal_sentence(self.kind, task.episode, path[0], place, True, told.sure, "", NOWHERE)
            proposal = Proposal(told.words, sentence, place, told.sure, place, corrected=told.corrected)
            outcome = Outcome(len(actions), told.stopped, path[-1], float(distance(path[-1], place)), True, {})
            ending = outcome_words(self.kind, outcome, False)
            self.turns.append(Turn([proposal], before, actions, np.stack(path), told.stopped, ending))

    def record(self) -> dict[str, Any]:
        """The session as a record of a corpus: what was said, and what was done."""
        if not self.turns:
            raise RequestError(409, "Nothing was followed yet; there is nothing to download.")
        segments = [
            Segment(
                turn.proposal.words, tokenize(turn.proposal.words), _rounded(turn.path[0]), _rounded(turn.path[-1, :2]),
                self.kind.spell_actions(turn.actions),
            )
            for turn in self.turns
        ]  # fmt: skip
        name = f"{self.kind.name}-followed-{self.beginning.seed}"
        scene = self.kind.scene_of(self.task.episode)
        return Paragraph(name, scene, segments, self.kind.name, "written", self.beginning.seed).to_json()


@lru_cache(maxsize=MAPS)
def _ground(world: str, seed: int, scene: int | str | None) -> Map:
    kind = kind_of(world)
    return scenery_of(kind).map_of(kind.generate(seed, scene, instruction=""), MAP, "spoken")


def _proposal(attempt: AnyAttempt) -> Proposal:
    """The goal of an attempt before it goes there."""
    notes = () if attempt.corrected else attempt.remarks.sentences
    return Proposal(
        attempt.task.episode.instruction, attempt.goal_sentence(), attempt.place, attempt.sure, attempt.target,
        attempt.question, attempt.corrected, notes, attempt.advice(), attempt.way,
    )  # fmt: skip


def _nothing(attempt: AnyAttempt) -> Proposal:
    """What words come to that ask for nothing."""
    here = attempt.world.pose[0, :2].copy()
    return Proposal(attempt.task.episode.instruction, "It sees nothing to do.", here, 0.0, None)


def _rounded(numbers: Floats) -> Any:
    """Numbers as records have them."""
    return tuple(numbers.round(2).tolist())


class Sessions:
    """All sessions of a server, the longest unused first."""

    def __init__(self, predictor: Predictor, most: int, nap: float):
        self.predictor, self.most, self.nap = predictor, most, nap
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._nurse = threading.Thread(target=self._look_after, name="sessions", daemon=True)
        self._nurse.start()

    def begin(self, story: Story) -> Session:
        """A new session, with what a story tells already done."""
        begin = story.beginning
        session = Session(secrets.token_urlsafe(12), story, self.predictor.agent(begin.world, begin.method))
        with self._lock:
            self._sessions[session.name] = session
            for name in [n for n, old in self._sessions.items() if not old.going][: len(self._sessions) - self.most]:
                del self._sessions[name]
        return session

    def find(self, name: str) -> Session:
        """The session of a name."""
        with self._lock:
            session = self._sessions.get(name)
            if session is None:
                raise RequestError(404, "This session has ended; begin a new one.")
            self._sessions.move_to_end(name)
            return session

    def counts(self) -> dict[str, int]:
        """How many sessions there are, and how many of them are awake."""
        with self._lock:
            return {"sessions": len(self._sessions), "awake": sum(s.awake for s in self._sessions.values())}

    def put_to_sleep(self) -> None:
        """Those that nobody has used for a while."""
        with self._lock:
            idle = [s for s in self._sessions.values() if s.awake and time.monotonic() - s.used >= self.nap]
        for session in idle:
            session.sleep()

    def close(self) -> None:
        """Nobody comes back."""
        self._closed.set()
        self._nurse.join()

    def _look_after(self) -> None:
        while not self._closed.wait(min(self.nap / 4, 30.0)):
            self.put_to_sleep()
