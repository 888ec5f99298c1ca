"""Questions that people ask an agent: what it sees, holds, did and can do, and where things are."""

from __future__ import annotations

import re

from sightline.language.lexicon import Lexicon
from sightline.language.reading.phrases import find_of
from sightline.language.reading.plan import (
    COUNT,
    DID,
    EXISTS,
    HELP,
    HOLDING,
    INSIDE,
    ROOM,
    SEE,
    STATE,
    WHERE,
    WHY,
    Find,
    Query,
)  # fmt: skip

_ASKS = r"(?:please )?(?:(?:can|could|will|would) you )?(?:please )?(?:tell me|say|describe|do you know|i wonder|show me|list|name)? ?"
_PATTERNS: tuple[tuple[str, str], ...] = (
    (r"(?:what|which things|which objects)(?: all)?(?: else)? (?:can|do|did) (?:you|u) see(?: here| around you| around| there| now| from here)*", SEE),
    (r"(?:what|who) is (?:around|near|nearby|in front of|behind|next to|beside|ahead of|left of|right of|to the left of|to the right of|"
     r"close to|there|here|visible|in sight|in view|this|that|over there)(?: (?:you|me|us|here))?", SEE),
    (r"(?:list |name |describe |tell me )?(?:everything|anything|what|all)(?: that is| there is| you (?:can )?see)? ?(?:around|near|about|close to) (?:you|here|me|us)|anything (?:interesting )?(?:around|here|there|nearby)", SEE),
    (r"what (?:things|objects|landmarks|items|furniture) (?:are there|are here|do you see|can you see|are around)(?: .*)?", SEE),
    (r"(?:look around|describe (?:what you see|the (?:scene|room|field|view)|your surroundings)|what you (?:can )?see|what is in (?:this|the) (?:room|field|place)|everything you see|"
     r"what is there(?: here)?|what is it like here|what does it look like)(?: .*)?", SEE),
    (r"what(?: things| items)? (?:is|are|do you have|have you got) (?:inside|in|inside of|on|under|behind|on top of) (?P<x>.+)", INSIDE),
    (r"what does (?P<x>.+) (?:contain|have inside|hold|have in it)", INSIDE),
    (r"is there (?:anything|something) (?:inside|in|on|under|on top of) (?P<x>.+)", INSIDE),
    (r"what(?: things| item| object)? (?:are you|do you) (?:holding|carrying|hold|carry|have)(?: (?:in|with) your hands?| right now| there| now)*", HOLDING),
    (r"(?:what is in|is there (?:anything|something) in) your hands?(?: now)?|are you (?:holding|carrying) (?:anything|something)|what have you got(?: there| in your hands?)?|"
     r"what did you (?:pick up|take|grab)", HOLDING),
    (r"what (?:did you|have you)(?: just)? (?:do|done|did)(?: so far| just now| until now| before| last)*|what happened|what (?:was|is) the last thing you did|"
     r"what have you been doing|did you (?:do it|do that|finish|succeed|manage)|are you (?:done|finished|ready)|how did it go", DID),
    (r"why(?: did| are| do| have| were)?(?: you)?.*|how come.*|for what reason.*|what made you.*", WHY),
    (r"where (?:are you|am i|are we)(?: now| right now| at)*|which room (?:are you|is this|am i|are we)(?: in)?(?: now)?|what room (?:is this|are you in|am i in)(?: now)?", ROOM),
    (r"(?:where|in which (?:room|direction)|in what direction|which way)(?: exactly)? (?:is|are|can i find|do i find|do you see|can you see|would i find|could i find|did you (?:see|put|leave)) (?P<x>.+)", WHERE),
    (r"how far(?: away)?(?: is| are)?(?: it to)? (?P<x>.+?)(?: away| from (?:you|here|me))*", WHERE),
    (r"what colou?rs? (?:is|are|does|do) (?P<x>.+?)(?: have)?", WHERE), (r"which colou?r (?:is|are) (?P<x>.+)", WHERE),
    (r"how many (?P<x>.+?)(?: (?:are there|can you see|do you see|are here|are in .+|you see|there are|is there|in .+))*", COUNT),
    (r"(?:is|are) (?P<x>(?:the|my|your) .+?) (?:open|closed|shut|on|off|empty|full|switched on|switched off|turned on|turned off|locked|lit)(?: now)?", STATE),
    (r"(?:can|do|could|did) you (?:see|spot|find|notice|recognise|recognize) (?P<x>.+?)(?: anywhere| here| from here| around| somewhere| there)*", EXISTS),
    (r"(?:is|are) there (?P<x>.+?)(?: anywhere| here| around| somewhere| nearby| in (?:this|the) (?:field|house|room|place)| in sight| in view| left)*", EXISTS),
    (r"any (?P<x>[\w ]+?)(?: (?:here|around|nearby|there|in sight|left))*", EXISTS), (r"(?P<x>(?:a|an) [\w ]+?) (?:here|around|anywhere|nearby)", EXISTS),
    (r"do you have (?P<x>.+)", EXISTS), (r"is (?P<x>(?:a|an|any) .+?) (?:here|nearby|around|in sight|there)", EXISTS),
    (r"what (?:can|could|else can) (?:you|u|i|we) (?:do|say|ask|tell you)(?: .*)?|what are you (?:able to do|capable of|good at)|help(?: me)?|who are you|what are you|what is your name|how (?:do|does) (?:you|this|it) work.*|"
     r"what is this|what should i (?:do|say|type)|what commands .*|instructions", HELP),
)  # fmt: skip
_COMPILED = [(re.compile(rf"^{_ASKS}(?:{pattern})$"), about) for pattern, about in _PATTERNS]
_QUESTION = re.compile(
    r"^(?:what|where|who|whom|whose|which|why|how|when|is|are|am|was|were|does|did|has|have|do you (?:know|like|think|have|see|want to)"
    r"|can you (?:see|hear|speak|tell)|are you|did you|have you|tell me (?:what|where|how|why|which|about))\b"
)


def query_of(text: str, lexicon: Lexicon) -> Query | None:
    """A question about the world or the agent; None if the words are something else."""
    plain = text.strip(" ,.;:!?")
    for prefix in (
        "ok ",
        "okay ",
        "hey ",
        "so ",
        "and ",
        "well ",
        "um ",
        "hi ",
        "hello ",
        "robot ",
        "please ",
        "now ",
        "wait ",
    ):
        plain = plain.removeprefix(prefix).lstrip(" ,")
    for pattern, about in _COMPILED:
        match = pattern.match(plain)
        if not match:
            continue
        named = match.groupdict().get("x")
        find = find_of(named, lexicon) if named else None
        if named and find is None:
            find = Find(named, frozenset({""}), noun=_bare(named))
        if about == INSIDE and named and re.match(r"^(?:your hands?)$", named):
            return Query(HOLDING, words=plain)
        return Query(about, find, plain)
    return None


def is_question(text: str) -> bool:
    """Whether a text asks something, in one sentence."""
    plain = text.strip()
    one_sentence = not re.search(r"[.!?;]\s+\w", plain)
    return one_sentence and bool(_QUESTION.match(plain))


def _bare(words: str) -> str:
    return re.sub(r"^(?:the|a|an|any|some|my|your) ", "", words.strip(" ?.!"))
