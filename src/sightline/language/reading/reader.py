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
from sightline.language.reading.plan import BEFORE, TAKEN_FROM, Move, PlanStep, Reading
from sightline.language.reading.queries import is_question, query_of
from sightline.language.reading.steps import CARRYING, StepReader

STEP_LIMIT = 12  # steps of one plan
CHARACTER_LIMIT = 4_000  # of what is read
QUESTION_WORDS = 16  # longer questions are mostly polite commands
REFUSED_WORDS = 12  # of a clause that says what not to do, or what cannot be done; longer ones are left to the seer
NEGATION = r"^(?:(?:and|but|also|please|just) )*(?:do not|never|no need to|you need not|avoid|refrain from|not|without|i do not want you to) "
FILLERS = frozenset(
    [
        "ok",
        "okay",
        "please",
        "thanks",
        "thank",
        "you",
        "right",
        "alright",
        "well",
        "so",
        "now",
        "hey",
        "hi",
        "hello",
        "yes",
        "yeah",
        "great",
        "good",
        "fine",
        "sure",
        "sorry",
        "and",
        "then",
        "robot",
    ]
)  # clauses that ask for nothing
_PRONOUN = r"\b(?:it|them|that one|this one|that|this)\b"


@dataclass(frozen=True)
class Said:
    """What was said and done before."""

    steps: tuple[PlanStep, ...] = ()  # of the last plan
    held: str = ""  # what the agent took and still holds
    asked: bool = False  # the agent has asked which of several things is meant
    offered: bool = False  # the agent has offered to look for something
    named: str = ""  # the thing that was named last, by either of them


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
        if said.offered and re.match(
            r"^(?:yes|yeah|yep|ok|okay|sure|please|do|go ahead|look for it|go and look|try|of course)\b[\w ,]*$",
            spelled.strip(" .!"),
        ):
            return Reading(choice="yes")
        spelled = self._completed(spelled, said)
        short = len(words.split()) <= QUESTION_WORDS
        if short and not self._is_request(spelled) and (query := query_of(spelled, self.lexicon)) is not None:
            return Reading(query=query, taken_for=taken_for)
        if is_gibberish(spelled, self.lexicon):
            return Reading(refusal=f"I did not understand that. {self._advice}")
        if short and is_question(words) and not self._is_request(words):
            return Reading(refusal="I cannot answer that. Ask what I see, hold or did, or where something is.")
        plan = self._plan(spelled, said)
        return replace(plan, taken_for=taken_for) if plan is not None else Reading(steps=(PlanStep(text.strip()),))

    def _completed(self, words: str, said: Said) -> str:
        """Words in which "there", "one" and a bare "where" mean what was named last; "X, go to it" is "go to X"."""
        if match := re.match(
            r"^(?:ok,? |so )?((?:the|a|an|that|my) [^,.;]+)[,.] (?:please )?((?:go|walk|head|run|move|come)(?: over)?) (?:to (?:it|that|there)|there)[.!]*$",
            words,
        ):
            return f"{match[2]} to {match[1]}"
        if not said.named:
            return words
        plain = words.strip(" .!?")
        if plain in ("where", "where is it", "where are they", "where exactly"):
            return f"where is the {said.named}"
        if match := re.match(r"^(what is|is there anything) (in|on|inside) (?:it|there|them)$", plain):
            return f"{match[1]} {match[2]} the {said.named}"
        if re.match(r"^what colou?rs? (?:is it|are they)$", plain):
            return f"what colour is the {said.named}"
        if not self.hands:
            words = re.sub(
                r"\b(go|walk|head|run|move|come|drive)((?: over| back| straight)*) there\b",
                rf"\1\2 to the {said.named}",
                words,
            )
            words = re.sub(
                r"\b(to|around|round|circle|behind|past|visit|find) (?:it|them)$",
                rf"\1 the {said.named}",
                words.rstrip(" .!"),
            )
        noun = said.named.split()[-1]
        return re.sub(
            r"\b(the|that)((?: (?!other\b)[\w-]+){1,2}) one\b(?! (?:by|next|near|with|that|in|on|behind|at)\b)",
            lambda m: self._one(m, noun),
            words,
        )

    def _one(self, match: re.Match[str], noun: str) -> str:
        """ "the red one" with the noun that was named last, if the words between are adjectives."""
        between = match[2].split()
        return f"{match[1]}{match[2]} {noun}" if all(word in self.lexicon.adjectives for word in between) else match[0]

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
        if (
            re.search(r"\b(?:at once|simultaneously|at the same time)\b", words)
            and " and " in words
            and len(words.split()) <= REFUSED_WORDS
        ):
            return Reading(refusal="I can do only one of these at a time. Say which one first.")
        if re.search(
            r"\b(\w+) (?:and|but) (?:do not|not) \1\b|\b(?:stay|wait) (?:here|there|where you are) and (?:go|walk|move|take|open)\b",
            words,
        ):
            return Reading(refusal="That contradicts itself. Say which of the two you want.")
        if len(words.split()) <= REFUSED_WORDS and _takes_back(words):
            return Reading(refusal="That contradicts itself. Say which of the two you want.")
        if listed := self._list(whole):
            return Reading(steps=listed)
        steps: list[PlanStep] = []
        left_out: list[str] = []
        clauses = clauses_of(words)
        for clause in clauses:
            plain = without_politeness(clause)
            if plain in FILLERS:
                continue
            if later := correction(plain):
                plain, steps = without_politeness(later), steps[:-1]
            refusable = len(plain.split()) <= REFUSED_WORDS
            if refusable and is_negated(plain):
                left_out.append(f"{plain}: you said not to")
            elif refusable and (reason := self.clause.unable(plain)):
                left_out.append(f"{plain}: {reason}")
            elif more := self._continued(plain, said, steps):
                steps.append(more)
            elif (step := self.clause.step(plain)) is not None and not (len(clauses) > 1 and _is_bare(step, plain)):
                steps.append(self._like_before(step, plain, said))
            else:
                return self._tail(words, said)
        if steps and any(_contradicts(part, steps) for part in left_out):
            return Reading(refusal="That contradicts itself. Say which of the two you want.", left_out=tuple(left_out))
        if not steps:
            return Reading(refusal=self._refusal(left_out), left_out=tuple(left_out)) if left_out else None
        if not self.hands and not left_out and not any(map(_is_special, steps)) and len(steps) > 1 and not _are_apart(words):
            return None  # parts of one way, which the seer of fields reads as a whole
        steps = [part for step in steps for part in _each_part(step)]
        over = [f"{step.words}: I plan {STEP_LIMIT} steps at a time" for step in steps[STEP_LIMIT:]]
        return Reading(steps=self._resolved(steps[:STEP_LIMIT], said), left_out=(*left_out, *over))

    def _like_before(self, step: PlanStep, plain: str, said: Said) -> PlanStep:
        """A bare noun after a deed of hands means the same deed with this thing: "take the mug", "the cup"."""
        verb = said.steps[-1].verb if said.steps else ""
        if (
            not self.hands
            or step.find is None
            or plain != step.find.words
            or verb not in ("take", "open", "close", "turn on", "turn off")
        ):
            return step
        return replace(step, verb=verb, words=f"{verb} {with_article(plain)}")

    def _list(self, words: str) -> tuple[PlanStep, ...]:
        """Steps of a list of things, "tower, cone, dark rock" or "1. house 2. rock"; empty for anything else."""
        if self.hands or len(words.split()) > QUESTION_WORDS:
            return ()
        parts = [
            part.strip(" .,")
            for part in re.split(r"(?:^|\s)\d[.)]\s*|,\s*(?:and |then |and then )?|\s(?:and then|then)\s", words)
        ]
        parts = [re.sub(r"^first,? |,? first$|^(?:then|finally|lastly|next),? ", "", part) for part in parts if part]
        steps = [self.clause.step(part) for part in parts]
        bare = [
            replace(step, words=f"go to {with_article(part)}")
            for part, step in zip(parts, steps, strict=True)
            if step is not None and step.verb == "go" and _is_bare(step, part)
        ]
        return tuple(bare) if len(bare) == len(parts) > 1 else ()

    def _tail(self, words: str, said: Said) -> Reading | None:
        """The plan in the last part of a short text whose first part only chats; None if there is none."""
        match = (
            re.match(r"^(.+?)[,.!?;]? (?:now|so now|so|please)[, ](?:please )?(.+)$", words)
            if len(words.split()) <= QUESTION_WORDS
            else None
        )
        if match is None or re.search(rf"\b(?:{_DEEDS})\b", match[1]):
            return None
        return self._plan(match[2], said)

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
            r"^(?:(?:do|try) (?:it|that|this|the same(?: thing)?) )?(?:again|once more|one more(?: time| step)?|and another(?: one)?|another time|repeat(?: that| it| this)?)$",
            text,
        ):
            return Reading(steps=said.steps) if said.steps else Reading(refusal="There is nothing to repeat yet.")
        if match := re.match(r"^(?:no[, ]+)?(?:not (?:that|this)(?: one)?)[, ]+(?:but )?((?:the|to|go) .+|\w+)$", text):
            step = self.clause.step(re.sub(r"^to ", "go to ", match[1]))
            if step is not None and "other" not in match[1]:
                return Reading(steps=(step,))
        if match := re.match(
            r"^(?:(?:go|walk|head|move|run)(?: over)? to |take |open |visit |now )*the other (?!one\b)(.+)$", text
        ):
            find = find_of(f"the {match[1]}", self.lexicon)
            if find is not None and last is not None:
                verb = last.verb if last.verb != "circle" else "go"
                return Reading(
                    steps=(PlanStep(f"{'go to' if verb == 'go' else verb} the {match[1]}", verb, find, other=True),)
                )
        if re.match(
            r"^(?:no[, ]+)?(?:i (?:mean|meant|said) )?(?:not (?:that|this)(?: one)?|(?:the )?wrong one|(?:(?:go to|take|open|try|use|to) )?the other(?: one)?)"
            r"(?:[,. ]+(?:i (?:mean|meant) )?the other(?: one)?)?$", text,
        ):  # fmt: skip
            return (
                Reading(steps=(replace(last, other=True),))
                if last
                else Reading(refusal="Which other one? Nothing was done yet.")
            )
        match = re.match(r"^(?:(?:now|and|then|it|turn|switch) )*(on|off)(?: again)?(?: please)?$", text)
        if match and last is not None and last.verb in ("turn on", "turn off") and last.find is not None:
            verb = f"turn {match[1]}"
            return Reading(steps=(replace(last, verb=verb, words=f"{verb} {with_article(head_of(last.find.words))}"),))
        if match := re.match(r"^(?:(?:and |now )?(?:do )?the same (?:thing )?|same )(?:in|with|for|to|at) (.+)$", text):
            find = find_of(match[1], self.lexicon)
            if last is None or find is None:
                return Reading(refusal="There is nothing to repeat yet.") if last is None else None
            if find.kinds & self.lexicon.rooms:
                return Reading(steps=(PlanStep(f"go to {match[1]}", "go", find), *said.steps))
            if last.find is not None:
                return Reading(steps=(replace(last, words=last.words.replace(last.find.words, match[1]), find=find),))
        if re.match(
            r"^(?:stop|wait|stay|leave (?:everything|it all|all|it) (?:as it is|alone|like this)|(?:stay|remain|stand) (?:here|there|put|still|where you are)|do nothing|halt|freeze|nothing|never ?mind|forget it|"
            r"cancel(?: that| it)?|hold on|do not move|do not do anything)$", text,
        ):  # fmt: skip
            return Reading(refusal="I stay where I am.")
        if re.match(
            r"^(?:yes|yeah|yep|ok|okay|good|great|nice|thanks|thank you|cool|perfect|well done|no|nope|hello|hi|hey|good (?:morning|evening|day)|bye|"
            r"goodbye|sorry|good (?:job|robot|boy|girl)|i love you|how are you)$", text,
        ):  # fmt: skip
            return Reading(refusal=self._advice)
        return None

    def _continued(self, text: str, said: Said, before: Sequence[PlanStep]) -> PlanStep | None:
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
            return PlanStep(text, "go", move=Move(side, False))
        if re.match(
            r"^(?:put|place|set|bring|take|return) (?:it|that|them) back(?: (?:where (?:it|you) .*|again|there|(?:in|to) its place))?$",
            text,
        ):
            taken = (step.find.noun for step in reversed(before) if step.verb == "take" and step.find)
            return PlanStep(f"put {with_article(said.held or next(taken, 'it'))} back", "put", place=TAKEN_FROM)
        if re.match(r"^(?:now |then )?(?:go |move |walk |to the )*(?:left|right)$", text):
            return PlanStep(text, "go", move=Move(270.0 if text.endswith("left") else 90.0, False))
        return PlanStep("go back", "go", place=BEFORE) if re.match(r"^back(?: again)?$", text) else None

    def _resolved(self, steps: Sequence[PlanStep], said: Said) -> tuple[PlanStep, ...]:
        """Steps with "it" replaced by what it means: the last item for hands that carry, otherwise the last piece of furniture."""
        item = said.held or _last_named(said.steps, CARRYING)
        thing = _last_named(said.steps, ("open", "close", "turn on", "turn off", "go")) or said.named
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


_DEEDS = "go|walk|move|head|run|take|put|open|close|turn|switch|bring|find|visit|circle|get|grab|pick|stop|pass"


def _each_part(step: PlanStep) -> list[PlanStep]:
    """A step about several parts of one thing as a step for each: "both drawers", "all four burners"."""
    match = re.match(
        r"^(open|close|turn on|turn off) (?:all|both|every|each)(?: of)?(?: the)?(?: (two|three|four|2|3|4))? ((?:\w+ )?)(drawer|door|burner|tap|tray)s?\b(.*)$",
        step.words,
    )  # fmt: skip
    if match is None:
        return [step]
    verb, count, which, part, rest = match.groups()
    both = re.match(r"^\w+(?: \w+)? both\b", step.words) is not None or count in ("two", "2")
    sides = ["left", "right"] if both else PARTS[part] if count not in ("three", "3") else ["top", "middle", "bottom"]
    words = [f"{verb} the {side} {which}{part}{rest}" for side in sides]
    return [replace(step, words=text, verb=verb, find=None) for text in words]


PARTS = {
    "drawer": ["top", "upper", "lower", "bottom"], "door": ["left", "right"], "tap": ["left", "right"], "tray": ["upper", "lower"],
    "burner": ["front left", "front right", "back left", "back right"],
}  # fmt: skip


def _takes_back(words: str) -> bool:
    """Whether a text asks for something and for the opposite: "switch it on and keep it off"."""
    match = re.search(r"\b(?:and|but) keep (?:it|them) (on|off|open|closed|shut)\b", words)
    opposites = {
        "on": r"\b(?:off|out)\b",
        "off": r"\bon\b",
        "open": r"\b(?:close|shut)\b",
        "closed": r"\bopen\b",
        "shut": r"\bopen\b",
    }
    if match and re.search(opposites[match[1]], words):
        return True
    return bool(re.search(r"\b(?:take|pick|grab|get)\b.*\bbut leave (?:it|them) (?:there|where|in|on|alone)\b", words))


def _contradicts(part: str, steps: Sequence[PlanStep]) -> bool:
    """Whether a part that is forbidden is also asked for."""
    forbidden = re.sub(NEGATION, "", part.rpartition(": ")[0])
    named = [step.find.noun for step in steps if step.find is not None]
    same = any(step.words == forbidden for step in steps) or (
        len(steps) == 1 and any(noun and noun in forbidden.split() for noun in named)
    )
    return "not to" in part and (forbidden in ("move", "go", "walk", "do it", "do anything", "go there") or same)


def _is_bare(step: PlanStep, clause: str) -> bool:
    """Whether a clause is only a noun: among other clauses that is context, not a command."""
    return step.find is not None and clause == step.find.words


def _is_special(step: PlanStep) -> bool:
    """Whether a step needs more than a seer: a place that is known, or a choice among what is seen."""
    find = step.find
    picked = find is not None and (find.number != 1 or bool(find.order) or not find.kinds or find.kinds == frozenset({""}))
    return bool(step.move or step.place or step.times > 1 or picked)


def _are_apart(words: str) -> bool:
    """Whether a text says that one thing comes after the other is finished."""
    return bool(re.search(r"[.;]\s+\w|\bthen\b|\bafter\b|\bbefore\b|\bfinally\b", words))


def _last_named(steps: Sequence[PlanStep], verbs: tuple[str, ...]) -> str:
    """The last thing that steps with some verbs were about; empty if there is none."""
    named = [step.find for step in steps if step.find and step.find.noun != "it" and step.verb in verbs]
    return head_of(named[-1].words) if named else ""


def head_of(words: str) -> str:
    """A noun phrase without the places that follow it."""
    return re.split(r" (?:in|on|from|into|onto|to|out of|at|back) ", words)[0]


def with_article(noun: str) -> str:
    """A noun with its article."""
    return noun if re.match(r"^(?:the|a|an|that|this|my|your|all|both|every|it|them)\b", noun) else f"the {noun}"
