"""Limits: what an agent cannot do, by the verb of a clause. Verbs are an open class: one that is not known cannot be done."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sightline.language.lexicon import Lexicon
from sightline.language.reading.english import COMMON
from sightline.language.reading.phrases import find_of
from sightline.language.reading.words import COMPASS, DETERMINERS, HANDLING, KNOWN_VERBS, UNABLE, UNABLE_NOUNS, listed

# Verbs that are no deeds of hands or legs, but begin a clause that an agent understands.
UNDERSTOOD = listed(
    "look see check have show give hand tell bring keep leave throw push pull stay remain begin start finish end go is are let "
    "ascend descend veer bear curve swing angle trace bypass clear round hug border aim point line position stand switch hold"
)
_OBJECT = rf"(?:up |down |off |out |in |on |away |over |at |with |to |for |about )?(?:{DETERMINERS}|it|them|me|him|her|us|all|both|every|each|two|three|yourself|everything|something)\b"
_GOING = re.compile(r"^(?:to|towards?|back|over to|up to|around|round|across|past|along|through|into|over)\b")
_VEHICLES = listed("drive ride sail fly swim jump")
_SETTING = re.compile(r"^set (?:the |an? |my )?(?:table|alarm|timer|clock|record|house on fire|.+ on fire|.+ (?:to|for) \d)")
_CHANGING = re.compile(
    r"^(?:turn|switch|put|pump) (?:(?:the|my|that) )?(?:.+ )?(?:volume|temperature|heat|music|sound|brightness|channel|heating)\b|^turn (?:up|down) |^turn .+ (?:up|down|over|upside down|inside out)$"
)
_WEARING = re.compile(
    r"^put on (?:your|my|the|a|some) (?:.*\b)?(?:shoes?|hat|cap|shirt|socks|gloves|scarf|coat|jacket|clothes|boots|sandals|slippers|trousers|pants|dress|show|music|song)\b"
)
_GIVING = re.compile(
    r"^(?:give|hand|pass|bring) (?:it|them|that) to (?:me|us|him|her|somebody|someone)$|^(?:give|hand) (?:me|us|him|her) (?:it|that|them)$"
)
_FIELD_HANDS = re.compile(
    r"^(?:open|close|shut|pick up|grab|lift|carry|bring|fetch|steal|hold|unlock|push|pull|take|switch on|switch off|turn on|turn off|collect|gather|get|remove|move|put|place|"
    rf"activate|touch|drop|set) (?:me |us )?(?:{DETERMINERS}|it|them|all|every|both|two|three|some|everything) ?[\w -]*$"
)
_PATHS = re.compile(
    r"\b(?:left|right|path|way|route|gap|turn|steps?|sides?|yourself|to the (?:north|south|east|west)|distance|paces?|metres?|meters?|road|look|to|towards?)\b"
)


@dataclass(frozen=True)
class AgentLimits:
    """What the agent of one world cannot do."""

    lexicon: Lexicon
    hands: bool

    def reason(self, clause: str) -> str:
        """Why a clause cannot be carried out; empty if it may be."""
        first, _, rest = clause.partition(" ")
        if first in ("sit", "lie", "sleep", "dive", "kneel", "rest") or (
            first in ("jump", "climb") and not rest.startswith(("to ", "back "))
        ):
            return f"I cannot {first}" if len(clause.split()) <= 8 else ""
        if first == "make" and re.match(
            r"^(?:me |us )?(?:a|an|some) (?:left|right|turn|u-turn|circle|loop|stop|big|hard|sharp|wide|half|full|quick|detour|lap)\b|^(?:your way|for|sure)\b", rest
        ):  # fmt: skip
            return ""
        if self._begins_with_noun(clause, rest):
            return ""
        if first in UNABLE and not (
            first in _VEHICLES and _GOING.match(rest) and not re.match(r"^(?:over|across|into|through)\b", rest)
        ):
            return f"I cannot {first}"
        if first in UNABLE_NOUNS and re.match(rf"^(?:{DETERMINERS}|me|him|her|them|it|all|for|us)\b(?! (?:way|to))", rest):
            return f"I cannot {first}"
        if self._is_unknown_verb(first, rest):
            return f"I do not know how to {first}"
        return self._reason_of_hands(clause) if self.hands else self._reason_without_hands(clause)

    def _reason_of_hands(self, clause: str) -> str:
        if _SETTING.match(clause) or _CHANGING.match(clause) or _WEARING.match(clause):
            return f"I cannot {clause}"
        if _GIVING.match(clause):
            return "I cannot hand things to people; I can put them somewhere"
        if re.match(rf"^(?:move|push|pull|drag|lift|carry|shift) {DETERMINERS} ", clause):
            find = find_of(clause.split(" ", 1)[1], self.lexicon)
            if find is not None and find.kinds and not find.kinds & self.lexicon.carried:
                return "furniture stays where it is"
        if re.match(rf"^(?:rotate|spin|flip|turn) {DETERMINERS} [\w ]+$", clause) and not re.search(
            r"\b(?:on|off|corner|left|right)\b", clause
        ):
            return "I cannot turn things"
        return ""

    def _reason_without_hands(self, clause: str) -> str:
        if _FIELD_HANDS.match(clause) and not _PATHS.search(re.sub(r"^\w+(?: on| off| up)?", "", clause)):
            return "I have no hands here"
        if re.match(
            r"^(?:bring|fetch|take|carry|push|drag|get) .+ (?:to me|here|back|into .+|to the .+)$", clause
        ) and not re.match(r"^(?:take|bring) (?:me|yourself|us)\b|^get (?:to|back|yourself|here|over)", clause):
            return "I have no hands here" if re.match(rf"^\w+ {DETERMINERS}|^\w+ (?:it|me the|me a)\b", clause) else ""
        return "I cannot do that" if re.match(r"^set .+ on fire$|^turn (?:on|off) ", clause) else ""

    def _begins_with_noun(self, clause: str, rest: str) -> bool:
        """Whether a clause is a noun phrase ("phone booth"), not a verb with its object ("phone my mother")."""
        things = self.lexicon.things(clause)
        return bool(things) and things[0].first - len(things[0].adjectives) == 0 and not re.match(rf"^{_OBJECT}", rest)

    def _is_unknown_verb(self, first: str, rest: str) -> bool:
        """Whether a clause begins with a word that stands where a verb does, but is none of an agent's."""
        if not re.match(rf"^{_OBJECT}", rest) or not first.isalpha() or first in KNOWN_VERBS or first in UNDERSTOOD:
            return False
        if (
            first in COMMON
            or first in COMPASS
            or any(first in form.split() for forms in HANDLING.values() for form in forms)
        ):
            return False
        return first not in self.lexicon.adjectives and not re.match(r"^(?:to|in|on|at) ", rest)
