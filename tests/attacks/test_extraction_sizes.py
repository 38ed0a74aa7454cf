"""Extraction against corpora and controls of different size, where the truth is known."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest

from seethrough.attacks.extraction import Extraction
from seethrough.engine.audit import audit
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.runs.equal_size import PARTS, Sizes, parts, reasons
from seethrough.engine.runs.figures import figure_of, over, over_control
from seethrough.estimates.estimate import Interval
from seethrough.protocols import Figure, Found, Knowledge, Outcome, Tally
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.opening import open_service
from seethrough.storage.store import MemoryStore

pytestmark = pytest.mark.long

Bools = npt.NDArray[np.bool_]
Places = npt.NDArray[np.intp]
PROMPTS = next(f for f in Extraction.figures if f.name == "extraction.repeat_prompts")
RECORDS = next(f for f in Extraction.figures if f.name == "extraction.records")
WORDS = [f"{a}{b}{c}" for a in "bdfgklmn" for b in "aeiou" for c in "rstvz"]
PHRASES = [" ".join(np.random.default_rng([7, i]).choice(WORDS, 12).tolist()) for i in range(600)]


@dataclass(frozen=True)
class Public:
    """A service that answers every question with a passage of public text."""

    corpus: Corpus
    hash: str = "public"
    retrieval: str = "public text is searched"

    def prepare(self) -> None:
        """Nothing to do."""

    def ask(self, questions: Sequence[str]) -> list[Reply]:
        """Answer with the passage that the question's digest names."""
        digests = [int(hashlib.sha256(q.encode()).hexdigest(), 16) for q in questions]
        texts = self.corpus.texts or ["I do not know."]
        return [Reply(texts[d % len(texts)]) for d in digests]

    def over(self, corpus: Corpus) -> Public:
        """Return the same service over other text."""
        return Public(corpus, f"public-{corpus.hash[:8]}")


def written(count: int, seed: int, share: float) -> Corpus:
    """Return texts of random words; some hold one of the set phrases that the public uses, too."""
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(count):
        words = rng.choice(WORDS, 30).tolist()
        phrase = PHRASES[int(rng.integers(len(PHRASES)))] if rng.random() < share else ""
        texts.append(" ".join([*words[:15], phrase, *words[15:], f"{seed}x{len(texts)}"]))
    return Corpus.from_texts(texts, name=f"corpus {seed}")


PRIVATE, CONTROL, WORLD = written(1500, 1, 0.25), written(150, 2, 0.25), written(500, 3, 1.0)
SERVICE = "model=fake,embedder=fake"


def cell(release: RagRelease, private: Corpus, control: Corpus | None, questions: int) -> Cell:
    setting = Setting(private, control, 3, MemoryStore())
    return run_attack(Extraction(questions=questions), release, release.hash, setting)


def interval(found: Cell, figure: str) -> Interval:
    estimate = next(e for e in found.estimates if e.name == f"extraction.{figure}")
    assert estimate.excess is not None
    return estimate.excess


@pytest.fixture(scope="module")
def unrelated() -> Cell:
    return cell(RagRelease(Public(WORLD)), PRIVATE, CONTROL, 250)


def test_chance_overlap_with_a_larger_corpus_is_no_leak(unrelated: Cell) -> None:
    # Chance alone repeats a phrase of one of 1,500 records far oftener than of one of 150.
    values = {e.name: e for e in unrelated.estimates}
    prompts = values["extraction.repeat_prompts"]
    assert prompts.control is not None
    assert prompts.value is not None
    assert prompts.control.value is not None
    assert prompts.value - prompts.control.value > 0.25
    naive = over(PROMPTS, unrelated.targets, Arm(*_bare(unrelated.control)))
    assert naive.low is not None
    assert naive.low > 0.15  # what the difference of unequal sizes says
    for figure in ("repeat_prompts", "repeat_contexts", "records"):
        excess = interval(unrelated, figure)
        assert excess.low is not None
        assert excess.high is not None
        assert excess.low < 0 < excess.high, figure


def _bare(arm: Arm | None) -> tuple[Sequence[Knowledge], Sequence[Outcome]]:
    assert arm is not None
    return arm.knowledge, arm.outcomes


def test_a_leak_is_seen_beside_a_small_control() -> None:
    found = cell(RagRelease(Public(PRIVATE)), PRIVATE, CONTROL, 100)
    for figure in ("repeat_prompts", "records"):
        excess = interval(found, figure)
        assert excess.value is not None
        assert excess.value > 0.8
        assert excess.low is not None
        assert excess.low > 0.05  # the tolerance
    # A service that repeats few records, however often, is no less seen.
    few = cell(open_service(TextRelease(PRIVATE), SERVICE), PRIVATE, CONTROL, 100)
    prompts = interval(few, "repeat_prompts")
    assert prompts.low is not None
    assert prompts.low > 0.05


def test_a_small_control_does_not_keep_a_clean_release_from_passing() -> None:
    found = cell(RagRelease(Public(written(500, 4, 0.0))), PRIVATE, CONTROL, 250)
    for estimate in found.estimates:
        assert estimate.value == 0
        assert estimate.excess is not None
        assert estimate.excess.high is not None
        assert estimate.excess.high < 0.05, estimate.name


def test_a_larger_control_is_cut_to_size() -> None:
    found = cell(RagRelease(Public(WORLD)), CONTROL, PRIVATE, 100)
    assert found.control is not None
    assert (len(found.control.parts), len(found.targets.parts)) == (PARTS, 0)
    excess = interval(found, "repeat_prompts")
    assert excess.low is not None
    assert excess.high is not None
    assert excess.low < 0 < excess.high < 0.2


def test_five_of_five_records_are_no_more_than_five() -> None:
    private = PRIVATE.take(range(5))
    found = cell(RagRelease(Public(private)), private, None, 250)
    for name in ("records", "rouge_contexts"):
        estimate = next(e for e in found.estimates if e.name == f"extraction.{name}")
        assert estimate.value == pytest.approx(5 / 250)
        assert estimate.low == pytest.approx(5 / 250, abs=0.002)
        assert estimate.high == pytest.approx(5 / 250)


def test_a_killed_run_goes_on_with_the_same_parts(unrelated: Cell) -> None:
    store = MemoryStore()
    setting = Setting(PRIVATE, CONTROL, 3, store)
    attack, release = Extraction(questions=20), RagRelease(Public(WORLD))
    first = run_attack(attack, release, "same", setting)
    assert run_attack(attack, release, "same", setting) == first
    assert len(first.targets.parts) == PARTS
    assert unrelated.sizes == first.sizes


def test_parts_have_the_words_that_were_asked_for() -> None:
    drawn = parts(PRIVATE, 5_000, np.random.default_rng(0), 5)
    for part in drawn:
        assert sum(len(t.split()) for t in part.texts) == pytest.approx(5_000, abs=50)
        assert part.ids == sorted(part.ids, key=int)
    assert len({part.hash for part in drawn}) == 5
    assert [len(p) for p in parts(PRIVATE, 1, np.random.default_rng(0), 2)] == [1, 1]
    assert [len(p) for p in parts(PRIVATE.take([]), 1, np.random.default_rng(0), 1)] == [0]


def test_a_small_control_is_named() -> None:
    sizes = Sizes.of(PRIVATE, CONTROL)
    assert sizes.scale == pytest.approx(10, abs=0.3)
    assert not sizes.alike
    (reason,) = reasons(sizes)
    assert (reason.kind, reason.word) == ("small_control", "pass")
    assert reason.facts["control_records"] == 150
    assert reason.facts["private_records"] == 1500
    assert reasons(Sizes.of(CONTROL, CONTROL)) == reasons(Sizes.of(CONTROL, PRIVATE)) == []
    assert reasons(Sizes.of(PRIVATE, Corpus.from_texts([""])))


def test_an_audit_counts_what_its_control_is_made_of() -> None:
    release = RagRelease(Public(WORLD))
    few = PRIVATE.take(range(40))
    made = audit(few, release, attacks=["extraction:questions=5"], control=CONTROL.take(range(4)))
    assert made.coverage["control_records"] == 4
    assert "small_control" in [reason.kind for reason in made.verdict.reasons]
    assert made.coverage["control_words"] < made.coverage["private_words"] / 5


def arm(hits: Sequence[Sequence[int]], possible: int, pieces: Sequence[Sequence[int]] = ()) -> Arm:
    """Return an arm whose questions repeat the given records, and its parts."""
    known = [Knowledge(f"q{i}", f"q{i}", ()) for i in range(len(hits))]
    within = [_outcomes([[r for r in own if r in p] for own in hits], len(p)) for p in pieces]
    return Arm(known, _outcomes(hits, possible), within)


def _outcomes(hits: Sequence[Sequence[int]], possible: int) -> list[Outcome]:
    seen: set[int] = set()
    made = []
    for own in hits:
        new = len(set(own) - seen)
        seen |= set(own)
        tallies = {PROMPTS.name: Tally(float(bool(own))), RECORDS.name: Tally(new)}
        made.append(Outcome(tallies, found={RECORDS.name: Found(tuple(own), possible)}))
    return made


def test_a_figure_over_no_answers_is_nothing_to_count() -> None:
    nobody = Outcome({RECORDS.name: Tally(0, 0)})
    found = figure_of(RECORDS, Arm([Knowledge("q", "q", ())], [nobody]))
    assert (found.value, found.n) == (None, 0)


def test_only_one_side_is_cut_and_only_where_lower_is_better() -> None:
    cut = arm([[0], []], 2, [[0], [1]])
    with pytest.raises(ValueError, match="the parts of one arm"):
        over_control(PROMPTS, cut, cut, 2.0)
    with pytest.raises(ValueError, match="the parts of one arm"):
        over_control(Figure("x", "higher_is_better", "", ""), cut, arm([[0], []], 2), 2.0)


def test_an_excess_below_0_over_equal_parts_is_not_multiplied() -> None:
    mine, theirs = arm([[0], [1], [], []], 10, [[2], [3]]), arm([[0], [], [], []], 1)
    excess = over_control(RECORDS, mine, theirs, 10.0)
    assert excess.value == -1 / 4
    assert excess.high is not None
    assert excess.high > 0


def simulated(
    leak: float, rng: np.random.Generator, n: int, m: int, asked: int
) -> tuple[Interval, Interval, float]:
    """Return the excess of both figures over a smaller control, and the true one of prompts.

    Private records and control hold set phrases at random, and so do answers; beyond that, an
    answer repeats a private record with the chance ``leak``.
    """
    popular = 1 / np.arange(1, 201)
    popular *= 40 / popular.sum()
    hold = np.minimum(0.5, 0.004 * popular)
    said = rng.random((asked, 200)) < np.minimum(0.9, 0.02 * popular)
    private, control, full = (rng.random((k, 200)) < hold for k in (n, m, n))
    met, other, expected = ((said @ c.T.astype(np.int64)) > 0 for c in (private, control, full))
    told = rng.random(asked) < leak
    met[told, rng.integers(0, n, asked)[told]] = True
    truth = float(np.mean(met.any(axis=1))) - float(np.mean(expected.any(axis=1)))

    def first(hits: Bools, chosen: Places | None = None) -> list[list[int]]:
        places = np.arange(hits.shape[1]) if chosen is None else chosen
        return [places[np.flatnonzero(row)[:1]].tolist() for row in hits[:, places]]

    pieces = [np.sort(rng.permutation(n)[:m]) for _ in range(PARTS)]
    halves = [np.sort(rng.permutation(m)[: m // 2]) for _ in range(PARTS)]
    known = [Knowledge(f"q{i}", f"q{i}", ()) for i in range(asked)]
    mine = Arm(known, _outcomes(first(met), n), [_outcomes(first(met, p), m) for p in pieces])
    within = [_outcomes(first(other, p), m // 2) for p in halves]
    theirs = Arm(known, _outcomes(first(other), m), halves=within)
    scale = n / m
    return (
        over_control(PROMPTS, mine, theirs, scale),
        over_control(RECORDS, mine, theirs, scale),
        truth,
    )


@pytest.mark.parametrize(
    ("repeats", "sizes"),
    [(12, (300, 60)), pytest.param(150, (600, 200), marks=pytest.mark.slow)],
)
def test_without_a_leak_the_excess_covers_nothing_and_a_leak_is_not_ruled_out(
    repeats: int, sizes: tuple[int, int]
) -> None:
    rng = np.random.default_rng(5)
    wrong = {"leak where none is": 0, "leak ruled out": 0, "more than there is": 0}
    for leak in (0.0, 0.3):
        gaps = []
        for _ in range(repeats):
            prompts, records, truth = simulated(leak, rng, *sizes, asked=120)
            gaps.append(truth)
            for found in (prompts, records):
                assert found.low is not None
                assert found.high is not None
                if leak == 0:
                    wrong["leak where none is"] += found.low > 0
            if leak:
                assert prompts.low is not None
                assert prompts.high is not None
                wrong["leak ruled out"] += prompts.high < 0.05
                wrong["more than there is"] += prompts.low > float(np.mean(gaps)) + 0.1
    assert all(n <= max(1, 0.05 * repeats) for n in wrong.values()), wrong
