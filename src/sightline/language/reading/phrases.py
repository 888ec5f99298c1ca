"""Noun phrases: "the second tree from the left", "both houses", "everything red except the barrel"."""

from __future__ import annotations

import re
from dataclasses import replace

from sightline.language.lexicon import Lexicon, NamedThing
from sightline.language.reading.descriptions import marked_kinds, use_of
from sightline.language.reading.plan import (
    ALL,
    EASTMOST,
    FARTHEST,
    LEFTMOST,
    NEAREST,
    NORTHMOST,
    RIGHTMOST,
    SMALLEST,
    SOUTHMOST,
    TALLEST,
    WESTMOST,
    Find,
)  # fmt: skip
from sightline.language.reading.words import COMPASS, NUMBERS, ORDINALS, listed
from sightline.language.tokenizer import tokenize

ORDERS = {
    "nearest": NEAREST, "closest": NEAREST, "nearer": NEAREST, "closer": NEAREST, "farthest": FARTHEST, "furthest": FARTHEST,
    "farther": FARTHEST, "further": FARTHEST, "most distant": FARTHEST, "farthest away": FARTHEST, "furthest away": FARTHEST,
    "tallest": TALLEST, "highest": TALLEST, "biggest": TALLEST, "largest": TALLEST, "bigger": TALLEST, "taller": TALLEST,
    "larger": TALLEST, "smallest": SMALLEST, "shortest": SMALLEST, "lowest": SMALLEST, "tiniest": SMALLEST, "smaller": SMALLEST,
    "littlest": SMALLEST, "shorter": SMALLEST, "leftmost": LEFTMOST, "rightmost": RIGHTMOST,
    "northernmost": NORTHMOST, "easternmost": EASTMOST, "southernmost": SOUTHMOST, "westernmost": WESTMOST, "northmost": NORTHMOST,
    "eastmost": EASTMOST, "southmost": SOUTHMOST, "westmost": WESTMOST,
}  # fmt: skip
ANYTHING = listed(
    "thing things object objects landmark landmarks item items one ones something anything stuff everything whatever"
)
LEADING = listed("the a an that this these those my your our of , and left right other")
SIDES_OF_AGENT = {"ahead": 0.0, "right": 90.0, "behind": 180.0, "left": 270.0}  # degrees from where it faces
_MODIFIERS = re.compile(
    r"^(?: (?:that|which|who|with|without|in|on|at|by|near|behind|beside|next|under|below|above|over|between|of|from|to|left|right"
    r"|ahead|inside|opposite|across|closest|nearest|farthest|made|covered|where|standing|lying|sitting|north|south|east|west))\b"
)
_NEXT_TO = re.compile(
    r"^ (?:that is |which is |standing |right |just |located |lying )*(?:next to|beside|near|near to|close to|closest to|nearest to|by|right by|nearby)\b (.+)$"
)
_COMPASS = "|".join(word for word in COMPASS if len(word) > 2)
_BEYOND = re.compile(
    rf"^ (?:that is |which is |to the |just |standing |directly |located )*(?P<d>{_COMPASS}) (?:of|from) (?P<x>.+)$"
)
_TOWARD_SIDE = re.compile(
    rf"^ (?:that is |which is |standing |located |over |further |farther |away )*(?:in|to|towards?|at|on) the (?:far )?(?P<d>{_COMPASS})(?:ern)?(?: (?:side|part|end|half|corner))?(?: of the field)?$"
)
_SIDE = re.compile(
    r"^ (?:that is |which is |standing |located |directly |right |just |is |straight )*(?:(?:on|to|at|over on) (?:your|the|my) (?P<a>left|right)(?: (?:hand )?side)?|(?P<b>ahead|behind|in front)(?: of)?(?: you| me| us)?|"
    r"(?P<c>left|right) of (?:you|me))(?: of you)?$"
)
_COLOURED = re.compile(r"^ (?:(?:that|which) (?:is|are|looks) )?(?P<c>[a-z]+(?:(?: and|,) [a-z]+)*)$")
_EXCEPT = re.compile(r"^(.+?),? (?:except(?: for)?|but not|apart from|other than|besides|save for|excluding|but) (.+)$")


def find_of(words: str, lexicon: Lexicon) -> Find | None:
    """The noun phrase at the beginning of some words ("the red barrel next to the well"); None if it names nothing."""
    text = words.strip(" ,.;:!?")
    if (match := _EXCEPT.match(text)) and (left_out := find_of(match[2], lexicon)) is not None:
        find = find_of(match[1], lexicon)
        return replace(find, words=text, but=left_out) if find is not None else None
    if use := use_of(text, lexicon):
        return use
    if re.match(
        r"^(?:everything|whatever there is|all of it|all of them)(?: (?:you (?:can )?see|here|around|there is|in the field|once))?$",
        text,
    ):
        return Find(text, number=ALL, noun="thing")
    number, counted = _number(text)
    order, rank, bare = _order(counted)
    return _named(text, bare, number, order, rank, lexicon) or _unnamed(text, bare, number, order, rank, lexicon)


def _named(text: str, bare: str, number: int, order: str, rank: int, lexicon: Lexicon) -> Find | None:
    """A phrase with the noun of a thing."""
    things, tokens = lexicon.things(bare), tokenize(bare)
    thing = things[0] if things else None
    if thing is None or not _leads(tokens, thing, lexicon):
        return None
    after = " ".join(["", *tokens[thing.first + len(tokenize(thing.noun)) :]])
    every = number == 1 and thing.noun.endswith("s") and text.split()[0] in ("all", "every", "each", "both")
    described = any(
        word in ("left", "right", "other", "upper", "lower", "left-hand", "right-hand") for word in tokens[: thing.first]
    )
    kinds = frozenset(lexicon.meant(thing))
    adjectives = thing.adjectives
    if colours := _coloured(after, lexicon):
        described_kinds = kinds & frozenset(lexicon.described(set(colours)))
        kinds, adjectives, after = described_kinds or kinds, (*adjectives, *colours), ""
    near, beyond, side, order = _relation(after, order, lexicon)
    related = near is not None or side is not None or bool(order)
    modified = (bool(_MODIFIERS.match(after)) and not related) or described
    return Find(
        text, kinds, adjectives, order, rank, ALL if every else number, near, beyond, side, None, modified, thing.noun
    )


def _unnamed(text: str, bare: str, number: int, order: str, rank: int, lexicon: Lexicon) -> Find | None:
    """A phrase such as "the red thing next to the well", "the farthest", "something blue"."""
    head = [word for word in tokenize(bare) if word not in ("the", "a", "an", "that", "this")]
    colours = []
    while head and (head[0] in lexicon.adjectives or head[0] in ("and", ",")):
        colours += [head[0]] if head[0] in lexicon.adjectives else []
        head = head[1:]
    if not head and order and not colours:  # "the farthest"
        head = ["one"]
    if not head or head[0] not in ANYTHING or not (colours or order or number != 1 or len(head) > 1):
        return None
    after = " ".join(["", *head[1:]])
    if head[0] == "whatever":
        after = re.sub(r"^ (?:is|stands|lies|you (?:can )?see)\b", "", after)
    if more := _coloured(after, lexicon):
        colours, after = [*colours, *more], ""
    kinds = frozenset(lexicon.described(set(colours))) if colours else frozenset()
    if colours and not kinds:
        return Find(text, frozenset({""}), tuple(colours), order, rank, number, noun=" ".join([*colours, head[0]]))
    near, beyond, side, order = _relation(after, order, lexicon)
    if marked := marked_kinds(after, lexicon):
        kinds = frozenset(marked & kinds if kinds else marked)
    modified = bool(after) and not marked and near is None and side is None and not order
    return Find(text, kinds, tuple(colours), order, rank, number, near, beyond, side, None, modified, head[0])


def _relation(after: str, order: str, lexicon: Lexicon) -> tuple[Find | None, float | None, float | None, str]:
    """The words after a noun, as (what it is near, which way from there, on which side of the agent, order)."""
    if match := _BEYOND.match(after):
        return find_of(match["x"], lexicon), COMPASS[match["d"]], None, order
    if match := _NEXT_TO.match(after):
        return find_of(match[1], lexicon), None, None, order
    if (match := _TOWARD_SIDE.match(after)) and not order:
        heading = COMPASS[match["d"]]
        if heading % 90 == 0:
            return None, None, None, (NORTHMOST, EASTMOST, SOUTHMOST, WESTMOST)[round(heading / 90)]
    if match := _SIDE.match(after):
        word = match["a"] or match["c"] or ("ahead" if match["b"] == "in front" else match["b"])
        return None, None, SIDES_OF_AGENT[word], order
    return None, None, None, order


def _coloured(after: str, lexicon: Lexicon) -> list[str]:
    """Adjectives after a noun: "that is yellow"."""
    match = _COLOURED.match(after)
    words = re.split(r"(?: and|,) ", match["c"]) if match else []
    return words if words and all(word in lexicon.adjectives for word in words) else []


def _leads(tokens: list[str], thing: NamedThing, lexicon: Lexicon) -> bool:
    """Whether a thing is the head of a phrase: before it are only an article, adjectives, sides."""
    before = tokens[: thing.first - len(thing.adjectives)]
    return all(word in LEADING or word in lexicon.adjectives for word in before)


def _number(text: str) -> tuple[int, str]:
    """How many things a phrase is about, and the rest of it."""
    text = re.sub(r"^(?:at least|exactly|about|any) (?=two|three|four|five|\d)", "", text)
    if match := re.match(r"^(?:both(?: of)?|the two|two)(?: the| of the| different| other)*(?= )(?! of them$) ", text):
        return 2, f"the {text[match.end() :]}"
    if match := re.match(r"^(?:all(?: of)?|every(?: single)?|each(?: of)?|all the)(?: the| your)? ", text):
        return ALL, f"the {text[match.end() :]}"
    if match := re.match(r"^(?:the )?(three|four|five|six|3|4|5|6)(?: different)? (?=(?:\w+ )*\w+s\b)", text):
        return int(NUMBERS.get(match[1], 0)) or int(match[1]), f"the {text[match.end() :]}"
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
        if match := re.search(rf"\b{word}\b(?! to\b| from the\b)", text):
            bare = f"{text[: match.start()]}{text[match.end() :].lstrip()}"
            return (
                order,
                rank,
                re.sub(
                    r"\b(?:away|to you|to me|from you|from here|from me|around|of all)\b", "", re.sub(r" {2,}", " ", bare)
                ).strip(),
            )
    if match := re.match(r"^(?:the |a |an )?(.+?) (?:that is |which is )?(?:farthest|furthest)(?: away)?$", text):
        return FARTHEST, rank, f"the {match[1]}"
    return "", rank, text
