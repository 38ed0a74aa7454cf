"""People who are written in several ways are not several people."""

from __future__ import annotations

from seethrough.engine.audit import audit
from seethrough.engine.floors.same_people import reasons
from seethrough.reasons import LISTED
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease


def people(*persons: str) -> Corpus:
    return Corpus.from_texts([f"Note {n}." for n in range(len(persons))], persons=list(persons))


def test_capitals_spaces_and_forms_of_signs_make_nobody_another_person() -> None:
    (reason,) = reasons(people("Zoë Lee", "ZOË  LEE", "Zoe\u0308 Lee", "Bo", "bo", "Zoe Lee"))
    assert (reason.kind, reason.word) == ("persons_alike", "inconclusive")
    assert (reason.facts["people"], reason.facts["values"]) == (2, 5)
    assert reason.facts["private"]["names"] == ["Zoë Lee", "ZOË  LEE", "Zoe\u0308 Lee", "Bo", "bo"]


def test_zeros_around_a_number_make_nobody_another_person() -> None:
    (reason,) = reasons(people("007", "7", "7.0", "10", "1", "0", "100"))
    assert reason.facts["private"]["names"] == ["007", "7", "7.0"]
    assert reasons(people("10", "1", "100", "0", "1.5", "A07", "A7")) == []


def test_other_people_and_several_records_of_one_are_no_doubt() -> None:
    assert reasons(people("Ann Lee", "Ann Lee", "Anna Lee", "aB3x", "Ab3X")) == []
    assert reasons(people("P01", "p01")) != []
    assert reasons(Corpus.from_texts(["One.", "Two."], ["a", "A"])) == []


def test_wide_letters_make_nobody_another_person() -> None:
    (reason,) = reasons(people("Ann Lee", "\uff21nn\u00a0Lee"))
    assert reason.facts["values"] == 2


def test_no_more_people_are_named_than_can_be_read() -> None:
    values = [name for n in range(15) for name in (f"p{n}", f"P{n}")]
    (reason,) = reasons(people(*values))
    assert (reason.facts["people"], reason.facts["values"]) == (15, 30)
    assert reason.facts["private"]["names"] == values[:LISTED]


def test_an_audit_tells_of_them() -> None:
    persons = [f"{'aA'[n % 2]}nn {n // 2}" for n in range(12)]
    private = people(*persons)
    found = audit(private, TextRelease(private), attacks=["lexical"])
    assert "persons_alike" in [reason.kind for reason in found.verdict.reasons]
