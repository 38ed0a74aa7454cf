"""People who are written in several ways are not several people."""

from __future__ import annotations

from seethrough.engine.floors.same_people import reasons
from seethrough.records.corpus import Corpus


def people(*persons: str) -> Corpus:
    return Corpus.from_texts([f"Note {n}." for n in range(len(persons))], persons=list(persons))


def test_capitals_spaces_and_forms_of_signs_make_nobody_another_person() -> None:
    (reason,) = reasons(people("Zoë Lee", "ZOË  LEE", "Zoe\u0308 Lee", "Bo", "bo", "Zoe Lee"))
    assert (reason.kind, reason.word) == ("persons_alike", "inconclusive")
    assert (reason.facts["people"], reason.facts["values"]) == (2, 5)
    assert reason.facts["private"]["names"] == ["Zoë Lee", "ZOË  LEE", "Zoe\u0308 Lee", "Bo", "bo"]


def test_other_people_and_several_records_of_one_are_no_doubt() -> None:
    assert reasons(people("Ann Lee", "Ann Lee", "Anna Lee", "aB3x", "Ab3X")) == []
    assert reasons(people("P01", "p01")) != []
    assert reasons(Corpus.from_texts(["One.", "Two."], ["a", "A"])) == []
