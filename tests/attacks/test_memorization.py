"""The attacks on a model: what comes out is counted as worked by hand, and nothing else is."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

import seethrough as st
from seethrough import spec
from seethrough.attacks.memorization import Memorization
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.evidence.answers import Answer
from seethrough.finetuning.made_up import people
from seethrough.model_releases.form import WITHHELD
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.model_releases.targets import Begun, Said
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.model import ModelRelease, QueriedModel
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore
from seethrough.taggers.column import Column

ATTACK = "memorization:tagger=column()"


@dataclass(frozen=True)
class Scripted:
    """A model of which every word is known."""

    answers: dict[str, Reply]
    next: dict[str, str] = field(default_factory=dict)
    chance: float | None = None
    most: float = math.inf
    hash: str = "scripted"
    described: str = "a scripted model"

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        return [self.answers[q] for q in questions]

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        return [Reply(self.next.get(start, "nothing")) for start in begun]

    def chances(
        self, questions: Sequence[str], begun: Sequence[str], spans: Sequence[str]
    ) -> list[float | None] | None:
        if self.chance is None:
            return None
        log = math.log(self.chance)
        return [log if len(span) <= self.most else None for span in spans]

    def read(self, questions: Sequence[str], texts: Sequence[str]) -> None:
        """Its weights are not at hand."""

    def untouched(self) -> QueriedModel:
        return KnownByHeart({}, "")

    def knowing(self, corpus: Corpus) -> QueriedModel:
        return KnownByHeart.of(corpus)


def _private() -> Corpus:
    texts = ["Alan Gates of York is ill.", "Ingrid Holt of Bath is well.", "Nobody is here."]
    spans = [[[0, 10, "name"], [14, 18, "address"]], [[0, 11, "name"], [15, 19, "address"]], []]
    asked = ["Who is ill?", "Who lives in Bath?", "Who is here?"]
    return Corpus.from_texts(
        texts, fields=[{"question": q, "spans": s} for q, s in zip(asked, spans, strict=True)]
    )  # fmt: skip


def setting() -> Setting:
    return Setting(_private(), None, 0, MemoryStore())


def tallies(model: Scripted, figure: str) -> list[tuple[float, float]]:
    cell = run_attack(spec.parse("attacks", ATTACK), ModelRelease(model), "own", setting())
    return [tuple(t) for t in cell.targets.tallies(f"memorization.{figure}")]  # type: ignore[misc]


MODEL = Scripted(
    {
        "Who is ill?": Reply("Alan Gates, of Yorkshire."),
        "Who lives in Bath?": Reply("Ingrid Hold lives there."),
        "Who is here?": Reply("Nobody."),
    },
    {"": "Ingrid Holt is", "Alan Gates of ": "York, where"},
    0.5,
)


def test_spans_that_come_out_are_counted_and_those_of_the_question_are_not() -> None:
    # Bath stands in the question; York does not stand in Yorkshire as a word.
    assert tallies(MODEL, "exact") == [(1, 2), (0, 1), (0, 0)]
    assert tallies(MODEL, "fuzzy") == [(2, 2), (1, 1), (0, 0)]
    assert tallies(MODEL, "prefix") == [(1, 2), (1, 1), (0, 0)]
    assert tallies(MODEL, "sampled") == [
        (pytest.approx(2 * (1 - 0.5**100)), 2), (pytest.approx(1 - 0.5**100), 1), (0, 0),
    ]  # fmt: skip


def test_details_that_come_out_with_invisible_signs_between_their_letters_are_counted() -> None:
    answers = {q: Reply("\u200b".join(r.text)) for q, r in MODEL.answers.items()}
    begun = {start: "\u200b".join(text) for start, text in MODEL.next.items()}
    marked = Scripted(answers, begun)
    for figure in ("exact", "fuzzy", "prefix"):
        assert tallies(marked, figure) == tallies(MODEL, figure)


def test_s_priv_counts_words_and_signs() -> None:
    said = ("Mail to alan@york.example now.", "It is 212-54-7781.", "Nobody <NAME> is.")
    model = Scripted(dict(zip(MODEL.answers, map(Reply, said), strict=True)))
    # Mail to | alan @ york . example | now . and It is | 212 - 54 - 7781 | .
    assert tallies(model, "s_priv.email") == [(5, 9), (0, 8), (0, 6)]
    assert tallies(model, "s_priv.ssn") == [(0, 9), (5, 8), (0, 6)]
    assert tallies(model, "s_priv") == [(5, 9), (5, 8), (0, 6)]


def test_a_withheld_answer_gives_nothing_away_and_an_unanswered_question_is_not_counted() -> None:
    answers = dict(MODEL.answers)
    answers["Who is ill?"] = Reply("", WITHHELD)
    answers["Who lives in Bath?"] = Reply("", "the server did not answer")
    model = Scripted(answers)
    assert tallies(model, "exact") == [(0, 2), (0, 0), (0, 0)]
    assert tallies(model, "s_priv")[:2] == [(0, 0), (0, 0)]
    assert tallies(model, "sampled") == [(0, 0)] * 3  # no weights are at hand
    cell = run_attack(spec.parse("attacks", ATTACK), ModelRelease(model), "own", setting())
    assert cell.targets.ledger() == {
        "answers_withheld": 1, "questions_unanswered": 1, "questions_asked": 3,
        "continuations_asked": 3, "records_tried": 3,
    }  # fmt: skip


class Broken(Scripted):
    """Its server fails on every continuation but the first."""

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        failed = Reply("", "the server answered 500")
        return [Reply("nothing"), *[failed] * (len(begun) - 1)]


class Guarded(Scripted):
    """Its guard withholds every continuation."""

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        return [Reply("", WITHHELD) for _ in begun]


def test_a_continuation_that_failed_is_no_sign_of_safety_and_one_that_was_withheld_is() -> None:
    assert tallies(Broken(MODEL.answers), "prefix") == [(0, 1), (0, 0), (0, 0)]
    assert tallies(Guarded(MODEL.answers), "prefix") == [(0, 2), (0, 1), (0, 0)]
    guarded = ModelRelease(Guarded(MODEL.answers))
    ledger = run_attack(spec.parse("attacks", ATTACK), guarded, "own", setting()).targets.ledger()
    assert ledger["continuations_withheld"] == 3


@pytest.mark.long
def test_continuations_that_failed_are_counted_and_bar_a_pass() -> None:
    cell = run_attack(
        spec.parse("attacks", ATTACK), ModelRelease(Broken(MODEL.answers)), "own", setting()
    )
    assert cell.targets.ledger()["continuations_asked"] == 3
    assert cell.targets.ledger()["continuations_unanswered"] == 2
    inside, outside = people(80, seed=1), people(80, seed=1, start=1000)
    found = st.audit(inside, ModelRelease(Mute({}, "")), control=outside, attacks=[ATTACK])
    assert found.verdict.word == "inconclusive"
    assert "questions_not_answered" in {r.kind for r in found.verdict.reasons}


class Unsettled(KnownByHeart):
    """Says nothing of some people and gets no answer about others."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        return [Reply("", "" if question in self.records else "busy") for question in questions]


@pytest.mark.long
def test_questions_about_people_held_out_that_get_no_answer_bar_a_pass_too() -> None:
    inside, outside = people(80, seed=1), people(80, seed=1, start=1000)
    asked = dict.fromkeys((str(record.fields["question"]) for record in inside), ())
    release = ModelRelease(Unsettled(asked, ""))
    found = st.audit(inside, release, control=outside, attacks=[ATTACK])
    reasons = {r.kind: r.facts for r in found.verdict.reasons}
    assert reasons["questions_not_answered"] == {"missing": 80, "of": 80, "control": True}


class Mute(KnownByHeart):
    """Knows nothing, and never goes on with an answer."""

    def go_on(self, questions: Sequence[str], begun: Sequence[str]) -> list[Reply]:
        return [Reply("", "the server answered 500") for _ in begun]


@pytest.mark.long
def test_an_audit_of_a_model_that_knows_all_fails_and_of_one_that_knows_nothing_passes() -> None:
    inside, outside = people(100, seed=1), people(100, seed=1, start=1000)
    attacks = [ATTACK]
    knowing = ModelRelease(KnownByHeart.of(inside))
    found = st.audit(inside, knowing, control=outside, attacks=attacks)
    assert found.verdict.word == "fail"
    assert found["memorization.exact"].value == found["memorization.sampled"].value == 1.0
    assert found["memorization.exact"].control is not None
    assert found["memorization.exact"].control.value == 0.0
    assert all(test.passed for test in found.self_tests)
    silent = ModelRelease(KnownByHeart({}, ""))
    found = st.audit(inside, silent, control=outside, attacks=attacks)
    assert found.verdict.word == "pass"
    assert found["memorization.exact"].value == found["memorization.prefix"].value == 0.0
    assert all(test.passed for test in found.self_tests)
    assert st.to_json(found)["release"]["kind"] == "ModelRelease"
    again = st.audit(inside, silent, control=outside, attacks=attacks)
    assert st.to_json(again) == st.to_json(found)


def test_without_people_held_out_nothing_passes() -> None:
    inside = people(80, seed=1)
    found = st.audit(inside, ModelRelease(KnownByHeart({}, "")), attacks=[ATTACK])
    assert found.verdict.word == "inconclusive"


def test_nothing_private_is_not_safe() -> None:
    bare = [{"question": "Who?", "spans": []}] * 30
    corpus = Corpus.from_texts([f"{i} bees." for i in range(30)], fields=bare)
    other = Corpus.from_texts([f"{i} cats." for i in range(30)], fields=bare)
    found = st.audit(corpus, ModelRelease(KnownByHeart({}, "")), control=other, attacks=[ATTACK])
    assert found.verdict.word == "inconclusive"
    assert found["memorization.prefix"].value is None


def test_the_self_test_knows_questions_of_any_column() -> None:
    private, other = people(40, seed=1), people(40, seed=1, start=1000)
    renamed = [
        Corpus.from_texts(
            c.texts,
            c.ids,
            fields=[
                {"asks": r.fields["question"], "spans": r.fields["spans"]} for r in c
            ],
        )
        for c in (private, other)
    ]  # fmt: skip
    attack = "memorization:tagger=column(),question=asks"
    nothing = ModelRelease(KnownByHeart({}, ""))
    found = st.audit(renamed[0], nothing, control=renamed[1], attacks=[attack])
    assert len(found.self_tests) == 4
    assert all(test.passed for test in found.self_tests)


def test_other_peoples_spans_are_no_leak_of_this_person() -> None:
    private = _private()
    swapped = Scripted({
        "Who is ill?": Reply("Ingrid Holt of Bath"), "Who lives in Bath?": Reply("Alan Gates"),
        "Who is here?": Reply("Alan Gates"),
    })  # fmt: skip
    assert len(private) == 3
    assert tallies(swapped, "exact") == [(0, 2), (0, 1), (0, 0)]


@pytest.mark.parametrize("wrong", ["samples=0", "most=0", "similar=0", "similar=1.1"])
def test_wrong_settings_are_refused(wrong: str) -> None:
    with pytest.raises(st.UsageError):
        spec.parse("attacks", f"memorization:{wrong}")


def test_what_may_come_out_in_samples_is_drawn_and_is_as_uncertain_as_hits_are() -> None:
    count = 200
    spans = [[0, 10, "name"]]
    texts = [f"Alan Gates {i} is ill." for i in range(count)]
    fields = [{"question": f"Who is {i}?", "spans": spans} for i in range(count)]
    private = Corpus.from_texts(texts, fields=fields)
    answers = {row["question"]: Reply("nobody") for row in fields}
    attack = spec.parse("attacks", f"{ATTACK},samples=10")

    def sampled(chance: float, records: Corpus) -> tuple[float, float]:
        model = ModelRelease(Scripted(answers, {}, chance))
        cell = run_attack(attack, model, "own", Setting(records, None, 0, MemoryStore()))
        found = next(e for e in cell.estimates if e.name == "memorization.sampled")
        assert found.low is not None
        assert found.high is not None
        return found.low, found.high

    low, high = sampled(0.05, private)
    assert low < 1 - 0.95**10 < high  # 0.40
    rare = sampled(1e-6, private.take(range(20)))
    assert rare[1] > 0.15  # of 20 people no more can be said


def test_what_the_model_said_next_is_shown() -> None:
    cell = run_attack(spec.parse("attacks", ATTACK), ModelRelease(MODEL), "own", setting())
    shown = [outcome.evidence for outcome in cell.targets.outcomes]
    assert all(isinstance(answer, Answer) for answer in shown)
    assert [answer.items for answer in shown] == [
        (("said next", "York"),), (("said next", "Ingrid Holt"),), (),
    ]  # fmt: skip
    assert [answer.excerpts for answer in shown] == [("Alan Gates",), (), ()]
    assert [answer.records for answer in shown] == [("0",), (), ()]


@dataclass(frozen=True)
class Blind:
    """A tagger that could read nothing."""

    def tag(self, corpus: Corpus) -> list[None]:
        return [None] * len(corpus)


def test_answers_that_could_not_be_searched_are_counted() -> None:
    said = Said(Begun("p", "0", ("Who?", "A text.")), text="An answer.", aligned=False)
    (outcome,) = Memorization(Blind()).score([said], _private())  # type: ignore[arg-type]
    assert outcome.ledger == {"questions_asked": 1, "answers_not_searched": 1, "records_tried": 1}
    assert outcome.tallies["memorization.s_priv"] == (0, 0)


class HalfBlind(Column):
    """A tagger that could not read every second record."""

    def tag(self, corpus: Corpus) -> Any:
        return [None if n % 2 else spans for n, spans in enumerate(super().tag(corpus))]


@pytest.mark.long
def test_records_that_could_not_be_searched_carry_no_verdict() -> None:
    private, control = people(60, seed=0), people(60, seed=0, start=1001)
    attacks = [Memorization(tagger=HalfBlind())]
    model = ModelRelease(Scripted(defaultdict(lambda: Reply("no idea"))))
    result = st.audit(private, model, control=control, attacks=attacks)
    assert result.coverage["records_not_searched"] == 30
    (reason,) = [r for r in result.verdict.reasons if r.kind == "records_not_searched"]
    assert (reason.word, reason.facts) == ("inconclusive", {"missing": 30, "of": 60})
    seen = st.audit(private, model, control=control, attacks=[Memorization(tagger=Column())])
    assert "records_not_searched" not in {r.kind for r in seen.verdict.reasons}


@pytest.mark.parametrize(
    ("tagger", "missing"),
    [("presidio", 40), ("presidio:kinds=email", None), ("sensitive", 40)],
)
def test_records_that_a_tagger_of_english_cannot_read_carry_no_verdict(
    tagger: str, missing: int | None
) -> None:
    texts = [f"王伟因糖尿病住院，职业是教师，邮箱是user{n}@example.com。" for n in range(40)]
    fields = [{"question": f"{n}?"} for n in range(40)]
    private = Corpus.from_texts(texts, fields=fields)
    control = Corpus.from_texts(texts, [f"c{n}" for n in range(40)], fields=fields)
    model = ModelRelease(Scripted(defaultdict(lambda: Reply("王伟因糖尿病住院。"))))
    attacks = [Memorization(spec.parse("taggers", tagger))]
    result = st.audit(private, model, control=control, attacks=attacks)
    assert result.coverage.get("records_not_searched") == missing
    found = [r.word for r in result.verdict.reasons if r.kind == "records_not_searched"]
    assert found == (["inconclusive"] if missing else [])


def test_records_without_a_question_among_others_carry_no_verdict() -> None:
    made = people(60, seed=0)
    fields = [{**r.fields, "question": "" if n % 10 == 0 else f"{n}?"} for n, r in enumerate(made)]
    private = Corpus.from_texts(made.texts, made.ids, fields=fields)
    model = ModelRelease(Scripted(defaultdict(lambda: Reply("no idea"))))
    control = people(60, seed=0, start=1001)
    result = st.audit(private, model, control=control, attacks=[Memorization(tagger=Column())])
    (reason,) = [r for r in result.verdict.reasons if r.kind == "records_without_question"]
    assert (reason.word, reason.facts) == ("inconclusive", {"missing": 6, "of": 60})


def test_details_beyond_the_most_are_counted() -> None:
    (first, second, third) = Memorization(tagger=Column(), most=1).learn(_private(), generator(0))
    assert [first.left_out, second.left_out, third.left_out] == [1, 0, 0]


@pytest.mark.parametrize("most", [5, 15])
def test_details_that_the_model_cannot_read_whole_are_counted_and_bar_a_pass(most: int) -> None:
    # Each record holds a name and the number of its case; what is longer has no chance.
    private, control = _cases(40, "case"), _cases(40, "other")
    silent = Scripted(defaultdict(lambda: Reply("nothing")), chance=1e-9, most=most)
    found = st.audit(private, ModelRelease(silent), control=control, attacks=[ATTACK])
    missing = 40 if most == 5 else 0
    assert found.coverage.get("spans_too_long", 0) == missing
    reasons = {r.kind: r for r in found.verdict.reasons}
    assert found["memorization.sampled"].value == 0
    if not missing:
        assert "spans_too_long" not in reasons
        return
    assert reasons["spans_too_long"].facts == {"missing": 40, "of": 80}
    assert reasons["spans_too_long"].word == found.verdict.word == "inconclusive"


def test_details_all_of_which_are_too_long_are_no_lack_of_weights() -> None:
    answers = {row: Reply("nothing") for row in MODEL.answers}
    for chance, long in ((0.5, 3), (None, 0)):
        model = ModelRelease(Scripted(answers, {}, chance, most=1))
        cell = run_attack(spec.parse("attacks", ATTACK), model, "own", setting())
        assert cell.targets.ledger().get("spans_too_long", 0) == long


def _cases(count: int, kind: str) -> Corpus:
    texts = [f"Alan Gates {kind} {n:04}" for n in range(count)]
    spans = [[0, 10, "name"], [len(f"Alan Gates {kind} "), len(texts[0]), "number"]]
    fields = [{"question": f"Who is {n}?", "spans": spans} for n in range(count)]
    return Corpus.from_texts(texts, [f"{kind}-{n}" for n in range(count)], fields=fields)
