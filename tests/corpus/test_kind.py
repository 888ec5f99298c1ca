"""Kinds of corpora: found by the world's name, refused in a sentence, with plain prefixes."""

from dataclasses import replace

import pytest
import tiny_world
from tiny_world import BARE, CORPUS, KIND

from sightline.corpus.kind import corpus_kind, format_of
from sightline.errors import InputError


def test_a_corpus_is_found_by_its_world() -> None:
    assert corpus_kind("lani").name == "lani" and corpus_kind("chai").name == "chai" and corpus_kind(KIND.name) is CORPUS


def test_a_prefix_is_plain() -> None:
    assert corpus_kind("lani").prefix == "lani" and CORPUS.prefix == "tiny_world-KIND"
    assert replace(CORPUS, name="my.worlds.kind:KIND").prefix == "my-worlds-kind-KIND"


def test_what_there_is_not_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="There is no corpus of BARE yet"):
        corpus_kind(BARE.name)
    with pytest.raises(InputError, match="There is no world 'mars'"):
        corpus_kind("mars")
    corpus_kind.cache_clear()
    for wrong in (5, replace(CORPUS, name="lani")):
        monkeypatch.setattr(tiny_world, "CORPUS", wrong)
        with pytest.raises(InputError, match=f"tiny_world:CORPUS is not the .*CorpusKind of {KIND.name}"):
            corpus_kind(KIND.name)


def test_formats_by_name() -> None:
    assert format_of("lani", "ciff") is corpus_kind("lani").formats["ciff"]
    with pytest.raises(InputError, match="There is no format 'zip' of lani; the formats are: ciff"):
        format_of("lani", "zip")
    with pytest.raises(InputError, match="the formats are: none"):
        format_of(KIND.name, "ciff")
