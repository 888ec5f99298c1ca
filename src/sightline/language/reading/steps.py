"""Steps: one clause, if it is plain enough to be understood by rules, as a verb and the things that it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sightline.language.lexicon import Lexicon
from sightline.language.reading.english import COMMON
from sightline.language.reading.motions import length_of, move_of, place_of, toward_of, turning_of
from sightline.language.reading.phrases import find_of
from sightline.language.reading.plan import ALL, BEFORE, START, Find, PlanStep
from sightline.language.reading.words import DETERMINERS, HANDLING, NUMBERS, PAIRED, TIMES

PLAIN_WORDS = 14  # of a clause that rules may understand
CARRYING = ("take", "put", "bring")
LAPS = 5  # around one thing, at most
UNKNOWN = frozenset({""})  # the kinds of a noun that the world's lexicon lacks
_CIRCLE = re.compile(
    r"^(?:walk|go|run|drive|move|march) (?P<b>once|twice|thrice|\w+ times) (?:around|round) (?P<w>.+)$"
    r"|^(?P<one>circle|encircle|orbit) (?:around )?(?P<v>(?!.*\b(?:once|twice|thrice|times)$).+)$"
    r"|^(?:(?:walk|go|run|drive|move|march|do)?(?: all the way)? ?(?:circle|around|round|encircle|orbit|loop around|in circles around|"
    r"(?:a )?(?:laps?|loops?|circles?) (?:around|of)))(?: around)? (?P<x>.+?),? (?P<n>once|twice|thrice|(?P<c>\w+) times)$"
    r"|^(?:do|make|walk|run|take) (?P<k>\w+) (?:full |complete |whole )?(?:laps?|loops?|circles?|rounds?) (?:around|of|round) (?P<y>.+)$"
)
_GO = re.compile(
    r"^(?:(?:go|walk|move|head|run|travel|proceed|step|come|drive|navigate|advance|march|stroll|wander|hurry|make your way|get|dash|rush|"
    r"sprint|return|sail|fly|swim|ride|jump|trot|nip|pop)(?: (?:straight|directly|over|up|all the way|right up|right|back|on|yourself|down|"
    r"along|quickly|slowly|ahead|across|carefully))* (?:to|towards?|up to|over to|near|next to|by|beside|close to|into|in|inside|through to|"
    r"for|in the direction of|until you (?:reach|get to|are at|come to|find))|approach|reach|visit|find|locate|enter|look for|search for|"
    r"seek(?: out)?|see|look at|check out|have a look at|(?:(?:on|over|off|back|again|straight|along|up|down) )?to|onto|(?:position|place|park|plant|station|put) yourself (?:at|by|beside|next to|near|in front of)|go (?:see|find|visit)|(?:head|make|aim) for|show me|take me to|lead me to|guide me to|bring me to|"
    r"(?:stop|stand|wait|start|begin|finish|end|end up|arrive|be|pause|park)(?: over)? (?:at|by|near|next to|beside)|walk until you (?:are|stand) (?:at|by|beside|next to|near)) (?P<x>.+)$"
)
# Places that are no things: a noun like these is left to the seer.
PLACES = re.compile(
    r"\b(?:fences?|lakes?|ponds?|water|puddles?|river|grass|corners?|middle|centre|center|edge|walls?|gap|sides?|end|doors?|doorway|window|"
    r"rooms?|left|right|front|back|start|it|them|there|here|me|him|her|place|spot|point|other|one|outside|floor|exit|entrance|bit|meters?|"
    r"metres?|steps?|field|forward|drawers?|shelf|shelves|cupboards?|cabinets?|counter|far|lawn|bank|shore|lid|tray|lights?|tap|flap|rack|"
    r"handle|switch|basket|burners?|hobs?)\b"
)


_AFTER_NOUN = re.compile(
    r"^(?: (?:in|on|at|by|near|behind|beside|next|under|of|from|to|that|which|with|again|there|here|over|first|once|one after|between|ahead|straight|across|up close)\b.*)?$"
)


@dataclass(frozen=True)
class StepReader:
    """Reads single clauses of one world."""

    lexicon: Lexicon
    hands: bool  # whether the agent has hands

    def step(self, clause: str) -> PlanStep | None:
        """A plain clause as a step; None if the rules do not understand all of it."""
        if len(clause.split()) > PLAIN_WORDS or re.search(r"[,:;()]", clause):
            return None
        return (
            self._circle(clause)
            or self._motion(clause)
            or (self._handled(clause) if self.hands else None)
            or self._go(clause)
        )

    def _circle(self, clause: str) -> PlanStep | None:
        match = _CIRCLE.match(clause)
        if not match:
            return None
        number = match["n"] or match["k"] or match["b"] or ""
        count = 1 if match["one"] else TIMES.get(number) or _whole(match["c"] or number.removesuffix(" times"))
        find = find_of(match["x"] or match["y"] or match["w"] or match["v"], self.lexicon)
        if find is None or not count:
            return None
        return PlanStep(
            f"circle {find.words} {'once' if count == 1 else f'{count} times'}", "circle", find, times=min(count, LAPS)
        )

    def _motion(self, clause: str) -> PlanStep | None:
        if turning := turning_of(clause, self.lexicon):
            return PlanStep(clause, "turn", turning[1], move=turning[0])
        move = move_of(clause, fenced=not self.hands) or length_of(clause)
        if move is not None and (move.absolute or move.distance is not None or move.steps is not None):
            return PlanStep(clause, "go", move=move)
        if toward := toward_of(clause, self.lexicon):
            return PlanStep(clause, "go", toward[1], move=toward[0])
        place = remembered(clause) or ("" if self.hands else place_of(clause))
        return PlanStep(clause, "go", place=place) if place else None

    def _go(self, clause: str) -> PlanStep | None:
        match = _GO.match(clause)
        if match is None:
            find = find_of(clause, self.lexicon)
            if find is None or not self._is_phrase(clause, find):
                return None
            return PlanStep(f"go to {_definite(clause)}" if self.hands else clause, "go", find)
        find = find_of(match["x"], self.lexicon)
        if find is not None:
            return PlanStep(clause, "go", find)
        named = re.match(
            rf"^(?:{DETERMINERS} )?(?P<n>[\w'-]+(?: [\w'-]+)?)(?P<rest> (?:next to|near|by|behind|in|on|beside|of|at|with|that)\b.*)?$",
            match["x"],
        )
        if named and not PLACES.search(named["n"]) and not re.match(r"^(?:where|what|how|which|the|a)\b", named["n"]):
            return PlanStep(clause, "go", Find(match["x"], UNKNOWN, noun=named["n"]))
        return None

    def _is_phrase(self, clause: str, find: Find) -> bool:
        """Whether a clause is only a noun phrase, such as "the red barrel"."""
        things = self.lexicon.things(clause)
        if things and find.noun == things[0].noun and not (find.order or find.side is not None or find.but):
            last = things[0].first + len(things[0].noun.split())
            after = " ".join(["", *re.findall(r"[\w'-]+|[^\w\s]", clause)[last:]])
            if not _AFTER_NOUN.match(after) and not find.adjectives:
                return False
        return not re.match(
            r"^(?:turn|stop|wait|stand|pass|past|between|behind|around|left|right|keep|cross|through|along|in|on|at|by|near|face|from|with|under|over|"
            r"back|up|down|straight|not|no|leave|continue|follow|halt|half|of|why|how|what)\b", clause,
        ) and not re.search(r"\b(?:is|are|was|were|will|be|has|have|until|then|and (?:stop|turn|go)|why|the$|of$)\b", clause)  # fmt: skip

    def _handled(self, clause: str) -> PlanStep | None:
        """A clause about opening, closing, switching, taking or putting, with its plainest verb."""
        if match := re.match(r"^(\w+) (.+?) (on|off|out|up)(?: again)?$", clause):
            verb, thing, particle = match.groups()
            plain = _plainest(f"{verb} {particle}") if particle in PAIRED.get(verb, ()) else ""
            find = self.thing(thing)
            if plain and not (plain.startswith("turn") and find.kinds & self.lexicon.carried):
                return PlanStep(f"{plain} {thing}", plain, find)
        if match := re.match(r"^(?:look|have a look|peek|see what is) (?:in|inside|into|inside of) (.+)$", clause):
            return PlanStep(f"open {match[1]}", "open", self.thing(match[1]))
        forms = ((plain, form) for plain, listed in HANDLING.items() for form in listed if clause.startswith(f"{form} "))
        plain, form = max(forms, key=lambda pair: len(pair[1]), default=("", ""))
        if not plain:
            return None
        rest = clause[len(form) + 1 :]
        if form in ("get", "move", "set", "start", "place", "light", "pick") and not re.match(
            rf"^(?:{DETERMINERS}|all|both|every|it|them)\b", rest
        ):
            return None  # "get to the door", "set off"
        find = self.thing(rest)
        if form == "put on" and find.kinds & self.lexicon.carried:
            plain = "put"
        return self._carried(clause, plain, rest, find) if plain in CARRYING else PlanStep(f"{plain} {rest}", plain, find)

    def _carried(self, clause: str, plain: str, rest: str, find: Find) -> PlanStep | None:
        """A clause about taking something, or about putting it somewhere."""
        to = "" if find.noun.startswith(("something", "anything")) else receptacle(rest)
        if plain == "take" and not (to and re.search(rf"(?<!next )(?<!close )\b(?:to|into|onto) {re.escape(to)}$", rest)):
            return PlanStep(f"take {rest}", "take", find)
        if not to:
            down = " down" if re.match(r"^(?:drop|(?:put|set|lay) down)\b", clause) else ""
            return PlanStep(f"take {rest}", "take", find) if plain == "bring" else PlanStep(f"put {rest}{down}", "put", find)
        destination = find_of(to, self.lexicon)
        if destination is not None and destination.kinds & self.lexicon.rooms:
            return PlanStep(clause, "bring", find, destination)
        return PlanStep(f"put {rest}" if plain == "put" else clause, "put", find, destination)

    def thing(self, words: str) -> Find:
        """The thing that a verb is about: "it", parts such as "the left drawer" and unknown nouns count too."""
        if re.match(r"^(?:it|them|that one|this one|that|this)(?: |$)(?!\w+ (?:in|on|from|of)\b)", words) and not re.match(
            r"^th(?:at|is) \w", words
        ):
            return Find(words, noun="it", modified=True)
        find = find_of(words, self.lexicon)
        if find is not None:
            return find
        match = re.match(
            rf"^(?:{DETERMINERS} )?(.+?)(?: (?:in|on|from|to|into|onto|at|out|by|of|under|that|which|next|near|behind|with)\b.*)?$",
            words,
        )
        noun = match[1] if match else words
        strange = any(word.isalpha() and word not in self.lexicon.known and word not in COMMON for word in noun.split())
        if PLACES.search(noun) and not strange:
            return Find(words, noun=noun, modified=True, number=ALL if re.match(r"^(?:all|every|each)\b", words) else 1)
        return Find(words, UNKNOWN, noun=noun)


def remembered(clause: str) -> str:
    """A place that an agent remembers: START or BEFORE; empty if the clause means no such place."""
    if re.match(
        r"^(?:(?:go|come|walk|head|move|return|get|run|back)(?: all the way| right| straight)? ?)?(?:back )?(?:to )?(?:(?:the |your )?(?:start|beginning|"
        r"starting (?:point|place|position)|origin|initial position)|where (?:you|we) (?:all )?(?:started|began|start|first were|were at (?:the )?(?:start|first))|home)"
        r"(?: again)?$", clause,
    ):  # fmt: skip
        return START
    if re.match(
        r"^(?:(?:go|come|walk|head|move|run|get) (?:right |straight |all the way )?back|return|back)(?: (?:here|again|to me|now|the way you came|"
        r"where you came from|to where you (?:were|came from|stood|just were)(?: before)?|to (?:the )?(?:last|previous) (?:place|position|spot)))?$"
        r"|^come (?:here|to me)$", clause,
    ):  # fmt: skip
        return BEFORE
    return ""


def receptacle(words: str) -> str:
    """The last place in a clause about carrying: "the mug from the desk into the sink" gives "the sink"."""
    pattern = r"\b(?:in|on|into|onto|to|inside|under|on top of|next to|beside|at) ((?:the |a |my |your |that )?[\w' -]+?)(?= (?:in|on|into|onto|to|inside|from|that|which)\b|$)"
    places = re.findall(pattern, words)
    return str(places[-1]) if places else ""


def _definite(phrase: str) -> str:
    return phrase if re.match(rf"^(?:{DETERMINERS}|all|both|every|each|something)\b", phrase) else f"the {phrase}"


def _plainest(form: str) -> str:
    return next((plain for plain, forms in HANDLING.items() if form in forms), "")


def _whole(word: str) -> int:
    return int(word) if word.isdigit() else int(NUMBERS.get(word, 0))
