"""Every reason that an audit can give has a wording, which names nobody without text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.report._reports import interval, leak, limit, reason, report

import seethrough
from seethrough.engine.comparing.safest import UNTOLD
from seethrough.report.labels import audit_reasons, figure_reasons, reasons
from seethrough.report.labels.reasons import leading, lenient, shown, without_names

SOURCE = Path(seethrough.__file__).parent
GIVEN = re.compile(r'(?:Reason|_reason|_lacking)\(\s*"([a-z_]+)"')

OVER = interval(0.1, 0.01, 0.2)
FIGURE = {"value": 0.2, "excess": OVER, "tolerance": 0.05, "people": 60, "n": 60}
NAMED = {"people": ["Ann", "Bo"]}
TEST = {
    "title": "Claims recognized", "unit": "share", "tests": "judge",
    "name": "judge.own_record", "release": "own record", "expected": 0.8, "bound": "at least",
    "tested": True, **interval(0.4),
}  # fmt: skip

EXAMPLES = [
    leak(),
    reason("bounded", "pass", "linkage.top1", **FIGURE),
    reason(
        "undecided", "inconclusive", "linkage.top1", **FIGURE, smallest_visible=0.3,
        people_to_pass=None, people_to_fail=180, tolerance_to_pass=0.21,
    ),
    *(reason(k, "inconclusive", "linkage.top1", **FIGURE)
      for k in ("unmeasured", "no_interval", "nothing_to_count", "no_control",
                "control_unmeasured")),
    reason("control_shares", "inconclusive", "semantic.leak_rate", value=0.9, control=0.85),
    *(limit(k, "fail", "linkage.top1", 0.5, 0.1)
      for k in ("limit_crossed", "limit_kept", "limit_undecided", "limit_unmeasured")),
    reason("narrower", "fail", failed=["identifiers", "sensitive"]),
    reason("exposed_people", "fail", people=2, of=200, level=0.01, private=NAMED),
    reason("verbatim", "fail", people=2, of=200, records=3, whole=1, private=NAMED),
    reason("nearly_verbatim", "fail", people=2, of=200, records=3, private=NAMED),
    reason("originals_behind", "inconclusive", people=2, of=9, records=3, whole=1, private=NAMED),
    reason("recited", "fail", people=2, of=200, records=3, whole=1, private=NAMED),
    reason(
        "names_in_ids", "fail", ids=2, persons=0, file=False, of=9,
        private={"values": ["Ann", "Bo"], "file": ""},
    ),
    reason("scores_point_away", "inconclusive", "membership.auc", value=0.1, chance=0.5),
    reason("baseline_knows", "inconclusive", "memorization.exact", baseline=0.5, control=0.1),
    reason("strangers_tell", "inconclusive", "semantic.leak_rate", control=0.5, originals=0.1),
    reason("told_elsewhere", "inconclusive", people=2, of=9, private=NAMED),
    reason("names_standing", "inconclusive", people=2, of=9, private=NAMED),
    reason("sentences_standing", "inconclusive", people=2, of=9, sentences=3, looked_at=5,
           standing=5, private=NAMED),
    reason("contacts_standing", "fail", people=2, of=9, private=NAMED),
    reason("contacts_shared", "inconclusive", people=2, of=9, private=NAMED),
    reason(
        "retold", "inconclusive", people=58, of=166, held_out=2, of_held_out=167, private=NAMED
    ),
    reason("contacts_recited", "fail", people=2, of=9, private=NAMED),
    reason(
        "names_recited", "inconclusive", people=2, of=9, held_out=0, of_held_out=8, private=NAMED
    ),
    reason("records_of_nobody", "inconclusive", records=2, of=9, private={"ids": ["Ann", "Bo"]}),
    reason("private_texts_missing", "inconclusive", records=1, of=9, private={"ids": ["Ann"]}),
    reason("columns_of_codes", "inconclusive", columns=2, private={"columns": ["icd", "Ann"]}),
    reason("columns_repeated", "inconclusive", columns=1, private={"columns": ["Ann's"]}),
    reason("words_unknown", "inconclusive", share=0.6, private_share=0.98),
    reason("words_recoded", "inconclusive", words=2, of=9, private={"words": ["Ann = x"]}),
    reason("not_examined", "inconclusive", attacks=["linkage", "inference"]),
    reason("names_unsought", "inconclusive"),
    reason("ids_renamed", "inconclusive", missing=57, unknown=57, attacked=3),
    reason("ids_moved", "inconclusive", records=50, of=60),
    reason("left_out_told", "inconclusive", records=50, of=60),
    *(reason(k, "inconclusive", people=2, of=9, by_id=1, by_person=1, by_text=0, private=NAMED)
      for k in ("control_in_private", "control_in_release")),
    reason("control_too_few", "inconclusive", people=3, least=10),
    reason(
        "unreadable", "inconclusive", side="release", unread=9, records=10, share=0.9,
        languages={"German": 5}, scripts={"cyrillic": 3}, not_words=1, in_part=1,
        drawn_from=300_000,
    ),
    reason(
        "unreadable", "inconclusive", side="answers", unread=9, records=10, share=0.9,
        languages={"German": 5}, scripts={}, not_words=4,
    ),
    reason("cut_records", "pass", pieces=9, records=3),
    reason("overlong", "inconclusive", own=1, released=2, longest=100_000),
    reason("columns_read", "pass", read=2, missed=0, private={"read": ["Ann", "Bo"], "missed": {}}),
    reason(
        "columns_missed", "inconclusive", read=0, missed=2,
        private={"read": [], "missed": {"Ann": "bytes", "Bo": "too long"}},
    ),
    *(
        reason("sidecar_mismatch", "inconclusive", of=of)
        for of in ("release", "private", "trained")
    ),
    reason("alignment_denied", "inconclusive"),
    reason("few_people", "inconclusive", people=3, least=20, title=""),
    reason("few_people", "inconclusive", people=3, least=20, title="Facts learned"),
    reason("self_test", "inconclusive", "judge.own_record", **TEST),
    reason("blind_spot", "pass", "judge.own_record", **TEST),
    reason("attack_failed", "inconclusive", attack="linkage", private={"error": "Ann Bo"}),
    reason("utility_failed", "pass", utility="classifier", private={"error": "Ann Bo"}),
    reason("nothing_attacked", "inconclusive"),
    reason("records_not_attacked", "inconclusive", attacked=1, of=9),
    reason("claims_not_judged", "inconclusive", missing=1, of=9),
    reason("questions_not_answered", "inconclusive", missing=1, of=9, control=True),
    *(reason(k, "inconclusive", missing=1, of=9) for k in (
        "questions_not_answered", "records_not_searched", "records_without_question",
        "spans_too_long",
    )),
    reason("answers_alike", "inconclusive", questions=5, asked="before"),
    reason("answers_alike", "inconclusive", questions=5, asked="after"),
    reason("sanitizer_failed", "inconclusive", records=1),
    reason("empty_records", "pass", records=1, of=9, withheld=1),
    reason("sampled", "pass", records=1, of=9),
    reason("one_draw", "pass"),
    reason("control_unused", "pass"),
    reason("undefined_for_nobody", "pass", attacks=["linkage"]),
    reason("promise_refuted", "fail", promised=3.0, least=4.2, how="58 of 60 guesses right"),
    reason(
        "promise_at_another_delta", "inconclusive", promised=3.0, delta=1.4e-4, tried=1e-5,
        attack="canary",
    ),
    reason(
        "promise_untested", "inconclusive",
        promised=8.0, delta=1e-6, tried=1e-6, why="", canaries=96, most=3.06, needed=16_384,
    ),
    reason(
        "promise_untested", "inconclusive",
        promised=8.0, delta=1e-5, tried=1e-5, why="19 canaries; 20 are the least", canaries=0,
        most=0.0, needed=None,
    ),
    reason("promise_of_nothing", "pass", delta=0.2, units=60, unit="person"),
    reason("promise_adds_up", "pass", promised=1.0, records=12, sum=12.0),
    reason("promise_for_records", "inconclusive", promised=3.0),
    reason("errors_unmeasured", "inconclusive"),
    reason("persons_alike", "inconclusive", people=30, values=60),
    reason("texts_alike", "inconclusive", people=90, of=120),
    reason(
        "indistinct", "inconclusive", "semantic.leak_rate", passage="another", found=0.5, false=0.45
    ),
    reason(
        "few_ratings", "pass", least=30, people=10,
        few=[
            {"figure": "x", "title": "Leaks", "arm": "control", "claims": 1, "people": 1},
        ] * 9,
    ),
    reason("ratings_of_another_run", "inconclusive", strange=90, of=200),
    reason("ratings_alike", "pass"),
    reason("raters_blind", "pass", blind=1, of=2),
    reason("raters_unchecked", "inconclusive", unchecked=180, of=200),
    reason("raters_disagree", "inconclusive", items=40, share=0.55, kappa=0.1),
    reason("ratings_skipped", "inconclusive", skipped=12, of=90),
    reason(
        "ratings_picked", "inconclusive", arm="release", rated=90, called=0.4, called_of_rated=0.9
    ),
    reason("small_control", "pass", control_words=100, control_records=3, private_words=900),
]  # fmt: skip


def sentence(given: Mapping[str, Any]) -> str:
    return reasons.sentence(given).replace("\u00a0", " ")


def test_no_line_can_end_between_a_number_and_its_percent_sign() -> None:
    told = [reasons.sentence(example) for example in EXAMPLES]
    assert sum("\u00a0%" in said for said in told) > 10
    assert [said for said in told if re.search(r"\d %", said)] == []


def test_every_reason_that_the_code_gives_has_a_wording() -> None:
    given = {k for f in SOURCE.rglob("*.py") for k in GIVEN.findall(f.read_text("utf-8"))}
    given -= {"fail", "inconclusive"}  # a helper that takes the word first
    assert len(given) > 20
    worded = {*figure_reasons.SENTENCES, *audit_reasons.SENTENCES}
    assert given <= worded
    assert {example["kind"] for example in EXAMPLES} == worded


@pytest.mark.parametrize(
    ("kind", "low", "high", "said"),
    [
        ("leak", 0.0502, 0.9, "(5.02 to 90)"), ("bounded", -0.1, 0.0497, "at most 4.97 %"),
        ("undecided", -0.1, 0.0503, "(-10 to 5.03)"),
        ("limit_crossed", 0.0502, 0.9, "(5.02 to 90)"),
        ("limit_kept", 0.0, 0.0497, "(0 to 4.97)"),
    ],
)  # fmt: skip
def test_what_decides_is_not_rounded_onto_the_tolerance(
    kind: str, low: float, high: float, said: str
) -> None:
    over = {"value": 0.0, "low": low, "high": high}
    facts = {**FIGURE, **over, "excess": over, "tolerance": 0.05, "limit": 0.05, "above": True}
    facts |= {"tolerance_to_pass": 0.06, "smallest_visible": 0.3}
    assert said in sentence(reason(kind, "pass", "linkage.top1", **facts))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e["kind"])
def test_a_reason_is_said_in_sentences(example: dict[str, Any]) -> None:
    said = sentence(example)
    assert said.endswith(".")
    assert "None" not in said
    assert "{" not in said
    assert len(said) < 500
    bare = sentence(without_names(example))
    assert not re.search(r"\b(Ann|Bo)\b", bare)
    if "private" in example["facts"]:
        assert "Ann" in said


@pytest.mark.parametrize(
    ("delta", "said"), [(0.010240411, "0.0103"), (1.4e-4, "0.00014"), (1e-3, "0.001"), (0.1, "0.1")]
)
def test_the_delta_that_is_advised_is_never_below_that_of_the_promise(
    delta: float, said: str
) -> None:
    facts = {"promised": 1.0, "delta": delta, "tried": 1e-5, "attack": "canary"}
    told = sentence(reason("promise_at_another_delta", "inconclusive", **facts))
    assert told.endswith(f"use canary:delta={said}.")
    assert float(said) >= delta


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("columns_of_codes", "What the codes in 2 released columns stand for was not looked up: "),
        ("columns_missed", "2 released columns were not looked at: Ann"),
        (
            "words_unknown",
            "Unknown words make up 40 % of the released letters and 2 % of the private ones",
        ),
        (
            "words_recoded",
            "records lost in the release, 2 became one other word everywhere, as in a code: Ann =",
        ),
        ("unreadable", "1 in no language that can be told, or full of codes or abbreviations"),
        ("unreadable", " with text, drawn evenly from 300,000, are not plain"),
        ("unreadable", "), and 1 holds words of another language or script: the attacks and"),
        ("control_in_release", " of the control are in the release (by id and person): "),
        ("control_in_release", ". The control must be people who are in neither file."),
        ("sentences_standing", "3 sentences about 2 of 9 people, by their words with a health"),
        ("strangers_tell", "other people's released records reach 50 %, and their originals only"),
        ("sampled", "Each attack drew its own sample: 1 of 9 records (--targets)."),
        ("indistinct", " of the facts that are given away disclosed, and 45"),
    ],
)
def test_a_reason_says_what_is_meant(kind: str, said: str) -> None:
    assert said in sentence(next(example for example in EXAMPLES if example["kind"] == kind))


def test_why_a_figure_was_not_measured_is_said() -> None:
    bare = reason("unmeasured", "inconclusive", "linkage.top1", **FIGURE)
    assert sentence(bare) == "Found at the first guess: could not be measured."
    told = reason("unmeasured", "inconclusive", "linkage.top1", **FIGURE, why="no control")
    assert sentence(told) == "Found at the first guess: could not be measured: no control."


def test_names_that_the_report_does_not_list_are_counted() -> None:
    private = {"values": [f"Name {i}" for i in range(20)], "file": ""}
    said = sentence(
        reason("names_in_ids", "fail", ids=53, persons=0, file=False, of=60, private=private)
    )
    assert said.endswith("Name 7 and 45 more.")


def test_identifiers_that_stand_as_a_hash_are_told() -> None:
    said = sentence(reason("names_in_ids", "fail", ids=3, persons=0, file=False, of=60, hashed=2))
    assert "number (2 by its hash without a key)" in said


def test_it_is_said_where_answers_are_missing_of_the_control_alone() -> None:
    told = reason("questions_not_answered", "inconclusive", missing=1, of=9, control=True)
    assert sentence(told) == "What is guessed anyway: 1 of 9 questions got no answer."


def test_a_language_is_named_in_words() -> None:
    facts = {"side": "release", "unread": 3, "records": 4, "scripts": {"hebrew": 4}, "not_words": 0}
    said = sentence(reason("unreadable", "inconclusive", **facts, languages={"de": 2, "xx": 1}))
    assert "(2 in German, 1 in xx, 4 in Hebrew script)" in said
    facts = {**facts, "unread": 0, "scripts": {}, "languages": {}, "in_part": 2}
    assert sentence(reason("unreadable", "inconclusive", **facts)).startswith(
        "2 of 4 released records with text hold words of another language or script: the attacks"
    )


def test_who_has_private_records_in_another_language_is_told_what_to_do() -> None:
    facts = {"unread": 3, "records": 4, "scripts": {}, "not_words": 0, "in_part": 0}
    told = {
        (side, *languages): sentence(
            reason("unreadable", "inconclusive", side=side, languages=languages, **facts)
        ).endswith(" To have them read, audit both files in an English translation.")
        for side in ("private records", "release", "answers")
        for languages in ({}, {"de": 3})
    }
    assert [key for key, advised in told.items() if advised] == [("private records", "de")]


def test_a_distance_leaks_where_it_is_less_than_guessing_gives() -> None:
    said = sentence(leak("lexical.distance", 0.6, 0.9))
    assert "less than guessing alone gives; the tolerance is" in said
    assert "beyond what is guessed anyway" in sentence(leak())


def test_what_an_undecided_figure_takes_is_said() -> None:
    said = sentence(next(e for e in EXAMPLES if e["kind"] == "undecided"))
    assert "10 points (1 to 20) beyond what is guessed anyway" in said
    assert "about 180 more people or a tolerance of 0.21 (--tolerance)" in said
    assert "In four cases of five this audit detects a leak of 30 %." in said
    assert "no leak at all" in sentence(
        {**EXAMPLES[2], "facts": {**EXAMPLES[2]["facts"], "smallest_visible": 1.2}}
    )


def test_more_people_than_anybody_has_are_no_advice() -> None:
    facts = {**EXAMPLES[2]["facts"], "people": 60}
    for more, advised in ((60_000, True), (60_001, False)):
        settled = {"at_any_size": {"low": 0.2, "high": 0.3}}
        said = sentence({**EXAMPLES[2], "facts": {**facts, **settled, "people_to_fail": more}})
        assert ("more people" in said) == advised
        assert "a tolerance of 0.21 (--tolerance)" in said


def test_that_a_column_may_be_repeated_within_texts_is_said() -> None:
    said = sentence(reason("columns_repeated", "inconclusive", columns=1, private={"columns": []}))
    assert "as a column or within its texts" in said
    assert "the column out of the private file" in said


def test_that_people_are_exposed_is_said_with_what_it_is_tested_against() -> None:
    said = sentence(next(e for e in EXAMPLES if e["kind"] == "exposed_people"))
    assert "with more facts disclosed than chance and control explain (tested at 1 %)" in said
    assert "without a leak" not in said  # how often that happens, the control cannot know


def test_that_a_control_of_few_people_leaves_it_open_is_said() -> None:
    facts = {**EXAMPLES[2]["facts"], "people_to_fail": None}
    for held_out, said in (("control", "more people held out"), ("both", "more people, also held")):
        told = sentence({**EXAMPLES[2], "facts": {**facts, "held_out": held_out}})
        assert f"A decision takes {said}" in told


@pytest.mark.parametrize("high", [0.18, 0.05])
def test_where_the_judge_s_errors_alone_leave_it_open_people_do_not_help(high: float) -> None:
    facts = {k: v for k, v in EXAMPLES[2]["facts"].items() if not k.startswith("people_to")}
    left = interval(0.1, -0.02, high)
    facts |= {"at_any_size": left, "excess": left, "smallest_visible": 1.2}
    said = sentence({**EXAMPLES[2], "facts": facts})
    assert "A decision takes a tolerance of 0.21 (--tolerance). More people would not" in said
    ends = f"-2 to {100 * high:.0f} points"
    assert f"the judge's errors alone leave an interval of {ends}." in said
    assert "seethrough annotate" in said
    assert said.endswith("With this judge it detects no leak at all.")


def test_that_few_of_the_people_count_is_said_with_the_number_that_it_takes() -> None:
    facts = {**EXAMPLES[2]["facts"], "people": 4, "of": 120, "people_to_fail": 69}
    said = sentence({**EXAMPLES[2], "facts": facts})
    assert "about 69 more people who count here (4 of 120 do: about 2,100 more in all) or" in said
    facts = {**facts, "people_to_fail": None, "at_any_size": interval(0.1, 0.06, 0.18)}
    said = sentence({**EXAMPLES[2], "facts": facts})
    assert "A decision takes more people who count here (4 of 120 do) or " in said
    assert "count here" not in sentence({**EXAMPLES[2], "facts": {**facts, "people": 119}})


def test_beside_the_tolerance_no_number_of_people_is_said() -> None:
    for value, number in ((0.053, False), (0.1, True)):
        facts = {**EXAMPLES[2]["facts"], "excess": interval(value, -0.03, 0.14)}
        said = sentence({**EXAMPLES[2], "facts": facts})
        assert ("about 180 more people" in said) == number
        assert ("more people (how many cannot be said from these)" in said) != number


def test_very_few_people_with_facts_of_a_class_can_be_left_out() -> None:
    def said(people: int, question: str = "sensitive") -> str:
        facts = {**EXAMPLES[2]["facts"], "people": people, "of": 120}
        return sentence({**EXAMPLES[2], "questions": [question], "facts": facts})

    assert "or leaving the 4 people with such facts out of both files (--table" in said(4)
    assert "leaving the one person with" in said(1)
    assert "leaving" not in said(12)
    assert "leaving" not in said(4, "identifiers")  # what nobody has is not shown to be gone


def test_where_chance_may_move_it_off_the_judge_s_errors_people_may_help() -> None:
    facts = {**EXAMPLES[2]["facts"], "people_to_fail": None}
    facts |= {"excess": interval(0.04, -0.27, 0.37), "at_any_size": interval(0.04, 0.0, 0.16)}
    said = sentence({**EXAMPLES[2], "facts": facts})
    assert "A decision takes more people or a tolerance of 0.21 (--tolerance). If the" in said
    assert (
        "If the figure stays as it is, the judge's errors alone leave an interval of 0 to" in said
    )
    assert "your own ratings (seethrough annotate) narrow it." in said


def test_where_the_judge_s_errors_leave_less_people_help() -> None:
    facts = {k: v for k, v in EXAMPLES[2]["facts"].items() if not k.startswith("people_to")}
    for ends in ((0.06, 0.18), (-0.02, 0.04)):
        said = sentence({**EXAMPLES[2], "facts": {**facts, "at_any_size": interval(0.1, *ends)}})
        assert "A decision takes more people or a tolerance of 0.21 (--tolerance)." in said
        assert "would not" not in said


def test_reasons_that_read_the_same_are_shown_once() -> None:
    undecided = reason("nothing_to_count", "inconclusive", "linkage.top1", **FIGURE)
    other = reason("nothing_to_count", "inconclusive", "linkage.top10", **FIGURE)
    report = {
        "verdict": "inconclusive",
        "standard": "anonymous",
        "reasons": [undecided, other, undecided],
    }
    assert shown(report) == [undecided, other]


def test_a_pass_at_a_large_tolerance_says_so() -> None:
    facts = {**FIGURE, "tolerance": 0.5}
    bounded = [reason("bounded", "pass", n, **facts) for n in ("linkage.top1", "linkage.top10")]
    report = {"verdict": "pass", "standard": "anonymous", "reasons": bounded}
    assert lenient(report) == "at a tolerance of 50\u00a0%, where 5\u00a0% is usual"
    assert lenient({**report, "verdict": "fail"}) == ""
    assert lenient({**report, "standard": "sensitive"}) == ""
    usual = [{**r, "facts": {**FIGURE, "tolerance": 0.05}} for r in bounded]
    assert lenient({**report, "reasons": usual}) == ""


def test_a_control_that_cannot_be_one_is_said_with_every_verdict() -> None:
    control = reason("control_in_private", "inconclusive", people=2, of=9, private=NAMED)
    report = {"standard": "anonymous", "verdict": "fail", "reasons": [leak(), control]}
    assert [r["kind"] for r in shown(report)] == ["leak", "control_in_private"]


@pytest.mark.parametrize("kind", sorted(UNTOLD))
def test_why_low_figures_say_nothing_is_said_with_every_verdict(kind: str) -> None:
    doubt = next(example for example in EXAMPLES if example["kind"] == kind)
    report = {"standard": "anonymous", "verdict": "fail", "reasons": [leak(), doubt]}
    assert [r["kind"] for r in shown(report)] == ["leak", kind]


def test_what_decides_is_shown_and_remarks_always() -> None:
    reasons = [
        leak(),
        reason("few_people", "inconclusive", people=3, least=20, title=""),
        reason("bounded", "pass", "linkage.top1", **FIGURE),
        reason("sampled", "pass", records=1, of=9),
    ]
    report = {"standard": "anonymous", "reasons": reasons}
    kinds = [
        [r["kind"] for r in shown({**report, "verdict": word})]
        for word in ("fail", "inconclusive", "pass")
    ]
    assert kinds == [
        ["leak", "sampled"],
        ["leak", "few_people", "sampled"],
        ["leak", "few_people", "bounded", "sampled"],
    ]


def test_classes_of_facts_lead_and_narrower_questions_are_answered() -> None:
    reasons = [
        leak("linkage.top1"),
        {**leak("semantic.leak_rate.quasi"), "questions": ["anonymous"]},
        {**leak("semantic.leak_rate.special"), "questions": ["sensitive"]},
        {**leak("semantic.leak_rate.identifier"), "questions": ["identifiers"]},
        reason("verbatim", "fail", people=2, of=200, records=3, whole=1, private=NAMED),
        {**reason("not_examined", "inconclusive", attacks=["linkage"]), "questions": ["sensitive"]},
    ]
    led = [
        [
            r["figure"] or r["kind"]
            for r in shown({"standard": q, "reasons": own, "verdict": "fail"})
        ]
        for q, own in (("anonymous", reasons), ("sensitive", reasons[1:]))
    ]
    classes = [f"semantic.leak_rate.{said}" for said in ("identifier", "special", "quasi")]
    assert led[0] == ["verbatim", *classes, "linkage.top1"]
    assert led[1] == classes[:2]
    open_ones = shown({"standard": "anonymous", "reasons": reasons, "verdict": "inconclusive"})
    assert "not_examined" not in [r["kind"] for r in open_ones]


def test_what_fails_a_narrower_question_alone_is_said() -> None:
    exposed = next(e for e in EXAMPLES if e["kind"] == "exposed_people")
    narrow = {**exposed, "word": "fail", "questions": ["identifiers"]}
    wide = {**exposed, "word": "fail", "questions": ["sensitive"]}
    wide["facts"] = {**exposed["facts"], "people": 1}
    carried = reason("narrower", "fail", failed=["identifiers"]) | {"questions": ["sensitive"]}
    report = {"verdict": "fail", "standard": "sensitive"}
    assert shown(report | {"reasons": [carried, narrow]}) == [narrow, carried]
    assert shown(report | {"reasons": [narrow, wide]}) == [wide]


def test_what_is_always_said_is_never_left_out() -> None:
    figures = ("linkage.top1", "linkage.top10", "semantic.leak_rate", "lexical.distance")
    found = [{**leak(name), "title": name} for name in figures]
    report = {
        "standard": "anonymous",
        "reasons": [*found, reason("sampled", "pass", records=20, of=60)],
        "verdict": "fail",
    }
    said, left = leading(report, 3)
    assert len(said) == 3
    assert left == 2
    assert "20 of 60" in said[-1]
    assert leading(report, 5) == ([reasons.sentence(r) for r in shown(report)], 0)


def test_a_language_that_nobody_reads_stands_first_of_what_is_doubted_and_is_never_left_out() -> (
    None
):
    def example(kind: str) -> dict[str, Any]:
        return next(e for e in EXAMPLES if e["kind"] == kind)

    unread = example("unreadable")
    figures = ("linkage.top1", "linkage.top10", "semantic.leak_rate", "lexical.distance")
    doubts = [example("claims_not_judged"), example("columns_of_codes"), unread]
    report = {
        "standard": "anonymous",
        "reasons": [*({**leak(name), "title": name} for name in figures), *doubts],
        "verdict": "fail",
    }
    said, left = leading(report, 4)
    assert said[2:] == [sentence(reason) for reason in (unread, *doubts[:2])]
    assert left == 2


def test_more_of_what_counts_is_asked_for() -> None:
    example = next(e for e in EXAMPLES if e["kind"] == "undecided")
    asked = {**example, "facts": {**example["facts"], "counted": "questions"}}
    assert "more people" in sentence(example)
    assert "more questions" in sentence(asked)
    assert "people" not in sentence(asked)


def test_what_nobody_could_read_is_said_with_every_verdict() -> None:
    unread = next(example for example in EXAMPLES if example["kind"] == "unreadable")
    made = report(reasons=[unread], verdict="fail")
    assert [one["kind"] for one in shown(made)] == ["unreadable"]


@pytest.mark.parametrize(
    ("kind", "facts", "one", "several"),
    [
        ("empty_records", {"records": 1, "of": 9, "withheld": 0}, "records is", "records are"),
        ("records_without_question", {"missing": 1, "of": 9}, "records has", "records have"),
        ("spans_too_long", {"missing": 1, "of": 9}, "details is", "details are"),
        ("ids_renamed", {"missing": 1, "unknown": 1, "attacked": 1}, "id is", "ids are"),
        ("ids_renamed", {"missing": 1, "unknown": 1, "attacked": 1}, "1 id that", "1 id that"),
        (
            "exposed_people",
            {"people": 1, "of": 9, "level": 0.01, "private": NAMED},
            "people is", "people are",
        ),
        (
            "control_in_private",
            {"people": 1, "of": 9, "private": NAMED},
            "control is", "control are",
        ),
        (
            "unreadable",
            {
                "side": "release", "unread": 1, "records": 9,
                "languages": {}, "scripts": {}, "not_words": 1,
            },
            "text is", "text are",
        ),
    ],
)  # fmt: skip
def test_one_is_and_several_are(kind: str, facts: dict[str, Any], one: str, several: str) -> None:
    (counted,) = {"records", "missing", "unread", "people"}.intersection(facts) - (
        {"records"} if "unread" in facts else set()
    )
    assert one in sentence(reason(kind, "inconclusive", **facts))
    assert several in sentence(reason(kind, "inconclusive", **facts | {counted: 2}))


def test_an_attack_that_finds_others_as_well_says_why_that_may_be() -> None:
    beyond = {**TEST, "tests": "attack", "bound": "beyond control", "release": "identity"}
    said = sentence(reason("self_test", "inconclusive", "identifiers.standing", **beyond))
    assert "do several people share a name" in said
    found = {**beyond, "bound": "at least", "tells_apart": True}
    said = sentence(reason("self_test", "inconclusive", "linkage.top1", **found))
    assert "may fit as well: do several people share a name" in said
    assert "share a name" not in sentence(reason("self_test", "inconclusive", "x", **TEST))


@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("strangers_tell", {"control": 0.5, "originals": 0.1}, "of people held out the release"),
        ("told_elsewhere", {"people": 2, "of": 9}, "2 of 9 people held out are in the release"),
    ],
)
def test_of_people_held_out_no_reason_says_that_they_have_records(kind, facts, said):
    told = reason(kind, "inconclusive", "semantic.leak_rate", held_out=True, **facts)
    assert said in sentence(told)
    assert " ids" not in sentence(told)


def test_a_check_of_the_judge_says_on_what_it_was_made() -> None:
    said = sentence(reason("self_test", "inconclusive", "judge.own_record", **TEST))
    assert "(30 to 50) on the person's own record, expected" in said


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        (1, "1 sentence about 1 of 9 people, by its words with a health or other special fact, a"),
        (3, "3 sentences about 1 of 9 people, by their words with a health or other special fact,"),
    ],
)
def test_a_sentence_with_a_name_alone_is_not_said_to_be_on_health(
    sentences: int, said: str
) -> None:
    told = reason("sentences_standing", "inconclusive", people=1, of=9, sentences=sentences)
    assert sentence(told).startswith(said)
    assert f", {'is' if sentences == 1 else 'are'} word for word in the person's" in sentence(told)
