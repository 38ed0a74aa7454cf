from itertools import pairwise

import numpy as np
import pytest

from seethrough.strategies._detector import Training, pair_of, rescored, training_pairs
from seethrough.strategies.context_free import ContextFree
from seethrough.word_level.lattice import context_free

ONCE = Training("", 1, 1, 1e-4, 10_000)


class Knows:
    """A detector that likes one word."""

    def __init__(self, word):
        self.word = word
        self.asked = []

    def probability(self, pairs):
        self.asked += pairs
        return np.array([0.9 if p.changed[p.at] == self.word else 0.1 for p in pairs])


def test_training_pairs_are_labelled_and_balanced(build):
    view, _ = build(5, shadow=200)
    prior = view.shadow_counts + view.unseen(1.0)
    pairs = training_pairs(view, view.shadow, prior, ONCE, np.random.default_rng(0))
    labels = np.array([p.label for p in pairs])
    assert abs(labels.mean() - 0.5) < 0.03
    for pair in pairs:
        assert len(pair.sentence) == len(pair.changed)
        differ = [a != b for a, b in zip(pair.sentence, pair.changed, strict=True)]
        assert set(np.flatnonzero(differ)) <= {pair.at}
    # The two pairs of a token share its sentence, and exactly one of them is right; only a right
    # guess without a second-best one stands alone.
    both = [
        (first, second)
        for first, second in pairwise(pairs)
        if first.sentence == second.sentence and first.at == second.at
    ]
    assert len(both) > 0.45 * len(pairs)
    for first, second in both:
        assert first.label != second.label
        assert first.changed != second.changed


def test_more_pairs_than_wanted_are_thinned_and_more_copies_bring_more(build):
    view, _ = build(5, shadow=50)
    prior = view.shadow_counts + view.unseen(1.0)
    seven = Training("", 1, 1, 1e-4, 7)
    few = training_pairs(view, view.shadow, prior, seven, np.random.default_rng(0))
    assert len(few) == 7
    one = training_pairs(view, view.shadow, prior, ONCE, np.random.default_rng(0))
    three = Training("", 3, 1, 1e-4, 10_000)
    assert len(training_pairs(view, view.shadow, prior, three, np.random.default_rng(0))) > (
        2.5 * len(one)
    )


def test_equations_7_to_9_agree_with_brute_force(build):
    view, _ = build(15)
    prior = view.shadow_counts + view.unseen(1.0)
    knows = Knows("gold")
    for k in (1, 2, 5):
        found = rescored(view, prior, knows, k)
        words = np.arange(len(view.vectors))
        for place in np.flatnonzero(view.replaced).tolist():
            y = np.full(len(words), view.released.ids[place])
            joint = view.masked(prior) * view.mechanism.likelihood(words, y)
            best = np.argsort(-joint, kind="stable")[:k]
            fits = [0.9 if view.spelled(w) == "gold" else 0.1 for w in best.tolist()]
            assert found.best[place, 0] == best[int(np.argmax(joint[best] * fits))]
    assert all(p.sentence[p.at] in view.vectors.index for p in knows.asked)


def test_with_one_candidate_it_is_the_context_free_attack(build):
    view, _ = build(30)
    prior = view.shadow_counts + view.unseen(1.0)
    one = rescored(view, prior, None, 1)
    plain = ContextFree().infer(view, np.random.default_rng(0))
    np.testing.assert_array_equal(one.best[:, 0], plain.best[:, 0])


def test_kept_tokens_are_not_asked_about(build):
    view, _ = build(10)
    knows = Knows("cat")
    prior = view.shadow_counts + view.unseen(1.0)
    rescored(view, prior, knows, 3)
    grid, _ = context_free(view, prior, limit=3)
    asked = int(np.diff(grid.starts)[view.replaced].sum())
    assert len(knows.asked) == asked


@pytest.mark.parametrize(
    ("window", "sentence", "at"), [(0, "a b c d e", 2), (1, "b c d", 1), (9, "a b c d e", 2)]
)
def test_windows(window, sentence, at):
    pair = pair_of(list("abcde"), 2, "x", window, label=True)
    assert (" ".join(pair.sentence), pair.at, pair.label) == (sentence, at, True)
    assert " ".join(pair.changed) == sentence.replace("c", "x")
