"""A conversation with one agent: what a person says becomes a plan, a question back, a refusal or an answer.

    talk = Talk(agent, world)                 # one world
    reply = talk.say("go to the house")       # nothing is done yet
    if reply.kind == GO: talk.journey.finish()
    for report in talk.account(): ...         # which steps were done, and why others were not

The plan is carried out by the one journey (agent.journey). What the agent has seen, done and said goes from turn to turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sightline.agent.agent import Agent
from sightline.agent.answers import answer
from sightline.agent.journey import AIMS, Journey
from sightline.agent.known_aims import LAP
from sightline.agent.memory import Memory, Sighted
from sightline.agent.plan import Planned, PlanSeer
from sightline.agent.reply import ANSWER, ASK, GO, REFUSE, Reply, StepReport, account_words, understood
from sightline.agent.step_grounding import OpenQuestion, StepGrounding, which
from sightline.agent.talk_state import TalkState, TalkTurn
from sightline.errors import InputError
from sightline.language.reading import PlanStep, Query, Reader, Reading, Said
from sightline.language.reading.steps import LAPS
from sightline.world import World


class Talk:
    """A conversation with one agent in one world."""

    def __init__(self, agent: Agent, world: World, reader: Reader | None):
        """Without a reader words go to the seer as they are."""
        self.agent, self.world, self.reader = agent, world, reader
        self.state = TalkState(agent, world, reader, agent.remember(world), world.pose[0].copy())
        self._question: OpenQuestion | None = None

    @property
    def memory(self) -> Memory:
        """What the agent has seen."""
        return self.state.memory

    @property
    def turns(self) -> list[TalkTurn]:
        """What was said, and what came of it."""
        return self.state.turns

    @property
    def journey(self) -> Journey | None:
        """The journey of the last turn, if its plan is to be carried out."""
        return self.turns[-1].journey if self.turns else None

    def account(self) -> list[StepReport]:
        """The steps of the last turn's plan, each with whether it was done."""
        return self.turns[-1].account() if self.turns else []

    def ending(self) -> str:
        """The account of the last turn in words, and the answer to a question that came with its plan."""
        words = account_words(self.account())
        turn = self.turns[-1] if self.turns else None
        if turn is None or turn.then is None or turn.journey is None or self.reader is None:
            return words
        self.state.settle()
        return f"{words} {self._answer(turn.then)}".strip()

    def _answer(self, query: Query) -> str:
        self.state.look_around()
        return answer(query, self.state.grounding(), self.state.past(), self.state.in_hands(), self.state.start)

    def say(self, words: str) -> Reply:
        """Read what a person says; nothing is done yet."""
        self.state.settle()
        asked, self._question = self._question, None
        last = next((turn.steps for turn in reversed(self.turns) if turn.steps), ())
        offered = asked is not None and asked.position < 0
        said = Said(
            last, self.state.held, asked is not None and not offered, offered, self.state.named(), self.state.meant()
        )
        reading = self._read(words, said)
        turn = TalkTurn(words, Reply(REFUSE, ""), self.world.pose[0].copy(), lines=reading.lines, then=reading.then)
        self.turns.append(turn)
        turn.reply = self._reply(reading, asked, turn)
        return turn.reply

    def say_steps(self, words: str, steps: Sequence[str]) -> Reply:
        """The same for steps that a person has written for some words; InputError if one of them is no step."""
        plan = self.read_steps(steps)
        self.state.settle()
        turn = TalkTurn(words, Reply(REFUSE, ""), self.world.pose[0].copy())
        self.turns.append(turn)
        turn.reply = self._plan(plan, turn, ())
        return turn.reply

    def read_steps(self, steps: Sequence[str]) -> list[PlanStep]:
        """The steps that a person has written; InputError if one of them is no step."""
        said, plan = Said(held=self.state.held), list[PlanStep]()
        for number, text in enumerate(steps, 1):
            reading = self._read(text, said)
            if not reading.steps:
                reason = reading.refusal or reading.question or "It must say where to go or what to do."
                raise InputError(f"Step {number}: {reason}")
            plan += reading.steps
        return plan

    def take_back(self) -> None:
        """Forget the last turn; what was seen stays in memory."""
        if self.turns:
            self.turns.pop()
        self._question = None

    def _read(self, words: str, said: Said) -> Reading:
        return Reading((PlanStep(words.strip()),)) if self.reader is None else self.reader.read(words, said)

    def _reply(self, reading: Reading, asked: OpenQuestion | None, turn: TalkTurn) -> Reply:
        if reading.refusal:
            return Reply(REFUSE, reading.refusal, left_out=reading.left_out)
        if reading.question:
            return Reply(ASK, reading.question, left_out=reading.left_out)
        if reading.query is not None:
            return Reply(ANSWER, self._answer(reading.query))
        if reading.choice and asked is not None and asked.position < 0:
            return self._plan(asked.steps, turn, (), looking=True)
        if reading.choice and asked is not None:
            self.state.look_around()
            chosen = self.state.grounding().chosen(reading.choice, asked.things)
            if not chosen and (other := self._another_instruction(turn.words)) is not None:
                return self._plan(other.steps, turn, other.left_out)
            if not chosen:
                self._question = asked
                return Reply(ASK, which(self.state.grounding(), asked.things), options=tuple(asked.things))
            return self._plan(asked.steps, turn, (), {asked.position: chosen})
        return self._plan(reading.steps, turn, reading.left_out)

    def _another_instruction(self, words: str) -> Reading | None:
        """What the words mean if they do not answer the question; None if that is nothing to do either."""
        steps = next((turn.steps for turn in reversed(self.turns) if turn.steps), ())
        reading = self._read(words, Said(steps, self.state.held, named=self.state.named(), meant=self.state.meant()))
        return reading if reading.steps and reading.is_read else None

    def _plan(
        self,
        steps: Sequence[PlanStep],
        turn: TalkTurn,
        left_out: Sequence[str],
        chosen: dict[int, list[Sighted]] | None = None,
        looking: bool = False,
    ) -> Reply:
        """Ground the steps; a question or a refusal if one of them needs it."""
        turn.steps = tuple(steps)
        if any(step.find is not None for step in steps):
            self.state.look_around()
        grounding = StepGrounding(self.state, turn.steps, looking, chosen=chosen or {})
        planned: list[Planned] = []
        for position, step in enumerate(steps):
            outcome = grounding.ground(position)
            if isinstance(outcome, Reply):
                if outcome.kind == REFUSE and len(steps) > 1 and position > 0:
                    left_out = (*left_out, f"{step.words}: {outcome.words}")
                    continue
                self._question = grounding.question
                return outcome
            planned += outcome
        if not planned:
            return Reply(REFUSE, "There is nothing left to do.", left_out=tuple(left_out))
        answered = chosen is not None or looking  # "yes" and "the second" are no instructions
        self._proceed(". ".join(part.step.words for part in planned) if answered else turn.words)
        turn.plan = PlanSeer(lambda: self.agent.seer(self.memory), [planned])
        legs = self.agent.legs(self.world, self.memory, patient=True)
        turn.journey = Journey(self.agent.kind, self.world, turn.plan, legs, AIMS * len(planned) + LAPS * LAP)
        words = tuple(part.step.words for part in planned)
        asked = f" Then I answer: {turn.then.words}?" if turn.then is not None else ""
        return Reply(GO, understood(words, left_out) + asked, words, left_out=tuple(left_out))

    def _proceed(self, words: str) -> None:
        """Begin an episode at the present pose and state."""
        x, z, heading = self.world.pose[0].tolist()
        episode = replace(self.world.episodes[0], instruction=words, start=(x, z, heading))
        self.world.proceed([episode])
