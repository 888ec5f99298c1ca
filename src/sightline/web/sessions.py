"""Sessions of Follow: an agent in a scene, its instructions, and its path.

A session is determined by its story: the beginning, and for each turn the words, the aims and the actions. So a link can
hold a whole session, and a client can restore one that the server has dropped.
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

from sightline.agent import Agent, Aim
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.geometry.types import Floats
from sightline.language import tokenize
from sightline.show.attempt import Attempt, Proposal
from sightline.show.goal_map import goal_panel
from sightline.show.maps import Map
from sightline.show.scenery import scenery_of
from sightline.show.sighting import point_at
from sightline.show.task import Task, check_instruction, check_start
from sightline.web.pictures import NOWHERE, Screen, jpeg, panorama
from sightline.web.predictor import Predictor
from sightline.web.problems import RequestError
from sightline.web.story import TURNS, Story, StoryAim, StoryTurn
from sightline.world import World, kind_of

SIDE = 256  # pixels of each of the six views of a panorama
MAP, MAPS = 720, 64  # pixels of a map's longer side, and how many are remembered
STATES = 8  # turns whose world states are kept; those of earlier turns are simulated again when they are needed
NO_MAP: Floats = np.empty(0)  # of an aim that a model saw; turns and stories hold no maps
GOING = "It is on its way; stop it first, or wait until it is there."
LEFT = "It was left there before all of it was done."
NOTHING_SAID = "Nothing was said yet; say where to go first."
FULL = f"This session has {TURNS} turns, which is all that a link can hold; begin a new one from here, or undo some."


@dataclass(frozen=True, eq=False)
class Card:
    """An aim as a page shows it."""

    aim: Aim
    sentence: str
    question: str = "Go there?"
    notes: tuple[str, ...] = ()
    advice: str = ""
    way: Floats = field(default_factory=lambda: NOWHERE)  # (K, 2) waypoints
    failed: str = ""  # why it was not reached; empty if it was, or while the agent may still go

    @property
    def target(self) -> Floats | None:
        """What to mark in pictures: a place (2,) or a point (3,); None for a place out of sight."""
        return np.array(self.aim.target) if self.aim.in_sight or self.aim.point is not None else None


@dataclass(eq=False)
class Turn:
    """A followed instruction."""

    words: str
    cards: list[Card]  # its aims in order; empty if it asked for nothing
    before: dict[str, Any] | None  # the world's state at its start; None: simulate the earlier turns
    actions: list[int]
    path: Floats  # (T + 1, 3) poses, before the first action and after each
    stopped: bool  # the agent took Stop; otherwise it ran out of actions, or the user stopped it
    ending: str  # the outcome in a sentence
    lost: bool = False  # the agent did not find the goal


class Session:
    """One agent in one scene, and the user's dialogue with it."""

    def __init__(self, name: str, story: Story, agent: Agent):
        self.name, self.beginning, self.agent, self.kind = name, story.beginning, agent, agent.kind
        self.turns: list[Turn] = []
        self.attempt: Attempt | None = None  # at the current instruction, until it is done
        self._pictures: dict[str, tuple[Any, bytes]] = {}  # by name: the state it shows, and its bytes
        self.going, self.used, self.lock = False, time.monotonic(), threading.RLock()
        self._asleep: tuple[str, list[Aim], Aim] | None = (
            None  # words that wait for a yes, what of them was skipped, the aim
        )
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
    def words(self) -> str:
        """The current instruction; empty if it is done."""
        return "" if self.attempt is None else str(self.attempt.task.episode.instruction)

    @property
    def cards(self) -> list[Card]:
        """The aims of the current instruction: the last one awaits confirmation, the earlier ones are over."""
        if self.attempt is None:
            return []
        attempt, goals = self.attempt, self.attempt.goals()
        earlier = [replace(_card(attempt, goal), failed=attempt.failure(goal)) for goal in goals[:-1]]
        return [*earlier, *(_card(attempt, goal) for goal in goals[-1:])]

    @property
    def card(self) -> Card | None:
        """The aim that awaits confirmation."""
        attempt = self.attempt
        return _card(attempt, attempt.proposals[-1]) if attempt is not None and attempt.proposals else None

    @property
    def world(self) -> World:
        """The world; a session that slept makes it again and predicts the aim again."""
        if self._world is None:
            self._world = self.kind.make(threads=1)
            self._world.restore(self._state)
            self._say_again()
        return self._world

    def _say_again(self) -> None:
        """Have the aim that waited for a yes when the session fell asleep."""
        if self._asleep is None:
            return
        (words, skipped, last), self._asleep = self._asleep, None
        self.attempt = self._attempt(words)
        self._look()
        for aim in skipped:
            if self.attempt is not None:
                self._set(aim)
                self.skip()
        self._set(last)

    def _set(self, aim: Aim) -> None:
        """Have an aim that a person has set."""
        if self.attempt is not None and aim.given:
            self.attempt.aim(aim)

    @property
    def awake(self) -> bool:
        """Whether it holds a world."""
        return self._world is not None

    def sleep(self) -> None:
        """Keep only the world's state; an instruction that is partly done ends here."""
        with self.lock:
            if self._world is not None and not self.going:
                if self.attempt is not None and self.attempt.actions:
                    self._end(LEFT)
                if self.attempt is not None:
                    self._asleep = self.words, self.attempt.skipped, self.attempt.proposals[-1].aim
                    self._world.restore(self.attempt.before)
                self._state = self._world.save()
                self._world = self.attempt = None
                self._pictures.clear()

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Exclusive access to the session, awake; refused while the agent goes."""
        with self.lock:
            self.used = time.monotonic()
            if self.going:
                raise RequestError(409, GOING)
            _ = self.world
            yield

    def say(self, words: str) -> None:
        """Predict the goal of an instruction; it replaces an earlier one that was not followed."""
        check_instruction(words)
        partly_done = self.attempt is not None and bool(self.attempt.actions)
        if len(self.turns) + partly_done >= TURNS:
            raise RequestError(409, FULL)
        if partly_done:
            self._end(LEFT)
        self.attempt = self._attempt(words)
        self._look()

    def _attempt(self, words: str) -> Attempt:
        task = self.task.then(words, self.world.pose[0])
        self.world.proceed([task.episode])
        return Attempt(self.agent, task, self.world)

    def _look(self) -> None:
        """Look for the next aim of what was said; when there is none, all is done."""
        try:
            if not self._said().look():
                self._end("")
        except BaseException:
            self.break_off()
            raise

    def skip(self) -> None:
        """Drop the aim and predict the next one."""
        self._said().skip()
        self._look()

    def aim(self, target: Floats) -> None:
        """Set the aim: a place (2,), or a point (3,)."""
        self._said().aim_at(np.clip(target, *self.kind.view.bounds))

    def aim_in_panorama(self, x: float, y: float) -> None:
        """Set the aim at a spot of the panorama, coordinates from 0 to 1."""
        point = point_at(self.kind, self._said().world, x, y, side=SIDE)
        if point is None:
            raise InputError("That is the sky; choose a place on the ground, or a thing.")
        self.aim(point)

    def _said(self) -> Attempt:
        if self.attempt is None:
            raise RequestError(409, NOTHING_SAID)
        return self.attempt

    def begin_going(self) -> Iterator[Floats]:
        """Go for the aim: yields the pose (3,) after each step. End it with `arrive`, or `break_off` after an error."""
        with self.in_use():
            attempt = self._said()
            self.going = True
        return attempt.steps()

    def arrive(self, stopped: bool = False) -> None:
        """The agent has arrived or was stopped: end the turn, or predict the next aim."""
        with self.lock:
            self.going, self.used = False, time.monotonic()
            self._end(f"You stopped it after {len(self._said().actions)} steps.") if stopped else self._look()

    def break_off(self) -> None:
        """After an error on the way: take back the instruction, so that the session stays usable."""
        with self.lock:
            self.going, self.used = False, time.monotonic()
            if self.attempt is not None:
                self.world.restore(self.attempt.before)
                self.attempt = None

    def _end(self, why: str) -> None:
        """End the turn; `why` is the reason if it was broken off, in a sentence."""
        attempt = self._said()
        ending = why or " ".join(filter(None, (attempt.outcome_sentence(), attempt.advice())))
        cards = [
            replace(_card(attempt, goal), aim=_without_map(attempt.last_seen(goal)), failed=attempt.failure(goal))
            for goal in attempt.goals()
        ]
        lost, stopped = not why and attempt.lost, bool(self.world.stopped[0])
        self._add(Turn(self.words, cards, attempt.before, attempt.actions, attempt.path, stopped, ending, lost))
        self.attempt = None

    def _add(self, turn: Turn) -> None:
        self.turns.append(turn)
        if len(self.turns) > STATES:
            self.turns[-STATES - 1].before = None

    def go(self) -> None:
        """Go for the aim without pictures."""
        walk = self.begin_going()
        try:
            for _ in walk:
                pass
            self.arrive()
        except BaseException:
            self.break_off()
            raise

    def undo(self) -> None:
        """Take back the current instruction with all of its actions; or if there is none, the last turn."""
        if self.attempt is not None:
            self.world.restore(self.attempt.before)
            self.attempt = None
        elif self.turns:
            self.world.restore(self._state_before(len(self.turns) - 1))
            self.turns.pop()
        else:
            raise RequestError(409, "There is nothing to undo.")

    def _state_before(self, number: int) -> dict[str, Any]:
        """The world's state when a turn was said; if it was not kept, the turns since the last known one are simulated."""
        known = max((k for k, turn in enumerate(self.turns[: number + 1]) if turn.before is not None), default=0)
        world = self.kind.make(threads=1)
        world.restore(self.turns[known].before or self._first)
        for turn in self.turns[known:number]:
            self._perform(world, turn.words, turn.actions)
        return self._perform(world, self.turns[number].words, [])[0]

    def _perform(self, world: World, words: str, actions: list[int]) -> tuple[dict[str, Any], Floats]:
        """Repeat recorded actions without the agent: the state before them, and the path (T + 1, 3)."""
        task = self.task.then(words, world.pose[0])
        world.proceed([task.episode])
        world.horizon = np.maximum(world.horizon, len(actions) + 1)
        before, path = world.save(), [world.pose[0].copy()]
        for action in actions:
            world.step([action])
            path.append(world.pose[0].copy())
        return before, np.stack(path)

    def reset(self) -> None:
        """Return to the beginning."""
        self.turns.clear()
        self.attempt = None
        self.world.restore(self._first)

    def replay(self, number: int) -> tuple[Turn, World, Iterator[Floats]]:
        """A turn, a separate world in the state before it, and its steps: the pose (3,) after each."""
        if not 0 <= number < len(self.turns):
            raise RequestError(404, f"There is no turn {number + 1}; there are {len(self.turns)}.")
        turn = self.turns[number]
        world = self.kind.make(threads=1)
        world.restore(self._state_before(number))
        world.horizon = np.maximum(world.horizon, world.taken + len(turn.actions) + 1)

        def steps() -> Iterator[Floats]:
            for action in turn.actions:
                world.step([action])
                yield world.pose[0].copy()

        return turn, world, steps()

    def panorama(self) -> bytes:
        """The panorama around the agent, with the aim if there is an instruction."""
        return self._drawn("panorama", self._panorama)

    def _panorama(self) -> Image.Image:
        shown = self.attempt is not None and self.attempt.proposals
        return goal_panel(self._said().sighting(SIDE)) if shown else panorama(self.kind, self.world, SIDE)

    def view(self, side: int) -> bytes:
        """The view ahead, with the aim if there is an instruction."""
        return self._drawn(f"view {side}", lambda: self._view(side))

    def _view(self, side: int) -> Image.Image:
        screen, card = Screen(self.kind, side), self.card
        screen.show(self.world.save())
        return screen.view() if card is None else screen.view(None, card.target, card.way)

    def _drawn(self, name: str, draw: Callable[[], Image.Image]) -> bytes:
        """A picture, which is drawn again only when something has changed since."""
        pose, card = self.world.pose[0], self.card
        now = (None if card is None else card.aim, *pose.tolist(), len(self.turns))
        when, picture = self._pictures.get(name, (None, b""))
        if when != now:
            picture = jpeg(draw())
            self._pictures[name] = now, picture
        return picture

    def ground(self) -> Map:
        """The map of the scene; the page writes names that are not in the picture over it."""
        return _ground(self.kind.name, self.beginning.seed, self.beginning.scene)

    def story(self) -> Story:
        """The data that restores the session."""
        turns = [
            StoryTurn(
                words=turn.words, actions=self.kind.spell_actions(turn.actions), stopped=turn.stopped, ending=turn.ending,
                aims=[_story_aim(card) for card in turn.cards],
            )
            for turn in self.turns
        ]  # fmt: skip
        return Story(beginning=self.beginning, turns=turns)

    def _retell(self, turns: list[StoryTurn]) -> None:
        """Restore the turns of a story without running the agent."""
        stop = self.world.actions.index("stop")
        for number, told in enumerate(turns):
            for wrong in self.kind.actions_field.wrong(told.actions, f"turns[{number}].actions"):
                raise InputError(wrong)
            actions = self.kind.read_actions(told.actions) + [stop] * told.stopped
            before, path = self._perform(self.world, told.words, actions)
            cards = [_told_card(aim, *self.kind.view.bounds) for aim in told.aims]
            self._add(Turn(told.words, cards, before, actions, path, told.stopped, told.ending))

    def record(self) -> dict[str, Any]:
        """The session as a record of a corpus: instructions and actions."""
        if not self.turns:
            raise RequestError(409, "Nothing was followed yet; there is nothing to download.")
        segments = [
            Segment(
                turn.words, tokenize(turn.words), _rounded(turn.path[0]), _rounded(turn.path[-1, :2]),
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


def _card(attempt: Attempt, goal: Proposal) -> Card:
    """An aim of an attempt as a card."""
    notes = () if goal.aim.given else attempt.remarks.sentences
    return Card(goal.aim, attempt.sentence(goal), attempt.question, notes, attempt.advice(), goal.way)


def _story_aim(card: Card) -> StoryAim:
    x, z = card.aim.stand[:2]
    point = None if card.aim.point is None else _rounded(np.array(card.aim.point))
    return StoryAim(
        stand=_rounded(np.array([x, z])), point=point, confidence=round(card.aim.confidence, 3), given=card.aim.given,
        sentence=card.sentence, failed=card.failed,
    )  # fmt: skip


def _told_card(aim: StoryAim, least: float, most: float) -> Card:
    """An aim of a story as a card."""
    x, z = np.clip(aim.stand, least, most).tolist()
    return Card(Aim((x, z), aim.point, aim.confidence, None if aim.given else NO_MAP), aim.sentence, failed=aim.failed)


def _without_map(aim: Aim) -> Aim:
    """An aim as it is kept: nothing draws its map again."""
    return aim if aim.map is None else replace(aim, map=NO_MAP)


def _rounded(numbers: Floats) -> Any:
    """Numbers rounded as in records."""
    return tuple(numbers.round(2).tolist())


class Sessions:
    """All sessions of a server, the least recently used first."""

    def __init__(self, predictor: Predictor, most: int, idle_timeout: float):
        self.predictor, self.most, self.idle_timeout = predictor, most, idle_timeout
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._reaper = threading.Thread(target=self._reap, name="sessions", daemon=True)
        self._reaper.start()

    def begin(self, story: Story) -> Session:
        """A new session with a story restored; it evicts the least recently used ones."""
        begin = story.beginning
        session = Session(secrets.token_urlsafe(12), story, self.predictor.agent(begin.world, begin.method))
        with self._lock:
            standing = [name for name, old in self._sessions.items() if not old.going]
            for name in standing[: max(0, len(self._sessions) + 1 - self.most)]:
                del self._sessions[name]
            self._sessions[session.name] = session
        return session

    def find(self, name: str) -> Session:
        """A session by its name."""
        with self._lock:
            session = self._sessions.get(name)
            if session is None:
                raise RequestError(404, "This session has ended; begin a new one.")
            self._sessions.move_to_end(name)
            return session

    def counts(self) -> dict[str, int]:
        """The number of sessions, and of those awake."""
        with self._lock:
            return {"sessions": len(self._sessions), "awake": sum(s.awake for s in self._sessions.values())}

    def put_to_sleep(self) -> None:
        """Put idle sessions to sleep."""
        with self._lock:
            idle = [s for s in self._sessions.values() if s.awake and time.monotonic() - s.used >= self.idle_timeout]
        for session in idle:
            session.sleep()

    def close(self) -> None:
        """Stop the reaper."""
        self._closed.set()
        self._reaper.join()

    def _reap(self) -> None:
        while not self._closed.wait(min(self.idle_timeout / 4, 30.0)):
            self.put_to_sleep()
