"""Who was in the data: from released text alone, on releases where the answer is known."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from seethrough.attacks._ngrams import Ngrams
from seethrough.attacks.membership import Membership
from seethrough.engine.audit import audit
from seethrough.protocols import Knowledge, Linker, Links
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.seeding import generator


def _words(text: str) -> list[str]:
    return text.split()


NOUNS = _words(
    "baker harbour violin parrot tandem cinema glacier kettle orchard lantern ferry stamp"
)
VERBS = ["paints", "sells", "repairs", "loses", "borrows", "hides", "finds", "breaks"]


def corpus(count: int, seed: int, name: str) -> Corpus:
    rng = generator(seed, name)
    texts = [
        " ".join(
            f"the {NOUNS[rng.integers(12)]} {VERBS[rng.integers(8)]} the {NOUNS[rng.integers(12)]}"
            for _ in range(6)
        )
        for _ in range(count)
    ]
    return Corpus.from_texts(texts, [f"{name}{i}" for i in range(count)], name=name)


def free(records: Corpus) -> TextRelease:
    ids = [f"s{i}" for i in range(len(records))]
    return TextRelease(Corpus.from_texts(records.texts, ids, name="release"), aligned=False)


@pytest.mark.parametrize("attack", ["membership", "membership:by=nearest"])
def test_copies_are_found_and_strangers_texts_tell_nothing(attack: str) -> None:
    private, others = corpus(40, 1, "in"), corpus(40, 1, "out")
    copied = audit(private, free(private), attacks=[attack], control=others)["membership.auc"]
    assert copied.value is not None
    assert copied.low is not None
    assert copied.value > 0.95
    assert copied.low > 0.85
    assert copied.excess is not None
    assert copied.excess.value == pytest.approx(copied.value - 0.5)
    fresh = audit(private, free(corpus(40, 1, "new")), attacks=[attack], control=others)
    nothing = fresh["membership.auc"]
    assert nothing.low is not None
    assert nothing.high is not None
    assert nothing.low < 0.5 < nothing.high


def test_too_few_others_is_not_measured_and_says_what_would_do() -> None:
    private, others = corpus(30, 1, "in"), corpus(99, 1, "out")
    result = audit(private, free(private), attacks=["membership"], control=others)
    one, tenth = result["membership.tpr_at_1pct_fpr"], result["membership.tpr_at_0.1pct_fpr"]
    assert one.value is None
    assert one.method == "not measured: 99 outside, 100 would do"
    assert tenth.method == "not measured: 99 outside, 1000 would do"
    more = audit(private, free(private), attacks=["membership"], control=corpus(100, 1, "out"))
    found = more["membership.tpr_at_1pct_fpr"]
    assert found.method == "clopper-pearson, threshold by ranks"
    assert found.value is not None
    assert found.value > 0.6


def test_too_few_people_to_tell_from_chance_is_not_measured() -> None:
    private, others = corpus(3, 1, "in"), corpus(3, 1, "out")
    found = audit(private, free(private), attacks=["membership"], control=others)["membership.auc"]
    assert found.value is None
    assert found.method == "not measured: 3 in the data, 3 outside, 4 of each would do"


def test_a_person_with_many_records_counts_once() -> None:
    private = corpus(40, 1, "in")
    few = Corpus.from_texts(private.texts, private.ids, [f"p{i % 4}" for i in range(40)])
    found = audit(few, free(few), attacks=["membership"], control=corpus(40, 1, "out"))
    assert found["membership.auc"].n == 4


def test_an_n_gram_chance_by_hand() -> None:
    model = Ngrams([["a", "b"], ["a", "c"], ["a", "b"]], size=2)
    # Words alone: counts 3, 2, 1 of 6, three kinds, and 1/4 for whatever else.
    alone = (2 + 3 / 4) / (6 + 3)
    after_a = (2 + 2 * alone) / (3 + 2)
    assert model.log_ratio(["a", "b"], start=1) == pytest.approx(math.log(after_a / alone))
    # Without "a c": counts 2 and 2 of 4, two kinds, still 1/4; behind "a" nothing but "b".
    alone = (2 + 2 / 4) / (4 + 2)
    after_a = (2 + 1 * alone) / (2 + 1)
    left = model.without([["a", "c"]])
    assert left.log_ratio(["a", "b"], start=1) == pytest.approx(math.log(after_a / alone))


def test_leaving_a_text_out_is_never_having_seen_it() -> None:
    rows = [r.split() for r in corpus(6, 2, "in").texts]
    whole, part = Ngrams(rows), Ngrams(rows[1:])
    left = whole.without(rows[:1]).log_ratio(rows[0])
    # The vocabulary still counts the words of the text that is left out, nothing else does.
    assert left == pytest.approx(part.log_ratio(rows[0]), abs=0.05)
    assert whole.log_ratio(rows[0]) > left + 0.2


@dataclass(frozen=True)
class Near(Linker):
    """Finds a record for the first query alone."""

    def link(self, queries: Any, documents: Any, hidden: Any, depth: int, rng: Any) -> Links:
        assert [list(row) for row in hidden] == [[], [1]]
        return Links(np.array([[1], [-1]]), np.array([[0.7], [-np.inf]]))


@pytest.mark.parametrize("aligned", [True, False])
def test_the_nearest_record_scores_and_where_there_is_none_nothing_does(aligned: bool) -> None:
    release = TextRelease(corpus(2, 1, "in"), aligned=aligned)
    known = [
        Knowledge("p", "in0", ("the baker",)),
        Knowledge("q", "in1", ("a harbour",), unseen=frozenset({"in1", "gone"})),
    ]
    guesses = Membership("nearest", Near()).guess(release, known, generator(0))
    assert [g.scores for g in guesses] == [(0.7,), (0.0,)]
    assert [g.knowledge for g in guesses] == known
    assert [g.aligned for g in guesses] == [aligned] * 2


def test_the_control_does_not_see_any_record_of_the_person() -> None:
    texts = corpus(6, 2, "in").texts
    private = Corpus.from_texts([*texts[:5], texts[0], texts[5]], [*"abcdefg"])
    release = TextRelease(private)
    known = [
        Knowledge("p", "a", (texts[0],), unseen=frozenset(unseen))
        for unseen in ((), ("a", "gone"), ("a", "f"))
    ]
    guesses = Membership().guess(release, known, generator(0))
    seeing, half, blind = (guess.scores[0] for guess in guesses)
    assert seeing > half > blind
    others = TextRelease(private.take([1, 2, 3, 4, 6]))
    (stranger,) = Membership().guess(others, known[:1], generator(0))
    assert blind == pytest.approx(stranger.scores[0], abs=0.05)  # but for the vocabulary's size
