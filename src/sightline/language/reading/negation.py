"""Negation: what a text forbids, excludes, takes back or contradicts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sightline.language.reading.courtesy import base_form, imperative
from sightline.language.reading.plan import PlanStep

EXCLUDING_WORDS = 24  # of a text in which "X, not Y" is looked for
CONTRADICTING_WORDS = 14
CONTRADICTION = "That contradicts itself. Say which of the two you want."
ONE_AT_A_TIME = "I can do only one of these at a time. Say which one first."
NOTHING = "I stay where I am."
_LEAD = (
    r"(?:(?:and|but|also|please|just|so|now|well|okay|ok|no|stop|wait|hey|robot|listen|remember|careful|be careful|make sure(?: that)?(?: you| to)?|"
    r"(?:whatever|no matter what) (?:you do|happens)|(?:you|we) (?:must|should|shall|may|can|need|had better|better|are to|will|would)|try to|try|"
    r"i (?:would|do|want|must|need|will)|i would (?:rather|prefer it if) you|i would (?:like|prefer)|it is better|there is|there should be|i (?:ask|beg|want|order|tell) you(?: to)?)[, ]+)*"
)
_DENIAL = (
    r"(?:do not|never|not(?: to)?|no need(?: for you)?(?: to)?|need not|can not|must not|avoid|refrain from|without|under no circumstances(?: should you)?|on no account|"
    r"in no case|by no means|stay away from|keep away from|keep (?:clear|out) of|stay (?:out|clear) of|steer clear of|hands off|no (?=\w+ing\b)|"
    r"(?:leave|let) (?=.+ (?:alone|be|in peace|untouched)$)|i do not want(?: you)?(?: to)?|quit|cease|forbidden:?)"
)
_UNWANTED = r"(?:(?:i|we) (?:do|would) not (?:want|like|need|wish)(?: for)?(?: you)?(?: to)?|i would (?:rather|prefer)(?: that)? you (?:did|do) not)"
_NEGATED = re.compile(rf"^(?:(?:please|but|and|no|so|well|ok|okay)[, ]+)*{_UNWANTED}\b|^{_LEAD}{_DENIAL}\b")
_AFFIRMED = re.compile(rf"^{_LEAD}(?:do not|never) (?:forget|hesitate|be (?:afraid|shy)|fail|mind|stop until|stop before)\b")
_NEARING = re.compile(
    rf"^{_LEAD}(?:(?:stay|keep) away from|keep (?:clear|out) of|stay (?:out|clear) of|steer clear of|avoid(?! \w+ing)) "
)
_FORBIDDEN = re.compile(
    rf"^(?:(?:(?:please|but|and|no|so|well|ok|okay)[, ]+)*{_UNWANTED}|{_LEAD}{_DENIAL}) ?(?:to |you to |ever |even |dare(?: to)? |try to |go and )*"
)
_KEPT = re.compile(
    r"^(?:leave|keep) (?P<x>(?:the|my|that|all|it|them|every)\b.*?) (?P<s>open|closed|shut|on|off|as (?:it|they) (?:is|are)|where (?:it|they) (?:is|are)|there|alone|be)$"
)
_THING = r"(?:(?:to|at|on|in|into|onto|past|near|via|through|by) )?(?:the|that|this|a|an|my|any|those|these|your)\b"
_EXCLUDING = (
    re.compile(rf"^(?:no,? )?not (?P<a>{_THING} [^,.;]+?)(?:, but|,| but|;|\.)+ (?:but )?(?P<b>.+)$"),
    re.compile(r"^(?:rather than|instead of) (?P<a>.+?),? (?P<b>(?:go|walk|head|run|move|take|open|close|put|turn|switch|grab|get|visit|pick|bring|shut)\b.+)$"),
    re.compile(rf"^(?P<b>.+?)(?<!\bdo)(?<!\bis)(?<!\bor)(?<!\bwhy),? (?:rather than|instead of|and not|but not|not)(?: (?:going|walking|taking|opening|closing|putting))? (?P<a>{_THING} .+)$"),
    re.compile(r"^(?:forget|never ?mind|ignore|skip|leave out)(?: about)? (?P<a>(?:the|that|a|all|my)\b [^,.;]+?)(?:,|;|\.| and| but)+(?: and| but| just| then)* (?P<b>.+)$"),
)  # fmt: skip
_WITHOUT = re.compile(r"^(?P<b>.+?),? (?P<a>without (?:ever )?(?P<v>\w+ing)\b.*|while avoiding .+|avoiding .+)$")
_TAKEN_BACK = re.compile(
    r"[,.;!]\s*(?:no,? |or |but |wait,? |on second thought[s]?,? )*(?:actually,? |oh,? )*(?:do not(?: do (?:it|that|so))?|never ?mind(?: that)?|forget (?:it|that|about it)|cancel(?: that| it)?|scratch that|"
    r"better not|rather not|i changed my mind|just kidding)[.! ]*$"
)
_STAY = r"(?:stay|remain|wait|stand)(?: right)? (?:here|there|put|still|where you are|in place)|do not move|without moving|do not go anywhere"
_STAYING = re.compile(
    rf"^(?:(?:no|ok|okay|just|please|i changed my mind|stop|and|then|actually|wait)[, ]+)*(?:{_STAY}|stop|wait|stay|stop (?:that|it|there|now|moving|here)|leave (?:everything|it all|all|it|them) "
    r"(?:as (?:it|they) (?:is|are)|alone|like this|be)|do (?:nothing|not do (?:anything|that|it))|halt|freeze|nothing|never ?mind|forget (?:it|that|about it)|go nowhere|do not|"
    r"cancel(?: that| it| everything)?|hold on|abort|quit|enough|no thanks|no thank you|i changed my mind|neither(?: one| of them)?|none(?: of them)?|no[, ]+(?:do not|stop|wait)|wait (?:for )?(?:\w+ )?(?:seconds?|minutes?|moment|bit|hours?|while)|do not do (?:that|it|so)(?: please)?)$"
)
_OPPOSITES = {
    "on": r"\b(?:off|out)\b",
    "off": r"\bon\b",
    "open": r"\b(?:close|shut)\b",
    "closed": r"\bopen\b",
    "shut": r"\bopen\b",
}
_TAKING = r"(?:take|pick|grab|get|fetch|hold|lift|collect)"
_HEADINGS = (
    ("north", "south"),
    ("east", "west"),
    ("left", "right"),
    ("forward", "backward"),
    ("forwards", "backwards"),
    ("up", "down"),
)


def is_negated(clause: str) -> bool:
    """Whether a clause says what not to do."""
    kept = _KEPT.match(clause)
    if kept and kept["x"] not in ("it", "them"):
        return True
    return bool(_NEGATED.match(clause)) and not _AFFIRMED.match(clause)


def forbidden_part(clause: str) -> str:
    """What a negated clause forbids: "open the oven"."""
    if kept := _KEPT.match(clause):
        return f"touch {kept['x']}"
    if _NEARING.match(clause):
        return _NEARING.sub("go near ", clause)
    return imperative(re.sub(r" alone$", "", _FORBIDDEN.sub("", clause)))


def is_staying(text: str) -> bool:
    """Whether a text asks to do nothing, or to stop."""
    return bool(_STAYING.match(text)) or bool(_TAKEN_BACK.search(text) and len(text.split()) <= EXCLUDING_WORDS)


def without_exclusions(text: str) -> tuple[str, tuple[str, ...]]:
    """A text without what it excludes, such as the oven in "open the fridge, not the oven", and the excluded parts."""
    if len(text.split()) > EXCLUDING_WORDS:
        return text, ()
    for pattern in _EXCLUDING:
        if (match := pattern.match(text)) and not re.search(r"\b(?:do|never|can|must|should)$", match["b"]):
            return match["b"].strip(" ,"), (f"{match['a'].strip(' ,.!')}: you said not to",)
    if match := _WITHOUT.match(text):
        return match["b"], (f"{match['a'].strip(' ,.!')}: I cannot promise that",)
    return re.sub(r",? instead$", "", text.strip(" .!")), ()


def contradiction(words: str) -> str:
    """Why a text asks for something and for its opposite; empty if it does not."""
    if len(words.split()) > CONTRADICTING_WORDS:
        return ""
    if re.search(r"\b(?:at once|simultaneously|at the same time|both at once)\b", words) and " and " in words:
        return ONE_AT_A_TIME
    if re.search(r"\b(\w+) (?:and|but) (?:do not|not) \1\b", words) or _stays_and_goes(words) or _takes_back(words):
        return CONTRADICTION
    turned = any(
        re.search(rf"\b(?:{a}(?:wards?)? and {b}|{b}(?:wards?)? and {a})(?:wards?)?$", words.strip(" .!"))
        for a, b in _HEADINGS
    )
    return CONTRADICTION if turned and re.match(r"^(?:please )?(?:go|walk|move|run|head|turn|step|drive)\b", words) else ""


def _stays_and_goes(words: str) -> bool:
    going = r"\b(?:go|walk|move|run|head|take|open|visit|come)\b"
    if re.search(rf"(?:{_STAY}),? (?:and|but|while|as|then)?,? ?(?:also |then )?{going}", words) and "then" not in words:
        return True
    if re.search(rf"^{going}.+,? (?:and|but|while) (?:{_STAY}|staying (?:here|put|where you are)|not moving)[.!]*$", words):
        return bool(re.search(r"\b(?:here|where you are|not move|moving|put|still)\b", words)) and not re.search(
            r"\bthere\b", words
        )
    match = re.search(
        r"^(?:\w+ you )?(?:please )?(\w+)\b.* without (\w+ing)\b(?: (?:it|them|anything|anywhere|(?:your|the|this) (?:spot|place)|a (?:step|muscle)|from (?:here|there)))?(?: (?:on|off|up|at all))?[.!]*$",
        words,
    )
    still = ("moving", "touching", "leaving", "walking", "budging", "stirring")
    return match is not None and (match[2] in still or base_form(match[2]) == match[1])


def _takes_back(words: str) -> bool:
    """Whether a text asks for something and for the opposite: "switch it on and keep it off"."""
    match = re.search(r"\b(?:and|but) (?:keep|leave) (?:it|them) (on|off|open|closed|shut)\b", words)
    if match and re.search(_OPPOSITES[match[1]], words[: match.start()]):
        return True
    if re.search(
        r"\bput\b.*\b(?:and|but) keep (?:holding|carrying) (?:it|them)\b|\bput\b.*\bbut do not let (?:it|them|go)\b", words
    ):
        return True
    if re.search(
        rf"\b{_TAKING}\b.*\b(?:but|and|while|with) (?:keep|leave|keeping|leaving) (?:your|both|the) hands? (?:empty|free)\b",
        words,
    ):
        return True
    return bool(re.search(r"\b(?:take|pick|grab|get)\b.*\bbut leave (?:it|them) (?:there|where|in|on|alone)\b", words))


def contradicts(part: str, steps: Sequence[PlanStep]) -> bool:
    """Whether a part that is forbidden is also asked for."""
    clause, _, reason = part.rpartition(": ")
    forbidden = forbidden_part(clause)
    named = [step.find.noun for step in steps if step.find is not None]
    same = any(step.words == forbidden for step in steps) or (
        len(steps) == 1 and bool(_NEGATED.match(clause)) and any(noun and noun in forbidden.split() for noun in named)
    )
    return "not to" in reason and (forbidden in ("move", "go", "walk", "do it", "do anything", "go there") or same)


def is_kept(clause: str, before: Sequence[PlanStep]) -> bool:
    """Whether a clause only says that what was done is to stay so: "open the fridge and leave it open"."""
    return bool(before) and bool(
        re.match(r"^(?:leave|keep) (?:it|them) (?:open|closed|shut|on|off|there|like that|that way)$", clause)
    )
