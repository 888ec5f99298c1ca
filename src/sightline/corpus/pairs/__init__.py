"""Written pairs: what people type to an agent, and what they mean in plain lines.

A language model wrote them, in the manners of many people. One file per world and split (`chai-train.jsonl`), one
conversation per line:

    {"manner": "child", "turns": [{"words": "can u shut the fridge", "plan": ["close the fridge"]},
                                  {"words": "whats in it", "plan": ["what is in the fridge?"]}]}

A plan is a list of plain lines (language.reading.lines): steps, questions, and parts that will not be done.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sightline.errors import FileFormatError
from sightline.fields import Json, ListOf, Object, Text
from sightline.language.lexicon import Lexicon
from sightline.language.reading.lines import is_step, lines_of, meaning_of, remembered
from sightline.language.reading.normal import corrected, written_out
from sightline.language.tokenizer import tokenize

FOLDER = Path(__file__).parent

_TURN = Object("a turn", {"words": Text(blank=False), "plan": ListOf(Text(blank=False), "a list of lines", least=1)})
_LINE = Object("a conversation", {"manner": Text(blank=False), "turns": ListOf(_TURN, "a list of turns", least=1)})


@dataclass(frozen=True)
class WrittenPair:
    """What somebody types, after what was meant before, and what it means."""

    words: str  # plain tokens with spaces between them
    meaning: str  # plain lines as one text of tokens
    before: str = ""  # the meaning of earlier turns
    world: str = ""
    hands: bool = False  # whether the agent has hands
    manner: str = ""
    typed: str = ""  # the words as they were typed

    @property
    def is_plan(self) -> bool:
        """Whether there is something to do."""
        return any(is_step(line) for line in lines_of(self.meaning))


def read_pairs(file: Path, world: str, lexicon: Lexicon, hands: bool) -> list[WrittenPair]:
    """The pairs of a world's file; FileFormatError, naming the line, if one is wrong."""
    pairs: list[WrittenPair] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            record = json.loads(line)
        except ValueError:
            raise FileFormatError(f"{file}, line {number}: it is not JSON.") from None
        for problem in _LINE.wrong(record, ""):
            raise FileFormatError(f"{file}, line {number}: {problem}")
        pairs.extend(_pairs(record, world, lexicon, hands))
    return pairs


def _pairs(record: Json, world: str, lexicon: Lexicon, hands: bool) -> Iterator[WrittenPair]:
    before: list[str] = []
    for turn in record["turns"]:
        lines = [" ".join(tokenize(line)) for line in turn["plan"]]
        words = plain(turn["words"], lexicon)
        yield WrittenPair(words, meaning_of(lines), meaning_of(before), world, hands, record["manner"], turn["words"])
        before = remembered(before, lines)


def plain(text: str, lexicon: Lexicon) -> str:
    """Words as a rewriter reads them: written out, misspelt nouns corrected, tokens with spaces between them."""
    return " ".join(tokenize(corrected(written_out(text), lexicon)[0]))
