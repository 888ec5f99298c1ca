"""Plain form of what a person typed: contractions written out, misspelt words corrected, politeness and reasons removed."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from sightline.language.lexicon import Lexicon
from sightline.language.misspelling import closest, slips
from sightline.language.reading.words import CLOSINGS, COMMON, COMPASS, CONTRACTIONS, FOREIGN, KNOWN_VERBS, OPENINGS, UNABLE
from sightline.language.tokenizer import tokenize

LATIN_SHARE = 0.7  # of letters; with fewer the text is in another script
KNOWN_SHARE = 0.4  # of words; with fewer the text is gibberish
FOREIGN_WORDS = 2  # of one language, and more than there are English ones
CORRECTED_LENGTH = 5  # letters of a word that is corrected; shorter ones are too often words of their own
CONTENT = frozenset(
    [
        "left",
        "right",
        "back",
        "forward",
        "ahead",
        "further",
        "more",
        "again",
        "thing",
        "one",
        "other",
        "same",
        "yes",
        "no",
        "what",
        "where",
        "why",
        "how",
        "who",
        "help",
        "see",
        "hello",
        "thanks",
    ]
)
EMPTY = frozenset(
    ["the", "a", "an", "of", "with", "in", "on", "and", "or", "to", "that", "for", "by", "from", "at"]
)  # words that mean nothing alone
TWO_SLIPS_LENGTH = 9  # letters of a word in which two slips are corrected
MARKUP = re.compile(r"</?[a-z!][^>]*>|```|https?://|\{\{|\$\(|<\?|;\s*drop\s+table|\bselect\b.+\bfrom\b.+", re.IGNORECASE)
_OPENING = re.compile(rf"^(?:{'|'.join(OPENINGS)})")
_CLOSING = re.compile("|".join(CLOSINGS))
_MINDING = re.compile(r"^(?:would|do) you mind\b")
GERUNDS = {"putting": "put", "getting": "get", "setting": "set", "stopping": "stop", "running": "run", "shutting": "shut",
           "sitting": "sit", "grabbing": "grab", "dropping": "drop", "turning": "turn", "going": "go", "taking": "take",
           "closing": "close", "moving": "move", "placing": "place", "bringing": "bring", "leaving": "leave", "circling": "circle"}  # fmt: skip


def written_out(text: str) -> str:
    """Lower case, single spaces, contractions written out; punctuation stays."""
    folded = unicodedata.normalize("NFKC", text).lower().replace("’", "'").replace("–", ",").replace("—", ",")
    words = re.findall(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['\-][^\W\d_]+)*|[^\w\s]", folded)
    spelled = " ".join(CONTRACTIONS.get(word, word) for word in words)
    spelled = re.sub(
        r"\bthe ([\w-]+)'s ((?:left |right |upper |lower |top |bottom |middle )?[\w-]+)", r"the \2 of the \1", spelled
    )
    return re.sub(r" (?=[,.;:!?])", "", spelled).replace(" '", "'")


def corrected(text: str, lexicon: Lexicon) -> tuple[str, dict[str, str]]:
    """A text with misspelt words replaced by the closest known ones, and those words."""
    known = lexicon.known | COMMON | KNOWN_VERBS | UNABLE
    changes: dict[str, str] = {}

    def right(match: re.Match[str]) -> str:
        word = match.group()
        if word in known or word.rstrip("s") in known or "'" in word or "-" in word or _inflected(word, known):
            return word
        other = _closest(word, lexicon)
        if other is not None and other != word:
            changes[word] = other
        return other or word

    return re.sub(r"[^\W\d_]+(?:['\-][^\W\d_]+)*", right, text), changes


def _inflected(word: str, known: frozenset[str]) -> bool:
    stems = [word.removesuffix(ending) for ending in ("ing", "ed", "es", "er", "est", "ly") if word.endswith(ending)]
    return any(stem in known or f"{stem}e" in known or (len(stem) > 2 and stem[:-1] in known) for stem in stems)


def _closest(word: str, lexicon: Lexicon) -> str | None:
    """The word for a thing or a deed that a word is a misspelling of: slips of the finger rarely change the first letter."""
    if len(word) < CORRECTED_LENGTH:
        return None
    other = closest(word, _candidates(lexicon.words, word[0]))
    return other if other is None or len(word) >= TWO_SLIPS_LENGTH or slips(word, other) == 1 else None


@lru_cache(maxsize=1000)
def _candidates(words: tuple[str, ...], letter: str) -> tuple[str, ...]:
    return tuple(word for word in (*sorted(KNOWN_VERBS), *words) if word[0] == letter)


def without_politeness(clause: str) -> str:
    """A clause without what only makes it polite or gives reasons; a gerund after "would you mind" becomes a command."""
    text = clause.strip(" ,.;:!?")
    while True:
        minded = _MINDING.match(text)
        shorter = _OPENING.sub("", text, count=1).strip(" ,.;:!?")
        shorter = _CLOSING.sub("", shorter).strip(" ,.;:!?")
        if minded:
            first, _, rest = shorter.partition(" ")
            shorter = " ".join(filter(None, (_base(first), rest)))
        if shorter == text or not shorter:
            return text
        text = shorter


def _base(gerund: str) -> str:
    return GERUNDS.get(gerund, gerund.removesuffix("ing") if gerund.endswith("ing") else gerund)


def foreign_language(text: str) -> str:
    """The language of a text that is not English, or "another script"; empty for English."""
    letters = [char for char in text if char.isalpha()]
    latin = sum("LATIN" in unicodedata.name(char, "") for char in letters)
    if letters and latin < LATIN_SHARE * len(letters):
        return "another script"
    words = [word for word in tokenize(text) if word[0].isalpha()]
    english = sum(word in COMMON or word in KNOWN_VERBS for word in words)
    counts = {name: sum(word in listed.split() for word in words) for name, listed in FOREIGN.items()}
    language = max(counts, key=lambda name: counts[name])
    return language if counts[language] >= FOREIGN_WORDS and counts[language] > english else ""


def is_gibberish(text: str, lexicon: Lexicon) -> bool:
    """Whether a text has hardly any word of English that an agent may meet."""
    words = [word for word in tokenize(text) if word[0].isalpha()]
    known = lexicon.known | COMMON | KNOWN_VERBS | UNABLE
    count = sum(word in known or word.rstrip("s") in known or _inflected(word, known) for word in words)
    content = frozenset(lexicon.words) - EMPTY | KNOWN_VERBS | UNABLE | set(COMPASS) | CONTENT
    return count < KNOWN_SHARE * len(words) or not any(
        word in content or word.rstrip("s") in content or _inflected(word, content) for word in words
    )
