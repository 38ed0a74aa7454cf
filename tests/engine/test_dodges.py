"""Releases and audits that look harmless to one check, and must not pass by way of another."""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, ClassVar

import pytest
from tests.engine.test_audit import INFER as SLOW_INFER
from tests.engine.test_audit import LINK as SLOW_LINK
from tests.engine.test_audit import people

from seethrough import read
from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.extraction import Extraction
from seethrough.attacks.lexical import Lexical
from seethrough.engine.audit import audit
from seethrough.engine.judge_test.wording import is_reworded
from seethrough.engine.verdict.limits import Tolerances
from seethrough.knowledge.first import First
from seethrough.linkers.assignment import Assignment
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Tally
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.opening import open_service
from seethrough.samples import path as sample
from seethrough.text.rouge import rouge_l
from seethrough.text.signs.dates import MONTHS

N = 120
LINK = replace(SLOW_LINK, linker=BM25())
INFER = replace(SLOW_INFER, linker=BM25())
LEXICAL = Lexical(knowledge=First(2), atomizer=Sentence())


@pytest.fixture(autouse=True)
def _a_judge_that_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = importlib.import_module("seethrough.engine.self_test.running")
    monkeypatch.setattr(engine, "check_judge", lambda *_: [])


@pytest.fixture(scope="module")
def private() -> Corpus:
    return people(N)


def altered(text: str) -> str:
    """Return a text without a run of eight of its words."""
    return " ".join(w if i % 7 else "so" for i, w in enumerate(text.split(), start=3))


def attack(private: Corpus, release: Any, **more: Any) -> Any:
    return audit(private, release, attacks=more.pop("attacks", [LINK, INFER]), **more)


def kinds(result: Any) -> set[str]:
    return {r.kind for r in result.verdict.reasons if r.word != "pass"}


def test_an_erased_release_passes(private: Corpus) -> None:
    result = attack(private, private.with_texts([""] * N))
    assert result.verdict.word == "pass"
    assert kinds(result) <= {"undecided", "nothing_to_count", "not_examined"}
    assert not any("anonymous" in r.questions for r in result.verdict.reasons if r.word != "pass")


def test_altered_originals_under_new_ids_beside_empty_records(private: Corpus) -> None:
    texts = [""] * N + [altered(t) for t in private.texts[40:52]]
    ids = [*private.ids, *(f"q{i}" for i in range(12))]
    result = attack(private, Corpus.from_texts(texts, ids=ids))
    assert "records_of_nobody" in kinds(result)
    assert result.verdict.word != "pass"


def test_what_is_told_of_people_whose_private_record_has_no_text(private: Corpus) -> None:
    ids = [*private.ids, "q1", "q2"]
    told = ["Her neighbor has HIV and owes the bank money.", "He was convicted of theft."]
    silent = Corpus.from_texts([*private.texts, "", " "], ids, [*private.persons, "q1", "q2"])
    result = attack(silent, Corpus.from_texts([*[""] * N, *told], ids))
    assert "private_texts_missing" in kinds(result)
    assert result.verdict.word != "pass"


def test_everybodys_facts_under_the_id_of_somebody_else(private: Corpus) -> None:
    order = list(range(N))
    random.Random(3).shuffle(order)
    moved = [". ".join(private.texts[i].split(". ")[:3]) + " and so on." for i in order]
    result = attack(private, Corpus.from_texts(moved, ids=private.ids))
    assert "strangers_tell" in kinds(result)
    assert result.verdict.word != "pass"


@pytest.mark.parametrize("chosen", [[LINK], [LEXICAL], [INFER], [LINK, LEXICAL]])
def test_what_was_not_asked_is_not_answered(private: Corpus, chosen: Sequence[Any]) -> None:
    result = attack(private, private.with_texts([""] * N), attacks=chosen)
    assert "not_examined" in kinds(result)
    assert result.verdict.word == "inconclusive"


@dataclass(frozen=True)
class Asks(Attack[Any]):
    """Finds nothing, and bears on no question."""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("own.figure", "lower_is_better", "A.", "B.", questions=()),
    )

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        return [Knowledge(r.person, r.id, (r.text,)) for r in private]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        return [Guess(k, (), (), "") for k in knowledge]

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        return [Outcome({"own.figure": Tally(0.0)}) for _ in guesses]


def test_an_attack_that_bears_on_no_question_answers_none(private: Corpus) -> None:
    result = attack(private, private.with_texts([""] * N), attacks=[Asks()])
    assert {a.word for a in result.verdict.answers} == {"inconclusive"}


@pytest.mark.parametrize("sentence_as", ["name", "value"])
def test_facts_in_a_column_that_is_the_same_everywhere(private: Corpus, sentence_as: str) -> None:
    told = " ".join(altered(t) for t in private.texts[:10])
    fields = [{told: 1}] * N if sentence_as == "name" else [{"note": told}] * N
    release = Corpus.from_texts([""] * N, ids=private.ids, fields=fields)
    result = attack(private, release)
    assert "strangers_tell" in kinds(result)  # of records this short it names nobody
    assert result.verdict.word != "pass"


@pytest.mark.parametrize("linker", [BM25(), Assignment()])
def test_many_people_in_the_record_of_somebody_else(private: Corpus, linker: Any) -> None:
    told = "\n".join(altered(text) for text in private.texts[:12])
    texts = [""] * (N - 1) + [told]
    joint = [replace(LINK, linker=linker), replace(INFER, linker=linker)]
    result = attack(private, private.with_texts(texts), attacks=joint)
    assert "strangers_tell" in kinds(result)
    assert result.verdict.word != "pass"


@pytest.mark.parametrize(("yes", "no"), [(True, False), (1, 0), ("x", ""), ("Yes", "No")])
def test_facts_as_columns_of_yes_and_no(private: Corpus, yes: Any, no: Any) -> None:
    fields = [
        {"_".join(sentence.split()): yes for sentence in text.rstrip(".").split(". ")}
        for text in private.texts
    ]
    few = private.take(range(30))
    result = attack(few, Corpus.from_texts([""] * 30, ids=few.ids, fields=fields[:30]))
    assert result.verdict.word == "fail"
    none = [dict.fromkeys(chain.from_iterable(fields), no)] * N
    quiet = attack(private, Corpus.from_texts([""] * N, ids=private.ids, fields=none))
    assert quiet.verdict.word == "pass"


def test_codes_for_what_people_have(private: Corpus) -> None:
    codes = ("A53.9", "B20", "F31.9", "G40.1")
    fields = [{"icd10": codes[i % 4]} for i in range(N)]
    result = attack(private, Corpus.from_texts([""] * N, ids=private.ids, fields=fields))
    (reason,) = [r for r in result.verdict.reasons if r.kind == "columns_of_codes"]
    assert reason.facts == {"columns": 1, "private": {"columns": ["icd10"]}}
    assert {result.verdict[q].word for q in ("sensitive", "anonymous")} == {"inconclusive"}


def test_codes_for_what_people_have_in_texts(private: Corpus) -> None:
    codes = ("A53.9", "B20", "F31.9", "G40.1")
    result = attack(private, private.with_texts([f"Code {codes[i % 4]}." for i in range(N)]))
    assert "columns_of_codes" in kinds(result)
    assert {result.verdict[q].word for q in ("sensitive", "anonymous")} == {"inconclusive"}


def test_originals_as_names_of_columns(private: Corpus) -> None:
    fields = [{text: True} for text in private.texts]
    result = attack(private, Corpus.from_texts([""] * N, ids=private.ids, fields=fields))
    assert "verbatim" in kinds(result)
    assert result.verdict.word == "fail"


def test_padding_does_not_hide_that_wording_is_gone() -> None:
    private = read(str(sample("private.jsonl")))
    said = " ".join(private.texts).split()
    padding = " ".join(random.Random(0).sample(said, len(said)))
    n = len(private)
    assert rouge_l(private.texts, [padding] * n)[:, 0].mean() > 0.5
    assert is_reworded(private, TextRelease(private.with_texts([padding] * n)))
    kept = [f"{text} {padding}" for text in private.texts]
    assert not is_reworded(private, TextRelease(private.with_texts(kept)))


def test_the_last_records_count_for_wording_too() -> None:
    private = people(1200)
    texts = [t if i < 500 else "Nothing at all." for i, t in enumerate(private.texts)]
    assert is_reworded(private, TextRelease(private.with_texts(texts)))


@pytest.mark.parametrize("reason", ["sampled", "without text"])
def test_few_people_who_were_attacked(private: Corpus, reason: str) -> None:
    if reason == "without text":
        texts = [t if i < 15 else "" for i, t in enumerate(private.texts)]
        private = Corpus.from_texts(texts, ids=private.ids)
    targets = 15 if reason == "sampled" else None
    result = attack(
        private, private.with_texts([""] * N), targets=targets, tolerances=Tolerances(0.49)
    )
    (few,) = [r for r in result.verdict.reasons if r.kind == "few_people"]
    assert few.facts["people"] == 15
    assert result.verdict.word == "inconclusive"


def test_two_telephone_numbers_of_two_hundred_people() -> None:
    numbers = [f"(212) 555-{1000 + 7 * i}" for i in range(200)]
    hotline = "Call (800) 273-8255 at any time."
    private = Corpus.from_texts([f"Her number is {n}. {hotline}" for n in numbers])
    told = [f"Ring {n}." if i in (3, 90) else hotline for i, n in enumerate(numbers)]
    result = attack(private, private.with_texts(told), attacks=["identifiers"])
    (found,) = [r for r in result.verdict.reasons if r.kind == "contacts_standing"]
    assert sorted(found.facts["private"]["people"]) == ["3", "90"]
    assert result.verdict["identifiers"].word == result.verdict.word == "fail"
    quiet = attack(private, private.with_texts([hotline] * 200), attacks=["identifiers"])
    assert "contacts_standing" not in kinds(quiet)


def test_the_names_of_two_people_and_nothing_else() -> None:
    first = ("Anna", "Martin", "Laura", "Peter", "Sarah", "Thomas", "Julia", "Robert")
    last = ("Keller", "Miller", "Baker", "Fischer", "Novak")
    names = [f"{a} {b}" for a in first for b in last]
    own = [f"The patient {name} came on Monday." for name in names]
    private = Corpus.from_texts(own, ids=[f"p{i}" for i in range(40)])
    told = [f"Seen: {n}." if i in (3, 20) else "" for i, n in enumerate(names)]
    result = attack(private, private.with_texts(told), attacks=["identifiers"])
    (found,) = [r for r in result.verdict.reasons if r.kind == "names_standing"]
    assert found.facts["people"] == 2
    assert found.questions == ("identifiers", "sensitive", "anonymous")
    turned = [
        f"Re: {b}, {a}." if i in (3, 20) else "" for i, (a, b) in enumerate(map(str.split, names))
    ]
    back = attack(private, private.with_texts(turned), attacks=["identifiers"])
    assert "names_standing" in kinds(back)
    everywhere = private.with_texts([f"Seen: {names[3]}."] * 40)
    assert "names_standing" not in kinds(attack(private, everywhere, attacks=["identifiers"]))


def assert_two_stand(private: Corpus, told: list[str], control: Corpus) -> None:
    """Assert that two people are found in their own rows, and where rows are nobody's."""
    anywhere = TextRelease(Corpus.from_texts(told), aligned=False)
    for release, more in ((private.with_texts(told), {}), (anywhere, {"control": control})):
        result = attack(private, release, attacks=["identifiers"], **more)
        (found,) = [r for r in result.verdict.reasons if r.kind == "names_standing"]
        assert found.facts["people"] == 2
        assert result.verdict["identifiers"].word != "pass"


def test_the_addresses_of_two_people_and_nothing_else() -> None:
    streets = [f"{7 + 3 * i} {('Oak', 'Maple', 'Cedar')[i % 3]} Street" for i in range(80)]
    own = [f"He lives at {street}, Akron, and has a cough." for street in streets]
    private, control = (Corpus.from_texts(half) for half in (own[:40], own[40:]))
    told = [f"Home: {s}." if i in (3, 20) else "Seen." for i, s in enumerate(streets[:40])]
    assert_two_stand(private, told, control)


@pytest.mark.parametrize(
    "told",
    ["2021-{0:02}-{1:02}", "{1:02}.{0:02}.2021", "{0}/{1}/21", "the {1}th of {2:.3}. 2021"],
)
def test_days_that_a_release_writes_in_another_notation(told: str) -> None:
    days = [(month, day) for month in (1, 3, 9) for day in range(4, 16)]
    private = Corpus.from_texts(
        [f"She was seen on {day} {MONTHS[month - 1]} 2021. She has a cough." for month, day in days]
    )
    texts = [told.format(month, day, MONTHS[month - 1]) for month, day in days]
    link = replace(LINK, knowledge=First(1), atomizer=Sentence())
    released = private.with_texts([f"First visit: {text}." for text in texts])
    assert attack(private, released, attacks=[link])["linkage.top1"].value == 1


def test_ages_that_a_release_says_in_words() -> None:
    tens, ones = ("twenty", "thirty", "forty", "fifty"), ("", " one", "-two", " three", "-four")
    ages = [
        (20 + 10 * i + k, f"{ten}{one}") for i, ten in enumerate(tens) for k, one in enumerate(ones)
    ]
    private = Corpus.from_texts(
        [f"The patient is {age} years old. She has a cough." for age, _ in ages]
    )
    told = private.with_texts([f"She turned {said} last week." for _, said in ages])
    link = replace(LINK, knowledge=First(1), atomizer=Sentence())
    assert attack(private, told, attacks=[link])["linkage.top1"].value == 1


def test_the_codes_of_two_people_and_nothing_else() -> None:
    """An account's number of five digits, a vehicle's plate, the name of an account."""
    for text, code in (
        ("Patient no. {} came on Monday.", "4{}13"),
        ("Her plate is {} and she has a cough.", "KX{} ABC"),
        ("Username: {}. I have had a cough since Monday.", "blue_otter{}"),
    ):
        codes = [code.format(10 + i) for i in range(80)]
        private, control = (
            Corpus.from_texts([*map(text.format, half)]) for half in (codes[:40], codes[40:])
        )
        told = [f"Of {c}." if i in (3, 20) else "Seen." for i, c in enumerate(codes[:40])]
        assert_two_stand(private, told, control)


def test_the_names_of_two_people_in_rows_of_nobody() -> None:
    first = ("Anna", "Martin", "Laura", "Peter", "Sarah", "Thomas", "Julia", "Robert")
    last = ("Keller", "Miller", "Baker", "Fischer", "Novak", "Vogel", "Doyle", "Ortega")
    names = [f"{a} {b}" for b in last for a in first]
    own = [f"The patient {name} came on Monday." for name in names]
    private, control = (Corpus.from_texts(half) for half in (own[:32], own[32:]))
    told = [f"Seen: {n}." if i in (3, 20) else "Seen." for i, n in enumerate(names[:32])]
    for missed, count in ((told, 2), (["Seen."] * 32, 0)):
        release = TextRelease(Corpus.from_texts(missed), aligned=False)
        result = attack(private, release, attacks=["identifiers"], control=control)
        found = [r for r in result.verdict.reasons if r.kind == "names_standing"]
        assert [r.facts["people"] for r in found] == [count] * bool(count)


def test_the_name_of_one_person_in_a_script_that_no_recogniser_reads() -> None:
    """The person column says it: ``scrub`` leaves such names, and finds all others."""
    names = ["李雷", "محمد علي", *(f"Anna Keller{chr(97 + i)}" for i in range(38))]
    own = [f"The patient {name} came on Monday with a cough." for name in names]
    private = Corpus.from_texts(own, ids=[f"p{i}" for i in range(40)], persons=names)
    for left in (0, 1):
        told = [t if i == left else "A patient came." for i, t in enumerate(own)]
        result = attack(private, private.with_texts(told), attacks=["identifiers"])
        assert "names_standing" in kinds(result)


def test_a_service_that_recites_names_and_no_numbers() -> None:
    first = ("Anna", "Martin", "Laura", "Peter", "Sarah", "Thomas", "Julia", "Robert")
    last = ("Keller", "Miller", "Baker", "Fischer", "Novak", "Vogel", "Doyle", "Ortega")
    visit = "{} came on Monday with a cough and a rash, and will come again. Call {}."
    names = [f"{a} {b}" for a in first for b in last]
    numbers = [f"(212) 555-{1000 + 7 * i}" for i in range(len(names))]
    records = [*map(visit.format, names, numbers)]
    private, control = (Corpus.from_texts(part) for part in (records[:32], records[32:]))
    told = TextRelease(private.with_texts([visit.format(n, "[PHONE]") for n in names[:32]]))
    service = open_service(told, "model=fake,embedder=fake")
    result = attack(private, service, attacks=[Extraction()], control=control)
    assert result["extraction.phone"].value == 0
    (reason,) = [r for r in result.verdict.reasons if r.kind == "names_unsought"]
    assert reason.questions == ("identifiers",)
    assert result.verdict["identifiers"].word == "inconclusive"
