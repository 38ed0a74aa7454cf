"""The decision: both errors bounded, three questions, limits that only make it worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from seethrough.engine.verdict.decision import decide, judge_limit, too_few_people
from seethrough.engine.verdict.limits import Limit, Tolerances
from seethrough.errors import UsageError
from seethrough.estimates.estimate import NOTHING, Estimate, Interval, assemble
from seethrough.protocols import Direction, Figure, Tally
from seethrough.reasons import Question, Reason
from seethrough.statistics.intervals import wilson


def estimate(
    low: float,
    high: float,
    name: str = "linkage.top1",
    questions: tuple[Question, ...] = ("anonymous",),
    value: float | None = 0.3,
    direction: Direction = "lower_is_better",
) -> Estimate:
    """Return a figure whose excess has the ends ``low`` and ``high``."""
    over = Interval((low + high) / 2, low, high, 50, "test", 50)
    own = Interval(0.3, 0.2, 0.4, 50, "test", 50)
    return Estimate(
        name, value, 0.2, 0.4, 50, direction, "test", own, own, over, {"name": "x"},
        over, over, 50, questions,
    )  # fmt: skip


BOUNDED = estimate(-0.02, 0.04)
UNDECIDED = estimate(0.01, 0.2)
LEAK = estimate(0.06, 0.2)


def word(*leaks: Estimate, found: Sequence[Reason] = (), **more: object) -> str:
    return decide(leaks, found=found, **more).word  # type: ignore[arg-type]


def test_the_interval_decides_three_ways() -> None:
    assert word(BOUNDED) == "pass"
    assert word(UNDECIDED) == "inconclusive"
    assert word(LEAK) == "fail"
    assert [decide([e]).exit_status for e in (BOUNDED, UNDECIDED, LEAK)] == [0, 2, 1]


def test_a_reason_names_the_value_that_the_report_lists() -> None:
    # A report lists 0.785, and prints 0.79; the sum itself would print 0.78.
    almost = replace(LEAK, value=0.7849999999999999)
    (reason,) = decide([almost]).reasons
    assert reason.facts["value"] == almost.to_json()["value"] == 0.785
    assert judge_limit(Limit("linkage.top1", 0.9), almost).facts["value"] == 0.785


def test_the_tolerance_is_an_end_that_the_interval_must_clear() -> None:
    assert word(estimate(-0.02, 0.05)) == "inconclusive"
    assert word(estimate(0.05, 0.2)) == "inconclusive"
    assert word(estimate(0.01, 0.2), tolerances=Tolerances(0.21)) == "pass"
    named = Tolerances(0.05, {"linkage.top1": 0.25})
    assert word(UNDECIDED, tolerances=named) == "pass"
    assert word(UNDECIDED, estimate(0.01, 0.2, "b"), tolerances=named) == "inconclusive"


def test_every_figure_must_be_bounded() -> None:
    assert word(BOUNDED, UNDECIDED) == "inconclusive"
    assert word(BOUNDED, UNDECIDED, LEAK) == "fail"


def test_nothing_measured_is_no_pass() -> None:
    assert word() == "inconclusive"
    nothing = replace(BOUNDED, value=None, excess=None)
    assert word(nothing) == "inconclusive"
    assert word(BOUNDED, nothing) == "inconclusive"
    assert word(BOUNDED, replace(nothing, optional=True)) == "pass"
    assert word(replace(nothing, optional=True)) == "inconclusive"


def test_without_a_control_nothing_is_decided() -> None:
    assert word(replace(LEAK, control=None)) == "inconclusive"
    assert word(replace(BOUNDED, control=None)) == "inconclusive"


def test_a_leak_without_both_ends_is_undecided() -> None:
    for low, high in ((None, None), (None, 0.04), (0.06, None)):
        over = Interval(0.02, low, high, 50, "test", 50)
        (reason,) = decide([replace(BOUNDED, excess=over)]).reasons
        assert (reason.kind, reason.word) == ("no_interval", "inconclusive")
        assert reason.facts["excess"] == {"value": 0.02, "low": low, "high": high}
    (reason,) = decide([replace(BOUNDED, excess=None)]).reasons
    assert (reason.kind, reason.word) == ("no_interval", "inconclusive")
    assert "excess" not in reason.facts


def test_why_a_figure_was_not_measured_is_said() -> None:
    told = replace(LEAK, value=None, method="not measured: 3 outside, 100 would do")
    (reason,) = decide([told]).reasons
    assert (reason.kind, reason.facts["why"]) == ("unmeasured", "3 outside, 100 would do")
    (plain,) = decide([replace(LEAK, value=None)]).reasons
    assert "why" not in plain.facts


def test_a_control_in_which_nothing_could_be_counted_is_none() -> None:
    unknown = replace(LEAK, control=NOTHING, excess=NOTHING)
    (reason,) = decide([unknown]).reasons
    assert (reason.kind, reason.word) == ("control_unmeasured", "inconclusive")


def test_a_figure_that_informs_decides_nothing() -> None:
    assert word(BOUNDED, replace(LEAK, questions=())) == "pass"


def test_other_reasons_add_to_the_decision() -> None:
    doubt, proof = Reason("self_test", "inconclusive"), Reason("verbatim", "fail")
    assert word(BOUNDED, found=[doubt]) == "inconclusive"
    assert word(BOUNDED, found=[proof]) == "fail"
    assert word(LEAK, found=[doubt]) == "fail"  # a leak that was found stays found
    assert word(BOUNDED, found=[Reason("empty_records", "pass")]) == "pass"
    assert word(found=[Reason("empty_records", "pass")]) == "inconclusive"


def test_the_three_questions_are_answered_apart() -> None:
    leaks = [
        estimate(-0.02, 0.04, "a", ("identifiers",)),
        estimate(0.01, 0.2, "b", ("sensitive",)),
        estimate(0.3, 0.4, "c", ("anonymous",)),
    ]
    verdict = decide(leaks)
    assert [(a.question, a.word) for a in verdict.answers] == [
        ("identifiers", "pass"),
        ("sensitive", "inconclusive"),
        ("anonymous", "fail"),
    ]
    for standard in ("identifiers", "sensitive", "anonymous"):
        chosen = decide(leaks, standard=standard)
        assert chosen.word == chosen[standard].word == verdict[standard].word
        assert chosen.reasons[0].figure == {"identifiers": "a", "sensitive": "b"}.get(standard, "c")


def test_what_fails_a_narrower_question_fails_the_wider_ones() -> None:
    leaks = [
        estimate(0.3, 0.4, "a", ("identifiers",)),
        estimate(-0.02, 0.04, "b", ("sensitive",)),
        estimate(-0.02, 0.04, "c", ("anonymous",)),
    ]
    verdict = decide(leaks)
    assert [a.word for a in verdict.answers] == ["fail"] * 3
    assert verdict["anonymous"].reasons[0].facts["failed"] == ["identifiers", "sensitive"]
    # What is only undecided of few facts does not keep the wider question from an answer.
    few = [estimate(0.01, 0.6, "a", ("identifiers",)), *leaks[1:]]
    assert [a.word for a in decide(few).answers] == ["inconclusive", "pass", "pass"]


def test_limits_are_read_by_the_interval() -> None:
    for limit, expected in ((0.19, "fail"), (0.3, "inconclusive"), (0.4, "pass"), (0.5, "pass")):
        assert word(BOUNDED, limits=[Limit("linkage.top1", limit)]) == expected
    kept = decide([BOUNDED], limits=[Limit("linkage.top1", 0.5)])
    assert [r.kind for r in kept.reasons] == ["limit_kept", "bounded"]
    other = replace(BOUNDED, name="other", low=0.7, value=0.8, high=0.9)
    assert word(BOUNDED, other, limits=[Limit("linkage.top1", 0.5)]) == "pass"
    assert word(BOUNDED, other, limits=[Limit("other", 0.5)]) == "fail"


def test_a_limit_that_an_end_touches_is_kept() -> None:
    low, high = Limit("linkage.top1", 0.2, above=False), Limit("linkage.top1", 0.4)
    assert judge_limit(low, BOUNDED).kind == judge_limit(high, BOUNDED).kind == "limit_kept"
    for half in (replace(BOUNDED, low=None), replace(BOUNDED, high=None)):
        for limit in (low, high):
            assert judge_limit(limit, half).kind == "limit_unmeasured"


def test_a_limit_that_the_other_end_touches_is_not_crossed() -> None:
    low, high = Limit("linkage.top1", 0.4, above=False), Limit("linkage.top1", 0.2)
    assert judge_limit(low, BOUNDED).kind == judge_limit(high, BOUNDED).kind == "limit_undecided"
    low, high = replace(low, value=0.401), replace(high, value=0.199)
    assert judge_limit(low, BOUNDED).kind == judge_limit(high, BOUNDED).kind == "limit_crossed"


def test_a_limit_is_not_kept_where_so_few_people_leave_room_for_others() -> None:
    """Chance gives away 5 % of the facts of 20 people; of others it may be all."""
    few = replace(BOUNDED, value=0.05, low=0.04, high=0.06, people=20, most=1.0)
    fewest = 0.05 + 0.95 * wilson(0, 20)[1]
    for limit, kind in ((0.1, "undecided"), (fewest, "kept"), (0.03, "crossed")):
        assert judge_limit(Limit("a", limit), few).kind == f"limit_{kind}"
    useful = replace(few, value=0.95, low=0.94, high=0.96)
    for limit, kind in ((0.9, "undecided"), (0.95 - 0.95 * wilson(0, 20)[1], "kept")):
        assert judge_limit(Limit("a", limit - 1e-9, above=False), useful).kind == f"limit_{kind}"
    for other in (replace(few, people=500), replace(few, most=None)):
        assert judge_limit(Limit("a", 0.1), other).kind == "limit_kept"


def test_a_limit_says_what_it_was_compared_with() -> None:
    found = judge_limit(Limit("linkage.top1", 0.25), BOUNDED)
    assert (found.kind, found.word, found.figure) == (
        "limit_undecided", "inconclusive", "linkage.top1",
    )  # fmt: skip
    assert found.facts == {
        "limit": 0.25, "above": True, "value": 0.3, "low": 0.2, "high": 0.4,
        "people": 50, "n": 50,
    }  # fmt: skip
    failed = judge_limit(Limit("linkage.top1", 0.25), None)
    assert (failed.kind, failed.word) == ("limit_unmeasured", "inconclusive")
    assert failed.facts == {
        "limit": 0.25, "above": True, "value": None, "low": None, "high": None,
        "people": 0, "n": 0,
    }  # fmt: skip


def test_a_limit_never_replaces_the_decision() -> None:
    utility = replace(BOUNDED, name="utility.length_kept", direction="higher_is_better")
    limit = Limit("utility.length_kept", 0.1, above=False)
    assert word(LEAK, utilities=[utility], limits=[limit]) == "fail"
    assert word(UNDECIDED, utilities=[utility], limits=[limit]) == "inconclusive"
    assert word(BOUNDED, utilities=[utility], limits=[limit]) == "pass"
    strict = Limit("utility.length_kept", 0.9, above=False)
    verdict = decide([BOUNDED], utilities=[utility], limits=[strict])
    assert verdict.word == "fail"
    assert verdict["anonymous"].word == "pass"  # utilities never decide privacy


@pytest.mark.parametrize(
    ("limit", "why"),
    [
        (Limit("linkage.top1", 1.0), "can never be crossed; .* between 0 and 1"),
        (Limit("linkage.top1", 50.0), "can never be crossed; .* between 0 and 1"),
        (Limit("linkage.top1", -1.0), "can never be crossed"),
        (Limit("linkage.top1", 0.5, above=False), "lower is better .* --fail-above"),
        (Limit("semantic.distance", 0.5), "higher is better .* --fail-below"),
        (Limit("semantic.distance", 0.0, above=False), "can never be crossed"),
        (Limit("semantic.distance", 1.5, above=False), "can never be kept"),
        (Limit("linkage.top", 0.5), r"did you mean 'linkage\.top1'"),
        (Limit("utility.rouge1", 0.5, above=False), r"here; add --utility rouge1 or rouge_kept$"),
    ],
)
def test_limits_that_make_no_sense_are_refused(limit: Limit, why: str) -> None:
    distance = replace(BOUNDED, name="semantic.distance", direction="higher_is_better")
    with pytest.raises(UsageError, match=why):
        decide([BOUNDED, distance], limits=[limit])


def test_a_figure_without_a_bound_takes_any_limit() -> None:
    count = replace(BOUNDED, most=None)
    assert word(count, limits=[Limit("linkage.top1", 50.0)]) == "pass"


@pytest.mark.parametrize("text", ["linkage.top1", "=0.5", "linkage.top1=5%", "x=nan", ""])
def test_a_limit_that_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"NAME=NUMBER.*5 % is 0\.05"):
        Limit.parse(text)


def test_a_limit_and_a_tolerance_are_numbers() -> None:
    with pytest.raises(UsageError, match=r"limit on 'x': '0\.1' is no finite number"):
        Limit("x", "0.1")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"tolerance '0\.1': must be a number .*5 % is 0\.05"):
        Tolerances("0.1")  # type: ignore[arg-type]


def test_tolerances_are_parsed() -> None:
    given = Tolerances.parse(["0.1", "semantic.leak_rate.special=0.02"])
    assert given["linkage.top1"] == 0.1
    assert given["semantic.leak_rate.special"] == 0.02
    assert Tolerances.parse([])["linkage.top1"] == 0.05
    assert Tolerances.parse(["0.5"])["linkage.top1"] == 0.5
    for text in ("1", "0.51", "0", "-0.1", "x=1", "nan"):
        with pytest.raises(UsageError, match="above 0 and at most"):
            Tolerances.parse([text])
    for text in ("much", "x=much"):
        with pytest.raises(UsageError, match=rf"tolerance '{text}': write .*NAME=NUMBER.*0\.05"):
            Tolerances.parse([text])
    with pytest.raises(UsageError, match="tolerance on 'x'"):
        decide([BOUNDED], tolerances=Tolerances.parse(["x=0.1"]))


def test_an_undecided_figure_says_what_it_would_take() -> None:
    (reason,) = decide([estimate(-0.06, 0.1)]).reasons  # a leak of 0.02, measured too coarsely
    assert reason.kind == "undecided"
    assert reason.facts["people_to_pass"] > 50
    assert reason.facts["people_to_fail"] is None
    assert reason.facts["tolerance_to_pass"] == 0.11
    assert reason.facts["smallest_visible"] > 0.13  # 0.05 and the 0.08 below the estimate
    (worse,) = decide([UNDECIDED]).reasons  # 0.105
    assert worse.facts["people_to_pass"] is None
    assert worse.facts["people_to_fail"] > 0


def test_no_number_of_people_closes_what_the_judge_s_errors_leave_open() -> None:
    coarse = estimate(-0.06, 0.1)  # a leak of 0.02
    over = coarse.excess
    assert over is not None
    settled = replace(coarse, at_any_size=replace(over, low=-0.02, high=0.06))
    (reason,) = decide([settled]).reasons
    assert reason.kind == "undecided"
    assert reason.facts["at_any_size"] == {"value": 0.02, "low": -0.02, "high": 0.06}
    assert not {"people_to_pass", "people_to_fail", "held_out"} & set(reason.facts)
    # 0.04 below the estimate stay, of the other 0.04 more people take their part
    visible = 0.05 + 0.04 + 0.04 * (1 + 0.84 / 1.96)
    assert reason.facts["smallest_visible"] == pytest.approx(visible, abs=1e-4)
    (alone,) = decide([coarse]).reasons
    assert alone.facts["smallest_visible"] > visible


def beside_others(hits: int, people: int, found: int, others: int) -> Estimate:
    """Return a figure of so many people beside a control of others."""
    figure = Figure("linkage.top1", "lower_is_better", "means", "does not mean", 1.0)
    own = [Tally(float(i < hits)) for i in range(people)]
    theirs = [Tally(float(i < found)) for i in range(others)]
    names, strangers = [f"p{i}" for i in range(people)], [f"c{i}" for i in range(others)]
    made = assemble(figure, {"name": "x"}, own, names, control=theirs, control_clusters=strangers)
    return replace(made, questions=("anonymous",))


@pytest.mark.parametrize(
    ("of", "held_out", "more"),
    [
        ((1300, 10000, 10, 100), "control", None),  # the control's 10 % may be 5.5 %
        ((9, 100, 1, 20), "both", None),
        ((2, 100, 0, 100), None, 110),
    ],
)
def test_where_few_people_are_held_out_more_targets_do_not_decide(
    of: tuple[int, int, int, int], held_out: str | None, more: int | None
) -> None:
    (reason,) = decide([beside_others(*of)]).reasons
    assert reason.kind == "undecided"
    assert reason.facts.get("held_out") == held_out
    assert reason.facts["people_to_pass"] == more


def test_a_leak_of_that_size_is_called_beside_others() -> None:
    rng, undecided = np.random.default_rng(0), beside_others(2, 100, 10, 50)
    visible = decide([undecided]).reasons[0].facts["smallest_visible"]
    rate = 0.2 + visible
    drawn = [(rng.binomial(100, rate), 100, rng.binomial(50, 0.2), 50) for _ in range(150)]
    seen = np.mean([decide([beside_others(*of)]).word == "fail" for of in drawn])
    assert 0.68 < seen < 0.92


def test_few_people_are_never_enough() -> None:
    assert too_few_people(20) == []
    (reason,) = too_few_people(19)
    assert reason.facts == {"people": 19, "least": 20, "title": ""}
    assert word(BOUNDED, found=[reason]) == "inconclusive"


def test_reasons_without_text_name_nobody() -> None:
    reason = Reason("verbatim", "fail", facts={"people": 2, "private": {"people": ["Ann"]}})
    assert reason.to_json(text=False)["facts"] == {"people": 2}
    assert reason.to_json()["facts"]["private"] == {"people": ["Ann"]}


@pytest.mark.parametrize(("attack", "counted"), [("extraction", "questions"), ("linkage", None)])
def test_a_figure_that_is_undecided_says_what_it_counts(attack: str, counted: str | None) -> None:
    open_ = replace(estimate(-0.1, 0.3), component={"name": attack})
    (reason,) = [r for r in decide([open_]).reasons if r.kind == "undecided"]
    assert reason.facts.get("counted") == counted
