"""A conversation that a person watches: what the agent answers, and an attempt for everything that it sets out to do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PIL import Image

from sightline.agent.agent import Agent
from sightline.agent.look import make_worlds
from sightline.agent.readers import BEST, reader_of
from sightline.agent.reply import GO, Reply, StepReport, account_words
from sightline.agent.talk import Talk
from sightline.agent.talk_state import TalkTurn
from sightline.errors import InputError
from sightline.fields import Json, is_unicode
from sightline.show.attempt import Attempt
from sightline.show.goal_map import options_picture
from sightline.show.scenery import scenery_of
from sightline.show.sighting import VIEW_SIDE, option_sighting
from sightline.show.task import Task
from sightline.world import World


@dataclass(frozen=True, eq=False)
class Exchange:
    """What a person said, the reply, and the attempt at it, if there is one."""

    words: str
    turn: TalkTurn
    attempt: Attempt | None
    talk: Talk

    @property
    def reply(self) -> Reply:
        """What the agent said."""
        return self.turn.reply

    def account(self) -> list[StepReport]:
        """The steps of the plan, each with whether it was done."""
        return self.turn.account()

    def account_sentence(self) -> str:
        """Which steps were done, and why others were not; empty where a single step was done. An answer may follow."""
        return self.talk.ending() if self.talk.turns[-1:] == [self.turn] else account_words(self.account())

    def facts(self) -> Json:
        """For programs: the reply and the plan."""
        reports = self.account()
        return {
            "reply": {"kind": self.turn.kind, "words": self.reply.words},
            "plan": [
                {"words": r.words, "done": r.done, "why": r.why, "sure": None if r.sure is None else round(r.sure, 2)}
                for r in reports
            ],
            "left_out": list(self.reply.left_out),
            "options": [
                {"name": thing.name, "point": [round(value, 2) for value in thing.point]} for thing in self.reply.options
            ],
        }  # fmt: skip


class Conversation:
    """Turns of one person with one agent, in one scene."""

    def __init__(self, agent: Agent, task: Task, reader: str = BEST, world: World | None = None):
        """The task gives the scene and the start; its instruction is not said yet."""
        if world is None:
            world = make_worlds(task.kind, agent.device)
            world.reset([task.episode])
        self.task, self.exchanges = task, list[Exchange]()
        self.talk = Talk(agent, world, reader_of(task.kind, reader))

    def say(self, words: str) -> Exchange:
        """The agent's reply; what it sets out to do waits in the attempt."""
        if not is_unicode(words):
            raise InputError("The instruction is not valid Unicode: type it in UTF-8.")
        talk, first = self.talk, not self.exchanges
        reply = talk.say(words)
        attempt = None
        if reply.kind == GO:
            known = first and words.strip() == self.task.episode.instruction.strip()
            episode = talk.world.episodes[0]
            task = replace(self.task, episode=episode) if known else Task(self.task.kind, self.task.name, episode)
            attempt = Attempt(talk.agent, task, talk.world, talk.memory, talk.journey)
        self.exchanges.append(Exchange(words, talk.turns[-1], attempt, talk))
        return self.exchanges[-1]

    def options_picture(self, reply: Reply) -> Image.Image:
        """The panorama with the things of a question, marked by their letters."""
        seen = option_sighting(self.task.kind, self.talk.world, reply.options, VIEW_SIDE)
        return options_picture(seen, reply.options, reply.words)

    def state_facts(self) -> Json:
        """For programs: the scene, the pose, and what is held, open and on now."""
        scenery = scenery_of(self.task.kind)
        return {
            "pose": [round(value, 2) for value in self.talk.world.pose[0].tolist()],
            **scenery.state_facts(self.talk.world, 0),
        }
