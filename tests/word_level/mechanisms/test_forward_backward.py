import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.word_level.mechanisms import forward_backward
from seethrough.word_level.mechanisms.forward_backward import infer
from seethrough.word_level.mechanisms.ngram import fit, pairs_of
from seethrough.word_level.mechanisms.ragged import starts_of

WORDS = 6


def model_of(sentences, strength=1.0):
    ids = np.array([w for s in sentences for w in s], dtype=np.int64)
    starts = starts_of(np.array([len(s) for s in sentences], dtype=np.int64))
    base = np.arange(1.0, WORDS + 2.0)
    return fit(*pairs_of(ids, starts, WORDS), base, (0.6, 0.9, 1.2), strength, 0.5)


def brute_force(model, places):
    """Sum over every assignment of originals to the places of one sentence."""
    posterior = [np.zeros(len(words)) for words, _ in places]
    total = 0.0
    for choice in itertools.product(*(range(len(words)) for words, _ in places)):
        path = [WORDS, *(places[i][0][c] for i, c in enumerate(choice)), WORDS]
        chance = np.prod(model.probability(np.array(path[:-1]), np.array(path[1:])))
        chance *= np.prod([places[i][1][c] for i, c in enumerate(choice)])
        total += chance
        for i, c in enumerate(choice):
            posterior[i][c] += chance
    return [p / total for p in posterior]


place = st.lists(st.integers(0, WORDS - 1), min_size=1, max_size=4, unique=True).flatmap(
    lambda words: st.tuples(
        st.just(words),
        st.lists(st.floats(0.01, 1), min_size=len(words), max_size=len(words)),
    )
)
shadow = st.lists(st.lists(st.integers(0, WORDS - 1), max_size=5), max_size=8)


@settings(deadline=None, max_examples=150)
@given(shadow, st.lists(st.lists(place, max_size=5), max_size=4))
def test_agrees_with_brute_force(sentences, released):
    model = model_of(sentences)
    flat = [p for sentence in released for p in sentence]
    posterior = infer(
        model,
        starts_of(np.array([len(s) for s in released], dtype=np.int64)),
        starts_of(np.array([len(words) for words, _ in flat], dtype=np.int64)),
        np.array([w for words, _ in flat for w in words], dtype=np.int64),
        np.array([e for _, emission in flat for e in emission]),
    )
    at = 0
    for sentence in released:
        for chances in brute_force(model, sentence):
            np.testing.assert_allclose(posterior[at : at + len(chances)], chances, atol=1e-10)
            at += len(chances)


def test_many_pairs_are_cut_into_pieces(monkeypatch):
    rng = np.random.default_rng(0)
    model = model_of([rng.integers(0, WORDS, 8).tolist() for _ in range(5)])
    lengths = rng.integers(0, 30, 40)
    counts = rng.integers(1, 5, lengths.sum())
    words = np.concatenate([rng.permutation(WORDS)[:c] for c in counts])
    arguments = model, starts_of(lengths), starts_of(counts), words, rng.random(len(words))
    whole = infer(*arguments)
    monkeypatch.setattr(forward_backward, "_PAIRS_AT_ONCE", 7)
    np.testing.assert_allclose(infer(*arguments), whole)


def test_a_kept_token_informs_its_neighbour():
    model = model_of([[0, 1], [0, 1], [2, 3], [2, 3]])
    for observed, likelier in ((0, 1), (2, 3)):
        posterior = infer(
            model,
            np.array([0, 2]),
            np.array([0, 1, 3]),
            np.array([observed, 1, 3]),
            np.array([1.0, 0.5, 0.5]),
        )
        assert posterior[1 + (likelier == 3)] > 0.8


def test_a_long_sentence_does_not_underflow():
    model = model_of([[0, 1, 2]])
    count = 3000
    posterior = infer(
        model,
        np.array([0, count]),
        np.arange(0, 2 * count + 1, 2),
        np.tile([0, 1], count),
        np.full(2 * count, 1e-9),
    )
    np.testing.assert_allclose(posterior.reshape(-1, 2).sum(axis=1), 1)
