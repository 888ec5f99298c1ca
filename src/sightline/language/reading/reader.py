"""The reader: free words become a plan of steps in plain words, a question about the world, or a reason to do nothing.

It works by rules over words, not by a trained model: it changes only what it understands, and everything else goes to the
seer as it was said. What was said before (`Said`) completes short follow-ups such as "again" and "close it".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

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
from sightline.language.reading.phrases import find_of, move_of
from sightline.language.reading.plan import ALL, BEFORE, START, TAKEN_FROM, Find, Move, Reading, Step
from sightline.language.reading.queries import is_question, query_of
from sightline.language.reading.words import HANDLING, NUMBERS, PAIRED, TIMES, UNABLE

STEP_LIMIT = 12  # steps of one plan
CHARACTER_LIMIT = 4_000  # of what is read
FIELD_FURTHER, HOUSE_FURTHER = 4.0, 0.6  # "a bit further"
ENGLISH_ONLY = "I read English only"
NOT_UNDERSTOOD = "I did not understand that. Say where to go or what to do, for example: {example}."
NOTHING = "Nothing was said. Say where to go or what to do, for example: {example}."
NO_MARKUP = "I read plain English sentences, not code or markup."


@dataclass(frozen=True)
class Said:
    """What was said and done before."""

    steps: tuple[Step, ...] = ()  # of the last plan
    held: str = ""  # what the agent took and still holds
    taken_back: bool = True  # whether it knows from where
    asked: bool = False  # the agent has asked which of several things is meant


@dataclass(frozen=True)
class Reader:
    """Reads what people say to an agent of one world."""

    lexicon: Lexicon
    hands: bool  # whether the agent has hands
    example: str = "go to the tree"

    def read(self, text: str, said: Said = Said()) -> Reading:
        """The plan, query, choice or refusal in some words."""
        words = written_out(text[:CHARACTER_LIMIT])
        if not re.search(r"\w", words):
            return Reading(refusal=NOTHING.format(example=self.example))
        if MARKUP.search(text):
            return Reading(refusal=NO_MARKUP)
        if language := foreign_language(words):
            which = "" if language == "another script" else f"; this looks like {language}"
            return Reading(refusal=f"{ENGLISH_ONLY}{which}.")
        words, taken_for = corrected(words, self.lexicon)
        if said.asked and (choice := self._choice(words)):
            return Reading(choice=choice, taken_for=taken_for)
        if (query := query_of(words, self.lexicon)) is not None and not self._is_request(words):
            return Reading(query=query, taken_for=taken_for)
        if is_gibberish(words, self.lexicon):
            return Reading(refusal=NOT_UNDERSTOOD.format(example=self.example))
        return replace(self._plan(words, said), taken_for=taken_for)

    def _is_request(self, words: str) -> bool:
        """Whether a question is a polite command: "can you find the well?" is, "can you see the well?" is not."""
        return bool(re.match(r"^(?:can|could|would|will) you (?:find|spot|locate)\b", words)) and not words.endswith(
            "anywhere?"
        )

    def _choice(self, words: str) -> str:
        """An answer to the question which of several things is meant; empty if it is something else."""
        plain = without_politeness(re.sub(r"^(?:no|i mean|i meant|it is)[, ]+", "", words.strip(" .!?")))
        if re.match(r"^(?:go to |take |open |choose |i want |use )?(?:the |option |number |letter )?(?:first|second|third|fourth|last|former|latter|left|right|"
                    r"nearer|nearest|closer|closest|farther|further|farthest|other|a|b|c|d|1|2|3|4|one|two|three)(?: one| of them| option)?$", plain):  # fmt: skip
            return plain
        if re.match(
            r"^(?:any|either|whichever|does not matter|you choose|no matter|both|all|both of them|all of them)\b", plain
        ):
            return plain
        if re.match(r"^the .*\bone\b.*$|^(?:the )?(?:one|that one|this one) .*$", plain):
            return plain
        tokens = [word for word in plain.split() if word not in ("the", "one", "a", "and", ",")]
        if tokens and all(word in self.lexicon.adjectives for word in tokens):
            return plain
        return plain if re.match(r"^(?:the )?[\w -]+$", plain) and find_of(plain, self.lexicon) is not None else ""

    # Plans

    def _plan(self, words: str, said: Said) -> Reading:
        steps: list[Step] = []
        left_out: list[str] = []
        whole = without_politeness(words)
        follow_up = self._follow_up(whole, said)
        if isinstance(follow_up, Reading):
            return follow_up
        if follow_up:
            return Reading(steps=follow_up)
        if is_question(words) and self._asks(words):
            return Reading(refusal="I cannot answer that. Ask what I see, hold or did, or where something is.")
        clauses = clauses_of(words)
        if len(clauses) == 1 or self._is_one(words, clauses):
            clauses = (
                [words] if len(clauses) == 1 or not any(is_negated(without_politeness(c)) for c in clauses) else clauses
            )
        for clause in clauses:
            plain = without_politeness(clause)
            if not plain or not re.search(r"\w", plain):
                continue
            if later := correction(plain):
                plain, steps = without_politeness(later), steps[:-1]
            if is_negated(plain):
                left_out.append(f"{plain}: you said not to")
            elif reason := self._unable(plain):
                left_out.append(f"{plain}: {reason}")
            else:
                steps += self._follow_up_step(plain, said, steps) or self._steps(plain, said, steps)
        if len(steps) > STEP_LIMIT:
            left_out += [f"{step.words}: I plan {STEP_LIMIT} steps at a time" for step in steps[STEP_LIMIT:]]
            steps = steps[:STEP_LIMIT]
        if not steps:
            return Reading(refusal=self._refusal(left_out), left_out=tuple(left_out))
        return Reading(steps=self._resolved(steps, said), left_out=tuple(left_out))

    def _asks(self, words: str) -> bool:
        return not re.match(
            r"^(?:is it possible|are you able|would|could|can|will|may|might|have a|how about|what about|why do(?:es)? not)\b",
            words,
        )

    def _is_one(self, words: str, clauses: list[str]) -> bool:
        """Whether clauses are parts of one way, which a seer of fields reads best as a whole."""
        if self.hands:
            return False
        plain = [without_politeness(clause) for clause in clauses]
        special = any(self._unable(c) or correction(c) or self._special(c) for c in plain)
        return not special

    def _special(self, clause: str) -> bool:
        """Whether a clause needs more than a seer."""
        step = self._step(clause)
        find = step.find
        return bool(
            step.move
            and step.move.absolute
            or step.place
            or step.times > 1
            or (find and (find.number != 1 or not find.kinds or find.order))
        )

    def _refusal(self, left_out: list[str]) -> str:
        if not left_out:
            return NOT_UNDERSTOOD.format(example=self.example)
        clause, _, reason = left_out[0].rpartition(": ")
        if "not to" in reason:
            deed = re.sub(
                r"^(?:(?:and|but|also|please|just) )*(?:do not|never|no need to|you need not|avoid|refrain from|not|without) ",
                "",
                clause,
            )
            return f"I do not {deed}. I stay where I am."
        able = (
            "walk, open, close, switch, take and put things"
            if self.hands
            else "walk to places and answer questions about what I see"
        )
        return f"I cannot do that ({clause}): {reason}. I can {able}."

    def _unable(self, clause: str) -> str:
        """Why a clause cannot be carried out; empty if it may be."""
        first = clause.split()[0]
        if first in UNABLE and not (not self.hands and first in ("jump", "swim", "dive", "fly", "dance", "sail", "ride", "hide", "draw", "cut", "row")
                                    and re.search(r"\b(?:to|towards?|around|into|across|over|between|past|through)\b", clause)):  # fmt: skip
            return f"I cannot {first}"
        if not self.hands:
            match = re.match(
                r"^(open|close|shut|pick up|grab|lift|carry|bring|fetch|steal|hold|eat|unlock|push|pull|move|take|put|switch on|switch off|turn on|turn off) (?:me |up )?(?:the|a|an|that|this|some|it|my) ?(.*)",
                clause,
            )
            if match and not re.match(
                r"^(?:take|put|move|bring)\b.*\b(?:left|right|path|way|route|gap|turn|steps?|side|yourself|me to)\b", clause
            ):
                return "I have no hands here"
        elif re.match(
            r"^(?:move|push|pull|drag|turn|rotate|lift|carry) the (?:sofa|bed|wall|fridge|house|table|wardrobe|couch|bathtub|stove|oven)\b(?! (?:on|off))",
            clause,
        ):
            return "furniture stays where it is"
        return ""

    def _steps(self, clause: str, said: Said, before: list[Step]) -> list[Step]:
        step = self._step(clause)
        return [step]

    def _step(self, clause: str) -> Step:
        """One clause as a step."""
        text = clause.strip()
        if match := re.match(
            r"^(?:walk|go|run|drive|loop|move|orbit|march)?(?: all the way)? ?(?:circle|around|round|encircle|orbit|loop around|in circles around|laps? (?:around|of)|a lap (?:around|of)) (?:around )?(.+?)(?:,? (once|twice|thrice|(\w+) times))$",
            text,
        ):
            find = find_of(match[1], self.lexicon)
            count = (
                TIMES.get(match[2], 0)
                or int(NUMBERS.get(match[3] or "", 0))
                or (int(match[3]) if (match[3] or "").isdigit() else 1)
            )
            if find is not None:
                return Step(f"circle {match[1]} {match[2]}", "circle", find, times=min(count, 5))
        if (move := move_of(text)) is not None and (move.absolute or move.distance or move.steps):
            return Step(text, "go", move=move)
        if place := _remembered(text):
            return Step(text, "go", place=place)
        if self.hands and (handled := self._handled(text)) is not None:
            return handled
        going = re.match(
            r"^(?:(?:go|walk|move|head|run|travel|proceed|step|come|drive|navigate|advance|march|stroll|wander|hurry|make your way|get|dash|rush|sprint|"
            r"return|sail|fly|swim|ride|jump|trot|nip|pop)(?: (?:straight|directly|over|up|all the way|right up|back|on|yourself|down|along|quickly|slowly|ahead))* "
            r"(?:to|towards?|up to|over to|near|next to|by|beside|close to|into|in|inside|through to|for|in the direction of)|approach|reach|visit|find|locate|enter|"
            r"look for|search for|seek(?: out)?|go (?:see|find|visit)|head for|make for|show me|take me to|lead me to|guide me to|stop (?:at|by|near|next to)|stand (?:at|by|near|next to)) (.+)$", text)  # fmt: skip
        target = going[1] if going else text if len(text.split()) <= 8 else ""
        find = find_of(target, self.lexicon) if target else None
        if find is not None and (going or _is_only(find, text)):
            return Step(text, "go", find)
        if going and re.match(r"^(?:the |a |an |my |your |that |some )?[\w'-]+(?: [\w'-]+)?$", target):
            unknown = re.sub(r"^(?:the|a|an|my|your|that|some) ", "", target)
            if not self._names_place(unknown):
                return Step(text, "go", Find(target, frozenset({""}), noun=unknown))
        return Step(text)

    def _names_place(self, words: str) -> bool:
        """Whether words name a place that is no thing: a fence, the lake, a corner, the middle."""
        return bool(re.search(r"\b(?:fence|fences|lake|pond|water|puddle|river|grass|corner|corners|middle|centre|center|edge|wall|walls|gap|side|end|door|doorway|"
                              r"window|room|rooms|left|right|front|back|start|it|them|there|here|me|him|her|end|place|spot|point|other|one|outside|floor|exit|entrance|"
                              r"house|home|bit|meters?|metres?|steps?|field|forward|drawer|shelf|cupboard|cabinet|counter|next|far|lawn|bank|shore|puddles)\b", words))  # fmt: skip

    def _handled(self, text: str) -> Step | None:
        """A clause about opening, closing, switching, taking or putting, with its plainest verb."""
        if match := re.match(r"^(\w+) (.+?) (on|off|out|up|down)(?: again)?$", text):
            verb, thing, particle = match.groups()
            if particle in PAIRED.get(verb, ()) and (find := self._thing(thing)) is not None:
                plain = _plainest(f"{verb} {particle}")
                if plain and not (plain == "turn on" and verb == "put" and find.kinds & self.lexicon.carried):
                    return Step(f"{plain} {thing}", plain, find)
        if match := re.match(r"^(?:bring|give|hand|get|fetch|pass|show) me (.+)$", text):
            find = self._thing(match[1])
            return Step(f"take {match[1]}", "take", find) if find is not None else None
        if match := re.match(r"^(?:look|have a look|peek|check|see what is) (?:in|inside|into|inside of) (.+)$", text):
            find = self._thing(match[1])
            return Step(f"open {match[1]}", "open", find) if find is not None else None
        for plain, forms in HANDLING.items():
            for form in sorted(forms, key=len, reverse=True):
                if not text.startswith(f"{form} "):
                    continue
                rest = text[len(form) + 1 :]
                find = self._thing(rest)
                if find is None:
                    return None
                if plain == "turn on" and form in ("put on", "start", "light") and find.kinds & self.lexicon.carried:
                    plain = "put"
                to = _receptacle(rest)
                if plain in ("put", "bring") or (
                    plain == "take" and to and re.search(rf"\b(?:to|into|onto) {re.escape(to)}", rest)
                ):
                    if not to or re.search(r"\b(?:from|out of|off)\b " + re.escape(to), rest):
                        return (
                            Step(f"take {rest}", "take", find)
                            if plain == "bring"
                            else None
                            if plain == "put"
                            else Step(f"take {rest}", "take", find)
                        )
                    destination = find_of(to, self.lexicon)
                    if destination is not None and destination.kinds & self.lexicon.rooms:
                        return Step(text, "bring", find, destination)
                    return Step(text if plain != "put" else f"put {rest}", "put", find, destination)
                return Step(f"{plain} {rest}", plain, find)
        return None

    def _thing(self, words: str) -> Find | None:
        """The thing that a verb is about; "it" and parts such as "the left drawer" count too."""
        if re.match(r"^(?:it|them|that|this|that one|this one)\b", words):
            return Find(words, noun="it", modified=True)
        found = find_of(words, self.lexicon)
        if found is not None:
            return found
        match = re.match(
            r"^(?:the |a |an |my |your |that |this |some )?(.+?)(?: (?:in|on|from|to|into|onto|at|out|by|of|under|that|which|next|near|behind)\b.*)?$",
            words,
        )
        noun = match[1] if match else words
        if self._names_place(noun) or re.search(r"\b(?:lid|tray|light|lights|tap|drawers|flap|rack)\b", noun):
            number = ALL if re.match(r"^(?:all|every|each)\b", words) else 1
            return Find(words, noun=noun, modified=True, number=number)
        return Find(words, frozenset({""}), noun=noun)

    # Follow-ups

    def _follow_up(self, text: str, said: Said) -> tuple[Step, ...] | Reading:
        """What only makes sense after what was said before."""
        last = said.steps[-1] if said.steps else None
        if re.match(
            r"^(?:do (?:it|that|this|the same(?: thing)?) )?(?:again|once more|one more time|another time|repeat(?: that| it| this)?)(?: please)?$|^do (?:it|that) over$",
            text,
        ):
            return said.steps if said.steps else Reading(refusal="There is nothing to repeat yet.")
        if re.match(r"^(?:no[, ]+)?(?:not that one|the other one|the other|not this one|wrong one|no the other|i meant the other(?: one)?|not that|the wrong one|"
                    r"(?:go to|take|open|try|use) the other(?: one)?)(?:,? (?:the other one|the other))?$", text):  # fmt: skip
            return (
                (replace(last, other=True),)
                if last is not None
                else Reading(refusal="Which other one? I have not been anywhere yet.")
            )
        if match := re.match(r"^(?:(?:and |now )?(?:do )?the same (?:thing )?|same )(in|with|for|to|at) (.+)$", text):
            if last is None:
                return Reading(refusal="There is nothing to repeat yet.")
            find = find_of(match[2], self.lexicon)
            if find is not None and find.kinds & self.lexicon.rooms:
                return (Step(f"go to {match[2]}", "go", find), *said.steps)
            if last.find is not None:
                return (replace(last, words=last.words.replace(last.find.words, match[2]), find=find),)
        if re.match(
            r"^(?:stop|wait|stay|stay (?:here|there|put|where you are)|do nothing|stand still|do not move|halt|freeze|nothing|never mind|nevermind|forget it|cancel(?: that)?|hold on)$",
            text,
        ):
            return Reading(refusal="I stay where I am.")
        if re.match(
            r"^(?:yes|yeah|yep|ok|okay|good|great|nice|thanks|thank you|cool|perfect|well done|no|nope|hello|hi|hey|good morning|bye|goodbye|sorry)$",
            text,
        ):
            return Reading(refusal=f"Say where to go or what to do, for example: {self.example}.")
        return ()

    def _follow_up_step(self, text: str, said: Said, before: list[Step]) -> list[Step]:
        """A clause that continues what was done before: "a bit further", "put it back", "and back"."""
        if match := re.match(r"^(?:go |walk |move |come |step |keep |carry |a )*(?:a )?(?:(?:little |tiny )?(?:bit|little)|few (?:more )?steps|some) ?(?:more )?(further|farther|more|closer|back|forward|forwards|"
                             r"ahead|left|right|to the left|to the right|nearer)?$|^(?:go|keep|carry|walk) (on|going|walking|further|farther)$|^(?:further|farther|continue|more|keep going|go on)$", text):  # fmt: skip
            heading = {"back": 180.0, "left": 270.0, "right": 90.0, "to the left": 270.0, "to the right": 90.0}.get(
                match[1] or "", 0.0
            )
            return [Step(text, "go", move=Move(heading, False, HOUSE_FURTHER if self.hands else FIELD_FURTHER))]
        if re.match(
            r"^(?:put|place|set|bring|take|return) (?:it|that|them) back(?: (?:where (?:it|you) .*|again|there|in its place|to its place))?$",
            text,
        ):
            what = said.held or next(
                (step.find.noun for step in reversed(before) if step.verb == "take" and step.find), "it"
            )
            return [Step(f"put {_with_article(what)} back", "put", place=TAKEN_FROM)]
        if (
            re.match(r"^(?:now |then |and )?(?:go |turn |move |walk |to the )*(left|right)$", text)
            and not self.hands
            and not text.startswith("turn")
        ):
            side = 270.0 if text.endswith("left") else 90.0
            return [Step(text, "go", move=Move(side, False, 2 * FIELD_FURTHER))]
        if re.match(r"^(?:and )?back(?: again)?$", text):
            return [Step("go back", "go", place=BEFORE)]
        return []

    def _resolved(self, steps: list[Step], said: Said) -> tuple[Step, ...]:
        """Steps with "it" replaced by what it means, as far as words tell."""
        item = said.held or _last_named(said.steps, ("take", "put", "bring"))
        thing = _last_named(said.steps, ("open", "close", "turn on", "turn off", "go"))
        resolved = []
        for step in steps:
            carrying = step.verb in ("take", "put", "bring")
            last = (item or thing) if carrying else (thing or item)
            if step.find is not None and step.find.noun == "it" and last:
                name = _with_article(last)
                step = replace(step, words=re.sub(_PRONOUN, name, step.words, count=1), find=self._thing(name))
            elif thing and step.verb and self.hands and re.search(r"\b(?:from|of|in|into|on|off|inside) it\b", step.words):
                step = replace(step, words=re.sub(r"\bit\b", _with_article(thing), step.words, count=1))
            if step.find is not None and step.find.noun != "it":
                if carrying:
                    item = _head(step.find.words)
                    into = re.search(r"\b(?:in|into|inside) (the [\w' -]+)$", step.words)
                    thing = into[1] if into and step.verb == "put" else thing
                else:
                    thing = step.find.words
            resolved.append(step)
        return tuple(resolved)


_PRONOUN = r"\b(?:it|them|that one|this one|that|this)\b"


def _last_named(steps: Sequence[Step], verbs: tuple[str, ...]) -> str:
    """The last thing that steps with some verbs were about; empty if there is none."""
    named = [step.find for step in steps if step.find and step.find.noun != "it" and step.verb in verbs]
    return _head(named[-1].words) if named else ""


def _head(words: str) -> str:
    """A noun phrase without the places that follow it."""
    return re.split(r" (?:in|on|from|into|onto|to|out of|at|back) ", words)[0]


def _remembered(text: str) -> str:
    """A place that the agent remembers: where it started, or where it was before."""
    if re.match(r"^(?:go|come|walk|head|move|return|get|run|back)?(?: all the way)? ?(?:back )?(?:to )?(?:(?:the )?(?:start|beginning|starting (?:point|place|position)|origin)|"
                r"where (?:you|we|it) (?:all )?(?:started|began|start|were at the (?:start|beginning)|first were)|your (?:start|starting (?:point|place|position))|home)(?: again)?$", text):  # fmt: skip
        return START
    if re.match(r"^(?:go|come|walk|head|move|run|get) (?:right |straight |all the way )?back(?: (?:here|again|to me|now|to where you (?:were|came from|stood)(?: before)?|the way you came|where you came from))?$|"
                r"^return(?: (?:here|to me|now|again|to where you (?:were|came from)))?$|^back(?: to where you (?:were|came from)(?: before)?)?$|^go back to where you (?:were|came from|stood)(?: before)?$|"
                r"^come (?:here|to me)$", text):  # fmt: skip
        return BEFORE
    return ""


def _is_only(find: Find, text: str) -> bool:
    """Whether a noun phrase is all there is of a text: "the red barrel"."""
    return find.words == text.strip() and bool(re.match(r"^(?:the|a|an|that|this|both|all|every|each|something|[\w-]+)\b", text)) and not re.match(
        r"^(?:turn|stop|wait|stand|pass|past|between|behind|around|left|right|keep|cross|through|along|in|on|at|by|near|face|from|with|under|over)\b", text)  # fmt: skip


def _plainest(form: str) -> str:
    return next((plain for plain, forms in HANDLING.items() if form in forms), "")


def _receptacle(words: str) -> str:
    """The last place of a clause about carrying: "the mug from the desk into the sink" gives "the sink"."""
    places = re.findall(
        r"\b(?:in|on|into|onto|to|inside|under|on top of|next to|beside|at) ((?:the |a |my |your |that )?[\w' -]+?)(?= (?:in|on|into|onto|to|inside|from|that|which)\b|[,.;]|$)",
        words,
    )
    return places[-1] if places else ""


def _with_article(noun: str) -> str:
    return noun if re.match(r"^(?:the|a|an|that|this|my|your|all|both|every|it|them)\b", noun) else f"the {noun}"
