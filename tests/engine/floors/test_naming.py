from __future__ import annotations

import hashlib

import pytest

from seethrough.engine.floors.naming import naming, reasons
from seethrough.records.corpus import Corpus


@pytest.mark.parametrize(
    "value",
    [
        "Anna Keller", "keller_anna_2", "Keller, Anna", "anna.keller", "AnnaKeller", "Mark Wood",
        "Maria de la Cruz", "O'Brien, Sean", "John F. Kennedy", "Dr. Abel Quist", "Jürgen Müller",
        "jürgen_müller", "letters-anna-keller-final", "ANNA KELLER", "record_abel_quist",
        "Faridoon Billimoria", "Oluwaseun Adebayo",
        "a.b@example.org", "@anna_k", "+49 30 1234567", "(212) 555-0142", "212-555-0142",
    ],
)  # fmt: skip
def test_names_and_contact_data(value: str) -> None:
    found = naming(value)
    assert found is not None
    assert found.kind != "part"


@pytest.mark.parametrize(
    "value",
    [
        "p36", "rec_001", "SM-1042", "550e8400-e29b-41d4-a716-446655440000", "note-A-7", "",
        "wiki_replace", "rose_garden", "mark_wood", "Case Study", "Will Call", "May Report",
        "New York", "San Francisco", "Los Angeles", "Berlin Office", "Sample Letter", "visit two",
        "2024-01-15-0032", "4155550132", "ward_3_bed_2", "user_said", "Grace Period", "alice",
        "9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d", "MTS-Dialog", "Anna " * 60,
    ],
)  # fmt: skip
def test_what_names_nobody(value: str) -> None:
    found = naming(value)
    assert found is None or found.kind == "part"


PEOPLE = ["Anna Keller", "Faridoon Billimoria", "Mark Wood"]


def test_ids_that_are_the_names_of_private_people_fail() -> None:
    private = Corpus.from_texts(["a", "b", "c"], ["1", "2", "3"], PEOPLE)
    released = Corpus.from_texts(
        ["x"] * 4, ["keller_anna", "billimoria faridoon", "Mark Wood", "4"]
    )
    (reason,) = reasons(private, released)
    assert (reason.kind, reason.word) == ("names_in_ids", "fail")
    assert reason.questions == ("identifiers", "anonymous")
    counts = {k: v for k, v in reason.facts.items() if k != "private"}
    assert counts == {"ids": 3, "persons": 0, "file": False, "of": 4}


@pytest.mark.parametrize("cut", [64, 16])
@pytest.mark.parametrize("people", [PEOPLE, ["4471209", "4471210", "4471211"]])
def test_ids_that_are_hashes_of_private_people_fail(people: list[str], cut: int) -> None:
    ids = [hashlib.sha256(person.encode()).hexdigest()[:cut] for person in people]
    private = Corpus.from_texts(["a", "b", "c"], ids, people)
    (reason,) = reasons(private, Corpus.from_texts(["x", "y", "z"], [*ids[:2], "3"]))
    assert (reason.kind, reason.word) == ("names_in_ids", "fail")
    assert (reason.facts["ids"], reason.facts["hashed"]) == (2, 2)


def test_hashes_of_a_number_in_order_or_with_a_key_name_nobody() -> None:
    for people, key in ((["p1", "p2"], ""), (["Anna Keller", "Mark Wood"], "a secret")):
        ids = [hashlib.sha256(f"{key}{person}".encode()).hexdigest() for person in people]
        private = Corpus.from_texts(["a", "b"], ids, people)
        assert reasons(private, Corpus.from_texts(["x", "y"], ids)) == []


def test_ids_that_both_files_share_and_that_are_names_fail() -> None:
    private = Corpus.from_texts(["a", "b"], ["Anna Keller", "Faridoon Billimoria"])
    fail, doubt = reasons(private, private.with_texts(["x", "y"]))
    assert (fail.word, fail.facts["private"]["values"]) == ("fail", ["Anna Keller"])
    assert doubt.word == "inconclusive"
    assert doubt.facts["private"]["values"] == ["Faridoon Billimoria"]


def test_a_name_that_stands_in_a_private_text_fails() -> None:
    private = Corpus.from_texts(["Seen by the nurse: Billimoria, Faridoon, aged 40.", "b"])
    (reason,) = reasons(private, Corpus.from_texts(["x"], ["Faridoon Billimoria"]))
    assert reason.word == "fail"


def test_a_mail_address_that_stands_in_a_private_text_fails() -> None:
    private = Corpus.from_texts(["Write to a.k@example.org please."])
    (reason,) = reasons(private, Corpus.from_texts(["x"], ["note-a.k@example.org"]))
    assert reason.word == "inconclusive"
    (reason,) = reasons(private, Corpus.from_texts(["x"], ["a.k@example.org"]))
    assert reason.word == "fail"


def test_what_looks_like_names_and_is_nobodys_is_inconclusive() -> None:
    private = Corpus.from_texts(["a", "b"])
    (reason,) = reasons(private, Corpus.from_texts(["x", "y"], ["Clara Vega", "Omar Haddad"]))
    assert (reason.word, reason.facts["ids"], reason.facts["of"]) == ("inconclusive", 2, 2)


def test_the_released_persons_count_too() -> None:
    private = Corpus.from_texts(["a", "b"], persons=["Clara Vega", "p2"])
    released = Corpus.from_texts(["x", "y"], persons=["Clara Vega", "Clara Vega"])
    (reason,) = reasons(private, released)
    assert (reason.word, reason.facts["ids"], reason.facts["persons"]) == ("fail", 0, 1)


def test_a_single_name_counts_where_it_is_the_person() -> None:
    private = Corpus.from_texts(["alice came", "b"], persons=["Alice", "Bert"])
    released = Corpus.from_texts(["x", "y", "z"], ["alice_1", "clara_2", "3"])
    (reason,) = reasons(private, released)
    assert reason.facts["private"]["values"] == ["alice_1"]
    assert reasons(Corpus.from_texts(["alice came"], ["alice_1"]), released) == []


def test_the_name_of_the_file() -> None:
    private = Corpus.from_texts(["a"], persons=["Clara Vega"])
    released = Corpus.from_texts(["x"])
    assert reasons(private, released, "/home/clara vega/release.jsonl") == []
    assert [r.word for r in reasons(private, released, "vega_clara.csv.gz")] == ["fail"]
    (reason,) = reasons(private, released, "out/omar_haddad_notes.csv")
    assert (reason.word, reason.facts["file"]) == ("inconclusive", True)
    assert "haddad" not in str(reason.to_json(text=False))
    assert reason.facts["private"]["file"] == "omar_haddad_notes"


def test_a_long_number_that_its_own_private_text_says_fails() -> None:
    texts = ["Gout. Record number 2521911.", "SSN 123-45-6789.", "Call 7135550112.", "Ward 204."]
    private = Corpus.from_texts(texts, ["2521911", "123-45-6789", "8000003", "204"])
    (reason,) = reasons(private, private.with_texts(["x"] * 4))
    assert (reason.word, reason.facts["ids"]) == ("fail", 2)
    assert reason.facts["private"]["values"] == ["2521911", "123-45-6789"]
    people = Corpus.from_texts(["Account 44712093.", "b"], persons=["44712093", "2"])
    beside = Corpus.from_texts(["x", "y"], persons=["44712093", "2"])
    assert [r.facts["persons"] for r in reasons(people, beside)] == [1]


@pytest.mark.parametrize(
    "when", ["2020-05-03", "20200503", "03.05.2020", "2020-05-03T10:11:12", "note_20200503_1011_a"]
)
def test_a_day_that_its_own_private_text_says_is_no_number(when: str) -> None:
    private = Corpus.from_texts([f"{when}: rain all day.", "Sun."], [when, "2"])
    assert reasons(private, private.with_texts(["x", "y"])) == []


def test_plain_ids_are_no_finding() -> None:
    private = Corpus.from_texts(["Anna Keller", "b"], ["p1", "p2"])
    assert reasons(private, private.with_texts(["x", "y"]), "release.jsonl") == []
    assert reasons(Corpus.from_texts([]), Corpus.from_texts([]), "") == []
