"""Both collection tasks, from the plan to a corpus that can be read again; and what the numbers say."""

import json
from collections import Counter
from pathlib import Path

import pytest
from taking_part import answer, follow_demonstration, item, make_study, person

from sightline.corpus.check import problems
from sightline.corpus.choose import demonstration
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.files import fingerprint, read_corpus
from sightline.corpus.kind import format_of
from sightline.corpus.records import Paragraph
from sightline.corpus.statistics import statistics
from sightline.errors import InputError
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Answer
from sightline.web.studies.exporting import export
from sightline.web.studies.owning import list_answers, set_aside
from sightline.web.studies.results import correlation, report, results
from sightline.web.studies.taking import Taking
from sightline.world import kind_of


def records(corpus: str) -> dict[str, Paragraph]:
    return {p.segments[0].instruction: p for p in read_corpus(corpus).paragraphs()}


def by_text(corpus: str, text: str) -> Paragraph:
    return next(p for first, p in records(corpus).items() if text.startswith(first))


def test_lani_is_written_followed_and_exported(database: Database, corpora: dict[str, str], tmp_path: Path) -> None:
    taking = Taking(database)
    writing = make_study(database, "write", "write", corpora["lani"])
    writer, originals = person(database, taking, writing), list(records(corpora["lani"]).values())
    while (told := taking.state(writer))["state"] == "item":
        original = next(p for p in originals if p.path == told["item"]["reference"])
        answer(taking, writer, told["assignment"], text=" ".join(s.instruction for s in original.segments))
    following = make_study(database, "segment", "segment", source="write")
    follower = person(database, taking, following)
    for _ in range(3):
        told = item(taking, follower)
        follow_demonstration(taking, follower, told, by_text(corpora["lani"], " ".join(told["item"]["units"])))
    answer(taking, follower, item(taking, follower)["assignment"], valid=False, reason="it leads nowhere")
    assert taking.state(follower)["state"] == "done"

    with pytest.raises(InputError, match="segment"):
        export(database, writing, tmp_path / "no")
    assert export(database, following, tmp_path / "corpus") == 3
    assert list(problems(tmp_path / "corpus")) == []
    corpus = read_corpus(tmp_path / "corpus")
    assert corpus.about["source"] == "human" and set(corpus.splits) == {"train"}
    for paragraph in corpus.paragraphs():
        original = by_text(corpora["lani"], paragraph.segments[0].instruction)
        assert paragraph.path == original.path and paragraph.scene == original.scene
        assert [s.tokens for s in paragraph.segments] == [s.tokens for s in original.segments]
        for mine, theirs in zip(paragraph.segments, original.segments, strict=True):
            assert mine.end == pytest.approx(theirs.end, abs=0.3)  # records round places, and these went on from there
            assert mine.actions == theirs.actions or len(mine.actions) < len(theirs.actions)
        walked = demonstration(Example(paragraph, 0))  # what was recorded here replays, though people did it
        assert len(walked) == len(paragraph.segments[0].actions) + 1
    path_length = statistics(list(corpus.paragraphs()))["path_length"]
    assert path_length == pytest.approx(
        1.5 * sum(s.actions.count("F") for p in corpus.paragraphs() for s in p.segments)
        / sum(len(p.segments) for p in corpus.paragraphs())
    )  # fmt: skip
    assert export(database, following, tmp_path / "ciff", "ciff") == 3
    back = list(format_of("lani", "ciff").read(tmp_path / "ciff", "human", Counter()))
    assert len(back) == 3 and json.loads(back[0].line)["source"] == "human"
    found = results(database, following)
    assert found["valid"] == 3 and found["invalid"] == 1 and found["by"] == "human"
    assert "3 valid, 1 invalid" in report(found) and "Follow and segment, LANI, by people" in report(found)
    assert "leads" not in report(found) and results(database, writing)["words"] > 5


@pytest.mark.parametrize("stand_in", ["", "some model"])
def test_chai_is_done_sentence_by_sentence_and_exported(stand_in: str, corpora: dict[str, str], tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    taking = Taking(database)
    writing = make_study(database, "write", "write", corpora["chai"], world="chai", items=1, stand_in=stand_in)
    writer = person(database, taking, writing)
    told = item(taking, writer)
    original = next(p for p in records(corpora["chai"]).values() if p.scenario == told["item"]["scenario"])
    assert told["item"]["first_person"] and "reference" not in told["item"]
    assert taking.act(writer, told["assignment"], 0, [0, 1, 0])["view"]  # people look around before they write
    answer(taking, writer, told["assignment"], text="\n".join(s.instruction for s in original.segments))

    following = make_study(database, "segment", "segment", source="write", world="chai", stand_in=stand_in)
    follower = person(database, taking, following)
    told = item(taking, follower)
    assert told["item"]["units"] == [s.instruction for s in original.segments]
    assert "scenario" not in told["item"]
    number = told["assignment"]
    with pytest.raises(InputError, match="Mark the part"):
        taking.act(follower, number, 0, [0])
    with pytest.raises(InputError, match="cannot end"):
        taking.act(follower, number, 0, [{"upto": 2}])  # one after another
    with pytest.raises(InputError, match="not done"):
        answer(taking, follower, number, valid=True)
    follow_demonstration(taking, follower, told, original)

    assert export(database, following, tmp_path / "corpus") == 1
    assert list(problems(tmp_path / "corpus")) == []  # of `written` this is the whole check: actions replay, goals are true
    (paragraph,) = read_corpus(tmp_path / "corpus").paragraphs()
    assert paragraph.source == ("written" if stand_in else "human") and paragraph.scenario == original.scenario
    for mine, theirs in zip(paragraph.segments, original.segments, strict=True):
        assert (mine.actions, mine.start, mine.end, mine.goals) == (theirs.actions, theirs.start, theirs.end, theirs.goals)
    card = (tmp_path / "corpus" / "README.md").read_text()
    assert ("some model" in card) == bool(stand_in) and ("by people" in card) != bool(stand_in)
    assert export(database, following, tmp_path / "ciff", "ciff") == 1
    assert (tmp_path / "ciff" / "house_all_vocab.txt").is_file()


@pytest.mark.parametrize("world", ["lani", "chai"])
def test_who_does_as_the_demonstration_is_perfect(world: str, corpora: dict[str, str], tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    taking, kind = Taking(database), kind_of(world)
    study = make_study(database, "act", "act", corpora[world], world=world, horizon=1000)
    token = person(database, taking, study)
    examples = {e.segment.instruction: e for e in examples_of(list(read_corpus(corpora[world]).paragraphs()))}
    done = 0
    while (told := taking.state(token))["state"] == "item":
        actions = kind.read_actions(examples[told["item"]["text"]].segment.actions)
        if actions:
            taking.act(token, told["assignment"], 0, actions)
        answer(taking, token, told["assignment"])
        done += 1
    found = results(database, study)
    assert found["answers"] == done > 0 and found["metrics"]["SD"]["mean"] < 0.1
    assert found["metrics"][kind.metrics[1].name]["mean"] == 100 and found["paper"] == dict(kind.paper_people)
    assert f"{kind.paper_people['SD']:.2f}" in report(found)
    first = list_answers(database, study)[0]
    set_aside(database, first["id"], "a try of ours")
    assert results(database, study)["answers"] == done - 1


@pytest.mark.parametrize(("source", "task"), [("act", "rate"), ("write", "segment")])
def test_a_study_of_answers_needs_answers(source: str, task: str, corpora: dict[str, str], tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    make_study(database, "first", source, corpora["lani"], items=3)
    with pytest.raises(InputError, match="no answers yet"):
        make_study(database, "second", task, source="first", **({"methods": ("stop",)} if task == "rate" else {}))


def test_ratings_of_agents_and_people(corpora: dict[str, str], tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    taking = Taking(database)
    acting = make_study(database, "act", "act", corpora["lani"], items=4, stand_in="some model")
    token = person(database, taking, acting)
    while (told := taking.state(token))["state"] == "item":
        taking.act(token, told["assignment"], 0, [0] * (5 * told["done"] + 1))
        answer(taking, token, told["assignment"])
    rating = make_study(database, "rate", "rate", source="act", methods=("stop",), people=2)
    for k in range(2):
        rater = person(database, taking, rating)
        while (told := taking.state(rater))["state"] == "item":
            shown = told["item"]
            assert set(shown) >= {"text", "reference", "taken", "map"} and "by" not in shown and "metrics" not in shown
            assert "some model" not in json.dumps(shown)
            stayed = len(shown["taken"]) == 1
            answer(taking, rater, told["assignment"], rating=1 if stayed else 3 + k)
    found = results(database, rating)
    assert set(found["followers"]) == {"stop", "some model"} and found["answers"] == 16
    assert found["followers"]["stop"]["histogram"] == [8, 0, 0, 0, 0]
    assert found["followers"]["stop"]["correlation"] is None  # all alike
    assert found["followers"]["some model"]["mean"] == 3.5 and found["paper"]["human"]["mean"] == 4.38
    told = report(found)
    assert "Pearson r with SD -0.65" in told and "no correlation" in told


def test_pearson_by_hand() -> None:
    found = correlation([5, 4, 2, 1], [1.0, 2.0, 4.0, 5.0])
    assert found is not None and found["r"] == pytest.approx(-1) and found["p"] < 1e-6
    found = correlation([5, 1, 3], [2.0, 2.0, 5.0])
    assert found is not None and found["r"] == pytest.approx(0) and found["p"] == pytest.approx(1)
    assert correlation([5, 1], [1.0, 2.0]) is None and correlation([3, 3, 3], [1.0, 2.0, 3.0]) is None


def test_answers_are_exported_as_they_are(corpora: dict[str, str], tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    taking, study = Taking(database), make_study(database, "write", "write", corpora["lani"], items=1)
    token = person(database, taking, study)
    answer(taking, token, item(taking, token)["assignment"], text="Go <b>round</b> the wéll.")
    assert export(database, study, tmp_path / "out", "answers") == 1
    line = json.loads((tmp_path / "out" / "answers.jsonl").read_text())
    assert line["text"] == "Go <b>round</b> the wéll." and line["by"] == "human" and line["item"]["record"]
    with pytest.raises(InputError, match="exists already"):
        export(database, study, tmp_path / "out", "answers")


def test_an_export_that_is_not_valid_leaves_everything_as_it_was(corpora: dict[str, str], tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    taking, study = Taking(database), make_study(database, "segment", "segment", corpora["lani"], items=1)
    follower = person(database, taking, study)
    told = item(taking, follower)
    follow_demonstration(taking, follower, told, by_text(corpora["lani"], " ".join(told["item"]["units"])))
    assert export(database, study, tmp_path / "kept" / "corpus") == 1
    before = fingerprint(tmp_path / "kept" / "corpus")
    with database.writing() as session:
        kept = session.query(Answer).one()
        parts = [{**part, "start": [999.0, 999.0, 0.0]} for part in kept.content["parts"]]  # outside of the field
        kept.content = {**kept.content, "parts": parts}
    for target, force in ((tmp_path / "new" / "corpus", False), (tmp_path / "kept" / "corpus", True)):
        with pytest.raises(InputError, match=rf"^{target}/train\.jsonl, line 1"):
            export(database, study, target, force=force)
    assert not any((tmp_path / "new").iterdir())
    assert fingerprint(tmp_path / "kept" / "corpus") == before and len(list((tmp_path / "kept").iterdir())) == 1
