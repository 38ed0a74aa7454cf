"""What is searched for is found whatever its dashes and quotation marks look like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.attacks._identifiers import identifiers_of
from seethrough.classifiers.local import Local
from seethrough.engine.rows.identifiers import places
from seethrough.extraction.counting import count
from seethrough.extraction.information import Information
from seethrough.extraction.session import Session
from seethrough.model_releases.leakage import comes_next, stands
from seethrough.personal_data.contact_data import items
from seethrough.personal_data.contacts import contacts
from seethrough.population.stated import stated
from seethrough.population.table import read_population
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply
from seethrough.redaction.detection import find
from seethrough.sanitizers.scrub import ENTITIES
from seethrough.text.signs.typography import in_hyphens, in_plain_blanks, in_plain_signs

DASHES = "-\u2010\u2011\u2012\u2013\u2212"


@given(st.text(st.sampled_from("a1 )\u2011\u2013\u2019\u201d\u2212é"), max_size=30))
def test_nothing_moves(text: str) -> None:
    for change in (in_hyphens, in_plain_blanks, in_plain_signs):
        assert len(change(text)) == len(text)


def test_dashes_between_words_stay() -> None:
    for text in ("one \u2013 two", "two\u2013three", "650-253-0000\u2014she", "43 \u2014 45"):
        assert in_hyphens(text) == text
    assert in_hyphens("43\u2011year\u2013old (650)\u2013253") == "43-year-old (650)-253"
    assert in_plain_signs("\u201cO\u2019Brien\u201d \u2013 no") == '"O\'Brien" - no'


@pytest.mark.parametrize("dash", DASHES)
def test_numbers_are_found_and_known_again(dash: str) -> None:
    phone, number = f"650{dash}253{dash}0000", f"123{dash}45{dash}6789"
    text = f"Call me at {phone}. My SSN is {number}."
    assert items(text) == {("phone", "+16502530000")}
    corpus = Corpus.from_texts([text])
    assert set(identifiers_of(corpus, "US")[0]) >= {phone, number}
    assert set(places(corpus, ["6502530000", "123456789"], 5)) == {"6502530000", "123456789"}
    session = Session([Information("x")], ["x"], [Reply(f"It is {phone}.")])
    found = count(session, Corpus.from_texts(["Dial 650-253-0000."]))[0]
    assert found.items == {("phone", "+16502530000")}


@pytest.mark.parametrize("dash", DASHES)
def test_numbers_are_taken_out(dash: str) -> None:
    phone, number = f"650{dash}253{dash}0000", f"536{dash}22{dash}8726"
    text = f"Call me at {phone}. My SSN is {number}."
    (spans,) = find([text], ENTITIES, 0.4)
    assert spans is not None
    assert {text[s.start : s.end] for s in spans} >= {phone, number}


@pytest.mark.parametrize("dash", DASHES)
def test_claims_with_numbers_are_identifiers(dash: str) -> None:
    claims = [f"He can be called at 650{dash}253{dash}0000.", f"Her SSN is 123{dash}45{dash}6789."]
    assert Local().classify(claims, claims) == ["identifier"] * 2


@pytest.mark.parametrize("number", ["536-22-8726", "4111 1111 1111 1111", "650-253-0000"])
def test_a_dash_that_parts_hides_no_number(number: str) -> None:
    text = f"He gave it\u2014{number}\u2014and left."
    assert number in identifiers_of(Corpus.from_texts([text]), "US")[0]
    claims = [text, f"He gave it \u2014 {number} \u2014 and left."]
    assert len(set(Local().classify(claims, claims))) == 1


def test_a_dash_that_parts_hides_no_name() -> None:
    text = "She lives in Leeds\u2014Anna Smith told me."
    (spans,) = find([text], ENTITIES, 0.4)
    assert spans is not None
    found = {(text[s.start : s.end], s.kind) for s in spans}
    assert found >= {("Leeds", "LOCATION"), ("Anna Smith", "PERSON")}


@pytest.mark.parametrize("dash", DASHES)
def test_ages_are_read(dash: str) -> None:
    text = f"A 43{dash}year{dash}old woman from Malta has asthma."
    found = stated({}, text, read_population(""), 2025)
    assert found == {"country": ("Malta",), "sex": ("female",), "age": ("43-43",)}


def test_a_sentence_is_recited_whatever_its_signs() -> None:
    typed = "The patient's wife doesn't want her long-term care - \"ever\" - to be known."
    printed = (
        "The patient\u2019s wife doesn\u2019t want her long\u2011term care"
        " \u2013 \u201cever\u201d \u2013 to be known."
    )
    for private, answer in ((typed, printed), (printed, typed)):
        session = Session([Information("x")], ["x"], [Reply(answer)])
        assert len(count(session, Corpus.from_texts([private]))[0].excerpts) == 1


def test_a_detail_stands_whatever_its_signs() -> None:
    assert stands("O'Brien", "Ask Dr O\u2019Brien.")
    assert comes_next("650-253-0000", "650\u2011253\u20110000, she said")


@pytest.mark.parametrize("dash", DASHES)
def test_contact_data_is_told_as_it_is_written(dash: str) -> None:
    def told(text: str) -> list[tuple[str, str]]:
        found = contacts(text.replace("-", dash), "DE")
        return [(one.kind, one.written.replace(dash, "-")) for one in found]

    assert told("He paid with 4012-8888-8888-1881.") == [("number", "4012-8888-8888-1881")]
    assert told("Her patient number is AB-123456.") == [("number", "AB-123456")]
    assert told("Phone 0-1234-5678.") == [("phone", "0-1234-5678")]
    assert told("He was seen on 2019-03-14.") == []
    text = "Phone 0-1234-5678, patient number AB-123456.".replace("-", dash)
    assert all(one.written in text for one in contacts(text, "DE"))


def test_small_and_wide_hyphens_are_hyphens() -> None:
    assert in_hyphens("253\ufe630000\uff0d1") == "253-0000-1"
