"""Plain spelling of what a person typed: contractions written out, misspelt words corrected, lists and arrows as sentences."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from sightline.language.lexicon import Lexicon
from sightline.language.misspelling import closest, slips
from sightline.language.reading.english import ABSENT, COMMON, is_known
from sightline.language.reading.words import KNOWN_VERBS, UNABLE

CORRECTED_LENGTH = 5  # letters of a word that is corrected; shorter ones are too often words of their own
SWAPPED_LENGTH = 3  # letters of a word in which two neighbours may be swapped
TWO_SLIPS_LENGTH = 9  # letters of a word in which two slips are corrected
CONTRACTIONS = {
    "don't": "do not", "dont": "do not", "doesn't": "does not", "didn't": "did not", "won't": "will not",
    "shouldn't": "should not", "mustn't": "must not", "isn't": "is not", "aren't": "are not", "what's": "what is",
    "whats": "what is", "where's": "where is", "wheres": "where is", "who's": "who is", "how's": "how is",
    "that's": "that is", "there's": "there is", "it's": "it is", "let's": "let us", "i'd": "i would", "i'm": "i am",
    "i'll": "i will", "i've": "i have", "you're": "you are", "you've": "you have", "you'd": "you would",
    "wouldn't": "would not", "couldn't": "could not", "gotta": "have to", "wanna": "want to", "gonna": "going to",
    "pls": "please", "plz": "please", "plse": "please", "plase": "please", "thx": "thanks", "u": "you", "ur": "your", "r": "are",
    "n": "and", "&": "and", "teh": "the", "hte": "the", "da": "the", "adn": "and", "ot": "to", "og": "go", "fo": "of", "taht": "that",
    "wiht": "with", "thier": "their", "opne": "open", "opn": "open", "colse": "close", "clsoe": "close", "tkae": "take", "tak": "take",
    "wlak": "walk", "trun": "turn", "putt": "put", "brin": "bring", "grap": "grab", "goto": "go to", "tothe": "to the", "gimme": "give me",
    "lemme": "let me", "cannot": "can not", "can't": "can not", "needn't": "need not", "hasn't": "has not", "haven't": "have not",
    "wasn't": "was not", "they're": "they are", "we're": "we are", "we'd": "we would", "we'll": "we will", "it'd": "it would",
    "it'll": "it will", "that'd": "that would", "you'll": "you will", "y'all": "you", "ya": "you", "tv's": "tv", "tele": "television",
    "telly": "television", "kinda": "kind of", "'em": "them", "em": "them", "halfway": "half way", "towrds": "towards", "twards": "towards", "sout": "south", "soth": "south", "suth": "south",
    "nort": "north", "noth": "north", "nrth": "north", "wst": "west", "aswell": "as well",
}  # fmt: skip
_ARROW = re.compile(r"\s*(?:-+>|=+>|→|⇒|➜|»)\s*")
_NUMBERED = re.compile(r"(?:^|(?<=\s))(?:step )?\(?\d{1,2}[.):](?=\s+[^\W\d])")
_BULLET = re.compile(r"(?:^|\n)\s*[-*•]\s+")


def written_out(text: str) -> str:
    """Lower case, single spaces, contractions written out, items of a list as sentences; punctuation stays."""
    folded = unicodedata.normalize("NFKC", text).lower().replace("’", "'").replace("–", ",").replace("—", ",")
    folded = _BULLET.sub("; ", _NUMBERED.sub("; ", _ARROW.sub(", then ", folded)))
    folded = re.sub(r"-{2,}|…|\.{2,}", ", ", re.sub(r"[*#_`~|\"“”„()\[\]]+", " ", folded))
    folded = "".join(" " if unicodedata.category(char) in ("So", "Sk", "Cf") else char for char in folded)
    words = re.findall(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['\-][^\W\d_]+)*|[^\w\s]", folded)
    spelled = " ".join(CONTRACTIONS.get(word, word) for word in words)
    spelled = re.sub(r"\b(turn|switch) of\b", r"\1 off", re.sub(r"\bgo 2\b(?= the| a)", "go to", spelled))
    spelled = re.sub(
        r"\b(go|walk|run|head|drive) too (?=the |a |that )", r"\1 to ", re.sub(r"\band than\b", "and then", spelled)
    )
    spelled = re.sub(
        r"\bthe ([\w-]+)'s ((?:left |right |upper |lower |top |bottom |middle )?[\w-]+)", r"the \2 of the \1", spelled
    )
    return re.sub(r" (?=[,.;:!?])", "", spelled).replace(" '", "'").strip(" ;,")


def corrected(text: str, lexicon: Lexicon) -> tuple[str, dict[str, str]]:
    """A text with misspelt words replaced by the closest known ones, and those words."""
    known = lexicon.known | COMMON | KNOWN_VERBS | UNABLE | ABSENT
    changes: dict[str, str] = {}

    def right(match: re.Match[str]) -> str:
        word = match.group()
        if "'" in word or "-" in word or is_known(word, known):
            return word
        other = _closest(word, lexicon)
        if other is not None and other != word:
            changes[word] = other
        return other or word

    return re.sub(r"[^\W\d_]+(?:['\-][^\W\d_]+)*", right, text), changes


def _closest(word: str, lexicon: Lexicon) -> str | None:
    """The word for a thing or a deed that a word is a misspelling of: slips of the finger rarely change the first letter."""
    candidates = _candidates(lexicon.words, word[0])
    if len(word) >= SWAPPED_LENGTH and (swapped := next((c for c in candidates if _is_swapped(word, c)), None)):
        return swapped
    if len(word) < CORRECTED_LENGTH:
        return None
    if doubled := next((c for c in candidates if _single(c) == _single(word)), None):
        return doubled
    other = closest(word, candidates)
    return other if other is None or len(word) >= TWO_SLIPS_LENGTH or slips(word, other) == 1 else None


def _is_swapped(word: str, other: str) -> bool:
    """Whether two words differ by two neighbouring letters that are swapped."""
    return len(word) == len(other) and sorted(word) == sorted(other) and slips(word, other) == 1


def _single(word: str) -> str:
    """A word without doubled letters: people forget which one is doubled."""
    return re.sub(r"(.)\1", r"\1", word)


@lru_cache(maxsize=1000)
def _candidates(words: tuple[str, ...], letter: str) -> tuple[str, ...]:
    ordinary = sorted(word for word in COMMON if len(word) >= CORRECTED_LENGTH)
    return tuple(word for word in (*sorted(KNOWN_VERBS), *words, *ordinary) if word[0] == letter)
