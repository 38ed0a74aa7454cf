"""How many people fit: by hand, against exact distributions, by simulation, and its properties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from seethrough.population.fitting import fitting


def of(counts: list[float], weights: list[float], fraction: float = 1.0):  # type: ignore[no-untyped-def]
    return fitting(np.array(counts, float), np.array(weights, float), fraction)


def test_a_census_without_shares_is_counted() -> None:
    assert of([3, 4, 5], [1, 0, 1]) == (8, 8, 8, 0)
    assert of([1, 4], [1, 0]) == (1, 1, 1, 1)
    assert of([3, 4], [0, 0]) == (1, 1, 1, 1)  # the person alone, whom the table left out


def test_two_people_who_fit_by_half() -> None:
    # One of the two is the person, and the other one fits by half.
    assert of([2], [0.5]).expected == pytest.approx(1.5)
    assert of([2], [0.5]).unique == pytest.approx(0.5)
    # The person is the one who surely fits in five of six cases; then the other fits by a fifth.
    assert of([1, 1], [1, 0.2]).expected == pytest.approx(5 / 6 * 1.2 + 1 / 6 * 2)
    assert of([1, 1], [1, 0.2]).unique == pytest.approx(5 / 6 * 0.8)


@pytest.mark.parametrize("fraction", [0.01, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("sampled", [1, 2, 7])
def test_a_sample_agrees_with_the_negative_binomial(sampled: int, fraction: float) -> None:
    unseen = stats.nbinom(sampled, fraction)
    found = of([sampled, 50], [1, 0], fraction)
    assert found.expected == pytest.approx(sampled + unseen.mean())
    assert found.unique == pytest.approx(unseen.pmf(1 - sampled))


@pytest.mark.parametrize("fraction", [0.01, 0.1, 0.5, 0.9])
def test_nobody_in_the_sample_agrees_with_the_logarithmic_distribution(fraction: float) -> None:
    people = stats.logser(1 - fraction)
    found = of([0, 50], [1, 0], fraction)
    assert found.expected == pytest.approx(people.mean())
    assert found.unique == pytest.approx(people.pmf(1))


@pytest.mark.parametrize(("cells", "years"), [(2, 5), (5, 5), (25, 5), (5, 20)])
def test_people_of_a_complete_table_are_right_on_average(cells: int, years: int) -> None:
    """Of each person the year of age is known, and the table has ages in groups of years."""
    rng = np.random.default_rng(2)
    there, said = [], []
    for people in rng.poisson(cells, 3000).tolist():
        ages = rng.integers(years, size=people)
        there += np.bincount(ages, minlength=years)[ages].tolist()
        said += [of([people], [1 / years])] * people
    assert np.mean([one.expected for one in said]) == pytest.approx(np.mean(there), rel=0.02)
    unique = np.mean(np.equal(there, 1))
    assert np.mean([one.unique for one in said]) == pytest.approx(unique, abs=0.02)
    held = [one.low <= n <= one.high for one, n in zip(said, there, strict=True)]
    assert np.mean(held) > 0.95


@pytest.mark.parametrize("fraction", [0.2, 1.0])
def test_shares_agree_with_every_outcome(fraction: float) -> None:
    for counts, weights in (([2, 1, 3], [0.2, 1, 0.7]), ([4, 1, 2], [0.5, 0, 0.1])):
        chances = np.ones(1)
        for count, weight in zip(counts, weights, strict=True):
            chances = np.convolve(chances, stats.binom(count, weight).pmf(np.arange(count + 1)))
        if fraction == 1:  # the person is any one of those who fit
            chances *= np.arange(len(chances)) / (chances @ np.arange(len(chances)))
        each = [of([k], [1], fraction) for k in range(len(chances))]
        found = of(counts, weights, fraction)  # type: ignore[arg-type]
        assert found.expected == pytest.approx(chances @ [one.expected for one in each])
        assert found.unique == pytest.approx(chances @ [one.unique for one in each])


@pytest.mark.parametrize("fraction", [0.01, 0.05, 0.2, 0.7])
@pytest.mark.parametrize("mean", [1.5, 8, 60, 900])
def test_the_interval_covers_what_a_sample_does_not_show(mean: float, fraction: float) -> None:
    rng = np.random.default_rng(0)
    # Kinds of people of very different frequency around the mean, as in a population.
    rates = rng.gamma(0.5, 2 * mean, 3000)
    people = rng.poisson(rates)
    people = people[people > 0]
    seen = rng.binomial(people, fraction)
    held = [
        low <= n <= high
        for n, k in zip(people, seen, strict=True)
        for _, low, high, _ in [of([k], [1], fraction)]
    ]
    assert np.mean(held) > 0.93


@pytest.mark.parametrize("weight", [0.03, 0.2, 0.5, 0.9])
@pytest.mark.parametrize("count", [4, 30, 2000])
def test_the_interval_covers_a_year_of_a_coarser_cell(count: int, weight: float) -> None:
    rng = np.random.default_rng(0)
    fit = rng.binomial(count, weight, 2000)
    _, low, high, _ = of([count], [weight])
    fit = fit[fit > 0]
    assert np.mean((low <= fit) & (fit <= high)) > 0.94


@pytest.mark.parametrize("fraction", [0.05, 0.4])
@pytest.mark.parametrize("count", [20, 300])
def test_the_interval_covers_a_share_of_a_sampled_cell(count: int, fraction: float) -> None:
    rng = np.random.default_rng(0)
    people = rng.poisson(rng.gamma(0.5, 2 * count, 3000))
    seen = rng.binomial(people, fraction)
    fit = rng.binomial(people, 0.2)
    there = fit > 0
    ends = [of([k], [0.2], fraction) for k in seen[there].tolist()]
    held = [e.low <= n <= e.high for e, n in zip(ends, fit[there], strict=True)]
    assert np.mean(held) > 0.93


def test_a_share_of_a_sample_is_as_uncertain_as_both_together() -> None:
    # Of 4,000 in the sample half fit: variance 1,000, times 4 as the sample is half of all; and
    # as many again who were not counted add 2,000.5 times 2.
    found = of([4000], [0.5], 0.5)
    width = found.high - found.low
    assert width == pytest.approx(2 * 1.96 * np.sqrt(4000 + 4001), rel=0.02)


@pytest.mark.parametrize("fraction", [0.1, 0.3, 0.8])
@pytest.mark.parametrize("mean", [2, 10, 100])
def test_a_sample_is_about_right_on_average(mean: float, fraction: float) -> None:
    rng = np.random.default_rng(1)
    people = rng.poisson(rng.gamma(0.5, 2 * mean, 60_000))
    people = people[people > 0]
    seen = rng.binomial(people, fraction)
    found = {k: of([k], [1], fraction) for k in set(seen.tolist())}
    unique = np.mean([found[k].unique for k in seen.tolist()])
    assert np.mean(people == 1) - 0.03 < unique < np.mean(people == 1) + 0.13
    expected = np.mean([found[k].expected for k in seen.tolist()])
    assert expected == pytest.approx(people.mean(), rel=0.25 if mean > 2 else 0.8)


cells = st.integers(1, 6).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 500), min_size=n, max_size=n),
        st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.99, 1.0]), min_size=n, max_size=n),
        st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.99, 1.0]), min_size=n, max_size=n),
    )
)


@given(cells, st.sampled_from([0.02, 0.3, 1.0]))
def test_saying_more_never_raises_the_count(
    made: tuple[list[int], list[float], list[float]], fraction: float
) -> None:
    counts, weights, more = (np.array(part, float) for part in made)
    before = fitting(counts, weights, fraction)
    after = fitting(counts, weights * more, fraction)
    assert after.expected <= before.expected * (1 + 1e-9)
    for found in (before, after):
        assert 1 <= found.low <= found.expected <= found.high
        assert 0 <= found.unique <= 1
    assert after.unique >= before.unique - 1e-9


@given(cells, st.floats(0.01, 1))
def test_cells_that_are_split_or_left_out_change_nothing(
    made: tuple[list[int], list[float], list[float]], fraction: float
) -> None:
    counts, weights, _ = (np.array(part, float) for part in made)
    whole = fitting(counts, weights, fraction)
    halves = fitting(np.r_[counts / 2, counts / 2], np.r_[weights, weights], fraction)
    fewer = fitting(counts[weights > 0], weights[weights > 0], fraction)
    for other in (halves, fewer):
        assert other == pytest.approx(whole)


@pytest.mark.parametrize("fraction", [0, -1, 1.1, float("nan")])
def test_a_fraction_that_is_none_is_refused(fraction: float) -> None:
    with pytest.raises(ValueError, match="fraction"):
        of([1], [1], fraction)
