"""Courtesy: what only makes a command polite, gives its reason or passes the time is taken away."""

from __future__ import annotations

import re

from sightline.language.reading.words import HANDLING, KNOWN_VERBS, MOVING, UNABLE, UNABLE_NOUNS, listed

# Before a command; each is removed as often as it matches. The command that follows is in its base form, or ends in -ing.
OPENINGS = (
    r"(?:would|do) you mind(?: if you)? ",
    r"(?:please|kindly|hey|hi|hello|okay|ok|alright|(?:right|well|look|listen)(?=,)|well(?= (?:please|can|could|would|i|you|maybe|let)\b)|so|now|um+|uh+|hmm+|hm+|er+|oh|ah|yes|yeah|yep|sure|great|good|thanks|"
    r"thank you|sorry|excuse me|quick|quickly|good (?:morning|evening|afternoon|day)|dear|mate|pal|buddy|dude|bro|"
    r"robot|agent|my friend|friend|sir|first of all|first|firstly|next(?! to\b)|finally|lastly|also|and|but|then|just|simply|maybe|"
    r"perhaps|actually|basically|btw|by the way|come on|go ahead and)\b[ ,!.:]*",
    r"(?:can|could|would|will|may|might|should|do|are|is|were) (?:you|i|we|it)(?: (?:please|kindly|possibly|perhaps|maybe|"
    r"just|now|then|quickly|all|be able to|ask you to|trouble you to|bother you to|have you|be so (?:kind|good|nice) (?:as|and)"
    r"(?: to)?|be an angel and|do me (?:a|the) favou?r(?: and|:|,)?|be possible(?: for you)? to|possible(?: for you)? to|"
    r"able to|want to|like to|care to|go ahead and|try to|mind if you|like you to|want you to|love it if you could))* "
    r"(?!see\b|hear\b|know\b|tell\b|there\b|holding\b|carrying\b|sure\b|doing\b|done\b|at\b|in\b|near\b|find out\b)",
    r"(?:i (?:would|want|need|wish|request|ask|command|order|beg|urge|expect|instruct|tell|love|really want|really need)"
    r"(?: really| very much| so much| all)?(?: (?:like|love|want|need|prefer|appreciate it))?(?: (?:you|for you))? (?:to|if you "
    r"(?:could|would)))(?: please| just| now| kindly)? ",
    r"(?:you (?:should|must|have to|need to|ought to|are to|may|can|could|shall|might|will|want to|are going to)|your (?:task|"
    r"job|mission|goal) is to|it would be (?:nice|great|lovely|good|wonderful|helpful|kind)(?: of you)? (?:if you (?:could|would)"
    r"|to)|if you (?:could|would|please|do not mind)(?: please| just)?|be so (?:kind|good|nice) (?:as to|and)|be (?:a dear|a darling"
    r"|an angel|kind) and|do me (?:a|the) favou?r(?: and|:|,)?|how about you|why do not you|what if you|let us|i need|"
    r"make sure (?:to|that you|you)|try to|remember to|do not forget to|feel free to|time to|go ahead and|i think you should|"
    r"may i ask you to|might i trouble you to|why not|i think you should|stop what you are doing and|help me(?: to)?|start by|you would make (?:me|us|my day)(?: very| so| really)*(?: happy| glad)?"
    r"(?: by| if you)|do(?! not\b))[ ,:]+",
    r"(?:if (?:it|that) (?:is|would be) (?:not|no)(?: too| really| at all)?(?: much)?(?: of a)?(?: an)? (?:trouble|bother|problem|hassle|inconvenience|burden)|"
    r"if you (?:do not mind|are not (?:too )?busy|have (?:a|some|the) (?:moment|minute|second|time)|have time|can|could|want|like|please|get a chance|would)|"
    r"when(?:ever)? you (?:have|get|are|can|find)(?: a| some| the)? ?(?:moment|chance|time|minute|second|free|ready|done|can)?|if i may(?: ask)?|if possible|"
    r"(?:as|since|because|given that|seeing that|now that) [^,]+)[ ,:]*,[ ,:]*",
    r"(?:how|what) about |you could try |off you go |mind ",
)  # fmt: skip
# After a command.
CLOSINGS = (
    r"[ ,]*\b(?:please|too|as well|also|thanks|thank you|thank you very much|thanks a lot|many thanks|for me|will you|would you|could you|okay|"
    r"ok|(?<=,) ?right|now|then|though|(?:is|are|would be|will be|sounds) (?:fine|ok|okay|good|great|perfect)|will do|quickly|immediately|at once|asap|as soon as possible|if you (?:can|could|please|do not mind|would)|"
    r"if possible|real quick|right away|if you have (?:time|a moment)|robot|mate|pal|buddy|dude|bro|sir|cheers|thx|ty|lol|haha|go go go|i (?:would|will) (?:really |very much )?"
    r"(?:like|love|appreciate)[^,.;]*|so (?:that )?(?:i|we) (?:can|could|may)[^.;]*|because[^.;]*|since (?:i|we|it)[^.;]*|"
    r"i (?:am|feel) (?:thirsty|hungry|tired|cold|hot|bored|in a hurry|curious)[^.;]*|it is (?:cold|hot|dark|late|too)[^.;]*)$",
)  # fmt: skip
# Words before a command, or in a clause without one, that ask for nothing. None of them denies anything.
COURTEOUS = listed(
    "i we you it that this my your me us to if whether could would can will may might should shall must do be been being am are is was "
    "were have had so very really just please kindly possibly perhaps maybe now then also and but or well hello hi hey there good morning "
    "afternoon evening day today dear robot agent friend buddy mate pal sir madam hope hoping wonder wondering wondered sorry pardon excuse "
    "bother bothering trouble ask asking mind minding like love want need wish appreciate grateful thankful happy glad great nice lovely "
    "wonderful kind possible able time moment ok okay alright sure yes yeah thanks thank much too more most a an as for how of at all your "
    "help again going having think thought guess actually really simply next first finally lastly quick quickly little favor favour"
)  # fmt: skip
# Clauses of such words only are chatter.
_CHATTING = COURTEOUS | listed(
    "in advance the best regards sincerely yours cheers lol haha hurry up you're everything fine today on with thing"
)
_STATEMENT = re.compile(
    r"^(?:i|we|it|they|he|she|you|somebody|someone|everybody|my \w+|our \w+|that) "
    r"(?:am|is|are|was|were|feel|feels|love|loves|loved|like|likes|liked|have|has|had|think|hope|left|forgot|will be|know|just|see|saw|said|told)\b"
)
_ABOUT_THING = re.compile(
    r"^(?:the|this|that|my) [\w ]+? (?:is|are|looks|look|seems) (?:(?:way |a bit |much |far )?too |very |so |really |still )?\w+$"
)
_FORMS: dict[str, str] = {}
for _verb in sorted({form.split()[0] for form in KNOWN_VERBS} | UNABLE | UNABLE_NOUNS):
    _stem = _verb[:-1] if _verb.endswith("e") and not _verb.endswith("ee") else _verb
    for _form in (f"{_stem}ing", f"{_stem}ed", f"{_verb}{_verb[-1]}ing", f"{_verb}{_verb[-1]}ed"):
        _FORMS.setdefault(_form, _verb)
_FORMS |= {"taken": "take", "took": "take", "went": "go", "gone": "go", "brought": "bring", "got": "get", "shut": "shut", "put": "put",
           "left": "leave", "found": "find", "came": "come", "ran": "run", "arrived": "go", "arriving": "go", "gave": "give", "stood": "stand"}  # fmt: skip
DOING = (
    frozenset(verb.split()[0] for verb in (*MOVING, *(form for forms in HANDLING.values() for form in forms)))
    | UNABLE
    | listed("bring give hand show check look push pull throw tell flick keep see")
)


def base_form(word: str) -> str:
    """The verb that a word is a form of ("opening", "opened"); other words as they are."""
    return word if word in DOING else _FORMS.get(word, word)


def imperative(clause: str) -> str:
    """A clause whose verb is in another form ("opening the door", "opened the door") as a command."""
    first, _, rest = clause.partition(" ")
    return " ".join(filter(None, (base_form(first), rest)))


def without_courtesy(clause: str) -> str:
    """A clause without what only makes it polite or gives reasons; a gerund after "would you mind" becomes a command."""
    text = clause.strip(" ,.;:!?")
    while True:
        shorter = _OPENING.sub("", text, count=1).strip(" ,.;:!?")
        shorter = _CLOSING.sub("", shorter).strip(" ,.;:!?")
        if shorter == text or not shorter:
            break
        text = shorter
    return imperative(_without_lead(text)) if text.split()[0] not in ("left", "put", "shut", "found") else text


def _without_lead(text: str) -> str:
    """A clause from its verb on, if only courteous words come before it."""
    words = text.split()
    for k, word in enumerate(words):
        plain = word.strip(",.!?:;")
        if (
            plain in DOING
            or (k and plain in _FORMS and plain not in ("left", "going"))
            or (k and plain == "going" and words[k + 1 : k + 2] == ["to"])
        ):
            return " ".join(words[k:])
        if plain not in COURTEOUS:
            return text
    return text


def without_opening(text: str) -> str:
    """A text without the courtesies that it begins with."""
    while (shorter := _OPENING.sub("", text, count=1).lstrip(" ,.;:!?")) and shorter != text:
        text = shorter
    return text


def is_chatter(clause: str) -> bool:
    """Whether a clause only thanks or greets: it asks for nothing."""
    return all(word in _CHATTING for word in re.findall(r"[\w']+", clause))


def is_statement(clause: str) -> bool:
    """Whether a clause says how things are: it asks for nothing, but what follows may be about the same thing."""
    if re.search(r"\bnot\b|\?", clause):
        return False
    return bool(_STATEMENT.match(clause) or _ABOUT_THING.match(clause)) or bool(
        re.match(
            r"^(?:kind |best |warm )?(?:regards|wishes)\b|^(?:as|since|because|given that|seeing that|now that|so that|so (?:we|i))\b",
            clause,
        )
    )


_OPENING = re.compile(rf"^(?:{'|'.join(OPENINGS)})")
_CLOSING = re.compile("|".join(CLOSINGS))
