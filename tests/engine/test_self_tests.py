"""Every audit tests its judge on the release's own text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests.engine.judge_test._judges import Manners, lives

from seethrough import audit
from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.inference import Inference
from seethrough.attacks.linkage import Linkage
from seethrough.judges.rouge import Rouge
from seethrough.knowledge.first import First
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import Generator, Guess, Judge, Knowledge, Rating
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease

ATTACK = Inference(judge=Manners(), linker=BM25(), knowledge=First(1), atomizer=Sentence())


def judge_tests(release: Corpus | TextRelease) -> dict[str, bool]:
    found = audit(lives(), release, attacks=[ATTACK])
    return {t.figure: t.passed for t in found.self_tests if t.figure.startswith("judge.")}


def test_an_audit_reads_strangers_records_as_they_were_released() -> None:
    private = lives()
    mannered = private.with_texts([f"It is herewith said: {text}" for text in private.texts])
    assert judge_tests(private)["judge.manner"]
    assert not judge_tests(mannered)["judge.manner"]
    found = audit(private, mannered, attacks=[ATTACK]).verdict
    facts = [r for r in found.reasons if r.kind == "self_test" and r.figure == "judge.manner"]
    assert [r.word for r in facts] == ["inconclusive"]


def test_records_that_stand_for_nobody_are_no_stranger_s() -> None:
    assert "judge.manner" not in judge_tests(TextRelease(lives(), aligned=False))


@dataclass(frozen=True)
class Broken(Judge):
    """Cannot rate anything."""

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        raise RuntimeError(claims[0])


def test_a_judge_that_fails_is_a_result_and_does_not_end_the_audit() -> None:
    found = audit(lives(), lives(), attacks=["lexical", replace(ATTACK, judge=Broken())])
    assert [cell.error is None for cell in found.cells] == [True, False]
    assert found["lexical.distance"].n == len(lives())
    assert "attack_failed" in [reason.kind for reason in found.verdict.reasons]
    assert not [test for test in found.self_tests if test.tests == "judge"]


def test_every_judge_is_tested_once() -> None:
    other = replace(ATTACK, judge=Rouge())
    again = replace(ATTACK, knowledge=First(2))
    tested = [
        [t.figure for t in audit(lives(), lives(), attacks=attacks).self_tests].count(
            "judge.own_record"
        )
        for attacks in ([ATTACK, other], [ATTACK, again], [other])
    ]
    assert tested == [2, 1, 1]


def test_a_judge_that_misses_other_words_bars_a_pass_where_a_release_is_in_other_words() -> None:
    private = lives()
    for release, kind in (
        (private, "blind_spot"),
        (private.with_texts([f"Number {i} is well." for i in range(len(private))]), "self_test"),
    ):
        found = audit(private, release, attacks=[ATTACK]).verdict
        (told,) = [r for r in found.reasons if r.figure == "judge.known_rebuilt"]
        assert told.kind == kind


def test_an_attack_whose_figures_are_all_optional_is_tested_where_there_is_something() -> None:
    named = Corpus.from_texts([f"Write to q{i}x@example.org." for i in range(12)])
    tests = audit(named, named, attacks=["identifiers"]).self_tests
    assert {t.bound for t in tests} == {"at least", "beyond control", "about"}
    assert {t.figure for t in tests} == {"identifiers.standing", "identifiers.share"}
    nothing = Corpus.from_texts([f"It rains on day {i}." for i in range(12)])
    assert not audit(nothing, nothing, attacks=["identifiers"]).self_tests


@dataclass(frozen=True)
class Dividing(Judge):
    """Rates by the share of words, which an empty passage has none of."""

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return [Rating(1, 1.0 + 1.0 / len(passage.split())) for passage in passages]


@dataclass(frozen=True)
class Refusing(Linkage):
    """Cannot read the originals."""

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        if release.corpus.texts[0] == lives().texts[0]:
            raise RuntimeError(release.corpus.texts[0])
        return super().guess(release, knowledge, rng)


@pytest.mark.parametrize(
    "attack", [replace(ATTACK, judge=Dividing()), Refusing(BM25(), First(1), Sentence())]
)
def test_what_fails_only_where_the_answer_is_known_carries_no_verdict(attack: Any) -> None:
    found = audit(lives(), lives().with_texts(["Somebody lives."] * len(lives())), attacks=[attack])
    assert found.cells[0].error is None
    (failed,) = [r for r in found.verdict.reasons if r.kind == "attack_failed"]
    assert failed.word == "inconclusive"
    assert "Error in test_self_tests.py" in failed.facts["private"]["error"]
    assert not found.self_tests
