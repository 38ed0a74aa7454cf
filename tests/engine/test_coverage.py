"""The coverage ledger's arithmetic, counted by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from seethrough import spec
from seethrough.attacks.extraction import Extraction
from seethrough.attacks.identifiers import Identifiers
from seethrough.attacks.inference import Inference
from seethrough.attacks.linkage import Linkage
from seethrough.attacks.memorization import Memorization
from seethrough.engine.coverage.ledger import ledger_of
from seethrough.engine.coverage.missing import classes_not_judged, control_untold, shortfalls
from seethrough.engine.coverage.remarks import remarks
from seethrough.engine.coverage.stake import people_at_stake
from seethrough.engine.coverage.unexamined import names_unsought, unexamined
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.evidence.linked import RatedClaim, RatedRecord
from seethrough.protocols import Figure, Knowledge, Outcome, Sensitivity, Tally
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease

WHOLE = {
    "private_records": 100,
    "private_records_empty": 0,
    "records_at_stake": 100,
    "records_attacked": 100,
    "records_not_sampled": 0,
}


def kinds(**counts: int) -> list[str]:
    return [reason.kind for reason in shortfalls({**WHOLE, **counts})]


class Linking:
    asks = False
    figures = (
        Figure("linked", "lower_is_better", "", "", title="Linked", questions=("anonymous",)),
    )


class Counting:
    asks = False
    figures = (
        Figure("counted", "lower_is_better", "", "", questions=("anonymous",), optional=True),
    )


class Both:
    asks = False
    figures = (*Counting.figures, *Linking.figures)


class Asking:
    asks = True
    figures = ()


def cell(
    records: list[str],
    attack: Any = Linking,
    eligible: int | None = None,
    failed: tuple[int, int] = (0, 2),
    of: int = 1,
) -> Cell:
    """Return what an attack found: ``failed`` claims of so many for each target."""
    known = [Knowledge(record, record, ()) for record in records]
    tallies = {figure.name: Tally(0.0, of) for figure in attack.figures}
    entries = zip(("claims_unjudged", "claims_asked"), failed, strict=True)
    ledger = {entry: n for entry, n in entries if n}
    group = Arm(known, [Outcome(tallies, ledger) for _ in known])
    size = len(records) if eligible is None else eligible
    return Cell(attack(), group, None, Arm([], []), [], True, eligible=size)


@pytest.mark.parametrize(
    ("kind", "part", "whole"),
    [
        ("claims_not_judged", "claims_unjudged", "claims_asked"),
        ("questions_not_answered", "questions_unanswered", "questions_asked"),
    ],
)
def test_more_than_a_twentieth_unjudged_carries_no_verdict(
    kind: str, part: str, whole: str
) -> None:
    assert kinds() == []
    assert kinds(**{part: 10, whole: 200}) == []
    assert kinds(**{part: 11, whole: 200}) == [kind]
    assert kinds(**{part: 1, whole: 9}) == [kind]
    assert kinds(**{part: 1}) == [kind]
    (reason,) = shortfalls({**WHOLE, part: 50, whole: 200})
    assert reason.word == "inconclusive"
    assert reason.facts == {"missing": 50, "of": 200}


def test_what_is_missing_of_the_control_alone_carries_no_verdict_either() -> None:
    def missing(own: int, others: int) -> list[dict[str, Any]]:
        met, control = cell(["1"], failed=(own, 200)), cell(["9"], failed=(others, 200)).targets
        reasons = control_untold([cell(["2"]), replace(met, control=control)])
        assert {(r.kind, r.word) for r in reasons} <= {("claims_not_judged", "inconclusive")}
        return [dict(r.facts) for r in reasons]

    assert missing(0, 10) == []
    assert missing(10, 11) == [{"missing": 11, "of": 200, "control": True}]
    assert missing(11, 200) == []  # the same is said of the release


def test_nine_of_ten_records_at_stake_must_be_attacked() -> None:
    assert kinds(records_attacked=90) == []
    assert kinds(records_attacked=89) == ["records_not_attacked"]
    assert kinds(records_attacked=0) == ["nothing_attacked"]
    assert kinds(records_attacked=10, records_not_sampled=80) == []
    assert kinds(records_attacked=10, records_not_sampled=79) == ["records_not_attacked"]
    assert kinds(records_attacked=45, records_at_stake=50) == []
    assert kinds(records_attacked=44, records_at_stake=50) == ["records_not_attacked"]
    (reason,) = shortfalls({**WHOLE, "records_attacked": 30, "records_at_stake": 60})
    assert reason.facts == {"attacked": 30, "of": 60}
    assert kinds(sanitizer_failed=1) == ["sanitizer_failed"]


def test_blank_records_that_were_left_out_hide_nothing() -> None:
    """They are not released and have no text: counted once, not twice."""
    private = Corpus.from_texts(["told"] * 60 + [" "] * 40)
    for count in (100, 60):
        release = TextRelease(
            private.take(range(count)).with_texts(["x"] * 30 + [""] * (count - 30))
        )
        counts = ledger_of(private, release, [cell(list(private.ids[:20]), eligible=20)])
        (reason,) = shortfalls(counts)
        assert (reason.kind, reason.facts) == ("records_not_attacked", {"attacked": 20, "of": 60})
        (emptied,) = remarks(counts)
        assert (emptied.kind, emptied.facts["records"]) == ("empty_records", 30)


def test_every_record_is_counted() -> None:
    private = Corpus.from_texts(
        ["a", "b", " ", "c", "x" * 20_001], ["1", "2", "3", "4", "5"], ["p", "p", "q", "r", "s"]
    )
    released = Corpus.from_texts(["a", "", "z"], ["1", "2", "9"])
    release = TextRelease(released, ledger={"withheld": 1})
    counts = ledger_of(private, release, [cell(["1"], eligible=2), cell(["1", "2"])])
    assert counts == {
        "private_records": 5,
        "people": 4,
        "private_records_empty": 1,
        "private_records_very_long": 1,
        "released_records": 3,
        "released_records_empty": 1,
        "released_records_very_long": 0,
        "records_at_stake": 2,
        "records_emptied": 1,
        "records_not_released": 3,
        "released_records_of_nobody": 1,
        "sanitizer_withheld": 1,
        "records_attacked": 2,
        "records_not_sampled": 0,
        "records_nothing_known_about": 0,
        "claims_asked": 4,
        "cells_failed": 0,
    }


def test_records_that_stand_for_nobody_in_particular_are_not_matched_by_id() -> None:
    private = Corpus.from_texts(["a"] * 4)
    release = TextRelease(Corpus.from_texts(["b"], ["x"]), aligned=False)
    counts = ledger_of(private, release, [cell(["0"])])
    assert counts["records_nothing_known_about"] == 3
    assert not {"records_not_released", "released_records_of_nobody"} & set(counts)


def test_of_several_attacks_the_one_that_could_have_reached_most_counts() -> None:
    private = Corpus.from_texts(["a"] * 9)
    cells = [cell(["0"], eligible=2), cell(["1"], eligible=5), cell(["2"], eligible=3)]
    counts = ledger_of(private, TextRelease(private), cells)
    assert (counts["records_attacked"], counts["records_not_sampled"]) == (3, 2)
    nothing = ledger_of(private, TextRelease(private), [])
    assert (nothing["records_attacked"], nothing["records_not_sampled"]) == (0, 0)
    assert [reason.kind for reason in shortfalls(nothing)] == ["nothing_attacked"]


def test_of_every_entry_the_largest_of_all_attacks_is_kept() -> None:
    private = Corpus.from_texts(["a"] * 3)
    cells = [cell(["0"]), cell(["0"]), cell(["0"])]
    for own, passages in zip(cells, (1, 3, 2), strict=True):
        own.targets.outcomes[0].ledger.update(passages_cut=passages, spared=0)  # type: ignore[attr-defined]
    counts = ledger_of(private, TextRelease(private), cells)
    assert (counts["passages_cut"], counts["spared"]) == (3, 0)


def test_questions_may_reach_any_record() -> None:
    private = Corpus.from_texts(["a", "b", "c"])
    release = TextRelease(private)
    counts = ledger_of(private, release, [cell(["question 1", "question 2"], Asking)])
    assert counts["records_attacked"] == 3
    assert counts["records_nothing_known_about"] == 0
    both = ledger_of(private, release, [cell(["question 1"], Asking), cell(["0"], eligible=2)])
    assert both["records_attacked"] == 1
    assert both["records_not_sampled"] == 1
    assert both["records_nothing_known_about"] == 1


def test_contact_data_are_not_all_identifiers() -> None:
    (reason,) = names_unsought([Extraction(), Linkage()])
    assert (reason.word, reason.questions) == ("inconclusive", ("identifiers",))
    assert names_unsought([Linkage()]) == []
    assert names_unsought([Extraction(), Identifiers()]) == []


@pytest.mark.parametrize(
    ("tagger", "unsought"),
    [
        ("presidio", False),
        ("presidio:kinds=email+phone", True),
        ("scrubadub", True),
        ("scrubadub:detectors=email+spacy", False),
        ("column", False),
    ],
)
def test_a_tagger_that_looks_for_no_names_leaves_two_questions_open(
    tagger: str, unsought: bool
) -> None:
    found = names_unsought([Memorization(spec.parse("taggers", tagger))])
    assert [r.questions for r in found] == [("identifiers", "anonymous")] * unsought


def test_a_verdict_rests_on_those_with_text_or_those_drawn() -> None:
    private = Corpus.from_texts(["a", "b", " ", "c"], persons=["p", "p", "q", "r"])
    assert people_at_stake(private, []).people == 2
    assert people_at_stake(private, [cell(["0"], eligible=1)]).people == 2
    assert people_at_stake(private, [cell(["0"], eligible=2)]).people == 1
    assert people_at_stake(private, [cell(["q"], Asking, eligible=9)]).people == 2
    assert people_at_stake(private, [cell([], eligible=3)]).people == 2
    # Two targets known from one record are not the two records that there were to draw from.
    assert people_at_stake(private, [cell(["0", "0"], eligible=2)]).people == 1


def test_two_targets_known_from_one_record_are_one_record() -> None:
    private = Corpus.from_texts(["a"] * 20)
    twice = [str(i) for i in range(10) for _ in range(2)]
    counts = ledger_of(private, TextRelease(private), [cell(twice, eligible=10)], [Linking()])
    assert (counts["records_attacked"], counts["records_nothing_known_about"]) == (10, 10)
    (reason,) = shortfalls(counts)
    assert reason.facts == {"attacked": 10, "of": 20}


def test_an_attack_that_covers_little_is_not_hidden_by_another() -> None:
    private = Corpus.from_texts(["a"] * 20)
    release = TextRelease(private)
    everybody = [str(i) for i in range(20)]
    linked, counted = cell(["0", "1"]), cell(everybody, Counting)
    counts = ledger_of(private, release, [linked, counted], [Linking(), Counting()])
    assert (counts["records_attacked"], counts["records_nothing_known_about"]) == (2, 18)
    (reason,) = shortfalls(counts)
    assert reason.facts == {"attacked": 2, "of": 20}
    # Another attack that measures the same figure may cover the rest; what is optional need not.
    both = ledger_of(private, release, [linked, cell(everybody)], [Linking(), Counting()])
    assert both["records_attacked"] == 20
    # One that counts more figures hides nothing, and neither does one that was not run.
    for needed in ([Both()], [Linking(), Inference()]):
        own = ledger_of(private, release, [cell(["0"], Both), cell(everybody, Counting)], needed)
        assert own["records_attacked"] == 1
    few = ledger_of(
        private, release, [cell(everybody), cell(["0"], Counting)], [Linking(), Counting()]
    )
    assert few["records_attacked"] == 20


def test_claims_that_one_attack_left_unjudged_are_not_hidden_by_another() -> None:
    private = Corpus.from_texts(["a"] * 4)
    cells = [cell(["0", "1"], failed=(1, 2)), cell(["0", "1", "2", "3"], failed=(0, 50))]
    counts = ledger_of(private, TextRelease(private), cells)
    assert (counts["claims_unjudged"], counts["claims_asked"]) == (2, 4)
    assert "claims_not_judged" in [r.kind for r in shortfalls(counts)]
    # The one that left the largest share, though the other left more claims.
    for each in ([("0", 3, 30), ("1", 4, 200)], [("1", 4, 200), ("0", 3, 30)]):
        parts = [cell([record], failed=(part, of)) for record, part, of in each]
        counts = ledger_of(private, TextRelease(private), parts)
        assert (counts["claims_unjudged"], counts["claims_asked"]) == (3, 30)


def test_a_question_that_no_attack_asked_stays_open() -> None:
    needed = [Linkage(), Identifiers(), Inference()]
    assert unexamined(needed, needed) == []
    left = unexamined([Linkage(), Inference()], needed)
    assert [(r.kind, r.word, r.questions, r.facts["attacks"]) for r in left] == [
        ("not_examined", "inconclusive", ("identifiers",), ["identifiers"])
    ]
    assert [r.questions for r in unexamined([], needed)] == [
        ("identifiers",), ("sensitive",), ("anonymous",),
    ]  # fmt: skip
    # Another attack that measures one of its figures will do.
    assert unexamined([Both()], [Linking(), Counting()]) == []


def test_a_class_of_facts_that_nobody_judged_is_no_pass() -> None:
    def told(grades: list[int | None], named: Sensitivity | None = None) -> list[Any]:
        also: Sensitivity | None = "special" if named else None
        claims = [RatedClaim("has HIV", grade, "", named or "special", also) for grade in grades]
        claims += [RatedClaim("walks", 3, "", "none")] * 200
        seen = RatedRecord((), "r", "passage", tuple(claims))
        run = Arm([Knowledge("r", "r", ())], [Outcome({}, {}, seen)])
        return classes_not_judged([Cell(Inference(), run, None, run, [], True)])

    assert told([3] * 20) == []
    assert told([None, *[3] * 19]) == []  # one in twenty
    (reason,) = told([None, None, *[3] * 18])
    assert (reason.kind, reason.word) == ("claims_not_judged", "inconclusive")
    assert reason.figure == "semantic.leak_rate.special"
    assert reason.questions == ("sensitive",)
    assert (reason.facts["missing"], reason.facts["of"]) == (2, 20)
    assert told([None] * 3)[0].facts["missing"] == 3
    figures = [reason.figure for reason in told([None] * 3, named="identifier")]
    assert figures == ["semantic.leak_rate.identifier", "semantic.leak_rate.special"]


def test_a_verdict_rests_on_the_people_who_count_in_its_figures() -> None:
    private = Corpus.from_texts(["a"] * 30)
    everybody = [str(i) for i in range(30)]
    needed = [Linking(), Counting()]
    assert people_at_stake(private, [cell(everybody)], needed).people == 30
    assert people_at_stake(private, [cell(everybody[:5])], needed).people == 5
    assert people_at_stake(private, [cell(everybody, of=0)], needed) == (0, "Linked")
    assert people_at_stake(private, [cell(everybody, Both, of=0)], [Both()]) == (0, "Linked")
    assert people_at_stake(private, [cell(everybody)], needed).title == ""
    assert people_at_stake(private, [cell(everybody), cell(["1"], Counting)], needed).people == 30
    assert people_at_stake(private, [cell(["1"]), cell(everybody)], needed).people == 30


def test_empty_records_and_samples_are_remarked() -> None:
    counts = {**WHOLE, "released_records": 100, "released_records_empty": 3}
    (empty,) = remarks({**counts, "private_records_empty": 1, "sanitizer_withheld": 2})
    assert (empty.kind, empty.word) == ("empty_records", "pass")
    assert empty.facts == {"records": 2, "of": 100, "withheld": 2}
    assert remarks({**counts, "private_records_empty": 3}) == []
    (emptied,) = remarks({**counts, "private_records_empty": 9, "records_emptied": 3})
    assert emptied.facts["records"] == 3
    (one,) = remarks({**counts, "private_records_empty": 2})
    assert one.facts["records"] == 1
    (sampled,) = remarks({**WHOLE, "records_attacked": 20, "records_not_sampled": 80})
    assert (sampled.kind, sampled.facts) == ("sampled", {"records": 20, "of": 100})
