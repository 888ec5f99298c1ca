"""Plans: a text as steps, clause by clause, with the parts that will not be done and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sightline.language.reading.clauses import clauses_of, correction
from sightline.language.reading.courtesy import is_chatter, is_statement, without_courtesy, without_opening
from sightline.language.reading.followups import FollowUps
from sightline.language.reading.limits import AgentLimits
from sightline.language.reading.motions import turn_of
from sightline.language.reading.negation import (
    CONTRADICTION,
    NOTHING,
    contradiction,
    contradicts,
    forbidden_part,
    is_kept,
    is_negated,
    is_staying,
    without_exclusions,
)  # fmt: skip
from sightline.language.reading.plan import PlanStep, Reading
from sightline.language.reading.pronouns import Said, resolved, with_article
from sightline.language.reading.sharing import each_part, shared
from sightline.language.reading.steps import StepReader, receptacle
from sightline.language.reading.wishes import as_command
from sightline.language.reading.words import DETERMINERS

STEP_LIMIT = 12  # steps of one plan
LIST_WORDS = 16  # of a list of places without verbs
REFUSED_WORDS = 14  # of a clause that says what not to do, or what cannot be done; longer ones are left to the seer
_ASIDE = re.compile(
    r"^(?:(?:that is|you went|you are|that was) )?too (?:far|close|near)$|^(?:wait|stop|stay|pause|rest|halt|stand)(?: (?:there|here|a (?:bit|moment|while|second|minute)|for .+|\w+ (?:seconds?|minutes?)|at (?:it|that)|by it|still|briefly))*$"
)
_INCOMPLETE = {
    "go": "Where shall I go?", "walk": "Where shall I walk?", "move": "Where shall I go?", "run": "Where shall I go?", "go to": "Where shall I go?",
    "go to the": "Where shall I go?", "walk to the": "Where shall I go?", "to the": "Where shall I go?", "open": "What shall I open?",
    "close": "What shall I close?", "shut": "What shall I close?", "take": "What shall I take?", "grab": "What shall I take?",
    "pick up": "What shall I take?", "put": "What shall I put where?", "turn on": "What shall I turn on?", "turn off": "What shall I turn off?",
    "switch on": "What shall I turn on?", "switch off": "What shall I turn off?", "bring me": "What shall I bring?", "bring": "What shall I bring?",
    "turn": "Which way shall I turn?", "find": "What shall I find?", "visit": "What shall I visit?", "open the": "What shall I open?",
    "take the": "What shall I take?", "get": "What shall I take?",
}  # fmt: skip
_SOMEWHERE = re.compile(
    r"\b(?:down|back|on (?:it|them)|in(?:side)?|there|on the floor|somewhere|anywhere)$|^put (?:down|it down)|^drop\b"
)
_PLACES_CUT = re.compile(r"[,;]\s*(?:and |then |and then )?|\s(?:and then|then)\s|\sand\s(?=the |a )")
_FINDING = re.compile(r"^(?:find|locate|look for|search for)\b")
_DEEDS = "go|walk|move|head|run|take|put|open|close|turn|switch|bring|find|visit|circle|get|grab|pick|stop|pass"


@dataclass(frozen=True)
class Planner:
    """Reads plans of one world."""

    clause: StepReader
    limits: AgentLimits
    follow_ups: FollowUps

    @property
    def hands(self) -> bool:
        """Whether the agent has hands."""
        return self.clause.hands

    def plan(self, words: str, said: Said) -> Reading | None:
        """The plan in some words; None if the rules do not understand all of them."""
        said_words = words.strip(" .!?")
        words = re.sub(r"^(?:whatever you do|no matter what(?: happens)?|whatever happens),? ", "", words)
        words = self._without_chatter(without_opening(words))
        whole = without_courtesy(words)
        reading = self.follow_ups.read(said_words, said) or self.follow_ups.read(whole, said)
        if reading is not None:
            return reading
        if is_staying(words.strip(" .!")):
            return Reading(refusal=NOTHING)
        if why := contradiction(words):
            return Reading(refusal=why)
        if whole in _INCOMPLETE:
            return Reading(question=_INCOMPLETE[whole])
        short = len(words.split()) <= REFUSED_WORDS
        if short and re.match(r"^(?:if|unless)\b", words) and whole == words.strip(" ,.;:!?"):
            return Reading(refusal="I cannot judge such a condition. Say what to do.")
        if places := self._list(whole):
            return Reading(steps=places)
        wishes = [wish for text in (said_words, whole) if (wish := as_command(text, self.hands)) != text]
        if wishes and not is_negated(said_words):
            words = wishes[0]
        wanted, excluded = without_exclusions(words.strip(" .!"))
        return self._steps(wanted, list(excluded), said)

    def _steps(self, words: str, left_out: list[str], said: Said) -> Reading | None:
        steps: list[PlanStep] = []
        context = ""
        clauses = [part for clause in clauses_of(words) for part in self._shared(clause)]
        turned: tuple[float, bool] | None = None
        taken_back: list[PlanStep] = []
        for clause in clauses:
            if len(clauses) > 1 and (self._is_chatter(clause) or _ASIDE.match(clause) or is_kept(clause, steps)):
                named = self.clause.lexicon.things(clause)
                context = f"the {named[-1].noun}" if named and not steps else context
                continue
            plain = self._plain(clause)
            if later := correction(plain):
                plain, taken_back, steps = self._plain(later), steps[-1:], steps[:-1]
                if re.match(r"^there (?:is|are) (?:none|no)\b", plain):
                    continue
                said = replace(said, steps=(*said.steps, *taken_back))  # a bare noun keeps the verb
            if len(clauses) > 1 and (heading := turn_of(plain)) is not None:
                if turned is not None or clause == clauses[-1]:
                    return None
                turned = heading
                continue
            refusable = len(plain.split()) <= REFUSED_WORDS
            if refusable and is_negated(plain):
                left_out.append(f"{plain}: you said not to")
            elif refusable and (reason := self.limits.reason(plain)):
                left_out.append(f"{plain}: {reason}")
            elif (step := self._step(plain, said, [*taken_back, *steps], len(clauses) > 1)) is not None:
                if turned is not None:
                    if step.move is None or step.move.absolute or step.find is not None:
                        return None  # "turn left and go to the well": the seer reads such ways
                    move = replace(step.move, heading=turned[0] + step.move.heading, absolute=turned[1])
                    step, turned = replace(step, move=move, words=f"turn {_way(turned)} and {step.words}"), None
                steps.append(step)
            else:
                return self._tail(words, said)
        if steps and any(contradicts(part, steps) for part in left_out):
            return Reading(refusal=CONTRADICTION, left_out=tuple(left_out))
        if not steps:
            return Reading(refusal=self.refusal(left_out), left_out=tuple(left_out)) if left_out else None
        if (
            not self.hands
            and not left_out
            and len(steps) > 1
            and not any(map(_is_special, steps))
            and not _are_apart(words, steps)
        ):
            return None  # parts of one way, which the seer of fields reads as a whole
        steps = [part for step in steps for part in each_part(step)]
        for step in steps:
            if step.verb == "put" and not step.place and not receptacle(step.words) and not _SOMEWHERE.search(step.words):
                return Reading(question=f"Where shall I {step.words}?")
        over = [f"{step.words}: I plan {STEP_LIMIT} steps at a time" for step in steps[STEP_LIMIT:]]
        plan = resolved(steps[:STEP_LIMIT], said, self.clause, context)
        return Reading(steps=_without_finding(plan), left_out=(*left_out, *over))

    def _is_chatter(self, clause: str) -> bool:
        """Whether a clause asks for nothing; with a thing it is a statement or a command."""
        named = any(
            re.search(rf"\b(?:{DETERMINERS}|all|both|every|two) (?:[\w-]+ )*?{re.escape(thing.noun)}\b", clause)
            for thing in self.clause.lexicon.things(clause)
        )
        return is_statement(clause) or (is_chatter(clause) and not named)

    def _without_chatter(self, words: str) -> str:
        """A text without sentences or parts at its ends that only greet, thank or pass the time."""
        parts = re.split(r"(?<=[,.!?;])\s+", words)
        while len(parts) > 1 and self._is_chatter(parts[-1].strip(" ,.;!?")):
            parts.pop()
        while (
            len(parts) > 1
            and self._is_chatter(parts[0].strip(" ,.;!"))
            and not re.search(r"\b(?:it|them|that)\b", " ".join(parts[1:]))
        ):
            parts.pop(0)
        return " ".join(parts).strip(" ,;")

    def _shared(self, clause: str) -> list[str]:
        """A clause, or one for each of the things that share its verb."""
        parts = shared(self._plain(clause), self.clause)
        return parts if len(parts) > 1 else [clause]

    def _plain(self, clause: str) -> str:
        """A clause as a command, without courtesy."""
        if is_negated(clause):
            return re.sub(r",? please$", "", clause)
        wish = as_command(clause.strip(" ,.;:!?"), self.hands)
        plain = without_courtesy(wish)
        wish = as_command(plain, self.hands)
        return re.sub(r",? instead$", "", wish)

    def _step(self, plain: str, said: Said, before: Sequence[PlanStep], several: bool) -> PlanStep | None:
        """A clause as a step; None if the rules do not understand it."""
        if more := self.follow_ups.continued(plain, said, before):
            return more
        step = self.follow_ups.like_before(self.clause.step(plain), plain, said)
        bare = step is not None and several and step.find is not None and plain == step.find.words and step.verb == "go"
        bare = bare and not (before and before[-1].verb == "go")
        return None if bare else step  # among other clauses a bare noun is context, not a command

    def _list(self, words: str) -> tuple[PlanStep, ...]:
        """Steps of a list of things, "tower, cone, dark rock" or "well then tower"; empty for anything else."""
        if self.hands or len(words.split()) > LIST_WORDS or re.search(r"\bbetween\b", words):
            return ()
        words = re.sub(r"^(?:(?:do|make|walk|run) )?a (?:loop|round|tour|trip|circuit): ?", "", words)
        parts = [part.strip(" .,") for part in _PLACES_CUT.split(words)]
        parts = [re.sub(r"^first,? |,? first$|^(?:then|finally|lastly|next|and),? ", "", part) for part in parts if part]
        steps: list[PlanStep] = []
        for part in parts:
            step = self.clause.step(part)
            if step is not None and step.place and steps:
                steps.append(step)
            elif step is not None and step.verb == "go" and step.find is not None and part == step.find.words:
                steps.append(replace(step, words=f"go to {with_article(part)}"))
        return tuple(steps) if len(steps) == len(parts) > 1 else ()

    def _tail(self, words: str, said: Said) -> Reading | None:
        """The plan in the last part of a short text whose first part only chats; None if there is none."""
        short = len(words.split()) <= LIST_WORDS
        match = re.match(r"^(.+?)[,.!?;]? (?:now|so now|so|please)[, ](?:please )?(.+)$", words) if short else None
        if match is None or re.search(rf"\b(?:{_DEEDS})\b", match[1]):
            return None
        return self._steps(match[2], [], said)

    def refusal(self, left_out: Sequence[str]) -> str:
        """Why nothing is done, if every part is left out."""
        clause, _, reason = left_out[0].rpartition(": ")
        if "not to" in reason:
            forbidden = forbidden_part(clause) if is_negated(clause) else ""
            return (
                NOTHING
                if not forbidden or re.match(rf"^{DETERMINERS}\b", forbidden)
                else f"I will not {forbidden}. {NOTHING}"
            )
        able = "walk, open, close, switch, take and put things" if self.hands else "walk to places and say what I see"
        return f"{reason[0].upper()}{reason[1:]}. I can {able}."


def _way(turned: tuple[float, bool]) -> str:
    ways = ("north", "east", "south", "west") if turned[1] else ("ahead", "right", "around", "left")
    return ways[round(turned[0] / 90) % 4]


def _is_special(step: PlanStep) -> bool:
    """Whether a step needs more than a seer: a place that is known, or a choice among what is seen."""
    find = step.find
    picked = find is not None and (find.number != 1 or bool(find.order) or not find.kinds or find.kinds == frozenset({""}))
    return bool(step.move or step.place or step.times > 1 or picked)


def _without_finding(steps: Sequence[PlanStep]) -> tuple[PlanStep, ...]:
    """The steps without those that find what the next one carries: "find the mug and take it" only takes it."""
    return tuple(
        step for k, step in enumerate(steps)
        if not (_FINDING.match(step.words) and k + 1 < len(steps) and _carries(steps[k + 1], step))
    )  # fmt: skip


def _carries(step: PlanStep, found: PlanStep) -> bool:
    return (
        step.verb in ("take", "put")
        and step.find is not None
        and found.find is not None
        and step.find.noun == found.find.noun
    )


def _are_apart(words: str, steps: Sequence[PlanStep]) -> bool:
    """Whether a text says that one thing comes after the other is finished, or only names places to go to."""
    places = all(step.verb == "go" and step.find is not None and step.find.kinds for step in steps)
    return places or bool(
        re.search(r"[.;]\s+\w|\bthen\b|\bafter\b|\bbefore\b|\bfinally\b|\bbut first\b|\bvia\b|\bway to\b", words)
    )
