"""How people type: capitals, full stops, contractions dropped, and now and then a slip of the finger."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

CAPITALS = {"sentence": 0.66, "none": 0.32, "all": 0.008, "title": 0.012}
ENDS = {".": 0.80, "": 0.12, ",": 0.05, "!": 0.01, "..": 0.01, " .": 0.01}
CAREFUL = 0.55  # writers who make no slips at all
SLIPS = 0.0125  # per word, of the others, on average
CONFUSED = {
    "your": ("you're", "you", "ur"), "you're": ("your",), "its": ("it's",), "it's": ("its",), "past": ("passed", "pass"),
    "to": ("too",), "then": ("than",), "towards": ("torwards", "towars"), "forward": ("foward", "forwards"),
    "until": ("untill", "til"), "the": ("teh", "hte", "th"), "straight": ("strait", "straigt"), "through": ("thru", "threw"),
    "between": ("beetween", "betwen"), "around": ("arround", "aroud"), "where": ("were",), "right": ("rigth", "righ"),
    "left": ("lefft", "lft"), "clockwise": ("clock wise", "clockwize"), "and": ("adn", "an"), "you": ("u",), "are": ("r",),
    "direction": ("directon",), "continue": ("contiune", "continu"), "lighthouse": ("light house",), "front": ("fornt",),
    "building": ("bulding",), "distance": ("distence",), "finally": ("finaly",), "beginning": ("begining",),
    "immediately": ("immediatly",), "approximately": ("aproximately",), "approach": ("aproach",),
}  # fmt: skip
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
NEIGHBOURS = {
    key: "".join(row[max(n - 1, 0) : n] + row[n + 1 : n + 2]) for row in ROWS for n, key in enumerate(row)
}  # fmt: skip
SAFE = frozenset({"left", "right", "clockwise", "counterclockwise"})  # words whose slips stay close to them


@dataclass(frozen=True)
class Typist:
    """One writer's habits."""

    capitals: str
    end: str
    slips: float  # per word

    @classmethod
    def draw(cls, random: Random) -> Typist:
        slips = 0.0 if random.random() < CAREFUL else SLIPS * (0.2 + 1.6 * random.random())
        return cls(_draw(random, CAPITALS), _draw(random, ENDS), slips)

    def type(self, text: str, random: Random, known: frozenset[str]) -> str:
        """A text as this writer types it; no slip turns a word into another one of `known`."""
        text = re.sub(r"\s+([,.;:!?])", r"\1", text.strip()).replace("them are", "they are")
        text = re.sub(r"([,.;:!?])(?=[,.;:!?])", "", text)
        if self.slips:
            text = " ".join(_slip(word, random, known) if random.random() < self.slips else word for word in text.split(" "))
        ended = text[-1] in ".!?,"
        if not ended:
            text += self.end if random.random() < 0.9 else "."
        return self._capitalize(text)

    def _capitalize(self, text: str) -> str:
        if self.capitals == "sentence":
            return re.sub(r"(^|[.!?] )([a-z])", lambda m: m.group(1) + m.group(2).upper(), text)
        if self.capitals == "title":
            return " ".join(word[:1].upper() + word[1:] for word in text.split(" "))
        return text.upper() if self.capitals == "all" else text.lower()


def _draw(random: Random, weights: dict[str, float]) -> str:
    ticket = random.random() * sum(weights.values())
    for option, weight in weights.items():
        ticket -= weight
        if ticket < 0:
            return option
    return next(iter(weights))


def _slip(word: str, random: Random, known: frozenset[str]) -> str:
    if word in CONFUSED and random.random() < 0.5:
        options = CONFUSED[word]
        return options[int(random.random() * len(options))]
    if random.random() < 0.04:
        return f"{word} {word}"
    letters = re.sub(r"\W+$", "", word)
    if len(letters) < 3 or not letters.isalpha():
        return word
    for _ in range(4):
        n = 1 + int(random.random() * (len(letters) - 1))
        kind = int(random.random() * (3 if letters in SAFE else 4))
        if kind == 0:
            typed = letters[: n - 1] + letters[n] + letters[n - 1] + letters[n + 1 :]  # swapped
        elif kind == 1:
            typed = letters[:n] + letters[n + 1 :]  # dropped
        elif kind == 2:
            typed = letters[:n] + letters[n] + letters[n:]  # doubled
        else:
            keys = NEIGHBOURS.get(letters[n].lower(), "")
            typed = letters[:n] + keys[int(random.random() * len(keys))] + letters[n + 1 :] if keys else letters
        if typed != letters and typed.lower() not in known:
            return typed + word[len(letters) :]
    return word
