"""How people type: capitals, full stops, contractions dropped, and occasional typing slips."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from sightline.corpus.words import pick

CAPITALS = {"sentence": 0.66, "none": 0.32, "all": 0.008, "title": 0.012}
FINAL_MARKS = {".": 0.80, "": 0.12, ",": 0.05, "!": 0.01, "..": 0.01, " .": 0.01}
CAREFUL = 0.55  # share of writers without slips
SLIPS = 0.0135  # per word, for the others, on average
ABBREVIATIONS = {"you": "u", "your": "ur", "are": "r", "you're": "ur", "through": "thru", "and": "&", "to": "2"}
SHORTENS = 0.01  # share of writers who use abbreviations
ARTICLES = 0.025  # share of writers who leave most articles out
DOUBLED_OR_LOST = ("the", "to", "of", "on", "and")  # words that get doubled or lost
CONFUSED = {
    "your": ("you're", "you"), "you're": ("your",), "its": ("it's",), "it's": ("its",), "past": ("passed", "pass"),
    "to": ("too",), "then": ("than",), "towards": ("torwards", "towars"), "forward": ("foward", "forwards"),
    "until": ("untill", "til"), "the": ("teh", "hte", "th"), "straight": ("strait", "straigt"), "through": ("thru", "threw"),
    "between": ("beetween", "betwen"), "around": ("arround", "aroud"), "where": ("were",), "right": ("rigth", "righ"),
    "left": ("lefft", "lft"), "clockwise": ("clock wise", "clockwize"), "and": ("adn", "an"),
    "direction": ("directon",), "continue": ("contiune", "continu"), "lighthouse": ("light house",), "front": ("fornt",),
    "building": ("bulding",), "distance": ("distence",), "finally": ("finaly",), "beginning": ("begining",),
    "immediately": ("immediatly",), "approximately": ("aproximately",), "approach": ("aproach",),
}  # fmt: skip
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
NEIGHBOURS = {
    key: "".join(row[max(n - 1, 0) : n] + row[n + 1 : n + 2]) for row in ROWS for n, key in enumerate(row)
}  # fmt: skip


@dataclass(frozen=True)
class Typist:
    """One writer's habits."""

    capitals: str
    end: str
    slips: float  # per word
    shortens: bool
    leaves_articles_out: bool

    @classmethod
    def any(cls, random: Random) -> Typist:
        slips = 0.0 if random.random() < CAREFUL else SLIPS * (0.2 + 1.6 * random.random())
        shortens, leaves = random.random() < SHORTENS, random.random() < ARTICLES
        return cls(pick(random, CAPITALS), pick(random, FINAL_MARKS), slips, shortens, leaves)

    def type(self, text: str, random: Random, known: frozenset[str], place: str) -> str:
        """The first, a middle or the last instruction as this writer types it; no slip produces another word of `known`."""
        text = re.sub(r"\s+([,.;:!?])", r"\1", text.strip()).replace("them are", "they are")
        text = re.sub(r"([,.;:!?])(?=[,.;:!?])", "", text)
        words = text.split(" ")
        if self.leaves_articles_out:
            words = [word for word in words if word != "the" or random.random() < 0.3]
        if self.shortens:
            words = [ABBREVIATIONS.get(word, word) if random.random() < 0.6 else word for word in words]
        if self.slips:
            words = [slip(word, random, known) if random.random() < self.slips else word for word in words]
        text = " ".join(filter(None, words))
        if self.slips and random.random() < 2 * self.slips:  # a missing space
            spaces = [n for n, letter in enumerate(text) if letter == " " and text[n - 1].isalpha()]
            if spaces:
                n = spaces[int(random.random() * len(spaces))]
                text = text[:n] + text[n + 1 :]
        if text[-1] not in ".!?,":
            end = self.end if random.random() < 0.9 else "."
            text += "." if end == "," and place == "last" else end
        runs_on = self.end == "," and place != "first"  # the previous sentence continues
        return (
            text[:1].lower() + self._capitalize(text)[1:]
            if runs_on and self.capitals == "sentence"
            else self._capitalize(text)
        )

    def _capitalize(self, text: str) -> str:
        if self.capitals == "sentence":
            return re.sub(r"(^|[.!?] )([a-z])", lambda m: m.group(1) + m.group(2).upper(), text)
        if self.capitals == "title":
            return " ".join(word[:1].upper() + word[1:] for word in text.split(" "))
        return text.upper() if self.capitals == "all" else text.lower()


def slip(word: str, random: Random, known: frozenset[str]) -> str:
    """A word with a typing slip, or empty if it got lost."""
    if word in CONFUSED and random.random() < 0.5:
        options = CONFUSED[word]
        return options[int(random.random() * len(options))]
    if word in DOUBLED_OR_LOST and random.random() < 0.4:
        return f"{word} {word}" if random.random() < 0.3 else ""
    letters = re.sub(r"\W+$", "", word)
    if len(letters) < 3 or not letters.isalpha():
        return word
    for _ in range(4):
        n = 1 + int(random.random() * (len(letters) - 1))
        kind = random.random()
        if kind < 0.35:
            typed = letters[: n - 1] + letters[n] + letters[n - 1] + letters[n + 1 :]  # swapped
        elif kind < 0.7:
            typed = letters[:n] + letters[n + 1 :]  # dropped
        elif kind < 0.8:
            typed = letters[:n] + letters[n] + letters[n:]  # doubled
        else:
            keys = NEIGHBOURS.get(letters[n].lower(), "")
            typed = letters[:n] + keys[int(random.random() * len(keys))] + letters[n + 1 :] if keys else letters
        if typed != letters and typed.lower() not in known:
            return typed + word[len(letters) :]
    return word
