"""Descriptions of things without their names: by what they do, what they are made of, what they are for."""

from __future__ import annotations

import re

from sightline.language.lexicon import Lexicon
from sightline.language.reading.plan import NEAREST, Find

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
# What things are for, by their everyday nouns.
USES = {
    r"sit(?: down)?(?: on)?|have a seat|rest on": "bench chair sofa armchair stool seat couch toilet bed",
    r"eat": "apple banana pumpkin orange plum lemon pear bread cake cookie watermelon egg cheese sandwich",
    r"drink(?: from)?": "milk water juice soda wine coffee bottle cup mug glass well fountain thermos",
    r"read": "book newspaper magazine", r"lie(?: down)?(?: on)?|sleep(?: on| in)?": "bed sofa couch",
    r"wash (?:my |your |the )?hands(?: in)?|wash in": "sink basin", r"drive(?: in)?|ride(?: in| on)?": "truck bus car tank pickup plane",
    r"climb(?: up)?(?: on)?": "ladder", r"live in": "house cabin", r"fly(?: in| with)?": "plane airplane jet",
    r"sail(?: in| on| with)?": "boat sailboat", r"call someone(?: from)?|make a call(?: from)?|phone (?:someone )?from": "phone booth",
    r"cook(?: on| with)?": "stove oven", r"write with": "pen pencil", r"cut(?: with)?": "knife scissors",
    r"watch": "television", r"tell the time(?: with| by)?": "clock", r"put flowers in": "vase",
    r"throw (?:trash|rubbish|garbage|things) (?:in|away)(?: in)?": "bin trash dumpster",
}  # fmt: skip
_USE = re.compile(
    r"^(?:something|anything|a thing|an object|a place|somewhere|the thing|the object|things?|stuff) (?:(?:that|which|where|in which|on which) )?"
    r"(?:i|you|one|we|people)? ?(?:to|can|could|where i can|where you can) (.+)$"
)


def marked_kinds(after: str, lexicon: Lexicon) -> set[str]:
    """The kinds of thing that fit "with wheels", "that floats"; empty if the words say nothing of the sort."""
    for mark, nouns in MARKS.items():
        if re.search(rf"\b(?:{mark})\b", after):
            return {kind for kind in lexicon.describing if set(lexicon.name(kind).split()) & set(nouns.split())}
    return set()


def use_of(text: str, lexicon: Lexicon) -> Find | None:
    """A thing by its use: "something to sit on"."""
    match = _USE.match(text)
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
