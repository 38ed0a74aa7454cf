import numpy as np
import pytest
from scipy import stats

from seethrough.word_level.mechanisms.custext import (
    CusTextMechanism,
    OutputSets,
    kept_words,
)
from seethrough.word_level.mechanisms.mechanism import LISTED, candidates


def mechanism(vectors, epsilon=2.0, k=6, size=24):
    return CusTextMechanism(OutputSets(vectors, size, k), kept_words(vectors, True), epsilon)


def test_stop_words_and_numbers_are_kept(vectors):
    kept = kept_words(vectors, True)
    assert [w for w, k in zip(vectors.words, kept, strict=True) if k] == ["the", "of", "7"]
    assert not kept_words(vectors, False).any()


def test_self_comes_first_and_words_outside_the_vocabulary_never_come_out(vectors):
    sets = OutputSets(vectors, 24, 6)
    outputs, distances = sets.rows(np.arange(len(vectors)))
    assert outputs[:24, 0].tolist() == list(range(24))
    assert (distances[:24, 0] == 0).all()
    assert outputs.max() < 24
    # A row is the same whether it is asked for alone or with others, first or last.
    alone = OutputSets(vectors, 24, 6)
    np.testing.assert_array_equal(alone.rows(np.array([25, 3]))[0], outputs[[25, 3]])
    np.testing.assert_array_equal(alone.rows(np.array([7, 25]))[0], outputs[[7, 25]])


@pytest.mark.parametrize("epsilon", [0.5, 4.0])
@pytest.mark.parametrize("word", [4, 27])
def test_frequencies_match_the_exact_probabilities(vectors, epsilon, word):
    exact = mechanism(vectors, epsilon)
    draws = np.random.default_rng(word).random((1, 1_000_000))
    released, _ = exact.sample(np.full(1_000_000, word), draws)
    outputs, chances = exact.table(np.array([word]))
    counts = np.bincount(released, minlength=24)
    assert counts.sum() == counts[outputs[0]].sum()
    assert stats.chisquare(counts[outputs[0]], 1e6 * chances[0]).pvalue > 1e-4


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 8.0])
def test_the_bound_holds_for_every_pair_that_shares_an_output(vectors, epsilon):
    exact = mechanism(vectors, epsilon)
    words = np.flatnonzero(~exact.kept)
    table = np.array([exact.likelihood(np.full(24, w), np.arange(24)) for w in words])
    np.testing.assert_allclose(table.sum(axis=1), 1)
    with np.errstate(divide="ignore"):
        logs = np.log(table)
    worst = 0.0
    for y in range(24):
        shared = logs[np.isfinite(logs[:, y]), y]
        if len(shared):
            worst = max(worst, shared.max() - shared.min())
    assert worst <= epsilon + 1e-9


def test_likelihood_is_read_from_the_original_s_own_set(vectors):
    exact = mechanism(vectors)
    outputs, chances = exact.table(np.array([4]))
    for y, chance in zip(outputs[0], chances[0], strict=True):
        assert exact.likelihood(np.array([4]), np.array([y]))[0] == chance
    outside = np.setdiff1d(np.arange(24), outputs[0])
    assert (exact.likelihood(np.full(len(outside), 4), outside) == 0).all()
    assert exact.likelihood(np.array([0, 0]), np.array([0, 5])).tolist() == [1, 0]


def test_words_of_a_later_text_have_their_own_outputs(vectors):
    both = mechanism(vectors)
    draws = np.linspace(0, 1, 200, endpoint=False)[None]
    for words in ([4], [9], [4, 11], [9]):
        ids = np.resize(words, 200)
        released, _ = both.sample(ids, draws)
        alone, _ = mechanism(vectors).sample(ids, draws)
        assert released.tolist() == alone.tolist()


def test_kept_words_stay(vectors):
    exact = mechanism(vectors)
    ids = np.array([0, 1, -1, 2, 0])
    released, replaced = exact.sample(ids, np.random.default_rng(0).random((1, 5)))
    assert released.tolist() == ids.tolist()
    assert not replaced.any()


def test_candidates_are_all_words_that_can_become_it(vectors):
    exact = mechanism(vectors)
    prior = np.random.default_rng(1).random(len(vectors)) + 0.1
    prior[5] = 0.0
    released = np.array([9, 0, 4])
    found = candidates(exact, released, prior)
    for i, y in enumerate(released):
        row = slice(found.starts[i], found.starts[i + 1])
        chances = exact.likelihood(np.arange(len(vectors)), np.full(len(vectors), y))
        expected = {x for x in range(len(vectors)) if chances[x] > 0 and prior[x] > 0}
        assert set(found.inputs[row].tolist()) == expected
        np.testing.assert_allclose(found.likelihood[row], chances[found.inputs[row]])
        joint = prior[found.inputs[row]] * found.likelihood[row]
        assert (np.diff(joint) <= 0).all()
    assert not found.left_out.any()


def test_candidates_are_those_of_the_prior_that_is_asked_with(vectors):
    exact, released = mechanism(vectors), np.arange(24)
    for without in (5, 9):
        prior = np.ones(len(vectors))
        prior[without] = 0.0
        found = candidates(exact, released, prior)
        alone = candidates(mechanism(vectors), released, prior)
        assert found.inputs.tolist() == alone.inputs.tolist()
        assert without not in found.inputs


def test_pruning_reports_the_mass_left_out(vectors):
    exact = mechanism(vectors)
    prior = np.ones(len(vectors))
    released = np.arange(24)
    whole = candidates(exact, released, prior)
    cut = candidates(exact, released, prior, mass=0.6, limit=3)
    assert np.diff(cut.starts).max() <= 3
    for i in released:
        row = slice(whole.starts[i], whole.starts[i + 1])
        joint = prior[whole.inputs[row]] * whole.likelihood[row]
        kept = np.isin(whole.inputs[row], cut.inputs[cut.starts[i] : cut.starts[i + 1]])
        assert cut.left_out[i] == pytest.approx(1 - joint[kept].sum() / joint.sum())


@pytest.mark.parametrize(("mass", "limit"), [(1.0, None), (0.7, None), (0.9, 2)])
def test_words_that_are_alike_are_added_up_and_never_cut(vectors, mass, limit):
    exact = mechanism(vectors)
    prior = np.random.default_rng(1).random(len(vectors)) + 0.1
    alike = np.arange(len(vectors)) % 3 > 0
    released = np.arange(24)
    whole = candidates(exact, released, prior)
    found = candidates(exact, released, prior, mass, limit, alike)
    added = 0
    for i in released:
        row = slice(whole.starts[i], whole.starts[i + 1])
        words, joint = whole.inputs[row], prior[whole.inputs[row]] * whole.likelihood[row]
        chosen = found.inputs[found.starts[i] : found.starts[i + 1]]
        both, apart = words[alike[words]], words[~alike[words]]
        assert chosen[alike[chosen]].tolist() == both[:LISTED].tolist()
        rest = joint[np.isin(words, both[LISTED:])].sum()
        assert found.rest[i] == pytest.approx(rest)
        added += rest > 0
        kept = chosen[~alike[chosen]]
        assert kept.tolist() == apart[: len(kept)].tolist()
        assert len(kept) >= min(1, len(apart))
        cut = joint[np.isin(words, apart[len(kept) :])].sum() / joint.sum()
        assert found.left_out[i] == pytest.approx(cut, abs=1e-12)
        if limit is None:
            assert cut <= 1 - mass + 1e-12
            more = joint[np.isin(words, apart[max(1, len(kept) - 1) :])].sum() / joint.sum()
            assert len(kept) <= 1 or more > 1 - mass
        else:
            assert len(kept) <= limit
    assert added > 5
