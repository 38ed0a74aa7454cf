import numpy as np
import pytest
from scipy import stats

from seethrough.word_level.mechanisms.mechanism import LISTED, candidates
from seethrough.word_level.mechanisms.santext import SanTextMechanism


def brute_force(vectors, mechanism):
    """f(y|x) of every pair, from the definition."""
    matrix = vectors.matrix.astype(np.float64)
    apart = np.sqrt(((matrix[:, None] - matrix[None]) ** 2).sum(axis=2))
    weights = np.exp(-mechanism.epsilon / 2 * apart)
    outputs = np.zeros(len(matrix), dtype=bool)
    outputs[mechanism.common : mechanism.size] = True
    weights[:, ~outputs] = 0
    table = weights / weights.sum(axis=1, keepdims=True)
    common = np.arange(len(matrix)) < mechanism.common
    table[common] *= mechanism.p
    table[common] += np.diag(np.ones(len(matrix)))[common] * (1 - mechanism.p)
    return table


@pytest.fixture(params=[0.0, 0.3])
def mechanism(request, vectors):
    return SanTextMechanism(vectors, size=26, common=4, p=request.param, epsilon=1.5)


def test_likelihood_follows_the_definition(vectors, mechanism):
    table = brute_force(vectors, mechanism)
    x, y = np.divmod(np.arange(table.size), len(vectors))
    np.testing.assert_allclose(mechanism.likelihood(x, y), table.ravel(), atol=1e-6)
    np.testing.assert_allclose(table.sum(axis=1), 1)


@pytest.mark.parametrize("word", [2, 4, 10, 28])  # a common word, the first sensitive one ...
def test_frequencies_match_the_exact_probabilities(vectors, mechanism, word):
    draws = np.random.default_rng(word).random((2, 1_000_000))
    released, _ = mechanism.sample(np.full(1_000_000, word), draws)
    expected = 1e6 * brute_force(vectors, mechanism)[word]
    counts = np.bincount(released, minlength=len(vectors))
    assert counts[expected == 0].sum() == 0
    possible = expected > 0
    if possible.sum() > 1:
        assert stats.chisquare(counts[possible], expected[possible]).pvalue > 1e-4


def test_what_is_no_word_stays(mechanism):
    ids = np.array([-1, 10, -1])
    released, replaced = mechanism.sample(ids, np.zeros((2, 3)))
    assert released[ids < 0].tolist() == [-1, -1]
    assert replaced.tolist() == [False, True, False]


def test_no_common_word_is_among_what_words_become(mechanism):
    assert mechanism.outputs.tolist() == list(range(4, 26))


def test_common_words_are_always_kept_only_where_none_is_sanitized(mechanism):
    assert np.flatnonzero(mechanism.kept).tolist() == ([] if mechanism.p else [0, 1, 2, 3])


def test_the_metric_bound_holds_for_every_pair(vectors, mechanism):
    words = np.arange(mechanism.common, len(vectors))
    logs = np.log(mechanism.table(words))
    matrix = vectors.matrix[words].astype(np.float64)
    apart = np.sqrt(((matrix[:, None] - matrix[None]) ** 2).sum(axis=2))
    ratio = np.abs(logs[:, None] - logs[None]).max(axis=2)
    assert (ratio <= mechanism.epsilon * apart + 1e-9).all()


def test_candidates_and_their_pruning(vectors, mechanism):
    table = brute_force(vectors, mechanism)
    prior = np.random.default_rng(0).random(len(vectors))
    prior[7] = 0.0
    released = np.array([12, 0, 20])
    whole = candidates(mechanism, released, prior)
    cut = candidates(mechanism, released, prior, mass=0.8, limit=5)
    for i, y in enumerate(released):
        joint = prior * table[:, y]
        row = slice(whole.starts[i], whole.starts[i + 1])
        assert set(whole.inputs[row]) == set(np.flatnonzero(joint > 0))
        np.testing.assert_allclose(whole.likelihood[row], table[whole.inputs[row], y], atol=1e-6)
        assert whole.left_out[i] == pytest.approx(0, abs=1e-9)
        chosen = cut.inputs[cut.starts[i] : cut.starts[i + 1]]
        assert len(chosen) <= 5
        assert set(chosen) == set(np.argsort(-joint)[: len(chosen)])
        left = 1 - joint[chosen].sum() / joint.sum()
        assert cut.left_out[i] == pytest.approx(left, abs=1e-6)
        if len(chosen) < 5:
            assert left <= 0.2 + 1e-6
    least = candidates(mechanism, released, prior, mass=1e-6)
    likeliest = [np.argmax(prior * table[:, y]) for y in released]
    assert least.inputs.tolist() == likeliest


def test_words_that_are_alike_are_added_up_and_never_cut(vectors, mechanism):
    table = brute_force(vectors, mechanism)
    prior = np.random.default_rng(0).random(len(vectors))
    alike = np.arange(len(vectors)) % 2 == 0
    released = np.array([12, 0, 20])
    found = candidates(mechanism, released, prior, mass=0.9, limit=3, alike=alike)
    for i, y in enumerate(released):
        joint = prior * table[:, y]
        chosen = found.inputs[found.starts[i] : found.starts[i + 1]]
        listed = chosen[alike[chosen]]
        assert (np.diff(joint[chosen]) <= 0).all()
        if y < mechanism.common:
            assert chosen.tolist() == [y]
            continue
        both = np.flatnonzero(alike & (joint > 0))
        assert set(listed) == set(both[np.argsort(-joint[both])][:LISTED])
        rest = joint[np.setdiff1d(both, listed)].sum()
        assert found.rest[i] == pytest.approx(rest, rel=1e-5)
        apart = np.flatnonzero(~alike & (joint > 0))
        kept = chosen[~alike[chosen]]
        assert set(kept) == set(apart[np.argsort(-joint[apart])][: len(kept)])
        assert 1 <= len(kept) <= 3
        cut = 1 - (rest + joint[chosen].sum()) / joint.sum()
        assert found.left_out[i] == pytest.approx(cut, abs=1e-6)


def test_equal_words_draw_apart(vectors, mechanism):
    draws = np.random.default_rng(5).random((2, 200))
    assert len(set(mechanism.sample(np.full(200, 12), draws)[0].tolist())) > 10
