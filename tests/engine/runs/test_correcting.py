"""A judge's errors in leak rates: taken out of the figure, taken into the interval."""

from __future__ import annotations

import importlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from seethrough.agreement.pairs_to_rate import read_pairs
from seethrough.agreement.rater_checks import Answers
from seethrough.agreement.ratings import RatedClaims
from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.inference import Inference
from seethrough.engine.audit import audit
from seethrough.engine.result import Audit
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.runs.correcting import between, corrected
from seethrough.engine.runs.judge_doubts import reasons
from seethrough.engine.runs.judged_arm import JudgedArm
from seethrough.engine.verdict.decision import judge_leak
from seethrough.estimates.estimate import Estimate, assemble, excess
from seethrough.estimates.figure import Direction
from seethrough.judges.rouge import Rouge
from seethrough.knowledge.first import First
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import Attack, Figure, Judge, Knowledge, Outcome, Rating, Tally
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.labels.corrections import correction_sentence
from seethrough.report.machine import to_json
from seethrough.report.terminal.summary import summarize
from seethrough.statistics.intervals import wilson
from seethrough.statistics.judged.prediction import Checked, shift

LEAKS = Figure("semantic.leak_rate", "lower_is_better", "means", "does not mean", judged=True)
DIRECTION: Direction = "lower_is_better"
TRUTH = Corpus.from_texts(["a"])
GIVEN = {("a", "b"): 1, ("c", "b"): 3}
"""Some ratings, by claim and passage."""


def as_rated(given: dict[tuple[str, str], int]) -> RatedClaims:
    claims, passages = zip(*given, strict=True)
    grades = tuple((grade,) for grade in given.values())
    return RatedClaims("own", claims, passages, grades, (None,) * len(given))


def measured(found: float, false: float, error: float = 0.0) -> dict[str, float]:
    spread = {"found_error": error, "false_error": error}
    return {"found": found, "false": false, **spread, "disclosed": 60, "other": 40, "texts": 20}


ERRORS = {
    "kept": measured(0.9, 0.1),
    "rewritten": measured(0.7, 0.1),
    "another": measured(0.8, 0.05),
}
PERFECT = {kind: measured(1.0, 0.0) for kind in ERRORS}


@dataclass(frozen=True)
class Measured:
    agreement: Mapping[str, Any]


@dataclass(frozen=True)
class Heard(Attack[Any]):
    """Raters hear in the first claims of everybody what ``heard`` says, in one kind of passage."""

    judge: Any
    heard: tuple[int, int, int] = (0, 0, 0)
    kind: str = ""
    figures: ClassVar[tuple[Figure, ...]] = (LEAKS,)

    def judged_by(self) -> Any:
        return self.judge, None

    def checked(
        self, known: Knowledge, outcome: Outcome, private: Corpus, ratings: Any
    ) -> Mapping[str, tuple[int, int, int]]:
        return {LEAKS.name: self.heard if self.kind in ("", outcome.passage) else (0, 0, 0)}


def arm(called: int, kind: str, people: int = 40) -> Arm:
    known = [Knowledge(f"p{i}", f"r{i}", ("a",)) for i in range(people)]
    tally = {LEAKS.name: Tally(called, 10)}
    return Arm(known, [Outcome(tally, passage=kind) for _ in known])


def leak(
    judge: Mapping[str, Any],
    own: Arm,
    control: Arm | None,
    ratings: Any = None,
    heard: tuple[int, int, int] = (0, 0, 0),
) -> tuple[Estimate, Estimate, Cell]:
    """Return a leak rate before and after, and the cell that it is of."""
    attack: Any = Heard(Measured({"errors": judge} if judge else {}), heard)
    baseline = arm(0, "none", len(own.outcomes))
    made = assemble(
        LEAKS,
        {"name": "inference"},
        own.tallies(LEAKS.name),
        own.people,
        control=None if control is None else control.tallies(LEAKS.name),
        baseline=baseline.tallies(LEAKS.name),
    )
    beside = None if control is None else (control, TRUTH)
    after = corrected(made, LEAKS, attack, (own, TRUTH), beside, baseline, ratings)
    return made, after, Cell(attack, own, control, baseline, [after], True)


def test_a_control_of_few_other_people_allows_for_those_who_are_not_in_it() -> None:
    own, baseline = arm(5, "kept", 300), arm(0, "none", 300)
    known = [Knowledge(f"other {i}", f"s{i}", ("a",)) for i in range(10)]
    called = [*arm(1, "another", 9).outcomes, *arm(2, "another", 1).outcomes]
    strangers = Arm(known, called)
    made = assemble(
        LEAKS, {"name": "inference"}, own.tallies(LEAKS.name), own.people,
        control=strangers.tallies(LEAKS.name), control_clusters=strangers.people,
        baseline=baseline.tallies(LEAKS.name),
    )  # fmt: skip
    attack: Any = Heard(Measured({"errors": ERRORS}))
    after = corrected(made, LEAKS, attack, (own, TRUTH), (strangers, TRUTH), baseline)
    guessed = (0.11 - 0.05) / 0.75
    assert after.over_control.low > 0.2
    assert after.excess.value == pytest.approx(0.5 - guessed)
    assert after.excess.low == pytest.approx(0.5 - guessed - (1 - guessed) * wilson(0, 10)[1])


def ends(figure: Any) -> tuple[float, float, float]:
    return figure.value, figure.low, figure.high


def test_other_people_s_rewritten_records_have_rates_of_their_own_where_measured() -> None:
    known = {**ERRORS, "another_rewritten": measured(0.8, 0.3)}
    after = leak(known, arm(5, "kept"), arm(4, "another_rewritten"))[1]
    assert after.control.value == pytest.approx((0.4 - 0.3) / 0.5)
    after = leak(ERRORS, arm(5, "kept"), arm(4, "another_rewritten"))[1]
    assert after.control.value == pytest.approx((0.4 - 0.05) / 0.75)


def test_condensed_records_have_rates_of_their_own_where_measured() -> None:
    known = {**ERRORS, "condensed": measured(0.8, 0.2)}
    after = leak(known, arm(5, "condensed"), arm(0, "another"))[1]
    assert after.value == pytest.approx((0.5 - 0.2) / 0.6)
    after = leak(ERRORS, arm(5, "condensed"), arm(0, "another"))[1]
    assert after.value == pytest.approx((0.5 - 0.1) / 0.6)  # of rewritten ones


def test_records_to_which_nothing_is_added_have_rates_of_their_own_where_measured() -> None:
    known = {**ERRORS, "cut": measured(0.95, 0.05)}
    after = leak(known, arm(5, "cut"), arm(2, "another"))[1]
    assert after.value == pytest.approx((0.5 - 0.05) / 0.9)
    after = leak(ERRORS, arm(5, "cut"), arm(2, "another"))[1]
    assert after.value == pytest.approx(
        (0.5 - 0.1) / 0.8
    )  # those of records that keep their wording


@pytest.mark.parametrize("part", [False, True])
def test_borrowed_rates_of_records_to_which_nothing_is_added_allow_for_no_false_calls(
    part: bool,
) -> None:
    kept = measured(0.83, 0.32, 0.01)
    known = {**ERRORS, "kept": {**kept, "classes": {"special": kept}}}
    own, control = arm(4, "cut", 4000), arm(0, "another", 4000)
    _, after = part_of(known, own, control) if part else leak(known, own, control)[:2]
    # what is left out is hardly ever called disclosed, what is made false often is
    assert after.high > 0.4 / 0.83
    of_kept = leak(known, arm(4, "kept", 4000), control)[1]
    assert of_kept.high < 0.3


def test_release_and_control_are_corrected_by_their_kind_of_passage() -> None:
    before, after, cell = leak(ERRORS, arm(5, "kept"), arm(2, "another"))
    assert after.value == pytest.approx((0.5 - 0.1) / 0.8)
    assert after.control.value == pytest.approx((0.2 - 0.05) / 0.75)
    assert after.over_control.value == after.excess.value == pytest.approx(0.3)
    assert after.over_control.method.endswith("corrected")
    assert after.method.endswith("corrected for the judge")
    assert after.over_baseline.value == pytest.approx(0.5)
    assert (after.raw.value, after.raw_control.value) == (0.5, 0.2)
    assert ends(after.raw) == ends(before)
    assert after.high - after.low == pytest.approx((before.high - before.low) / 0.8)
    assert (after.corrected.how, after.corrected.ratings, after.corrected.groups) == (
        "errors",
        100,
        20,
    )
    assert after.corrected.kinds == {"kept": 1.0}
    assert reasons([cell], None) == []


def test_what_the_judge_misses_in_other_words_decides() -> None:
    known = {"rewritten": measured(0.5, 0.0), "another": measured(1.0, 0.0)}
    before, after, _ = leak(known, arm(2, "rewritten", 400), arm(1, "another", 400))
    assert after.value == pytest.approx(0.4)
    assert judge_leak(before, 0.2).kind == "bounded"
    assert judge_leak(after, 0.2).kind == "leak"


def test_the_errors_uncertainty_is_in_the_intervals() -> None:
    sure = leak(ERRORS, arm(5, "kept"), arm(2, "another"))[1]
    loose = {kind: {**e, "found_error": 0.1, "false_error": 0.1} for kind, e in ERRORS.items()}
    unsure = leak(loose, arm(5, "kept"), arm(2, "another"))[1]
    for one, two in ((sure, unsure), (sure.control, unsure.control), (sure.excess, unsure.excess)):
        assert one.value == two.value
        assert two.low < one.low
        assert two.high > one.high


def test_a_perfect_judge_changes_nothing() -> None:
    before, after, _ = leak(PERFECT, arm(5, "kept"), arm(2, "another"))
    assert ends(after) == pytest.approx(ends(before))
    assert ends(after.control) == pytest.approx(ends(before.control))
    assert ends(after.excess) == pytest.approx(ends(before.excess))


def test_records_of_others_on_both_sides_are_no_leak() -> None:
    before, after, _ = leak(ERRORS, arm(3, "another"), arm(3, "another"))
    assert before.excess.value == after.over_control.value == 0


def test_empty_passages_need_no_correction() -> None:
    before, after, cell = leak(ERRORS, arm(0, "none"), arm(0, "none"))
    assert ends(after) == ends(before)
    assert after.corrected.how == after.corrected_control.how == "unread"
    assert reasons([cell], None) == []


@pytest.mark.parametrize("known", [{}, {"kept": ERRORS["kept"]}])
def test_a_judge_whose_errors_were_not_measured_is_left_as_it_is(known: Any) -> None:
    before, after, cell = leak(known, arm(5, "kept"), arm(2, "another"))
    assert ends(after) == ends(before)
    assert after.raw is None
    (reason,) = reasons([cell], None)
    assert (reason.kind, reason.word, reason.questions) == (
        "errors_unmeasured",
        "inconclusive",
        ("anonymous",),
    )


def test_a_judge_that_cannot_tell_decides_nothing() -> None:
    known = {**ERRORS, "another": measured(0.55, 0.5)}
    _, after, cell = leak(known, arm(9, "kept"), arm(2, "another"))
    assert (after.value, after.excess, after.raw.value) == (None, None, 0.9)
    assert judge_leak(after, 0.05).kind == "unmeasured"
    (reason,) = reasons([cell], None)
    assert (reason.kind, reason.word, reason.figure) == ("indistinct", "inconclusive", LEAKS.name)
    assert reason.facts == {"passage": "another", "found": 0.55, "false": 0.5}


def test_ratings_of_the_user_s_own_come_first() -> None:
    before, after, cell = leak(ERRORS, arm(5, "kept"), arm(2, "another"), GIVEN, (2, 1, 0))
    # of two rated claims about each of forty people raters hear one that the judge does not
    assert after.value == pytest.approx(0.5 + 0.5)
    assert after.control.value == pytest.approx(0.2 + 0.5)
    assert after.excess.value == pytest.approx(0.3)
    assert after.corrected.how == after.corrected_control.how == "ratings"
    assert (after.corrected.ratings, after.corrected.groups) == (80, 40)
    value, low, high = shift(Checked(np.full(40, 2.0), np.full(40, 1.0), np.zeros(40)))
    over, gap = before.over_control, after.over_control
    # what either sample of ratings may be off is in both ends
    below = math.hypot(over.value - over.low, value - low, high - value)
    above = math.hypot(over.high - over.value, high - value, value - low)
    assert (gap.value - gap.low, gap.high - gap.value) == pytest.approx((below, above))
    assert reasons([cell], as_rated(GIVEN)) == []


def test_ratings_say_nothing_of_empty_passages() -> None:
    full, empty = arm(5, "kept"), arm(0, "none")
    half = Arm(full.knowledge, [*full.outcomes[:20], *empty.outcomes[20:]])
    _, after, _ = leak({}, half, None, GIVEN, (2, 1, 0))
    assert after.raw.value == 0.25
    assert after.value == pytest.approx(0.25 + 0.5 * 0.5)


def test_too_few_ratings_leave_the_measured_errors_and_say_so() -> None:
    own = arm(5, "kept", 9)
    _, after, cell = leak(ERRORS, own, arm(2, "another", 9), GIVEN, (9, 1, 0))
    assert after.corrected.how == "errors"
    assert after.value == pytest.approx(0.5)
    assert (after.corrected.own, after.corrected.own_people) == (81, 9)
    (reason,) = reasons([cell], as_rated(GIVEN))
    assert reason.kind == "few_ratings"
    assert reason.facts["few"][1] == {
        "figure": LEAKS.name,
        "title": LEAKS.called,
        "arm": "control",
        "claims": 81,
        "people": 9,
    }


@pytest.mark.parametrize("grades", [(3, 3), (1, 2)])
def test_ratings_that_all_say_the_same_correct_nothing(grades: tuple[int, int]) -> None:
    given = dict(zip(GIVEN, grades, strict=True))
    _, after, cell = leak(ERRORS, arm(5, "kept"), arm(2, "another"), given, (2, 1, 0))
    assert after.corrected.how == after.corrected_control.how == "errors"
    assert after.value == pytest.approx(0.5)
    assert [(r.kind, r.word) for r in reasons([cell], as_rated(given))] == [
        ("ratings_alike", "pass")
    ]


def test_a_figure_that_is_not_judged_is_left_alone() -> None:
    plain = Figure("linkage.top1", "lower_is_better", "means", "does not mean")
    made = assemble(plain, {}, [Tally(1)], ["p"])
    attack: Any = Heard(Measured({"errors": ERRORS}))
    assert corrected(made, plain, attack, (arm(5, "kept"), TRUTH), None, arm(0, "none")) is made


# The whole tool


@dataclass(frozen=True)
class Erring(Judge):
    """ROUGE-L with errors as if they were measured."""

    agreement: ClassVar[dict[str, Any]] = {
        "accuracy": 0.8,
        "spearman": 0.7,
        "n": 100,
        "errors": ERRORS,
    }

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return Rouge(same=0.95, similar=0.9).rate(claims, passages)


ATTACK = Inference(judge=Erring(), linker=BM25(), knowledge=First(2), atomizer=Sentence())


def lives(n: int) -> Corpus:
    jobs, pets = ["baker", "midwife", "glazier"], ["parrot", "gecko", "ferret", "cat"]
    return Corpus.from_texts(
        [
            f"She is a {jobs[i % 3]}. She lives in house {100 + i}. She owns a {pets[i % 4]}."
            f" She was born in {1900 + i}. She has {i + 3} hens."
            for i in range(n)
        ]
    )


@pytest.fixture(autouse=True)
def _judges_are_tested_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        importlib.import_module("seethrough.engine.self_test.running"), "check_judge", lambda *_: []
    )


def kinds(part: Arm) -> set[str]:
    return {outcome.passage for outcome in part.outcomes}


def test_an_audit_knows_what_kind_of_passage_it_read(tmp_path: Path) -> None:
    private = lives(24)
    for _ in range(2):  # the second time from what the first has kept
        (cell,) = audit(private, private, attacks=[ATTACK], run=tmp_path / "run").cells
        assert cell.control is not None
        assert kinds(cell.targets) == {"cut"}
        assert kinds(cell.control) == {"another"}
        assert kinds(cell.baseline) == {"none"}
    signed = [f"{text} Signed Quigley and Ortega." for text in private.texts]
    (cell,) = audit(private, private.with_texts(signed), attacks=[ATTACK]).cells
    assert kinds(cell.targets) == {"cut"}  # what all of them have tells nothing of any
    signed = [f"{text} Signed Quigley{i} and Ortega{i}." for i, text in enumerate(private.texts)]
    (cell,) = audit(private, private.with_texts(signed), attacks=[ATTACK]).cells
    assert kinds(cell.targets) == {"kept"}
    told = private.with_texts([f"House {100 + i}: hens, year {1900 + i}." for i in range(24)])
    (cell,) = audit(private, told, attacks=[ATTACK]).cells
    assert kinds(cell.targets) == {"condensed"}
    told = told.with_texts(
        [
            f"{text} Bird{i}s of a kind, and who{i} feeds them at dawn."
            for i, text in enumerate(told.texts)
        ]
    )
    (cell,) = audit(private, told, attacks=[ATTACK]).cells
    assert "rewritten" in kinds(cell.targets)
    assert kinds(cell.control) == {"another_rewritten"}  # strangers' records are no longer theirs
    free = TextRelease(private.with_texts(private.texts), aligned=False)
    (cell,) = audit(private, free, attacks=[ATTACK]).cells
    assert kinds(cell.targets) == {"cut"}


def test_a_report_holds_what_the_judge_said_and_how_it_was_corrected() -> None:
    private = lives(24)
    result = audit(private, private, attacks=[ATTACK])
    leak = result["semantic.leak_rate"]
    assert leak.raw is not None
    assert (leak.raw.value, leak.value) == (1, 1)
    report = json.loads(json.dumps(to_json(result)))
    entry = next(e for e in report["estimates"] if e["name"] == "semantic.leak_rate")
    assert entry["raw"]["value"] == 1
    assert entry["raw_control"]["value"] >= entry["control"]["value"]
    assert entry["corrected"]["how"] == entry["corrected_control"]["how"] == "errors"
    told = correction_sentence(entry).replace("\u00a0", " ")
    assert told == (
        "The judge itself said 100 %, and 4 % for the control; both are corrected for its errors on"
        " 100 claims that a large language model rated (20 texts). The interval includes that"
        " uncertainty. The rates by class are the judge's own; their intervals allow for the same"
        " errors."
    )
    assert "claims that two nurses rated (20 texts)" in correction_sentence(entry, "two nurses")
    assert told in " ".join(summarize(result).split())
    distance = next(e for e in report["estimates"] if e["name"] == "semantic.distance")
    assert (distance["raw"], distance["questions"]) == (None, [])


def test_ratings_of_a_run_s_claims_correct_it(tmp_path: Path) -> None:
    private = lives(24)
    run = tmp_path / "run"
    first = audit(private, private, attacks=[ATTACK], run=run)
    (run / "report.json").write_text(json.dumps(to_json(first)))
    pairs = read_pairs(run)
    assert {pair.kind for pair in pairs} == {"own record", "other record"}
    assert len(pairs) == len({pair.key for pair in pairs}) > 60
    # raters hear nothing that ends in "hens."
    heard = [p.claim in p.passage and not p.claim.endswith("hens.") for p in pairs]
    grades = [(1,) if yes else (3,) for yes in heard]
    rated = RatedClaims(
        "ratings",
        tuple(p.claim for p in pairs),
        tuple(p.passage for p in pairs),
        tuple(grades),
        (None,) * len(pairs),
    )
    second = audit(private, private, attacks=[ATTACK], run=run, ratings=rated)
    assert second.run == first.run
    leak = second["semantic.leak_rate"]
    assert leak.corrected is not None
    assert leak.corrected.how == "ratings"
    assert leak.value == pytest.approx(2 / 3)
    assert leak.raw is not None
    assert leak.raw.value == 1
    assert "ratings of your own (24 people)" in correction_sentence(leak.to_json())
    kinds = {r.kind for r in second.verdict.reasons}
    assert not kinds & {"errors_unmeasured", "few_ratings"}
    few = RatedClaims(
        "ratings", rated.claims[:3], rated.passages[:3], rated.ratings[:3], (None,) * 3
    )
    third = audit(private, private, attacks=[ATTACK], run=run, ratings=few)
    assert "few_ratings" in {r.kind for r in third.verdict.reasons}
    assert "few_ratings" not in {r.kind for r in first.verdict.reasons}


def test_ratings_of_passages_that_changed_since_bar_a_pass() -> None:
    private = lives(24)
    first = audit(private, private, attacks=[ATTACK])
    outcomes = [o for cell in first.cells for o in (*cell.targets.outcomes, *cell.control.outcomes)]
    pairs = {(c.text, o.evidence.passage): c.grade for o in outcomes for c in o.evidence.claims}

    def told(result: Audit) -> set[str]:
        return {r.kind for r in result.verdict.reasons if r.word == "inconclusive"}

    def rated(changed: int) -> RatedClaims:
        # so many of the rated passages are those of an earlier release
        rows = [
            (claim, passage + " Yes." * (i < changed), (grade,), None)
            for i, ((claim, passage), grade) in enumerate(pairs.items())
        ]
        return RatedClaims("ratings", *zip(*rows, strict=True))

    def of(changed: int) -> Audit:
        return audit(private, private, attacks=[ATTACK], ratings=rated(changed))

    n = len(pairs)
    assert "ratings_of_another_run" in told(of(n // 3))
    assert "ratings_of_another_run" not in told(first) | told(of(0)) | told(of(n // 25))
    # where they are too few nothing is corrected by them
    assert "ratings_of_another_run" not in told(of(n))


def test_ratings_of_claims_that_somebody_picked_bar_a_pass() -> None:
    private = lives(24)
    hidden = private.with_texts([text.replace("hens", "birds") for text in private.texts])
    first = audit(private, hidden, attacks=[ATTACK])
    outcomes = first.cells[0].targets.outcomes
    pairs = {(c.text, o.evidence.passage): c.grade for o in outcomes for c in o.evidence.claims}

    def picked(rows: Mapping[tuple[str, str], int]) -> list[Any]:
        rated = RatedClaims(
            "ratings",
            *zip(*((*pair, (grade,), None) for pair, grade in rows.items()), strict=True),
        )
        result = audit(private, hidden, attacks=[ATTACK], ratings=rated)
        assert result["semantic.leak_rate"].corrected.how == "ratings"
        return [r for r in result.verdict.reasons if r.kind == "ratings_picked"]

    assert picked(pairs) == []
    # those that the judge calls disclosed, and one more, as ratings must not be all alike
    seen = {pair: 1 for pair, grade in pairs.items() if grade < 3}
    (reason,) = picked(seen | dict.fromkeys([p for p in pairs if p not in seen][:1], 3))
    assert reason.word == "inconclusive"
    assert reason.facts["arm"] == "release"
    assert reason.facts["called_of_rated"] > 0.9 > reason.facts["called"]


def test_claims_that_raters_skipped_bar_a_pass() -> None:
    private = lives(24)
    first = audit(private, private, attacks=[ATTACK])
    arms = (first.cells[0].targets, first.cells[0].control)
    seen = [o.evidence for part in arms for o in part.outcomes]
    pairs = {(c.text, e.passage): c.grade for e in seen for c in e.claims}

    def told(skipped: int) -> dict[str, Any]:
        rows = [(*pair, (grade,), None) for pair, grade in [*pairs.items()][skipped:]]
        left = frozenset([*pairs][:skipped])
        rated = replace(RatedClaims("ratings", *zip(*rows, strict=True)), skipped=left)
        result = audit(private, private, attacks=[ATTACK], ratings=rated)
        return {r.kind: r.facts for r in result.verdict.reasons if r.word == "inconclusive"}

    n = len(pairs)
    assert told(n // 10)["ratings_skipped"] == {"skipped": n // 10, "of": n}
    assert "ratings_skipped" not in told(n // 25)


def test_raters_who_do_not_read_are_said_and_those_not_checked_bar_a_pass() -> None:
    private = lives(24)
    first = audit(private, private, attacks=[ATTACK])
    arms = (first.cells[0].targets, first.cells[0].control)
    seen = [o.evidence for part in arms for o in part.outcomes]
    rows = [(c.text, e.passage, (c.grade,), None) for e in seen for c in e.claims]

    def told(**more: Any) -> dict[str, Any]:
        columns = zip(*rows[: more.pop("first", None)], strict=True)
        rated = replace(RatedClaims("ratings", *columns, raters=("Ann",)), **more)
        reasons = audit(private, private, attacks=[ATTACK], ratings=rated).verdict.reasons
        return {r.kind: (r.word, r.facts) for r in reasons if r.kind.startswith("raters_")}

    n = len(rows)
    assert told() == {}
    facts = {"unchecked": n // 10, "of": n}
    assert told(unchecked=n // 10) == {"raters_unchecked": ("inconclusive", facts)}
    assert told(unchecked=n // 25) == {}
    assert told(unchecked=7, first=20) == {}  # where nothing is corrected by them
    blind = {"Bo": Answers(10, 1, 10, 1)}
    assert told(blind=blind) == {"raters_blind": ("pass", {"blind": 1, "of": 2})}


def test_raters_who_disagree_bar_a_pass() -> None:
    private = lives(24)
    first = audit(private, private, attacks=[ATTACK])
    arms = (first.cells[0].targets, first.cells[0].control)
    pairs = {
        (claim.text, o.evidence.passage): claim.grade
        for part in arms for o in part.outcomes for claim in o.evidence.claims
    }  # fmt: skip

    def told(raters: int, guessing: float) -> dict[str, Any]:
        rng = np.random.default_rng(0)
        rows = [
            (*pair, tuple(int(rng.choice([1, 3])) if rng.random() < guessing else grade
                          for _ in range(raters)), None)
            for pair, grade in pairs.items()
        ]  # fmt: skip
        rated = RatedClaims("ratings", *zip(*rows, strict=True))
        result = audit(private, private, attacks=[ATTACK], ratings=rated)
        return {r.kind: r.facts for r in result.verdict.reasons if r.word == "inconclusive"}

    facts = told(2, 1.0)["raters_disagree"]
    assert facts["items"] == len(pairs)
    assert facts["share"] == pytest.approx(0.5, abs=0.1)
    assert abs(facts["kappa"]) < 0.2
    for raters, guessing in ((2, 0.0), (2, 0.1), (1, 1.0)):
        assert "raters_disagree" not in told(raters, guessing)


def test_a_report_without_text_holds_nothing_to_rate() -> None:
    private = lives(21)
    report = to_json(audit(private, private, attacks=[ATTACK]), text=False)
    assert report["to_rate"] == {"claims": [], "passages": []}


def part_of(
    judge: Mapping[str, Any],
    own: Arm,
    control: Arm | None,
    ratings: Any = None,
    heard: tuple[int, int, int] = (0, 0, 0),
    kind: str = "",
    said: Any = None,
) -> tuple[Estimate, Estimate]:
    """Return a leak rate over some of the claims before and after."""
    before, _, cell = leak(judge, own, control)
    part = replace(LEAKS, part=True, sensitivity=said)
    attack: Any = replace(cell.attack, heard=heard, kind=kind)
    beside = None if control is None else (control, TRUTH)
    after = corrected(before, part, attack, (own, TRUTH), beside, cell.baseline, ratings)
    return before, after


def test_a_part_of_the_claims_keeps_what_the_judge_says_with_an_interval_for_its_errors() -> None:
    before, after = part_of(ERRORS, arm(5, "kept"), arm(2, "another"))
    assert after.value == before.value == 0.5
    assert (after.control.value, after.excess.value) == (0.2, pytest.approx(0.3))
    assert ends(after.raw) == ends(before)
    assert after.corrected.how == after.corrected_control.how == "allowed"
    # false calls: 0.1 at the lower end, none at the upper one
    below, above = before.value - before.low, before.high - before.value
    assert after.low == pytest.approx(min(before.low, (0.5 - 0.1 - below) / 0.8))
    assert after.high == pytest.approx((0.5 + above) / 0.9)
    # strangers' records make nothing false: 0.05 at either end
    below, above = before.control.value - before.control.low, before.control.high - 0.2
    assert after.control.low == pytest.approx(min(before.control.low, (0.15 - below) / 0.75))
    assert after.control.high == pytest.approx(max(before.control.high, (0.15 + above) / 0.75))
    assert after.over_control.low < before.over_control.low
    assert after.over_control.high > before.over_control.high
    assert after.excess.low == after.over_control.low
    assert after.over_baseline.high > before.over_baseline.high


@pytest.mark.parametrize(
    ("kind", "least"), [("kept", 0.0), ("rewritten", 0.0), ("condensed", 0.0), ("cut", 0.1)]
)
def test_only_a_record_that_may_make_facts_false_may_have_fewer_false_calls(
    kind: str, least: float
) -> None:
    errors = {"another": measured(0.9, 0.1), kind: measured(0.9, 0.1)}
    before, after = part_of(errors, arm(5, kind), arm(0, "another"))
    above = before.high - 0.5
    assert after.high == pytest.approx((0.5 - least + above) / (0.9 - least))


def test_a_class_has_the_error_rates_that_were_measured_on_it() -> None:
    of_class = {"private": measured(0.6, 0.0)}
    known = {k: {**m, "classes": of_class} for k, m in ERRORS.items()}
    before, after = part_of(known, arm(3, "kept"), arm(0, "another"))
    _, other = part_of(known, arm(3, "kept"), arm(0, "another"), said="private")
    assert after.high == pytest.approx(before.high / 0.9)
    assert other.high == pytest.approx(before.high / 0.6)
    assert other.low == pytest.approx(before.low)  # 0.5 less more than below is above it
    assert after.low < before.low


def test_what_the_judge_may_miss_of_a_part_keeps_it_from_a_pass() -> None:
    known = {"rewritten": measured(0.4, 0.0), "another": measured(0.4, 0.0)}
    before, after = part_of(known, arm(1, "rewritten", 4000), arm(0, "another", 4000))
    assert judge_leak(before, 0.15).kind == "bounded"
    assert judge_leak(after, 0.15).kind == "undecided"


def test_what_the_judge_may_make_up_of_a_part_keeps_it_from_a_failure() -> None:
    known = {"rewritten": measured(0.9, 0.5), "another": measured(0.9, 0.0)}
    before, after = part_of(known, arm(4, "rewritten", 400), arm(0, "another", 400))
    assert judge_leak(before, 0.05).kind == "leak"
    assert judge_leak(after, 0.05).kind == "undecided"


def test_strangers_records_on_both_sides_are_no_leak_of_a_part_either() -> None:
    known = {"another": measured(0.5, 0.05, 0.02)}
    own, control = arm(1, "another", 4000), arm(1, "another", 4000)
    _, after = part_of(known, own, control)
    assert -0.02 < after.excess.low < 0 < after.excess.high < 0.02


def test_a_part_without_a_control() -> None:
    before, after = part_of(ERRORS, arm(5, "kept"), None)
    assert after.high == pytest.approx(before.high / 0.9)
    assert after.control is None


def test_a_part_of_empty_passages_is_left_as_it_is() -> None:
    before, after = part_of(ERRORS, arm(0, "none"), arm(0, "none"))
    for one, two in ((before, after), (before.control, after.control)):
        assert (one.method, ends(one)) == (two.method, ends(two))
    assert ends(before.excess) == pytest.approx(ends(after.excess))
    assert after.at_any_size is None


@pytest.mark.parametrize("known", [{}, {"kept": ERRORS["kept"]}])
def test_a_part_by_a_judge_whose_errors_were_not_measured_is_left_as_it_is(known: Any) -> None:
    before, after = part_of(known, arm(5, "kept"), arm(2, "another"))
    assert ends(after) == ends(before)
    assert "unmeasured" in {after.corrected.how, after.corrected_control.how}


def test_a_part_read_where_the_judge_cannot_tell_may_be_anything() -> None:
    known = {**ERRORS, "another": measured(0.55, 0.5)}
    full, strange = arm(9, "kept"), arm(9, "another")
    half = Arm(full.knowledge, [*full.outcomes[:30], *strange.outcomes[30:]])
    _, after = part_of(known, half, arm(2, "another"))
    assert after.value == 0.9
    assert after.low < 0.75
    assert after.high == 1.0
    assert judge_leak(after, 0.05).kind == "undecided"
    _, few = part_of(known, arm(9, "kept"), arm(0, "none"))
    assert judge_leak(few, 0.05).kind == "leak"


def test_ratings_of_the_user_s_own_correct_a_part_where_they_are_enough() -> None:
    given, enough, few = GIVEN, (2, 1, 0), (0, 0, 0)
    own, control = arm(5, "kept"), arm(2, "another")
    _, rated = part_of(ERRORS, own, control, given, enough)
    assert rated.value == pytest.approx(1.0)
    assert rated.corrected.how == rated.corrected_control.how == "ratings"
    _, unrated = part_of(ERRORS, own, control, given, few)
    _, one_rated = part_of(ERRORS, own, control, given, enough, "kept")
    for after in (unrated, one_rated):
        assert after.value == 0.5
        assert after.corrected.how == after.corrected_control.how == "allowed"
    # what they cover is told, used or not
    covered = [(c.own, c.own_people) for c in (one_rated.corrected, one_rated.corrected_control)]
    assert covered == [(80, 40), (0, 0)]


def test_the_difference_of_a_part_between_releases_allows_for_the_judge_s_errors() -> None:
    one, two = arm(6, "kept", 4000), arm(3, "rewritten", 4000)
    attack: Any = Heard(Measured({"errors": ERRORS}))
    over = excess(one.tallies(LEAKS.name), two.tallies(LEAKS.name), one.people, None, DIRECTION)
    part = replace(LEAKS, part=True)
    made = between(part, attack, one, two, over)
    # false calls in the first and none in the second, or the other way round
    low, high = (0.6 - 0.1) / 0.8 - 0.3 / 0.7, 0.6 / 0.9 - (0.3 - 0.1) / 0.6
    assert made.value == over.value == pytest.approx(0.3)
    assert made.low < low
    assert made.high > high
    assert made.low == pytest.approx(low, abs=0.03)
    assert made.high == pytest.approx(high, abs=0.03)
    unmeasured: Any = Heard(Measured({}))
    assert between(part, unmeasured, one, two, over) == over
    blind: Any = Heard(Measured({"errors": {**ERRORS, "kept": measured(0.55, 0.5)}}))
    assert between(LEAKS, blind, one, two, over).value is None
    assert between(part, blind, one, two, over).high > 0.5


@pytest.mark.parametrize("of", [leak, part_of])
def test_what_any_number_of_people_leaves_open_is_the_judge_s_part(of: Any) -> None:
    sure, loose = ({k: measured(e["found"], e["false"], d) for k, e in ERRORS.items()}
                   for d in (0.0, 0.03))  # fmt: skip
    few, many = (of(loose, arm(5, "kept", n), arm(2, "another", n))[1] for n in (40, 4000))
    assert ends(few.at_any_size) == pytest.approx(ends(many.at_any_size))
    assert few.excess.low < many.excess.low <= many.at_any_size.low
    assert few.excess.high > many.excess.high >= many.at_any_size.high
    assert many.excess.high == pytest.approx(many.at_any_size.high, abs=0.02)
    known = of(sure, arm(5, "kept"), arm(2, "another"))[1]
    assert known.at_any_size.high < many.at_any_size.high
    # what decides is the smaller difference: an empty release would leave 0.5 and more
    assert many.at_any_size.high < 0.5 < many.over_baseline.value + 0.01


def test_what_any_number_of_people_leaves_open_is_within_the_interval(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def less(own: Any, other: Any, over: Any) -> Any:
        far, near = (0.3, -0.01) if over.low == over.high else (0.1, 0.2)
        return replace(over, low=over.value - far, high=over.value + near)

    monkeypatch.setattr(JudgedArm, "less", less)
    after = leak(ERRORS, arm(5, "kept"), arm(2, "another"))[1]
    assert ends(after.excess) == pytest.approx((0.3, 0.2, 0.5))
    assert ends(after.at_any_size) == pytest.approx((0.3, 0.2, 0.3))


def test_ratings_of_the_user_s_own_leave_no_errors_of_the_judge() -> None:
    after = leak(ERRORS, arm(5, "kept"), arm(2, "another"), GIVEN, (2, 1, 0))[1]
    assert after.at_any_size is None
