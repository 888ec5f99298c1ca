"""Noun phrases and motions: "the second tree from the left", "both houses", "10 metres north"."""

from __future__ import annotations

import re

from sightline.language.lexicon import Lexicon, NamedThing
from sightline.language.reading.plan import (
    ALL,
    FARTHEST,
    LEFTMOST,
    NEAREST,
    RIGHTMOST,
    SMALLEST,
    TALLEST,
    Find,
    Move,
)  # fmt: skip
from sightline.language.reading.words import COMPASS, NUMBERS, ORDINALS, SIDES, STEPS, UNITS
from sightline.language.tokenizer import tokenize

ORDERS = {
    "nearest": NEAREST, "closest": NEAREST, "nearer": NEAREST, "closer": NEAREST, "farthest": FARTHEST, "furthest": FARTHEST,
    "farther": FARTHEST, "further": FARTHEST, "most distant": FARTHEST, "farthest away": FARTHEST, "furthest away": FARTHEST,
    "tallest": TALLEST, "highest": TALLEST, "biggest": TALLEST, "largest": TALLEST, "bigger": TALLEST, "taller": TALLEST,
    "larger": TALLEST, "smallest": SMALLEST, "shortest": SMALLEST, "lowest": SMALLEST, "tiniest": SMALLEST, "smaller": SMALLEST,
    "littlest": SMALLEST, "shorter": SMALLEST, "leftmost": LEFTMOST, "rightmost": RIGHTMOST,
}  # fmt: skip
# What people say of things instead of naming them, by their everyday nouns.
MARKS = {
    r"(?:with|has|have|on) (?:\w+ )?wheels|(?:you|one|people) (?:can )?drive|drives": "truck bus car tank pickup",
    r"(?:that |which )?(?:floats|swims|sails|goes on water)": "boat sailboat",
    r"(?:that |which )?flies|with wings|(?:that|which) can fly": "plane airplane jet",
    r"(?:that |which )?grows|with leaves|made of leaves": "tree bush plant fern cactus palm flowers sunflowers",
    r"(?:that |which )?(?:shines|glows|gives light|lights up)": "lamp lighthouse lantern",
    r"(?:made of|from) (?:stone|rock)": "rock tombstone column tower",
    r"(?:made of|from) wood": "bench box chair stump barrel chest",
    r"(?:you|one|people) (?:can )?eat|edible": "apple banana pumpkin",
    r"(?:that |which )?(?:barks|roars|bites|lives)|animal": "lion gorilla",
}
ANYTHING = frozenset(
    [
        "thing",
        "things",
        "object",
        "objects",
        "landmark",
        "landmarks",
        "item",
        "items",
        "one",
        "ones",
        "something",
        "anything",
        "stuff",
    ]
)
# What things are for, by their everyday nouns.
USES = {
    r"sit(?: down)?(?: on)?|have a seat|rest on": "bench chair sofa armchair stool seat couch toilet bed",
    r"eat": "apple banana pumpkin orange plum lemon pear bread cake cookie watermelon egg cheese sandwich",
    r"drink(?: from)?": "milk water juice bottle cup mug glass well fountain",
    r"read": "book newspaper magazine", r"lie(?: down)?(?: on)?|sleep(?: on| in)?": "bed sofa couch",
    r"wash (?:my |your |the )?hands(?: in)?|wash in": "sink basin", r"drive(?: in)?|ride(?: in| on)?": "truck bus car tank pickup plane",
    r"climb(?: up)?(?: on)?": "ladder", r"live in": "house cabin", r"fly(?: in| with)?": "plane airplane jet",
    r"sail(?: in| on| with)?": "boat sailboat", r"call someone(?: from)?|make a call(?: from)?|phone (?:someone )?from": "phone booth",
    r"cook(?: on| with)?": "stove oven", r"write with": "pen pencil", r"cut(?: with)?": "knife scissors",
    r"watch": "television", r"tell the time(?: with| by)?": "clock", r"put flowers in": "vase",
    r"throw (?:trash|rubbish|garbage|things) (?:in|away)(?: in)?": "bin trash dumpster",
}  # fmt: skip
_MODIFIERS = re.compile(
    r"^(?: (?:that|which|who|with|without|in|on|at|by|near|behind|beside|next|under|below|above|over|between|of|from|to|left|right"
    r"|ahead|inside|opposite|across|closest|nearest|farthest|made|covered|where|standing|lying|sitting))\b"
)
_NEXT_TO = re.compile(
    r"^ (?:that is |which is |standing |right |just |located )*(?:next to|beside|near|near to|close to|closest to|nearest to|by|right by)\b (.+)$"
)
_NUMBER = (
    r"(?P<n>\d+(?:\.\d+)?|(?:a |the )?(?:couple of|few|dozen)|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + r")"
)
_LENGTH = rf"(?:(?:about |around |for |another |some |exactly )*{_NUMBER} ?(?:more )?(?P<u>{'|'.join(sorted([*UNITS, *STEPS], key=len, reverse=True))}|(?= (?:{'|'.join(COMPASS)})\b)|(?=(?:{'|'.join(COMPASS)})\b)|$))"
_FENCE = re.compile(
    rf"^{'(?:(?:go|walk|move|head|run|come|travel)(?: all the way| straight| over| up)* (?:to|towards?|up to|until) )?'}(?:the )?"
    r"(?P<d>north|south|east|west)(?:ern)?(?:most)? (?:fence|wall|edge|border|end|side)(?: of the field)?$"
)
_CORNER = re.compile(
    r"^(?:(?:go|walk|move|head|run|come|travel)(?: all the way| straight| over| up)* (?:to|towards?|into|in) )?(?:the )?"
    r"(?:corner (?:in|of|at|to|towards?) the )?(?P<d>north|south)[ -]?(?P<e>east|west)(?:ern)?(?: (?:corner|end))?(?: of the field)?$"
)
_TOWARD = "|".join(sorted([*COMPASS, *SIDES], key=len, reverse=True))
_GOING = (
    r"(?:(?:go|walk|move|head|run|travel|proceed|step|come|drive|advance|march|continue|keep going|carry on|take|turn|back up|keep "
    r"walking|face)(?: on)?(?: and (?:go|walk|move))? )?"
)
_MOVES = [
    re.compile(rf"^{_GOING}(?:due |straight |directly |to the |to your |towards? the |toward |your )*(?P<d>{_TOWARD})(?:wards?)?"
               rf"(?: direction)?(?:,? {_LENGTH})?(?P<rest>(?: (?:until|till|up to|as far as|to) .+)?)$"),
    re.compile(rf"^{_GOING}{_LENGTH}(?: (?:due|straight|directly|to the|to your|towards the|toward the|in the direction of))*"
               rf" (?P<d>{_TOWARD})(?:wards?)?(?: direction)?(?P<rest>)$"),
]  # fmt: skip


def find_of(words: str, lexicon: Lexicon) -> Find | None:
    """The noun phrase at the beginning of some words ("the red barrel next to the well"); None if it names nothing."""
    text = words.strip(" ,.;:!?")
    if use := _use(text, lexicon):
        return use
    number, text_after = _number(text)
    order, rank, bare = _order(text_after)
    things = lexicon.things(bare)
    tokens = tokenize(bare)
    thing = things[0] if things else None
    if thing is not None and _leads(tokens, thing, lexicon):
        end = thing.first + len(tokenize(thing.noun))
        after = " ".join(["", *tokens[end:]])
        kinds = frozenset(lexicon.meant(thing))
        plural = number == 1 and _is_plural(text, thing, lexicon) and text.split()[0] in ("all", "every", "each", "both")
        near = _near(after, lexicon)
        modified = bool(_MODIFIERS.match(after)) or _describes_more(tokens[: thing.first], thing, lexicon)
        return Find(
            text,
            kinds,
            thing.adjectives,
            order,
            rank,
            ALL if plural else number,
            near,
            modified and near is None,
            thing.noun,
        )
    head = [word for word in tokens if word not in ("the", "a", "an", "that", "this")]
    colours = []
    while head and (head[0] in lexicon.adjectives or head[0] in ("and", ",")):
        colours += [head[0]] if head[0] in lexicon.adjectives else []
        head = head[1:]
    if not head and order and not colours:  # "the farthest"
        head = ["one"]
    if head and head[0] in ANYTHING and (colours or order or number != 1 or len(head) > 1):
        after = " ".join(["", *head[1:]])
        kinds = frozenset(lexicon.described(set(colours))) if colours else frozenset()
        if colours and not kinds:
            return Find(text, frozenset({""}), tuple(colours), order, rank, number, noun=" ".join([*colours, head[0]]))
        near = _near(after, lexicon)
        marked = _marked(after, lexicon)
        if marked:
            kinds = frozenset(marked & kinds if kinds else marked)
        return Find(
            text, kinds, tuple(colours), order, rank, number, near, bool(after) and not marked and near is None, noun=head[0]
        )
    return None


def _leads(tokens: list[str], thing: NamedThing, lexicon: Lexicon) -> bool:
    """Whether a thing is the head of a phrase: before it are only an article, adjectives, sides."""
    before = tokens[: thing.first - len(thing.adjectives)]
    allowed = {
        "the",
        "a",
        "an",
        "that",
        "this",
        "these",
        "those",
        "my",
        "your",
        "our",
        "of",
        ",",
        "and",
        "left",
        "right",
        "other",
    }
    return all(word in allowed or word in lexicon.adjectives for word in before)


def _describes_more(before: list[str], thing: NamedThing, lexicon: Lexicon) -> bool:
    return any(word in ("left", "right", "other", "upper", "lower", "left-hand", "right-hand") for word in before)


def _is_plural(text: str, thing: NamedThing, lexicon: Lexicon) -> bool:
    return thing.noun.endswith("s")


def _near(after: str, lexicon: Lexicon) -> Find | None:
    match = _NEXT_TO.match(after)
    return find_of(match[1], lexicon) if match else None


def _number(text: str) -> tuple[int, str]:
    """How many things a phrase is about, and the rest of it."""
    if match := re.match(r"^(?:both(?: of)?|the two|two)(?: the| of the)? ", text):
        return 2, f"the {text[match.end() :]}"
    if match := re.match(r"^(?:all(?: of)?|every(?: single)?|each(?: of)?|all the)(?: the| your)? ", text):
        return ALL, f"the {text[match.end() :]}"
    if match := re.match(r"^(?:the )?(three|four|five|3|4|5) (?=\w+s\b)", text):
        return NUMBERS.get(match[1], 0) or int(match[1]), f"the {text[match.end() :]}"  # type: ignore[return-value]
    return 1, text


def _order(text: str) -> tuple[str, int, str]:
    """Which of several things a phrase means, by an order and a rank, and the phrase without these words."""
    rank = 0
    if match := re.match(
        r"^(?:the )?(first|second|third|fourth|last|1st|2nd|3rd) (.+?) (?:from|on) the (left|right)\b(.*)$", text
    ):
        order = LEFTMOST if match[3] == "left" else RIGHTMOST
        return order, ORDINALS[match[1]], f"the {match[2]}{match[4]}"
    if match := re.match(r"^(?:the )?(second|third|2nd|3rd)[ -](?=\w+est\b|most\b)", text):
        rank, text = ORDINALS[match[1]], f"the {text[match.end() :]}"
    for word, order in ORDERS.items():
        if match := re.search(rf"\b{word}\b(?! to\b)", text):
            bare = f"{text[: match.start()]}{text[match.end() :].lstrip()}"
            return (
                order,
                rank,
                re.sub(r"\b(?:away|to you|to me|from you|from here)\b", "", re.sub(r" {2,}", " ", bare)).strip(),
            )
    if match := re.match(r"^(?:the |a |an )?(.+?) (?:that is |which is )?(?:farthest|furthest)(?: away)?$", text):
        return FARTHEST, rank, f"the {match[1]}"
    return "", rank, text


def _marked(after: str, lexicon: Lexicon) -> set[str]:
    """The kinds of thing that fit "with wheels", "that floats"; empty if the words say nothing of the sort."""
    for mark, nouns in MARKS.items():
        if re.search(rf"\b(?:{mark})\b", after):
            return {kind for kind in lexicon.describing if set(lexicon.name(kind).split()) & set(nouns.split())}
    return set()


def _use(text: str, lexicon: Lexicon) -> Find | None:
    """A thing by its use: "something to sit on"."""
    match = re.match(
        r"^(?:something|anything|a thing|an object|a place|somewhere|the thing|the object) (?:(?:that|which) )?(?:i|you|one|we)? ?(?:to|can|could|where i can|where you can) (.+)$",
        text,
    )
    if not match:
        return None
    for use, nouns in USES.items():
        if re.match(rf"^(?:{use})\b", match[1]):
            listed = nouns.split()
            kinds = {
                kind for noun, of in lexicon.nouns.items() for kind in of if noun[-1] in listed or " ".join(noun) == nouns
            }
            everyday = {
                kind
                for kind in kinds
                if any(part in listed for part in lexicon.name(kind).split()) or lexicon.name(kind) == nouns
            }
            return Find(text, frozenset(everyday or kinds), order=NEAREST, noun=text)
    return None


def move_of(clause: str) -> Move | None:
    """A motion by direction and distance; None if the clause is something else."""
    if match := _FENCE.match(clause):
        return Move(COMPASS[match["d"]], True, until="fence")
    if "corner" in clause and (match := _CORNER.match(clause)):
        return Move(COMPASS[match["d"] + match["e"]], True, until="corner")
    for pattern in _MOVES:
        match = pattern.match(clause)
        if not match:
            continue
        word, rest = match["d"], (match["rest"] or "").strip()
        absolute = word in COMPASS
        if len(word) <= 2 and absolute and not match["n"]:
            return None  # a single letter
        if rest and not re.search(
            r"\b(?:fence|wall|edge|end|border|boundary|it ends|you (?:hit|reach|can not|cannot)|can)\b", rest
        ):
            return None  # "north until the well": the thing is the goal
        distance, steps = _length(match["n"], match["u"])
        turning = clause.startswith(("turn", "face"))
        if not absolute and turning and distance is None and steps is None:
            return None  # "turn left" is no motion
        return Move(COMPASS.get(word, SIDES.get(word, 0.0)), absolute, distance, steps, "fence" if rest else "")
    return None


def _length(number: str | None, unit: str | None) -> tuple[float | None, float | None]:
    """A distance, or a number of steps."""
    if not number:
        return None, None
    unit = unit or "units"
    words = [word for word in number.split() if word not in ("a", "the", "of")] or ["a"]
    count = float(NUMBERS[words[0]]) if words[0] in NUMBERS else float(words[0])
    return (None, count) if unit in STEPS else (count * UNITS[unit], None)
