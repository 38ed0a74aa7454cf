"""The engine: three ways to run an attack, doubts, resuming, the same bytes for a seed."""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.inference import Inference
from seethrough.attacks.linkage import Linkage
from seethrough.engine.audit import audit
from seethrough.engine.compare import compare
from seethrough.engine.runs.linking import blinded, rank_of_target
from seethrough.engine.sanitize import sanitize
from seethrough.engine.verdict.limits import Limit, Tolerances
from seethrough.errors import ContractError, InputError, UsageError
from seethrough.judges.rouge import Rouge
from seethrough.knowledge.first import First
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import (
    Attack,
    Figure,
    Generator,
    Guess,
    Judge,
    Knowledge,
    Outcome,
    Place,
    Tally,
)
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.machine import to_json
from seethrough.report.terminal.summary import summarize

JOBS = ["baker", "beekeeper", "ferry captain", "violin teacher", "locksmith", "midwife", "glazier"]
PLACES = ["Lyon", "Bergen", "Porto", "Ghent", "Turku", "Kassel", "Leeds"]
PETS = ["parrot", "tortoise", "greyhound", "ferret", "canary", "cat", "gecko"]
SICK = ["migraine", "gout", "asthma", "eczema", "anaemia", "sciatica", "tinnitus"]


def text(i: int) -> str:
    j, k = i // 7, i // 49
    district = f" {i}" if i >= 49 else ""  # from there on job and place come again
    return (
        f"She is a {JOBS[i % 7]}. She lives in {PLACES[(i + j) % 7]}{district}. She owns a"
        f" {PETS[(i + 2 * j + k) % 7]}. She suffers from {SICK[(i + 3 * j + 2 * k) % 7]}."
        f" She was born in {1940 + i}."
    )


def people(n: int, start: int = 0) -> Corpus:
    ids = [f"r{i}" for i in range(start, start + n)]
    return Corpus.from_texts([text(i) for i in range(start, start + n)], ids=ids, name="private")


LINK = Linkage(linker=BM25(), knowledge=First(2), atomizer=Sentence())
INFER = Inference(
    judge=Rouge(same=0.95, similar=0.9), linker=BM25(), knowledge=First(2), atomizer=Sentence()
)


@pytest.fixture(autouse=True)
def _judges_are_tested_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """ROUGE-L, which is fast, hears no paraphrase, so no audit with it would pass."""
    engine = importlib.import_module("seethrough.engine.self_test.running")
    monkeypatch.setattr(engine, "check_judge", lambda *_: [])


def run(private: Corpus, release: Any, **more: Any) -> Any:
    return audit(private, release, attacks=more.pop("attacks", [LINK, INFER]), **more)


def kinds(result: Any) -> set[str]:
    return {reason.kind for reason in result.verdict.reasons}


def test_releasing_the_originals_leaks_everything() -> None:
    result = run(people(40), people(40))
    assert result["linkage.top1"].value >= 0.95
    assert result["linkage.top1"].control.value == 0
    assert result["linkage.top1"].baseline.value < 0.2
    assert result["semantic.distance"].value <= 0.05
    assert result["semantic.leak_rate"].value >= 0.95
    assert result["semantic.leak_rate"].baseline.value == 0
    assert result.verdict.word == "fail"
    assert all(t.passed for t in result.self_tests)


def test_an_erased_release_leaks_nothing() -> None:
    private = people(100)
    result = run(private, private.with_texts([""] * 100))
    assert result["linkage.top1"].value <= 0.1
    assert result["semantic.distance"].value == 1
    assert result.verdict.word == "pass"
    assert result.verdict.exit_status == 0
    assert result.coverage["released_records_empty"] == 100
    assert "empty_records" in kinds(result)


def test_too_few_people_to_see_a_leak_are_no_pass() -> None:
    private = people(40)
    result = run(private, private.with_texts([""] * 40))
    assert result.verdict.word == "inconclusive"
    reason = next(r for r in result.verdict.reasons if r.figure == "semantic.leak_rate")
    assert 20 < reason.facts["people_to_pass"] < 80
    assert re.search(r"A decision takes about \d+ more people", " ".join(summarize(result).split()))
    one = Corpus.from_texts(people(3).texts, persons=["p"] * 3)
    alone = run(one, one.with_texts([""] * 3), tolerances=Tolerances(0.5))
    assert alone.verdict.word == "inconclusive"
    assert "few_people" in kinds(alone)


def test_the_originals_of_one_person_are_no_pass() -> None:
    one = Corpus.from_texts(people(3).texts, persons=["p"] * 3)
    assert run(one, one).verdict.word != "pass"


def test_two_of_two_hundred_word_for_word_are_no_pass() -> None:
    private = people(200)
    texts = [t if i in (7, 90) else "Nothing to report." for i, t in enumerate(private.texts)]
    result = run(private, private.with_texts(texts), tolerances=Tolerances(0.3))
    assert result.verdict.word == "fail"


def test_half_the_records_and_five_targets_are_no_pass() -> None:
    private = people(60)
    texts = [t if i % 2 else "" for i, t in enumerate(private.texts)]
    result = run(private, private.with_texts(texts), targets=5)
    assert result.verdict.word != "pass"
    assert result.coverage["records_not_sampled"] == 55
    assert "sampled" in kinds(result)


def test_a_limit_on_a_utility_does_not_switch_the_test_off() -> None:
    private = people(40)
    limit = Limit("utility.length_kept", 0.5, above=False)
    result = run(private, private, utilities=["length_kept"], limits=[limit])
    assert (result.verdict.word, result.verdict.exit_status) == ("fail", 1)
    assert result.verdict["anonymous"].word == "fail"


def request(i: int, name: str, phone: str) -> str:
    return (
        f"Please write a cover letter to a bank in {PLACES[i % 7]} for me. I have been a"
        f" {JOBS[i // 7 % 7]} for {i + 1} weeks. I own a {PETS[i // 3 % 7]}. My name is {name}."
        f" My number is {phone}."
    )


class Measured(Rouge):
    """ROUGE-L on texts of which it is known that it never errs."""

    @property
    def agreement(self) -> Mapping[str, Any]:
        """What was measured."""
        never = {"found": 1.0, "false": 0.0, "found_error": 0.0, "false_error": 0.0}
        rated = {"disclosed": 500, "other": 500, "texts": 100}
        return {"errors": {kind: never | rated for kind in ("kept", "rewritten", "another")}}


def test_requests_without_names_and_numbers_pass_for_identifiers_alone() -> None:
    first = ["Anna", "Martin", "Laura", "Peter", "Sarah", "Thomas", "Julia", "Robert", "Helen"]
    last = ["Keller", "Miller", "Baker", "Fischer", "Novak", "Harris", "Vogel", "Doyle", "Ortega"]
    names = [f"{a} {b}" for a in first for b in last]
    phones = [f"(212) 555-{1000 + 7 * i}" for i in range(len(names))]
    private = Corpus.from_texts([*map(request, range(len(names)), names, phones)])
    hidden = private.with_texts([request(i, "[NAME]", "[PHONE]") for i in range(len(names))])
    measured = dataclasses.replace(INFER, judge=Measured(same=0.95, similar=0.9))
    attacks = [LINK, measured, "identifiers"]
    result = run(private, hidden, attacks=attacks, standard="identifiers")
    assert (result.verdict.word, result.verdict.exit_status) == ("pass", 0)
    # The same figures by a judge of which nobody knows how often it errs.
    unknown = run(private, hidden, attacks=[LINK, INFER, "identifiers"], standard="identifiers")
    assert (unknown.verdict.word, unknown.verdict.exit_status) == ("inconclusive", 2)
    assert "errors_unmeasured" in kinds(unknown)
    assert "seethrough annotate" in " ".join(summarize(unknown).split())
    assert result.verdict["anonymous"].word == "fail"  # that it asks for a letter is a fact, too
    assert run(private, hidden, attacks=attacks).verdict.word == "fail"
    told = run(private, private, attacks=attacks, standard="identifiers")
    assert told.verdict.word == "fail"


def test_the_control_is_the_same_targets_without_their_own_records() -> None:
    private = Corpus.from_texts(["a b", "c d", "e f"], ids=list("xyz"), persons=["p", "p", "q"])
    known = [Knowledge("p", "x", ("a",)), Knowledge("q", "z", ("e",))]
    unseen = [k.unseen for k in blinded(known, TextRelease(private), private)]
    assert unseen == [{"x", "y"}, {"z"}]


def test_a_record_of_the_same_person_counts_as_found() -> None:
    private = Corpus.from_texts(["a", "b", "c"], ids=list("xyz"), persons=["p", "p", "q"])
    guess = Guess(Knowledge("p", "x", ("a",)), ("z", "y"), (2.0, 1.0))
    assert rank_of_target(guess, private) == 2
    assert rank_of_target(Guess(Knowledge("p", "x", ("a",)), ("z", "w")), private) is None


def test_people_are_the_unit_of_uncertainty() -> None:
    texts = [text(i) for i in range(12)]
    many = Corpus.from_texts(texts * 3, persons=[f"p{i % 12}" for i in range(36)])
    result = run(many, many)
    assert result["semantic.leak_rate"].n == 36
    alone = run(people(36), people(36))
    width = result["linkage.top1"].high - result["linkage.top1"].low
    assert width > alone["linkage.top1"].high - alone["linkage.top1"].low


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    first = run(people(20), people(20), seed=3, run=tmp_path / "a")
    again = run(people(20), people(20), seed=3, run=tmp_path / "b")
    assert json.dumps(to_json(first)) == json.dumps(to_json(again))
    assert first.run != run(people(20), people(20), seed=4).run


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seethrough.engine.runs.attacks.CHUNK", 4)
    whole = run(people(12), people(12))
    rated = 0
    original = Rouge.rate

    def rate(self: Rouge, claims: Sequence[str], passages: Sequence[str]) -> Any:
        nonlocal rated
        rated += 1
        if rated == 3:
            raise KeyboardInterrupt
        return original(self, claims, passages)

    monkeypatch.setattr(Rouge, "rate", rate)
    with pytest.raises(KeyboardInterrupt):
        run(people(12), people(12), run=tmp_path / "run")
    done = {p: p.read_bytes() for p in (tmp_path / "run").rglob("*.json")}
    resumed = run(people(12), people(12), run=tmp_path / "run")
    assert json.dumps(to_json(resumed)) == json.dumps(to_json(whole))
    assert all(p.read_bytes() == content for p, content in done.items())
    before = rated
    run(people(12), people(12), run=tmp_path / "run")
    assert rated == before  # nothing is judged twice


def test_no_sheet_is_judged_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-tests attack the originals, which this release gives as they are."""
    sheets: list[tuple[str, tuple[str, ...]]] = []
    original = Rouge.rate

    def rate(self: Rouge, claims: Sequence[str], passages: Sequence[str]) -> Any:
        asked: dict[str, list[str]] = {}
        for claim, passage in zip(claims, passages, strict=True):
            asked.setdefault(passage, []).append(claim)
        sheets.extend((passage, tuple(said)) for passage, said in asked.items())
        return original(self, claims, passages)

    monkeypatch.setattr(Rouge, "rate", rate)
    run(people(12), people(12))
    assert len(sheets) > 12
    assert len(set(sheets)) == len(sheets)


@dataclass(frozen=True)
class Breaks(Attack[Any]):
    """Fails on the release."""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("breaks.rate", "lower_is_better", "Nothing.", "Nothing."),
    )

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        return [Knowledge(r.person, r.id, (r.text,)) for r in private]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        raise ZeroDivisionError("secret words of a record")

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        return [Outcome({"breaks.rate": Tally(0)}) for _ in guesses]


@dataclass(frozen=True)
class Leaves(Breaks):
    """Ends the process."""

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        sys.exit(0)


@dataclass(frozen=True)
class LeavesBefore(Breaks):
    """Ends the process, or fails, before any work."""

    where: str = "check"

    def check(self, release: TextRelease, records: Corpus) -> None:
        if self.where == "check":
            sys.exit(0)

    def judged_by(self) -> Any:
        return Rouge() if self.where == "judged_by" else None  # and nothing that cuts claims


@pytest.mark.parametrize(
    ("where", "error"), [("check", "SystemExit in "), ("judged_by", "TypeError in ")]
)
def test_an_attack_that_fails_before_any_work_is_named(where: str, error: str) -> None:
    with pytest.raises(ContractError, match=f"LeavesBefore: its own code failed: {error}"):
        run(people(20), people(20), attacks=[LeavesBefore(where)])


@pytest.mark.parametrize(
    ("attack", "error"), [(Breaks(), "ZeroDivisionError"), (Leaves(), "SystemExit")]
)
def test_a_failed_attack_is_a_result_and_never_a_pass(attack: Breaks, error: str) -> None:
    private = people(20)
    result = run(private, private.with_texts([""] * 20), attacks=[attack])
    assert result.verdict.word == "inconclusive"
    assert result.verdict.exit_status == 2
    assert result.coverage["cells_failed"] == 1
    assert "attack_failed" in {reason.kind for reason in result.verdict.reasons}
    assert error in result.cells[0].error
    assert "secret" not in json.dumps(to_json(result))


@dataclass(frozen=True)
class Asks:
    """A utility that says when it is measured."""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("utility.asks", "higher_is_better", "A.", "B."),
    )
    measured: ClassVar[list[str]] = []

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> list[Any]:
        self.measured.append(release.label)
        return []


@pytest.mark.parametrize("lacking", ["classifier", "mcq_accuracy:model=fake"])
def test_columns_that_a_utility_needs_are_looked_for_before_any_work(lacking: str) -> None:
    Asks.measured.clear()
    private = people(20)
    with pytest.raises(UsageError, match=r"no column of labels|no record has a question"):
        run(private, private, utilities=[Asks(), lacking])
    assert Asks.measured == []
    run(private, private, utilities=[Asks()])
    assert len(Asks.measured) == 1


@dataclass(frozen=True)
class KnowsTwice(Breaks):
    """Knows two things of each record."""

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        return [Knowledge(r.person, r.id, (fact,)) for r in private for fact in ("one", "two")]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        return [Guess(known) for known in knowledge]


@pytest.mark.parametrize(("targets", "attacked"), [(None, 20), (5, 5)])
def test_records_of_which_two_things_are_known_are_counted_once(
    targets: int | None, attacked: int
) -> None:
    private = people(20)
    counts = run(private, private, attacks=[KnowsTwice()], targets=targets).coverage
    told = counts["records_attacked"], counts["records_not_sampled"]
    assert told[0] <= attacked
    assert sum(told) == 20
    assert counts["records_nothing_known_about"] == 0


@dataclass(frozen=True)
class BreaksLater(Breaks):
    """Fails where its figures are asked for again, with less or among fewer."""

    where: str = "curve"

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("breaks.rate", "lower_is_better", "Nothing.", "Nothing.", by_pool=True),
    )

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        return [Guess(known) for known in knowledge]

    def curve(self) -> Mapping[int, Attack[Any]]:
        if self.where == "curve":
            sys.exit("secret words of a record")
        return {1: Breaks()} if self.where == "guess" else {}

    def places(self, *given: Any) -> Sequence[Place]:
        if self.where == "places":
            raise ZeroDivisionError("secret words of a record")
        return []


@pytest.mark.parametrize("where", ["curve", "guess", "places"])
def test_an_attack_that_fails_along_a_curve_is_a_failed_one_and_keeps_its_figures(
    where: str,
) -> None:
    private = people(20)
    result = run(private, private.with_texts([""] * 20), attacks=[BreaksLater(where)])
    failed = [r.facts["private"] for r in result.verdict.reasons if r.kind == "attack_failed"]
    error = "SystemExit" if where == "curve" else "ZeroDivisionError"
    assert [told["error"].partition(" ")[0] for told in failed] == [error]
    assert result["breaks.rate"].value == 0
    assert "secret" not in json.dumps(to_json(result))


@dataclass(frozen=True)
class Sorted(Breaks):
    """Returns its guesses in an order of its own."""

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        return [Guess(known) for known in reversed(knowledge)]


def test_guesses_that_would_count_for_somebody_else_are_refused() -> None:
    private = people(20)
    with pytest.raises(ContractError, match="Sorted: its guesses are not one for each target"):
        run(private, private, attacks=[Sorted()])


@dataclass(frozen=True)
class Shrugs(Judge):
    """Rates nothing."""

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Any]:
        from seethrough.protocols import Rating

        return [Rating(None, float("nan"), "refused") for _ in claims]


def test_claims_that_could_not_be_judged_are_counted_and_never_safe() -> None:
    private = people(20)
    release = private.with_texts([f"She is {t[9:25]}." for t in private.texts])
    result = run(private, release, attacks=[dataclasses.replace(INFER, judge=Shrugs())])
    assert result["semantic.leak_rate"].value is None
    assert result.coverage["claims_unjudged"] == result.coverage["claims_asked"] > 0
    assert result.verdict.word == "inconclusive"
    told = " ".join(summarize(result).split())
    assert "“Distance by meaning” could not be tested on these data." in told
    assert "Not measured: none of the claims that the adversary did not know" in told


def test_who_is_only_found_has_no_column_of_claims() -> None:
    private = people(20)
    told = summarize(run(private, private, attacks=[LINK]))
    assert "most exposed" in told
    assert "claims leaked beyond the control" not in told
    assert "claims leaked beyond the control" in summarize(run(private, private))


def test_a_question_that_does_not_decide_says_why_it_does_not_pass() -> None:
    private = people(20)
    lines = summarize(run(private, private, attacks=[LINK])).splitlines()
    asked = [place for place, line in enumerate(lines) if "(required: " in line]
    assert lines[asked[0]].split()[0] == "INCONCLUSIVE"
    assert lines[asked[0] + 1].startswith(" " * 16 + "Not every attack that bears on this question")
    assert lines[asked[2] + 1].strip() == "(decides)"
    assert lines[asked[2] + 2] == "Why"


def test_an_attribute_that_nobody_states_says_so_and_names_no_judge() -> None:
    private = people(20)
    told = " ".join(summarize(run(private, private, attacks=["attributes:model=fake"])).split())
    assert "not measured, as there was nothing to count" in told
    assert "could be judged" not in told


def test_an_attack_too_weak_for_the_data_is_not_a_pass() -> None:
    same = Corpus.from_texts(["The same words. In every record. Of everybody."] * 30)
    result = run(same, same.with_texts(["Nothing here."] * 30), attacks=[LINK])
    assert result.verdict.word == "inconclusive"
    assert "self_test" in kinds(result)


def test_empty_and_missing_records_are_counted() -> None:
    private = Corpus.from_texts([*people(30).texts, "", " "], name="private")
    release = private.take(range(2, 32))
    result = run(private, release)
    ledger = result.coverage
    assert ledger["private_records"] == 32
    assert ledger["private_records_empty"] == 2
    assert ledger["records_not_released"] == 2
    assert ledger["records_attacked"] == 28
    assert ledger["records_nothing_known_about"] == 2


def test_too_few_attacked_records_are_not_a_pass() -> None:
    private = Corpus.from_texts([*people(10).texts, *(["?!"] * 10)])
    silent = dataclasses.replace(LINK, atomizer=Silent())
    result = run(private, private.with_texts([""] * 20), attacks=[silent])
    assert result.verdict.word == "inconclusive"
    reason = next(r for r in result.verdict.reasons if r.kind == "records_not_attacked")
    assert reason.facts == {"attacked": 10, "of": 20}
    sampled = run(private, private.with_texts([""] * 20), attacks=[silent], targets=5)
    assert "records_not_attacked" in kinds(sampled)  # a sample is no exemption


@dataclass(frozen=True)
class Silent:
    """Finds claims in texts that have letters only."""

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        return [t.split(". ") if any(map(str.isalpha, t)) else [] for t in corpus.texts]


def test_ids_that_never_meet_are_refused() -> None:
    with pytest.raises(InputError, match="--unaligned"):
        run(people(5), people(5, start=100))
    with pytest.raises(InputError, match="no records"):
        run(people(0), people(5))
    with pytest.raises(InputError, match="no records"):
        run(people(5), people(0))


def test_an_unaligned_release_needs_people_held_out() -> None:
    private = people(30)
    outside = Corpus.from_texts(
        [
            f"He sells {w} maps. He once met {w}. He sings {w}. He {w}s at night."
            for w in "bcdfghjklm"
        ]
    )
    free = TextRelease(people(30), aligned=False)
    words = [" ".join(t.split()[::-1]) for t in private.texts]
    alone = run(private, TextRelease(private.with_texts(words), aligned=False))
    assert alone.verdict.word == "inconclusive"
    assert "no_control" in kinds(alone)
    beside = run(private, free, control=outside)
    assert {e.name.split(".")[0] for e in beside.estimates} == {"semantic"}
    assert beside["semantic.leak_rate"].control.n >= 9
    assert beside["semantic.leak_rate"].excess.low > 0
    assert beside.verdict.word == "fail"


def test_a_limit_decides() -> None:
    private = people(20)
    limits = [Limit("linkage.top1", 0.5)]
    assert run(private, private, limits=limits).verdict.exit_status == 1
    erased = people(100).with_texts([""] * 100)
    assert run(people(100), erased, limits=limits).verdict.exit_status == 0
    strict = [Limit("linkage.top1", 0.01)]
    assert run(people(100), erased, limits=strict).verdict.exit_status == 2
    with pytest.raises(UsageError, match="can never be crossed"):
        run(private, private, limits=[Limit("linkage.top1", 50)])


def test_a_sample_of_targets_is_a_sample() -> None:
    result = run(people(40), people(40), targets=10)
    assert result["linkage.top1"].n == 10
    assert result.coverage["records_not_sampled"] == 30
    assert result.verdict.word == "fail"


def test_the_curve_rises_with_the_number_of_facts() -> None:
    result = run(people(40), people(40))
    assert list(result.curves) == list(range(1, 9))
    values = [estimates[0].value for estimates in result.curves.values()]
    assert values[0] < values[-1]
    assert values[4:] == [values[4]] * 4  # the records have five claims


def test_findings_rank_the_most_exposed_first() -> None:
    private = people(20)
    texts = [t if i == 7 else "" for i, t in enumerate(private.texts)]
    result = run(private, private.with_texts(texts))
    worst = result.people[0]
    assert worst.person == "r7"
    assert worst.reidentified
    assert worst.leaked == worst.asked == 3
    shown = to_json(result)["findings"][0]
    assert shown["records"][0]["known"] == ["She is a baker.", "She lives in Bergen."]
    assert shown["records"][0]["linked"] == "r7"
    by_class = shown["by_class"].values()
    assert sum(c["claims"] for c in by_class) == sum(c["leaked"] for c in by_class) == 3
    none = to_json(result, text=False)["findings"][-1]["by_class"].values()
    assert sum(c["leaked"] for c in none) == 0


def test_a_report_without_text_has_none() -> None:
    private = people(20)
    told = json.dumps(to_json(run(private, private), text=False))
    for word in [*JOBS, *PLACES, *PETS, *SICK, "r7", "r12"]:
        assert f"{word}" not in told.replace("private", "")


def test_an_attack_on_another_kind_of_release_is_refused() -> None:
    @dataclass(frozen=True)
    class Service:
        corpus: Corpus
        hash: str = "0" * 64

    with pytest.raises(UsageError, match="attacks a text release"):
        run(people(5), Service(people(5)))


def test_records_whose_every_fact_is_known_say_so() -> None:
    private = Corpus.from_texts([f"Ann {i} keeps hens. She is {20 + i}." for i in range(24)])
    told = " ".join(summarize(audit(private, private)).split())
    assert "the adversary knew every fact of these records" in told
    assert "--attack inference:knowledge=random(k=1)" in told
    fewer = audit(private, private, attacks=["inference:knowledge=random(k=1)"])
    assert fewer["semantic.leak_rate"].n > 0


def test_every_step_is_told_and_originals_are_looked_for_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[object] = []
    engine = importlib.import_module("seethrough.engine.findings")
    search = engine.found_standing

    def searched(inputs: Any) -> Any:
        told.append("originals")
        return search(inputs)

    def tell(stage: str, done: int, of: int) -> None:
        if stage == engine.STEPS:
            told.append((done, of))

    monkeypatch.setattr(engine, "found_standing", searched)
    private = people(6)
    result = audit(
        private, TextRelease(private), attacks=[LINK], utilities=["length_kept"], progress=tell
    )
    assert told == [(0, 5), "originals", *((done, 5) for done in range(1, 6))]
    assert "verbatim" in {reason.kind for reason in result.verdict.reasons}


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"targets": 0}, "targets=0: expected a whole number of at least 1"),
        ({"targets": -1}, "targets=-1: expected"),
        ({"targets": 2.5}, "targets=2.5: expected"),
        ({"standard": "anon"}, "standard='anon': expected one of identifiers, sensitive, anon"),
        ({"seed": "1"}, "seed='1': expected a whole number of at least 0"),
        ({"tolerances": 0.1}, r"tolerances=0.1: expected Tolerances\(0.1\)"),
        ({"limits": ["linkage.top1=0.1"]}, r"limits=\['linkage.+\]: expected a list such as"),
        ({"limits": "linkage.top1=0.1"}, "limits='linkage.top1=0.1': expected a list; write "),
        ({"utilities": "length_kept"}, "utilities='length_kept': expected a list; write "),
        ({"run": 3}, "run=3: expected the path of a folder"),
        ({"progress": None}, "progress=None: expected a function of a stage's name, how"),
    ],
)
def test_what_is_asked_is_checked_before_any_work(more: dict[str, Any], told: str) -> None:
    private = people(3)
    with pytest.raises(UsageError, match=told):
        audit(private, private, attacks=[LINK], **more)
    with pytest.raises(UsageError, match=told):
        compare(private, ["erase"], attacks=[LINK], **more)


def test_ratings_and_frontiers_and_releases_are_checked_too() -> None:
    private = people(3)
    with pytest.raises(
        UsageError, match=r"ratings='r\.jsonl': expected what seethrough\.agreement"
    ):
        audit(private, private, attacks=[LINK], ratings="r.jsonl")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="frontiers=1: expected a list"):
        compare(private, ["erase"], attacks=[LINK], frontiers=[1])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="a int is no release"):
        compare(private, [3], attacks=[LINK])


def test_a_folder_may_be_named_by_a_text(tmp_path: Path) -> None:
    private = people(3)
    made = sanitize(private, "erase", run=str(tmp_path / "made"))
    run = str(tmp_path / "audited")
    assert audit(private, made, attacks=[LINK], run=run).folder == tmp_path / "audited"
    result = audit(private, made, attacks=[LINK], runs=str(tmp_path))
    assert result.folder is not None
    assert result.folder.parent == tmp_path
    compared = compare(private, ["erase"], attacks=[LINK], run=str(tmp_path / "compared"))
    assert compared.folder == tmp_path / "compared"


@pytest.mark.parametrize("given", ["private.jsonl", None, ["A text."], 3])
def test_what_holds_no_records_is_refused_in_one_line(given: Any) -> None:
    private = people(3)
    with pytest.raises(UsageError, match="holds no records: give a table, or what "):
        audit(given, private, attacks=[LINK])
    if given is not None:
        with pytest.raises(UsageError, match="holds no records"):
            audit(private, given, attacks=[LINK])
        with pytest.raises(UsageError, match="holds no records"):
            audit(private, private, attacks=[LINK], control=given)


def test_a_result_shown_in_a_few_words_quotes_no_record() -> None:
    private = people(3)
    shown = (
        repr(audit(private, private, attacks=[LINK])),
        repr(compare(private, ["erase"], attacks=[LINK])),
    )
    assert shown[0] == f"Audit({private.name!r}, fail, 2 figures)"
    assert shown[1] == "Comparison(erase: inconclusive)"
