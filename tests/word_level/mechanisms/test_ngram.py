import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.word_level.mechanisms.ngram import fit, pairs_of
from seethrough.word_level.mechanisms.ragged import starts_of

DISCOUNTS = (0.75, 1.1, 1.4)


def bigrams(sentences, words):
    ids = np.array([w for s in sentences for w in s], dtype=np.int64)
    return pairs_of(ids, starts_of(np.array([len(s) for s in sentences], dtype=np.int64)), words)


def test_pairs_frame_every_sentence():
    before, after = bigrams([[1, 2], [], [3]], 4)
    assert list(zip(before.tolist(), after.tolist(), strict=True)) == [
        (4, 1), (1, 2), (2, 4), (4, 4), (4, 3), (3, 4),
    ]  # fmt: skip


@given(
    st.lists(st.lists(st.integers(0, 4), max_size=5), max_size=6),
    st.floats(0, 20),
    st.floats(0.01, 3),
    st.booleans(),
)
def test_every_row_sums_to_one(sentences, strength, weight, continuation):
    model = fit(
        *bigrams(sentences, 5), np.arange(1.0, 7.0), DISCOUNTS, strength, weight, continuation
    )
    a, b = np.divmod(np.arange(36), 6)
    table = model.probability(a, b).reshape(6, 6)
    np.testing.assert_allclose(table.sum(axis=1), 1)
    assert (table > 0).all()


def test_hand_worked_interpolation():
    # "0 1" twice and "0 2" once: c(0) = 3, taken off 1.1 + 0.75 = 1.85.
    model = fit(*bigrams([[0, 1], [0, 1], [0, 2]], 3), np.ones(4), DISCOUNTS, 0.0, 1.0)
    # Unigrams: 0 three times, 1 twice, 2 once, the boundary three times, and 9/4 more each.
    low = (np.array([3, 2, 1, 3]) + 9 / 4) / 18
    np.testing.assert_allclose(model.low, low)
    expected = np.array([0, 0.9 / 3, 0.25 / 3, 0]) + 1.85 / 3 * low
    np.testing.assert_allclose(model.probability(np.zeros(4, int), np.arange(4)), expected)


def test_kneser_ney_counts_left_neighbours():
    # 2 always follows 1, 1 follows three different words: equal counts, unequal continuations.
    sentences = [[0, 1, 2], [3, 1, 2], [4, 1, 2]]
    plain = fit(*bigrams(sentences, 5), np.ones(6), DISCOUNTS, 0.0, 0.1)
    kneser_ney = fit(*bigrams(sentences, 5), np.ones(6), DISCOUNTS, 0.0, 0.1, continuation=True)
    assert plain.low[1] == pytest.approx(plain.low[2])
    assert kneser_ney.low[1] > 2 * kneser_ney.low[2]


def test_no_text_gives_the_base():
    model = fit(*bigrams([], 2), np.array([1.0, 2.0, 1.0]), DISCOUNTS, 5.0, 1.0)
    np.testing.assert_allclose(model.probability(np.zeros(3, int), np.arange(3)), [0.25, 0.5, 0.25])


def test_among_some_words_the_chances_are_the_same():
    ids = np.random.default_rng(0).integers(0, 9, 60)
    whole = fit(*pairs_of(ids, np.array([0, 20, 60]), 9), np.ones(10), (0.5, 0.8, 1.0), 2.0, 1.0)
    words = np.array([1, 2, 5, 8])
    few = whole.among(words)
    rows = np.append(words, 9)  # the boundary stays the last
    before, after = (grid.ravel() for grid in np.meshgrid(np.arange(5), np.arange(5)))
    np.testing.assert_array_equal(
        few.probability(before, after), whole.probability(rows[before], rows[after])
    )
    assert few.words == 4
    assert (np.diff(few.keys) > 0).all()
