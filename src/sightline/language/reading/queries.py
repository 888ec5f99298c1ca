"""Questions that people ask an agent: what it sees, holds, did and can do, and where things are."""

from __future__ import annotations

import re
from dataclasses import replace

from sightline.language.lexicon import Lexicon
from sightline.language.reading.phrases import SIDES_OF_AGENT, find_of
from sightline.language.reading.plan import (
    BEGAN,
    BESIDE,
    COLOUR,
    COUNT,
    DID,
    EXISTS,
    FACING,
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

_ASKS = (
    r"(?:please )?(?:(?:can|could|will|would) you )?(?:please )?(?:tell me|say|describe|do you (?:happen to )?know|any idea|i wonder|show me|list|name|"
    r"i (?:would like|want) to know|let me know|do you have any idea|explain(?: to me)?)? ?"
)
_HERE = r"(?: here| around you| around| there| now| right now| from here| at the moment| in (?:this|the) (?:room|field)| everywhere| near(?:by)?(?: you)?)*"
_AT = r"(?P<s>ahead|in front|behind|left|right|to (?:the|your) (?:left|right)|on (?:the|your) (?:left|right))(?: (?:of )?(?:you|me|us|here))?(?: (?:hand )?side)?"
_HUE = r"(?:red|blue|green|yellow|white|black|grey|gray|brown|orange|pink|purple|golden|silver)"
_PATTERNS: tuple[tuple[str, str], ...] = (
    (rf"(?:what|which things|which objects)(?: all)?(?: else)? (?:can|do|did) (?:you|u) see {_AT}", SEE),
    (rf"(?:what|who)(?: all)? (?:is|are|stands|lies) (?:there )?{_AT}", SEE),
    (rf"(?:what|which things|which objects)(?: all)?(?: else)? (?:can|do|did) (?:you|u) see(?: on the way| along the way)?{_HERE}", SEE),
    (r"(?:what|who) (?:is|are) (?:around|near|nearby|next to|beside|close to|there|here|visible|in sight|in view|this|that|over there|out there)"
     r"(?: (?:you|me|us|here))?", SEE),
    (r"(?:what|which) (?:thing |object |landmark |one )?(?:is|stands) (?:the )?(?P<x>(?:nearest|closest|farthest|furthest|tallest|biggest|smallest|highest|largest)\b.*?)(?: to you| to me| from you| around| here| in sight)*", WHERE),
    (r"(?:what|which) is (?P<x>the (?:\w+[ -])?(?:nearest|closest|farthest|furthest|tallest|biggest|smallest|highest|largest|second|third)\b.*?)(?: to you| to me| from you| around| here| in sight)*", WHERE),
    (r"(?:what|who) (?:is|are) (?P<x>(?:that|this|the|those) (?:[\w ]+ )?(?:thing|things|object|one|stuff)\b.*)", WHERE),
    (r"which (?:of (?:all |the |these |those )*(?:things|objects|landmarks|items|them) |thing |one )(?:is|stands) (?:the )?(?P<x>nearest|closest|farthest|furthest|tallest|biggest|smallest|highest|largest)(?: to you| to me| from you| around| here)*", WHERE),
    (r"which (?P<x>\w+ (?:is|stands) (?:the )?(?:nearest|closest|farthest|furthest|tallest|biggest|smallest))(?: to you)?", WHERE),
    (r"(?:what|which things|which furniture)(?: else)? (?:is|are|stands|lies) (?:right |directly |just )?(?:next to|beside|near|close to|by|around|behind|in front of|between|left of|right of|to the (?:left|right) of) (?P<x>.+)", BESIDE),
    (r"(?:list |name |describe |tell me )?(?:everything|anything|what|all)(?: that is| there is| you (?:can )?see)? ?(?:around|near|about|close to) (?:you|here|me|us)|anything (?:interesting )?(?:around|here|there|nearby)", SEE),
    (r"what (?:things|objects|landmarks|items|furniture|kinds? of .+) (?:are there|are here|do you see|can you see|are around|is there|is here)(?: .*)?", SEE),
    (r"(?:look around|describe (?:what you see|the (?:scene|room|field|view)|your surroundings)|what you (?:can )?see|what is in (?:this|the) (?:room|field|place)|everything you see|your surroundings|the (?:room|scene|field|view)|"
     r"what is there(?: here)?|what is it like here|what does it look like|what is around|what is (?:this place|all this))(?: .*)?", SEE),
    (r"what(?: things| items| stuff)? (?:is|are|do you have|have you got|lies|do you see|can you see|did you see) (?:inside|in|inside of|on|under|behind|on top of) (?P<x>(?!front\b).+)", INSIDE),
    (r"what does (?P<x>.+) (?:contain|have inside|hold|have in it)|(?:what are )?the contents of (?P<y>.+)", INSIDE),
    (r"is there (?:anything|something) (?:inside|in|on|under|on top of) (?P<x>.+)|is (?P<y>.+) (?:empty|full)|anything (?:in|on|inside|under) (?P<z>.+)", INSIDE),
    (r"what(?: things| item| object)? (?:are you|do you) (?:holding|carrying|hold|carry|have)(?: (?:in|with) your hands?| right now| there| now)*", HOLDING),
    (r"(?:what is in|is there (?:anything|something) in) your hands?(?: now| right now)?|are you (?:holding|carrying) .+|what have you got(?: there| in your hands?)?|"
     r"what did you (?:pick up|take|grab)|(?:is|are) your hands? (?:empty|free|full)|do you (?:hold|carry|have) (?:anything|something)(?: in your hands?)?", HOLDING),
    (r"(?:how many|which) [\w ]+? (?:have|did) you (?:already |just )?(?!see|seen|find|found|spot|spotted|notice)(?:open|close|shut|take|switch|turn|pick|visit|pass|move|put)\w*(?: .*)?", DID),
    (r"what (?:did you|have you|was it that you)(?: just)? (?:do|done|did)(?: so far| just now| until now| before| last| first)*|what (?:just )?happened|what (?:was|is) the last thing you did|"
     r"what have you been (?:doing|up to)|are you (?:done|finished|ready)(?: yet)?|how did it go|what are you doing(?: now)?|what did you (?:open|close|visit|switch on|turn on|put down|put where)|"
     r"(?:did|have) you (?:already |just |really )?(?!see|seen|find|found|know|like|hear|start|begin|notice|put my|spot|spotted|come across)\w+.*|how (?:far|long|many steps) (?:did|have) (?:you|it) .+|where (?:have you been|did you go)(?: .*)?", DID),
    (r"(?:why|how come|for what reason|what made you)(?: did| are| do| have| were)?(?: you)?(?! not\b).*|why not", WHY),
    (r"where (?:did|have) (?:you|we) (?:start|begin|started|begun|come from)(?: from)?|where was (?:the start|your start)", BEGAN),
    (r"(?:which|what) (?:way|direction|heading) (?:are|do) you (?:facing|face|looking|look|heading|pointing)(?: at| to| in)?(?: now)?|where (?:are you|do you) (?:facing|looking|looking at|heading)|(?:which|what) (?:way|direction) is (?P<c>north|south|east|west)|where is (?P<d>north|south|east|west)", FACING),
    (r"where (?:are you|am i|are we)(?: now| right now| at| exactly)*|which room (?:are you|is this|am i|are we)(?: in)?(?: now)?|what room (?:is this|are you in|am i in)(?: now)?|what is your (?:location|position)", ROOM),
    (r"(?:where|in which (?:room|direction)|in what direction|which way|which room|what direction)(?: exactly)?(?: abouts?)? (?:is|are|can i find|do i find|do you see|can you see|would i find|could i find|did you (?:see|put|leave|last see)|might i find|can we find|have you (?:seen|put)) (?P<x>.+?)(?: in| now| right now| located| standing| exactly| at| gone)*", WHERE),
    (r"where (?P<x>(?:the|my|a|an|our|your) .+?) (?:is|are|stands|might be|could be|went|can be found)(?: located)?|(?:the )?(?:location|position|whereabouts) of (?P<y>.+)|how do i get to (?P<z>.+)|the way to (?P<w>.+)", WHERE),
    (r"(?:is|are) (?P<x>(?:the|my|your) [\w ]+?) (?:to the |on the |on your |to your )?(?:left or right|right or left|in front(?: of you)? or behind(?: you)?|ahead or behind|near or far|close|far|far away|nearby|in sight|visible|(?:on|to) (?:the|your) (?:left|right)|behind you|ahead of you|in front of you|here|in (?:the|this) [\w ]+)(?: of you| you| from here)?", WHERE),
    (r"how far(?: away)?(?: is| are)?(?: it)?(?: to)? (?P<x>.+?)(?: away| from (?:you|here|me))*|what is the distance to (?P<y>.+)|how close is (?P<z>.+)", WHERE),
    (r"what colou?rs? (?:is|are|does|do|has) (?P<x>.+?)(?: have)?|which colou?r (?:is|are|has) (?P<y>.+)|is (?P<z>the [\w ]+?) (?:red|blue|green|yellow|white|black|grey|gray|brown|orange|pink|purple)(?: or \w+)?", COLOUR),
    (r"(?:how many|count(?: (?:all )?the| all| how many)?|the number of) (?P<x>.+?)(?: (?:are there|can you see|do you see|are here|are in .+|you see|there are|is there|in .+|around|here|have you seen|did you see|you can see|are visible))*", COUNT),
    (r"(?:is|are) (?P<x>(?:the|my|your|that|any) .+?) (?:open|opened|closed|shut|on|off|switched on|switched off|turned on|turned off|locked|lit|running)(?: or \w+)?(?: now| right now)?|which (?P<y>\w+) (?:is|are) (?:open|closed|on|off)", STATE),
    (r"(?:can|do|could|did|have) you (?:ever )?(?:see|seen|spot|spotted|find|found|notice|noticed|recognise|recognize|come across) (?P<x>.+?)(?: anywhere| here| from here| around| somewhere| there| yet| nearby)*", EXISTS),
    (r"(?:is|are|was|were) there (?!more\b)(?P<x>.+?)(?: anywhere| here| around| somewhere| nearby| close by| near you| in (?:this|the) (?:field|house|room|place)| in sight| in view| left)*", EXISTS),
    (r"(?:is|are) there more (?P<x>.+?) than .+", COUNT),
    (rf"(?:is there |are there |do you see |can you see )(?:anything|something)(?: that is)? (?P<x>{_HUE}(?: (?:and|or) {_HUE})?){_HERE}", EXISTS),
    (rf"(?:anything|something) (?P<x>{_HUE}(?: (?:and|or) {_HUE})?)(?: here| around you| around| there| near(?:by)?(?: you)?| in sight)+", EXISTS),
    (r"any (?P<x>[\w ]+?)(?: (?:here|around|nearby|there|in sight|left))*", EXISTS), (r"(?P<x>(?:a|an) [\w ]+?) (?:here|around|anywhere|nearby)", EXISTS),
    (r"do (?:you|we) have (?P<x>.+?)(?: left| here)*", EXISTS), (r"is (?P<x>(?:a|an|any) .+?) (?:here|nearby|around|in sight|there)", EXISTS),
    (r"what (?:can|could|else can) (?:you|u|i|we) (?:do|say|ask|tell you)(?: .*)?|what are you (?:able to do|capable of|good at)|help(?: me)?|who are you|what are you|what is your (?:name|job|task|purpose)|how (?:do|does) (?:you|this|it) work.*|"
     r"what is this|what should i (?:do|say|type)|what commands .*|instructions|how can (?:you|i) .+|what do you (?:do|understand|know)", HELP),
)  # fmt: skip
_COMPILED = [(re.compile(rf"^{_ASKS}(?:{pattern})$"), about) for pattern, about in _PATTERNS]
_QUESTION = re.compile(
    r"^(?:what|where|who|whom|whose|which|why|how|when (?:is|are|will|did|do|was|were|does)|is|are|am|was|were|does|did|has|have (?:you|i|we|they)|do (?:you (?:know|like|think|have|see|want|need|feel|understand|speak|sleep|eat|believe|remember)|we|i|they)"
    r"|can you (?:see|hear|speak|tell|feel|smell|think|understand)|are you|did you|will (?:it|there)|tell me (?:what|where|how|why|which|about|who)|should (?:i|we)|can i|may i)\b"
)
_PREFIX = re.compile(
    r"^(?:(?:ok|okay|hey|so|and|well|um|hi|hello|robot|please|now|wait|but|then|oh|hmm|excuse me|sorry|tell me|by the way|agent)[, ]+)+(?=\w)"
)
_REQUEST = re.compile(
    r"^(?:(?:can|could|would|will) (?:you|we) (?:please )?(?:find|spot|locate|show me the way|take|bring|lead)|is it possible|are you able|is there (?:a|any) chance|may i (?:have|ask)|can i (?:have|get|borrow|ask)|could i|"
    r"do you think you (?:could|can)|what (?:if|do you say|about)|how about|why (?:do not you|not \w)|have a\b|do you want to|are you (?:able|willing|ready) to|would you|have to)\b"
)
_FOLLOWED = re.compile(r"[?.!;]\s+\w")


def query_of(text: str, lexicon: Lexicon) -> Query | None:
    """A question about the world or the agent; None if the words are something else."""
    plain = text.strip(" ,.;:!?")
    for words in (plain, _PREFIX.sub("", plain)):
        for pattern, about in _COMPILED:
            if match := pattern.match(words):
                return _query(about, words, match.groupdict(), lexicon)
    return None


def _query(about: str, words: str, groups: dict[str, str | None], lexicon: Lexicon) -> Query:
    named = next((value for name, value in groups.items() if name in "xyzw" and value), "")
    named = re.sub(r"^(\w+) (?:is|stands) (?:the )?(\w+est)$", r"the \2 \1", named)
    if re.match(rf"^{_HUE}(?: (?:and|or) {_HUE})?$", named):
        named = f"the {named.replace(' or ', ' and ')} thing"
    if re.match(r"^(?:nearest|closest|farthest|furthest|tallest|biggest|smallest|highest|largest)$", named):
        named = f"the {named} thing"
    find = find_of(named, lexicon) if named else None
    if named and find is None:
        bare = _bare(named)
        find = find_of(f"the {bare}", lexicon) or Find(named, frozenset({""}), noun=bare)
    if about == INSIDE and re.match(r"^your hands?$", named):
        return Query(HOLDING, words=words)
    if side := groups.get("s"):
        which = next(name for name in ("left", "right", "behind", "ahead") if name in side.replace("in front", "ahead"))
        find = Find(side, side=SIDES_OF_AGENT[which], noun="thing")
    if about in (EXISTS, COUNT, WHERE) and find is not None and find.modified:
        find = replace(find, modified=False)
    return Query(about, find, words)


def is_question(text: str) -> bool:
    """Whether a text asks something, in one sentence."""
    plain = _PREFIX.sub("", text.strip())
    return not _FOLLOWED.search(plain) and bool(_QUESTION.match(plain))


def is_request(words: str) -> bool:
    """Whether a question is a polite command: "can you find the well?" is, "can you see the well?" is not."""
    plain = _PREFIX.sub("", words)
    return bool(_REQUEST.match(plain)) or bool(_FOLLOWED.search(plain))


def _bare(words: str) -> str:
    return re.sub(r"^(?:the|a|an|any|some|my|your|our) ", "", words.strip(" ?.!"))
