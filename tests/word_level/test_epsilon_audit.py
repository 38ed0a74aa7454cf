from dataclasses import dataclass

import numpy as np
import pytest

from seethrough.errors import UsageError
from seethrough.sanitizers.custext import CusText
from seethrough.sanitizers.santext import SanText
from seethrough.statistics.intervals import clopper_pearson
from seethrough.word_level.epsilon_audit import audit_epsilon, canary_pairs, claimed_epsilon
from seethrough.word_level.telling_apart import fit

WORDS = [f"w{i}" for i in range(60)]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    file = tmp_path_factory.mktemp("vectors") / "toy.npz"
    matrix = np.random.default_rng(0).normal(size=(60, 4)).astype(np.float32)
    np.savez(file, words=np.array(WORDS), vectors=matrix)
    return str(file)


@dataclass(frozen=True)
class TooSharp(CusText):
    """Forgets to halve the exponent, and so spends twice its epsilon."""

    def sanitize(self, private, rng):
        honest = CusText(self.epsilon * 2, self.k, vectors=self.vectors)
        return honest.sanitize(private, rng)


@dataclass(frozen=True)
class SometimesKeeps(CusText):
    """Releases one text in five as it is."""

    def sanitize(self, private, rng):
        release = super().sanitize(private, rng)
        texts = [
            own if i % 5 == 0 else other
            for i, (own, other) in enumerate(zip(private.texts, release.corpus.texts, strict=True))
        ]
        return type(release)(private.with_texts(texts))


@dataclass(frozen=True)
class Keeps(CusText):
    """Releases every text as it is."""

    def sanitize(self, private, rng):
        release = super().sanitize(private, rng)
        return type(release)(private.with_texts(private.texts))


@pytest.mark.parametrize("epsilon", [0.5, 3.0])
@pytest.mark.parametrize("kind", [CusText, SanText])
def test_honest_mechanisms_are_not_refuted_and_the_bound_is_not_idle(path, kind, epsilon):
    sanitizer = kind(epsilon=epsilon, vectors=path)
    bounds = audit_epsilon(sanitizer, draws=4000)
    assert len(bounds) == 8
    assert not any(b.broken or b.deviates for b in bounds)
    if epsilon == 3.0:
        assert max(b.low / b.claimed for b in bounds) > 0.3


def test_a_planted_leak_is_caught(path):
    bounds = audit_epsilon(SometimesKeeps(epsilon=0.5, k=10, vectors=path), draws=5000)
    assert any(b.broken and b.deviates for b in bounds)
    assert any(b.to_json()["broken"] for b in bounds)


def test_the_bound_on_what_never_changes_is_that_of_two_exact_intervals(path):
    (bound,) = audit_epsilon(Keeps(epsilon=1.0, k=60, vectors=path), [("w1", "w2")], 1000, 0.9)
    # Of 500 results each, all of one side and none of the other are in the event.
    low = clopper_pearson(500, 500, 0.1 / 2)[0]
    high = clopper_pearson(0, 500, 0.1 / 2)[1]
    assert bound.low == pytest.approx(np.log(low / high))
    assert bound.broken


def test_the_bound_of_two_texts_that_keep_apart_is_the_most_that_so_many_draws_can_show(path):
    (bound,) = audit_epsilon(Keeps(epsilon=1.0, k=60, vectors=path), [("w1", "w2")], 1000, 0.9)
    assert bound.low == bound.most
    assert bound.refutable


@pytest.mark.parametrize(
    ("epsilon", "pair", "tested"),
    [
        (2.0, ("w1 w2", "w3 w4"), True),
        (8.0, ("w1 w2", "w3 w4"), False),  # texts have no fit
        (8.0, ("w1", "w3"), True),
    ],
)
def test_a_claim_that_no_draws_could_refute_is_not_tested(path, epsilon, pair, tested):
    (bound,) = audit_epsilon(CusText(epsilon=epsilon, k=60, vectors=path), [pair], 2000)
    assert not bound.broken
    assert bound.refutable == (epsilon < 6)
    assert bound.tested == bound.to_json()["tested"] == tested


def test_a_planted_wrong_factor_is_caught(path):
    bounds = audit_epsilon(TooSharp(epsilon=2.0, k=10, vectors=path), draws=5000)
    assert all(b.deviates for b in bounds)


def test_of_words_that_are_seldom_sanitized_nothing_is_claimed(path):
    sanitizer = SanText(epsilon=0.1, sensitive=0.9, p=0.05, vectors=path)
    (bound,) = audit_epsilon(sanitizer, [("w1", "w40")], 5000)
    assert bound.low > 1  # one in twenty becomes what the other always becomes
    assert bound.claimed == np.inf
    assert not bound.broken


def test_texts_compose(path):
    sanitizer = SanText(epsilon=1.0, vectors=path)
    pairs = canary_pairs(sanitizer.mechanism(), sanitizer.word_vectors(), seed=0)
    texts = [" ".join(words) for words in zip(*pairs[:5], strict=True)]
    one, five = audit_epsilon(sanitizer, [pairs[0], (texts[0], texts[1])], 4000)
    assert five.claimed > one.claimed
    assert five.low > one.low
    assert not five.broken


@pytest.mark.parametrize("kind", [CusText, SanText])
def test_equal_tokens_cost_nothing(path, kind):
    mechanism = kind(epsilon=1.5, vectors=path).mechanism()
    whole = claimed_epsilon(mechanism, np.array([4, 9, 7]), np.array([4, 8, 7]))
    assert whole == claimed_epsilon(mechanism, np.array([9]), np.array([8])) > 0


def test_the_more_pairs_are_tried_the_more_each_must_show(path):
    sanitizer = SanText(epsilon=3.0, vectors=path)
    pair = canary_pairs(sanitizer.mechanism(), sanitizer.word_vectors(), seed=0)[0]
    (alone,), (first, *_) = (audit_epsilon(sanitizer, [pair] * n, 1000) for n in (1, 20))
    assert 0 < first.low < alone.low


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    file = tmp_path_factory.mktemp("vectors") / "many.npz"
    matrix = np.random.default_rng(0).normal(size=(3000, 4)).astype(np.float32)
    np.savez(file, words=[f"w{i}" for i in range(3000)], vectors=matrix)
    return str(file)


def test_results_that_hardly_come_twice_are_no_leak(many):
    (bound,) = audit_epsilon(SanText(epsilon=0.001, vectors=many), [("w5", "w6")], 200)
    assert bound.low == 0.0


@pytest.mark.parametrize(("draws", "tested"), [(200, False), (5000, True)])
def test_so_few_draws_that_any_results_would_fit_test_nothing(many, draws, tested):
    (bound,) = audit_epsilon(SanText(epsilon=5.0, vectors=many), [("w5", "w6")], draws)
    assert not bound.refutable
    assert (bound.tested, not np.isnan(bound.fit)) == (tested, tested)


def test_telltale_results_are_reported_apart(path):
    sanitizer = CusText(epsilon=1.0, k=5, vectors=path)
    (bound,) = audit_epsilon(sanitizer, [("w1", "w2")], 1000)
    sets, _ = sanitizer.mechanism().table(np.array([1, 2]))
    assert (bound.telltale > 0) == (set(sets[0]) != set(sets[1]))


@pytest.mark.parametrize("pair", [("w1", "w2 w3"), ("w1", "nowhere"), ("", "")])
def test_canaries_that_cannot_be_used(path, pair):
    with pytest.raises(UsageError):
        audit_epsilon(CusText(vectors=path), [pair], 1000)


@pytest.mark.parametrize("kind", [CusText, SanText])
def test_an_epsilon_at_which_hardly_any_word_is_replaced_is_told_in_one_line(path, kind):
    with pytest.raises(UsageError, match="no two frequent words become the same word"):
        audit_epsilon(kind(epsilon=10_000.0, vectors=path))
    (bound,) = audit_epsilon(kind(epsilon=10_000.0, vectors=path), [("w1", "w2")], 1000)
    assert not bound.broken
    assert not bound.deviates
    assert not bound.refutable


class Falling:
    """Releases one of forty words with falling chances: nearly always the first."""

    def __init__(self, ratio):
        self.chances = ratio ** np.arange(40.0)
        self.chances /= self.chances.sum()
        self.outputs = np.arange(40)

    def likelihood(self, inputs, outputs):
        return self.chances[outputs]


@pytest.mark.parametrize("ratio", [0.01, 0.1, 0.5, 0.9])
def test_the_fit_of_an_honest_mechanism_is_seldom_poor_however_rare_its_results(ratio):
    mechanism, rng = Falling(ratio), np.random.default_rng(0)
    p = []
    for _ in range(2000):
        drawn = rng.choice(40, size=500, p=mechanism.chances)
        p.append(fit(mechanism, np.array([0]), drawn[:, None]))
    for level in (0.05, 0.01, 0.003):
        assert np.mean(np.array(p) < level) < 1.7 * level + 0.001


def test_the_fit_of_another_mechanism_is_poor():
    drawn = np.random.default_rng(0).choice(40, size=500, p=Falling(0.55).chances)
    assert fit(Falling(0.5), np.array([0]), drawn[:, None]) < 0.01


@pytest.mark.parametrize("stray", [39, -1])
def test_one_result_that_cannot_be_is_no_fit(stray):
    mechanism = Falling(0.9)
    mechanism.chances[39] = 0.0
    drawn = np.random.default_rng(0).choice(40, size=500, p=Falling(0.9).chances)
    assert fit(mechanism, np.array([0]), np.append(drawn[drawn != 39], stray)[:, None]) == 0.0
