"""Sessions of Follow: an agent in a scene, its instructions, and its path.

A session is determined by its story: the beginning, and for each turn the words, the aims and the actions. So a link can
hold a whole session, and a client can restore one that the server has dropped.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import cast

import numpy as np
from PIL import Image

from sightline.agent import Agent, Aim
from sightline.agent.memory import Sighted
from sightline.agent.readers import reader_of
from sightline.agent.reply import GO, Reply
from sightline.agent.talk import Talk
from sightline.chat.agent import ChatAgent
from sightline.corpus.opening import opening_episode
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.fields import Json, is_unicode
from sightline.geometry.types import Floats
from sightline.show.attempt import Attempt
from sightline.show.goal_map import goal_panel, options_panel
from sightline.show.maps import Map
from sightline.show.scenery import scenery_of
from sightline.show.sighting import option_sighting, panorama_of, point_at
from sightline.show.task import Task, check_start
from sightline.web.agents import AgentPool
from sightline.web.fairness import CLIENT, first_to_drop
from sightline.web.memory import return_memory
from sightline.web.pictures import Screen, jpeg
from sightline.web.problems import RequestError
from sightline.web.settings import Settings
from sightline.web.story import TURN_LIMIT, Story, StoryTurn
from sightline.web.turns import Card, Turn, rounded
from sightline.world import SavedState, World, kind_of

VIEW_PIXELS = 256  # of each of the six views of a panorama
MAP_PIXELS, MAPS_KEPT = 720, 64  # pixels of a map's longer side, and how many are remembered
PICTURES_KEPT = 4  # of a session: one page asks for a panorama and for one size of views
STATES_KEPT = 8  # turns whose world states are kept; those of earlier turns are simulated again when they are needed
GOING = "The agent is on its way; stop it first, or wait until it is there."
UNFINISHED = "It was left there before all of it was done."
NO_INSTRUCTION = "There is no instruction yet; say where to go first."
FULL = f"This session has {TURN_LIMIT} turns, and a link can hold no more; begin a new one from here, or undo some."


class Session:
    """One agent in one scene, and the user's dialogue with it."""

    def __init__(self, name: str, story: Story, agent: Agent | ChatAgent):
        self.name, self.beginning, self.agent, self.kind = name, story.beginning, agent, agent.kind
        self.client = CLIENT.get()  # who began it
        self.turns: list[Turn] = []
        self.attempt: Attempt | None = None  # at the current instruction, until it is done
        self._talk: Talk | None = None  # what was said and seen; a session that slept begins anew
        self._pictures: dict[str, tuple[object, bytes]] = {}  # by name: the state it shows, and its bytes
        self.going, self.used, self.lock = False, time.monotonic(), threading.RLock()
        # While asleep: the instruction that awaits confirmation, its skipped aims, and its aim.
        self._asleep: tuple[str, list[Aim], Aim] | None = None
        begin = self.beginning
        if begin.start is not None:
            check_start(self.kind, begin.start)
        self.task = Task(
            self.kind, f"{self.kind.name}-{begin.seed}", opening_episode(self.kind, begin.seed, begin.scene, begin.start)
        )
        self._world: World | None = self.kind.make(threads=1)
        self._world.reset([self.task.episode])
        self._first = self._state = self._world.save()
        self._restore(story.turns)

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
        earlier = [replace(Card.of(attempt, goal), failed=attempt.failure(goal)) for goal in goals[:-1]]
        return [*earlier, *(Card.of(attempt, goal) for goal in goals[-1:])]

    @property
    def card(self) -> Card | None:
        """The aim that awaits confirmation."""
        attempt = self.attempt
        return Card.of(attempt, attempt.proposals[-1]) if attempt is not None and attempt.proposals else None

    @property
    def world(self) -> World:
        """The world; a session that slept makes it again and predicts the aim again."""
        if self._world is None:
            self._world = self.kind.make(threads=1)
            self._world.restore(self._state)
            self._propose_again()
        return self._world

    def _propose_again(self) -> None:
        """Restore the aim that awaited confirmation when the session fell asleep."""
        if self._asleep is None:
            return
        (words, skipped, last), self._asleep = self._asleep, None
        self.attempt = self._attempt(words)
        self._look()
        for aim in skipped:
            if self.attempt is not None:
                self._correct(aim)
                self.skip()
        self._correct(last)

    def _correct(self, aim: Aim) -> None:
        """Set an aim if a person had set it."""
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
                    self._end(UNFINISHED)
                if self.attempt is not None:
                    self._asleep = self.words, self.attempt.skipped, self.attempt.proposals[-1].aim
                    self._world.restore(self.attempt.before)
                self._state = self._world.save()
                self._world = self.attempt = self._talk = None
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
        """Read what a person says: a reply ends the turn, a plan awaits confirmation goal by goal.

        It replaces an earlier instruction that was not followed.
        """
        words = words.strip()
        self._take_turn(lambda talk: talk.say(words), words)

    def change_plan(self, steps: Sequence[str]) -> None:
        """Replace the plan of the current instruction by these steps."""
        words = self.words
        self._current()
        self.talk.read_steps(steps)  # one that is none leaves the plan as it is
        self._take_turn(lambda talk: talk.say_steps(words, steps), words)

    def _take_turn(self, speak: Callable[[Talk], Reply], words: str) -> None:
        if not is_unicode(words):
            raise InputError("The instruction is not valid Unicode.")
        if not words:
            raise InputError("The instruction is empty; say where to go or what to do.")
        partly_done = self.attempt is not None and bool(self.attempt.actions)
        if len(self.turns) + partly_done >= TURN_LIMIT:
            raise RequestError(409, FULL)
        if partly_done:
            self._end(UNFINISHED)
        elif self.attempt is not None:
            self.break_off()
        self.attempt = self._attempt(words, speak)
        if self.attempt is not None:
            self._look()

    @property
    def talk(self) -> Talk:
        """The conversation with the agent."""
        if self._talk is None:
            reader = None if isinstance(self.agent, ChatAgent) else reader_of(self.kind)  # a language model reads by itself
            self._talk = Talk(cast(Agent, self.agent), self.world, reader)
        return self._talk

    def _attempt(self, words: str, speak: Callable[[Talk], Reply] | None = None) -> Attempt | None:
        """An attempt at what a person says; a question, refusal or answer is a turn without one."""
        talk = self.talk
        before = self.world.save()
        reply = speak(talk) if speak is not None else talk.say(words)
        if reply.kind != GO:
            path = self.world.pose[:1].copy()
            self._add(Turn(words, [], before, [], path, False, reply.words, kind=reply.kind, options=reply.options))
            return None
        task = Task(self.kind, self.task.name, self.world.episodes[0])
        return Attempt(self.agent, task, self.world, talk.memory, talk.journey)

    def _look(self) -> None:
        """Look for the next aim of the instruction; without one, the turn ends."""
        try:
            if not self._current().look():
                self._end("")
        except BaseException:
            self.break_off()
            raise

    def skip(self) -> None:
        """Drop the aim and predict the next one."""
        self._current().skip()
        self._look()

    def aim(self, target: Floats) -> None:
        """Set the aim: a place (2,), or a point (3,)."""
        self._current().aim_at(np.clip(target, *self.kind.view.bounds))

    def aim_in_panorama(self, x: float, y: float) -> None:
        """Set the aim at a spot of the panorama, coordinates from 0 to 1."""
        point = point_at(self.kind, self._current().world, x, y, side=VIEW_PIXELS)
        if point is None:
            raise InputError("That is the sky; choose a place on the ground, or a thing.")
        self.aim(point)

    def _current(self) -> Attempt:
        if self.attempt is None:
            raise RequestError(409, NO_INSTRUCTION)
        return self.attempt

    def begin_going(self) -> Iterator[Floats]:
        """Go for the aim: yields the pose (3,) after each step. End it with `arrive`, or `break_off` after an error."""
        with self.in_use():
            attempt = self._current()
            self.going = True
        return attempt.steps()

    def arrive(self, stopped: bool = False) -> None:
        """The agent has arrived or was stopped: end the turn, or predict the next aim."""
        with self.lock:
            self.going, self.used = False, time.monotonic()
            self._end(f"You stopped it after {len(self._current().actions)} steps.") if stopped else self._look()

    def break_off(self) -> None:
        """After an error on the way: take back the instruction, so that the session stays usable."""
        with self.lock:
            self.going, self.used = False, time.monotonic()
            if self.attempt is not None:
                self.world.restore(self.attempt.before)
                self.attempt = None
                self.talk.take_back()

    def _end(self, why: str) -> None:
        """End the turn; `why` is the reason if it was broken off, in a sentence."""
        attempt = self._current()
        account = self.talk.ending()
        ending = why or " ".join(filter(None, (attempt.outcome_sentence(), account, attempt.advice())))
        cards = [Card.ended(attempt, goal) for goal in attempt.goals()]
        lost, stopped = not why and attempt.lost, bool(self.world.stopped[0])
        self._add(Turn(self.words, cards, attempt.before, attempt.actions, attempt.path, stopped, ending, lost))
        self.attempt = None

    def _add(self, turn: Turn) -> None:
        self.turns.append(turn)
        if len(self.turns) > STATES_KEPT:
            self.turns[-STATES_KEPT - 1].before = None

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
            self.break_off()
        elif self.turns:
            self.world.restore(self._state_before(len(self.turns) - 1))
            self.turns.pop()
            self.talk.take_back()
        else:
            raise RequestError(409, "There is nothing to undo.")
        self._pictures.clear()  # another turn may end at the same pose, with other doors open

    def _state_before(self, number: int) -> SavedState:
        """The world's state when a turn was said; if it was not kept, the turns since the last known one are simulated."""
        known = max((k for k, turn in enumerate(self.turns[: number + 1]) if turn.before is not None), default=0)
        world = self.kind.make(threads=1)
        world.restore(self.turns[known].before or self._first)
        for turn in self.turns[known:number]:
            self._perform(world, turn.words, turn.actions)
        return self._perform(world, self.turns[number].words, [])[0]

    def _perform(self, world: World, words: str, actions: list[int]) -> tuple[SavedState, Floats]:
        """Repeat recorded actions without the agent: the state before them, and the path (T + 1, 3)."""
        x, z, heading = world.pose[0].tolist()
        world.proceed([replace(self.task.episode, instruction=words, start=(x, z, heading))])
        world.horizon = np.maximum(world.horizon, len(actions) + 1)
        before, path = world.save(), [world.pose[0].copy()]
        for action in actions:
            world.step([action])
            path.append(world.pose[0].copy())
        return before, np.stack(path)

    def reset(self) -> None:
        """Return to the beginning."""
        self.turns.clear()
        self.attempt = self._talk = None
        self.world.restore(self._first)
        self._pictures.clear()

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
        if self.attempt is not None and self.attempt.proposals:
            return goal_panel(self.attempt.sighting(VIEW_PIXELS))
        if self.options:
            return options_panel(option_sighting(self.kind, self.world, self.options, VIEW_PIXELS), self.options)
        return Image.fromarray(panorama_of(self.kind, self.world, side=VIEW_PIXELS))

    def view(self, side: int) -> bytes:
        """The view ahead, with the aim if there is an instruction."""
        return self._drawn(f"view {side}", lambda: self._view(side))

    def _view(self, side: int) -> Image.Image:
        screen, card = Screen(self.kind, side), self.card
        screen.show(self.world.save())
        return screen.view() if card is None else screen.view(None, card.target, card.way)

    def kept_picture(self, name: str) -> bytes | None:
        """The "panorama" or "view SIDE" that shows the session as it is; None if it must be drawn, or it is busy."""
        if not self.lock.acquire(blocking=False):
            return None
        try:
            if self.going or self._world is None:
                return None
            self.used = time.monotonic()
            shown, picture = self._pictures.get(name, (None, b""))
            return picture if shown == self._shown() else None
        finally:
            self.lock.release()

    def _drawn(self, name: str, draw: Callable[[], Image.Image]) -> bytes:
        """A picture, which is drawn again only when something has changed since."""
        now = self._shown()
        shown, picture = self._pictures.pop(name, (None, b""))
        if shown != now:
            picture = jpeg(draw())
        self._pictures[name] = now, picture  # moved to the end: the first one is the oldest
        if len(self._pictures) > PICTURES_KEPT:
            del self._pictures[next(iter(self._pictures))]
        return picture

    @property
    def options(self) -> tuple[Sighted, ...]:
        """The things of the question that the agent has asked last, if it waits for an answer."""
        return self.turns[-1].options if self.turns and self.attempt is None else ()

    def _shown(self) -> tuple[object, ...]:
        """What pictures show: equal as long as they need not be drawn again."""
        attempt = self.attempt
        aim = attempt.proposals[-1].aim if attempt is not None and attempt.proposals else None
        return aim, *self.world.pose[0].tolist(), len(self.turns)

    def ground(self) -> Map:
        """The map of the scene; the page writes names that are not in the picture over it."""
        return _scene_map(self.kind.name, self.beginning.seed, self.beginning.scene)

    def story(self) -> Story:
        """The data that restores the session."""
        return Story(beginning=self.beginning, turns=[turn.to_story(self.kind) for turn in self.turns])

    def _restore(self, turns: list[StoryTurn]) -> None:
        """Restore the turns of a story without running the agent."""
        stop = self.world.actions.index("stop")
        for number, turn in enumerate(turns):
            for wrong in self.kind.actions_field.wrong(turn.actions, f"turns[{number}].actions"):
                raise InputError(wrong)
            actions = self.kind.read_actions(turn.actions) + [stop] * turn.stopped
            before, path = self._perform(self.world, turn.words, actions)
            cards = [Card.from_story(aim, self.kind.view.bounds) for aim in turn.aims]
            self._add(Turn(turn.words, cards, before, actions, path, turn.stopped, turn.ending, kind=turn.reply))

    def facts(self) -> Json:
        """The state of the session, as a page shows it."""
        card, cards = self.card, self.cards
        return {
            "name": self.name, "world": self.kind.name, "method": self.beginning.method,
            "pose": rounded(self.world.pose[0]), "going": self.going,
            "proposal": None if card is None else card.facts(self.words), "several_goals": self.kind.reaches,
            "plan": [] if self.attempt is None else list(self.talk.turns[-1].reply.steps),
            "earlier": [earlier.summary() for earlier in cards[:-1]], "turns": [turn.facts() for turn in self.turns],
            "story": self.story().model_dump(exclude_defaults=True),
            "examples": scenery_of(self.kind).examples(self.task.episode),
        }  # fmt: skip

    def record(self) -> Json:
        """The session as a record of a corpus: instructions and actions."""
        segments = [turn.segment(self.kind) for turn in self.turns if turn.cards or turn.actions]  # not the mere replies
        if not segments:
            raise RequestError(409, "No instruction was followed yet, so there is nothing to download.")
        name = f"{self.kind.name}-followed-{self.beginning.seed}"
        scene = self.kind.scene_of(self.task.episode)
        return Paragraph(name, scene, segments, self.kind.name, "written", self.beginning.seed).to_json()


@lru_cache(maxsize=MAPS_KEPT)
def _scene_map(world: str, seed: int, scene: int | str | None) -> Map:
    kind = kind_of(world)
    return scenery_of(kind).map_of(kind.generate(seed, scene, instruction=""), MAP_PIXELS, "listed")


class Sessions:
    """All sessions of a server, the least recently used first."""

    def __init__(self, agents: AgentPool, settings: Settings):
        self.agents, self.settings, self.idle_timeout = agents, settings, settings.idle_timeout
        self.limit = max(1, settings.sessions // settings.processes)
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._reaper = threading.Thread(target=self._reap, name="sessions", daemon=True)
        self._reaper.start()

    def begin(self, story: Story) -> Session:
        """A new session with a story restored; beyond the limit an idle one is dropped, or one of whoever has the most."""
        begin = story.beginning
        session = Session(self.settings.new_name(), story, self.agents.agent(begin.world, begin.method))
        with self._lock:
            standing = [old for old in self._sessions.values() if not old.going]
            while standing and len(self._sessions) >= self.limit:
                dropped = standing.pop(first_to_drop([(old.client, old.used) for old in standing]))
                del self._sessions[dropped.name]
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
        """Put idle sessions to sleep, and give back what they and finished films have freed."""
        with self._lock:
            idle = [s for s in self._sessions.values() if s.awake and time.monotonic() - s.used >= self.idle_timeout]
        for session in idle:
            session.sleep()
        return_memory()

    def close(self) -> None:
        """Stop the reaper."""
        self._closed.set()
        self._reaper.join()

    def _reap(self) -> None:
        while not self._closed.wait(min(self.idle_timeout / 4, 30.0)):
            self.put_to_sleep()
