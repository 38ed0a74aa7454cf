"""The three answers: each says in one line what decides it."""

from __future__ import annotations

from typing import Any

from tests.report._reports import interval, leak, reason, report

from seethrough.report.answers import AnswerView, answers_of

OVER = {"value": 0.2, "excess": interval(0.1, 0.01, 0.2), "tolerance": 0.05, "people": 60, "n": 60}
NAMES = reason(
    "names_in_ids", "fail", ids=2, persons=0, file=False, of=9,
    private={"values": ["Ann Lee"], "file": ""},
)  # fmt: skip
WORDING = reason("verbatim", "fail", people=2, of=48, records=3, whole=1)


def about(question: str, *found: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**r, "questions": [question]} for r in found]


def answer(word: str, *found: dict[str, Any], standard: str = "anonymous") -> AnswerView:
    given = report(
        answers=[{"question": "sensitive", "word": word}],
        reasons=about("sensitive", *found),
        standard=standard,
    )
    return answers_of(given, text=True)[0]


def test_what_says_most_is_worded_and_the_rest_is_named() -> None:
    said = answer("fail", leak(), leak("semantic.distance"), NAMES, WORDING).why
    assert said == (
        "Original wording about 2 of 48 people is in the release. 2 released ids look like a"
        " name, contact detail or number. Also: “Found at the first guess”; “Distance by meaning”."
    )


def test_a_reason_without_a_short_name_is_counted() -> None:
    few = reason("few_people", "fail", people=3, least=20, title="")
    exposed = reason("exposed_people", "fail", people=2, of=48, level=0.01)
    found = [WORDING, NAMES, few, exposed, *map(leak, ("linkage.top1", "linkage.top10"))]
    assert answer("fail", *found).why.endswith(
        "Also: “Found at the first guess”; “Found among the first ten guesses”; 2 of 48 people are"
        " exposed individually; 1 more in the report."
    )
    assert answer("fail", *found[:3]).why.endswith(" And 1 more; the report has them all.")


def test_a_reason_that_ends_in_a_question_has_no_full_stop_behind_it() -> None:
    test = {
        "title": "Identifiers that remain", "unit": "share", "tests": "attack", "tested": True,
        "name": "identifiers.share", "release": "identity", "expected": 0.5,
        "bound": "beyond control", **interval(0.1),
    }  # fmt: skip
    assert answer("fail", reason("self_test", "fail", **test)).why.endswith("person values?")


def test_sensitive_figures_are_named_before_others_with_their_excess() -> None:
    said = answer("fail", leak("lexical.distance"), leak("semantic.leak_rate.special")).why
    first = "“Health and other special facts given away”: 90\u00a0%, 85 points (75 to 95) beyond"
    assert said.startswith(first)


def test_only_what_speaks_for_the_answer_counts() -> None:
    few = reason("few_people", "inconclusive", people=3, least=20, title="")
    assert "rests on 3 people" in answer("inconclusive", few, leak()).why
    assert "Found" in answer("fail", few, leak()).why


def test_what_the_records_do_not_hold_is_no_reason_beside_others() -> None:
    few = reason("few_people", "inconclusive", people=3, least=20, title="")
    nothing = reason("nothing_to_count", "inconclusive", "semantic.leak_rate.private", **OVER)
    assert "nothing of the kind" not in answer("inconclusive", few, nothing).why
    assert len(answer("inconclusive", few, nothing).reasons) == 1
    also = reason("nothing_to_count", "inconclusive", "semantic.leak_rate.special", **OVER)
    assert answer("inconclusive", nothing, also).why == (
        "Not tested, as the private records hold nothing of the kind, or this release does not let"
        " it be measured: “Health and other special facts given away” and “Other private facts"
        " given away”."
    )


def test_figures_of_which_the_same_is_said_share_a_line() -> None:
    names = ("linkage.top1", "linkage.top10", "linkage.top1")
    found = [reason("no_control", "inconclusive", name, **OVER) for name in names]
    view = answer("inconclusive", *found)
    assert view.why == "There is no control to compare with."
    ((titles, rest),) = view.reasons
    assert titles == "Found at the first guess; Found among the first ten guesses"
    assert rest.startswith("there is no control")


def test_no_line_breaks_before_a_percent_sign() -> None:
    view = answer("fail", leak())
    assert "\u00a0%" in view.reasons[0][1]
    assert " %" not in view.reasons[0][1]


def test_what_passes_says_how_near_it_came() -> None:
    near = {**OVER, "excess": interval(0.01, -0.02, 0.04)}
    far = {**OVER, "excess": interval(0.0, -0.02, 0.01)}
    found = [
        reason("bounded", "pass", name, **facts)
        for name, facts in (("linkage.top10", far), ("linkage.top1", near))
    ]
    said = answer("pass", *found).why.replace("\u00a0", " ")
    assert said.startswith("2 figures stay under the tolerance; nearest to it is “Found at the")
    assert "at most 4 % beyond" in said


def test_an_answer_without_a_reason_of_its_own() -> None:
    failed = [{"question": q, "word": "fail"} for q in ("identifiers", "sensitive")]
    (_, wider) = answers_of(report(answers=failed, reasons=[]), text=True)
    assert wider.why == "A narrower question fails: identifiers."
    assert answer("inconclusive").why == "Nothing was measured that bears on it."
    assert answer("pass").why == ""


def test_the_deciding_answer_leaves_its_reasons_to_the_verdict() -> None:
    assert answer("fail", leak()).reasons
    decides = answer("fail", leak(), standard="sensitive")
    assert decides.decides
    assert decides.reasons == []


def test_a_tolerance_is_said_as_it_was_set() -> None:
    facts = OVER | {"tolerance": 0.025, "tolerance_to_pass": 0.2, "smallest_visible": None}
    undecided = reason("undecided", "inconclusive", "linkage.top1", **facts)
    said = answer("inconclusive", undecided).why
    assert said.endswith("beyond guessing, tolerance 2.5\u00a0%.")
