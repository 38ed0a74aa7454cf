import itertools
from dataclasses import replace

import numpy as np
import pytest
from benchmarks.papers.reconstruction import calibration_error

from seethrough.strategies import markov
from seethrough.strategies.context_free import ContextFree
from seethrough.strategies.context_free_bound import ContextFreeBound
from seethrough.strategies.markov import Markov
from seethrough.word_level.adversary_view import sanitized
from seethrough.word_level.lattice import guesses_of, lattice
from seethrough.word_level.mechanisms import custext, forward_backward, mechanism, ngram, santext
from seethrough.word_level.mechanisms.tokens import Tokens

EXACT = Markov(mass=1.0, calibrate=False)


def asr(found, view, truth):
    return (found.best[:, 0] == truth)[view.replaced].mean()


def whole_sentences(view, prior, row):
    """The posterior of every original of one sentence, summed over all assignments."""
    words = np.arange(len(view.vectors))
    places = range(int(view.released.starts[row]), int(view.released.starts[row + 1]))
    emission, options = [], []
    for place in places:
        y = np.full(len(words), view.released.ids[place])
        if view.replaced[place]:
            allowed = np.where(view.mechanism.kept, 0.0, view.mechanism.likelihood(words, y))
        else:
            allowed = (words == view.released.ids[place]).astype(float)
        emission.append(allowed)
        options.append(np.flatnonzero(allowed > 0))
    posterior = np.zeros((len(places), len(words)))
    for path in itertools.product(*options):
        steps = np.array([prior.words, *path, prior.words])
        chance = np.prod(prior.probability(steps[:-1], steps[1:]))
        chance *= np.prod([e[x] for e, x in zip(emission, path, strict=True)])
        for i, x in enumerate(path):
            posterior[i, x] += chance
    return posterior / posterior.sum(axis=1, keepdims=True)


def test_it_is_the_exact_posterior_given_the_whole_sentence(build):
    view, _ = build(4, shadow=30)
    found, prior = EXACT.infer(view, np.random.default_rng(0)), EXACT.prior(view)
    for row in range(4):
        expected = whole_sentences(view, prior, row)
        part = slice(view.released.starts[row], view.released.starts[row + 1])
        np.testing.assert_allclose(found.chance[part], expected.max(axis=1))
        np.testing.assert_array_equal(found.best[part, 0], expected.argmax(axis=1))


@pytest.mark.parametrize("kind", ["custext", "santext"])
@pytest.mark.parametrize("shadow", [1, 3, 30])
def test_adding_up_words_never_seen_loses_nothing(build, monkeypatch, kind, shadow):
    for module in (custext, santext, mechanism):
        monkeypatch.setattr(module, "LISTED", 2, raising=False)
    view, _ = build(25, kind=kind, shadow=shadow)
    prior = EXACT.prior(view)
    meant = (view.unseen() > 0) | (view.shadow_counts > 0)
    grid = lattice(view.places, view.candidates(prior.low[:-1] * meant))
    assert not len(grid.sums)
    posterior = forward_backward.infer(
        prior, view.released.starts, grid.starts, grid.words, grid.likelihood
    )
    whole = guesses_of(grid, posterior)
    found = EXACT.infer(view, np.random.default_rng(0))
    np.testing.assert_allclose(found.chance, whole.chance, rtol=1e-6)
    np.testing.assert_array_equal(found.best[:, 0], whole.best[:, 0])
    assert not found.left_out.any()


def test_texts_are_decoded_in_parts(build, monkeypatch):
    view, _ = build(25)
    whole = EXACT.infer(view, np.random.default_rng(0))
    monkeypatch.setattr(markov, "_TOKENS_AT_FIRST", 7)
    monkeypatch.setattr(markov, "_CANDIDATES_AT_ONCE", 40)
    parts = EXACT.infer(view, np.random.default_rng(0))
    np.testing.assert_array_equal(parts.best, whole.best)
    np.testing.assert_allclose(parts.chance, whole.chance)


def test_what_is_cut_off_is_no_more_than_what_was_asked(build):
    view, _ = build(60, kind="santext")
    for mass in (0.5, 0.9):
        found = Markov(mass=mass, calibrate=False).infer(view, np.random.default_rng(0))
        assert 0 < found.left_out.max() <= 1 - mass + 1e-9
    one = Markov(limit=1, calibrate=False).infer(view, np.random.default_rng(0))
    assert one.left_out.max() > 0.5


@pytest.mark.parametrize("kind", ["custext", "santext"])
def test_the_context_beats_every_rule_that_ignores_it(build, kind):
    view, truth = build(400, kind=kind, oracle=True)
    rates = {
        type(s).__name__: asr(s.infer(view, np.random.default_rng(0)), view, truth)
        for s in (ContextFree(), ContextFreeBound(), Markov())
    }
    assert rates["ContextFree"] <= rates["ContextFreeBound"] + 0.01
    assert rates["Markov"] > rates["ContextFreeBound"] + 0.05


def test_expected_success_agrees_with_observed_where_the_prior_fits(build):
    # Originals drawn from the very prior that the adversary has: its posterior is then right.
    view, _ = build(1, shadow=100)
    prior = EXACT.prior(view)
    rng = np.random.default_rng(5)
    table = prior.probability(*np.divmod(np.arange((prior.words + 1) ** 2), prior.words + 1))
    table = table.reshape(prior.words + 1, -1)
    rows = []
    for _ in range(800):
        row, last = [], prior.words
        while len(row) < 30:
            last = int(rng.choice(prior.words + 1, p=table[last] / table[last].sum()))
            if last == prior.words:
                break
            row.append(last)
        if len(row) < 30:
            rows.append(row)
    starts = np.cumsum([0] + [len(r) for r in rows])
    truth = np.array([w for r in rows for w in r], dtype=np.int64)
    spelled = [view.spelled(w) for w in truth.tolist()]
    copy, replaced = sanitized(view, Tokens(spelled, truth, starts), rng)
    drawn = replace(view, released=copy, replaced=replaced)
    found = EXACT.infer(drawn, rng)
    right = (found.best[:, 0] == truth)[replaced]
    sure = found.chance[replaced]
    error = 1.96 * np.sqrt((sure * (1 - sure)).sum()) / len(sure)
    assert abs(right.mean() - sure.mean()) < 1.5 * error
    assert calibration_error(sure, right) < 0.03


def test_calibration_corrects_the_confidence_and_not_the_guesses(build):
    view, truth = build(400, shadow=60)
    plain = EXACT.infer(view, np.random.default_rng(0))
    own = Markov(mass=1.0).infer(view, np.random.default_rng(0))
    np.testing.assert_array_equal(own.best, plain.best)
    right = (own.best[:, 0] == truth)[view.replaced]
    assert ((own.chance >= 0) & (own.chance <= 1)).all()
    before = calibration_error(plain.chance[view.replaced], right)
    assert calibration_error(own.chance[view.replaced], right) < before + 0.02
    assert (own.chance[~view.replaced] == 1).all()


@pytest.mark.parametrize("shadow", [0, 1, 2])
def test_little_or_no_shadow_text(build, shadow):
    view, _ = build(20, shadow=shadow)
    found = Markov().infer(view, np.random.default_rng(0))
    assert np.isfinite(found.chance).all()
    assert (found.best[:, 0] >= 0).all()


def test_not_told_which_tokens_were_replaced(build):
    told, truth = build(200)
    guessing, _ = build(200, told=False)
    known = asr(Markov().infer(told, np.random.default_rng(0)), told, truth)
    found = Markov().infer(guessing, np.random.default_rng(0))
    unknown = (found.best[:, 0] == truth)[told.replaced].mean()
    assert 0.3 < unknown <= known + 0.02


def test_the_prior_is_learned_from_the_shadow_set_alone(build):
    view, _ = build(10)
    prior = Markov().prior(view)
    assert isinstance(prior, ngram.Bigrams)
    index = view.vectors.index
    chance = prior.probability(
        np.array([index["cat"], index["cat"]]), np.array([index["eats"], index["paints"]])
    )
    assert chance[0] > 5 * chance[1]
