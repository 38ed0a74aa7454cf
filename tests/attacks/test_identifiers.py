from __future__ import annotations

import json
import time
import unicodedata
from typing import Any

import numpy as np
import pytest

from seethrough.attacks.identifiers import Identifiers
from seethrough.deobfuscation.undoing import deobfuscate
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.runs.cells import Cell
from seethrough.engine.sanitize import sanitize
from seethrough.evidence.standing import StandingIdentifiers
from seethrough.personal_data.identifiers import find
from seethrough.protocols import Knowledge
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore

RNG = np.random.default_rng(0)
ATTACK = Identifiers()
TEXTS = [
    "Anna Keller called from +49 30 901820. Dr. Abel Quist saw her; write to a.k@example.org.",
    "My name is Omar Haddad and my account number is 4471-20938. Dr. Abel Quist saw me.",
    "Nothing to report, she slept well and ate her breakfast.",
    "Grace called. She lives at 14 Harbour Street with her son Tobi.",
]


def facts(corpus: Corpus) -> dict[str, tuple[str, ...]]:
    return {k.record: k.facts for k in ATTACK.learn(corpus, RNG)}


def standing(known: str, release: Corpus, unseen: frozenset[str] = frozenset()) -> list[Any]:
    knowledge = [Knowledge("p", "r", (known,), unseen=unseen)]
    guesses = ATTACK.guess(TextRelease(release), knowledge, RNG)
    evidence = ATTACK.score(guesses, release)[0].evidence
    assert isinstance(evidence, StandingIdentifiers)
    return [list(place) for place in evidence.standing]


def cell(private: Corpus, release: Corpus) -> Cell:
    return run_attack(ATTACK, TextRelease(release), "x", Setting(private, None, 0, MemoryStore()))


def value(cell: Cell, name: str, arm: str = "") -> float | None:
    (estimate,) = [e for e in cell.estimates if e.name == name]
    return getattr(estimate, arm).value if arm else estimate.value  # type: ignore[no-any-return]


def test_what_is_looked_for() -> None:
    found = facts(Corpus.from_texts(TEXTS))
    assert set(found) == {"0", "1", "3"}
    assert set(found["0"]) == {
        "+49 30 901820", "a.k@example.org", "Anna Keller", "Anna", "Keller", "Abel Quist",
    }  # fmt: skip
    assert set(found["1"]) == {"4471-20938", "Omar Haddad", "Omar", "Haddad", "Abel Quist"}
    assert set(found["3"]) == {"14 Harbour Street", "Tobi"}


def test_a_family_name_that_two_people_hold_or_that_is_a_word_is_not_looked_for() -> None:
    private = Corpus.from_texts(
        ["Anna Keller came.", "Uwe Keller came.", "Mary Baker came.", "So did Mr Keller."],
        persons=["a", "b", "c", "a"],
    )
    assert facts(private) == {
        "0": ("Anna Keller", "Anna"), "1": ("Uwe Keller", "Uwe"), "2": ("Mary Baker", "Mary"),
    }  # fmt: skip
    alone = private.take([0, 2, 3])
    assert facts(alone)["3"] == ("Keller",)


def test_the_family_name_of_a_full_name_is_looked_for_by_itself() -> None:
    assert facts(Corpus.from_texts(["Bisi Oyo left."])) == {"0": ("Bisi Oyo", "Oyo")}
    private = Corpus.from_texts(["Bisi Adewale left.", "adewale came"], persons=["a", "a"])
    assert facts(private) == {"0": ("Bisi Adewale", "Adewale"), "1": ("Adewale",)}
    others = Corpus.from_texts(["Bisi Adewale left.", "adewale came"], persons=["a", "b"])
    assert facts(others) == {"0": ("Bisi Adewale",)}


def test_a_hyphenated_family_name_is_one_name() -> None:
    private = Corpus.from_texts(["Anna Kowala-Branta left.", "Omar Haddad came."])
    assert facts(private)["0"] == ("Anna Kowala-Branta", "Anna", "Kowala-Branta")
    assert len(standing("Kowala-Branta", Corpus.from_texts(["Mr. Kowala-Branta came."]))) == 1


def test_a_name_found_in_one_record_is_looked_for_in_all() -> None:
    private = Corpus.from_texts(["Mrs Bisi Adewale came.", "and bisi adewale left again"])
    assert facts(private)["1"] == ("Bisi Adewale",)


def test_the_columns_of_a_private_record_are_identifiers() -> None:
    private = Corpus.from_texts(
        ["a", "b"],
        persons=["Faridoon Billimoria", "p2"],
        fields=[{"E-Mail": "f@example.org", "age": 40}, {"phone": None, "city": "Ulm"}],
    )
    assert facts(private) == {"0": ("Faridoon Billimoria", "f@example.org")}


@pytest.mark.parametrize(
    ("column", "value", "each"),
    [
        ("mail", "f@example.org; g@example.com", ("f@example.org", "g@example.com")),
        ("phone", "713-555-0112 / 832-555-0202", ("713-555-0112", "832-555-0202")),
        ("address", "12 Maple Street, Springfield", ("12 Maple Street",)),
        (
            "address",
            f"{'Riverside Flats, ' * 6}221 Upper Thames Street",
            ("221 Upper Thames Street",),
        ),
        ("home_email", "f@example.org", ("f@example.org",)),
        ("remarks", {"of": ["ask +49 30 901820", 4]}, ("+49 30 901820",)),
        ("remarks", "40.7127837, 2024-01-15 10:32, I25.10, 17000000", None),
        ("mother", "Mary Smith", ("Mary Smith",)),
        ("seen by", "Dr. Keller, Anna", ("Keller Anna",)),
        ("tel", [1, 7135550112, 0.5], ("7135550112",)),
        ("vector", [0.7135550112, -713555.0112, 713555, 1e-9], None),
        ("place", "Jackson, Mississippi", None),
        ("place", ["San Antonio", "Victoria Falls", "Virginia Beach"], None),
        ("username", "annak_of_harbour", ("annak_of_harbour",)),
        ("nickname", "annak_of_harbour", None),
        ("account", "x1" * 50, ("x1" * 50,)),
        ("account", "x1" * 51, None),
        ("Docket No.", "19-9160", ("19-9160",)),
        ("inmate", 480913, ("480913",)),
        ("ecli", "ECLI:NL:HR:2021:1000", ("ECLI:NL:HR:2021:1000",)),
        ("matter", "2021-3000", ("2021-3000",)),
        ("matter", ["12.05.2019", "1204", "a matter of 480913", "divorce"], None),
        ("visit", 480913, None),
    ],
)
def test_contact_data_and_names_in_any_column_are_looked_for(
    column: str, value: Any, each: tuple[str, ...] | None
) -> None:
    private = Corpus.from_texts(["It rains.", "b"], fields=[{column: value}, {}])
    assert facts(private).get("0") == each


@pytest.mark.parametrize(
    "person", ["李雷", "李雷 2", "محمد علي", "김철수", "tiger_1983", "SM-1042", "12045"]
)
def test_a_person_value_that_looks_like_no_name_counts_where_the_own_text_says_it(
    person: str,
) -> None:
    said = f"Today {person} came in. His cough is better."
    private = Corpus.from_texts([said, "The other one did not."], persons=[person, "p2"])
    assert facts(private) == {"0": (person,)}
    assert facts(Corpus.from_texts(["He came.", said], persons=[person, "p2"])) == {}
    assert len(standing(person, Corpus.from_texts([said]))) == 1


@pytest.mark.parametrize("person", ["tiger_1983", "12045"])
def test_a_person_value_inside_another_word_is_not_said(person: str) -> None:
    inside = Corpus.from_texts([f"Today x{person} came, and {person}x."], persons=[person])
    assert facts(inside) == {}


def test_ids_are_no_identifiers() -> None:
    named = Corpus.from_texts(["He came.", "So did she."], ["Anna Keller", "Omar Haddad"])
    assert facts(named) == {}


@pytest.mark.parametrize("person", ["12", "1204", "baker", "Xq", ""])
def test_small_numbers_ordinary_and_short_words_are_no_person_values(person: str) -> None:
    private = Corpus.from_texts([f"The {person} came.", "b"], persons=[person, "p2"])
    assert facts(private) == {}


@pytest.mark.parametrize(
    "text", ["[NAME] saw <PERSON_1>.", "*** came", "NAME_2 and {{PERSON}}", ""]
)
def test_placeholders_are_none(text: str) -> None:
    assert facts(Corpus.from_texts([text])) == {}


@pytest.mark.parametrize(
    ("known", "text", "there"),
    [
        ("Anna Keller", "we saw ANNA  keller's file", True),
        ("Anna Lee", "we saw Anna Lee’s file", True),
        ("Tobi", "Tobi's mother came", True),
        ("Park", "the parks are open", False),
        ("Anna Keller", "we saw Anna Kellre", True),
        ("Anna Keller", "we saw Keler, Anna", True),
        ("Roderick Keller", "we saw Rodrick Kelller", True),
        ("Anna Keller", "we saw @AnnaKeller", True),
        ("Anna Keller", "write to kelleranna", True),
        ("Anna Keller", "we saw Anne Keller", False),
        ("Anna Keller", "we saw Anna Kallor", False),
        ("Keller", "we saw Kelner", False),
        ("Anna Keller", "we saw ANNA  keller there", True),
        ("Anna Keller", "Anna met Keller", False),
        ("Anna", "Annabel came", False),
        ("+49 30 901820", "ring 030-901820", True),
        ("+49 30 901820", "ring ٠٣٠ ٩٠١٨٢٠", True),
        ("٠٣٠ ٩٠١٨٢٠", "ring 030-901820", True),
        ("kim@example.com", "kim@example.com으로 연락", True),
        ("AB-1234-99", "code AB १२३४ ९९", True),
        ("+49 30 901820", "ring 004930901820!", True),
        ("+49 30 901820", "ring 030-901821", False),
        ("4471-20938", "account 4471 20938", True),
        ("4471-20938", "account 447120938", True),
        ("a.k@example.org", "A.K@EXAMPLE.ORG", True),
        ("a.k@example.org", "b.k@example.org", False),
        ("a.k@example.org", "a.k (at) example.org", True),
        ("a.k@example.org", "a.k[at]example[dot]org", True),
        ("a.k@example.org", "a dot k at example dot org", True),
        ("@annak", "look at annak", True),
        ("https://www.instagram.com/annak", "see instagram.com/annak", True),
        ("www.anna-keller.example", "see https://anna-keller.example/", True),
        ("https://youtube.com/watch?v=x1", "see youtube.com/watch?v=x2", False),
        ("@annak", "look at annas", False),
        ("Lisa M. Jones", "we saw Lisa Jones", True),
        ("Lisa M. Jones", "we saw Jones, Lisa", True),
        ("Lisa Jones", "we saw Lisa M. Jones", True),
        ("Lisa Jones", "we saw Lisa 5 Jones", False),
        ("Lisa Jones", "Lisa met M. Jones", False),
        ("José Núñez", "we saw Jose Nunez", True),
        ("Jose Nunez", "we saw José Núñez", True),
        ("713-555-0112", "7135550112 45 years", True),
        ("713-555-0112", "tel 7135550112\n1962", True),
        ("713-555-0112", "12 7135550112.0", True),
        ("7135550112.0", "ring 713-555-0112", True),
        ("713-555-0112", "7135550113 45 years", False),
        ("713-555-0112", "713 555 011 2", True),
        ("713-555-0112", "7 1 3 5 5 5 0 1 1 2", True),
        ("+49 30 901820", "room 45 030-901820", True),
        ("12 Maple Street", "lives at 12 Maple St.", True),
        ("12 Maple St", "lives at 12 Maple Street", True),
        ("12 Maple Street", "lives at 12 Maple Ave.", False),
        ("AB-1234-99", "case AB123499", True),
        ("00123456", "record 123456", True),
        ("123456", "record 00123456", True),
        ("00482913", "MRN00482913", True),
        ("00482913", "MRN 0048 2913", True),
        ("00482913", "MRN 1482913", False),
        ("02019", "in 2019", False),
        ("Katherine Jones", "we saw Kather-\nine Jo-\r\n  nes", True),
        ("Anna Keller-Jones", "we saw Anna Keller-\nJones", True),
        ("Katherine Jones", "we saw Kather- and\nine Jones", False),
        ("Halvorsen", "Mrs Hal**vor**sen came", True),
        ("Halvorsen", "Mrs Hal_vor_sen came", True),
        ("Halvorsen", "Mrs Hal * vor * sen came", False),
        ("Müller", "Mrs Mueller came", True),
        ("Mueller", "Mrs Müller came", True),
        ("Paweł Nowak", "we saw Pawel Nowak", True),
        ("a.k+news@example.org", "a.k@example.org", True),
        ("a.k@example.org", "a.k+news@example.org", True),
        ("Lisa Jones", "we saw L. Jones", True),
        ("Lisa Marie Jones", "we saw Jones, L. M.", True),
        ("Lisa Marie Jones", "we saw Lisa Jones", True),
        ("Lisa Jones", "we saw L. Jonas", False),
        ("Lisa Jones", "saved in /home/ljones/notes.txt", True),
        ("Lisa Jones", "LJones02 closed the ticket", True),
        ("Anna Baker", "abaker closed the ticket", True),
        ("Lisa Jones", "l.jones closed the ticket", True),
        ("Lisa Jones", "see jones-l_inbox", True),
        ("Grace Jones", "others, e.g.jones", False),
        ("Tim Rain", "she took the train", False),
        ("Cory Lark", "Clark came", False),
        ("Andrew Jones", "Jones, a teacher, came. A Jones", False),
        ("Ian Jones", "as for Jones, I left", False),
        ("Ian Jones", "I. Jones left", True),
        ("Anna Baker", "she is a baker", False),
        ("Maria Garcia-Lopez", "we saw Maria Lopez", True),
        ("Maria Garcia Lopez", "we saw Maria Garcia", True),
        ("Maria Anna Lopez", "we saw Maria Anna", False),
        ("Lisa Jones", "First name: Lisa. Last name: Jones.", True),
        ("Lisa Jones", '{"surname": "Jones", "given_name": "Lisa"}', True),
        ("Lisa Jones", "First name: Lisa. Last name: Jonas, Anna", False),
        ("Lisa Jones", '{"first": "Lisa", "born": 1980, "last": "Jones"}', True),
        ("Lisa Jones", "Family name Jones, born in 1980, and the given name is Lisa.", True),
        ("Lisa Jones", "Lisa met the man whose last name is Jones", False),
        ("Lisa Jones", "First of all, Lisa met a friend of the Jones in May", False),
        ("Lisa Jones", "Jones, Mrs Lisa", True),
        ("Lisa Jones", "Lisa and Tom Jones came", True),
        ("Lisa Jones", "Lisa and Tom met Jones", False),
        ("Lisa Jones", "Lisa and Joost Jones came", True),
        ("Kelly Kel Nguyen", "Kelly “Kel” Nguyen came", True),
        ("Kelly Kel Nguyen", "Kelly Nguyen came", True),
        ("James Brown", "James and the Brown family came", False),
        ("James Brown", "Brown and Mary James came", False),
        ("James Brown", "James and Dr Brown came", False),
        ("12 Main", "Flat 12 and the main door", False),
        ("713-555-0112", "call seven one three, five five five, oh one one two", True),
        ("44285249", "record 44,285,249, seen twice", True),
        ("44285249", "wards 44,2852,49", False),
        ("713-555-0112", "one two three four five six seven eight nine zero", False),
    ],
)
def test_what_stands(known: str, text: str, there: bool) -> None:
    assert bool(standing(known, Corpus.from_texts(["x", text]))) == there


def test_a_name_that_is_somebody_else_s_is_not_taken_for_a_misspelt_one() -> None:
    release = Corpus.from_texts(["Martha Kellner came.", "Marthe Kellner came."])
    knowledge = [Knowledge(n, n, (n,)) for n in ("Martha Kellner", "Marthe Kellner")]
    guesses = ATTACK.guess(TextRelease(release), knowledge, RNG)
    assert [json.loads(guess.text) for guess in guesses] == [
        [["Martha Kellner", "0", "text"]],
        [["Marthe Kellner", "1", "text"]],
    ]


@pytest.mark.parametrize(
    ("names", "text", "found"),
    [
        (["Lisa Jones", "Mark Jones"], "L. Jones came.", ["Lisa Jones"]),
        (["Lisa Jones", "Lars Jones"], "L. Jones (ljones) came.", []),
        (["Maria Garcia-Lopez", "Maria Garcia"], "Maria Garcia came.", ["Maria Garcia"]),
    ],
)
def test_a_name_in_short_counts_where_it_is_no_other_s(
    names: list[str], text: str, found: list[str]
) -> None:
    knowledge = [Knowledge(name, name, (name,)) for name in names]
    guesses = ATTACK.guess(TextRelease(Corpus.from_texts([text])), knowledge, RNG)
    assert [name for guess in guesses for name, _, _ in json.loads(guess.text)] == found


def test_every_column_is_searched_but_not_the_ids() -> None:
    release = Corpus.from_texts(
        ["x", "x", "Tobi"], ["Tobi", "b", "c"], ["p", "Tobi", "p"], [{}, {"n": {"k": ["Tobi"]}}, {}]
    )
    assert standing("Tobi", release) == [
        ["Tobi", "c", "text"],
        ["Tobi", "b", "n"],
        ["Tobi", "b", "person"],
    ]
    assert standing("Tobi", release, frozenset({"b"})) == [["Tobi", "c", "text"]]
    assert standing("Tobi", release, frozenset({"b", "c"})) == []


def test_a_long_row_of_digits_is_read_in_time_that_grows_with_it() -> None:
    release = Corpus.from_texts(["7 1 3 5 " * 50_000])
    start = time.process_time()
    assert not standing("713-555-0112", release)
    assert time.process_time() - start < 12


def test_a_name_in_two_columns_is_found() -> None:
    rows: list[dict[str, Any]] = [
        {"given": "Lisa", "age": 43, "family": "Jones"},
        {"family": "Jones", "ward": "Oncology", "given": "Anna"},
        {"note": "Lisa Lee", "seen": "by Jones"},
    ]
    release = Corpus.from_texts(["x"] * 3, ["a", "b", "c"], fields=rows)
    assert standing("Lisa Jones", release) == [["Lisa Jones", "a", "row"]]
    assert standing("Anna Jones", release) == [["Anna Jones", "b", "row"]]


def test_other_identifiers_in_several_columns_are_found() -> None:
    rows: list[dict[str, Any]] = [
        {"house": 12, "street": "Maple Street"},
        {"house": 14, "street": "Maple Street"},
        {"user": "a.k", "host": "example.org"},
    ]
    release = Corpus.from_texts(["x"] * 3, ["a", "b", "c"], fields=rows)
    for known, record in (("12 Maple Street", "a"), ("a.k@example.org", "c")):
        assert standing(known, release) == [[known, record, "row"]]


def test_the_originals_hold_everything_and_nobody_else_does() -> None:
    private = Corpus.from_texts(TEXTS)
    found = cell(private, private)
    assert value(found, "identifiers.standing") == value(found, "identifiers.share") == 1
    assert value(found, "identifiers.standing", "baseline") == 0
    assert value(found, "identifiers.standing", "control") == pytest.approx(2 / 3)  # their doctor
    assert value(found, "identifiers.share", "control") == pytest.approx(2 / 13)


def test_shares_count_identifiers() -> None:
    private = Corpus.from_texts(TEXTS)
    texts = ["Keller came.", "nobody", "x", "14 harbour street, Tobi"]
    found = cell(private, private.with_texts(texts))
    assert value(found, "identifiers.standing") == pytest.approx(2 / 3)
    assert value(found, "identifiers.share") == pytest.approx(3 / 13)


def test_two_of_two_hundred_are_found() -> None:
    texts = [f"Patient number 88{i:05d} felt better." for i in range(200)]
    private = Corpus.from_texts(texts)
    released = [t if i in (3, 77) else "They felt better." for i, t in enumerate(texts)]
    assert value(cell(private, private.with_texts(released)), "identifiers.standing") == 0.01


def test_scrubbing_takes_names_away() -> None:
    private = Corpus.from_texts(TEXTS[:2])
    left = cell(private, sanitize(private, "scrub", seed=0).corpus)
    share = value(left, "identifiers.share")
    assert share is not None
    assert share < 0.5


def test_common_names_do_not_crowd_out_the_others() -> None:
    release = Corpus.from_texts(["Tobi"] * 500 + ["Tobi"], [f"r{i}" for i in range(501)])
    unseen = frozenset(f"r{i}" for i in range(500))
    assert standing("Tobi", release, unseen) == [["Tobi", "r500", "text"]]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("IBAN DE89 3704 0044 0532 0130 00.", "DE89 3704 0044 0532 0130 00"),
        ("IBAN ES91 2100 0418 4502 0005 1332 BIC CAIXESBB", "ES91 2100 0418 4502 0005 1332"),
        ("BE68539007547034 BIC GKCCBEBB", "BE68539007547034"),
        ("BE68 5390 0754 7034 GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32"),
        ("Card 4111 1111 1111 1111 was used", "4111 1111 1111 1111"),
        ("Card 4111 1111 1111 1111 12/26", "4111 1111 1111 1111"),
        ("4111-1111-1111-1111 123", "4111-1111-1111-1111"),
        ("5555 5555 5555 4444 123", "5555 5555 5555 4444"),
        ("2223003122003222 1226", "2223003122003222"),
        ("2 378282246310005 1226", "378282246310005"),
        ("3782 822463 10005 12/26", "3782 822463 10005"),
        ("SSN 219-09-9999", "219-09-9999"),
        ("SSN: 219 09 9999", "219 09 9999"),
        ("VIN 1HGCM82633A004352", "1HGCM82633A004352"),
        ("License plate: ABC-1234", "ABC-1234"),
        ("from 2001:db8::1 at noon", "2001:db8::1"),
        ("my name is anna keller", "anna keller"),
        ("Patient: SMITH, JOHN", "SMITH, JOHN"),
        ("Name: Smith, John", "Smith, John"),
        ("Dear Mrs. O'Brien-Smith,", "O'Brien-Smith"),
        ("from 192.0.2.17 at noon", "192.0.2.17"),
        ("It came from 192.0.2.17. Then it went.", "192.0.2.17"),
        ("from 172.15.7.1 at noon", "172.15.7.1"),
        ("from 172.32.7.1 at noon", "172.32.7.1"),
        ("see linkedin.com/in/anna-k", "linkedin.com/in/anna-k"),
        ("ask @mo_ash about it", "@mo_ash"),
        ("write to john.doe at gmail dot com today", "john.doe at gmail dot com"),
        ("my mail is rose at example dot org", "rose at example dot org"),
        ("write to j.doe(at)Cox.net.", "j.doe(at)Cox.net"),
        ("mail john [at] example [dot] org please", "john [at] example [dot] org"),
        ("mail j.doe @ mail.example.com", "j.doe @ mail.example.com"),
        ("User ID: thmartin Password", "thmartin"),
        ("my discord is j_doe99 if you", "j_doe99"),
        ("my discord is thmartin, discord is", "thmartin"),
        ("discord is j_doe99 if you", "j_doe99"),
        ("Discord name is thmartin", "thmartin"),
        ("MRN: 88120457", "88120457"),
        ("ref no. 123-456", "123-456"),
        ("Ref 48213-2", "48213-2"),
        ("Case 123-456", "123-456"),
        ("Record no. 1951-1957", "1951-1957"),
        ("MRN 48213.AB", "48213.AB"),
        ("Docket RP97-288", "RP97-288"),
        ("Fall-Nr. 2021-4471 vom Mai", "2021-4471"),
        ("Meine Kundennummer ist 88231904.", "88231904"),
        ("Aktenzeichen: 12 C 345/21 vom 3. Mai", "12 C 345/21"),
        ("numéro de sécurité sociale 1 85 05 78 006 084 36", "1 85 05 78 006 084 36"),
        ("DNI 12345678Z", "12345678Z"),
        ("nr konta, BSN: 111222333", "111222333"),
        ("J'habite 9 Rue des Lilas", "9 Rue des Lilas"),
        ("Ik woon op Keizersgracht 123", "Keizersgracht 123"),
        ("His wife Chantelle drove.", "Chantelle"),
        ("We met Carol St. Clair there", "Carol"),
        ("We met Cecil A. Marsh there", "Cecil A. Marsh"),
        ("T. S. Kowalczyk wrote it.", "T S Kowalczyk"),
        ("Nurse: R. Wrzeszcz", "Wrzeszcz"),
        ("Seen by T.  O'Wrzeszcz-Yee today", "O'Wrzeszcz-Yee"),
        ("represented by Mr K. Drzewicki, of", "K Drzewicki"),
        ("Dear Mrs. D. Porter,", "D Porter"),
        ("We met A. O. Wrzeszcz there.", "A O Wrzeszcz"),
        ("I met Simone de Beauvoir there.", "Simone de Beauvoir"),
        ("She left with Peter van Horn.", "Peter van Horn"),
        ("Call me on 0378 354 9890 please", "0378 354 9890"),
        ("Tel.: 030/1234567 (Büro)", "030/1234567"),
        ("Mobil 0171 / 123 45 67, abends", "0171 / 123 45 67"),
        ("Telephone 713/853-3577 Fax", "713/853-3577"),
        ("Mon portable: 06.12.34.56.78", "06.12.34.56.78"),
        ("I am at 07700 900123", "07700 900123"),
        ("call 07700900123 or", "07700900123"),
        ("My number is 853-3989.", "853-3989"),
        ("at home, number (41-22) 752-4722", "(41-22) 752-4722"),
        ("655 437 108 office", "655 437 108"),
        ("reach me at extension 5-7809.", "5-7809"),
        ("Tel. 48 29 13", "48 29 13"),
        ("Phone number: 482913.", "482913"),
        ("Call me at 48-29-13, please", "48-29-13"),
        ("My name is Diane Lane.", "Diane"),
        ("Let Emily place the order", "Emily"),
        ("Kevin drive me home", "Kevin"),
        ("my name is vitoria and", "vitoria"),
        ("Sometimes people call me Csanád", "Csanád"),
        ("my sister priya lives with us", "priya"),
        ("his brother josh said so", "josh"),
        ("i saw mrs halvorsen on friday", "halvorsen"),
        ("and dr. wrzeszcz said so", "wrzeszcz"),
        ('Kelly "Kel" Nguyen came', "Kelly Kel Nguyen"),
        ("William (Bill) Fenwick’s lease", "William Bill Fenwick"),
        ("Margaret Ellis (née Whitcombe) owns it", "Whitcombe"),
        ("Ik heet Sjoerd Hoekstra.", "Sjoerd Hoekstra"),
        ("Jeg heter Øyvind Haugen.", "Øyvind Haugen"),
        ("my landlord john smith keeps it", "john smith"),
        ("then sean o'brien came", "sean o'brien"),
        ("Then Sgt. Okonjo came", "Okonjo"),
        ("Her own site is www.annak.no.", "www.annak.no"),
        ("I blog at https://annak.example", "https://annak.example"),
        ("see annak.wordpress.com/about", "annak.wordpress.com/about"),
        ("Find me at t.me/annak", "t.me/annak"),
        ("Join https://us02web.zoom.us/j/48291376", "https://us02web.zoom.us/j/48291376"),
        ("Skype: live:annak or live:.cid.4", "live:annak"),
        ("P.O. Box 211", "P.O. Box 211"),
        ("to 9 East 89th Street, New York", "9 East 89th Street"),
        ("at 1150 17th Street, N.W.", "1150 17th Street"),
        ("I LIVE AT 12 OAK STREET", "12 OAK STREET"),
        ("i live at 12 oak street in leeds", "12 oak street"),
        ("Adresse: Hauptstr. 12, Berlin", "Hauptstr. 12"),
        ("J'habite 12 rue de la Paix", "12 rue de la Paix"),
        ("J'habite Rue de Virton 38", "Rue de Virton 38"),
        ("at Avenue d'Ouchy 109, Lausanne", "Avenue d'Ouchy 109"),
        ("Asun osoitteessa Snellmaninkatu 55", "Snellmaninkatu 55"),
        ("Jeg bor i Mellemstræde 74", "Mellemstræde 74"),
        ("az Árpád fejedelem útja 3. alatt", "Árpád fejedelem útja 3"),
        ("Vivo en Calle de la Luna, 5", "Calle de la Luna, 5"),
        ("Abito in Via Roma 131", "Via Roma 131"),
        ("abito in via Roma 131", "via Roma 131"),
        ("abito a Milano, via Roma 131", "via Roma 131"),
        ("at 12 Hampton Court, Leeds", "12 Hampton Court"),
        ("at 5 The Court, Leeds", "5 The Court"),
        ("at 2004 Oak Court, Reno", "2004 Oak Court"),
        ("I live in Oak House, Mill Lane, with her", "Oak House, Mill Lane"),
        ("Our cabin is at 59.9139, 10.7522.", "59.9139, 10.7522"),
        ("GPS 59.91390 N, 10.75220 E", "59.91390 N, 10.75220 E"),
        ("meet at ///filled.count.soap.", "///filled.count.soap"),
    ],
)
def test_each_kind_is_found(text: str, written: str) -> None:
    assert written in [i.written for i in next(find([text]))]


def test_no_break_spaces_hide_nothing() -> None:
    text = "Mr. Okonjo met Tobi Adeyinka. Card 4111 1111 1111 1111, 12 Main Street, MRN 88120457"
    for blank in ("\u00a0", "\u202f"):
        assert next(find([text.replace(" ", blank)])) == next(find([text]))


def test_marks_that_stand_by_themselves_hide_nothing() -> None:
    text = "My name is José García, mail josé@example.org. Łukasz Wójcik knows me."
    assert next(find([unicodedata.normalize("NFD", text)])) == next(find([text]))


@pytest.mark.parametrize(
    "text",
    [
        "In 2019 the patient was 45 and paid 1200.50 on 2024-01-15.",
        "Card 4111 1111 1111 1112 is no card",
        "She takes Coumadin and drives a Volvo in San Antonio.",
        "He lives on Pickett Avenue and works in Clark County.",
        "The values were .63 .063 .044 .44 in 1952-1970",
        "https://www.example.org is a public page",
        "Their website is www.example.org. On my site, which works. https://docs.github.com/en",
        "Track it at fedex.com/track and tell.me more",
        "Will may rose to grace the hall in June.",
        "0.1234, 0.5678, 0.9012 and 59.91, 10.75; file:///a.b.c; the House, a Main Street",
        "Hausnummer 1234, Artikelnummer 123456, in summer 2019",
        'The "Alpha" Team of Texas (South) Rockets',
        "She sees Mister X Y Z. The visits help. The U. S. Army and Plan B. C. Then it rained.",
        "We drove to Rio de Janeiro and watched the Tour de France.",
        "Pulse 88, BP 150/90, case 2019, room 12",
        "i am happy that she rose at 12:30:45; this is nice",
        "WARNING, JOHN DOES not; 1::2",
        "I looked at amazon dot com. It is available @ walmart.com.",
        "We met at noon at the dot com office. The page is at www.example.org @ www.example.org",
        "Username: Administrator, login: required, user_id = row, my Instagram is private",
        "Hmm, I see what you mean. The dr says ms symptoms came, mr imaging did not; dr no",
        "Please call me anytime. or call me tmrw, thx. my name is anonymized",
        "Yup, I do. Ugh, please stop.\nLol",
        "Discord is laggy, Telegram was meh, and Twitter is glitchy",
        "We drove via Interstate 95 and talked via Zoom 10 or via Teams 365",
        "they called in 05/2020 and in 10/2021",
        "Call me on 12-05-19. I phoned 100 of 482913 people; cells 482913; mobile: 48 29",
        "a ratio of 030/1234567",
        "The parade went down Rue de la Loi in 1950, and on Avenue de la Liberté 1951.",
        "We saw Elm Street 4; then we drove on County Road 426.",
        "Vitamin D. Please take it at 75 S. Temple. From A to C. I'll be.",
        "I need B. Long-term, it is PLAN C. MRI",
        "The culture grew E. Coli and S. Aureus; H. Influenzae and C. Difficile did not grow.",
        "We had Plan B. Long ago it was Dr. L.  She knows, and so does Mister T. Then we left.",
    ],
)
def test_what_is_no_identifier(text: str) -> None:
    assert next(find([text])) == []


@pytest.mark.parametrize(
    "text",
    [
        "I worked there 2023 – 03/2024",
        "for (500-1000) x",
        "call 2024.04.05 23:00",
        "my name is written below, my sister will come, call me later",
        "a 2 way street, a 10 year old road, 3 blocks down the road, 2 main road bikes",
        "assemble in the plaza from 8.30am, via email by 5:00, via resolution on 28 Mar",
        "Wednesday 11.00 - 12.30 Office tour",
        "2023-09-28 00:00:00.0000000 and 013 items, an extension of 2001, extension 45",
        "Fats Fats",
        "@SuppressLint",
        "at 127.0.0.1 or 172.16.7.1 or 172.20.7.1 or 172.31.7.1",
        "sodium 140 mmol/L (ref: 135-145), RDW 17.8 (ref: 11.5–14.5%), ref 4.5-11.0",
        "sodium 140 mmol/L (reference: 135-145)",
        "a policy 1951-1957, the record 2019–2020",
        "see the attached file: pic08160.pcx or file rates0612.pdf or file rates0612.docx",
        "fault at 0000000000000000",
        "under the 2004 Act. The Court of Appeal and in 1994 U.S. Supreme Court judges",
        *(
            f"in 1994 U.S. {kind} Court"
            for kind in ("District", "Circuit", "County", "High", "Crown")
        ),
    ],
)
def test_code_and_dates_name_nobody(text: str) -> None:
    assert next(find([text])) == []


@pytest.mark.parametrize("said", ["policy 4471209.The nurse", "account 4471-20938.Then he"])
def test_a_number_before_a_sentence_without_a_space_is_an_identifier(said: str) -> None:
    number = said.split()[1]
    assert number in [i.written for i in next(find([f"She named her {said} left."]))]


def test_a_reference_that_does_not_rise_is_no_range_of_what_is_normal() -> None:
    (found,) = find(["My reference is 731-204 there, ref: 135-145."])
    assert [i.written for i in found] == ["731-204"]


def test_a_month_in_a_date_is_no_name() -> None:
    for text in ("Born on Jan. 5, 1980.", "Seen Jan 2019 and 5 Jan", "On the 3rd Jan we left."):
        assert next(find([text])) == []
    (found,) = find(["Jan was seen on Jan. 5."])
    assert [i.written for i in found] == ["Jan"]


@pytest.mark.parametrize(
    "said", ["annakeller77", "KellerAnna1990", "anna.keller77", "@anna_keller7"]
)
def test_a_name_with_a_number_behind_it_is_found(said: str) -> None:
    assert standing("Anna Keller", Corpus.from_texts([f"Ask {said} about it."])) == [
        ["Anna Keller", "0", "text"]
    ]


def test_letters_beside_digits_are_no_part_of_another_name() -> None:
    assert standing("Anna Keller", Corpus.from_texts(["Ask annakellermann77 or anna7 here."])) == []


def test_a_web_address_whose_percent_signs_were_read() -> None:
    known = "https://linkedin.com/in/ann%20lee%20senior%20accountant%20in%20york"
    (read,) = deobfuscate([f"Her page is {known} here."])
    assert "ann lee senior" in read.text
    assert standing(known, Corpus.from_texts([read.text])) == [[known, "0", "text"]]


@pytest.mark.parametrize(
    ("released", "stands"),
    [
        ("we saw T. S. Kowalczyk", True),
        ("we saw T.S. Kowalczyk", True),
        ("we saw Kowalczyk, T. S.", True),
        ("we saw M. Kowalczyk", False),
    ],
)
def test_a_name_of_initials_and_a_family_is_looked_for(released: str, stands: bool) -> None:
    texts = ["T. S. Kowalczyk wrote it.", "We met Mia Kowalczyk there."]
    private = Corpus.from_texts(texts)
    known = Identifiers().learn(private, RNG)
    guesses = Identifiers().guess(TextRelease(Corpus.from_texts([released])), known, RNG)
    assert bool(json.loads(guesses[0].text)) is stands


def test_a_number_in_a_column_of_cases_counts_where_one_person_has_it() -> None:
    rows = [{"case": "480913"}, {"case": "480913"}, {"case": "480914"}, {}]
    private = Corpus.from_texts(["x"] * 4, persons=["a", "b", "c", "c"], fields=rows)
    assert facts(private) == {"2": ("480914",)}


def test_a_code_counts_where_one_person_s_records_alone_hold_it() -> None:
    texts = ["Her visa, 4829137, ran out.", "Act 7712054 of 2001.", "Act 7712054 again.", "x"]
    private = Corpus.from_texts(texts, fields=[{}, {}, {}, {"seen": 4829137, "note": "id 5938271"}])
    assert facts(private) == {"0": ("4829137",), "3": ("5938271",)}
    assert standing("4829137", Corpus.from_texts(["visa 4829137", "x"]))
