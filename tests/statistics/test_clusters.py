import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap, ttest_1samp

from seethrough.statistics.clusters import (
    alike_size,
    degrees_of_freedom,
    effective_pairs,
    effective_size,
    left_out,
    paired_correlation,
    ratio_residuals,
    t_interval,
)

ONES = np.ones


def test_residuals_by_hand() -> None:
    # 4 of 10 in all; the first person has 3 of 5, one more than expected, the second 1 of 5
    residuals = ratio_residuals(np.array([3.0, 1.0]), np.array([5.0, 5.0]))
    assert residuals == pytest.approx([0.1, -0.1])


def test_what_leaving_a_person_out_changes_by_hand() -> None:
    # 5 of 10 in all; without the first 1 of 2, without the second 4 of 9, without the third 5 of 9
    values, totals = np.array([4.0, 1.0, 0.0]), np.array([8.0, 1.0, 1.0])
    changes = left_out(ratio_residuals(values, totals), totals)
    assert changes == pytest.approx([0, 1 / 2 - 4 / 9, 1 / 2 - 5 / 9])
    even = ratio_residuals(values, ONES(3))  # of as much each, the variance is the plain one
    alone = left_out(even, ONES(3))
    assert 2 / 3 * (alone @ alone) == pytest.approx(3 / 2 * (even @ even))


def test_variance_is_that_of_the_bootstrap_over_people() -> None:
    rng = np.random.default_rng(0)
    totals = rng.integers(1, 8, 60).astype(float)
    values = rng.binomial(totals.astype(int), rng.beta(1, 2, 60)).astype(float)
    residuals = ratio_residuals(values, totals)
    theirs = bootstrap(
        (values, totals),
        lambda v, t, axis: v.sum(axis=axis) / t.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=2000,
        method="percentile",
        rng=1,
    )
    assert float(residuals @ residuals) ** 0.5 == pytest.approx(theirs.standard_error, rel=0.08)


def test_effective_size_of_independent_trials_is_nearly_their_number() -> None:
    hits = np.repeat([0.0, 1.0], [120, 80])
    assert effective_size(hits, ONES(200)) == pytest.approx(200, rel=0.03)


def test_effective_size_of_copies_is_the_number_of_people() -> None:
    hits = np.repeat([0.0, 1.0], [120, 80])
    assert effective_size(hits * 7, ONES(200) * 7) == pytest.approx(200, rel=0.03)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_effective_size_is_kishs_where_nothing_varies(share: float) -> None:
    totals = np.array([10.0, 1.0, 1.0])
    assert effective_size(totals * share, totals) == pytest.approx(144 / 102)


def test_one_person_is_worth_one_trial() -> None:
    assert effective_size(np.array([30.0]), np.array([40.0])) == pytest.approx(1)


def test_one_person_who_carries_all_hits_is_not_trusted_to_be_typical() -> None:
    values, totals = np.zeros(50), np.full(50, 4.0)
    values[0] = 1.0
    assert effective_size(values, totals) < 0.5 * totals.sum()
    assert effective_size(values, totals) >= 0.9 * 50 * 0.9


def counted(values: list[float], totals: list[float]) -> float:
    """Return what hits and misses are worth."""
    hits, of = np.array(values), np.array(totals)
    share = hits.sum() / of.sum()
    return alike_size(share * (1 - share), hits, hits, of)


def test_what_trials_are_worth_that_are_alike_by_hand() -> None:
    totals = [6.0, 2.0, 2.0]
    # All or nothing: clusters of 6, 2 and 2 are worth Kish's number.
    assert counted([0, 2, 0], totals) == pytest.approx(100 / 44)
    # As unlike within a person as by chance, or more: 10 trials.
    assert counted([3, 1, 1], totals) == pytest.approx(10)
    assert counted([3, 0, 0], totals) == pytest.approx(10)
    # 1 of 6, 2 of 2, 0 of 2: 5 / 6 within, over 10 - 3, beside 0.3 * 0.7 in all.
    alike = 1 - 5 / 6 / 7 / 0.21
    assert counted([1, 2, 0], totals) == pytest.approx(10 / (1 + alike * (44 / 10 - 1)))


def test_what_pairs_are_worth_that_are_alike_by_hand() -> None:
    # One gains 2 of 2, another loses 2 of 2: nothing varies within.
    net, squares = np.array([0.0, 2.0, -2.0]), np.array([0.0, 2.0, 2.0])
    totals = np.array([6.0, 2.0, 2.0])
    assert alike_size(0.4, net, squares, totals) == pytest.approx(100 / 44)
    assert alike_size(0.0, np.zeros(3), np.zeros(3), totals) == 10


def test_what_scores_are_worth_that_are_alike_by_hand() -> None:
    # 0.2 and 0.4 of the one, 0.6 of the other: a mean of 0.4, 0.02 within over 3 - 2.
    values, squares, totals = np.array([0.6, 0.6]), np.array([0.2, 0.36]), np.array([2.0, 1.0])
    variance = 0.56 / 3 - 0.16
    alike = 1 - 0.02 / variance
    wanted = 0.24 / variance * 3 / (1 + alike * (5 / 3 - 1))
    assert alike_size(0.24, values, squares, totals) == pytest.approx(wanted)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=1, max_size=30))
def test_alike_trials_are_worth_kishs_number_at_least(rows: list[tuple[int, int]]) -> None:
    totals = [float(of) for _, of in rows]
    values = [min(float(v), of) for (v, _), of in zip(rows, totals, strict=True)]
    kish = sum(totals) ** 2 / sum(of**2 for of in totals)
    assert kish - 1e-9 <= counted(values, totals) <= sum(totals) + 1e-9


def test_one_trial_each_is_one_trial_each() -> None:
    assert counted([1, 0, 0], [1, 1, 1]) == pytest.approx(3)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=1, max_size=30))
def test_effective_size_is_above_0_and_mirrors(pairs: list[tuple[int, int]]) -> None:
    totals = np.array([float(t) for _, t in pairs])
    values = np.array([float(min(v, t)) for v, t in pairs])
    size = effective_size(values, totals)
    assert size > 0
    assert effective_size(totals - values, totals) == pytest.approx(size)


def test_effective_pairs_are_effective_size_where_nobody_loses() -> None:
    rng = np.random.default_rng(0)
    totals = rng.integers(1, 8, 60).astype(float)
    values = rng.binomial(totals.astype(int), rng.beta(1, 2, 60)).astype(float)
    alone = effective_size(values, totals)
    assert effective_pairs(values, 0 * totals, totals) == pytest.approx(alone)
    assert effective_pairs(0 * totals, values, totals) == pytest.approx(alone)
    assert effective_pairs(np.zeros(30), np.zeros(30), ONES(30)) == pytest.approx(30)


def test_pairs_of_copies_are_worth_as_many_as_there_are_people() -> None:
    gained, lost = (np.repeat([1.0, 0.0], split) for split in ([50, 150], [0, 200]))
    lost[60:80] = 1
    for copies in (1, 7):
        size = effective_pairs(gained * copies, lost * copies, ONES(200) * copies)
        assert size == pytest.approx(200, rel=0.03)


def test_degrees_of_freedom() -> None:
    rng = np.random.default_rng(0)
    normal = rng.normal(size=2000)
    assert degrees_of_freedom(normal - normal.mean()) == pytest.approx(1999, rel=0.15)
    few = np.full(1000, -3 / 1000)
    few[:3] += 1
    assert degrees_of_freedom(few) == pytest.approx(6, rel=0.05)
    assert degrees_of_freedom(np.array([0.5, -0.5])) == 1


def test_t_interval_is_students_for_a_plain_mean() -> None:
    scores = np.random.default_rng(3).normal(1, 2, 40)
    assert scores.min() < 0
    theirs = ttest_1samp(scores, 0).confidence_interval()
    ours = t_interval(scores, ONES(40))
    assert ours is not None
    # the degrees of freedom follow the data's own kurtosis, so that only the width differs
    assert sum(ours) / 2 == pytest.approx(scores.mean())
    assert ours[1] - ours[0] == pytest.approx(theirs.high - theirs.low, rel=0.03)


@pytest.mark.parametrize("scores", [[4.0], [4.0, 4.0, 4.0]])
def test_t_interval_says_nothing_where_nothing_varies(scores: list[float]) -> None:
    assert t_interval(np.array(scores), ONES(len(scores))) is None


def test_paired_correlation_is_newcombes_corrected_phi() -> None:
    # hit by both 36, by the first alone 4, by the second alone 8, by neither 12
    both, first, second, neither = 36, 4, 8, 12
    n = both + first + second + neither
    a = np.repeat([1.0, 1.0, 0.0, 0.0], [both, first, second, neither])
    b = np.repeat([1.0, 0.0, 1.0, 0.0], [both, first, second, neither])
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    phi = (both * neither - first * second - n / 2) / margins**0.5
    p, q = a.mean(), b.mean()
    spread = (p * (1 - p) * q * (1 - q)) ** 0.5
    ours = paired_correlation(ratio_residuals(a, ONES(n)), ratio_residuals(b, ONES(n)), spread)
    assert ours == pytest.approx(phi)


def test_paired_correlation_of_the_same_is_below_1_and_of_constants_0() -> None:
    residuals = ratio_residuals(np.repeat([0.0, 1.0], 10), ONES(20))
    assert paired_correlation(residuals, residuals, 0.25) == pytest.approx(0.9)
    assert paired_correlation(residuals, -residuals, 0.25) == pytest.approx(-1)
    assert paired_correlation(residuals, np.zeros(20), 0.25) == 0


def test_the_worth_of_a_share_is_the_formula_of_its_sources() -> None:
    from scipy.stats import t

    rng = np.random.default_rng(4)
    met = set()
    for _ in range(300):
        g = int(rng.integers(3, 9))
        totals = rng.integers(1, 6, g).astype(float)
        clumped = rng.random() < 0.5
        values = totals * (rng.beta(0.3, 0.3, g).round() if clumped else rng.beta(5, 5, g))
        share = values.sum() / totals.sum()
        residuals = (values - share * totals) / totals.sum()
        if residuals @ residuals < 1e-9:
            continue
        kish = totals.sum() ** 2 / (totals @ totals)
        others = (values.sum() - values) / (totals.sum() - totals)
        squares = (share - others) @ (share - others)
        kurtosis = g * ((share - others) ** 4).sum() / squares**2
        freedom = max(1.0, min(kish - 1, 2 * g / max(kurtosis - 1, 1e-9)))
        raw = share * (1 - share) * g / (g - 1) / squares
        plain, careful = (raw * (1.959964 / t.ppf(0.975, f)) ** 2 for f in (g - 1, freedom))
        worth = max(careful, min(plain, kish))
        met.add("careful" if worth == careful else "plain" if worth == plain else "kish")
        assert effective_size(values, totals) == pytest.approx(worth, rel=1e-5)
    assert met == {"careful", "plain", "kish"}


def test_the_t_interval_by_hand() -> None:
    from scipy.stats import t

    values, totals = np.array([1.0, 6.0, 2.0, 7.0]), np.array([1.0, 2.0, 1.0, 2.0])
    changes = 16 / 6 - np.array([15 / 5, 10 / 4, 14 / 5, 9 / 4])  # where each is left out
    squares = changes @ changes
    freedom = min(3, 8 / (4 * (changes**4).sum() / squares**2 - 1))
    half = t.ppf(0.975, freedom) * np.sqrt(3 / 4 * squares)
    below, above = np.exp(-half / (16 / 6)), np.exp(half / (16 / 6))
    assert t_interval(values, totals) == pytest.approx((16 / 6 * below, 16 / 6 * above))
    # A value below 0 has no logarithm.
    lower = t_interval(values - 2 * totals, totals)
    assert lower == pytest.approx((4 / 6 - half, 4 / 6 + half))


def test_an_interval_of_what_cannot_be_below_0_stays_above_it_and_ends() -> None:
    low, high = t_interval(np.array([1e-9, 1e-9, 5.0]), ONES(3)) or (0, 0)
    assert 0 < low < 5 / 3 < high < np.inf


def test_one_person_who_owns_most_leaves_one_degree_of_freedom() -> None:
    # The others, of whom half say yes, agree with the person who owns nearly all.
    totals, values = np.array([1000.0, *[1] * 50]), np.array([500.0, *[0, 1] * 25])
    squares = 50 * (0.5 / 1049) ** 2  # leaving out one of the others leaves 1049
    raw = 0.25 * 51 / 50 / squares
    assert effective_size(values, totals) == pytest.approx(raw * (1.959964 / 12.7062) ** 2)
