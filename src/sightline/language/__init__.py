"""Words: how an instruction becomes tokens, and tokens numbers."""

from sightline.language.tokenizer import tokenize
from sightline.language.vocabulary import UNKNOWN, Vocabulary

__all__ = ["UNKNOWN", "Vocabulary", "tokenize"]
