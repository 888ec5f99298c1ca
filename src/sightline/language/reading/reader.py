"""The reader: free words become a plan of steps in plain words, a question about the world, or a reason to do nothing.

A trained rewriter, if there is one, says in plain lines what was said, and rules over words read these. Where it is not sure, the
rules read the words as they were said. Where the rules do not understand every part either, the words go to the seer
unchanged: a goal predictor reads more than rules do.
What was said before (`Said`) completes short follow-ups such as "again" and "close it".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from sightline.language.lexicon import Lexicon
from sightline.language.reading.answering import choice_of, is_consent
from sightline.language.reading.courtesy import DOING
from sightline.language.reading.english import MARKUP, foreign_language, is_gibberish
from sightline.language.reading.followups import FollowUps
from sightline.language.reading.idioms import plainly
from sightline.language.reading.limits import AgentLimits
from sightline.language.reading.lines import Rewrite, meaning_of
from sightline.language.reading.negation import contradiction
from sightline.language.reading.normal import corrected, written_out
from sightline.language.reading.phrases import find_of
from sightline.language.reading.plan import PlanStep, Reading
from sightline.language.reading.planning import Planner
from sightline.language.reading.pronouns import NOTHING_SAID, Said, completed
from sightline.language.reading.queries import is_question, is_request, query_of
from sightline.language.reading.rewritten import HARDLY_SURE, LineReader, is_invented
from sightline.language.reading.steps import PLACES, StepReader
from sightline.language.reading.words import COMPASS, SIDES, STEPS, UNITS, listed
from sightline.language.tokenizer import tokenize

CHARACTER_LIMIT, WORD_LIMIT = 4_000, 60  # characters of a text, and of a word
QUESTION_WORDS = 16  # longer questions are mostly polite commands
UNREAD_WORDS = 10  # of a short text: if it denies something, or has no verb, and no rule reads it, no seer should guess
_DENYING = re.compile(r"\b(?:not|never|no|without|except|unless|neither|nor|nowhere|nothing|none)\b")
_PLACED = re.compile(
    r"^(?:beside|next to|under|in|on|at|near|the middle|midpoint|far away|half)\b"
)  # a place without a verb
_REORDERED = re.compile(r"^(?:before|after|once)\b|\bbut (?:first|before that)\b|\b(?:before|after) you\b")
_WAYS = listed("past around round between behind along through across toward towards beyond near until")


@dataclass(frozen=True)
class Reader:
    """Reads what people say to an agent of one world."""

    lexicon: Lexicon
    hands: bool  # whether the agent has hands
    example: str = "go to the tree"  # of a command, for people
    rewrite: Rewrite | None = None  # a trained rewriter, before the rules

    @cached_property
    def clause(self) -> StepReader:
        """The rules for single clauses."""
        return StepReader(self.lexicon, self.hands)

    @cached_property
    def planner(self) -> Planner:
        """The rules for whole plans."""
        return Planner(self.clause, AgentLimits(self.lexicon, self.hands), FollowUps(self.clause, self._advice))

    @cached_property
    def lines(self) -> LineReader:
        """The rules for what a rewriter writes."""
        return LineReader(self.planner, self._may_be_guessed, self._advice)

    def read(self, text: str, said: Said = NOTHING_SAID) -> Reading:
        """The plan, query, choice or refusal in some words."""
        if len(text) > CHARACTER_LIMIT:
            return Reading(refusal=f"I read at most {CHARACTER_LIMIT:,} characters at once, and these are {len(text):,}.")
        if any(len(word) > WORD_LIMIT for word in text.split()):
            return Reading(refusal=f"I read no words of more than {WORD_LIMIT} letters. {self._advice}")
        words = written_out(text)
        if not re.search(r"\w", words):
            return Reading(refusal=f"I read no words. {self._advice}")
        if MARKUP.search(text):
            return Reading(refusal="I read plain English sentences, not code or markup.")
        if language := foreign_language(words):
            which = "" if language.startswith("another") else f"; this looks like {language}"
            return Reading(refusal=f"I read English only{which}.")
        spelled, taken_for = corrected(words, self.lexicon)
        spelled = plainly(spelled)
        if said.asked and (choice := choice_of(spelled, self.clause)):
            return Reading(choice=choice, taken_for=taken_for)
        if said.offered and is_consent(spelled, [step.find.noun for step in said.steps if step.find is not None]):
            return Reading(choice="yes")
        if (ordered := self._ordered(spelled, said)) is not None:
            return replace(ordered, taken_for=taken_for)
        lines = () if self.rewrite is None or self._is_absurd(spelled) else self.rewrite(spelled, meaning_of(said.meant))
        lines = () if any(is_invented(line.text, spelled, said) for line in lines) else lines
        meant = self.lines.read(lines, said, text.strip())
        if meant is None:
            whole = completed(spelled, said, self.lexicon, self.hands)
            meant = self._understood(text, whole, said, whole != spelled)
            if not meant.is_read and self.hands:
                meant = self.lines.read(lines, said, text.strip(), HARDLY_SURE) or meant
        return replace(meant, taken_for=taken_for)

    def _ordered(self, words: str, said: Said) -> Reading | None:
        """A plan whose steps are said in another order than they come, if the rules read all of it: they know the order."""
        if not _REORDERED.search(words):
            return None
        plan = self.planner.plan(words, said)
        return plan if plan is not None and len(plan.steps) > 1 and plan.is_read and not plan.left_out else None

    def _is_absurd(self, words: str) -> bool:
        """Whether words contradict themselves or are no words: a rewriter would make sense of them."""
        nonsense = is_gibberish(words, self.lexicon) and find_of(words, self.lexicon) is None
        return nonsense or bool(contradiction(words.strip(" .!?")))

    def _understood(self, text: str, words: str, said: Said, completed_by_context: bool) -> Reading:
        """The reading of words that answer no question of the agent."""
        short = len(words.split()) <= QUESTION_WORDS
        if short and not is_request(words) and (query := query_of(words, self.lexicon)) is not None:
            return Reading(query=query)
        if is_gibberish(words, self.lexicon) and find_of(words, self.lexicon) is None:
            return self.planner.follow_ups.read(words.strip(" .!"), said) or self._not_understood()
        if short and is_question(words) and not is_request(words):
            return Reading(refusal="I cannot answer that. Ask what I see, hold or did, or where something is.")
        plan = self.planner.plan(words, said)
        if plan is not None:
            return plan
        if not self._may_be_guessed(words):
            step = self._only_thing(words, said)
            return self._not_understood() if step is None else Reading(steps=(step,))
        return Reading(steps=(PlanStep(words if completed_by_context else text.strip()),))

    def _may_be_guessed(self, words: str) -> bool:
        """Whether a seer may read words that the rules do not understand: they say to do something, and where."""
        tokens = tokenize(words)
        ways = any(word in COMPASS or word in SIDES or word in _WAYS for word in tokens)
        doing = ways or any(word in DOING or word in UNITS or word in STEPS for word in tokens) or bool(_PLACED.match(words))
        placed = ways or bool(self.lexicon.things(words)) or bool(PLACES.search(words))
        return placed and (len(tokens) > UNREAD_WORDS or (doing and not _DENYING.search(words)))

    def _only_thing(self, words: str, said: Said) -> PlanStep | None:
        """A step about the one thing that short words name, if they deny nothing: "hmm, the pine tree it is"."""
        things = self.lexicon.things(words)
        match = re.search(r"\b(?:the|a|an|both|all|every|my|that) .+$", words)
        if (
            len(things) != 1
            or match is None
            or len(words.split()) > UNREAD_WORDS
            or _DENYING.search(words)
            or is_question(words)
        ):
            return None
        find = find_of(match[0], self.lexicon)
        if find is None or find.noun != things[0].noun:
            return None
        phrase = f"{match[0][: match[0].index(find.noun)]}{find.noun}"
        step = PlanStep(f"go to {phrase}", "go", replace(find, words=phrase, modified=False))
        return self.planner.follow_ups.like_before(step, phrase, said)

    def _not_understood(self) -> Reading:
        return Reading(refusal=f"I did not understand that. {self._advice}")

    @property
    def _advice(self) -> str:
        return f"Say where to go or what to do, for example: {self.example}."
