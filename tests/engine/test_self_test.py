"""Releases whose answer is known: what must leak, what must not, and what a failure means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from tests.engine.judge_test._judges import Always, lives, neighbours

from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.identifiers import Identifiers
from seethrough.attacks.inference import Inference
from seethrough.attacks.lexical import Lexical
from seethrough.attacks.linkage import Linkage
from seethrough.attacks.membership import Membership
from seethrough.engine.audit import audit
from seethrough.engine.runs.linking import left_to_luck
from seethrough.engine.self_test.attacks import SLACK, _at_floor, _reaches
from seethrough.engine.self_test.result import SelfTest, reasons
from seethrough.estimates.estimate import Interval, share
from seethrough.evidence.linked import RankedRecord
from seethrough.judges.rouge import Rouge
from seethrough.knowledge.first import First
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import Judge, Linker, Links, Outcome, Tally
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease

PASSED = SelfTest(
    "linkage.top1", "identity", Interval(1, 0.9, 1, 40, "wilson"), 0.8, "at least", True
)
FAILED = replace(PASSED, measured=Interval(0.5, 0.4, 0.6, 40, "wilson"), passed=False)
UNTESTED = SelfTest("judge.stranger", "stranger", share([], []), 0.5, "apart by more than", False)
DEAF = replace(FAILED, figure="judge.known_rebuilt", release="rebuilt", binds="reworded")
GULLIBLE = replace(FAILED, figure="judge.negation", release="denied", binds="never")


def beyond_control(judge: Judge) -> dict[str, SelfTest]:
    private = lives()
    attack = Inference(judge=judge, knowledge=First(1), atomizer=Sentence())
    tests = audit(private, private, attacks=[attack]).self_tests
    return {t.figure: t for t in tests if t.bound == "beyond control"}


def test_the_originals_tell_more_than_everybody_else_s_records() -> None:
    tests = beyond_control(Rouge())
    assert set(tests) == {"semantic.distance", "semantic.leak_rate"}
    for test in tests.values():
        assert test.passed
        assert test.release == "identity"
        assert test.measured.value == 1
        assert test.measured.n == 12


@pytest.mark.parametrize("grade", [1, 2, 3, None])
def test_a_judge_that_hears_everything_or_nothing_hears_nothing_beyond_the_control(
    grade: int | None,
) -> None:
    for test in beyond_control(Always(grade)).values():
        assert test.measured.value in (0, None)
        assert not test.passed


def test_an_audit_with_such_a_judge_never_passes() -> None:
    private = lives()
    erased = private.with_texts([f"nothing {i}" for i in range(len(private))])
    for grade in (1, 3):
        attack = Inference(judge=Always(grade), knowledge=First(1), atomizer=Sentence())
        result = audit(private, erased, attacks=[attack])
        assert result.verdict.word == "inconclusive"


@pytest.mark.parametrize("own", [True, False])
def test_a_doctor_who_signs_every_letter_fails_no_test(own: bool) -> None:
    """Her name is in all records; what one person's records alone hold is what tests can tell."""
    given = ["Anna", "Bernd", "Carla", "Dieter", "Elena"]
    family = ["Hartmann", "Kowalski", "Lindqvist", "Moreau"]
    names = [f"{first} {last}" for last in family for first in given]
    texts = [
        f"{name if own else 'Somebody'} came on day {i}. Signed by Dr. Laura Keller."
        for i, name in enumerate(names)
    ]
    private = Corpus.from_texts(texts)
    erased = private.with_texts([""] * len(texts))
    result = audit(private, erased, attacks=[Identifiers()])
    assert [t for t in result.self_tests if not t.passed] == []
    beyond = {t.figure for t in result.self_tests if t.bound == "beyond control"}
    assert beyond == ({"identifiers.standing", "identifiers.share"} if own else set())
    kept = audit(private, private, attacks=[Identifiers()]).verdict.reasons
    assert "control_shares" in {reason.kind for reason in kept}


def test_linkage_beyond_control() -> None:
    private = neighbours(20)
    tests = audit(private, private, attacks=[Linkage(knowledge=First(2), atomizer=Sentence())])
    beyond = [t for t in tests.self_tests if t.bound == "beyond control"]
    assert [t.figure for t in beyond] == ["linkage.top1", "linkage.top10"]
    assert all(t.passed and t.expected == 0.5 for t in beyond)
    assert all(t.measured.value == 1 for t in beyond)


def test_where_one_person_is_several_every_test_that_fails_asks_for_it() -> None:
    """Each record stands there twice, under two person values: half of the first guesses fail."""
    records = neighbours(20)
    twice = [text for text in records.texts for _ in "xy"]
    persons = [f"{person} {value}" for person in records.persons for value in "xy"]
    private = Corpus.from_texts(twice, persons=persons)
    erased = private.with_texts([""] * len(private))
    attack = Linkage(linker=BM25(), knowledge=First(2), atomizer=Sentence())
    found = audit(private, erased, attacks=[attack]).verdict.reasons
    failed = [r for r in found if r.kind == "self_test"]
    assert {(r.figure, r.facts["bound"]) for r in failed} > {("linkage.top1", "at least")}
    assert all(r.facts["tells_apart"] for r in failed)


@pytest.mark.parametrize("targets", [None, 12])
def test_luck_counts_all_records_of_a_person_those_left_out_of_a_sample_too(
    targets: int | None,
) -> None:
    often, once = ["p0"] * 20, [f"p{i}" for i in range(1, 21)]
    texts = [f"Somebody keeps {i} bees. It is number {i} of them." for i in range(40)]
    private = Corpus.from_texts(texts, persons=[*often, *once])
    attack = Linkage(linker=BM25(), knowledge=First(1), atomizer=Sentence())
    result = audit(private, private, attacks=[attack], targets=targets)
    attacked = [k.person for k in result.cells[0].targets.knowledge]
    hits = sum(20 if person == "p0" else 1 for person in attacked)
    (luck,) = (t for t in result.self_tests if (t.figure, t.bound) == ("linkage.top1", "about"))
    assert luck.expected == pytest.approx(hits / 40 / len(attacked))


def test_luck_among_ten_is_that_of_ten_records_drawn_of_all() -> None:
    """Ten people have ten records each: 1 - C(90, 10) / C(100, 10) of them, not all, are found."""
    texts = [f"Somebody keeps {i} bees. It is number {i} of them." for i in range(100)]
    private = Corpus.from_texts(texts, persons=[f"p{i // 10}" for i in range(100)])
    attack = Linkage(linker=BM25(), knowledge=First(1), atomizer=Sentence())
    result = audit(private, private, attacks=[attack])
    (luck,) = (t for t in result.self_tests if (t.figure, t.bound) == ("linkage.top10", "about"))
    assert luck.expected == pytest.approx(0.6695, abs=1e-4)
    assert luck.measured.value == pytest.approx(0.67, abs=0.12)
    floor = attack.figures[1].luck
    assert floor is not None
    assert [floor(*of) for of in ((0, 0), (8, 1), (20, 1), (30, 0))] == [0, 1, 0.5, 0]


def test_where_lower_is_better_the_originals_reach_at_least_their_ceiling() -> None:
    attacks = [Linkage(knowledge=First(2), atomizer=Sentence()), Lexical()]
    tests = audit(lives(), lives(), attacks=attacks).self_tests
    bounds = {
        t.figure: t.bound for t in tests if t.release == "identity" and "beyond" not in t.bound
    }
    assert bounds["linkage.top1"] == "at least"
    assert bounds["lexical.distance"] == "at most"


@dataclass(frozen=True)
class Blind(Linker):
    """Finds a record for everybody, as near to one as to the other."""

    def link(self, queries: Any, documents: Any, hidden: Any, depth: int, rng: Any) -> Links:
        free = range(len(documents))
        first = [next((i for i in free if i not in unseen), -1) for unseen in hidden]
        indices = np.full((len(queries), depth), -1)
        indices[:, 0] = first
        return Links(indices, np.where(indices >= 0, 1.0, -np.inf))


@pytest.mark.parametrize(
    ("attack", "passed"), [(Membership(), True), (Membership("nearest", Blind()), False)]
)
def test_the_originals_must_tell_people_apart(attack: Membership, passed: bool) -> None:
    (test,) = (t for t in audit(lives(), lives(), attacks=[attack]).self_tests)
    assert (test.figure, test.release, test.bound) == ("membership.auc", "identity", "at least")
    assert (test.expected, test.passed) == (0.8, passed)
    assert test.measured.value == pytest.approx(1.0 if passed else 0.5, abs=0.1)


def test_what_passed_is_no_reason() -> None:
    assert reasons([PASSED]) == []


def test_a_failure_makes_every_question_inconclusive_and_says_the_numbers() -> None:
    (reason,) = reasons([PASSED, FAILED])
    assert (reason.kind, reason.word, reason.figure) == (
        "self_test",
        "inconclusive",
        "linkage.top1",
    )
    assert reason.questions == ("identifiers", "sensitive", "anonymous")
    facts = {k: reason.facts[k] for k in ("release", "value", "low", "high", "n", "expected")}
    assert facts == {
        "release": "identity", "value": 0.5, "low": 0.4, "high": 0.6, "n": 40, "expected": 0.8
    }  # fmt: skip
    assert (reason.facts["bound"], reason.facts["tested"]) == ("at least", True)


def test_questions_can_be_named() -> None:
    (reason,) = reasons([FAILED], questions=("sensitive",))
    assert reason.questions == ("sensitive",)


def test_what_could_not_be_tested_is_no_pass() -> None:
    (reason,) = reasons([UNTESTED])
    assert reason.word == "inconclusive"
    assert (reason.facts["tested"], reason.facts["n"], reason.facts["value"]) == (False, 0, None)


def test_a_deaf_judge_matters_where_the_release_is_in_other_words() -> None:
    (kept,) = reasons([DEAF])
    (reworded,) = reasons([DEAF], reworded=True)
    assert (kept.kind, kept.word) == ("blind_spot", "pass")
    assert (reworded.kind, reworded.word) == ("self_test", "inconclusive")


def test_a_gullible_judge_only_overstates() -> None:
    for reworded in (False, True):
        (reason,) = reasons([GULLIBLE], reworded=reworded)
        assert (reason.kind, reason.word) == ("blind_spot", "pass")


def test_the_machine_form_says_how_the_bound_is_meant() -> None:
    told = DEAF.to_json()
    assert told["name"] == "judge.known_rebuilt"
    assert (told["bound"], told["binds"], told["passed"], told["n"]) == (
        "at least", "reworded", False, 40
    )  # fmt: skip


def test_originals_must_reach_the_ceiling_and_an_erased_release_no_more_than_the_floor() -> None:
    (rate, *_), (distance, *_) = Linkage().figures, Lexical().figures
    for figure, way in ((rate, 1), (distance, -1)):
        ceiling, floor = figure.ceiling, 0.5
        assert ceiling is not None
        assert _reaches(ceiling, figure)
        assert _reaches(ceiling + way * 0.01, figure)
        assert not _reaches(ceiling - way * 0.01, figure)
        for beyond, passed in ((-0.01, True), (0.01, False)):
            end = floor + way * (SLACK + beyond)
            low, high = (end, 1.0) if way == 1 else (0.0, end)
            assert _at_floor(Interval(end, low, high, 40, "wilson"), floor, figure) is passed
        assert not _at_floor(Interval(floor, None, None, 1, "none"), floor, figure)


def test_the_chance_of_the_baseline_is_known_and_an_erased_release_is_at_it() -> None:
    private = lives()
    attack = Linkage(linker=BM25(), knowledge=First(2), atomizer=Sentence())
    chance = {"linkage.top1": 1 / len(private), "linkage.top10": 10 / len(private)}
    for texts, leaks in ((private.texts, True), ([""] * len(private), False)):
        result = audit(private, private.with_texts(texts), attacks=[attack])
        for name, luck in chance.items():
            figure = result[name]
            assert figure.baseline.ends == pytest.approx((luck, luck, luck))
            beyond = figure.value - luck if leaks else 0.0
            assert figure.over_baseline.value == pytest.approx(beyond)


def test_what_reads_as_other_peoples_records_do_is_left_to_luck() -> None:
    texts = ["A beekeeper.", "A beekeeper.", "A baker.", "A baker.", "A judge."]
    release = TextRelease(Corpus.from_texts(texts, persons=["a", "b", "c", "c", "d"]))
    seen = [RankedRecord(("x",), "r", text, 1) for text in (*texts, "")]
    outcomes = [Outcome({}, evidence=one) for one in (*seen, None)]
    assert left_to_luck(outcomes, release) == [True, True, False, False, False, False, False]


@pytest.mark.parametrize("n", [20, 30, 60, 200])
def test_an_erased_release_fails_by_luck_once_in_a_thousand_audits(n: int) -> None:
    top10 = Linkage().figures[1]
    floor = 10 / n
    draws = np.random.default_rng(n).binomial(n, floor, 20_000)
    failed = {
        hits: not _at_floor(
            share([Tally(float(i < hits)) for i in range(n)], range_of(n)), floor, top10
        )
        for hits in {*draws.tolist()}
    }
    assert np.mean([failed[hits] for hits in draws.tolist()]) < 0.001
    assert not _at_floor(share([Tally(1.0)] * n, range_of(n)), floor, top10)


def range_of(n: int) -> list[str]:
    return [f"p{i}" for i in range(n)]
