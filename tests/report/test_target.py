"""What was attacked is said by what it holds: a release its records, a model none of its own."""

from __future__ import annotations

import pytest

import seethrough as st
from seethrough.finetuning.made_up import people
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.records.releases.model import ModelRelease
from seethrough.report.machine import to_json
from seethrough.report.page.attacked import asked_in_one, attacked
from seethrough.report.terminal.summary import summarize

PRIVATE = people(20, seed=1)


@pytest.fixture(scope="module")
def model() -> st.Audit:
    return st.audit(
        PRIVATE,
        ModelRelease(KnownByHeart.of(PRIVATE)),
        attacks=["memorization:tagger=column()"],
        control=people(20, seed=1, start=1000),
    )


def test_a_model_was_trained_on_private_records_and_holds_none(model: st.Audit) -> None:
    report = to_json(model)
    told = asked_in_one(report)
    assert told.startswith("A language model trained on 20 private records about 20 people,")
    first = attacked(report, "people.jsonl", "a model", text=True)[0]
    assert first == "Target: a model, made from people.jsonl (20 records about 20 people)."
    assert "by heart. Private records:" in " ".join(summarize(model).split())


def test_a_text_release_holds_records_be_they_none() -> None:
    for texts, said in ((PRIVATE.texts, "20 released records"), ([], "0 released records")):
        given = st.Corpus.from_texts(list(texts), name="release")
        found = st.audit(PRIVATE, st.TextRelease(given, aligned=False), attacks=["nearest"])
        report = to_json(found)
        assert asked_in_one(report).startswith(f"{said} about ")
        assert f"({len(texts)} records), made" in attacked(report, "a", "b", text=True)[0]


def test_a_release_of_some_records_may_be_about_fewer_people() -> None:
    some = PRIVATE.take(range(12), "release")
    found = to_json(st.audit(PRIVATE, st.TextRelease(some), attacks=["lexical"]))
    assert asked_in_one(found).startswith("12 released records about at most 20 people,")


def test_a_service_answers_from_released_records_that_nobody_reads(model: st.Audit) -> None:
    report = to_json(model)
    service = {**report, "release": {**report["release"], "records": 5}}
    assert asked_in_one(service).startswith("A language model trained on 5 released records about")
    assert "(5 records), made" in attacked(service, "a", "b", text=True)[0]
