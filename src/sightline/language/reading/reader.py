"""The reader: free words become a plan of steps in plain words, a question about the world, or a reason to do nothing.

It works by rules over words, not by a trained model. Where the rules understand every part of what was said, there is a step
for each part. Where they do not, the words go to the seer as they were said: a goal predictor reads more than rules do.
What was said before (`Said`) completes short follow-ups such as "again" and "close it".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sightline.language.lexicon import Lexicon
from sightline.language.reading.clauses import clauses_of, correction, is_negated
from sightline.language.reading.normal import (
    MARKUP,
    corrected,
    foreign_language,
    is_gibberish,
    without_politeness,
    written_out,
)
from sightline.language.reading.phrases import find_of
from sightline.language.reading.plan import BEFORE, TAKEN_FROM, Move, Reading, Step
from sightline.language.reading.queries import is_question, query_of
from sightline.language.reading.steps import CARRYING, StepReader

STEP_LIMIT = 12  # steps of one plan
CHARACTER_LIMIT = 4_000  # of what is read
QUESTION_WORDS = 16  # longer questions are mostly polite commands
REFUSED_WORDS = 12  # of a clause that says what not to do, or what cannot be done; longer ones are left to the seer
NEGATION = r"^(?:(?:and|but|also|please|just) )*(?:do not|never|no need to|you need not|avoid|refrain from|not|without) "
_PRONOUN = r"\b(?:it|them|that one|this one|that|this)\b"


@dataclass(frozen=True)
class Said:
    """What was said and done before."""

    steps: tuple[Step, ...] = ()  # of the last plan
    held: str = ""  # what the agent took and still holds
    asked: bool = False  # the agent has asked which of several things is meant


NOTHING_SAID = Said()


@dataclass(frozen=True)
class Reader:
    """Reads what people say to an agent of one world."""

    lexicon: Lexicon
    hands: bool  # whether the agent has hands
    example: str = "go to the tree"  # of a command, for people

    @cached_property
    def clause(self) -> StepReader:
        """The rules for single clauses."""
        return StepReader(self.lexicon, self.hands)

    def read(self, text: str, said: Said = NOTHING_SAID) -> Reading:
        """The plan, query, choice or refusal in some words."""
        words = written_out(text[:CHARACTER_LIMIT])
        if not re.search(r"\w", words):
            return Reading(refusal=f"I read no words. {self._advice}")
        if MARKUP.search(text):
            return Reading(refusal="I read plain English sentences, not code or markup.")
        if language := foreign_language(words):
            which = "" if language == "another script" else f"; this looks like {language}"
            return Reading(refusal=f"I read English only{which}.")
        spelled, taken_for = corrected(words, self.lexicon)
        if said.asked and (choice := self._choice(spelled)):
            return Reading(choice=choice, taken_for=taken_for)
        short = len(words.split()) <= QUESTION_WORDS
        if short and not self._is_request(spelled) and (query := query_of(spelled, self.lexicon)) is not None:
            return Reading(query=query, taken_for=taken_for)
        if is_gibberish(spelled, self.lexicon):
            return Reading(refusal=f"I did not understand that. {self._advice}")
        if short and is_question(words) and not self._is_request(words):
            return Reading(refusal="I cannot answer that. Ask what I see, hold or did, or where something is.")
        plan = self._plan(spelled, said)
        return replace(plan, taken_for=taken_for) if plan is not None else Reading(steps=(Step(text.strip()),))

    @property
    def _advice(self) -> str:
        return f"Say where to go or what to do, for example: {self.example}."

    def _is_request(self, words: str) -> bool:
        """Whether a question is a polite command: "can you find the well?" is, "can you see the well?" is not."""
        return bool(re.match(
            r"^(?:(?:can|could|would|will) you (?:find|spot|locate|show|take|bring|lead)|is it possible|are you able|is there a chance|"
            r"do you think you (?:could|can)|what (?:if|do you say|about)|how about|why (?:do not you|not)|have a\b|do you want to)\b", words
        )) or bool(re.search(r"[?.!;]\s+\w", words))  # fmt: skip

    def _choice(self, words: str) -> str:
        """An answer to the question which of several things is meant; empty if it is something else."""
        plain = without_politeness(re.sub(r"^(?:no|i mean|i meant|it is|i think)[, ]+", "", words.strip(" .!?")))
        bare = re.sub(r"^(?:go to|take|open|choose|i want|use|pick|select|to) ", "", plain)
        named, plain = bare == plain, bare
        if re.match(
            r"^(?:the |option |number |letter )*(?:first|second|third|fourth|last|former|latter|left|right|nearer|nearest|closer|closest|farther|"
            r"further|farthest|furthest|other|a|b|c|d|1|2|3|4|one|two|three|any|either|whichever|both|all)(?: one| ones| of them| option)?$", plain,
        ):  # fmt: skip
            return plain
        if re.match(
            r"^(?:does not matter|do not care|you choose|no matter|whatever)\b|^the .*\bone\b|^(?:that|this) one\b", plain
        ):
            return plain
        tokens = [word for word in plain.split() if word not in ("the", "one", "a", "and", ",")]
        described = bool(tokens) and all(word in self.lexicon.adjectives for word in tokens)
        phrase = (
            named and len(tokens) <= 8 and find_of(plain, self.lexicon) is not None and self.clause.step(plain) is not None
        )
        return plain if described or phrase else ""

    # Plans

    def _plan(self, words: str, said: Said) -> Reading | None:
        """The plan in some words; None if the rules do not understand all of them."""
        whole = without_politeness(words)
        if (reading := self._follow_up(whole, said)) is not None:
            return reading
        steps: list[Step] = []
        left_out: list[str] = []
        clauses = clauses_of(words)
        for clause in clauses:
            plain = without_politeness(clause)
            if later := correction(plain):
                plain, steps = without_politeness(later), steps[:-1]
            refusable = len(plain.split()) <= REFUSED_WORDS
            if refusable and is_negated(plain):
                left_out.append(f"{plain}: you said not to")
            elif refusable and (reason := self.clause.unable(plain)):
                left_out.append(f"{plain}: {reason}")
            elif more := self._continued(plain, said, steps):
                steps.append(more)
            elif (step := self.clause.step(plain)) is not None and not (len(clauses) > 1 and _is_bare(step)):
                steps.append(step)
            else:
                return None
        if not steps:
            return Reading(refusal=self._refusal(left_out), left_out=tuple(left_out)) if left_out else None
        if not self.hands and not left_out and not any(map(_is_special, steps)) and len(steps) > 1 and not _are_apart(words):
            return None  # parts of one way, which the seer of fields reads as a whole
        over = [f"{step.words}: I plan {STEP_LIMIT} steps at a time" for step in steps[STEP_LIMIT:]]
        return Reading(steps=self._resolved(steps[:STEP_LIMIT], said), left_out=(*left_out, *over))

    def _refusal(self, left_out: Sequence[str]) -> str:
        clause, _, reason = left_out[0].rpartition(": ")
        if "not to" in reason:
            return f"I do not {re.sub(NEGATION, '', clause)}. I stay where I am."
        able = "walk, open, close, switch, take and put things" if self.hands else "walk to places and say what I see"
        return f"{reason[0].upper()}{reason[1:]}. I can {able}."

    def _follow_up(self, text: str, said: Said) -> Reading | None:
        """What only makes sense after what was said before, or asks for nothing; None for anything else."""
        last = said.steps[-1] if said.steps else None
        if re.match(
            r"^(?:(?:do|try) (?:it|that|this|the same(?: thing)?) )?(?:again|once more|one more time|another time|repeat(?: that| it| this)?)$",
            text,
        ):
            return Reading(steps=said.steps) if said.steps else Reading(refusal="There is nothing to repeat yet.")
        if re.match(
            r"^(?:no[, ]+)?(?:i (?:mean|meant|said) )?(?:not (?:that|this)(?: one)?|(?:the )?wrong one|(?:(?:go to|take|open|try|use|to) )?the other(?: one)?)"
            r"(?:[,. ]+(?:i (?:mean|meant) )?the other(?: one)?)?$", text,
        ):  # fmt: skip
            return (
                Reading(steps=(replace(last, other=True),))
                if last
                else Reading(refusal="Which other one? Nothing was done yet.")
            )
        if match := re.match(r"^(?:(?:and |now )?(?:do )?the same (?:thing )?|same )(?:in|with|for|to|at) (.+)$", text):
            find = find_of(match[1], self.lexicon)
            if last is None or find is None:
                return Reading(refusal="There is nothing to repeat yet.") if last is None else None
            if find.kinds & self.lexicon.rooms:
                return Reading(steps=(Step(f"go to {match[1]}", "go", find), *said.steps))
            if last.find is not None:
                return Reading(steps=(replace(last, words=last.words.replace(last.find.words, match[1]), find=find),))
        if re.match(
            r"^(?:stop|wait|stay|(?:stay|remain|stand) (?:here|there|put|still|where you are)|do nothing|halt|freeze|nothing|never ?mind|forget it|"
            r"cancel(?: that| it)?|hold on|do not move|do not do anything)$", text,
        ):  # fmt: skip
            return Reading(refusal="I stay where I am.")
        if re.match(
            r"^(?:yes|yeah|yep|ok|okay|good|great|nice|thanks|thank you|cool|perfect|well done|no|nope|hello|hi|hey|good (?:morning|evening|day)|bye|"
            r"goodbye|sorry|good (?:job|robot|boy|girl)|i love you|how are you)$", text,
        ):  # fmt: skip
            return Reading(refusal=self._advice)
        return None

    def _continued(self, text: str, said: Said, before: Sequence[Step]) -> Step | None:
        """A clause that continues what was done before: "a bit further", "put it back", "and back"."""
        match = re.match(
            r"^(?:(?:go|walk|move|come|step|keep going|carry on|continue) )?(?:a (?:(?:little |tiny )?bit|little)|(?:a )?few (?:more )?steps|some(?: more)?|one step)"
            r"(?: more)?(?: (further|farther|more|closer|nearer|back|backwards?|forwards?|ahead|left|right|to the left|to the right|on))?$"
            r"|^(?:go|keep|carry|walk|move) (?:on|going|walking|further|farther|straight)(?: on)?$|^(?:further|farther|continue|more|keep going|go on)(?: please)?$", text,
        )  # fmt: skip
        if match:
            side = next(
                (
                    heading
                    for word, heading in (("back", 180.0), ("left", 270.0), ("right", 90.0))
                    if word in (match[1] or "")
                ),
                0.0,
            )
            return Step(text, "go", move=Move(side, False))
        if re.match(
            r"^(?:put|place|set|bring|take|return) (?:it|that|them) back(?: (?:where (?:it|you) .*|again|there|(?:in|to) its place))?$",
            text,
        ):
            taken = (step.find.noun for step in reversed(before) if step.verb == "take" and step.find)
            return Step(f"put {with_article(said.held or next(taken, 'it'))} back", "put", place=TAKEN_FROM)
        if re.match(r"^(?:now |then )?(?:go |move |walk |to the )*(?:left|right)$", text):
            return Step(text, "go", move=Move(270.0 if text.endswith("left") else 90.0, False))
        return Step("go back", "go", place=BEFORE) if re.match(r"^back(?: again)?$", text) else None

    def _resolved(self, steps: Sequence[Step], said: Said) -> tuple[Step, ...]:
        """Steps with "it" replaced by what it means: the last item for hands that carry, otherwise the last piece of furniture."""
        item = said.held or _last_named(said.steps, CARRYING)
        thing = _last_named(said.steps, ("open", "close", "turn on", "turn off", "go"))
        resolved = []
        for step in steps:
            carrying = step.verb in CARRYING
            last = (item or thing) if carrying else (thing or item)
            if step.find is not None and step.find.noun == "it" and last:
                name = with_article(last)
                find = replace(self.clause.thing(name), modified=True)  # it was singled out before
                step = replace(step, words=re.sub(_PRONOUN, name, step.words, count=1), find=find)
            elif thing and step.verb and self.hands and re.search(r"\b(?:from|of|in|into|on|off|inside) it\b", step.words):
                step = replace(step, words=re.sub(r"\bit\b", with_article(thing), step.words, count=1))
            if step.find is not None and step.find.noun != "it":
                if carrying:
                    item = head_of(step.find.words)
                    into = re.search(r"\b(?:in|into|inside) (the [\w' -]+)$", step.words)
                    thing = into[1] if into and step.verb == "put" else thing
                else:
                    thing = step.find.words
            resolved.append(step)
        return tuple(resolved)


def _is_bare(step: Step) -> bool:
    """Whether a step is only a noun: among other clauses that is context, not a command."""
    return step.find is not None and step.words == step.find.words


def _is_special(step: Step) -> bool:
    """Whether a step needs more than a seer: a place that is known, or a choice among what is seen."""
    find = step.find
    picked = find is not None and (find.number != 1 or bool(find.order) or not find.kinds or find.kinds == frozenset({""}))
    return bool(step.move or step.place or step.times > 1 or picked)


def _are_apart(words: str) -> bool:
    """Whether a text says that one thing comes after the other is finished."""
    return bool(re.search(r"[.;]\s+\w|\bthen\b|\bafter\b|\bbefore\b|\bfinally\b", words))


def _last_named(steps: Sequence[Step], verbs: tuple[str, ...]) -> str:
    """The last thing that steps with some verbs were about; empty if there is none."""
    named = [step.find for step in steps if step.find and step.find.noun != "it" and step.verb in verbs]
    return head_of(named[-1].words) if named else ""


def head_of(words: str) -> str:
    """A noun phrase without the places that follow it."""
    return re.split(r" (?:in|on|from|into|onto|to|out of|at|back) ", words)[0]


def with_article(noun: str) -> str:
    """A noun with its article."""
    return noun if re.match(r"^(?:the|a|an|that|this|my|your|all|both|every|it|them)\b", noun) else f"the {noun}"
