"""Participants: links, consent, items, coming back, two tabs, withdrawal; on both databases."""

import json
import tracemalloc
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update
from taking_part import answer, item, make_study, person

from sightline.errors import InputError
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Answer, Assignment, Item, Participant, now
from sightline.web.studies.creating import create, make_links
from sightline.web.studies.owning import delete_participant, list_answers, list_participants, set_aside, status
from sightline.web.studies.plan import StudyPlan
from sightline.web.studies.taking import ConflictError, Taking, UnknownLinkError

TEXT = "Walk to the well, then turn left."


def count(database: Database, table: type) -> int:
    with database.reading() as session:
        return session.scalar(select(func.count(table.id))) or 0  # type: ignore[attr-defined]


def test_nothing_is_shown_before_consent_and_links_cannot_be_guessed(database: Database, corpora: dict[str, str]) -> None:
    study, taking = make_study(database, "write", "write", corpora["lani"]), Taking(database)
    token = make_links(database, study, 1)[0]
    told = taking.state(token)
    assert told["state"] == "consent" and "item" not in told and told["consent"] and told["instructions"]
    assert count(database, Assignment) == 0
    taking.consent(token)
    told = item(taking, token)
    assert told["item"]["reference"] and told["of"] == 4 and told["done"] == 0
    for wrong in ("", token[:-1], token + "A", "'; DROP TABLE study; --"):
        with pytest.raises(UnknownLinkError, match="no study"):
            taking.state(wrong)
    with database.reading() as session:
        assert token not in json.dumps([row.token_hash for row in session.scalars(select(Participant))])


def test_each_sees_only_their_own(database: Database, corpora: dict[str, str]) -> None:
    study, taking = make_study(database, "act", "act", corpora["lani"], people=2), Taking(database)
    mine, other = person(database, taking, study), person(database, taking, study)
    number = item(taking, mine)["assignment"]
    for try_it in (
        lambda: taking.look(other, number),
        lambda: taking.act(other, number, 0, [0]),
        lambda: taking.start_over(other, number),
        lambda: taking.keep_text(other, number, "x"),
        lambda: taking.map_picture(other, number),
        lambda: answer(taking, other, number),
    ):
        with pytest.raises(UnknownLinkError, match="not given to you"):
            try_it()
    told = taking.look(mine, number)
    assert told["n"] == 0 and told["view"] and "path" not in told  # no map, so no places
    with pytest.raises(UnknownLinkError, match="no map"):
        taking.map_picture(mine, number)


def test_who_comes_back_finds_it_as_it_was(database: Database, corpora: dict[str, str]) -> None:
    study, taking = make_study(database, "act", "act", corpora["lani"], shows_map=True), Taking(database)
    token = person(database, taking, study)
    number = item(taking, token)["assignment"]
    before = taking.act(token, number, 0, [0, 0, 1])
    later = Taking(database)  # a server that was started again
    assert item(later, token)["assignment"] == number
    assert later.look(token, number) == before and before["n"] == 3 and len(before["path"]) == 4
    assert later.act(token, number, 3, [2])["n"] == 4
    assert later.start_over(token, number)["n"] == 0 and later.look(token, number)["path"] == before["path"][:1]


def test_two_tabs_do_one_thing(database: Database, corpora: dict[str, str]) -> None:
    study, taking = make_study(database, "act", "act", corpora["lani"]), Taking(database)
    token = person(database, taking, study)
    number = item(taking, token)["assignment"]
    assert taking.act(token, number, 0, [0, 0])["n"] == 2
    assert taking.act(token, number, 0, [1])["n"] == 2  # the other tab has not seen those two, and only sees them now
    taking.answer(token, number, "the key of tab 1", {})
    taking.answer(token, number, "the key of tab 1", {})  # sent again: the answer to the first was lost
    with pytest.raises(ConflictError, match="answered already"):
        taking.answer(token, number, "the key of tab 2", {})
    with pytest.raises(ConflictError, match="answered already"):
        taking.act(token, number, 2, [1])
    assert count(database, Answer) == 1 and list_answers(database, study)[0]["answer"]["actions"] == "FF"


def test_pages_of_answers_are_in_the_order_of_the_items(database: Database, corpora: dict[str, str]) -> None:
    study, taking = make_study(database, "write", "write", corpora["lani"], people=3), Taking(database)
    for _ in range(3):
        token = person(database, taking, study)
        while (told := taking.state(token))["state"] == "item":
            answer(taking, token, told["assignment"], text=TEXT)
    everything = list_answers(database, study)
    order = [(row["item"], row["id"]) for row in everything]
    assert len(order) == 12 and order == sorted(order)
    pages = [list_answers(database, study, first, 5) for first in (0, 5, 10, 15)]
    assert pages == [everything[:5], everything[5:10], everything[10:], []]


def test_a_page_of_answers_needs_no_more_memory_than_its_answers(database: Database, corpora: dict[str, str]) -> None:
    study = make_study(database, "write", "write", corpora["lani"])
    with database.writing() as session:
        item = session.scalars(select(Item)).first()
        assert item is not None
        for k in range(200):
            who = Participant(study_id=item.study_id, token_hash=str(k))
            content = {"text": str(k) * 50_000}
            session.add(Answer(assignment=Assignment(item=item, participant=who), key=str(k), content=content))
    tracemalloc.start()
    try:
        rows = list_answers(database, study, 100, 3)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [row["answer"]["text"][:3] for row in rows] == ["100", "101", "102"] and most < 5_000_000  # of 27 MB


def test_events_that_cannot_be_leave_nothing(database: Database, corpora: dict[str, str]) -> None:
    study, taking = make_study(database, "act", "act", corpora["lani"]), Taking(database)
    token = person(database, taking, study)
    number = item(taking, token)["assignment"]
    for wrong in ([0, 0, 7], [3], [0, {"upto": 1}], [0, -1], [True], [0.0], "FFR", [None], [{"upto": "x"}], [{}]):
        with pytest.raises(InputError):
            taking.act(token, number, 0, wrong)
        assert taking.look(token, number)["n"] == 0
    told = taking.act(token, number, 0, [0] * 100)  # more than there are
    assert told["n"] == 40 and told["over"] and told["left"] == 0


def test_items_go_to_as_many_people_as_asked_for(database: Database, corpora: dict[str, str]) -> None:
    study = make_study(database, "write", "write", corpora["lani"], people=2, per_person=3)
    taking = Taking(database)
    people = [person(database, taking, study) for _ in range(4)]
    given: dict[int, int] = {}
    for token in people:
        while (told := taking.state(token))["state"] == "item":
            answer(taking, token, told["assignment"], text=TEXT)
        given[told["done"]] = given.get(told["done"], 0) + 1
    assert status(database, study)["answers"] == 8 == status(database, study)["wanted"]
    assert given == {3: 2, 2: 1, 0: 1}  # nobody more than three, and nothing was left for the last
    assert taking.state(people[-1])["state"] == "full" and taking.state(people[0])["state"] == "done"
    rows = list_answers(database, study)
    assert all([row["item"] for row in rows].count(k) == 2 for k in range(4))
    assert len({(row["item"], row["participant"]) for row in rows}) == 8
    set_aside(database, rows[0]["id"], "copied")
    told = item(taking, people[-1])  # once more
    answer(taking, people[-1], told["assignment"], text=TEXT)
    assert status(database, study)["answers"] == 8 and status(database, study)["set_aside"] == 1
    set_aside(database, rows[0]["id"], "")
    assert status(database, study)["answers"] == 9


def test_what_is_abandoned_goes_to_somebody_else(database: Database, corpora: dict[str, str]) -> None:
    study, taking = make_study(database, "write", "write", corpora["chai"], world="chai", items=1), Taking(database)
    first, second = (person(database, taking, study) for _ in range(2))
    number = item(taking, first)["assignment"]
    assert taking.state(second)["state"] == "full"
    with database.writing() as session:
        session.execute(update(Assignment).values(touched=now() - timedelta(hours=25)))
    answer(taking, second, item(taking, second)["assignment"], text=TEXT)
    answer(taking, first, number, text=TEXT)  # who comes back after all is not turned away
    assert status(database, study)["answers"] == 2


def test_a_platform_sends_people_who_come_again(database: Database, corpora: dict[str, str]) -> None:
    corpus, platform = {"corpus": corpora["lani"], "split": "train"}, {"platform": "prolific", "code": "C0D3"}
    made = create(database, StudyPlan(name="prolific", task="write", per_person=1, **corpus, **platform))
    taking = Taking(database)
    assert made.join_token is not None
    token = taking.join(made.join_token, "5f0c")
    assert taking.join(made.join_token, " 5f0c ") == token != taking.join(made.join_token, "5f0d")
    assert taking.state(token)["state"] == "consent"
    taking.consent(token)
    answer(taking, token, item(taking, token)["assignment"], text=TEXT)
    told = taking.state(token)
    assert told["state"] == "done" and told["code"] == "C0D3"
    assert told["address"] == "https://app.prolific.com/submissions/complete?cc=C0D3"
    assert [who["platform_id"] for who in list_participants(database, "prolific")] == ["5f0c", "5f0d"]
    with pytest.raises(UnknownLinkError, match="no study"):
        taking.join("another", "5f0c")
    with pytest.raises(InputError, match="your id"):
        taking.join(made.join_token, " ")


def test_nobody_follows_what_they_wrote(database: Database, corpora: dict[str, str]) -> None:
    def joined(name: str, token: str | None, who: str) -> str:
        assert token is not None
        taken = taking.join(token, who)
        taking.consent(taken)
        return taken

    taking, common = Taking(database), {"corpus": corpora["lani"], "split": "train", "platform": "mturk", "code": "X"}
    writing = create(database, StudyPlan(name="write", task="write", items=1, **common))
    writer = joined("write", writing.join_token, "A1")
    answer(taking, writer, item(taking, writer)["assignment"], text=TEXT)
    following = create(database, StudyPlan(name="segment", task="segment", source="write", **common))
    assert taking.state(joined("segment", following.join_token, "A1"))["state"] == "full"
    assert item(taking, joined("segment", following.join_token, "A2"))["item"]["units"] == TEXT.split()


def test_a_withdrawal_deletes_everything(database: Database, corpora: dict[str, str]) -> None:
    writing, taking = make_study(database, "write", "write", corpora["lani"], items=1), Taking(database)
    writer = person(database, taking, writing)
    answer(taking, writer, item(taking, writer)["assignment"], text=TEXT)
    following = make_study(database, "segment", "segment", source="write")
    follower = person(database, taking, following)
    number = item(taking, follower)["assignment"]
    answer(taking, follower, number, valid=False, reason="nonsense")
    assert count(database, Answer) == 2
    taking.withdraw(writer)
    assert taking.state(writer)["state"] == "withdrawn"
    assert count(database, Answer) == 0  # the text was in what the follower answered, too
    with database.reading() as session:
        assert TEXT not in json.dumps([row.content for row in session.scalars(select(Item))])
    with pytest.raises(ConflictError, match="withdrawn"):
        taking.consent(writer)
    delete_participant(database, "segment", list_participants(database, "segment")[0]["id"])
    assert taking.state(follower)["state"] == "withdrawn"


@pytest.mark.parametrize("text", ["", "  \n ", "go", "?? !! ..", "x" * 5001, "\ud800 well then go", "a\0b c d", None, 5])
def test_texts_that_cannot_be_are_refused(text: object, corpora: dict[str, str], tmp_path: object) -> None:
    database = Database(f"{tmp_path}/studies.db")
    study, taking = make_study(database, "write", "write", corpora["lani"]), Taking(database)
    token = person(database, taking, study)
    number = item(taking, token)["assignment"]
    with pytest.raises(InputError):
        answer(taking, token, number, text=text)
    assert count(database, Answer) == 0
